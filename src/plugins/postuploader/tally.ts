import { type RunErrorCode, runCodeOf, ScriptoriumError } from "../../kernel/index.js";
import type { BlogCalls } from "./blog-calls.js";
import type { PostRow } from "./rows.js";

/** What became of the entries of a run so far. */
export class Tally {
  failed = 0;
  private total = 0;
  private readonly byStatus = new Map<string, number>();
  private first: PostRow | undefined;
  private firstCode: RunErrorCode | undefined;

  add(row: PostRow): void {
    this.total += 1;
    this.byStatus.set(row.status, (this.byStatus.get(row.status) ?? 0) + 1);
    if (row.status !== "failed") return;
    this.failed += 1;
    this.first ??= row;
  }

  /** Why an entry failed, for the code of a run in which all do. */
  note(error: ScriptoriumError): void {
    this.firstCode ??= codeOf(error);
  }

  /** `12 draft, 3 skipped`. */
  get words(): string {
    return counted([...this.byStatus]);
  }

  /** `12 posted (10 draft, 2 future), 3 skipped, 0 failed`. */
  get sums(): string {
    const posted = [...this.byStatus].filter(([status]) => !UNPOSTED.has(status));
    const others = [...this.byStatus].filter(([status]) => UNPOSTED.has(status) && !ALWAYS_TOLD.includes(status));
    const kinds = posted.length === 0 ? "" : ` (${counted(posted)})`;
    const told = ALWAYS_TOLD.map((status) => [status, this.byStatus.get(status) ?? 0] as const);
    return `${this.posted} posted${kinds}, ${counted([...others, ...told])}`;
  }

  private get posted(): number {
    return this.count((status) => !UNPOSTED.has(status));
  }

  private count(fits: (status: string) => boolean): number {
    return [...this.byStatus].reduce((sum, [status, count]) => sum + (fits(status) ? count : 0), 0);
  }

  /** Throws when so many failed that the run is to stop. */
  refuseMore(maxFailures: number): void {
    if (maxFailures === 0 || this.failed < maxFailures) return;
    throw new ScriptoriumError(
      "too-many-failures",
      `${this.failed} posts failed, and maxFailures allows fewer. Correct what is wrong and run it again. The first: ${this.first?.error}`,
      AFTER_ROWS,
    );
  }

  /**
   * Throws where a blog had to be given up, so that the run ends as failed and goes on with what is left when it is run again,
   * and where nothing could be done at all: what was there already or waits is no success of the run.
   */
  end(calls: BlogCalls, done: "made" | "taken back"): void {
    const due = this.total - this.count((status) => status === "skipped" || status === "needs-approval");
    const sentence = `${due - this.failed} of ${due} posts were ${done}.`;
    const stop = calls.firstStop();
    if (stop !== undefined) {
      const others = calls.stoppedCount - 1;
      const more = others === 0 ? "" : ` ${others} more ${others === 1 ? "blog" : "blogs"} could not be used either.`;
      throw new ScriptoriumError(codeOf(stop), `${stop.message}${more} ${sentence}`, AFTER_ROWS, { cause: stop });
    }
    if (this.first === undefined || this.failed < due) return;
    throw new ScriptoriumError(this.firstCode ?? "bad-input", `${sentence} The first: ${this.first.error}`, AFTER_ROWS);
  }
}

/** Statuses of rows without a post that the run made or replaced. */
const UNPOSTED: ReadonlySet<string> = new Set([
  ...["skipped", "needs-approval", "failed", "would-post", "would-skip", "would-update"],
]);
const ALWAYS_TOLD: readonly string[] = ["skipped", "failed"];

function counted(counts: readonly (readonly [status: string, count: number])[]): string {
  return counts.map(([status, count]) => `${count} ${status}`).join(", ");
}

/** The rows of the posts say it already, and the engine need not try the whole again. */
const AFTER_ROWS = { hasRows: true, passing: false } as const;

/** What a run says of an error of a blog. */
export function codeOf(error: ScriptoriumError): RunErrorCode {
  return error.code === "ACCOUNT_NOT_FOUND" ? "bad-input" : runCodeOf(error);
}
