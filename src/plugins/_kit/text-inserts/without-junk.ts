import { splitSentences } from "../../../engines/pages/split-sentences.js";
import type { JunkFilter } from "../inserts/junk-filter.js";
import { decoded } from "../rewriting/entities.js";
import type { Form } from "../rewriting/forms.js";
import { type Piece, piecesOf } from "../rewriting/pieces.js";
import { plainLines } from "./line-ends.js";
import { markupLeft } from "./markup-left.js";
import { outlineOf } from "./outline.js";
import { oneLine, type Part, type Place } from "./parts.js";

/** A stretch that goes, and what stays of it: the marks whose other half is elsewhere. */
interface Cut extends Place {
  readonly left: string;
}

/**
 * The text without the sentences and headings that are junk, and without what is empty then: paragraphs, items, and headings over
 * nothing. The title, tables and code stay.
 */
export function withoutJunk(source: string, form: Form, isJunk: JunkFilter): string {
  const { lines: text, restored } = plainLines(source);
  const { parts } = outlineOf(text, form);
  const pieces = piecesOf(text, form);
  const cuts = new Map<Part, readonly Cut[]>();
  for (const part of parts) {
    if (part.block.kind === "heading") cuts.set(part, isJunk(part.block.text) ? [whole(part)] : []);
    else if (part.block.kind === "table" || part.block.kind === "html") cuts.set(part, []);
    else cuts.set(part, cutsIn(part, pieces, text, form, isJunk));
  }
  const isGone = (part: Part) => cuts.get(part)!.some(({ start, end }) => start <= part.start && end >= part.end);
  // From the last one, so that a heading goes whose lower ones have gone.
  for (const [at, part] of [...parts.entries()].toReversed()) {
    if (part.depth === 0) continue;
    const next = parts.findIndex(({ depth }, later) => later > at && depth > 0 && depth <= part.depth);
    const below = parts.slice(at + 1, next < 0 ? undefined : next);
    if (below.length > 0 && below.every(isGone)) cuts.set(part, [whole(part)]);
  }
  const gone = parts.flatMap((part) => (isGone(part) ? [withGap(part, text, form)] : cuts.get(part)!));
  return restored(without(text, gone));
}

const whole = ({ start, end }: Place): Cut => ({ start, end, left: "" });

function cutsIn(part: Part, pieces: readonly Piece[], text: string, form: Form, isJunk: JunkFilter): readonly Cut[] {
  const cuts = pieces
    .filter((piece) => holds(part, withoutBlanks(piece, text)))
    .flatMap((piece) => sentenceCuts(piece, part, text, form, isJunk))
    .map((cut) => (form === "html" ? cut : withLine(cut, part, text)));
  if (cuts.length === 0) return [];
  const emptied = [part, ...part.within].filter((place) => isEmpty(place, cuts, text, form));
  // Of those in the same place the first one is the outer.
  const outer = emptied.filter(
    (place, at) =>
      !emptied.some((other, from) => from !== at && holds(other, place) && !(holds(place, other) && at < from)),
  );
  const inner = cuts.filter((cut) => !outer.some((place) => holds(place, cut)));
  return [...outer.map((place) => (place === part ? whole(place) : withGap(place, text, form))), ...inner].sort(
    (one, other) => one.start - other.start,
  );
}

/** Blanks at the ends of a paragraph are none of its block. */
function withoutBlanks({ start, end }: Place, text: string): Place {
  const words = text.slice(start, end);
  return { start: end - words.trimStart().length, end: start + words.trimEnd().length };
}

const holds = (outer: Place, inner: Place) => outer.start <= inner.start && outer.end >= inner.end;

/** The sentences of a paragraph that are junk, those beside each other as one. */
function sentenceCuts(piece: Piece, part: Place, text: string, form: Form, isJunk: JunkFilter): readonly Cut[] {
  const shown = withBlankMarks(piece, text);
  const found: Place[] = [];
  let from = 0;
  for (const sentence of splitSentences(shown)) {
    const at = shown.indexOf(sentence, from);
    if (at < 0) continue;
    from = at + sentence.length;
    const place = { start: piece.start + at, end: piece.start + from };
    if (!isJunk(readable(text.slice(place.start, place.end), form))) continue;
    const last = found.at(-1);
    if (last !== undefined && shown.slice(last.end - piece.start, at).trim() === "") {
      found[found.length - 1] = { start: last.start, end: place.end };
    } else found.push(place);
  }
  const around = { start: Math.max(piece.start, part.start), end: Math.min(piece.end, part.end) };
  return found.map((place) => {
    const { start, end } = withBlank(withMarks(place, around, text, form), around, text);
    return { start, end, left: markupLeft(text.slice(start, end), form) };
  });
}

