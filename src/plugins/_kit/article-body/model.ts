/** A text with what stands in it. */
export interface BodyText {
  readonly text: string;
  /** The text in spintax, where it was spun so; the first option of every group is `text`. */
  readonly spintax?: string;
  /** Links on words of the text, in order and apart from each other. */
  readonly links?: readonly BodyLink[];
  /** What of the text is written as code, wherever it stands there. */
  readonly code?: readonly string[];
  /** Index into `sources` of the body; absent for what no source says. */
  readonly source?: number;
  /** The sentence of the source that it was made from, word for word. */
  readonly original?: string;
}

export interface BodyLink {
  /** Characters of the text, the end not included. */
  readonly from: number;
  readonly to: number;
  readonly url: string;
  readonly nofollow: boolean;
  readonly newTab: boolean;
}

export interface BodyImage {
  /** An address, or the path of a file beside the article. */
  readonly src: string;
  readonly alt: string;
  /** Author, licence and service in one line, as HTML that is safe; empty for none. */
  readonly credit: string;
  readonly width: number;
  readonly height: number;
  readonly featured: boolean;
}

export type BodyBlock =
  | {
      readonly kind: "heading";
      readonly level: 2 | 3;
      readonly text: string;
      /** What of the text is written as code. */
      readonly code?: readonly string[];
    }
  | { readonly kind: "paragraph"; readonly sentences: readonly BodyText[] }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      /** The sentences of each item. */
      readonly items: readonly (readonly BodyText[])[];
    }
  | { readonly kind: "quote"; readonly sentences: readonly BodyText[]; readonly source?: number }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Of a table that is taken whole from one source. */
      readonly source?: number;
    }
  /** Lines of code as they are; `language` is empty where it is not known. */
  | { readonly kind: "code"; readonly code: BodyText; readonly language: string }
  | { readonly kind: "image"; readonly image: BodyImage }
  | { readonly kind: "video"; readonly url: string; readonly title: string }
  /** Safe HTML of the user's own. */
  | { readonly kind: "html"; readonly html: string };

export interface BodySource {
  readonly title: string;
  /** Address of a page, path of a file, or the name of a text. */
  readonly address: string;
}

/** An article before it is written in any format: what templates form, inserts add to and formats are made of. */
export interface ArticleBody {
  readonly title: string;
  readonly keyword: string;
  readonly blocks: readonly BodyBlock[];
  readonly sources: readonly BodySource[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** ISO 639-1. */
  readonly language: string;
}
