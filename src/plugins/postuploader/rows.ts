import type { JsonObject } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import type { Context } from "./options.js";

export interface PostRow {
  readonly file: string;
  readonly blogId: string;
  readonly postId: string;
  readonly url: string;
  /** As the blog calls it, or what became of it instead. */
  readonly status: string;
  readonly scheduledFor: string;
  readonly postedAt: string;
  readonly error: string;
  /** What was left out or done otherwise, in sentences. */
  readonly notes: string;
}

export const COLUMNS = [
  "file",
  "blogId",
  "postId",
  "url",
  "status",
  "scheduledFor",
  "postedAt",
  "error",
  "notes",
] as const satisfies readonly (keyof PostRow)[];

/** A row with all its columns in their order; what is not given is empty. */
export function postRow(given: Partial<PostRow> & Pick<PostRow, "file" | "blogId" | "status">): PostRow {
  // Each column is a text.
  return Object.fromEntries(COLUMNS.map((column) => [column, given[column] ?? ""])) as unknown as PostRow;
}

interface Kept {
  readonly row: PostRow;
  readonly failed: boolean;
  /** Counts what was put out: rows that come later have a higher one. */
  readonly turn: number;
}

const CSV = { lineBreak: "\r\n" } as const;

/**
 * The rows of a plan and their file, in the order of the plan, also where a run was stopped and goes on: each is stored with the
 * checkpoint of its entry, and rows behind one that was done again are put out again.
 */
export class PlanRows {
  private readonly kept = new Map<number, Kept>();
  private highest = -1;
  private last = -1;
  private next = 0;
  private isRewritten = false;

  constructor(private readonly file: string) {}

  /** Takes up what an earlier attempt at the run has stored. */
  async restore({ checkpoints }: Pick<Context, "checkpoints">): Promise<void> {
    for await (const { key, value } of checkpoints()) {
      const [file, index] = key.split(" ");
      if (file !== this.file) continue;
      // Nobody else writes checkpoints of this name.
      const kept = value as unknown as Kept;
      this.kept.set(Number(index), kept);
      this.highest = Math.max(this.highest, Number(index));
      this.next = Math.max(this.next, kept.turn + 1);
    }
  }

  /** The row of an entry that needs no more work. */
  done(index: number): PostRow | undefined {
    const kept = this.kept.get(index);
    return kept?.failed === false ? kept.row : undefined;
  }

  /** A row that is done already, at its place. */
  async again(index: number, context: Context): Promise<void> {
    const kept = this.kept.get(index)!;
    if (kept.turn > this.last) this.last = kept.turn;
    else await this.put(index, kept.row, kept.failed, context);
  }

  /** Stores a row together with all that was put out for its entry. */
  async put(index: number, row: PostRow, failed: boolean, context: Context): Promise<void> {
    const isFirst = this.kept.size === 0;
    const hasLater = this.highest >= index;
    this.highest = Math.max(this.highest, index);
    const turn = this.next;
    this.next += 1;
    this.kept.set(index, { row, failed, turn });
    this.last = turn;
    context.output.row(row as unknown as JsonObject);
    if (isFirst || (hasLater && !this.isRewritten)) {
      context.output.file(this.file, this.upTo(index), "text/csv");
      this.isRewritten = true;
    } else {
      context.output.append(this.file, lineOf(row), "text/csv");
    }
    const note = { row, failed, turn } as unknown as JsonObject;
    await context.checkpoint(`${this.file} ${index}`, note, { replacesRows: true });
  }

  private upTo(index: number): string {
    const before = [...this.kept].filter(([one]) => one <= index).sort(([one], [other]) => one - other);
    return csvLine(COLUMNS, CSV) + before.map(([, { row }]) => lineOf(row)).join("");
  }
}

function lineOf(row: PostRow): string {
  return csvLine(
    COLUMNS.map((column) => row[column]),
    CSV,
  );
}
