// The container of the language data: named sections in one brotli stream, read by src/engines/text/english/archive.ts.
import { brotliCompressSync, constants } from "node:zlib";

/**
 * @typedef {{ name: string, kind: "bytes" | "numbers" | "text", bytes: Uint8Array }} Section
 */

/** @param {string} name @param {ArrayLike<number>} values Whole numbers from 0 to 2^32 - 1. @returns {Section} */
export function numbers(name, values) {
  const bytes = [];
  for (let index = 0; index < values.length; index++) {
    let value = values[index];
    if (!Number.isInteger(value) || value < 0)
      throw new Error(`Section ${name}: ${value} is no whole number from 0 up`);
    while (value >= 128) {
      bytes.push((value % 128) | 128);
      value = Math.floor(value / 128);
    }
    bytes.push(value);
  }
  return { name, kind: "numbers", bytes: Uint8Array.from(bytes) };
}

/** @param {string} name @param {ArrayLike<number>} values From 0 to 255. @returns {Section} */
export function bytes(name, values) {
  return { name, kind: "bytes", bytes: Uint8Array.from(values) };
}

/** @param {string} name @param {readonly string[]} lines @returns {Section} */
export function text(name, lines) {
  return { name, kind: "text", bytes: Buffer.from(lines.join("\n"), "utf8") };
}

/** @param {readonly Section[]} sections @returns {Buffer} */
export function pack(sections) {
  const head = Buffer.from(
    JSON.stringify(sections.map(({ name, kind, bytes }) => ({ name, kind, length: bytes.length }))),
    "utf8",
  );
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const whole = Buffer.concat([size, head, ...sections.map((section) => section.bytes)]);
  return brotliCompressSync(whole, {
    params: {
      // A window of 1 MB: a larger one would cost its size in memory at every start and saves next to nothing.
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 20,
      [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
    },
  });
}

/** Differences between neighbours of a rising list, the first from 0. @param {ArrayLike<number>} rising */
export function gaps(rising) {
  const out = [];
  let before = 0;
  for (let index = 0; index < rising.length; index++) {
    out.push(rising[index] - before);
    before = rising[index];
  }
  return out;
}
