import { Tokenizer } from "htmlparser2";
import { HEADINGS, isBreaking, isSilent, LINKING, type LinkKind, type LinkTag, type TagSink } from "./page-tags.js";
import { resolver } from "./resolver.js";

export type { LinkKind } from "./page-tags.js";

export interface PageLink {
  /** A whole http or https address. */
  readonly url: string;
  /** What a reader clicks on; for one around an image, what the image says of itself. */
  readonly text: string;
  /** Its tokens in lower case, one space between. */
  readonly rel: string;
  readonly kind: LinkKind;
  /** The media type that it says is there, in lower case and without parameters; absent when it says none. */
  readonly mediaType?: string;
}

/** What a page says that matters to those that follow its links. Texts are empty where it says nothing. */
export interface PageLinks {
  /** In reading order, repeated ones too; those that lead to a place in the page itself are left out. */
  readonly links: readonly PageLink[];
  readonly images: readonly {
    readonly src: string /** Undefined where the image has none at all. */;
    readonly alt?: string;
  }[];
  /** What its links are relative to: its own address, or another that it names. */
  readonly base: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly canonical: string;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** Where it sends visitors by a meta refresh. */
  readonly refresh: string;
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
  /** Contents of its other meta elements by name or property, in lower case: the first of each. */
  readonly meta: ReadonlyMap<string, string>;
  /** What is in its JSON-LD scripts, as it is there; with the option `schema`. */
  readonly schema: readonly string[];
  /** All its words in reading order, with the option `text`. */
  readonly text: string;
  /** True where it has more of anything than is taken. */
  readonly cut: boolean;
}

export interface PageLinksOptions {
  readonly text?: boolean;
  readonly schema?: boolean;
  /** @default 50000 */
  readonly maxLinks?: number;
}

