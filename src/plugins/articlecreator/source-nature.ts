import type { Source } from "./sources.js";

const known = new WeakMap<Source, number>();

/**
 * How little a source is fit to introduce a subject: 0 for one that explains it, up to 1 for somebody's own tale, for news and
 * talk, and for an advert.
 */
export function unfitToIntroduce(source: Source): number {
  const held = known.get(source);
  if (held !== undefined) return held;
  const sentences = source.blocks
    .map(({ text }) => text)
    .join(" ")
    .split(/(?<=[.!?]["\u201d]?)\s+/);
  const share = (pattern: RegExp) => sentences.filter((text) => pattern.test(text)).length / sentences.length;
  const unfit = Math.max(share(TELLS_OF_ITSELF) / PERSONAL, share(REPORTS) / REPORTED, share(SELLS) / ADVERTISED);
  const value = unfit >= 1 ? 1 : 0;
  known.set(source, value);
  return value;
}

const TELLS_OF_ITSELF = /\b(?:I|I['\u2019]\p{Ll}+|[Mm]e|[Mm]y|[Mm]yself|[Ww]e|[Oo]ur)\b/u;
const REPORTS = /\b(?:says|said|told)\b|\b(?:yesterday|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/;
const SELLS =
  /[\u2122\u00ae]|\b(?:perfect for|must-have|ultimate|free shipping|add to cart|shop now|in stock|wishlist|every adventure|your next)\b/i;
/** Shares of the sentences from which on a source is held to be such a one. */
const PERSONAL = 0.15;
const REPORTED = 0.15;
const ADVERTISED = 0.2;
