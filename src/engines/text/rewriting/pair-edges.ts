import { wordSet } from "../word-set.js";
import { verbGroups } from "./chunks.js";
import { bodyEnd } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { mayBeVerb, TAKING } from "./noun-pairs.js";
import type { Word, Words } from "./sentence-reading.js";
import { WH } from "./vocabulary.js";

/** Whether nothing follows that could tell of the second noun alone. */
export function closesPair(words: Words, end: number, start: number, grammar: Grammar): boolean {
  const [next, following] = [words[end], words[end + 1]];
  if (next === undefined || end === bodyEnd(words) || /^[;:—]$/u.test(next.text)) return true;
  if (next.before !== "" || /^\p{Lu}/u.test(next.text)) return false;
  if (next.text === ",") {
    if (following === undefined || WH.has(following.low) || /^(?:and|or|a|an|that)$/u.test(following.low)) return false;
    return /^(?:SCONJ|CCONJ|PRON|DET|ADV)$/u.test(following.tag) || verbGroups(words, 0, start, grammar).length === 0;
  }
  // "is old and content may change": the verb has the second alone for its subject.
  if (next.tag === "AUX" || next.tag === "VERB")
    return !/(?:ed|en|ing|wn|de|lt|ld)$/u.test(next.low) && isSubject(words, start, grammar);
  if (next.tag === "SCONJ") return next.low !== "that";
  if (next.low === "to") return next.tag === "PART" && /^(?:VERB|ADV)$/u.test(following?.tag ?? "");
  if (next.tag === "ADV" && next.low.endsWith("ly")) return true;
  // "starch in the form of flour"
  if (next.low === "in" && /^(?:form|sense|case)$/u.test(words[end + 2]?.low ?? "")) return false;
  if (next.tag === "ADJ" || /[.!?]/u.test(next.text) || (next.tag === "NOUN" && next.low !== "online")) return false;
  return TOGETHER.has(next.low) && !TAKING.has(words[end - 1]!.low);
}

/** Whether no verb stands before the place in its clause. */
function isSubject(words: Words, start: number, grammar: Grammar): boolean {
  const opening = words.findLastIndex(
    ({ tag, text }, place) => place < start && (tag === "SCONJ" || /^[,;:—]$/u.test(text)),
  );
  return !verbGroups(words, opening + 1, start, grammar).some(({ finite }) => finite);
}

/** Prepositions, adverbs and conjunctions of what is said of both. */
export const TOGETHER = wordSet(
  "in at across throughout through within during around among inside outside without via while when where alike together nationwide worldwide online also before after until by if because so but",
);

/** Whether the second noun may be a verb: "close the lid and wait", but hardly "the club sells hats and jackets". */
export function mayBeRequest(words: Words, and: number, second: Word, grammar: Grammar): boolean {
  if (!mayBeVerb(words, and, second, grammar)) return false;
  return grammar.lemma(second, "verb") === second.low || !/^[.!?]$/u.test(words[and + 2]?.text ?? ".");
}
