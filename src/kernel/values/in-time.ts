/** What the promise gives; when that takes longer, what `late` gives or throws. */
export async function inTime<T, Late>(milliseconds: number, promise: Promise<T>, late: () => Late): Promise<T | Late> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, milliseconds);
  return Promise.race([promise, over.promise.then(late)]).finally(() => clearTimeout(timer));
}
