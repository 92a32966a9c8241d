import { asHtml } from "./as-html.js";
import { asMarkdown } from "./as-markdown.js";
import { asText } from "./as-text.js";
import type { ArchivedFrom, ContentBlock, ExtractedPage, Span } from "./page.js";

export const PAGE_FORMATS = ["txt", "md", "html", "json"] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];

/** What of a page goes into its files. */
export interface PageLook {
  /** Addresses of links; their words stay anyhow. @default false */
  readonly links?: boolean;
  /** Images by their addresses, and their captions. @default false */
  readonly images?: boolean;
  /** @default true */
  readonly tables?: boolean;
  /** Bold and italic type and code within lines; headings, lists and quotes stay anyhow. @default true */
  readonly formatting?: boolean;
  /** What readers wrote below, where it was extracted. @default false */
  readonly comments?: boolean;
}

export interface FormatOptions extends PageLook {
  /** The title, and with all but `txt` the other metadata, at the beginning. @default true */
  readonly head?: boolean;
  /** Where the page is from. */
  readonly url?: string;
  /** Present where it is from an archive; `url` is its own address nevertheless. */
  readonly archive?: ArchivedFrom | undefined;
}

/** A page as a file of its own. What comes out is safe to show: nothing of the page in it is taken for markup or program. */
export function formatted(page: ExtractedPage, format: PageFormat, options: FormatOptions = {}): string {
  const { head = true, url = "", archive } = options;
  const kept = keptOf(page, options);
  if (format === "json") return asJson(kept, url, archive);
  if (format === "html") return asHtml(kept, { head, url, archive });
  if (format === "md") return asMarkdown(kept, { head, url, archive });
  const text = asText([...kept.content, ...kept.comments], { numbered: true });
  const { title } = page.metadata;
  const repeated = title === "" || text === title || text.startsWith(`${title}\n`);
  return `${head && !repeated ? `${title}\n\n${text}` : text}\n`;
}

/** The page without what does not go into its files. */
export function keptOf(page: ExtractedPage, look: PageLook): ExtractedPage {
  const { links = false, images = false, tables = true, formatting = true, comments = false } = look;
  const ofSpan = ({ text, href, strong, emphasis, code }: Span): Span => ({
    text,
    ...(links && href !== undefined && { href }),
    ...(formatting && strong && { strong }),
    ...(formatting && emphasis && { emphasis }),
    ...(formatting && code && { code }),
  });
  const ofBlock = (block: ContentBlock): ContentBlock => {
    if (block.kind === "code" || block.kind === "image" || block.kind === "break") return block;
    if (block.kind === "table") return { ...block, rows: block.rows.map((row) => row.map((cell) => cell.map(ofSpan))) };
    // Headings are bold anyhow.
    if (block.kind === "heading") return { ...block, spans: block.spans.map(({ strong, ...rest }) => ofSpan(rest)) };
    return { ...block, spans: block.spans.map(ofSpan) };
  };
  const kept = (blocks: readonly ContentBlock[]) =>
    blocks.filter(({ kind }) => (images || kind !== "image") && (tables || kind !== "table")).map(ofBlock);
  return { ...page, content: kept(page.content), comments: comments ? kept(page.comments) : [] };
}

/** The page as data, with its words as one text. */
function asJson(page: ExtractedPage, url: string, archive: ArchivedFrom | undefined): string {
  return `${JSON.stringify({ url, ...archive, ...page, text: asText(page.content) }, undefined, 2)}\n`;
}
