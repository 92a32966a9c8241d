import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, nounPhraseAt } from "./chunks.js";
import type { Grammar } from "./grammar.js";
import type { Word, Words } from "./sentence-reading.js";
import { MONTHS, TIME_NOUNS, WEEKDAYS } from "./vocabulary.js";

/** Where a prepositional phrase or bare noun phrase of time that begins at `start` ends. */
export function timePhraseEnd(words: Words, start: number, grammar: Grammar): number | undefined {
  const first = words[start];
  if (first === undefined) return undefined;
  if (/^(?:today|nowadays|yesterday|tomorrow|tonight)$/u.test(first.low)) return start + 1;
  const preposition = TIME_PREPOSITIONS.has(first.low);
  if (!preposition && !/^(?:last|next|this|every|each|one)$/u.test(first.low)) return undefined;
  const phrase = nounPhraseAt(words, preposition ? start + 1 : start);
  let end = phrase?.end;
  let head = phrase === undefined ? undefined : words[phrase.head];
  if (end === undefined && preposition && /^\d{4}s?$/u.test(words[start + 1]?.text ?? "")) {
    end = start + 2;
    head = words[start + 1];
  }
  if (end === undefined || head === undefined) return undefined;
  if (words[end]?.low === "of") {
    const more = nounPhraseAt(words, end + 1);
    if (more === undefined) return undefined;
    end = more.end;
    if (!isTime(words[more.head]!, grammar) && !isTime(head, grammar)) return undefined;
  } else if (!isTime(head, grammar) && first.low !== "during") return undefined;
  if (/^\d{4}$/u.test(words[end]?.text ?? "")) end += 1;
  return end;
}

const TIME_PREPOSITIONS = wordSet("in on at during since by after before until for over throughout within");

export function isTime(head: Word, grammar: Grammar): boolean {
  if (/^(?:1[0-9]|20)\d\ds?$/u.test(head.text) || MONTHS.has(head.low) || WEEKDAYS.has(head.low)) return true;
  return TIME_NOUNS.has(grammar.lemma(head, "noun") ?? head.low);
}

export function placePhraseEnd(words: Words, start: number, grammar: Grammar): number | undefined {
  const first = words[start];
  if (first === undefined || !PLACE_PREPOSITIONS.has(first.low)) return undefined;
  const phrase = fullNounPhraseAt(words, start + 1);
  if (phrase === undefined || phrase.pronoun) return undefined;
  const head = words[phrase.head]!;
  if (head.tag !== "PROPN" && phrase.end - phrase.start < 2 && grammar.plural(head) !== true) return undefined;
  const place =
    head.tag === "PROPN" || ["location", "artifact", "object", "body", "group"].includes(grammar.category(head) ?? "");
  return place ? phrase.end : undefined;
}

const PLACE_PREPOSITIONS = wordSet("in at near on under behind beside inside outside above");
