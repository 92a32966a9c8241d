interface Surroundings {
  readonly head?: string;
  /** A function is called after the last item. */
  readonly foot?: string | (() => string | Promise<string>);
  /** The characters from which a piece is sent. */
  readonly length?: number;
}

/**
 * The texts of the items in pieces of some length, so that few steps write many items: `head` before the first, `foot`
 * after the last. Nothing at all gives no piece.
 */
export async function* inPieces<T>(
  items: AsyncIterable<T> | Iterable<T>,
  textOf: (item: T, index: number) => string,
  { head = "", foot = "", length = 64 * 1024 }: Surroundings = {},
): AsyncGenerator<string> {
  let piece = head;
  let index = 0;
  for await (const item of items) {
    piece += textOf(item, index);
    index += 1;
    if (piece.length < length) continue;
    yield piece;
    piece = "";
  }
  piece += typeof foot === "string" ? foot : await foot();
  if (piece !== "") yield piece;
}
