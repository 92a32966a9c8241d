import { madeOnce } from "../../../kernel/values/made-once.js";

/** Cells that a terminal gives a text: two for wide characters, none for those that join the one before. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segmenter().segment(text))
    width += /^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(segment) ? 0 : isWide(segment) ? 2 : 1;
  return width;
}

/** The text on one line of at most that many cells; one that is longer ends in an ellipsis. */
export function fitted(text: string, width: number): string {
  if (text.length <= width && !/[^ -~]/.test(text)) return text;
  if (widthOf(text) <= width) return text;
  let taken = "";
  let used = 0;
  for (const { segment } of segmenter().segment(text)) {
    used += isWide(segment) ? 2 : 1;
    if (used > width - 1) break;
    taken += segment;
  }
  return width < 1 ? "" : `${taken}…`;
}

/** The text with spaces behind it, to that many cells. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** On one line, without what would steer a terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ");
}

/** Lines of at most that many cells, broken at blanks; a word that is longer stays whole. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const segmenter = madeOnce(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

function isWide(segment: string): boolean {
  return /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}])/u.test(
    segment,
  );
}
