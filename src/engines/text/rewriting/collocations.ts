import { inflect, isUncountable } from "../english/inflection/index.js";
import type { Grammar } from "./grammar.js";
import type { Word } from "./sentence-reading.js";

/** Whether people say the two words one after the other. */
export function goesWith(one: Word, other: Word, { english }: Grammar): boolean {
  const together = english.fluency([one.low, other.low]);
  return together - english.fluency([one.low]) - english.fluency([other.low]) > SEEN;
}

/** Nats above chance from which on two words have been seen together. */
const SEEN = 6.2;

/** Whether the noun is singular and mostly said of one thing of many, so that it does not stand without an article. */
export function isOneOfMany({ low }: Word, { english }: Grammar): boolean {
  if (english.lemmaOf(low, "noun") !== low || isUncountable(low)) return false;
  const several = english.frequency(inflect(low, "plural"));
  return several > RARE && english.frequency(low) - several < RARE_PLURAL && !low.endsWith("ing");
}

/** What a plural that people use is more frequent than. */
const RARE = -11.5;
/** Differences of frequency, as logarithms, from which on a noun is mostly said of a stuff: "water" and "waters". */
const RARE_PLURAL = 1;
