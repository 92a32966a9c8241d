import { plainKey } from "../../../../engines/pages/blocks.js";
import { countWords } from "../../../../engines/pages/terms.js";
import type { Source } from "../../sources.js";

/** What a source gives as a name and its value: `Weight: 700 g`. */
export interface Specification {
  readonly name: string;
  readonly value: string;
  /** The line or the row of the source. */
  readonly original: string;
}

/** Lines one below the other that are no chance. */
const FEWEST_LINES = 3;
const LONGEST_NAME = 8;
const LONGEST_VALUE = 20;
const LINE = /^([\p{L}\d][^:.?!;]{2,60}?)\s?:\s+(\S[^:]*)$/u;
/** Names of what belongs to the page. */
const OF_THE_PAGE =
  /^(?:photo|image|source|text|author|date|posts?|tags?|note|update|answer|question|e-?mail|phone)\b/i;

/** The names and values that stand in a source: tables of two columns without a head, and short lines one below the other. */
export function specificationsOf({ tables = [], blocks }: Source): Specification[] {
  const inTables = tables
    .filter(({ head, rows }) => head.length === 0 && rows.every(({ length }) => length === 2))
    .flatMap(({ rows }) => rows.map(([name, value]) => specification(name!, value!, `${name} | ${value}`)));
  const lines: (Specification | undefined)[][] = [[]];
  for (const { kind, text } of blocks) {
    const [, name, value] = kind === "heading" ? [] : (LINE.exec(text) ?? []);
    const found = name === undefined ? undefined : specification(name, value!, text);
    if (found === undefined) lines.push([]);
    else lines.at(-1)!.push(found);
  }
  const seen = new Set<string>();
  return [...inTables, ...lines.filter(({ length }) => length >= FEWEST_LINES).flat()].filter((each) => {
    if (each === undefined || seen.has(plainKey(each.name))) return false;
    seen.add(plainKey(each.name));
    return true;
  }) as Specification[];
}

function specification(name: string, value: string, original: string): Specification | undefined {
  const isName = /\p{L}{2}/u.test(name) && countWords(name) <= LONGEST_NAME && !OF_THE_PAGE.test(name);
  const isValue = /[\p{L}\d]/u.test(value) && countWords(value) <= LONGEST_VALUE;
  return isName && isValue ? { name: name.trim(), value: value.trim(), original } : undefined;
}
