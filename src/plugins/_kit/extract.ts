import {
  type Block,
  cleanText,
  type DocumentText,
  EMPTY_DOCUMENT,
  plainKey,
  shortText,
  titleWithoutSite,
  withoutAppendices,
  withoutEmptyHeadings,
} from "./blocks.js";
import { densestPart } from "./densest-part.js";
import { type PageBlock, type PageElement, pageBlocks } from "./page-blocks.js";
import { tameHtml } from "./tame-html.js";

/** Readability's answer is believed from here on; below, the densest part of the page may say more. */
const FEW_WORDS = 60;

/**
 * The main text of a page: title, and headings and paragraphs without navigation, captions, tables, cue lines and
 * comments. Never throws; a page that cannot be understood is an empty document. Nothing is fetched.
 */
export async function extractHtml(html: string): Promise<DocumentText> {
  // Loaded at first use: together they cost a fifth of a second, and most tasks never need them. Without its cache
  // linkedom lists the children of an element anew at every look, and Readability looks once per child.
  const [{ parseHTML }, { Readability }] = await Promise.all([
    import("linkedom/cached"),
    import("@mozilla/readability"),
  ]);
  try {
    const tame = tameHtml(html);
    if (!tame.includes("<")) return EMPTY_DOCUMENT;
    const page = parseHTML(withHtmlElement(tame)).document as unknown as Page;
    const facts = pageFacts(page);
    const whole = page.body === null ? [] : pageBlocks(page.body);
    // Readability takes the page to pieces, so it comes last.
    const article = new Readability<unknown>(page as unknown as ConstructorParameters<typeof Readability>[0], {
      serializer: (node) => node,
      disableJSONLD: true,
      charThreshold: 250,
    }).parse();
    const found = article?.content ? pageBlocks(article.content as PageElement) : [];
    const dense = densestPart(whole);
    const chosen = words(found) < FEW_WORDS && words(dense) > 2 * words(found) ? dense : found;
    const title = facts.title || titleWithoutSite(article?.title ?? "", facts.site);
    return { ...facts, title, blocks: tidied(chosen, title) };
  } catch {
    // The parser and Readability are not made for every page there is, and one page less is all that is lost.
    return EMPTY_DOCUMENT;
  }
}

/** What is used of a parsed page. */
interface Page {
  readonly body: PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): ArrayLike<PageElement>;
}

function withHtmlElement(html: string): string {
  return /<html[\s>]/i.test(html.slice(0, 5000)) ? html : `<html><body>${html}</body></html>`;
}

function pageFacts(page: Page): { title: string; site: string; byline: string } {
  const meta = (selector: string) => shortText(page.querySelector(selector)?.getAttribute("content") ?? "", 300);
  const site = meta('meta[property="og:site_name"]') || meta('meta[name="application-name"]');
  const named = meta('meta[property="og:title"]') || cleanText(page.querySelector("title")?.textContent ?? "");
  const headings = [...Array.from(page.querySelectorAll("h1"))].slice(0, 10).map((h1) => cleanText(h1.textContent));
  const short = titleWithoutSite(named, site);
  // A first heading that is part of the page's title is that title without anything about the site.
  const heading = headings.find((text) => text.length > 3 && plainKey(named).includes(plainKey(text)));
  const only = headings.length === 1 && named === "" ? headings[0] : undefined;
  const byline = meta('meta[name="author"]') || cleanText(page.querySelector('[rel="author"]')?.textContent ?? "");
  return {
    title: titleWithoutSite(heading ?? "", site) || short || (only ?? ""),
    site,
    byline: shortText(byline, 100),
  };
}

function words(blocks: readonly PageBlock[]): number {
  return blocks.reduce((sum, block) => sum + block.words, 0);
}

function tidied(blocks: readonly PageBlock[], title: string): Block[] {
  const titleKey = plainKey(title);
  const kept = blocks
    .filter((block) => !isLinkList(block) && !isCue(block) && plainKey(block.text) !== titleKey)
    .map(({ kind, level, text }): Block => (level === undefined ? { kind, text } : { kind, level, text }));
  return withoutEmptyHeadings(withoutAppendices(kept));
}

function isLinkList(block: PageBlock): boolean {
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

/** A short line that tells readers what to do with the page, or where it comes from. */
function isCue(block: PageBlock): boolean {
  return block.kind !== "heading" && block.words < 25 && CUES.some((cue) => cue.test(block.text));
}
