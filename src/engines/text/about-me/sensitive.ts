import sensitiveWords from "../../../../data/english/about-me/sensitive-words.txt";
import { once, readLists } from "../../tables.js";

/** Subjects that call for a sober text, by what the text adds. */
export type Gravity = "health" | "grave" | "regulated";

const table = once(() => {
  const file = { name: "english/about-me/sensitive-words.txt", text: sensitiveWords };
  const lists = readLists(file, ["grave", "health", "regulated"]);
  return Object.entries(lists).map(([gravity, entries]) => {
    const [whole, stems] = [false, true].map((isStem) => entries.filter((entry) => entry.endsWith("*") === isStem));
    return {
      gravity: gravity as Gravity,
      stems: stems!.map((stem) => stem.slice(0, -1)),
      whole: new Set(whole!.flatMap((word) => [word, `${word}s`])),
    };
  });
});

const ILLNESS =
  /\b(?:disease|disorder|illness|infection|inflammation|tumou?r|syndrome|ailment|pathological|malignan\w*|epidemic|wound|injury)\b/;

/** How grave the words are, or undefined. `gloss` and `category` are what the dictionary says of the head, when it does. */
export function gravityOf(
  words: readonly string[],
  knowledge: { readonly category: string; readonly gloss: string } | undefined,
): Gravity | undefined {
  const lower = words.map((word) => word.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  for (const { gravity, stems, whole } of table()) {
    if (lower.some((word) => whole.has(word) || stems.some((stem) => word.startsWith(stem)))) return gravity;
  }
  if (knowledge && ["state", "event"].includes(knowledge.category) && ILLNESS.test(knowledge.gloss)) return "health";
  return undefined;
}
