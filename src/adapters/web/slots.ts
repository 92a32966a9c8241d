/** Limits how many fetches are in flight at once, to one host and in total. */
export interface Slots {
  /**
   * Resolves with the function that gives the place back. Whoever asked first goes first, except past a host that is full.
   * Rejects with the signal's reason when it aborts while waiting.
   */
  take(host: string, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly host: string;
  readonly start: () => void;
}

export function createSlots({ perHost, overall }: { readonly perHost: number; readonly overall: number }): Slots {
  const taken = new Map<string, number>();
  const queue = new Set<Waiting>();
  let total = 0;

  const free = (host: string) => total < overall && (taken.get(host) ?? 0) < perHost;
  const startWaiting = () => {
    for (const waiting of queue) {
      if (total >= overall) return;
      if (free(waiting.host)) waiting.start();
    }
  };
  const occupy = (host: string) => {
    total += 1;
    taken.set(host, (taken.get(host) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      total -= 1;
      const rest = (taken.get(host) ?? 1) - 1;
      if (rest === 0) taken.delete(host);
      else taken.set(host, rest);
      startWaiting();
    };
  };

  return {
    take: (host, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        if (free(host)) {
          resolve(occupy(host));
          return;
        }
        const cut = () => {
          queue.delete(waiting);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          host,
          start: () => {
            queue.delete(waiting);
            signal.removeEventListener("abort", cut);
            resolve(occupy(host));
          },
        };
        queue.add(waiting);
        signal.addEventListener("abort", cut, { once: true });
      }),
  };
}
