import fc from "fast-check";

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/**
 * Every character of Unicode, in the order and with the chances of `unit: "binary"`. For that fast-check keeps a map of all
 * million of them, which takes a second to make and eighty megabytes for as long as the process lives.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: LAST - SURROGATES })
  .map((number) => String.fromCodePoint(number < SURROGATES_FROM ? number : number + SURROGATES), numberOf);

function numberOf(text: unknown): number {
  const code = typeof text === "string" ? text.codePointAt(0) : undefined;
  if (code === undefined || text !== String.fromCodePoint(code)) throw new Error("This is not one character.");
  if (code < SURROGATES_FROM) return code;
  if (code < SURROGATES_FROM + SURROGATES) throw new Error("This is half of a character.");
  return code - SURROGATES;
}
