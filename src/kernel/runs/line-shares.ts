import type { LineParts } from "../task-plugin.js";
import { countOf } from "./run-input.js";

/** A line that is being worked is never shown as whole. */
const MOST = 0.99;
/** Parts that are counted in while more may be found, so that the first few do not look like half of the work. */
const UNFOUND = 10;

interface Share {
  /** From 0 to 1, as it is now. */
  now: number;
  /** As it is shown: it does not go back when more parts are found or the line is tried again. */
  shown: number;
}

/** How far the lines in work are, by the parts that they report. */
export class LineShares {
  private readonly open = new Map<string, Share>();
  /** What was done of lines before this attempt at the run. */
  private before = 0;

  /** `goesOn`: an earlier attempt at the run may have done some of the parts. */
  note(key: string, { done, found, growing = false }: LineParts, goesOn: boolean): void {
    const all = countOf(found) + (growing ? UNFOUND : 0);
    const now = all === 0 ? 0 : Math.min(countOf(done) / all, MOST);
    const known = this.open.get(key);
    if (known === undefined && goesOn) this.before += now;
    this.open.set(key, { now, shown: Math.max(now, known?.shown ?? 0) });
  }

  ended(key: string): void {
    this.open.delete(key);
  }

  /** All of them together, in lines. */
  get shown(): number {
    return this.sum(({ shown }) => shown);
  }

  get done(): number {
    return this.sum(({ now }) => now);
  }

  /** In lines, by this attempt alone; of those that have ended only what is to be taken off them. */
  get worked(): number {
    return this.done - this.before;
  }

  private sum(of: (share: Share) => number): number {
    let sum = 0;
    for (const share of this.open.values()) sum += of(share);
    return sum;
  }
}
