import { seededRandom } from "../../src/kernel/values/random.js";

/** What a client knows of one task. What was asked and not acknowledged may or may not have happened. */
export interface Entry {
  readonly id: string;
  /** Numbers of the data posts it may show, 0 for none: the acknowledged one, and one that was not acknowledged. */
  versions: number[];
  deleted: Sureness;
  run: Sureness;
  /** Its status was seen to be complete, and it was not set to run since. */
  complete: boolean;
  /** Aborting it was asked for, or setting it to run was refused: it may have ended in other ways. */
  mayHaveEnded: boolean;
  /** Something was asked for since its contents were last looked at. */
  touched: boolean;
}

export type Sureness = "no" | "maybe" | "yes";

/** Versions from here on are heavy. */
const HEAVY = 1_000_000;

/** What was asked of a server and acknowledged by it, kept where the end of the server does not reach. */
export class Ledger {
  readonly entries = new Map<string, Entry>();
  acknowledged = 0;
  /** Creates and duplicates that were not acknowledged: so many tasks may be there that nobody knows. */
  uncertainTasks = 0;
  private versions: number;

  /** Heavy versions are large ones, so that a store soon has much to clear away. */
  constructor(heavy = false) {
    this.versions = heavy ? HEAVY : 0;
  }

  add(id: string, versions: readonly number[]): Entry {
    const entry: Entry = {
      id,
      versions: [...versions],
      deleted: "no",
      run: "no",
      complete: false,
      mayHaveEnded: false,
      touched: true,
    };
    this.entries.set(id, entry);
    return entry;
  }

  nextVersion(): number {
    this.versions += 1;
    return this.versions;
  }
}

/** The data object of a version. All parts follow from its number, so that a mixture of two is seen. */
export function dataOf(version: number): {
  readonly jobName: string;
  readonly group: string;
  readonly note: string;
  readonly size: number;
  readonly lines: readonly string[];
} {
  const random = seededRandom(`version ${version}`);
  // Some are larger than any page of a database and any buffer of a file.
  const length =
    random.next() < (version > HEAVY ? 0.5 : 0.02) ? random.integer(50_000, 300_000) : random.integer(0, 2000);
  return {
    jobName: `Job ${version}`,
    group: `Group ${version % 7}`,
    note: `${version} `.repeat(length / 4 + 1),
    size: version % 10 === 0 ? 20_000 : 500,
    lines: Array.from({ length: random.integer(1, 5) }, (_, index) => `line ${version}-${index}`),
  };
}
