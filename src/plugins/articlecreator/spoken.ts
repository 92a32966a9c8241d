import type { Stretch } from "../../engines/pages/blocks.js";
import { leftOut } from "../../engines/pages/code-spans.js";

interface Spoken {
  readonly text: string;
  readonly code?: readonly Stretch[];
}

/** A sentence as an article has it: without the words by which its writer turns to the reader, and without a shout. */
export function asToldPlainly(sentence: Spoken): Spoken {
  const read = leftOut(sentence, TURNS_TO_READER);
  const begins = read.text === sentence.text || read.code?.[0]?.from === 0;
  const text = begins ? read.text : read.text.charAt(0).toUpperCase() + read.text.slice(1);
  return { ...read, text: text.split(" ").length < FEWEST_SHOUTED ? text : text.replace(SHOUT, "$<word>.$<after>") };
}

/** A shout of fewer words says nothing. */
const FEWEST_SHOUTED = 6;
const SHOUT = /(?<word>[\p{L}\p{N})%])!+(?<after>["'\u201d\u2019)\]]{0,3})$/u;
const TURNS_TO_READER =
  /^(?:Of course|Well|Oh|As you (?:can|may|might) (?:see|know|guess|expect|imagine)|As you know|Believe it or not|To be honest|Needless to say|Don['\u2019]t worry|Trust me|Guess what|(?:Pro|Quick|Bonus|Hot|Top)[- ]tip|Fun fact)(?:,|:|!|\s[\u2013\u2014-])\s+(?=\p{L})/giu;

/** Whether a question belongs to what is told, and asks the reader for nothing: "Why does the bread sour?" */
export function isToldAsQuestion(text: string): boolean {
  return QUESTION.test(text) && text.split(" ").length >= FEWEST_ASKED && !ASKS_READER.test(text);
}

const FEWEST_ASKED = 4;
const QUESTION = /^\p{Lu}[^?!]*\?$/u;
const ASKS_READER =
  /^(?:want|need|looking|ready|interested|curious|wondering|tired|struggling|sound|got|still|not sure|thinking|planning|searching|have you|do you|did you|are you|would you|could you|will you|can you|feeling|hungry|confused|stuck)\b|\b(?:i|my|me|we|our|us)\b|\bright\?$/iu;
