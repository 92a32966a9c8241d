import { Tokenizer } from "htmlparser2";

/** One address of a sitemap, and when it was last changed as the sitemap says, ISO 8601. */
export interface SitemapEntry {
  readonly url: string;
  readonly lastModified?: string;
}

/** `index`: the entries are sitemaps. `none`: it is no sitemap. */
export interface ParsedSitemap {
  readonly kind: "pages" | "index" | "none";
  readonly entries: readonly SitemapEntry[];
}

/** What is of interest in each kind of document: the element of an entry, and in it the address and the date. */
const KINDS: Readonly<
  Record<string, { kind: "pages" | "index"; entry: string; url: string; dates: readonly string[] }>
> = {
  urlset: { kind: "pages", entry: "url", url: "loc", dates: ["lastmod"] },
  sitemapindex: { kind: "index", entry: "sitemap", url: "loc", dates: ["lastmod"] },
  rss: { kind: "pages", entry: "item", url: "link", dates: ["pubdate"] },
  rdf: { kind: "pages", entry: "item", url: "link", dates: ["date"] },
  feed: { kind: "pages", entry: "entry", url: "link", dates: ["updated", "published"] },
};

const MAX_VALUE = 4000;

/**
 * Reads a sitemap of any form there is: XML, an index of others, a list of lines, an RSS or Atom feed. Addresses are as
 * they are there. Entities that a document declares stay unread, and nothing it holds makes this throw.
 */
export function parseSitemap(text: string, maxEntries: number): ParsedSitemap {
  const start = /^[\s\ufeff]*/.exec(text)![0].length;
  if (text[start] === "<") return new Reading(text).result(maxEntries);
  return lines(text, maxEntries);
}

function lines(text: string, maxEntries: number): ParsedSitemap {
  const entries: SitemapEntry[] = [];
  let wrong = 0;
  for (let from = 0; from < text.length && entries.length < maxEntries; ) {
    const end = text.indexOf("\n", from);
    const line = text
      .slice(from, Math.min(end < 0 ? text.length : end, from + MAX_VALUE))
      .replace(/\ufeff/g, "")
      .trim();
    from = end < 0 ? text.length : end + 1;
    if (/^https?:\/\/\S+$/i.test(line)) entries.push({ url: line });
    else if (line !== "") wrong += 1;
  }
  return wrong > entries.length || entries.length === 0 ? { kind: "none", entries: [] } : { kind: "pages", entries };
}

class Reading {
  private readonly entries: SitemapEntry[] = [];
  private form: (typeof KINDS)[string] | undefined;
  private prefix: string | undefined;
  private entry: { url: string; date: string } | undefined;
  private element = "";
  private attribute = "";
  private attributes: { href: string; rel: string } = { href: "", rel: "" };
  private value = "";

  constructor(private readonly text: string) {}

  result(maxEntries: number): ParsedSitemap {
    const { text } = this;
    const nothing = () => {};
    const take = (part: string) => {
      if (this.value.length < MAX_VALUE) this.value += part.slice(0, MAX_VALUE);
    };
    const takeAttribute = (part: string) => {
      if (this.attribute !== "href" && this.attribute !== "rel") return;
      if (this.attributes[this.attribute].length < MAX_VALUE)
        this.attributes[this.attribute] += part.slice(0, MAX_VALUE);
    };
    const inEntry = () => this.entry !== undefined && this.element !== "";
    const tokenizer = new Tokenizer(
      { xmlMode: true, decodeEntities: true },
      {
        onopentagname: (start, end) => this.open(this.localName(start, end, true)),
        onattribname: (start, end) => {
          this.attribute = inEntry() && end - start < 10 ? text.slice(start, end).toLowerCase() : "";
        },
        onattribdata: (start, end) => takeAttribute(text.slice(start, end)),
        onattribentity: (code) => takeAttribute(String.fromCodePoint(code)),
        onattribend: nothing,
        onopentagend: () => this.opened(),
        onselfclosingtag: () => {
          this.opened();
          this.element = "";
        },
        onclosetag: (start, end) => {
          this.close(this.localName(start, end, false));
          if (this.entries.length >= maxEntries) tokenizer.pause();
        },
        ontext: (start, end) => {
          if (inEntry()) take(text.slice(start, end));
        },
        ontextentity: (code) => {
          if (inEntry()) take(String.fromCodePoint(code));
        },
        oncdata: (start, end, offset) => {
          if (inEntry()) take(text.slice(start, end - offset));
        },
        oncomment: nothing,
        ondeclaration: nothing,
        onprocessinginstruction: nothing,
        onend: nothing,
      },
    );
    tokenizer.write(text);
    return this.form === undefined ? { kind: "none", entries: [] } : { kind: this.form.kind, entries: this.entries };
  }

  /** The name without the prefix that the root element has; other prefixes are those of extensions. */
  private localName(start: number, end: number, opens: boolean): string {
    const name = end - start > 60 ? "" : this.text.slice(start, end).toLowerCase();
    const colon = name.indexOf(":");
    const prefix = colon < 0 ? "" : name.slice(0, colon);
    const local = name.slice(colon + 1);
    if (this.prefix === undefined && opens) {
      this.prefix = prefix;
      this.form = Object.hasOwn(KINDS, local) ? KINDS[local] : undefined;
    }
    // The dates of RSS 1.0 are those of an extension.
    return prefix === "" || prefix === this.prefix || name === "dc:date" ? local : "";
  }

  private open(name: string): void {
    const { form } = this;
    if (form === undefined) return;
    if (name === form.entry) this.entry = { url: "", date: "" };
    this.element = this.entry !== undefined && (name === form.url || form.dates.includes(name)) ? name : "";
    this.attributes = { href: "", rel: "" };
    this.value = "";
  }

  private opened(): void {
    const { href, rel } = this.attributes;
    if (this.entry !== undefined && this.element === "link" && href !== "" && (rel === "" || rel === "alternate")) {
      this.entry.url ||= href;
    }
  }

  private close(name: string): void {
    const { entry, form } = this;
    if (entry === undefined || form === undefined) return;
    if (name !== "" && name === this.element) {
      const value = this.value.trim();
      if (name === form.url) entry.url ||= value;
      else entry.date ||= value;
    }
    this.element = "";
    if (name !== form.entry) return;
    this.entry = undefined;
    if (entry.url === "" || entry.url.length >= MAX_VALUE) return;
    const lastModified = isoDate(entry.date);
    this.entries.push(lastModified === undefined ? { url: entry.url } : { url: entry.url, lastModified });
  }
}

/** A date unchanged when it is ISO 8601, made so from that of a feed. */
function isoDate(text: string): string | undefined {
  if (text === "" || text.length > 60) return undefined;
  if (/^\d{4}(-\d\d(-\d\d)?)?$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  const time = Date.parse(text);
  return Number.isNaN(time) || Math.abs(time) > 8.64e15 ? undefined : new Date(time).toISOString();
}
