/** A stretch of a text that comes through as it is. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What a reader takes it for: nothing for a tag, the decoded character for an entity, a name for a placeholder. */
  readonly reads: string;
  /** Whether what comes before it and what comes after it belong to different paragraphs, items or cells. */
  readonly breaks: boolean;
}

/** Overlapping spans as one; the one that reaches furthest says how it reads. Those that start earlier come first. */
export function merged(spans: readonly Span[]): Span[] {
  const ordered = [...spans].sort((one, other) => one.start - other.start || other.end - one.end);
  const result: Span[] = [];
  for (const span of ordered) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) {
      result.push(span);
    } else if (span.end > last.end || (span.breaks && !last.breaks)) {
      const end = Math.max(last.end, span.end);
      result[result.length - 1] = { start: last.start, end, reads: last.reads, breaks: last.breaks || span.breaks };
    }
  }
  return result;
}

/** What an unknown name, such as a placeholder, reads as. */
export const SOME_NAME = "X";
