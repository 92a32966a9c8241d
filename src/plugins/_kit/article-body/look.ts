export const BODY_FORMATS = ["html", "txt", "md", "json", "spintax"] as const;
export type BodyFormat = (typeof BODY_FORMATS)[number];

export const BODY_MEDIA_TYPES: Readonly<Record<BodyFormat, string>> = {
  html: "text/html",
  txt: "text/plain",
  md: "text/markdown",
  json: "application/json",
  spintax: "text/plain",
};

/** What structured data in the head of an HTML file says the article is. */
export type SchemaKind = "article" | "faq" | "how-to";

/** How a file of an article is written. */
export interface BodyLook {
  /** How sources are named: not at all, in a list at the end, or by numbers after sentences too. */
  readonly citing: "none" | "list" | "inline";
  /** Structured data for search engines, in HTML. */
  readonly schema?: SchemaKind;
  /** Whether texts that were spun stand there with all their variants; for HTML and plain text. */
  readonly spun?: boolean;
  /** A paragraph of HTML, `{s}` for what it says; `<p>{s}</p>` when absent. */
  readonly paragraph?: string;
  /** Only the article, without the head of a document: to be put behind others in one file. */
  readonly fragment?: boolean;
}

/** What inside a paragraph is written differently in every format. */
export interface Voice {
  /** A text as it stands in the format. */
  plain(text: string): string;
  /** Code within a text. */
  code(text: string): string;
  /** Words that lead somewhere. */
  link(text: string, link: { readonly url: string; readonly nofollow: boolean; readonly newTab: boolean }): string;
}
