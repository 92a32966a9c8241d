import { blocks, type Passage } from "../../../engines/text/markup/index.js";
import { withoutCode } from "./code-lines.js";
import type { Form } from "./forms.js";

/** Text that is translated as one: a paragraph, heading, item or cell, however its lines are wrapped. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  /** Without gaps, in order. */
  readonly passages: readonly Passage[];
}

/** Elements whose words are to be translated although nobody else may change them, by others of the same length and kind. */
const OPENED: Readonly<Record<string, string>> = { dfn: "big", abbr: "span", time: "span" };

/** What of a text is to be translated, in order. What is quoted is, too. */
export function piecesOf(text: string, form: Form): Piece[] {
  const shown = withoutCode(text, form).replace(
    /(<\/?)(dfn|abbr|time)(?=[\s>])/gi,
    (_, mark: string, name: string) => mark + OPENED[name.toLowerCase()]!,
  );
  const pieces: Piece[] = [];
  for (const { start, end, passages } of blocks(shown, { openQuotations: true })) {
    const last = pieces.at(-1);
    if (last !== undefined && goesOn(text, last, { start, end }, form)) {
      const wrap: Passage = { kind: "prose", start: last.end, end: start };
      pieces[pieces.length - 1] = { start: last.start, end, passages: [...last.passages, wrap, ...passages] };
    } else pieces.push({ start, end, passages });
  }
  return pieces;
}

/** A line of a plain text that is shorter was not wrapped there. */
const WRAPPED = 45;

/** A heading of Markdown, below which the text may go on without a blank line. */
const HEADING = /^ {0,3}#{1,6}[ \t]/;
const lineOf = (text: string, end: number) => text.lastIndexOf("\n", end - 1) + 1;

/** Whether a line was only wrapped before the next, although that begins like a new sentence. */
function goesOn(text: string, last: { start: number; end: number }, next: { start: number; end: number }, form: Form) {
  const gap = text.slice(last.end, next.start);
  if (!/^\r?\n[ \t]*$/.test(gap)) return false;
  const before = text.slice(Math.max(last.start, lineOf(text, last.end)), last.end);
  if (form === "html") return true;
  if (form === "md")
    return !/(?: {2}|\\)\r?$/.test(before) && !HEADING.test(text.slice(lineOf(text, last.end), last.end));
  return before.trim().length >= WRAPPED && !/[.!?:;]["'”’)\]]*\s*$/.test(before);
}