const MAX_LINKS = 50_000;
const MAX_HEADINGS = 1000;
const HEADING_MARK = /^\s*[#\u00b6\u00a7\u{1f517}]\s*$/u;
const MAX_META = 200;
const MAX_TEXT = 500;
const MAX_SCHEMA = 200_000;

/** A link of which the page may still say more. */
interface Found {
  /** As it is in the page, until all of it is read. */
  url: string;
  text: string;
  readonly rel: string;
  readonly kind: LinkKind;
  readonly mediaType?: string;
}

/**
 * Reads a page once from front to back, without a tree: time and memory are linear in its length whatever is in it.
 * Never throws.
 */
export function pageLinks(html: string, url: string, options: PageLinksOptions = {}): PageLinks {
  const reading = new Reading(html, options);
  reading.read();
  return reading.result(url);
}

/** What is gathered while a page is read. */
class Reading {
  private readonly found: Found[] = [];
  private readonly images: { src: string; alt?: string }[] = [];
  private readonly headings: { level: number; text: string }[] = [];
  private readonly alternates: { language: string; href: string }[] = [];
  private readonly meta = new Map<string, string>();
  private readonly schema: string[] = [];
  private readonly words: string[] = [];
  private base: string | undefined;
  private title: string | undefined;
  private language = "";
  private canonical = "";
  private refresh = "";
  private robots = "";
  private cut = false;

  /** The tag being read, where it is one of those that are of interest, and its attributes. */
  private tag: LinkTag | undefined;
  private attributes: Record<string, string> = {};
  private attribute: string | undefined;
  private value = "";
  private anchor: Found | undefined;
  private heading: { level: number; text: string } | undefined;
  /** Where in the heading the text of a link begins. */
  private linkInHeading = 0;
  /** Where text is that readers do not see: the element it is in. */
  private silent: string | undefined;
  private inTitle = false;
  private inSchema = false;

  constructor(
    private readonly html: string,
    private readonly options: PageLinksOptions,
  ) {}

  read(): void {
    const nothing = () => {};
    const tokenizer = new Tokenizer(
      { xmlMode: false, decodeEntities: true },
      {
        onopentagname: (start, end) => this.open(start, end),
        onattribname: (start, end) => {
          if (this.tag === undefined) return;
          const name = this.html.slice(start, end).toLowerCase();
          this.attribute = this.tag.attributes.has(name) && !(name in this.attributes) ? name : undefined;
          this.value = "";
        },
        onattribdata: (start, end) => {
          if (this.attribute !== undefined) this.value += this.html.slice(start, end);
        },
        onattribentity: (code) => {
          if (this.attribute !== undefined) this.value += String.fromCodePoint(code);
        },
        onattribend: () => {
          if (this.attribute !== undefined) this.attributes[this.attribute] = this.value;
          this.attribute = undefined;
        },
        onopentagend: () => this.opened(),
        onselfclosingtag: () => this.opened(),
        onclosetag: (start, end) => this.close(start, end),
        ontext: (start, end) => {
          if (this.wantsText) this.take(this.html.slice(start, end));
        },
        ontextentity: (code) => {
          if (this.wantsText) this.take(String.fromCodePoint(code));
        },
        oncdata: nothing,
        oncomment: nothing,
        ondeclaration: nothing,
        onprocessinginstruction: nothing,
        onend: nothing,
      },
    );
    tokenizer.write(this.html);
    tokenizer.end();
    this.endAnchor();
    this.endHeading();
  }

  result(url: string): PageLinks {
    const own = resolver(url);
    const base = (this.base === undefined ? undefined : own(this.base)) ?? url;
    const whole = base === url ? own : resolver(base);
    let count = 0;
    for (const link of this.found) {
      const address = whole(link.url);
      if (address === undefined) continue;
      link.url = address;
      this.found[count] = link;
      count += 1;
    }
    this.found.length = count;
    return {
      links: this.found,
      images: this.images.flatMap(({ src, alt }) => {
        const address = whole(src);
        return address === undefined ? [] : [alt === undefined ? { src: address } : { src: address, alt }];
      }),
      base,
      title: short(this.title ?? ""),
      description: short(this.meta.get("description") ?? ""),
      language: short(this.language, 35),
      canonical: (this.canonical === "" ? undefined : whole(this.canonical)) ?? "",
      noindex: /(?:^|[\s,])(?:noindex|none)(?:$|[\s,])/i.test(this.robots),
      nofollow: /(?:^|[\s,])(?:nofollow|none)(?:$|[\s,])/i.test(this.robots),
      refresh: (this.refresh === "" ? undefined : whole(this.refresh)) ?? "",
      headings: this.headings,
      alternates: this.alternates.flatMap(({ language, href }) => {
        const address = whole(href);
        return address === undefined ? [] : [{ language, url: address }];
      }),
      meta: this.meta,
      schema: this.schema,
      // A single blank is what nearly all of them are, and stays.
      text: this.words
        .join("")
        .replace(/[^\S ]\s*| \s+/g, " ")
        .trim(),
      cut: this.cut,
    };
  }

  /** Text is cut out of the page only where somebody asks for it. */
  private get wantsText(): boolean {
    return (
      this.anchor !== undefined ||
      this.heading !== undefined ||
      this.inTitle ||
      this.inSchema ||
      (this.options.text === true && this.silent === undefined)
    );
  }

  private take(text: string): void {
    if (this.inTitle) this.title = joined(this.title ?? "", text);
    else if (this.inSchema) {
      const last = this.schema.length - 1;
      if (this.schema[last]!.length + text.length > MAX_SCHEMA) this.cut = true;
      else this.schema[last] += text;
    } else if (this.silent === undefined) {
      if (this.anchor !== undefined) this.anchor.text = joined(this.anchor.text, text);
      if (this.heading !== undefined) this.heading.text = joined(this.heading.text, text);
      if (this.options.text === true) this.words.push(text);
    }
  }

  private open(start: number, end: number): void {
    // No tag that matters has a longer name.
    const name = end - start > 10 ? "" : this.html.slice(start, end).toLowerCase();
    this.tag = LINKING.get(name);
    if (this.tag !== undefined) this.attributes = {};
    if (this.options.text === true && isBreaking(name)) this.words.push(" ");
    const level = HEADINGS.get(name);
    if (level !== undefined) this.startHeading(level);
    else if (isBreaking(name)) this.space();
    if (this.silent === undefined && isSilent(name)) this.silent = name;
    else if (name === "title" && this.title === undefined && this.silent === undefined) this.inTitle = true;
  }

  /** Words of two paragraphs in one link or heading are not one word. */
  private space(): void {
    if (this.anchor !== undefined) this.anchor.text = joined(this.anchor.text, " ");
    if (this.heading !== undefined) this.heading.text = joined(this.heading.text, " ");
  }

  private opened(): void {
    const { tag } = this;
    if (tag === undefined) return;
    this.tag = undefined;
    tag.take?.(this.sink, this.attributes);
  }

  private close(start: number, end: number): void {
    const name = end - start > 10 ? "" : this.html.slice(start, end).toLowerCase();
    if (this.silent === name) this.silent = undefined;
    if (name === "title") this.inTitle = false;
    else if (name === "script") this.inSchema = false;
    else if (name === "a") {
      this.endAnchor();
      this.dropMark();
    } else if (HEADINGS.has(name)) this.endHeading();
    if (isBreaking(name)) {
      this.space();
      if (this.options.text === true) this.words.push(" ");
    }
  }

  /** What tags do with what they say. */
  private readonly sink: TagSink = {
    link: (kind, href, rel = "", text = "", type = "") => {
      if (kind === "a") this.endAnchor();
      if (kind === "a" && this.heading !== undefined) this.linkInHeading = this.heading.text.length;
      if (href === undefined || href.length > 8000 || isPlace(href)) return;
      if (this.found.length >= (this.options.maxLinks ?? MAX_LINKS)) {
        this.cut = true;
        return;
      }
      const mediaType = type === "" ? "" : short(type.toLowerCase().replace(/;.*$/s, ""), 100).trim();
      const found = {
        ...{ url: href, text: short(text), rel: rel === "" ? "" : short(rel.toLowerCase(), 200), kind },
        ...(mediaType === "" ? {} : { mediaType }),
      };
      this.found.push(found);
      if (kind === "a") this.anchor = found;
    },
    image: (src, alt) => {
      if (this.anchor !== undefined && alt !== undefined) this.anchor.text = joined(this.anchor.text, ` ${alt} `);
      if (src === undefined || src.startsWith("data:")) return;
      if (this.images.length >= MAX_LINKS) this.cut = true;
      else this.images.push(alt === undefined ? { src } : { src, alt: short(alt) });
    },
    base: (href) => {
      this.base ??= href;
    },
    canonical: (href) => {
      this.canonical ||= href;
    },
    alternate: (language, href) => {
      if (this.alternates.length < MAX_META) this.alternates.push({ language: short(language, 35), href });
    },
    language: (code) => {
      this.language ||= code;
    },
    robots: (content) => {
      this.robots += `,${content.slice(0, 1000)}`;
    },
    refresh: (href) => {
      this.refresh ||= href;
    },
    meta: (name, content) => {
      if (this.meta.has(name)) return;
      if (this.meta.size >= MAX_META) this.cut = true;
      else this.meta.set(name, short(content, 2000));
    },
    schema: () => {
      if (this.options.schema !== true || this.schema.length >= MAX_META) return;
      this.schema.push("");
      this.inSchema = true;
    },
  };

  private startHeading(level: number): void {
    this.endHeading();
    this.heading = { level, text: "" };
    this.linkInHeading = 0;
  }

  /** A link that is only a sign leads to the heading it is in, and is none of its words. */
  private dropMark(): void {
    if (this.heading === undefined) return;
    const { text } = this.heading;
    if (HEADING_MARK.test(text.slice(this.linkInHeading))) this.heading.text = text.slice(0, this.linkInHeading);
    this.linkInHeading = this.heading.text.length;
  }

  private endHeading(): void {
    if (this.heading === undefined) return;
    const { level, text } = this.heading;
    this.heading = undefined;
    if (this.headings.length >= MAX_HEADINGS) this.cut = true;
    else if (text.trim() !== "") this.headings.push({ level, text: short(text) });
  }

  private endAnchor(): void {
    if (this.anchor === undefined) return;
    this.anchor.text = short(this.anchor.text);
    this.anchor = undefined;
  }
}

/** A place in the page itself. */
function isPlace(href: string): boolean {
  return href.startsWith("#") || href.trim() === "";
}

/** No more is put together than can be shown, with room for blanks. */
function joined(text: string, more: string): string {
  return text.length > 4 * MAX_TEXT ? text : text + more.slice(0, 4 * MAX_TEXT);
}

function short(text: string, length = MAX_TEXT): string {
  // Most is short and clean.
  if (text.length <= length && !UNCLEAN.test(text)) return text;
  return text
    .slice(0, 4 * length)
    .replace(/[\s\0]+/g, " ")
    .trim()
    .slice(0, length)
    .toWellFormed();
}

const UNCLEAN = /^ | $| {2}|[^\S ]|[\0\ud800-\udfff]/;
