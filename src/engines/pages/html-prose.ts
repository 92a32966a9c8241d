import {
  type Block,
  cleanText,
  type DocumentText,
  EMPTY_DOCUMENT,
  type ItemList,
  plainKey,
  shortText,
  withoutAppendices,
  withoutEmptyHeadings,
} from "./blocks.js";
import { withoutCitationLabels } from "./citation-labels.js";
import { markedCode, readMarked, withoutMarks } from "./code-spans.js";
import type { ContentBlock, ExtractedPage, ExtractOptions, Span } from "./extraction/page.js";
import { textOfRuns } from "./extraction/spans.js";
import {
  codePlace,
  type ExhibitPlace,
  type Part,
  type TablePlace,
  tablePlace,
  tablesApart,
  valuesOf,
} from "./text-tables.js";

/** Links are distinguished from text also where the address of the page is unknown. */
const NOWHERE = "http://nowhere.invalid/";

/** Takes the content out of a page: `extractPage`, here or in a thread. */
export type Read = (html: string, options: ExtractOptions) => Promise<ExtractedPage>;

/**
 * The prose of a page: title, and headings, paragraphs, items and quotes of its content, with the code and tables behind them
 * and without pictures, cue lines and comments; and its tables apart. A page that cannot be understood is an empty document. Nothing is fetched. Throws what `read` throws.
 */
export async function extractHtml(html: string, read: Read): Promise<DocumentText> {
  if (!html.includes("<")) return EMPTY_DOCUMENT;
  const { metadata, content } = await read(html, { url: NOWHERE });
  const { title, site, authors } = metadata;
  return { title, site, byline: shortText(authors.join(", "), 100), ...tidied(withoutCitationLabels(content), title) };
}

interface Prose extends Block {
  readonly words: number;
  readonly linkCharacters: number;
}

/** For every block the list that it is in. Blocks below an item, such as its code or a deeper list, are in the item's. */
function listsOf(content: readonly ContentBlock[]): (ItemList | undefined)[] {
  let list: ItemList | undefined;
  let number = 0;
  return content.map((block) => {
    if (block.kind !== "item") {
      if (!("within" in block)) list = undefined;
      return undefined;
    }
    if (list === undefined || (block.depth === 0 && block.ordered !== list.ordered)) {
      number += 1;
      list = { number, ordered: block.ordered };
    }
    return block.depth > 0 || block.further === true ? { ...list, inner: true } : list;
  });
}

function proseBlock(block: ContentBlock, list: ItemList | undefined): Prose[] {
  if (!("spans" in block) || ("caption" in block && block.caption)) return [];
  const { text, code } = withCode(block.spans);
  // Numbers alone are no prose.
  if (!/\p{L}/u.test(text)) return [];
  const prose = {
    text,
    words: text.split(" ").length,
    linkCharacters: textOfRuns(block.spans.filter((span) => span.href !== undefined)).length,
    ...(code !== undefined && { code }),
  };
  if (block.kind === "heading") return [{ kind: block.kind, level: block.level, ...prose }];
  return [{ kind: block.kind, ...prose, ...(list !== undefined && { list }) }];
}

function withCode(spans: readonly Span[]): Pick<Block, "text" | "code"> {
  return readMarked(
    cleanText(spans.map(({ text, code }) => (code === true ? markedCode(text) : withoutMarks(text))).join("")),
  );
}

function tidied(content: readonly ContentBlock[], title: string): Pick<DocumentText, "blocks" | "tables"> {
  const titleKey = plainKey(title);
  const lists = listsOf(content);
  const prose = content.flatMap((block, at): (Prose | ExhibitPlace | TablePlace)[] => {
    if (block.kind === "table") return [tableOf(block)];
    if (block.kind === "code") return codePlace(block.text, block.language);
    return [...proseBlock(block, lists[at]), ...valuesIn(block)];
  });
  const wholeLists = listsOfText(prose.filter((part): part is Prose => "words" in part));
  const kept = prose.flatMap((part): Part[] => {
    if (!("words" in part)) return [part];
    const { words: _words, linkCharacters: _characters, ...block } = part;
    const isText = wholeLists.has(block.list?.number) || !isBesideText(part);
    return isText && plainKey(block.text) !== titleKey ? [block] : [];
  });
  const { blocks, tables } = tablesApart(withoutAppendices(kept));
  return { blocks: withoutEmptyHeadings(blocks), ...(tables.length > 0 && { tables }) };
}

function valuesIn(block: ContentBlock): TablePlace[] {
  return block.kind === "paragraph" ? valuesOf(block.spans) : [];
}

function tableOf({ header, rows }: Extract<ContentBlock, { kind: "table" }>): ExhibitPlace {
  const texts = rows.map((row) => row.map((cell) => textOfRuns(cell)));
  return header ? tablePlace(texts[0]!, texts.slice(1)) : tablePlace([], texts);
}

/** Lists that are mostly text stay whole: an item of theirs may be a link alone, or say "Print the pattern". */
function listsOfText(prose: readonly Prose[]): ReadonlySet<number | undefined> {
  const lists = Map.groupBy(
    prose.filter(({ list }) => list !== undefined),
    ({ list }) => list!.number,
  );
  return new Set(
    [...lists].filter(([, items]) => 2 * items.filter(isBesideText).length < items.length).map(([number]) => number),
  );
}

function isBesideText(block: Prose): boolean {
  return isLinkList(block) || isCue(block);
}

function isLinkList(block: Prose): boolean {
  return block.kind !== "heading" && block.words < 40 && block.linkCharacters > 0.6 * block.text.length;
}

const CUES: readonly RegExp[] = [
  /^(share|tweet|email|e-mail|print|save|follow|like|pin it|subscribe|sign up|log ?in|reply|comments?|advertisement|sponsored|skip to|back to top|menu|loading|tags?:|filed under|categor(y|ies):)(\W|$)/i,
  /\b(read more|more from|related (articles?|stor(y|ies)|posts?|content)|you (may|might) also (like|enjoy)|recommended for you|most (read|popular)|don.t miss|up next|continue reading|keep reading|click (here|to)|learn more (about|at|here)|view (all|gallery)|read (our|the full|next|also)|check out (our|my))\b/i,
  /\b(newsletter|your inbox|follow us|cookie (policy|settings)|(use|uses|accept) cookies|privacy policy|terms (of|and) (use|service|conditions)|all rights reserved|copyright|affiliate (links?|commission))\b|\u00a9/i,
  /^(by|written by|posted by|reviewed by|author|published|updated|last (updated|modified|reviewed)|posted( on| in)?|photographs? by|words by|text by)\b(?!.*[.!?]["\u201d)]?$)/i,
  /\b(photo(graph)?|image|picture|illustration)s?( credit)?( by|:| courtesy)|\bcourtesy of\b|\bgetty images\b|\bshutterstock\b|^(credit|source|photo|image):/i,
  /^\d+ (min(ute)?s?|hours?|days?)( |-)(read|ago)\b|^(\w+ )?\d{1,2},? \d{4}$|^\d+ (comments?|replies|shares|views|likes)\b/i,
];

/** A short line that says what to do with the page, or where it comes from. */
function isCue(block: Prose): boolean {
  return block.kind !== "heading" && block.words < 25 && CUES.some((cue) => cue.test(block.text));
}
