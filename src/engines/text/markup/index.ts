import { fixedSpans } from "./scan.js";
import type { Span } from "./spans.js";

export { bracesOf, isSpintaxMark } from "./braces.js";

/** A stretch of a text from `start` up to, not including, `end` (UTF-16 offsets). */
export interface Passage {
  /** `fixed` comes through as it is: markup, addresses, numbers, code, placeholders and groups of spintax. */
  readonly kind: "prose" | "fixed";
  readonly start: number;
  readonly end: number;
}

/** Text that belongs together, such as a paragraph, a heading, an item of a list or a cell. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** Without gaps, in order; at least one is prose. */
  readonly passages: readonly Passage[];
  /**
   * The block as a reader sees it, character for character in the same places: markup is blank, and what represents
   * something unknown, such as a placeholder, is a name. Only for finding out about the prose, never for output.
   */
  readonly legible: string;
}

/**
 * What of a text may be changed, and what comes through as it is; without gaps, in order, to the last character. Whether
 * something is HTML, Markdown or prose is decided for each construct by itself: a lone `<` or `*` is prose.
 * Linear in the length of the text, and never throws.
 */
export function passages(text: string): Passage[] {
  return between(fixedSpans(text, { openQuotations: false }), 0, text.length);
}

/**
 * The paragraphs, headings, items and cells that hold prose, in order. What the markup shows to be quoted is fixed,
 * unless quotations are to be open.
 */
export function blocks(text: string, { openQuotations = false }: { readonly openQuotations?: boolean } = {}): Block[] {
  const result: Block[] = [];
  let inner: Span[] = [];
  let start = 0;
  const end = (at: number, next: number) => {
    const block = blockOf(text, start, at, inner);
    if (block !== undefined) result.push(block);
    inner = [];
    start = next;
  };
  for (const span of fixedSpans(text, { openQuotations })) {
    if (span.breaks) end(span.start, span.end);
    else inner.push(span);
  }
  end(text.length, text.length);
  return result;
}

function between(spans: readonly Span[], start: number, end: number): Passage[] {
  const result: Passage[] = [];
  let from = start;
  for (const span of spans) {
    if (span.start > from) result.push({ kind: "prose", start: from, end: span.start });
    result.push({ kind: "fixed", start: span.start, end: span.end });
    from = span.end;
  }
  if (end > from) result.push({ kind: "prose", start: from, end });
  return result;
}

function blockOf(text: string, start: number, end: number, spans: readonly Span[]): Block | undefined {
  const passages = between(spans, start, end);
  if (!passages.some(({ kind, start, end }) => kind === "prose" && /\p{L}/u.test(text.slice(start, end))))
    return undefined;
  let legible = "";
  let from = start;
  for (const span of spans) {
    const length = span.end - span.start;
    legible += text.slice(from, span.start) + span.reads.slice(0, length).replaceAll("\n", " ").padEnd(length);
    from = span.end;
  }
  return { start, end, passages, legible: legible + text.slice(from, end) };
}
