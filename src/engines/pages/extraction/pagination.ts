import { plainKey } from "../blocks.js";
import { countWords } from "../terms.js";
import { asText } from "./as-text.js";
import type { ContentBlock, ExtractedPage, PageJoining } from "./page.js";
import { hasSameTitle, isPageTitle, isSameText, plainAddress, textKind } from "./same-text.js";

export interface WholeOptions {
  /** @default "auto" */
  readonly join?: PageJoining;
  /** Pages at most, the first one included. @default 10 */
  readonly maxPages?: number;
  /** Where the first page is from. */
  readonly url?: string;
  /** Once it is aborted, what `fetchNext` throws is thrown on. */
  readonly signal?: AbortSignal;
}

export interface WholeText {
  /** With the metadata of the first page, and the content of all. */
  readonly page: ExtractedPage;
  /** Addresses of the pages after the first that went into it. */
  readonly added: readonly string[];
  /** Why it ends before the text does, for people; "" where it does not. */
  readonly note: string;
}

/**
 * An article, or a thread of a forum, on several pages as one. Follows the address of the next page within the same host, no
 * page twice. A next page belongs to the text when it has the same title but for the number of the page and is a page of the
 * same type; lists and products are left alone, as each of their pages is a text of its own. When a later page cannot be had,
 * what there is so far is the text.
 */
export async function readWhole(
  first: ExtractedPage,
  fetchNext: (url: string) => Promise<ExtractedPage>,
  { join = "auto", maxPages = 10, url = "", signal }: WholeOptions = {},
): Promise<WholeText> {
  const content = [...first.content];
  const comments = [...first.comments];
  const known = new Set(first.content.flatMap(keyOf));
  const added: string[] = [];
  const nextOf = ({ metadata }: ExtractedPage) => (join === "always" ? metadata.nextLink : metadata.nextPage);
  const host = hostOf(url || first.metadata.canonical || nextOf(first));
  const seen = new Set([url, first.metadata.canonical].filter((address) => address !== "").map(plainAddress));
  const isWanted = join === "always" || (join === "auto" && textKind(first) !== undefined);
  let note = "";
  let last = first;
  let next = isWanted ? nextOf(first) : "";
  while (next !== "" && hostOf(next) === host && !seen.has(plainAddress(next))) {
    if (added.length + 1 >= maxPages) {
      note = `The text goes on after page ${added.length + 1}, the last that is read.`;
      break;
    }
    seen.add(plainAddress(next));
    let page: ExtractedPage;
    try {
      page = await fetchNext(next);
    } catch (error) {
      if (signal?.aborted) throw error;
      note = `The text ends with page ${added.length + 1}, because the next one could not be read: ${reasonOf(error)}`;
      break;
    }
    const number = added.length + 2;
    if (join === "auto" && !isSameText(first, page, { number, url })) break;
    // What every page repeats, as its introduction or its box about the author, is kept once.
    const fresh = page.content.filter(
      (block) => !keyOf(block).some((key) => known.has(key)) && !isPageTitle(block, first, number),
    );
    // Some sites answer a number beyond the last page with one of the others.
    if (fresh.length === 0) break;
    for (const block of page.content) for (const key of keyOf(block)) known.add(key);
    const isNamedSo = hasSameTitle(join === "auto" ? first : last, page, number);
    const goesOn = isNamedSo && next === last.metadata.nextPage;
    content.push(...(goesOn ? fresh : underTitle(page, fresh)));
    // The comments on a text are often below each of its pages.
    const shown = new Set(comments.map((block) => asText([block])));
    if (!page.comments.every((block) => shown.has(asText([block])))) comments.push(...page.comments);
    added.push(next);
    last = page;
    next = nextOf(page);
  }
  if (added.length === 0) return { page: first, added, note };
  const { nextPage, nextLink } = last.metadata;
  const page: ExtractedPage = {
    ...first,
    // What goes on over several pages was no list, however short its first page is.
    type: textKind(first) === "text" && first.type !== "docs" ? "article" : first.type,
    metadata: { ...first.metadata, nextPage, nextLink },
    content,
    comments,
    words: countWords(asText(content)),
  };
  return { page, added, note };
}

/** A text of its own, such as a chapter, keeps its title. */
function underTitle({ metadata: { title } }: ExtractedPage, content: readonly ContentBlock[]): readonly ContentBlock[] {
  const key = plainKey(title);
  const isThere = content.some((block) => block.kind === "heading" && plainKey(asText([block])) === key);
  return key === "" || isThere ? content : [{ kind: "heading", level: 2, spans: [{ text: title }] }, ...content];
}

/** What a block is known by; short items and lines of tables and code may well occur twice. */
function keyOf(block: ContentBlock): string[] {
  const text = asText([block]);
  if (block.kind === "image") return [`image ${block.src}`];
  if (block.kind === "break") return [];
  if (block.kind === "item" && text.length < 40) return [];
  return [`${block.kind} ${text}`];
}

function hostOf(address: string): string {
  return URL.parse(address)?.host.replace(/^www\./, "") ?? "";
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "it did not answer.";
}
