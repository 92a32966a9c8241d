import { badField } from "../../../engines/pages/fields.js";
import { type Random, shown } from "../../../kernel/index.js";
import type { MailMergeOptions } from "../options.js";
import { Header } from "./header.js";
import type { Table } from "./table.js";

/** Rows that are made without a sample at most. */
const MOST_ROWS = 1_000_000;
const BATCH = 1000;

interface Lists {
  readonly names: readonly string[];
  readonly values: readonly (readonly string[])[];
  /** How many combinations there are. */
  readonly count: number;
  readonly sample: number;
}

/** The lists to be combined; undefined without any. Throws bad-input. */
export function listsOf({ combineLists }: Pick<MailMergeOptions, "combineLists">): Lists | undefined {
  const names: string[] = [];
  const values: string[][] = [];
  let sample = 0;
  for (const [name, list] of Object.entries(combineLists)) {
    if (typeof list === "number") {
      if (name !== "sample")
        throw badField(
          "combineLists",
          `combineLists has the number ${list} as "${shown(name)}". Give a list of texts.`,
        );
      sample = list;
      continue;
    }
    const given = [...new Set(list.map((value) => value.trim()).filter((value) => value !== ""))];
    if (given.length === 0)
      throw badField("combineLists", `The list "${shown(name)}" of combineLists is empty. Fill it, or leave it out.`);
    names.push(name);
    values.push(given);
  }
  if (names.length === 0) return undefined;
  const count = values.reduce((product, list) => product * list.length, 1);
  if (!Number.isSafeInteger(count) || (sample || count) > MOST_ROWS) {
    throw badField(
      "combineLists",
      Number.isSafeInteger(count)
        ? `combineLists makes ${(sample || count).toLocaleString("en")} rows, more than a million. Set sample to a smaller number.`
        : "combineLists makes more rows than can be counted. Shorten the lists.",
    );
  }
  return { names, values, count, sample };
}

/** A row for each combination, or for a sample of them, in their order. */
export function combinedTable({ names, values, count, sample }: Lists, random: Random): Table {
  const places = sample === 0 || sample >= count ? undefined : sampled(count, sample, random);
  const length = places?.length ?? count;
  const row = (at: number) => {
    const cells = new Array<string>(values.length);
    let left = places?.[at] ?? at;
    for (let list = values.length - 1; list >= 0; list -= 1) {
      const own = values[list]!;
      cells[list] = own[left % own.length]!;
      left = Math.floor(left / own.length);
    }
    return cells;
  };
  return {
    header: new Header(names),
    async *batches() {
      for (let from = 0; from < length; from += BATCH)
        yield Array.from({ length: Math.min(BATCH, length - from) }, (_, index) => row(from + index));
    },
  };
}

/** Floyd's way: every choice of `size` numbers below `count` is equally likely. */
function sampled(count: number, size: number, random: Random): number[] {
  const chosen = new Set<number>();
  for (let last = count - size; last < count; last += 1) {
    const one = random.integer(0, last);
    chosen.add(chosen.has(one) ? last : one);
  }
  return [...chosen].sort((a, b) => a - b);
}
