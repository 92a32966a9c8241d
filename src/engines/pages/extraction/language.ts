import { francAll } from "franc";
import { FRANC_CODES } from "../../franc-codes.js";

const SAMPLE = 3000;
/** Below so many letters franc guesses. */
const MIN_LETTERS = 60;
/** Two languages nearer to each other than this cannot be distinguished. */
const CLEAR = 0.97;

const ONLY = Object.keys(FRANC_CODES);

/** The language of a text as an ISO 639-1 code, or "" when it is too short or too mixed to tell. */
export function languageOf(text: string): string {
  const sample = text.slice(0, SAMPLE).replace(/https?:\/\/\S{1,300}|\S{1,80}@\S{1,80}/g, " ");
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  // A letter of Chinese or Korean says as much as several of the others.
  const dense = sample.match(/[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  if (letters + 4 * dense < MIN_LETTERS) return "";
  const [first, second] = francAll(sample, { only: ONLY, minLength: 10 });
  if (first === undefined || first[0] === "und") return "";
  const language = FRANC_CODES[first[0]] ?? "";
  const other = second === undefined ? "" : (FRANC_CODES[second[0]] ?? "");
  const unclear = other !== language && (second?.[1] ?? 0) > CLEAR && letters < 400;
  return unclear ? "" : language;
}

/** ISO 639-1 out of what pages give as their language, as "en-US", "de_DE" or "deu"; "" when it is none. */
export function languageCode(given: string): string {
  const [code = ""] = given
    .trim()
    .toLowerCase()
    .split(/[-_,; ]/, 1);
  if (/^[a-z]{3}$/.test(code)) return FRANC_CODES[code] ?? "";
  return KNOWN.has(code) ? code : (OLD[code] ?? "");
}

const OLD: Readonly<Record<string, string>> = { iw: "he", in: "id", ji: "yi", jp: "ja", cn: "zh", nb: "no", nn: "no" };
const KNOWN = new Set(
  `aa ab af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa
  ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko
  kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nd ne ng nl no nr nv ny oc oj om or os pa pi pl
  ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk
  ur uz ve vi vo wa wo xh yi yo za zh zu`
    .trim()
    .split(/\s+/),
);
