import { goesWith, isOneOfMany } from "./collocations.js";
import { isFixed } from "./fixed-pairs.js";
import type { Grammar } from "./grammar.js";
import { isSaidInOrder, STAGES } from "./list-order.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";

/** "boat and train tickets" becomes "train and boat tickets", where people say "boat tickets" too. */
export const sharedHead: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    return words.flatMap((and, index) => {
      const [before, one, two, head] = [words[index - 2], words[index - 1], words[index + 1], words[index + 2]];
      if (!/^(?:and|or)$/u.test(and.low) || and.before + and.after !== "") return [];
      if (one === undefined || two === undefined || head === undefined || ![one, two, head].every(isPlainNoun))
        return [];
      if (
        isFixed(one.low, two.low) ||
        isSaidInOrder(one.low, two.low, grammar) ||
        [one, two].some(({ low }) => STAGES.has(low))
      )
        return [];
      if (grammar.plural(one) === true || !(goesWith(one, head, grammar) || isBare(before, one, grammar))) return [];
      // "your computer or recording software": done by the one, and no kind of the other.
      if (one.low.endsWith("ing") !== two.low.endsWith("ing")) return [];
      if (words[index + 3]?.tag === "NOUN" || new Set([one.low, two.low, head.low]).size < 3) return [];
      const opens =
        before === undefined || (/^(?:DET|ADP|VERB|AUX|PRON|ADJ)$/u.test(before.tag) && !before.text.includes("-"));
      return opens ? [changedPlaces(words, index)] : [];
    });
  },
};

const isPlainNoun = ({ tag, text, before, after }: Word) =>
  tag === "NOUN" && /^\p{Ll}+$/u.test(text) && before + after === "";

/** "for guest and staff rooms": one thing of many stands without an article only before another noun. */
const isBare = (before: Word | undefined, noun: Word, grammar: Grammar) =>
  !/^(?:DET|PRON|ADJ)$/u.test(before?.tag ?? "") && isOneOfMany(noun, grammar);

const changedPlaces = (words: Words, and: number): Words => {
  const [one, two] = [words[and - 1]!, words[and + 1]!];
  return replaced(words, and - 1, and + 2, [{ ...two, space: one.space }, words[and]!, spaced(one)]);
};
