import { type Block, cleanText } from "./blocks.js";

/** What is used of an element of a parsed page. */
export interface PageElement {
  readonly nodeType: number;
  readonly localName: string;
  readonly textContent: string;
  readonly firstChild: PageElement | null;
  readonly nextSibling: PageElement | null;
  getAttribute(name: string): string | null;
}

/** A block with what tells prose from navigation. */
export interface PageBlock extends Block {
  readonly words: number;
  /** How much of the text stands in links. */
  readonly linkCharacters: number;
}

const BREAKING = new Set(
  (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);
const LEFT_OUT = new Set(
  (
    "head script style noscript template svg math iframe object textarea select button input canvas video audio nav aside " +
    "footer form figure figcaption caption pre code-block dialog picture img embed label legend"
  ).split(" "),
);
const ASIDE_CLASS =
  /(^|[\s_-])(comments?|disqus|sidebar|related|recommend(ed|ations)?|share|sharing|social|promo|advert(isement)?|ads?|sponsor(ed)?|breadcrumbs?|cookies?|newsletter|subscribe|popup|modal|widget|pagination|pager|outbrain|taboola|trending|byline|author(-?(bio|box|info))?|bio|caption|credits?|editsection|reference|references|reflist|noprint|hatnote|navbox|toc|infobox)($|[\s_-])/i;
/** An aside by its class is believed up to this length; some sites call their whole page a widget. */
const ASIDE_WORDS = 60;
const DEEPEST = 500;

/**
 * The texts of an element, one wherever a browser would break the line: words of two blocks never run together.
 * Figures, captions, data tables, code, forms and navigation are left out.
 */
export function pageBlocks(root: PageElement): PageBlock[] {
  const found: PageBlock[] = [];
  let text = "";
  let linkCharacters = 0;
  let brokenLine = false;
  let term = "";

  const end = (place: Place) => {
    // What a list defines belongs to its definition.
    const clean = cleanText(
      place.kind === "item" && !place.inTerm && term !== "" && text.trim() !== "" ? `${term}: ${text}` : text,
    );
    if (text.trim() !== "") term = place.inTerm ? clean : "";
    const words = clean === "" ? 0 : clean.split(" ").length;
    if (!place.inTerm && /[\p{L}\p{N}]/u.test(clean)) {
      const block = { text: clean, words, linkCharacters: Math.min(linkCharacters, clean.length) };
      if (place.level > 0) found.push({ kind: "heading", level: place.level, ...block });
      else found.push({ kind: place.kind, ...block });
    }
    text = "";
    linkCharacters = 0;
    brokenLine = false;
  };

  const visit = (element: PageElement, place: Place) => {
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === TEXT) {
        const piece = child.textContent;
        text += piece;
        if (place.inLink) linkCharacters += piece.trim().length;
        if (piece.trim() !== "") brokenLine = false;
        continue;
      }
      if (child.nodeType !== ELEMENT || place.depth > DEEPEST) continue;
      const name = child.localName.toLowerCase();
      if (name === "br") {
        // Two line breaks are how old pages write paragraphs.
        if (brokenLine) end(place);
        else text += " ";
        brokenLine = true;
        continue;
      }
      if (isLeftOut(child, name)) {
        if (BREAKING.has(name)) end(place);
        continue;
      }
      const inside = placeWithin(place, name);
      if (!BREAKING.has(name)) {
        visit(child, inside);
        continue;
      }
      end(place);
      visit(child, inside);
      end(inside);
    }
  };
  const place: Place = { kind: "paragraph", level: 0, inTerm: false, inLink: false, depth: 0 };
  visit(root, place);
  end(place);
  return found;
}

interface Place {
  readonly kind: "paragraph" | "item" | "quote";
  /** Of the heading one is in, else 0. */
  readonly level: number;
  /** In the term of a list of definitions. */
  readonly inTerm: boolean;
  readonly inLink: boolean;
  readonly depth: number;
}

const ELEMENT = 1;
const TEXT = 3;

function placeWithin(place: Place, name: string): Place {
  const depth = place.depth + 1;
  if (name === "a") return { ...place, inLink: true, depth };
  if (/^h[1-6]$/.test(name)) return { ...place, level: Number(name[1]), depth };
  if (name === "li" || name === "dd") return { ...place, kind: "item", inTerm: false, depth };
  if (name === "dt") return { ...place, kind: "item", inTerm: true, depth };
  if (name === "blockquote") return { ...place, kind: "quote", depth };
  return { ...place, depth };
}

function isLeftOut(element: PageElement, name: string): boolean {
  if (LEFT_OUT.has(name)) return true;
  if (name === "table") return !isLayout(element);
  // Footnote marks.
  if (name === "sup")
    return /^[\s[\](),*\u2020\d\w]{0,12}$/.test(element.textContent) && element.textContent.includes("[");
  if (element.getAttribute("hidden") !== null || element.getAttribute("aria-hidden") === "true") return true;
  const named = `${element.getAttribute("class") ?? ""} ${element.getAttribute("id") ?? ""}`;
  if (named.length > 1 && named.length < 400 && ASIDE_CLASS.test(named) && name !== "body" && name !== "html") {
    return shorterThan(element.textContent, ASIDE_WORDS);
  }
  const style = element.getAttribute("style");
  return style !== null && style.length < 400 && /display:\s*none|visibility:\s*hidden/i.test(style);
}

/** Old pages are laid out with tables; theirs hold prose, while cells of data are short. */
function isLayout(table: PageElement): boolean {
  const cells = (table.textContent.match(/\S+/g) ?? []).length;
  if (cells < 80) return false;
  return countElements(table, "td") * 25 < cells;
}

function countElements(root: PageElement, name: string): number {
  let count = 0;
  const visit = (element: PageElement, depth: number) => {
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType !== ELEMENT || depth > DEEPEST) continue;
      if (child.localName.toLowerCase() === name) count += 1;
      visit(child, depth + 1);
    }
  };
  visit(root, 0);
  return count;
}

function shorterThan(text: string, words: number): boolean {
  if (text.length > words * 40) return false;
  return (text.match(/\S+/g) ?? []).length < words;
}
