import { areLineNumbers, isBesideCode } from "./code-blocks.js";
import { cellRows, isDataTable } from "./data-tables.js";
import { isMark, noteNumber } from "./marks.js";
import type { PageElement } from "./page-tree.js";
import { cleanRuns, PLAIN, type Run, type Style, styleWithin, textOfRuns } from "./spans.js";
import { countedWords, type Words } from "./word-counts.js";

/** A text that a browser would set off from others, and where it is. */
export interface TextBlock extends Words {
  readonly kind: "heading" | "paragraph" | "item" | "quote" | "code" | "table" | "caption";
  /** 1 to 6 of a heading, else 0. */
  readonly level: number;
  readonly ordered: boolean;
  /** Of an item: how many lists are around its own. */
  readonly listDepth: number;
  /** The element of the item it is in, or of the term it defines: blocks of one item have the same. */
  readonly item?: PageElement;
  /** The nearest element that breaks lines. */
  readonly element: PageElement;
  readonly runs: readonly Run[];
  /** In one line; of code and tables the text of all lines and cells. */
  readonly text: string;
  readonly linkCharacters: number;
  readonly hidden: boolean;
  /** Code unchanged. */
  readonly lines?: string;
  readonly rows?: readonly (readonly (readonly Run[])[])[];
  readonly header?: boolean;
}

/** A picture, and how many blocks of text come before it. */
export interface PageImage {
  readonly before: number;
  readonly element: PageElement;
}

export interface WalkedPage {
  readonly blocks: readonly TextBlock[];
  readonly images: readonly PageImage[];
}

export const BREAKING = new Set(
  (
    "address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html label legend li main menu nav noscript ol p pre search section summary table " +
    "tbody td tfoot th thead tr ul"
  ).split(" "),
);
const LEFT_OUT = new Set(
  "head title script style template svg math iframe object textarea select datalist canvas video audio map".split(" "),
);
const MAX_IMAGES = 2000;
/** Names that one definition may have. */
const MOST_TERMS = 5;

interface Place extends Pick<TextBlock, "element" | "item" | "kind" | "level" | "ordered" | "hidden"> {
  readonly lists: number;
  readonly style: Style;
}

/** The texts of a page in reading order, one wherever a browser would break the line: words of two never run together. */
export function textBlocks(root: PageElement): WalkedPage {
  const blocks: TextBlock[] = [];
  const images: PageImage[] = [];
  let runs: Run[] = [];
  let brokenLine = false;
  /** What is defined, until its definition comes: it may have several names. */
  let terms: { readonly runs: readonly Run[]; readonly place: Place }[] = [];
  let defined: Place["item"];

  const add = (place: Place, clean: readonly Run[], more: Partial<TextBlock>) => {
    const text = more.text ?? textOfRuns(clean);
    const counted = countedWords(text);
    if (counted.words.length === 0 && more.kind !== "code") return;
    let linkCharacters = 0;
    for (const run of clean) if (run.style.href !== undefined) linkCharacters += run.text.length;
    blocks.push({
      kind: place.kind,
      level: place.level,
      ordered: place.ordered,
      listDepth: Math.max(0, place.lists - 1),
      ...(place.kind === "item" && place.item !== undefined && { item: place.item }),
      element: place.element,
      runs: clean,
      text,
      ...counted,
      linkCharacters: Math.min(linkCharacters, text.length),
      hidden: place.hidden,
      ...more,
    });
  };
  const end = (place: Place) => {
    brokenLine = false;
    if (runs.length === 0) return;
    const clean = cleanRuns(runs);
    runs = [];
    if (clean.length === 0) return;
    // What a list defines belongs to its definition.
    if (place.element.name === "dt" && place.kind === "item") {
      if (terms.length >= MOST_TERMS || terms.some((one) => one.place.lists !== place.lists)) endTerm();
      terms.push({ runs: clean, place });
      defined = place.element;
    } else if (place.kind === "item" && terms[0]?.place.lists === place.lists) {
      const named = terms.flatMap(({ runs: own }, at) => (at === 0 ? own : [{ text: ", ", style: PLAIN }, ...own]));
      terms = [];
      // A number is the place of its definition among the others.
      if (/^\(?\d{1,3}[.):]?$/.test(textOfRuns(named).trim())) add({ ...place, ordered: true }, clean, {});
      else add(place, [...strong(named), { text: ": ", style: PLAIN }, ...clean], {});
    } else {
      endTerm();
      add(place, clean, {});
    }
  };
  const endTerm = () => {
    const left = terms;
    terms = [];
    for (const { place, runs: own } of left) add(place, own, {});
  };

  const separate = (child: PageElement, place: Place) => {
    const said = runs.at(-1)?.text;
    const next = beginningOf(child);
    if (said !== undefined && /[\p{L}\p{N}]$/u.test(said) && /^[\p{Lu}\p{N}]/u.test(next)) {
      runs.push({ text: " ", style: place.style });
    }
  };

  const visit = (element: PageElement, place: Place) => {
    /** An element that no text comes between. */
    let before: PageElement | undefined;
    for (const child of element.children) {
      if (typeof child === "string") {
        before = undefined;
        if (child.trim() !== "") brokenLine = false;
        else if (runs.length === 0) continue;
        const last = runs.at(-1);
        if (last !== undefined && last.style === place.style) last.text += child;
        else runs.push({ text: child, style: place.style });
        continue;
      }
      const { name } = child;
      if (name === "br") {
        // Two line breaks are how old pages write paragraphs.
        if (brokenLine) end(place);
        else runs.push({ text: " ", style: place.style });
        brokenLine = true;
        continue;
      }
      if (name === "img") {
        if (images.length < MAX_IMAGES)
          images.push({ before: blocks.length + (runs.length > 0 ? 1 : 0), element: child });
        continue;
      }
      if (LEFT_OUT.has(name) || isMark(child)) continue;
      const note = name === "a" ? noteNumber(child) : "";
      if (note !== "") {
        runs.push({ text: `[${note}]`, style: place.style });
        continue;
      }
      const within = placeWithin(place, child);
      const inside = name === "dd" && place.kind !== "heading" ? { ...within, item: defined ?? child } : within;
      if (!breaks(child)) {
        if (before !== undefined && isSetOff(before, child)) separate(child, place);
        visit(child, inside);
        before = child;
        continue;
      }
      end(place);
      // What is asked for by itself is not read as a part of something larger.
      const whole = !child.holdsIncluded;
      if (name === "pre" && whole) code(child, inside);
      else if (name === "table" && whole && isDataTable(child)) table(child, inside);
      else {
        const outer = defined;
        if (name === "dl") defined = undefined;
        visit(child, inside);
        end(inside);
        if (name === "dl") {
          endTerm();
          defined = outer;
        }
      }
    }
  };

  const code = (element: PageElement, place: Place) => {
    endTerm();
    const lines = linesOf(element)
      .toWellFormed()
      .replace(/\r\n?/g, "\n")
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "")
      .replace(/[ \t]+$/gm, "")
      .replace(/^\n+|\s+$/g, "");
    if (/[\p{L}\p{N}]/u.test(lines) && !areLineNumbers(lines))
      add({ ...place, kind: "code", level: 0 }, [], { kind: "code", text: lines, lines });
  };
  const table = (element: PageElement, place: Place) => {
    endTerm();
    const { rows, header, caption } = cellRows(element);
    if (caption.length > 0) add({ ...place, kind: "caption", level: 0 }, caption, {});
    const cells = rows.flat();
    if (cells.length === 0) return;
    const runs = cells.flat();
    const text = cells.map(textOfRuns).join(" ");
    add({ ...place, kind: "table", level: 0 }, runs, { text, rows, header });
  };

  const place: Place = {
    element: root,
    kind: "paragraph",
    level: 0,
    ordered: false,
    lists: 0,
    style: PLAIN,
    hidden: false,
  };
  visit(root, place);
  end(place);
  return { blocks, images };
}

