/** Items that go on together by default. */
const SIZE = 64;

/** The same items, several at a time. */
export async function* inParts<T>(items: AsyncIterable<T>, size = SIZE): AsyncGenerator<readonly T[]> {
  let part: T[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  yield part;
}
