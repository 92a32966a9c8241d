import type { Clock } from "../../kernel/index.js";

/** How pages continue that waited for one host. */
export interface Leaving {
  /** Milliseconds between two requests to a host that goes on refusing; 0 when all may go together. */
  gap(what: string): number;
  /** How many leave at a time while there is a gap: the first of them is sent for, the others come back. */
  readonly atOnce: number;
}

/** Pages that may not be asked for yet. One timer serves all that wait for the same thing. */
export class WaitingPages {
  private readonly waiting = new Map<string, number[]>();

  constructor(
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
    private readonly leaving: Leaving,
    private readonly release: (pages: readonly number[]) => void,
  ) {}

  /** Lets a page go after so many milliseconds, or when others go that wait for the same host or page. */
  add(what: string, page: number, milliseconds: number): void {
    const others = this.waiting.get(what);
    if (others !== undefined) {
      others.push(page);
      return;
    }
    this.waiting.set(what, [page]);
    this.wake(what, milliseconds);
  }

  private wake(what: string, milliseconds: number): void {
    this.clock.sleep(milliseconds, this.signal).then(
      () => {
        const pages = this.waiting.get(what)!;
        const gap = this.leaving.gap(what);
        const going = pages.splice(0, gap > 0 ? this.leaving.atOnce : pages.length);
        if (pages.length === 0) this.waiting.delete(what);
        else this.wake(what, gap);
        this.release(going);
      },
      // The run has ended.
      () => {},
    );
  }
}
