import { termsOf } from "../../engines/pages/terms.js";
import type { Source } from "./sources.js";

type Block = Source["blocks"][number];

/** Headings that number what a page lists. */
export interface ListedHeadings {
  /** The text of the heading at a place of the blocks without its bare number: "Brass bells" for "3 Brass bells". */
  readonly withoutNumber: (at: number) => string | undefined;
  /** What the title says is listed, "Bells for Schools" for "9 Best Bells for Schools"; undefined for a heading that lists nothing. */
  readonly listedUnder: (at: number) => string | undefined;
}

const FEWEST_LISTED = 4;
/** Headings of so many numbers in turn have no full stop behind them because their page shows them apart. */
const FEWEST_BARE = 3;
const NUMBER = /^#?\s?(\d{1,2})(?:[.):]\s*|\s(?=\p{Lu}))(?=\S)/u;
const BARE = /^\d{1,2}\s(?=\p{Lu})/u;

/** The headings of a page that count up or down in turn. */
export function listedHeadings(title: string, blocks: readonly Block[]): ListedHeadings {
  const numbered = blocks.flatMap(({ kind, text, level = 2 }, at) => {
    const found = kind === "heading" ? NUMBER.exec(text) : null;
    return found === null ? [] : [{ at, level, number: Number(found[1]), isBare: BARE.test(text) }];
  });
  const bare = new Map<number, string>();
  const listed = new Set<number>();
  for (const own of Map.groupBy(numbered, ({ level }) => level).values()) {
    const run = own.filter(({ number }, index) =>
      [own[index - 1], own[index + 1]].some((other) => other !== undefined && Math.abs(other.number - number) === 1),
    );
    const isBeginning = run.some(({ number }) => number === 1);
    if (isBeginning && run.length >= FEWEST_LISTED) for (const { at } of run) listed.add(at);
    if (run.length >= FEWEST_BARE)
      for (const { at, isBare } of run) if (isBare) bare.set(at, blocks[at]!.text.replace(BARE, ""));
  }
  const name = listed.size === 0 ? undefined : listedBy(title);
  return {
    withoutNumber: (at) => bare.get(at),
    listedUnder: (at) => (listed.has(at) ? name : undefined),
  };
}

const COUNT = /(?:^|\s)\d{1,3}\+?\s+(.+)$/u;
const PRAISE =
  /^(?:(?:of )?(?:the|our|my|your|very|all-time|best|top|must-have|easy|great|essential|simple|favou?rite|amazing|popular|proven|key|powerful|awesome|effective|important|most popular)\s+)+/i;
const ENDS =
  /\s*[:|(?!\u2013\u2014].*$|\s-\s.*$|\s(?:[Aa]nd (?:[Hh]ow|[Ww]hy|[Ww]hen)|[Yy]ou|[Tt]hat|[Ww]hich|[Tt]o|[Ee]very) .*$|\s(?:in|for|of|from) (?:(?:19|20)\d\d|[Yy]our?\b|\p{Lu}\p{L}+ \p{Lu}).*$/u;
const LONGEST_NAME = 7;

/** What a title counts: "tools for data analysis" of "Top 24 tools for data analysis and how to choose". */
function listedBy(title: string): string | undefined {
  const counted = COUNT.exec(title)?.[1];
  if (counted === undefined) return undefined;
  const name = counted.replace(PRAISE, "").replace(ENDS, "").trim();
  const words = name.split(/\s+/);
  const [thing = ""] = name.split(/ (?:for|of|in|from|with|about) /);
  return words.length <= LONGEST_NAME && /\p{L}s$/u.test(thing) && termsOf(name).length > 0 ? name : undefined;
}
