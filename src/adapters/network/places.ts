/** Lets at most `count` pieces of work run at once; the others wait in the order they came. */
export type Places = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

export function createPlaces(count: number): Places {
  const waiting = new Set<() => void>();
  let free = count;

  const take = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      if (free > 0) {
        free -= 1;
        resolve();
        return;
      }
      const cut = () => {
        waiting.delete(start);
        reject(signal.reason);
      };
      const start = () => {
        waiting.delete(start);
        signal.removeEventListener("abort", cut);
        resolve();
      };
      waiting.add(start);
      signal.addEventListener("abort", cut, { once: true });
    });

  const giveBack = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };

  return async (work, signal) => {
    await take(signal);
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
}
