import { wordSet } from "../word-set.js";
import { nounPhraseAt } from "./chunks.js";
import type { Grammar } from "./grammar.js";
import { spaced, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { THIRD_PERSON, WH } from "./vocabulary.js";

/** Two nouns of one kind around `and` in the other order. */
export const pairOrder: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some((item) => /^(?:respectively|latter|former)$/u.test(item.low))) return [];
    return words.flatMap((item, index) => {
      if (item.low !== "and") return [];
      const right = nounPhraseAt(words, index + 1);
      if (right === undefined || right.pronoun || /^(?:of|and)$/u.test(words[right.end]?.low ?? "")) return [];
      const left = leftOf(words, index);
      if (left === undefined || !alike(words, left, index, right.end, grammar)) return [];
      const [first, second] = [words.slice(left, index), words.slice(index + 1, right.end)];
      return [replaced(words, left, right.end, [...second, item, ...first])];
    });
  },
};

/** The first two of "salt, pepper and oil" in the other order, and two adjectives around `and`. */
export const listOrder: Transformation = {
  kind: "pair order",
  strength: 0.35,
  apply(words) {
    if (words.some((item) => /^(?:respectively|latter|former|first)$/u.test(item.low))) return [];
    return words.flatMap((item, index) => {
      if (item.low !== "and" && item.low !== "or") return [];
      const [one, two, three] = [words[index - 3], words[index - 1], words[index + 1]];
      if (one === undefined || two === undefined || three === undefined) return [];
      if (one.before + one.after + two.before + two.after !== "") return [];
      const made: Words[] = [];
      const [before, between, next] = [words[index - 4], words[index - 2]!, words[index + 2]];
      const outside =
        before === undefined || (["ADP", "VERB", "AUX", "PUNCT"].includes(before.tag) && !before.text.includes("-"));
      const plain = one.tag === two.tag && two.tag === three.tag && (one.tag === "NOUN" || one.tag === "ADJ");
      if (between.text === "," && plain && outside && before?.text !== "(") {
        if (one.tag === "NOUN" && next?.tag === "ADP" && next.low === "of") return [];
        if (before?.text === "," && words[index - 5]?.tag !== one.tag) return [];
        made.push(replaced(words, index - 3, index, [{ ...two, space: one.space }, between, spaced(one)]));
      }
      const adjectives = two.tag === "ADJ" && three.tag === "ADJ" && /^\p{L}+$/u.test(two.text + three.text);
      const closes = next === undefined || next.tag === "PUNCT" || (next.tag === "CCONJ" && next.low !== "and");
      if (adjectives && item.low === "and" && between.tag === "AUX" && closes && !COLOURS.has(two.low)) {
        made.push(replaced(words, index - 1, index + 2, [{ ...three, space: two.space }, item, spaced(two)]));
      }
      return made;
    });
  },
};

const COLOURS = wordSet("black white red blue green yellow safe null alive");

/** Where the noun phrase that ends before `and` begins, when nothing before it could reach over the pair. */
function leftOf(words: Words, and: number): number | undefined {
  for (let start = Math.max(0, and - 4); start < and; start += 1) {
    const phrase = nounPhraseAt(words, start);
    if (phrase === undefined || phrase.end !== and || phrase.pronoun) continue;
    const before = words[start - 1];
    if (before === undefined) return start;
    const outside = ["ADP", "VERB", "AUX", "SCONJ"].includes(before.tag);
    return outside && before.low !== "of" && before.low !== "between" && before.low !== "from" ? start : undefined;
  }
  return undefined;
}

function alike(words: Words, start: number, and: number, end: number, grammar: Grammar): boolean {
  const left = words.slice(start, and);
  const right = words.slice(and + 1, end);
  if ([...left, ...right].some((item) => /^(?:PROPN|NUM|ADJ)$/u.test(item.tag) || THIRD_PERSON.has(item.low)))
    return false;
  const next = words[end];
  // What hangs on the second noun alone would hang on the first, or on both.
  if (next !== undefined) {
    if (/^(?:NOUN|PART|ADP|PRON|SCONJ)$/u.test(next.tag) && next.low !== "in" && next.low !== "at") return false;
    if (WH.has(next.low) || next.low === "that") return false;
  }
  const bothDetermined = left[0]!.tag === "DET" && right[0]!.tag === "DET" && left.length === 2 && right.length === 2;
  const bothPlural =
    left.length === 1 && right.length === 1 && grammar.plural(left[0]!) === true && grammar.plural(right[0]!) === true;
  return bothDetermined || bothPlural;
}
