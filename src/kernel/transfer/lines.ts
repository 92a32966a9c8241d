import { refusedLine } from "./format.js";

/** Longest line that is read, in bytes: twice what the largest data object takes in the worst encoding. */
export const MAX_LINE_BYTES = 96 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** The lines of a file as they arrive, without what ends them. Throws DATA_REFUSED for one that is too long or no UTF-8. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, maxBytes = MAX_LINE_BYTES): AsyncGenerator<string> {
  let number = 1;
  let held: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array) => {
    size += part.byteLength;
    if (size > maxBytes) throw refusedLine(number, `is longer than ${maxBytes} bytes`);
    held.push(part);
  };
  const taken = () => {
    const text = decoded(held, number);
    held = [];
    size = 0;
    number += 1;
    return text;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, end));
      yield taken();
      from = end + 1;
    }
    // Copied, because the giver of chunks may use the memory again.
    if (from < chunk.byteLength) add(chunk.slice(from));
  }
  if (size > 0) yield taken();
}

function decoded(parts: readonly Uint8Array[], number: number): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
  } catch {
    throw refusedLine(number, "is not UTF-8");
  }
}
