import specialistTable from "../../../../data/english/about-me/specialists.txt";
import { once, readLists } from "../../tables.js";
import type { English } from "../english/types.js";
import { calledOf } from "./firms.js";
import { longestKnown } from "./phrases.js";
import { isPubName } from "./pub-names.js";
import type { Reading } from "./reading.js";
import { type Sort, SPECIALISTS } from "./sorts.js";

export type Specialist = keyof typeof SPECIALISTS;

const specialists = once((): ReadonlyMap<string, Specialist> => {
  const sections = Object.keys(SPECIALISTS) as Specialist[];
  const lists = readLists({ name: "english/about-me/specialists.txt", text: specialistTable }, sections);
  return new Map(sections.flatMap((section) => lists[section].map((phrase) => [phrase, section] as const)));
});

/** The narrower class of a firm of the wider class `sort`, or undefined. */
export function specialistOf(reading: Reading, sort: Sort, english: English): Specialist | undefined {
  if (isPubName(reading.words)) return "pub";
  const found = longestKnown(calledOf(reading), specialists(), english);
  return found !== undefined && (SPECIALISTS[found].of as readonly Sort[]).includes(sort) ? found : undefined;
}
