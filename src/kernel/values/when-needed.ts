/** What `make` gives, made at first use, and closed if it was made. What is made after the closing is closed at once, and says so to callers. */
export function whenNeeded<Made extends { close(): Promise<void> }>(make: () => Promise<Made>) {
  let made: Promise<Made> | undefined;
  let isClosed = false;
  const open = async () => {
    const one = await make();
    // A closed one says so to callers.
    if (isClosed) await one.close();
    return one;
  };
  return {
    opened() {
      made ??= open();
      return made;
    },
    known: () => made,
    async close() {
      isClosed = true;
      await (await made)?.close();
    },
  };
}
