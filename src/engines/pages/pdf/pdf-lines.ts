import { cleanText } from "../blocks.js";
import type { ContentBlock } from "../extraction/page.js";

/** A line of print on a page, or a piece of one as the file places it. */
export interface Printed {
  readonly text: string;
  /** Of its beginning and of its base line, in points from the lower left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Height of its letters. */
  readonly size: number;
}

/** Pieces that are next to each other as lines, in the order of the file, which is mostly that of reading. */
export function linesOf(pieces: readonly Printed[]): Printed[] {
  const lines: Printed[] = [];
  let open: Printed[] = [];
  const end = () => {
    const [first] = open;
    const last = open.at(-1);
    if (first === undefined || last === undefined) return;
    let text = "";
    for (const [at, piece] of open.entries()) {
      const before = open[at - 1];
      const gap = before === undefined ? 0 : piece.x - (before.x + before.width);
      if (gap > 0.2 * piece.size && !/\s$/.test(text)) text += " ";
      text += piece.text;
    }
    const clean = cleanText(text);
    const size = Math.max(...open.map((piece) => piece.size));
    if (clean !== "") lines.push({ text: clean, x: first.x, y: first.y, width: last.x + last.width - first.x, size });
    open = [];
  };
  for (const piece of pieces) {
    const last = open.at(-1);
    const adjacent =
      last !== undefined &&
      Math.abs(piece.y - last.y) < 0.5 * Math.max(piece.size, last.size) &&
      piece.x > last.x + last.width - 2 * last.size &&
      piece.x < last.x + last.width + 4 * last.size;
    if (!adjacent) end();
    open.push(piece);
  }
  end();
  return lines;
}

/** The pages of a document as headings, items and paragraphs, without the lines at the edge of every page. */
export function blocksOfPages(pages: readonly (readonly Printed[])[]): ContentBlock[] {
  const onEdge = edgeOf(pages);
  const running = runningLines(pages, onEdge);
  const blocks = blocksOf(
    pages.map((lines) => lines.filter((line) => !onEdge(line) || !running.has(runningKey(line.text)))),
  );
  // A document that holds the same few lines all through has no more than those.
  return blocks.length > 0 ? blocks : blocksOf(pages);
}

function blocksOf(pages: readonly (readonly Printed[])[]): ContentBlock[] {
  const body = bodySize(pages);
  const blocks: { kind: "heading" | "paragraph"; text: string; size: number }[] = [];
  let before: Printed | undefined;
  let right = 0;
  for (const [page, lines] of pages.entries()) {
    right = Math.max(0, ...lines.map((line) => line.x + line.width));
    for (const [at, line] of lines.entries()) {
      const last = blocks.at(-1);
      const kind = isHeading(line, body) ? "heading" : "paragraph";
      const goesOn =
        last !== undefined &&
        before !== undefined &&
        last.kind === kind &&
        Math.abs(last.size - line.size) < 0.15 * line.size &&
        (at === 0 && page > 0 ? continuesOnNextPage(before.text, line.text) : isNextLine(before, line, right));
      if (goesOn) last.text = joined(last.text, line.text);
      else blocks.push({ kind, text: line.text, size: line.size });
      before = line;
    }
  }
  return blocks
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map(({ kind, text, size }) => {
      if (kind === "heading") {
        return { kind, level: size > 1.7 * body ? 1 : size > 1.35 * body ? 2 : 3, spans: [{ text }] };
      }
      const item = text.replace(BULLET, "");
      return item === text
        ? { kind, spans: [{ text }] }
        : { kind: "item", ordered: false, depth: 0, spans: [{ text: item }] };
    });
}

const BULLET = /^[\u2022\u2023\u25aa\u25ab\u25cf\u25cb\u25e6]\s*/;

/** The size that most letters have. */
function bodySize(pages: readonly (readonly Printed[])[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of pages.flat()) {
    const rounded = Math.round(2 * size) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [10, 0])[0];
}

function isHeading({ text, size }: Printed, body: number): boolean {
  return size > 1.15 * body && text.length <= 200 && /\p{L}/u.test(text);
}

/** Whether a line belongs to the paragraph of the line above. */
function isNextLine(above: Printed, line: Printed, right: number): boolean {
  const gap = above.y - line.y;
  if (gap < 0 || gap > 1.75 * Math.max(above.size, line.size)) {
    // The next column begins at the top; a sentence may run over.
    return gap < 0 && continuesOnNextPage(above.text, line.text);
  }
  const indented = line.x > above.x + line.size;
  const short = above.x + above.width < right - 0.2 * right && /[.!?:]["'\u201d\u2019)]?$/.test(above.text);
  return !(indented && /^[\p{Lu}\p{N}"\u201c]/u.test(line.text)) && !short && !BULLET.test(line.text);
}

function continuesOnNextPage(before: string, after: string): boolean {
  return !/[.!?:]["'\u201d\u2019)]?$/.test(before) && /^[\p{Ll}\p{N}(]/u.test(after);
}

/** A word divided at the end of a line is one again. */
function joined(text: string, next: string): string {
  if (/\p{Ll}[-\u2010\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  return `${text} ${next}`;
}

/** Whether a line is where headers and page numbers are. */
type Edge = (line: Printed) => boolean;

/** The outermost twelfth of what is printed, above and below. */
function edgeOf(pages: readonly (readonly Printed[])[]): Edge {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { y } of pages.flat()) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  const margin = (high - low) / 12;
  return ({ y }) => y < low + margin || y > high - margin;
}

/** The keys of lines at the edge of at least half of the pages, and of lone numbers. */
function runningLines(pages: readonly (readonly Printed[])[], onEdge: Edge): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    const keys = new Set(lines.filter(onEdge).map(({ text }) => runningKey(text)));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(3, pages.length / 2);
  const running = [...counts].filter(([key, count]) => count >= least || (key === "#" && pages.length > 1));
  return new Set(running.map(([key]) => key));
}

function runningKey(text: string): string {
  return text.toLowerCase().replace(/\d+/g, "#").replace(/\s+/g, " ");
}
