import sensitiveWords from "../../../../data/english/about-me/sensitive-words.txt";
import { once, readLists } from "../../tables.js";
import { wordSet } from "../word-set.js";
import { GRAVE_KINDS } from "./sorts.js";

/** Subjects that call for a sober text, by what the text adds. */
export type Gravity = "health" | "grave" | "regulated";
export type GraveKind = (typeof GRAVE_KINDS)[number];

const table = once(() => {
  const file = { name: "english/about-me/sensitive-words.txt", text: sensitiveWords };
  const lists = readLists(file, ["grave", "health", "regulated", "legal", ...GRAVE_KINDS, "not these"]);
  return {
    legal: lists.legal.map((stem) => ` ${stem}`),
    harmless: lists["not these"].map((phrase) => ` ${phrase} `),
    subjects: (["grave", "health", "regulated"] as const).map((gravity) => [gravity, listed(lists[gravity])] as const),
    kinds: GRAVE_KINDS.map((kind) => [kind, listed(lists[kind])] as const),
  };
});

interface Listed {
  /** What is looked for in the whole keyword: beginnings of words, and entries of several words. */
  readonly parts: readonly string[];
  readonly words: ReadonlySet<string>;
}

function listed(entries: readonly string[]): Listed {
  const [whole, stems] = [false, true].map((isStem) => entries.filter((entry) => entry.endsWith("*") === isStem));
  return {
    parts: [
      ...stems!.map((stem) => ` ${stem.slice(0, -1)}`),
      ...whole!.filter((entry) => entry.includes(" ")).map((phrase) => ` ${phrase} `),
    ],
    words: new Set(whole!.flatMap((word) => [word, `${word}s`])),
  };
}

/** Whether one of the entries is in the keyword, which is in small letters and has a space at both ends. */
function isIn(keyword: string, { parts, words }: Listed): boolean {
  return keyword.split(" ").some((word) => words.has(word)) || parts.some((part) => keyword.includes(part));
}

/** The words as they are looked for in the lists: in small letters, with a space at both ends. */
function searchable(words: readonly string[]): string {
  const lower = words.map((word) => word.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  return ` ${lower.join(" ")} `;
}

/** Of which kind a grave subject is that has texts of its own, such as a loss or a fraud. */
export function graveKind(words: readonly string[]): GraveKind | undefined {
  return table().kinds.find(([, entries]) => isIn(searchable(words), entries))?.[0];
}

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
  const { harmless, subjects } = table();
  const keyword = harmless.reduce((text, phrase) => text.replace(phrase, " "), searchable(words));
  const left = keyword.split(" ").filter(Boolean);
  const found = subjects.find(([, entries]) => isIn(keyword, entries));
  if (found !== undefined) return found[0];
  if (left.at(-1) === "law") return "regulated";
  if (left.some((word) => ILL_NAME.test(word) && !NOT_ILL.has(word))) return "health";
  if (
    left.length === words.length &&
    knowledge &&
    ["state", "event"].includes(knowledge.category) &&
    ILLNESS.test(knowledge.gloss)
  )
    return "health";
  return undefined;
}
