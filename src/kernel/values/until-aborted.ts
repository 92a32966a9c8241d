/** Settles as the work does, unless the signal aborts first: then it rejects with the reason, whatever the work does. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cut = () => reject(signal.reason);
    if (signal.aborted) cut();
    signal.addEventListener("abort", cut, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", cut));
  });
}
