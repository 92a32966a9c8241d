import type { QueuedRun, TaskQueue } from "../../queue.js";

export interface ContractLimits {
  /** Running runs at once in one queue. */
  readonly maxRunning: number;
  /** Runs of one task type, by its name; none has a limit by default. */
  readonly limits?: Readonly<Record<string, number>>;
  /** Runs that put their load on one host; 2 by default. */
  readonly maxPerHost?: number;
}

/** How the cases get at the queue they are for. */
export interface QueueHarness {
  /** A fresh queue with these limits. The case stops it. */
  create(limits: ContractLimits): Promise<TaskQueue>;
  /** For shared queues: one more on the runs of the queue that was created last, as another process has it. */
  beside?(limits: ContractLimits): Promise<TaskQueue>;
}

/** One promise of the contract. It throws when the queue does not keep it. */
export interface QueueCase {
  readonly name: string;
  /** A promise of shared queues; others need not be asked. */
  readonly sharedOnly?: true;
  run(harness: QueueHarness): Promise<void>;
}

export function queued(runId: string, changes: Partial<QueuedRun> = {}): QueuedRun {
  return { runId, taskId: `task of ${runId}`, type: "any", ...changes };
}

export function onFresh(
  limits: ContractLimits,
  name: string,
  test: (queue: TaskQueue, gates: Gates) => Promise<void>,
): QueueCase {
  return {
    name,
    async run({ create }) {
      const queue = await create({ limits: {}, ...limits });
      try {
        await test(queue, new Gates());
      } finally {
        await queue.stop({ graceMs: 100 });
      }
    },
  };
}

/** Runs that go on until they get the signal to end, and what has become of them. */
export class Gates {
  /** In the order in which they began. */
  readonly begun: string[] = [];
  private readonly open = new Set<string>();
  private readonly waiting = new Map<string, () => void>();
  private watchers: (() => void)[] = [];

  /** The handler for the queue. */
  readonly work = async ({ runId }: QueuedRun, signal: AbortSignal): Promise<void> => {
    this.begun.push(runId);
    for (const watcher of this.watchers) watcher();
    if (this.open.has(runId) || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.waiting.set(runId, resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  };

  /** Lets a run end, now or as soon as it has begun. */
  end(runId: string): void {
    this.open.add(runId);
    this.waiting.get(runId)?.();
  }

  /** Resolves when that many have begun. */
  async count(wanted: number): Promise<void> {
    await this.until(() => this.begun.length >= wanted);
  }

  async until(met: () => boolean): Promise<void> {
    if (met()) return;
    await new Promise<void>((resolve) => {
      const watcher = () => {
        if (!met()) return;
        this.watchers = this.watchers.filter((other) => other !== watcher);
        resolve();
      };
      this.watchers.push(watcher);
    });
  }
}