/** The piece in one line with blanks for its markup, so that every character keeps its place. */
function withBlankMarks({ passages }: Piece, text: string): string {
  return passages
    .map(({ kind, start, end }) => {
      const raw = text.slice(start, end).replace(/\n/g, " ");
      if (kind === "prose") return raw;
      if (/^(?:[*_~[\]>\s]+$|\]\(|\]\[)/.test(raw)) return " ".repeat(raw.length);
      return raw.replace(TAG, (tag) => " ".repeat(tag.length));
    })
    .join("");
}

const TAG = /<\/?[a-z!](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;

/** As readers see it. */
function readable(sentence: string, form: Form): string {
  const untagged = sentence.replace(TAG, (tag) => (/^<br/i.test(tag) ? " " : ""));
  if (form === "html") return oneLine(decoded(untagged));
  return oneLine(form === "txt" ? sentence : untagged.replace(/[*_~`[]|\](?:\([^()]*\)|\[[^\]]*\])?/g, ""));
}

/** Marks before and behind a sentence, such as those that make it bold. */
const BEFORE =
  /(?:<(?:a|b|i|u|s|q|em|strong|span|small|big|mark|sub|sup|font|cite|ins|del|label)(?:\s[^<>]*)?>|[*_~[])+$/i;
const BEHIND = /^(?:<\/[a-z][^<>]*>|[*_~]|\](?:\([^()]*\)|\[[^\]]*\]))+/i;
/** Characters that such marks have. */
const REACH = 500;

/** With the marks right around it that are of it alone. */
function withMarks(place: Place, piece: Place, text: string, form: Form): Place {
  if (form === "txt") return place;
  const before = BEFORE.exec(text.slice(Math.max(piece.start, place.start - REACH), place.start))?.[0] ?? "";
  const behind = BEHIND.exec(text.slice(place.end, Math.min(piece.end, place.end + REACH)))?.[0] ?? "";
  const start = place.start - before.length;
  const end = place.end + behind.length;
  return markupLeft(text.slice(start, end), form) === "" ? { start, end } : place;
}

/** With the blanks behind it, or with those before it where none are behind. */
function withBlank({ start, end }: Place, piece: Place, text: string): Place {
  const after = /^\s*/.exec(text.slice(end, piece.end))![0].length;
  if (after > 0) return { start, end: end + after };
  return { start: start - /\s*$/.exec(text.slice(piece.start, start))![0].length, end };
}

const MEDIA = /<(?:img|video|audio|iframe|object|svg|input)[\s>]/i;

/** With its line of the part, where it is all that stands there. */
function withLine(cut: Cut, part: Part, text: string): Cut {
  const from = text.lastIndexOf("\n", cut.start - 1);
  const gap = /^[ \t]*(?=\n|$)/.exec(text.slice(cut.end, part.end))?.[0];
  if (cut.left !== "" || gap === undefined || text.slice(from + 1, cut.start).trim() !== "") return cut;
  if (from >= part.start) return { ...cut, start: from, end: cut.end + gap.length };
  const end = cut.end + gap.length + 1;
  return end < part.end ? { ...cut, end } : cut;
}

/** Whether the cuts leave nothing of it that can be read or seen. */
function isEmpty(place: Place, cuts: readonly Cut[], text: string, form: Form): boolean {
  const inside = cuts.filter((cut) => holds(place, cut));
  if (inside.length === 0) return false;
  const moved = inside.map((cut) => ({ ...cut, start: cut.start - place.start, end: cut.end - place.start }));
  const rest = without(text.slice(place.start, place.end), moved);
  if (form === "html") return !MEDIA.test(rest) && decoded(rest.replace(TAG, "")).trim() === "";
  return rest.replace(/^[\s>]*(?:[-*+\u2022]|\d{1,9}[.)])?(?:\s|$)/gm, "").replace(/[*_~[\]()<>\s]/g, "") === "";
}

/** With the blank lines behind it, or what sets it off from the next one. */
function withGap(place: Place, text: string, form: Form): Cut {
  const gap = form === "html" ? /^\s*/ : /^(?:[ \t]*(?:\n|$))*/;
  const isItem = form !== "html" && text[place.end - 1] === "\n";
  const end = isItem ? place.end : place.end + gap.exec(text.slice(place.end))![0].length;
  const from = text.lastIndexOf("\n", place.start - 1) + 1;
  const isIndented = form !== "html" && text.slice(from, place.start).trim() === "";
  return { start: isIndented ? from : place.start, end, left: "" };
}

function without(text: string, cuts: readonly Cut[]): string {
  let out = "";
  let at = 0;
  for (const { start, end, left } of cuts) {
    out += text.slice(at, start) + left;
    at = Math.max(at, end);
  }
  return out + text.slice(at);
}
