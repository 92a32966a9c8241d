import { wordSet } from "../word-set.js";
import { isRelative } from "./coordination.js";
import { isFixed } from "./fixed-pairs.js";
import type { Grammar } from "./grammar.js";
import { isSaidInOrder, STAGES } from "./list-order.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { HAVE } from "./vocabulary.js";

/** "Warm and dry rooms" becomes "Dry and warm rooms": two adjectives or participles before their noun. */
export const modifierOrder: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    return words.flatMap((and, index) => {
      const [before, one, two, noun] = [words[index - 2], words[index - 1], words[index + 1], words[index + 2]];
      if (!/^(?:and|or)$/u.test(and.low) || and.before + and.after !== "") return [];
      const known = noun?.tag === "NOUN" || (noun?.tag === "ADJ" && words[index + 3]?.tag === "NOUN");
      if (!known) return [];
      if (one === undefined || two === undefined || !areEqual(one, two, grammar)) return [];
      if (!opens(before) || isSplit(words, index)) return [];
      // "has tested and rated boats", "the most useful and smartest lamp"
      if (HAVE.has(before?.low ?? "") && /ed$/u.test(one.low)) return [];
      if (/^(?:more|most)$/u.test(before?.low ?? "") && !TAKES_MORE.test(two.low)) return [];
      return [changedPlaces(words, index)];
    });
  },
};

/** "is warm and dry when it rains" becomes "is dry and warm when it rains", and "keeps the room warm and dry" likewise. */
export const predicateOrder: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    return words.flatMap((and, index) => {
      const [one, two, next] = [words[index - 1], words[index + 1], words[index + 2]];
      if (and.low !== "and" || and.before + and.after !== "" || one?.tag !== "ADJ" || two?.tag !== "ADJ") return [];
      if (!areEqual(one, two, grammar) || !isTold(words, index - 2, grammar)) return [];
      const closes = next === undefined || /^[.!;:]$/u.test(next.text) || CLOSING.has(next.low);
      return closes ? [changedPlaces(words, index)] : [];
    });
  },
};

/** Words that cannot go on about the second adjective alone. */
const CLOSING = wordSet("when while because if but so since although though whereas unless");

/** Whether the adjective behind this place is said of the subject or the object. */
function isTold(words: Words, at: number, grammar: Grammar): boolean {
  const before = words[at];
  if (before === undefined) return false;
  if (before.tag === "AUX" || BECOMING.has(grammar.lemma(before, "verb") ?? "")) return true;
  if (!/^(?:NOUN|PRON)$/u.test(before.tag)) return false;
  const verb = words
    .slice(Math.max(0, at - 4), at)
    .findLast(({ tag }) => tag !== "DET" && tag !== "NOUN" && tag !== "PRON");
  return verb?.tag === "VERB" && MAKING.has(grammar.lemma(verb, "verb") ?? "");
}

const BECOMING = wordSet("become feel look remain stay get seem sound appear");
const MAKING = wordSet("make keep find leave render");

function areEqual(one: Word, two: Word, grammar: Grammar): boolean {
  if (![one, two].every(isModifier) || one.before + one.after + two.before + two.after !== "") return false;
  if ([one, two].some(({ low }) => isRelative(low) || STAGES.has(low) || APART.has(low))) return false;
  // "has tested and rated tools"
  if ((one.tag === "VERB") !== (two.tag === "VERB")) return false;
  // "a faster and useful tool": the comparative would go for the other one too.
  if (/\p{L}{3}er$/u.test(one.low) !== /\p{L}{3}er$/u.test(two.low)) return false;
  return !isFixed(one.low, two.low) && !isSaidInOrder(one.low, two.low, grammar);
}

/** An adjective of several syllables that "more" stands before. */
const TAKES_MORE = /^(?!.*(?:er|est)$).{6,}/u;

const isModifier = ({ tag, text, low }: Word) =>
  (tag === "ADJ" && /^\p{L}\p{Ll}*(?:-\p{L}+)*$/u.test(text)) || (tag === "VERB" && /[^e]ed$/u.test(low));

/** Whether nothing before the first one belongs to it alone. */
function opens(before: Word | undefined): boolean {
  if (before === undefined) return true;
  if (before.after !== "" || before.text.endsWith("-")) return false;
  if (/^(?:DET|ADP|VERB|AUX|SCONJ)$/u.test(before.tag) || /^(?:my|your|our|their|its|his|her)$/u.test(before.low))
    return true;
  if (before.low === "more" || before.low === "most") return true;
  return /^[:;]$/u.test(before.text);
}

/** "old and new, or rented": the pair is the end of a list. */
const isSplit = (words: Words, and: number) => words[and - 2]?.text === ",";

const changedPlaces = (words: Words, and: number): Words => {
  const [one, two] = [words[and - 1]!, words[and + 1]!];
  return replaced(words, and - 1, and + 2, [{ ...two, space: one.space }, words[and]!, spaced(one)]);
};

/** What is said in one order, or is no equal of anything. */
const APART = wordSet(
  "black white red blue green yellow safe null alive existing used available able ready willing due",
);
