import { plainKey } from "../blocks.js";
import { asText } from "./as-text.js";
import type { ContentBlock, ExtractedPage, Span } from "./page.js";

/** Of so few words nobody can tell what type of page they are. */
const FEW_WORDS = 150;

/** The kinds of texts that go on over several pages; undefined for a page that is none: a list, a product. */
export function textKind(page: ExtractedPage): "text" | "thread" | undefined {
  if (page.type === "forum") return "thread";
  if (isList(page)) return undefined;
  if (page.type === "article" || page.type === "docs") return "text";
  return page.type !== "product" && page.words < FEW_WORDS && isProse(page) ? "text" : undefined;
}

/**
 * Whether a page that a pager leads to goes on with the text of the first one: the same kind of text, under the same title
 * but for the number of the page.
 */
export function isSameText(
  first: ExtractedPage,
  page: ExtractedPage,
  { number, url }: { readonly number: number; readonly url: string },
): boolean {
  const kind = textKind(first);
  if (kind === undefined || textKind(page) !== kind) return false;
  if (hasSameTitle(first, page, number)) return true;
  // It may call the first page the one that stands for all.
  return url !== "" && plainAddress(page.metadata.canonical) === plainAddress(url);
}

/** Whether a page has the title of the first one but for its number. */
export function hasSameTitle(first: ExtractedPage, page: ExtractedPage, number: number): boolean {
  const titles = titleKeys(first, 1);
  return titleKeys(page, number).some((key) => titles.includes(key));
}

/** A heading that says the title again, with the number of the page or without. */
export function isPageTitle(block: ContentBlock, first: ExtractedPage, number: number): boolean {
  if (block.kind !== "heading") return false;
  const key = titleKey(asText([block]), number);
  return key !== "" && titleKeys(first, 1).includes(key);
}

/** Without its fragment and a slash at its end. */
export function plainAddress(address: string): string {
  return address.replace(/#.*$/, "").replace(/\/$/, "");
}

function titleKeys({ metadata: { title, openGraph } }: ExtractedPage, number: number): string[] {
  const titles = [title, openGraph["og:title"] ?? ""].map((one) => titleKey(one, number));
  return titles.every((key) => key === "") ? [""] : titles.filter((key) => key !== "");
}

/** A title without the mark of its page: "(page 2)", "- Page 2 of 5", "Seite 2", "2/5", and its own number in brackets. */
function titleKey(title: string, number: number): string {
  const bare = title
    .replace(
      /(?<![\p{L}\p{N}])(?:page|seite|p\u00e1gina|pagina|sida|strona|pag\.|p\.)\s*\d{1,3}(?:\s*(?:of|von|de|di|van|av|z|sur|\/)\s*\d{1,3})?(?!\p{N})/giu,
      " ",
    )
    .replace(/\u7b2c?\s*\d{1,3}\s*(?:\u30da\u30fc\u30b8\u76ee?|\u9875|\u9801)/gu, " ")
    .replace(/[\s([]\d{1,3}\s*(?:\/|of|von)\s*\d{1,3}[)\]]?\s*$/, " ")
    .replace(new RegExp(`[([]${number}[)\\]]\\s*$`), " ");
  return plainKey(bare);
}

/** Most of its headings lead elsewhere, as those of the posts of a blog's front page do. */
function isList({ content }: ExtractedPage): boolean {
  const headings = content.flatMap((block) => (block.kind === "heading" ? [block.spans] : []));
  const leading = headings.filter(leadsAway);
  return leading.length >= 3 && leading.length > headings.length / 2;
}

function leadsAway(spans: readonly Span[]): boolean {
  const words = spans.filter(({ text }) => text.trim() !== "");
  return words.length > 0 && words.every(({ href }) => href !== undefined && !href.includes("#"));
}

function isProse({ content }: ExtractedPage): boolean {
  let [prose, all] = [0, 0];
  for (const block of content) {
    const { length } = asText([block]);
    all += length;
    if (block.kind === "paragraph" && !leadsAway(block.spans)) prose += length;
  }
  return prose > all / 2;
}
