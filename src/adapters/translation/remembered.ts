/** What `load` gave last, asked for again once it is older than `forMs`. Failures are not remembered. */
export function remembered<T>(
  load: (signal: AbortSignal) => Promise<T>,
  { forMs, now = () => performance.now() }: { readonly forMs: number; readonly now?: () => number },
): (signal: AbortSignal) => Promise<T> {
  let last: { readonly value: T; readonly at: number } | undefined;
  return async (signal) => {
    if (last !== undefined && now() - last.at < forMs) return last.value;
    const value = await load(signal);
    last = { value, at: now() };
    return value;
  };
}
