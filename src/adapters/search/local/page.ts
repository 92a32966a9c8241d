/** A page as it is indexed. Texts are plain; what is not known is empty. */
export interface LocalPage {
  /** The id of its task; empty for a file of a folder. */
  readonly source: string;
  /** What it is within its source: a path, or a keyword. */
  readonly path: string;
  /** Differs when the page may have changed. */
  readonly mark: string;
  /** Its own address, where it is known. */
  readonly url: string;
  /** Empty only for what holds no text and is kept so that it is not read again. */
  readonly title: string;
  readonly text: string;
  /** ISO 8601. */
  readonly date: string;
  /** ISO 639-1. */
  readonly language: string;
  /** What describes it beyond itself, such as the row of its run, was there. */
  readonly isDescribed: boolean;
}

/** What is known of an indexed page without its text. */
export type KnownPage = Pick<LocalPage, "path" | "mark" | "isDescribed">;

/** What an index is asked for. */
export interface LocalQuestion {
  readonly text: string;
  /** How many of the best. */
  readonly most: number;
  /** ISO 8601; both included, as far as they are given. */
  readonly from?: string;
  readonly to?: string;
  readonly language?: string;
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
  readonly sortByDate: boolean;
}

export interface LocalHit extends Pick<LocalPage, "source" | "path" | "url" | "title" | "date"> {
  readonly id: number;
}
