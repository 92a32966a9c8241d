import type { Json } from "../../../kernel/values/json.js";

/** The kinds of pages that are read in ways of their own, as the Web Content Extraction Benchmark names them. */
export const PAGE_TYPES = ["article", "forum", "docs", "product", "listing", "collection", "service"] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/**
 * How much is taken: `balanced`; `precision` leaves out what is doubtful and `recall` takes it along; `fast` goes by rules
 * without the model; `full` takes all text of the page; `selector` what the given selectors find.
 */
export const EXTRACT_MODES = ["balanced", "precision", "recall", "fast", "full", "selector"] as const;
export type ExtractMode = (typeof EXTRACT_MODES)[number];

/**
 * Which further pages are joined to the first: those of the same text (`auto`), whatever a page calls the next one
 * (`always`), or none (`never`).
 */
export const PAGE_JOINING = ["auto", "always", "never"] as const;
export type PageJoining = (typeof PAGE_JOINING)[number];

export interface ExtractOptions {
  /** Where the page is from: relative links become whole by it, or by the page's own base. */
  readonly url?: string;
  /** @default "balanced" */
  readonly mode?: ExtractMode;
  /** CSS selectors. With mode `selector` they are the content; with any other what they find is kept in any case. */
  readonly include?: readonly string[];
  /** CSS selectors of what is left out in any case. */
  readonly exclude?: readonly string[];
  /** Comments of readers below an article; the posts of a forum are its content anyhow. @default false */
  readonly comments?: boolean;
}

/** A run of text that looks the same all through. */
export interface Span {
  readonly text: string;
  /** A whole http, https or mailto address. */
  readonly href?: string;
  readonly strong?: true;
  readonly emphasis?: true;
  readonly code?: true;
}

/** Where a block is that may be part of an item. */
interface Within {
  /** The depth of the item before it, when it belongs to that. */
  readonly within?: number;
}

/** A part of a page's content. Everything is text: no markup of the page is left in it. */
export type ContentBlock =
  | { readonly kind: "heading" /** 1 to 6. */; readonly level: number; readonly spans: readonly Span[] }
  | {
      readonly kind: "paragraph";
      readonly spans: readonly Span[];
      /** Stands below a picture, by its class. */
      readonly caption?: true;
    }
  | {
      readonly kind: "item";
      readonly ordered: boolean;
      /** 0 for the outermost list. */
      readonly depth: number;
      /** A further paragraph of the item before it. */
      readonly further?: true;
      readonly spans: readonly Span[];
    }
  | ({ readonly kind: "quote"; readonly spans: readonly Span[] } & Within)
  /** Between two posts of a thread. */
  | { readonly kind: "break" }
  /** Lines as they are. */
  | ({ readonly kind: "code"; readonly text: string; readonly language?: string } & Within)
  | (Within & {
      readonly kind: "table";
      /** The first row names the columns. */
      readonly header: boolean;
      readonly rows: readonly (readonly (readonly Span[])[])[];
    })
  | {
      readonly kind: "image" /** A whole address. */;
      readonly src: string;
      readonly alt: string;
      readonly caption: string;
    };

/** What a page says of itself. Texts are empty and lists too where it says nothing. */
export interface PageMetadata {
  /** Without the name of the site. */
  readonly title: string;
  readonly description: string;
  readonly authors: readonly string[];
  /** ISO 8601, a date alone or with a time: when it was published, and last changed. */
  readonly published: string;
  readonly modified: string;
  /** Name of the site. */
  readonly site: string;
  /** ISO 639-1, as the page says or, where it does not, as its text reads. */
  readonly language: string;
  /** What it says of its licence: an address or a name, as `https://creativecommons.org/licenses/by/4.0/`. */
  readonly licence: string;
  /** Whole addresses. */
  readonly canonical: string;
  readonly image: string;
  readonly favicon: string;
  /** Keywords, tags and sections. */
  readonly tags: readonly string[];
  readonly feeds: readonly { readonly url: string; readonly title: string; readonly type: string }[];
  /** The parsed JSON-LD objects, graphs taken apart; and the Open Graph properties. */
  readonly jsonLd: readonly Json[];
  readonly openGraph: Readonly<Record<string, string>>;
  /** Addresses of the neighbours where the page is one of several that make up one text. */
  readonly nextPage: string;
  readonly previousPage: string;
  /** What the page calls the next one, also where that is a text of its own, such as another chapter. */
  readonly nextLink: string;
}

/** Of a page that is read from an archive. */
export interface ArchivedFrom {
  /** The address of the copy. */
  readonly archiveUrl: string;
  /** When the copy was made; ISO 8601. */
  readonly archivedAt: string;
}

/** What is taken out of a page: plain data. */
export interface ExtractedPage {
  readonly type: PageType;
  readonly metadata: PageMetadata;
  /** In reading order; empty for a page that holds nothing to read. */
  readonly content: readonly ContentBlock[];
  /** With the option `comments`. */
  readonly comments: readonly ContentBlock[];
  /** Words of the content. */
  readonly words: number;
  /** How the content was found; `rules` also where a page shows nothing without its scripts and says something in its data. */
  readonly method: "model" | "densest" | "rules" | "selectors" | "whole" | "none";
  /** Nothing on the page looks like its text: the content is the best there is. Left out where it is not so. */
  readonly doubtful?: true;
}
