import { Tokenizer } from "htmlparser2";
import { plainKey } from "../blocks.js";
import type { Anchor, LinkTag, Mark, PageEvidence } from "./evidence.js";
import { isTurn, type NamedKind, namedKind } from "./page-cues.js";

type Attributes = Readonly<Partial<Record<AttributeName, string>>>;
type AttributeName = (typeof ATTRIBUTES)[number];

const ATTRIBUTES = [
  "name",
  "property",
  "content",
  "itemprop",
  "http-equiv",
  "lang",
  "href",
  "rel",
  "type",
  "title",
  "class",
  "id",
  "datetime",
  "value",
] as const;
const KNOWN: ReadonlySet<string> = new Set(ATTRIBUTES);

/** Elements of which attributes are read, whatever these are. */
const SPEAKING = new Set("html base meta link a time script".split(" "));
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const RAW = new Set(["script", "style", "textarea", "noscript", "template"]);
/** Elements that are part of a line. */
const IN_LINE = new Set(
  "b i em strong u s sub sup mark wbr abbr font a span time label small svg img cite address".split(" "),
);
/** Elements that do not part words. */
const INLINE = new Set("b i em strong u s sub sup mark wbr abbr font".split(" "));

/** Where links to licences, to authors and to members of a forum lead. */
const LEADS_TO = /creativecommons\.org|(^|[/?])(authors?|member(s|list)?|users?|u|profile)([/?]|\.php)/i;

