/** Does what is asked for under one key one after another, in the order it was asked for, and that of other keys at once. */
export function createOrder() {
  const ends = new Map<string, Promise<unknown>>();

  return async function inOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = ends.get(key);
    const result = before === undefined ? work() : before.then(work);
    const end = result.catch(() => {});
    ends.set(key, end);
    try {
      return await result;
    } finally {
      if (ends.get(key) === end) ends.delete(key);
    }
  };
}
