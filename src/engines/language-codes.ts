/** ISO 639-1 by ISO 639-3, of the languages that are detected. */
export const FRANC_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  `eng en deu de fra fr spa es ita it por pt nld nl swe sv dan da nob no nno no fin fi pol pl ces cs slk sk slv sl hrv hr bos bs
  srp sr bul bg mkd mk rus ru ukr uk bel be hun hu ron ro ell el tur tr azj az kaz kk uzn uz arb ar heb he pes fa urd ur hin hi
  ben bn mar mr guj gu pan pa tam ta tel te kan kn mal ml sin si nep ne npi ne tha th lao lo khm km mya my vie vi ind id zlm ms tgl tl
  jav jv sun su cmn zh jpn ja kor ko kat ka hye hy lit lt lvs lv ekk et sqi sq als sq cat ca glg gl eus eu epo eo swh sw hau ha yor yo
  ibo ig zul zu xho xh som so amh am afr af gle ga isl is`
    .trim()
    .split(/\s+/)
    .flatMap((code, index, all) => (index % 2 === 0 ? [[code, all[index + 1]!]] : [])),
);

/** ISO 639-1 out of what pages and people write for a language, as "en-US", "de_DE" or "deu"; "" when it is none. */
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
