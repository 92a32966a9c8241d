import { wordSet } from "../word-set.js";
import type { Expression, Form, Sentence } from "./types.js";

/** Bits of the verb frames in the data: an object, and anything at all that a noun phrase behind the verb can be. */
const OBJECT = 0b1110;
const NOUN_PHRASE = 0b11001110;

/** Words that open a noun phrase which stands directly behind a verb: its object, or what it says of the subject. */
const OPENERS = wordSet("me him her us them it the a an my your his its our their these those");
const PASSIVE = wordSet("be am is are was were been being 's 're ’s ’re");
const BETWEEN: ReadonlySet<string> = new Set(["ADV", "PART"]);

/**
 * Frames of which a verb needs one to be in the place, as bits; 0 when any verb can. A verb with an object must not become
 * one that has none (`answered these requests`, but not `gathered`), nor one in the passive.
 *
 * @param targetFrames Those of the verb that is there.
 */
export function framesNeeded(
  { tokens }: Sentence,
  { first, last, wordClass }: Expression,
  form: Form,
  targetFrames: number,
): number {
  if (wordClass !== "verb" || (targetFrames & OBJECT) === 0) return 0;
  const next = tokens[last + 1];
  if (next !== undefined && OPENERS.has(next.text.toLowerCase())) return NOUN_PHRASE;
  if (form !== "participle") return 0;
  let before = first - 1;
  while (before >= 0 && first - before <= 3 && BETWEEN.has(tokens[before]!.tag)) before -= 1;
  return before >= 0 && PASSIVE.has(tokens[before]!.text.toLowerCase()) ? NOUN_PHRASE : 0;
}
