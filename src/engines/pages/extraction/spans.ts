import type { Span } from "./page.js";
import type { PageElement } from "./page-tree.js";

/** A run of text as it is in the page; addresses are not whole yet. */
export interface Run {
  text: string;
  readonly style: Style;
}

export type Style = Omit<Span, "text">;

export function sameStyle(one: Style, other: Style): boolean {
  return (
    one.href === other.href && one.strong === other.strong && one.emphasis === other.emphasis && one.code === other.code
  );
}

export const PLAIN: Style = {};

const INVISIBLE =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff\ue000-\uf8ff]/g;

/** Only what is visible, in its composed form already: letters of western languages, their punctuation and white space. */
const PLAINLY_WRITTEN = /^[\t\n\r -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/;
const UNEVEN_SPACE = /[^\S ]| {2}/;

/** One line of runs: white space collapsed also where two runs meet, nothing invisible, none of them empty. */
export function cleanRuns(runs: readonly Run[]): Run[] {
  const clean: Run[] = [];
  for (const { text, style } of runs) {
    let piece = PLAINLY_WRITTEN.test(text)
      ? text
      : text
          .replace(/\p{Cs}/gu, "")
          .replace(INVISIBLE, "")
          .normalize("NFC");
    if (UNEVEN_SPACE.test(piece)) piece = piece.replace(/\s+/g, " ");
    const last = clean.at(-1);
    if (piece.startsWith(" ") && (last === undefined || last.text.endsWith(" "))) piece = piece.slice(1);
    if (piece === "") continue;
    if (last !== undefined && last.style === style) last.text += piece;
    else clean.push({ text: piece, style });
  }
  const last = clean.at(-1);
  if (last?.text.endsWith(" ")) {
    last.text = last.text.slice(0, -1);
    if (last.text === "") clean.pop();
  }
  return clean;
}

export function textOfRuns(runs: readonly { readonly text: string }[]): string {
  return runs.length === 1 ? runs[0]!.text : runs.map((run) => run.text).join("");
}

/** How text looks inside an element that is in text of a style; the same object where nothing changes. */
export function styleWithin(style: Style, element: PageElement): Style {
  switch (element.name) {
    case "a":
      return element.has("href") ? { ...style, href: element.attribute("href").slice(0, 4000) } : style;
    case "b":
    case "strong":
      return style.strong ? style : { ...style, strong: true };
    case "i":
    case "em":
    case "cite":
    case "dfn":
    case "var":
      return style.emphasis ? style : { ...style, emphasis: true };
    case "code":
    case "kbd":
    case "samp":
    case "tt":
      return style.code ? style : { ...style, code: true };
    default:
      return style;
  }
}

/** The runs as spans: addresses made whole, neighbours that look the same made one. */
export function spansOf(runs: readonly Run[], whole: (address: string) => string | undefined): Span[] {
  const spans: Span[] = [];
  for (const { text, style } of runs) {
    const href = style.href === undefined ? undefined : whole(style.href);
    const last = spans.at(-1);
    const { strong, emphasis, code } = style;
    const span: Span = {
      text,
      ...(href !== undefined && { href }),
      ...(strong && { strong }),
      ...(emphasis && { emphasis }),
      ...(code && { code }),
    };
    if (last !== undefined && sameStyle(last, span)) spans[spans.length - 1] = { ...last, text: last.text + text };
    else spans.push(span);
  }
  return spans;
}
