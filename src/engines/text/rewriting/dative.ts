import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, nounPhraseAt } from "./chunks.js";
import type { Grammar } from "./grammar.js";
import { type Word, type Words, word } from "./sentence-reading.js";
import { isTime } from "./time-and-place.js";
import { replaced, type Transformation } from "./transformation.js";

const GIVE = wordSet("give send offer show lend hand teach award grant pay");

/** "gave the school a prize" and "gave a prize to the school". */
export const dative: Transformation = {
  kind: "dative",
  strength: 0.6,
  apply(words, grammar) {
    return words.flatMap((item, index) => {
      if (item.tag !== "VERB" || !GIVE.has(grammar.lemma(item, "verb") ?? "") || followsBe(words, index)) return [];
      const first = nounPhraseAt(words, index + 1);
      if (first === undefined) return [];
      const given = words.slice(first.start, first.end);
      const second = fullNounPhraseAt(words, first.end);
      const received = isReceiver(words, first.head, grammar);
      if (second !== undefined && isTime(words[second.head]!, grammar)) return [];
      if (
        second !== undefined &&
        !first.pronoun &&
        !second.pronoun &&
        received &&
        !isReceiver(words, second.head, grammar)
      ) {
        if (!endsPhrase(words[second.end])) return [];
        const thing = words.slice(second.start, second.end);
        return [replaced(words, first.start, second.end, [...thing, word("to", "ADP"), ...given])];
      }
      if (words[first.end]?.low !== "to" || first.pronoun || received) return [];
      const receiver = nounPhraseAt(words, first.end + 1);
      if (receiver === undefined || receiver.end - receiver.start > 3) return [];
      if (!isReceiver(words, receiver.head, grammar) || !endsPhrase(words[receiver.end])) return [];
      return [replaced(words, first.start, receiver.end, [...words.slice(receiver.start, receiver.end), ...given])];
    });
  },
};

/** Whether the verb is a passive, auxiliaries and adverbs away from its be. */
const followsBe = (words: Words, index: number) =>
  words.slice(Math.max(0, index - 3), index).some((item) => /^(?:is|are|was|were|be|been|being)$/u.test(item.low)) &&
  !words[index]!.low.endsWith("ing");

/** Nothing follows that could belong to the noun before it. */
const endsPhrase = (next: Word | undefined) =>
  next === undefined ||
  /^[.,;:!]$/u.test(next.text) ||
  ["for", "after", "before", "because", "when", "during", "if", "last", "every"].includes(next.low);

function isReceiver(words: Words, head: number, grammar: Grammar): boolean {
  const item = words[head]!;
  if (/^(?:me|him|her|us|them|you)$/u.test(item.low)) return true;
  return item.tag === "NOUN" && ["person", "group"].includes(grammar.category(item) ?? "");
}
