import type { BodyBlock } from "../article-body/index.js";
import { withoutCode } from "../rewriting/code-lines.js";
import { headingBlock, type Outline, opaqueBlock, type Part, type Place, sentencesOf, withoutTitle } from "./parts.js";

const LONGEST_HEADING = 100;
const ITEM = /^\s*(?:[-*+\u2022]|\d{1,3}[.)])\s/;

/** Paragraphs between blank lines. A short line alone without a full stop is a heading, and the first of them the title. */
export function plainOutline(text: string): Outline {
  const places = [...text.matchAll(/(?:[^\n]*\S[^\n]*(?:\n|$))+/g)].map(({ 0: whole, index }): Place => {
    const lead = /^[^\S\n]*/.exec(whole)![0].length;
    return { start: index + lead, end: index + whole.trimEnd().length };
  });
  const shown = withoutCode(text, "txt");
  const parts = places.map((place, at): Part => {
    const words = text.slice(place.start, place.end);
    if (/^[=\s]+$/.test(shown.slice(place.start, place.end))) return { ...place, ...OTHER, block: opaqueBlock() };
    const isLast = at === places.length - 1;
    if (!isLast && isHeadingLine(words)) return { ...place, within: [], ...headingBlock(words, at === 0 ? 1 : 2) };
    return { ...place, ...OTHER, within: itemsIn(text, place), block: blockOf(words) };
  });
  return { ...withoutTitle(parts), end: text.trimEnd().length };
}

const OTHER = { depth: 0, within: [] } as const;

function isHeadingLine(words: string): boolean {
  return words.length <= LONGEST_HEADING && !/[\n]|[.,;:!\u2026]["'\u201d\u2019)]*$/.test(words) && !ITEM.test(words);
}

function blockOf(words: string): BodyBlock {
  if (!ITEM.test(words)) return { kind: "paragraph", sentences: sentencesOf(words) };
  const items = words.split(/\n(?=\s*(?:[-*+\u2022]|\d{1,3}[.)])\s)/);
  return {
    kind: "list",
    ordered: /^\s*\d/.test(words),
    items: items.map((item) => sentencesOf(item.replace(ITEM, ""))),
  };
}

/** The items of a list in lines, each with those below it and the end of its line. */
export function itemsIn(text: string, { start, end }: Place): readonly Place[] {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const lines = [...text.slice(from, end).matchAll(/[^\n]*(?:\n|$)/g)]
    .filter(({ 0: line }) => line !== "")
    .map(({ 0: line, index }) => ({
      start: from + index,
      indent: /^[\s>]*/.exec(line)![0].length,
      isItem: ITEM.test(line.replace(/^[\s>]*/, "")),
      isBlank: line.trim() === "",
    }));
  return lines.flatMap(({ start, indent, isItem }, at): Place[] => {
    if (!isItem) return [];
    const next = lines.findIndex(
      (line, later) =>
        later > at && !line.isBlank && line.indent <= indent && (line.isItem || lines[later - 1]!.isBlank),
    );
    return [{ start, end: next < 0 ? end : lines[next]!.start }];
  });
}
