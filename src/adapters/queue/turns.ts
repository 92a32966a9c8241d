/** Bounds of the priorities of a class, highest class first; below the last one there are no others. */
const CLASSES = [{ minPriority: 1 }, { minPriority: 0 }, {}] as const;

export interface Asked {
  readonly lane: string;
  /** Undefined when any priority will do. */
  readonly minPriority?: number;
  /** No other lane may have runs. */
  readonly isAlone: boolean;
}

/**
 * Which lane is asked for a run: the one with urgent runs, then the one that was served longest ago. pg-boss looks at one
 * lane at a time, so what each of them may have is remembered: all of it when runs may have come, and less with every
 * question that got no answer.
 */
export class Turns {
  /** The classes that a lane may have runs of. */
  private readonly open = new Map<string, Set<number>>();
  /** Lanes in the order in which they were served, the last one at the end. */
  private readonly order = new Set<string>();

  /** The lane may have runs of any priority. */
  mark(lane: string): void {
    this.open.set(lane, new Set(CLASSES.keys()));
  }

  served(lane: string): void {
    this.order.delete(lane);
    this.order.add(lane);
  }

  /** Asks lane after lane until one of them answers with runs. */
  async first<T>(ask: (asked: Asked) => Promise<readonly T[]>): Promise<readonly T[]> {
    for (const [number, { minPriority }] of [...CLASSES.entries()] as [number, { minPriority?: number }][]) {
      for (const lane of this.inOrder()) {
        const classes = this.open.get(lane);
        if (classes?.has(number) !== true) continue;
        const isAlone = this.open.size === 1;
        // Runs that come while it answers mark it again.
        const asking = isAlone ? [...classes] : [number];
        for (const asked of asking) classes.delete(asked);
        if (classes.size === 0) this.open.delete(lane);
        try {
          const found = await ask({ lane, isAlone, ...(isAlone || minPriority === undefined ? {} : { minPriority }) });
          if (found.length === 0) continue;
          this.add(lane, asking);
          return found;
        } catch (error) {
          this.add(lane, asking);
          throw error;
        }
      }
    }
    return [];
  }

  /** Counts up from the lane that was served longest ago; 0 for one that was not served yet. */
  turnOf(lane: string): number {
    return [...this.order].indexOf(lane) + 1;
  }

  private inOrder(): string[] {
    return [...this.open.keys()].sort((a, b) => this.turnOf(a) - this.turnOf(b));
  }

  private add(lane: string, classes: readonly number[]): void {
    const open = this.open.get(lane) ?? new Set<number>();
    for (const number of classes) open.add(number);
    this.open.set(lane, open);
  }
}
