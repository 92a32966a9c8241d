import sensitiveWords from "../../../../data/english/about-me/sensitive-words.txt";
import { once, readLists } from "../../tables.js";
import { wordSet } from "../word-set.js";

/** Subjects that call for a sober text, by what the text adds. */
export type Gravity = "health" | "grave" | "regulated";

const table = once(() => {
  const file = { name: "english/about-me/sensitive-words.txt", text: sensitiveWords };
  const lists = readLists(file, ["grave", "health", "regulated", "legal", "not these"]);
  const { "not these": harmless, legal, ...grave } = lists;
  return {
    legal: legal.map((stem) => ` ${stem}`),
    harmless: harmless.map((phrase) => ` ${phrase} `),
    subjects: Object.entries(grave).map(([gravity, entries]) => {
      const [whole, stems] = [false, true].map((isStem) => entries.filter((entry) => entry.endsWith("*") === isStem));
      return {
        gravity: gravity as Gravity,
        // Entries of several words are looked for in the whole keyword.
        parts: [
          ...stems!.map((stem) => ` ${stem.slice(0, -1)}`),
          ...whole!.filter((entry) => entry.includes(" ")).map((phrase) => ` ${phrase} `),
        ],
        words: new Set(whole!.flatMap((word) => [word, `${word}s`])),
      };
    }),
  };
});

const ILLNESS =
  /\b(?:disease|disorder|illness|infection|inflammation|tumou?r|syndrome|ailment|pathological|malignan\w*|epidemic|wound|injury)\b/;
/** How names of illnesses end: "tendinitis", "leukaemia", "sciatic neuropathy", but not "hypnosis" and "osteopathy". */
const ILL_NAME =
  /(?:.{3}itis|.{3}(?<!hypn|photosynth|metamorph|osm|symbi)osis|.{2}[^dhr]a?emia|algia|plegia|.lexia|phobia|.pn(?:o?e)a|uria|rrhoea|.{3}noma|sarcoma|(?:neuro|psycho|cardiomyo|retino)pathy)$/;
const NOT_ILL = wordSet("academia bohemia diagnosis prognosis");

/** Whether a grave subject is one of papers, dates and rights, such as a divorce or a debt. */
export function isLegal(words: readonly string[]): boolean {
  const keyword = ` ${words.join(" ").toLowerCase()}`;
  return table().legal.some((stem) => keyword.includes(stem));
}

/** How grave the words are, or undefined. `gloss` and `category` are what the dictionary says of the head, when it does. */
export function gravityOf(
  words: readonly string[],
  knowledge: { readonly category: string; readonly gloss: string } | undefined,
): Gravity | undefined {
  const lower = words.map((word) => word.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  const { harmless, subjects } = table();
  const keyword = harmless.reduce((text, phrase) => text.replace(phrase, " "), ` ${lower.join(" ")} `);
  const left = keyword.split(" ").filter(Boolean);
  for (const { gravity, parts, words: whole } of subjects) {
    if (left.some((word) => whole.has(word)) || parts.some((part) => keyword.includes(part))) return gravity;
  }
  if (left.at(-1) === "law") return "regulated";
  if (left.some((word) => ILL_NAME.test(word) && !NOT_ILL.has(word))) return "health";
  if (
    left.length === lower.length &&
    knowledge &&
    ["state", "event"].includes(knowledge.category) &&
    ILLNESS.test(knowledge.gloss)
  )
    return "health";
  return undefined;
}
