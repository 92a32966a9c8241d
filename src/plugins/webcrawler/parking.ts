import type { Clock } from "../../kernel/index.js";

/** Pages that may not be asked for yet. One timer stands for all that wait for the same thing. */
export class Parking {
  private readonly waiting = new Map<string, number[]>();

  constructor(
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
    private readonly release: (pages: readonly number[]) => void,
  ) {}

  /** Lets a page go after so many milliseconds, or when others go that wait for the same host or page. */
  add(what: string, page: number, milliseconds: number): void {
    const others = this.waiting.get(what);
    if (others !== undefined) {
      others.push(page);
      return;
    }
    const pages = [page];
    this.waiting.set(what, pages);
    this.clock.sleep(milliseconds, this.signal).then(
      () => {
        this.waiting.delete(what);
        this.release(pages);
      },
      // The run has ended.
      () => {},
    );
  }
}
