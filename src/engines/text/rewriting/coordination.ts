import { nounPhraseAt } from "./chunks.js";
import type { Grammar } from "./grammar.js";
import type { Word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { words as list, THIRD_PERSON, WH } from "./vocabulary.js";

/** Two nouns of one kind around `and` in the other order. */
export const pairOrder: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some((item) => item.low === "respectively" || item.low === "latter" || item.low === "former")) return [];
    const made: Word[][] = [];
    for (const [index, item] of words.entries()) {
      if (item.low !== "and") continue;
      const right = nounPhraseAt(words, index + 1);
      if (right === undefined || right.pronoun || words[right.end]?.low === "of" || words[right.end]?.low === "and")
        continue;
      const left = leftOf(words, index);
      if (left === undefined || !alike(words, left, index, right.end, grammar)) continue;
      const first = words.slice(left, index);
      const second = words.slice(index + 1, right.end);
      made.push(replaced(words, left, right.end, [...second, item, ...first]));
    }
    return made;
  },
};

/** The first two of "salt, pepper and oil" in the other order, and two adjectives around `and`. */
export const listOrder: Transformation = {
  kind: "pair order",
  strength: 0.35,
  apply(words) {
    if (
      words.some(
        (item) => item.low === "respectively" || item.low === "latter" || item.low === "former" || item.low === "first",
      )
    )
      return [];
    const made: Word[][] = [];
    for (const [index, item] of words.entries()) {
      if (item.low !== "and" && item.low !== "or") continue;
      const [one, two, three] = [words[index - 3], words[index - 1], words[index + 1]];
      if (
        one === undefined ||
        two === undefined ||
        three === undefined ||
        one.before + one.after + two.before + two.after !== ""
      )
        continue;
      const before = words[index - 4];
      const outside = before === undefined || ["ADP", "VERB", "AUX", "PUNCT"].includes(before.tag);
      const plain = one.tag === two.tag && two.tag === three.tag && (one.tag === "NOUN" || one.tag === "ADJ");
      if (words[index - 2]!.text === "," && plain && outside && before?.text !== "(") {
        const next = words[index + 2];
        if (one.tag === "NOUN" && next?.tag === "ADP" && next.low === "of") continue;
        if (before?.text === "," && words[index - 5]?.tag !== one.tag) continue;
        made.push(
          replaced(words, index - 3, index, [{ ...two, space: one.space }, words[index - 2]!, { ...one, space: true }]),
        );
      }
      const adjectives = two.tag === "ADJ" && three.tag === "ADJ" && /^\p{L}+$/u.test(two.text + three.text);
      if (
        adjectives &&
        item.low === "and" &&
        words[index - 2]?.tag === "AUX" &&
        (words[index + 2] === undefined || words[index + 2]!.tag === "PUNCT" || words[index + 2]!.tag === "CCONJ") &&
        !COLOURS.has(two.low) &&
        words[index + 2]?.low !== "and"
      )
        made.push(
          replaced(words, index - 1, index + 2, [{ ...three, space: two.space }, item, { ...two, space: true }]),
        );
    }
    return made;
  },
};

const COLOURS = list("black white red blue green yellow safe null alive");

/** Where the noun phrase that ends before `and` begins, when nothing before it could reach over the pair. */
function leftOf(words: readonly Word[], and: number): number | undefined {
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

function alike(words: readonly Word[], start: number, and: number, end: number, grammar: Grammar): boolean {
  const left = words.slice(start, and);
  const right = words.slice(and + 1, end);
  if (
    [...left, ...right].some(
      (item) => item.tag === "PROPN" || item.tag === "NUM" || item.tag === "ADJ" || THIRD_PERSON.has(item.low),
    )
  )
    return false;
  const next = words[end];
  // What hangs on the second noun alone would hang on the first, or on both.
  if (
    next !== undefined &&
    ["NOUN", "PART", "ADP", "PRON", "SCONJ"].includes(next.tag) &&
    next.low !== "in" &&
    next.low !== "at"
  )
    return false;
  if (next !== undefined && (WH.has(next.low) || next.low === "that")) return false;
  const bothDetermined = left[0]!.tag === "DET" && right[0]!.tag === "DET" && left.length === 2 && right.length === 2;
  const bothPlural =
    left.length === 1 && right.length === 1 && grammar.plural(left[0]!) === true && grammar.plural(right[0]!) === true;
  return bothDetermined || bothPlural;
}