/** In bold type, unless it is marked up already. */
function strong(runs: readonly Run[]): readonly Run[] {
  const marked = runs.some(({ style }) => style.code || style.strong || style.emphasis);
  return marked ? runs : runs.map(({ text, style }) => ({ text, style: { ...style, strong: true } }));
}

/** Parts of a line that style sheets keep apart, such as a name and a date: without a space between, they would be one word. */
const SET_OFF = new Set("a span time".split(" "));

function isSetOff(before: PageElement, after: PageElement): boolean {
  return SET_OFF.has(before.name) && SET_OFF.has(after.name) && (before.name !== "span" || after.name !== "span");
}

function beginningOf(element: PageElement): string {
  for (const child of element.children) {
    const text = typeof child === "string" ? child : beginningOf(child);
    if (text !== "") return text;
  }
  return "";
}

function breaks(element: PageElement): boolean {
  return element.included || BREAKING.has(element.name);
}

function placeWithin(place: Place, element: PageElement): Place {
  const { name } = element;
  if (!breaks(element)) {
    const style = styleWithin(place.style, element);
    const hidden = place.hidden || isHidden(element);
    return style === place.style && hidden === place.hidden ? place : { ...place, style, hidden };
  }
  const hidden = place.hidden || isHidden(element);
  const within = { ...place, element, style: styleWithin(place.style, element), hidden };
  if (/^h[1-6]$/.test(name)) return { ...within, kind: "heading", level: Number(name[1]) };
  if (place.kind === "heading") return within;
  switch (name) {
    case "ul":
    case "ol":
      return { ...within, ordered: name === "ol", lists: place.lists + 1 };
    case "dl":
      return { ...within, ordered: false, lists: place.lists + 1 };
    case "li":
    case "dt":
    case "dd":
      return { ...within, kind: "item", item: element };
    case "blockquote":
      return { ...within, kind: "quote" };
    case "figcaption":
    case "caption":
      return { ...within, kind: "caption" };
    default:
      return within;
  }
}

function isHidden(element: PageElement): boolean {
  if (element.has("hidden") || element.attribute("aria-hidden") === "true") return true;
  const style = element.attribute("style");
  return style !== "" && /display:\s*none|visibility:\s*hidden/i.test(style.slice(0, 400));
}

function linesOf(element: PageElement): string {
  let text = "";
  for (const child of element.children) {
    if (typeof child === "string") text += child;
    else if (child.name === "br") text += "\n";
    else if (!LEFT_OUT.has(child.name) && !isBesideCode(child)) {
      const inside = linesOf(child);
      // Some write every line of their code into an element of its own.
      if (BREAKING.has(child.name) && text !== "" && !text.endsWith("\n")) text += "\n";
      text += inside;
      if (BREAKING.has(child.name) && !text.endsWith("\n")) text += "\n";
    }
  }
  return text;
}
