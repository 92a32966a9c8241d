import { LAST, marksOf } from "./marks.js";

/** A stretch of a text from `start` up to, not including, `end` (UTF-16 offsets). */
export interface SpintaxSegment {
  /** `choice` is a whole group with its braces; `text` is what stands between groups, escapes and all. */
  readonly kind: "text" | "choice";
  readonly start: number;
  readonly end: number;
}

/**
 * The text in its outermost groups and what stands between them, in order, without gaps or empty segments. Whoever works
 * on a text that may be spun already changes the `text` segments (unescaped, and escaped again) and copies the others.
 */
export function splitSpintax(text: string): SpintaxSegment[] {
  const { positions, nexts } = marksOf(text);
  const segments: SpintaxSegment[] = [];
  let from = 0;
  for (let mark = 0; mark < nexts.length; mark += 1) {
    if (nexts[mark]! < 0) continue;
    const start = positions[mark]!;
    while (nexts[mark] !== LAST) mark = nexts[mark]!;
    const end = positions[mark]! + 1;
    if (start > from) segments.push({ kind: "text", start: from, end: start });
    segments.push({ kind: "choice", start, end });
    from = end;
  }
  if (text.length > from) segments.push({ kind: "text", start: from, end: text.length });
  return segments;
}
