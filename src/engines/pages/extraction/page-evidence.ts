import { plainKey } from "../blocks.js";
import { Captures } from "./captures.js";
import { isDataTable } from "./data-tables.js";
import { isDatedList } from "./dated-lists.js";
import type { Anchor, LinkTag, Mark, PageEvidence } from "./evidence.js";
import { isTurn, type NamedKind, namedKind } from "./page-cues.js";
import { joinsWords, PageLines } from "./page-lines.js";
import { type PageElement, textOf } from "./page-tree.js";

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

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
const MAX_SAMPLE = 3000;
const MAX_TAIL = 3000;
const MAX_LINK_TEXTS = 500;
const MAX_SUBHEADINGS = 40;
const MAX_HOMES = 10;
const LONG_NOSCRIPT = 1500;

/** A mark or a link that knows which headings were above it: none, one of level 1, or the title. */
type Placed<Kind extends { afterHeading: boolean }> = Omit<Kind, "afterHeading"> & { readonly level: 0 | 1 | 2 };

/**
 * Reads a page once from end to end. Takes time in proportion to the page's length, and keeps no more than a bounded part of
 * it, whatever the page holds. `jsonLd` is what its scripts state for programs.
 */
export function pageEvidence(page: PageElement, jsonLd: readonly string[]): PageEvidence {
  const metas = new Map<string, string[]>();
  const [titles, headings, subheadings] = [[], [], []] as [string[], string[], string[]];
  const links: LinkTag[] = [];
  const anchors: Placed<Anchor>[] = [];
  const marks = () => [] as Placed<Mark>[];
  const [times, items, bylines, members, dates] = [marks(), marks(), marks(), marks(), marks()];
  const linkTexts = new Set<string>();
  const tagLinks: { text: string; at: number }[] = [];
  const homeLinks: { href: string; text: string }[] = [];
  let [language, base, sample, tail] = ["", "", "", ""];
  const captures = new Captures();
  const lines = new PageLines();
  /** Elements of one kind have one class. */
  const kinds = new Map<string, { readonly cue: string; readonly kind: NamedKind }>();
  let hints = 0;
  let parted = true;
  let inParagraph = false;
  let preformatted = false;
  let inTable = false;
  let level: 0 | 1 | 2 = 0;

  const mark = (list: Placed<Mark>[], name: string, limit: number, { name: tag, at }: PageElement, item?: string) => {
    if (list.length >= MAX_MARKS) return;
    const place = { level, at };
    const done = (text: string) => {
      if (text !== "" && list.length < MAX_MARKS) list.push({ text, name, ...place });
    };
    captures.begin(tag, limit, done, item);
  };
  const value = (list: Placed<Mark>[], name: string, text: string, { at }: PageElement) => {
    if (list.length < MAX_MARKS) list.push({ text, name, level, at });
  };
  const heading = (list: string[], tag: string) =>
    captures.begin(tag, 400, (text) => {
      list.push(text);
      if (level === 2 || !beginsTitle(text, [...titles, ...(metas.get("og:title") ?? [])])) return;
      level = 2;
      lines.heading(true);
    });

  function read(element: PageElement): void {
    for (const child of element.children) {
      if (typeof child === "string") {
        say(child);
        continue;
      }
      opened(child);
      if (VOID.has(child.name)) continue;
      const around = { inData: lines.inData, inItem: lines.inItem, inTable };
      inTable ||= child.name === "table" && isDataTable(child);
      lines.inData ||= inTable || isDatedList(child);
      lines.inItem ||= child.name === "li";
      if (child.name !== "noscript" || holdsThePage(child)) read(child);
      closed(child.name);
      ({ inData: lines.inData, inItem: lines.inItem, inTable } = around);
    }
  }

  function say(text: string): void {
    captures.add(text);
    if (!preformatted) lines.add(text);
    if (inParagraph && sample.length < MAX_SAMPLE) sample += text.slice(0, MAX_SAMPLE);
    tail += text.length > MAX_TAIL ? text.slice(-MAX_TAIL) : text;
    if (tail.length > 4 * MAX_TAIL) tail = tail.slice(-MAX_TAIL);
    parted = false;
  }

  function part(name: string): void {
    lines.part(name);
    if (parted || joinsWords(name)) return;
    parted = true;
    captures.part();
    tail += " ";
    if (name === "p" && sample.length < MAX_SAMPLE) sample += "\n";
  }

  function opened(element: PageElement): void {
    const { name } = element;
    part(name);
    if (!VOID.has(name)) captures.within(name);
    if (name === "p") inParagraph = true;
    else if (name === "pre") preformatted = true;
    else if (name === "title" && titles.length < 3) captures.begin(name, 600, (text) => titles.push(text));
    else if (name === "h1" && headings.length < 10) {
      if (level === 0) {
        level = 1;
        lines.heading(false);
      }
      heading(headings, name);
    } else if ((name === "h2" || name === "h3") && subheadings.length < MAX_SUBHEADINGS) heading(subheadings, name);
    else if (name === "html") language ||= element.attribute("lang").trim();
    else if (name === "base") base ||= element.attribute("href").trim();
    else if (name === "a") readAnchor(element);
    else if (name === "time") readTime(element);
    if (name === "meta") readMeta(element);
    else if (name === "link") readLink(element);
    else {
      readItem(element);
      readNames(element);
    }
  }

  function closed(name: string): void {
    if (name === "p") inParagraph = false;
    else if (name === "pre") preformatted = false;
    captures.ended(name);
    part(name);
  }

  function readMeta(element: PageElement): void {
    if (!element.has("content")) return;
    const content = element.attribute("content").slice(0, MAX_VALUE);
    for (const names of new Set(["name", "property", "http-equiv"].map((name) => element.attribute(name)))) {
      const key = names.trim().toLowerCase().slice(0, 100);
      if (key === "") continue;
      const values = metas.get(key) ?? [];
      if (metas.size < MAX_KEYS || metas.has(key)) metas.set(key, values);
      if (values.length < MAX_VALUES) values.push(content);
    }
    const item = element.attribute("itemprop").toLowerCase();
    if (item === "") return;
    // The name of an author may be there for programs alone.
    value(items, item === "name" && captures.isWithinItem(AUTHOR_ITEM) ? "author" : item, content, element);
  }

  function readLink(element: PageElement): void {
    const [rel, href, type, title] = ["rel", "href", "type", "title"].map((name) => element.attribute(name));
    if (!href) return;
    if (links.length < MAX_LINKS) {
      links.push({ rel: rel!.toLowerCase().split(/\s+/), href, type: type!, title: title! });
    }
    const item = element.attribute("itemprop").toLowerCase();
    if (item !== "") value(items, item, href, element);
  }

  function readAnchor(element: PageElement): void {
    const href = element.attribute("href");
    if (href === "" || anchors.length >= MAX_LINKS) return;
    // Within a link there is none: where one begins, the last has ended.
    captures.forget("a");
    const rel = element.attribute("rel").toLowerCase().split(/\s+/);
    const isHint = rel.some((one) => LINK_HINTS.has(one)) || LEADS_TO.test(href);
    if (isHint) hints += 1;
    const isTag = rel.includes("tag");
    const isHome = homeLinks.length < MAX_HOMES && ROOT.test(href);
    const place = { level };
    const before = isHint && hints <= MAX_LINKS ? tail.slice(-160) : "";
    captures.begin("a", 200, (shown) => {
      // A link that shows an arrow has words for those who listen.
      const text = shown || element.attribute("aria-label").slice(0, 200);
      if (anchors.length < MAX_LINKS && (isHint || isTurn(text))) anchors.push({ rel, href, text, before, ...place });
      if (isTag && text !== "" && tagLinks.length < MAX_MARKS) tagLinks.push({ text, at: element.at });
      if (isHome && text !== "") homeLinks.push({ href, text });
      if (text.length > 1 && text.length <= 60 && linkTexts.size < MAX_LINK_TEXTS) linkTexts.add(text);
    });
  }

  function readTime(element: PageElement): void {
    const item = element.attribute("itemprop");
    const named = `${item} ${element.attribute("class")} ${/pubdate/i.test(item) ? "published" : ""}`.toLowerCase();
    // A time in a table of data is one of its values.
    if (inTable && !/publi|modif|updat/.test(named)) return;
    const given = element.attribute("datetime");
    if (given.trim() !== "") value(times, named, given, element);
    else mark(times, named, 60, element);
  }

  function readItem(element: PageElement): void {
    const item = element.attribute("itemprop").toLowerCase();
    if (item === "") return;
    const given = ["content", "datetime"].find((name) => element.has(name));
    if (given !== undefined) value(items, item, element.attribute(given).slice(0, MAX_VALUE), element);
    else if (/author|creator|date|license|publisher|headline|keywords|^name$/.test(item))
      mark(items, item, 300, element, item);
  }

  function readNames(element: PageElement): void {
    // Colours of code are classes too: one of them is for dates.
    if (preformatted) return;
    const name = element.attribute("class");
    // The ids of headings, terms and links are made of their words.
    const id = NAMED_BY_WORDS.has(element.name) ? "" : element.attribute("id");
    if (name === "" && id === "") return;
    const names = id === "" ? name : `${name} ${id}`;
    let known = kinds.get(names);
    if (known === undefined) {
      const cue = names.slice(0, MAX_VALUE).trim().toLowerCase();
      known = { cue, kind: namedKind(cue) };
      kinds.set(names, known);
    }
    const { cue, kind } = known;
    if (kind === "author") mark(bylines, cue, 200, element);
    else if (kind === "date") mark(dates, cue, 120, element);
    else if (kind === "member") mark(members, cue, 120, element);
  }

  read(page);
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
    lines: lines.around(),
    datedLines: lines.dated,
    credits: lines.credits,
    sample: sample.slice(0, MAX_SAMPLE),
    tail: tail.slice(-MAX_TAIL),
  };
}

/** Relations of links to authors, licences and neighbouring pages. */
const LINK_HINTS = new Set(["next", "prev", "previous", "license", "author"]);

/** Some pages are there once for programs, and once more, whole, for readers without scripts. */
function holdsThePage(noscript: PageElement): boolean {
  return textOf(noscript).length > LONG_NOSCRIPT;
}

/** Whether a heading is the title of the page, or the begin of it. */
function beginsTitle(heading: string, titles: readonly string[]): boolean {
  const key = plainKey(heading);
  return key.length >= 8 && titles.some((title) => plainKey(title).startsWith(key));
}