/** The address of a host without a path. */
const ROOT = /^(?:(?:https?:)?\/\/[^/?#]+)?\/?$/i;

const AUTHOR_ITEM = /author|creator/;
const NAMED_BY_WORDS = new Set("a dt dd h1 h2 h3 h4 h5 h6 section p code li".split(" "));

const MAX_VALUE = 5000;
const MAX_KEYS = 400;
const MAX_VALUES = 40;
const MAX_MARKS = 60;
const MAX_LINKS = 200;
const MAX_JSON = 1_000_000;
const MAX_SAMPLE = 3000;
const MAX_TAIL = 3000;
const MAX_LINK_TEXTS = 500;
const MAX_SUBHEADINGS = 40;
const MAX_CAPTURES = 10;
const MAX_HOMES = 10;
const MAX_LINE = 160;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const CREDIT =
  /^(?:this (?:post|article|story|guide) (?:was|is) )?(?:written|authored|verfasst|geschrieben|escrito|\u00e9crit|r\u00e9dig\u00e9) (?:by|von|por|par)\s+\p{Lu}/iu;
const MAX_CREDITS = 5;
const LONG_NOSCRIPT = 3000;
const MAX_DATED_LINES = 100;
const MAX_DATED_LINE = 110;
const MAX_LABEL = 40;
const LINES_ABOVE = 12;
const LINES_BELOW = 40;

interface Capture {
  readonly tag: string;
  readonly limit: number;
  readonly done: (text: string) => void;
  /** What the item is that it holds. */
  readonly item?: string;
  depth: number;
  text: string;
}

/** A mark or a link that knows which headings were above it: none, one of level 1, or the title. */
type Placed<Kind extends { afterHeading: boolean }> = Omit<Kind, "afterHeading"> & { readonly level: 0 | 1 | 2 };

/**
 * Reads a page once from end to end, without building a tree of it. Takes time in proportion to the page's length, and
 * keeps no more than a bounded part of it, whatever the page holds.
 */
export function pageEvidence(html: string): PageEvidence {
  const metas = new Map<string, string[]>();
  const [titles, headings, subheadings, jsonLd] = [[], [], [], []] as [string[], string[], string[], string[]];
  const links: LinkTag[] = [];
  const anchors: Placed<Anchor>[] = [];
  const marks = () => [] as Placed<Mark>[];
  const [times, items, bylines, members, dates] = [marks(), marks(), marks(), marks(), marks()];
  const linkTexts = new Set<string>();
  const tagLinks: { text: string; at: number }[] = [];
  const homeLinks: { href: string; text: string }[] = [];
  let [language, base, sample, tail, raw] = ["", "", "", "", ""];
  let captures: Capture[] = [];
  let jsonLength = 0;
  let above: string[] = [];
  const below: string[] = [];
  const first: string[] = [];
  const datedLines: string[] = [];
  const credits: string[] = [];
  /** Elements of one kind have one class. */
  const kinds = new Map<string, NamedKind>();
  let lineBefore = "";
  let line = "";
  let json: string | undefined;
  let hints = 0;
  let parted = true;
  let paragraph = false;
  let level: 0 | 1 | 2 = 0;
  let at = 0;
  let drawing = 0;
  let source = html;
  let endOfNoscript = -1;
  let inSection = false;
  let preformatted = false;

  let tag = "";
  let attribute: AttributeName | undefined;
  let attributes: Partial<Record<AttributeName, string>> = {};

  const capture = (limit: number, done: (text: string) => void, item?: string) => {
    if (captures.length >= MAX_CAPTURES) captures = captures.slice(1);
    captures.push({ tag, limit, done, depth: 1, text: "", ...(item !== undefined && { item }) });
  };
  const mark = (list: Placed<Mark>[], name: string, limit: number, item?: string) => {
    if (list.length >= MAX_MARKS) return;
    const place = { level, at };
    capture(
      limit,
      (text) => {
        if (text !== "" && list.length < MAX_MARKS) list.push({ text, name, ...place });
      },
      item,
    );
  };
  const value = (list: Placed<Mark>[], name: string, text: string) => {
    if (list.length < MAX_MARKS) list.push({ text, name, level, at });
  };
  const heading = (list: string[]) =>
    capture(400, (text) => {
      list.push(text);
      if (level === 2 || !beginsTitle(text, [...titles, ...(metas.get("og:title") ?? [])])) return;
      level = 2;
      above = [...above, ...below].slice(-LINES_ABOVE);
      below.length = 0;
    });

  function say(text: string): void {
    if (raw !== "") return;
    for (const one of captures) if (one.text.length < one.limit) one.text += text;
    if (!preformatted && line.length <= MAX_LINE) line += text.slice(0, MAX_LINE + 1);
    if (paragraph && sample.length < MAX_SAMPLE) sample += text.slice(0, MAX_SAMPLE);
    tail += text.length > MAX_TAIL ? text.slice(-MAX_TAIL) : text;
    if (tail.length > 4 * MAX_TAIL) tail = tail.slice(-MAX_TAIL);
    parted = false;
  }

  function endLine(): void {
    const written = line;
    line = "";
    if (written.length > MAX_LINE || !/\S/.test(written)) return;
    const isDated = datedLines.length < MAX_DATED_LINES && YEAR.test(written);
    const isCredit = credits.length < MAX_CREDITS && CREDIT.test(written.trimStart());
    const isKept = level === 0 || below.length < LINES_BELOW || first.length < LINES_BELOW;
    if (isDated || isCredit || isKept) {
      const text = inOneLine(written);
      const label = isDated ? inOneLine(lineBefore) : "";
      if (isDated && text.length <= MAX_DATED_LINE) {
        datedLines.push(text);
        if (label !== "" && label.length <= MAX_LABEL) datedLines.push(`${label} ${text}`);
      }
      if (isCredit) credits.push(text);
      if (first.length < LINES_BELOW) first.push(text);
      if (level > 0) {
        if (below.length < LINES_BELOW) below.push(text);
      } else if (above.push(text) > 4 * LINES_ABOVE) above = above.slice(-LINES_ABOVE);
    }
    lineBefore = written;
  }

  function part(name: string): void {
    if (line !== "") {
      if (!IN_LINE.has(name)) endLine();
      else if (!INLINE.has(name) && line.length <= MAX_LINE) line += " ";
    }
    if (parted || INLINE.has(name)) return;
    parted = true;
    for (const one of captures) if (one.text !== "") one.text += " ";
    tail += " ";
    if (name === "p" && sample.length < MAX_SAMPLE) sample += "\n";
  }

  function opened(): void {
    part(tag);
    if (!VOID.has(tag)) for (const one of captures) if (one.tag === tag) one.depth += 1;
    if (raw !== "") return;
    if (RAW.has(tag) && !(tag === "noscript" && holdsThePage())) {
      raw = tag;
      if (tag === "script" && /ld\+json/i.test(attributes.type ?? "")) json = "";
      return;
    }
    if (tag === "svg") drawing += 1;
    else if (tag === "p") paragraph = true;
    else if (tag === "pre") preformatted = true;
    else if (tag === "title" && drawing === 0 && titles.length < 3) capture(600, (text) => titles.push(text));
    else if (tag === "h1" && headings.length < 10) {
      if (level === 0) level = 1;
      heading(headings);
    } else if ((tag === "h2" || tag === "h3") && subheadings.length < MAX_SUBHEADINGS) {
      heading(subheadings);
    } else if (tag === "html") language ||= (attributes.lang ?? "").trim();
    else if (tag === "base") base ||= (attributes.href ?? "").trim();
    else if (tag === "meta") readMeta(attributes);
    else if (tag === "link") readLink(attributes);
    else if (tag === "a") readAnchor(attributes);
    else if (tag === "time") readTime(attributes);
    readItem(attributes);
  }

  /** Some pages are there once for programs, and once more, whole, for readers without scripts. */
  function holdsThePage(): boolean {
    if (endOfNoscript < at) endOfNoscript = source.indexOf("</noscript", at);
    if (endOfNoscript < 0) endOfNoscript = source.length;
    return endOfNoscript < source.length && endOfNoscript - at > LONG_NOSCRIPT;
  }

  function readMeta({ name, property, itemprop, content, "http-equiv": header }: Attributes): void {
    if (content === undefined) return;
    for (const names of new Set([name, property, header])) {
      const key = names?.trim().toLowerCase().slice(0, 100);
      if (!key) continue;
      const values = metas.get(key) ?? [];
      if (metas.size < MAX_KEYS || metas.has(key)) metas.set(key, values);
      if (values.length < MAX_VALUES) values.push(content);
    }
    if (!itemprop) return;
    const named = itemprop.toLowerCase();
    // The name of an author may be there for programs alone.
    value(
      items,
      named === "name" && captures.some((one) => AUTHOR_ITEM.test(one.item ?? "")) ? "author" : named,
      content,
    );
  }

  function readLink({ rel = "", href = "", type = "", title = "", itemprop }: Attributes): void {
    if (href !== "" && links.length < MAX_LINKS) links.push({ rel: rel.toLowerCase().split(/\s+/), href, type, title });
    if (itemprop && href !== "") value(items, itemprop.toLowerCase(), href);
  }

  function readAnchor({ rel = "", href = "" }: Attributes): void {
    if (href === "" || anchors.length >= MAX_LINKS) return;
    // Within a link there is none: where one begins, the last has ended.
    captures = captures.filter((one) => one.tag !== "a");
    const rels = rel.toLowerCase().split(/\s+/);
    const isHint = /\b(next|prev|previous|license|author)\b/i.test(rel) || LEADS_TO.test(href);
    if (isHint) hints += 1;
    const isTag = rels.includes("tag");
    const isHome = homeLinks.length < MAX_HOMES && ROOT.test(href);
    const from = at;
    const place = { level };
    const before = isHint && hints <= MAX_LINKS ? tail.slice(-160) : "";
    capture(200, (text) => {
      if (anchors.length < MAX_LINKS && (isHint || isTurn(text))) {
        anchors.push({ rel: rels, href, text, before, ...place });
      }
      if (isTag && text !== "" && tagLinks.length < MAX_MARKS) tagLinks.push({ text, at: from });
      if (isHome && text !== "") homeLinks.push({ href, text });
      if (text.length > 1 && text.length <= 60 && linkTexts.size < MAX_LINK_TEXTS) linkTexts.add(text);
    });
  }

  function readTime({ datetime, itemprop = "", class: name = "" }: Attributes): void {
    const named = `${itemprop} ${name} ${/pubdate/i.test(itemprop) ? "published" : ""}`.toLowerCase();
    if (datetime?.trim()) value(times, named, datetime);
    else mark(times, named, 60);
  }

  function readItem({ itemprop, class: name = "", id = "", content, datetime }: Attributes): void {
    if (tag === "meta" || tag === "link") return;
    if (itemprop) {
      const named = itemprop.toLowerCase();
      const given = content ?? datetime;
      if (given !== undefined) value(items, named, given);
      else if (/author|creator|date|license|publisher|headline|keywords|^name$/.test(named))
        mark(items, named, 300, named);
    }
    // Colours of code are classes too: one of them is for dates.
    if (preformatted) return;
    // The ids of headings, terms and links are made of their words.
    const cue = `${name} ${NAMED_BY_WORDS.has(tag) ? "" : id}`.trim().toLowerCase();
    if (cue.length < 3) return;
    const names = kinds.get(cue) ?? namedKind(cue);
    kinds.set(cue, names);
    if (names === "author") mark(bylines, cue, 200);
    else if (names === "date") mark(dates, cue, 120);
    else if (names === "member") mark(members, cue, 120);
  }

  function endRaw(): void {
    if (json !== undefined && json !== "" && jsonLd.length < MAX_MARKS) jsonLd.push(json);
    json = undefined;
    raw = "";
  }

  const handlers: ConstructorParameters<typeof Tokenizer>[1] = {
    onopentagname(start, end) {
      at = start;
      tag = source.slice(start, Math.min(end, start + 40)).toLowerCase();
      attributes = {};
    },
    onattribname(start, end) {
      const name = end - start > 12 ? "" : source.slice(start, end).toLowerCase();
      attribute = KNOWN.has(name) && !(name in attributes) ? (name as AttributeName) : undefined;
      // Of elements that say nothing themselves, only what names them is looked at.
      if (attribute === "href" && !SPEAKING.has(tag)) attribute = undefined;
      if (attribute !== undefined) attributes[attribute] = "";
    },
    onattribdata(start, end) {
      if (attribute === undefined) return;
      const known = attributes[attribute] ?? "";
      if (known.length < MAX_VALUE)
        attributes[attribute] = known + source.slice(start, Math.min(end, start + MAX_VALUE));
    },
    onattribentity(code) {
      if (attribute === undefined) return;
      const known = attributes[attribute] ?? "";
      if (known.length < MAX_VALUE) attributes[attribute] = known + String.fromCodePoint(code);
    },
    onattribend() {
      attribute = undefined;
    },
    onopentagend: opened,
    onselfclosingtag() {
      opened();
      if (tag === "svg") drawing -= 1;
      // The tokenizer takes such a script for an empty one.
      if (tag === "script" || tag === "style") endRaw();
    },
    onclosetag(start, end) {
      const name = source.slice(start, Math.min(end, start + 40)).toLowerCase();
      if (raw !== "") {
        if (raw !== name) return;
        endRaw();
      } else if (name === "svg") drawing = Math.max(0, drawing - 1);
      else if (name === "p") paragraph = false;
      else if (name === "pre") preformatted = false;
      let ended = false;
      for (const one of captures) {
        if (one.tag !== name) continue;
        one.depth -= 1;
        ended ||= one.depth === 0;
      }
      if (ended) {
        const closed = captures.filter((one) => one.depth === 0);
        captures = captures.filter((one) => one.depth > 0);
        for (const one of closed) one.done(one.text.trim());
      }
      part(name);
    },
    ontext(start, end) {
      if (raw === "") say(source.slice(start, end));
      else if (json !== undefined && jsonLength + end - start <= MAX_JSON) {
        jsonLength += end - start;
        json += source.slice(start, end);
      }
    },
    ontextentity(code) {
      if (raw === "") say(String.fromCodePoint(code));
    },
    /** It is one in XML only; a browser reads what is in it. */
    oncdata(start, end) {
      const from = source.indexOf(">", start) + 1;
      if (raw !== "" || inSection || from === 0 || from >= end) return;
      inSection = true;
      const outer = source;
      source = outer.slice(from, end);
      read();
      source = outer;
      inSection = false;
    },
    oncomment() {},
    ondeclaration() {},
    onend() {},
    onprocessinginstruction() {},
  };
  function read(): void {
    const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, handlers);
    tokenizer.write(source);
    tokenizer.end();
  }
  read();
  endRaw();
  const placed = <Kind extends { afterHeading: boolean }>(list: readonly Placed<Kind>[]) =>
    list.map(({ level: under, ...rest }) => ({
      ...rest,
      afterHeading: under > 0 && under >= level,
    })) as unknown as Kind[];
  return {
    language,
    base,
    titles,
    headings,
    subheadings,
    metas,
    links,
    anchors: placed<Anchor>(anchors),
    times: placed<Mark>(times),
    items: placed<Mark>(items),
    bylines: placed<Mark>(bylines),
    members: placed<Mark>(members),
    linkTexts,
    tagLinks,
    homeLinks,
    dates: placed<Mark>(dates),
    jsonLd,
    lines: level === 0 ? first : [...below, ...above.slice(-LINES_ABOVE)],
    datedLines,
    credits,
    sample: sample.slice(0, MAX_SAMPLE),
    tail: tail.slice(-MAX_TAIL),
  };
}

/** Whether a heading is the title of the page, or the begin of it. */
function beginsTitle(heading: string, titles: readonly string[]): boolean {
  const key = plainKey(heading);
  return key.length >= 8 && titles.some((title) => plainKey(title).startsWith(key));
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
