import classTable from "../../../../data/english/about-me/firm-classes.txt";
import { once, readLists } from "../../tables.js";
import type { English } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { longestKnown } from "./phrases.js";
import { FIRM_CLASSES } from "./sorts.js";

export type FirmClass = (typeof FIRM_CLASSES)[number];

const classes = once((): ReadonlyMap<string, FirmClass | "other"> => {
  const sections = [...FIRM_CLASSES, "other"] as const;
  const lists = readLists({ name: "english/about-me/firm-classes.txt", text: classTable }, sections);
  return new Map(sections.flatMap((section) => lists[section].map((phrase) => [phrase, section] as const)));
});

/** Classes in which somebody alone may be at work: their texts can be told in the first person singular. */
const ALONE = wordSet("school care clinic pets talking office trade craft lessons salon occasion travel");
/** Who works alone whatever the class. */
const LONE = wordSet(
  "chef reporter journalist columnist author novelist poet composer sculptor comedian magician pastor vicar rabbi athlete artist baker historian storyteller blogger farrier blacksmith doula midwife",
);
const SEVERAL = wordSet("band quartet trio choir ensemble school studio club company firm");

/**
 * The class of a firm whose words, in small letters and without the place behind them, are given: by the longest known phrase at
 * their end, or else by the last one before it.
 */
export function firmClass(words: readonly string[], english: English): FirmClass | undefined {
  const found = longestKnown(words, classes(), english);
  return found === "other" ? undefined : found;
}

/** Whether a trade of the class is spoken of by one person: "accountant", but not "accountants" and "jazz band". */
export function worksAlone(firm: FirmClass | undefined, lemma: string): boolean {
  return LONE.has(lemma) || (firm !== undefined && ALONE.has(firm) && !SEVERAL.has(lemma));
}
