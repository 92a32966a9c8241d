import { splitSentences } from "../../../engines/pages/split-sentences.js";
import type { BodyBlock, BodyText } from "../article-body/index.js";

/** From `start` up to, not including, `end`. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A block of a text, and where it stands in it with all its markup. */
export interface Part extends Place {
  readonly block: BodyBlock;
  /** Of a heading, 1 for the highest; 0 for anything else. */
  readonly depth: number;
  /** What goes when nothing is left in it, such as the items of a list; the part itself is not among them. */
  readonly within: readonly Place[];
}

/** A text as what inserts are put into. Navigation, scripts and settings at the head are no parts of it. */
export interface Outline {
  /** The heading at the top, which is no part; empty for none. */
  readonly title: string;
  /** In their order, apart from each other. */
  readonly parts: readonly Part[];
  /** Where something goes that comes last. */
  readonly end: number;
}

export function sentencesOf(text: string): readonly BodyText[] {
  return splitSentences(oneLine(text)).map((sentence) => ({ text: sentence }));
}

export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

export function headingBlock(text: string, depth: number): Pick<Part, "block" | "depth"> {
  return { block: { kind: "heading", level: depth <= 2 ? 2 : 3, text: oneLine(text) }, depth };
}

/** What stays as it is whatever it says, such as code, a picture or a form; a new one each, since blocks are known by what they are. */
export const opaqueBlock = (): BodyBlock => ({ kind: "html", html: "" });

/** A text without its title: the first heading of the first degree. What stands before it, such as a name or a date, is no part. */
export function withoutTitle(parts: readonly Part[]): { readonly title: string; readonly parts: readonly Part[] } {
  const at = parts.findIndex(({ depth }) => depth === 1);
  const block = parts[at]?.block;
  return block?.kind === "heading" ? { title: block.text, parts: parts.slice(at + 1) } : { title: "", parts };
}
