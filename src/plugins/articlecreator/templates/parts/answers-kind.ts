import { termsOf } from "../../../../engines/pages/terms.js";

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{Ll}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozens?|hundreds?|thousands?|millions?|half|none|no|few|many|most|all|every|once|twice|often|rarely|never|depends?|var(?:y|ies)|daily|weekly|monthly|yearly)\b/iu;
const TIME =
  /\d|\b(?:century|centuries|after|before|during|when|while|until|once|as soon as|spring|summer|autumn|winter|morning|night|day|week|month|year|always|never|if|age|early|late|january|february|march|april|may|june|july|august|september|october|november|december)\b/i;
/** A sentence that begins with somebody and what he does. */
const SOMEBODY =
  /^(?:(?:The |An? )?(?:\p{Lu}[\p{L}.'\u2019-]+ ){1,4}(?:was|were|is|are|and|had|has|did|helped|made|led|\p{L}+ed)\b|(?:The|An?) \p{Ll})/u;
const CALLS = /\b(?:call(?:ed|s)?|nam(?:ed?|es)|known|term|words?)\b/i;
/** What only sends the reader elsewhere. */
const SENDS_AWAY = /^(?:see|visit|refer to|check out|read|click)\b/i;

/** Whether a sentence can be the answer to such a question: a number for "how many", somebody for "who". */
export function answersKind(question: string, answer: string, query: readonly string[]): boolean {
  if (SENDS_AWAY.test(answer)) return false;
  if (/^how (?:many|much|long|often|old|far|big|large|high)\b/i.test(question)) return NUMBER.test(answer);
  if (/^when\b/i.test(question)) return TIME.test(answer);
  if (/^why\b.*\b(?:called|named)\b/i.test(question)) return CALLS.test(answer);
  if (!/^who\b/i.test(question)) return true;
  const asked = termsOf(question).filter((term) => !query.includes(term));
  const told = new Set(termsOf(answer));
  return asked.some((term) => told.has(term)) || SOMEBODY.test(answer.replace(/\s*\([^()]{0,120}\)/g, ""));
}
