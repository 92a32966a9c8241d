import { fullNounPhraseAt, nounPhraseAt } from "./chunks.js";
import type { Grammar } from "./grammar.js";
import { type Word, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { words as list } from "./vocabulary.js";

const GIVE = list("give send offer show lend hand teach award grant pay");

/** "gave the school a prize" and "gave a prize to the school". */
export const dative: Transformation = {
  kind: "dative",
  strength: 0.6,
  apply(words, grammar) {
    const made: Word[][] = [];
    for (const [index, item] of words.entries()) {
      if (item.tag !== "VERB" || !GIVE.has(grammar.lemma(item, "verb") ?? "") || followsBe(words, index)) continue;
      const first = nounPhraseAt(words, index + 1);
      if (first === undefined) continue;
      const second = fullNounPhraseAt(words, first.end);
      if (
        second !== undefined &&
        !second.pronoun &&
        isReceiver(words, first.head, grammar) &&
        !isReceiver(words, second.head, grammar)
      ) {
        if (!endsPhrase(words[second.end])) continue;
        made.push(
          replaced(words, first.start, second.end, [
            ...words.slice(second.start, second.end),
            word("to", "ADP"),
            ...words.slice(first.start, first.end),
          ]),
        );
        continue;
      }
      if (words[first.end]?.low !== "to" || first.pronoun || isReceiver(words, first.head, grammar)) continue;
      const receiver = nounPhraseAt(words, first.end + 1);
      if (receiver === undefined || !isReceiver(words, receiver.head, grammar) || receiver.end - receiver.start > 3)
        continue;
      if (!endsPhrase(words[receiver.end])) continue;
      made.push(
        replaced(words, first.start, receiver.end, [
          ...words.slice(receiver.start, receiver.end),
          ...words.slice(first.start, first.end),
        ]),
      );
    }
    return made;
  },
};

/** Whether the verb is a passive, auxiliaries and adverbs away from its be. */
const followsBe = (words: readonly Word[], index: number) =>
  words.slice(Math.max(0, index - 3), index).some((item) => /^(?:is|are|was|were|be|been|being)$/u.test(item.low)) &&
  !words[index]!.low.endsWith("ing");

/** Nothing follows that could belong to the noun before it. */
const endsPhrase = (next: Word | undefined) =>
  next === undefined ||
  /^[.,;:!]$/u.test(next.text) ||
  ["for", "after", "before", "because", "when", "during", "if", "last", "every"].includes(next.low);

function isReceiver(words: readonly Word[], head: number, grammar: Grammar): boolean {
  const item = words[head]!;
  if (/^(?:me|him|her|us|them|you)$/u.test(item.low)) return true;
  return item.tag === "NOUN" && ["person", "group"].includes(grammar.category(item) ?? "");
}
