import { createHash } from "node:crypto";
import { decodedUri } from "../../engines/decoded-uri.js";
import { type PageLinks, pageLinks } from "../../engines/pages/links/page-links.js";
import { countWords } from "../../engines/pages/terms.js";
import type { JsonObject, WebPage } from "../../kernel/index.js";
import type { Collection } from "./options.js";

/** What is taken out of a page: what goes into every record, and what `collect` asks for besides it. */
export interface PageFacts {
  readonly page: PageLinks;
  readonly words: number;
  readonly hash: string;
  readonly more: JsonObject | undefined;
}

/** Most that is kept of one page under each heading of `collect`. */
const MAX_KEPT = 1000;
const MAX_SCHEMA = 65_536;
/** Scripts that set no space between words. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/;

export function pageFacts({ text, url }: WebPage, collect: ReadonlySet<Collection>): PageFacts {
  const page = pageLinks(text, url, { text: true, schema: collect.has("schema") });
  return {
    page,
    words: wordsOf(page.text),
    hash: hashOf(page.text),
    more: collected(page, text, collect),
  };
}

/** How many words a text has. */
export function wordsOf(text: string): number {
  return UNSPACED.test(text) ? countWords(text.slice(0, 200_000)) : countSpaced(text);
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Of text with white space between words; signs alone are none. */
function countSpaced(text: string): number {
  let count = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 32 || (code >= 9 && code <= 13)) inWord = false;
    else if (!inWord && isWordCode(code)) {
      inWord = true;
      count += 1;
    }
  }
  return count;
}

/** Letters and digits; beyond ASCII all but the usual punctuation. */
function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x2bff);
}

function collected(page: PageLinks, html: string, collect: ReadonlySet<Collection>): JsonObject | undefined {
  const more: Record<string, JsonObject[string]> = {};
  if (collect.has("meta")) {
    const names = ["robots", "keywords", "author", "og:title", "og:description", "og:image", "og:type"] as const;
    const found = names.flatMap((name) => {
      const value = page.meta.get(name);
      return value === undefined ? [] : [[name, value.slice(0, 1000)] as const];
    });
    more["meta"] = Object.fromEntries(found);
    more["hreflang"] = page.alternates.slice(0, 100).map(({ language, url }) => `${language} ${url}`);
  }
  if (collect.has("images")) {
    more["images"] = page.images.slice(0, MAX_KEPT).map(({ src, alt }) => (alt === undefined ? [src] : [src, alt]));
  }
  if (collect.has("headings")) {
    more["headings"] = page.headings.slice(0, MAX_KEPT).map(({ level, text }) => `h${level} ${text}`);
  }
  if (collect.has("schema")) more["schema"] = schemaOf(page.schema);
  if (collect.has("emails")) more["emails"] = emailsOf(page.text, html);
  // Written and read, so that nothing of the page's own text is kept with what was cut out of it.
  return Object.keys(more).length === 0 ? undefined : JSON.parse(JSON.stringify(more));
}

/** Objects a page has for programs, as JSON texts; what cannot be read as JSON is left out. */
function schemaOf(scripts: readonly string[]): string[] {
  const found: string[] = [];
  let left = MAX_SCHEMA;
  for (const script of scripts) {
    try {
      const text = JSON.stringify(JSON.parse(script.replaceAll("\0", ""))).toWellFormed();
      if (text.length > left) continue;
      left -= text.length;
      found.push(text);
    } catch {
      // Many pages have scripts that no reader of JSON takes.
    }
  }
  return found;
}

const EMAIL = /(?<![\w.+-])[a-z\d][\w.+-]{0,63}@(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}(?![\w-])/gi;

function emailsOf(text: string, html: string): string[] {
  const found = new Set<string>();
  const links = html.matchAll(/\bhref\s*=\s*["']?mailto:([^"'?>\s]{3,200})/gi);
  for (const [, address = ""] of links) {
    for (const [email] of decodedUri(address).matchAll(EMAIL)) found.add(email.toLowerCase());
    if (found.size >= MAX_KEPT) break;
  }
  for (const [email] of text.matchAll(EMAIL)) {
    if (found.size >= MAX_KEPT) break;
    // A file name such as logo@2x.png looks like one.
    if (!/\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(email)) found.add(email.toLowerCase());
  }
  return [...found].sort();
}
