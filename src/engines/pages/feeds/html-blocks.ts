import { oneLine } from "../blocks.js";
import type { ContentBlock, Span } from "../extraction/page.js";
import { type Style, sameStyle, textOfRuns } from "../extraction/spans.js";
import { absoluteAddress } from "../links/absolute-address.js";
import { walkHtml } from "./html-text.js";

/** Elements that go with all they hold: nothing of them is text of an item. */
const DROPPED = new Set(
  "script style noscript template svg math iframe object embed applet frameset canvas audio video map form select textarea button title head".split(
    " ",
  ),
);
/** Elements that begin and end a block. */
const BLOCKS = new Set(
  "p div section article header footer main aside center address details summary ul ol li dl dt dd blockquote pre figure figcaption hr table h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);
const HEADING = /^h[1-6]$/;
const STRONG = new Set(["strong", "b", "mark"]);
const EMPHASIS = new Set(["em", "i", "cite", "dfn"]);
const CODE = new Set(["code", "kbd", "samp", "tt"]);

/**
 * The content of an item as blocks: a feed holds pieces of a page that somebody chose, so nothing has to be found out about
 * them. Addresses become whole by `url`; scripts, styles, forms and pictures of one pixel are left out.
 */
export function htmlBlocks(html: string, url: string): ContentBlock[] {
  const writer = new BlockWriter();
  const styles: (Style | undefined)[] = [];
  let dropped = 0;
  walkHtml(html, {
    open(name, attributes) {
      if (DROPPED.has(name)) dropped += 1;
      if (dropped > 0) return;
      if (name === "img") {
        const src = absoluteAddress(attributes["src"], url) || absoluteAddress(attributes["data-src"], url);
        // A picture of one pixel counts who reads.
        const isCounter = attributes["width"] === "1" || attributes["height"] === "1";
        if (src !== "" && !isCounter) writer.image(src, attributes["alt"] ?? "");
        return;
      }
      if (name === "br") writer.lineBreak();
      const style = styleOf(name, attributes, url);
      if (style !== undefined) writer.begin(style);
      styles.push(style);
      writer.enter(name);
    },
    text(text) {
      if (dropped === 0) writer.text(text);
    },
    close(name) {
      if (DROPPED.has(name)) dropped -= 1;
      else if (dropped === 0 && name !== "img") {
        writer.leave(name);
        if (styles.pop() !== undefined) writer.end();
      }
    },
  });
  return writer.finished();
}

function styleOf(name: string, attributes: Readonly<Record<string, string>>, url: string): Style | undefined {
  if (STRONG.has(name)) return { strong: true };
  if (EMPHASIS.has(name)) return { emphasis: true };
  if (CODE.has(name)) return { code: true };
  if (name !== "a") return undefined;
  const { href = "" } = attributes;
  const address = /^\s*mailto:[^\s@]{1,64}@[\w.-]{1,255}/i.test(href) ? href.trim() : absoluteAddress(href, url);
  return address === "" ? undefined : { href: address };
}

/** Puts blocks together out of what comes along in reading order. */
class BlockWriter {
  private readonly blocks: ContentBlock[] = [];
  private spans: Span[] = [];
  private readonly styles: Style[] = [];
  private readonly lists: { readonly ordered: boolean }[] = [];
  private heading = 0;
  private quotes = 0;
  private preformatted = 0;
  private figures = 0;
  private inCaption = false;
  private breaks = 0;
  private tables = 0;
  private rows: (readonly Span[])[][] = [];
  private header = false;
  private inCell = false;

  begin(style: Style): void {
    this.styles.push(style);
  }

  end(): void {
    this.styles.pop();
  }

  text(text: string): void {
    if (text.trim() !== "") this.breaks = 0;
    this.spans.push({ ...Object.assign({}, ...this.styles), text });
  }

  lineBreak(): void {
    this.breaks += 1;
    if (this.preformatted > 0) this.text("\n");
    else if (this.breaks > 1) this.flush();
    else this.spans.push({ text: " " });
  }

  image(src: string, alt: string): void {
    if (this.tables === 0) this.flush();
    this.blocks.push({ kind: "image", src, alt: spaced(alt), caption: "" });
  }

  enter(name: string): void {
    if (this.tables > 0) this.enterInTable(name);
    else if (BLOCKS.has(name)) this.flush();
    if (HEADING.test(name)) this.heading = Number(name[1]);
    else if (name === "ul" || name === "ol") this.lists.push({ ordered: name === "ol" });
    else if (name === "blockquote") this.quotes += 1;
    else if (name === "pre") this.preformatted += 1;
    else if (name === "figure") this.figures += 1;
    else if (name === "figcaption") this.inCaption = true;
    else if (name === "table") this.tables += 1;
  }

  leave(name: string): void {
    if (this.tables === 0 && BLOCKS.has(name)) this.flush();
    if (HEADING.test(name)) this.heading = 0;
    else if (name === "ul" || name === "ol") this.lists.pop();
    else if (name === "blockquote") this.quotes -= 1;
    else if (name === "pre") this.preformatted -= 1;
    else if (name === "figure") this.figures -= 1;
    else if (name === "figcaption") this.inCaption = false;
    else if (name === "table") this.leaveTable();
    else if (this.tables === 1 && (name === "td" || name === "th")) this.endCell();
  }

  finished(): ContentBlock[] {
    while (this.tables > 0) this.leaveTable();
    this.flush();
    return this.blocks;
  }

  private enterInTable(name: string): void {
    if (BLOCKS.has(name)) this.spans.push({ text: " " });
    if (this.tables > 1 || (name !== "tr" && name !== "td" && name !== "th")) return;
    this.endCell();
    if (name === "th") this.header ||= this.rows.length <= 1;
    if (name === "tr" || this.rows.length === 0) this.rows.push([]);
    this.inCell = name !== "tr";
  }

  /** A cell without text counts too: the columns behind it stay where they are. */
  private endCell(): void {
    const spans = tidySpans(this.spans, false);
    this.spans = [];
    if (this.inCell) this.rows.at(-1)?.push(spans);
    else if (spans.length > 0) this.blocks.push({ kind: "paragraph", spans });
    this.inCell = false;
  }

  private leaveTable(): void {
    this.tables -= 1;
    if (this.tables > 0) return;
    this.endCell();
    const { rows, header } = this;
    this.rows = [];
    this.header = false;
    const filled = rows.filter((row) => row.some((cell) => cell.length > 0));
    // One column is no table: it was laid out with one.
    if (filled.every((row) => row.length === 1)) {
      for (const row of filled) this.blocks.push({ kind: "paragraph", spans: row[0]! });
    } else this.blocks.push({ kind: "table", header, rows: filled });
  }

  private flush(): void {
    this.breaks = 0;
    const spans = tidySpans(this.spans, this.preformatted > 0);
    this.spans = [];
    if (spans.length === 0) return;
    const last = this.blocks.at(-1);
    const depth = Math.min(this.lists.length, 20) - 1;
    if (this.preformatted > 0) this.blocks.push({ kind: "code", text: textOfRuns(spans).replace(/^\n+|\s+$/g, "") });
    else if (this.inCaption && this.figures > 0 && last?.kind === "image") {
      this.blocks[this.blocks.length - 1] = { ...last, caption: textOfRuns(spans) };
    } else if (this.heading > 0) this.blocks.push({ kind: "heading", level: this.heading, spans });
    else if (depth >= 0) this.blocks.push({ kind: "item", ordered: this.lists.at(-1)!.ordered, depth, spans });
    else this.blocks.push({ kind: this.quotes > 0 ? "quote" : "paragraph", spans });
  }
}

/** Neighbours of one style as one, single spaces, none at the ends. */
function tidySpans(source: readonly Span[], asTheyAre: boolean): Span[] {
  const spans: Span[] = [];
  let atSpace = true;
  for (const { text: raw, ...style } of source) {
    let text = asTheyAre ? raw : raw.replace(/[\s\u00a0]+/g, " ");
    if (atSpace && !asTheyAre) text = text.replace(/^ /, "");
    if (text === "") continue;
    atSpace = text.endsWith(" ");
    const last = spans.at(-1);
    if (last !== undefined && sameStyle(last, style)) spans[spans.length - 1] = { ...last, text: last.text + text };
    else spans.push({ ...style, text });
  }
  const last = spans.at(-1);
  if (last !== undefined && !asTheyAre) {
    const text = last.text.replace(/ $/, "");
    if (text === "") spans.pop();
    else spans[spans.length - 1] = { ...last, text };
  }
  return textOfRuns(spans).trim() === "" ? [] : spans;
}

function spaced(text: string): string {
  return oneLine(text).slice(0, 500).toWellFormed();
}
