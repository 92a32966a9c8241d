/** A feed of any format in one form. Texts are empty and lists too where it says nothing. */
export interface Feed {
  readonly format: "rss" | "atom" | "rdf" | "json";
  /** Where it was read from. */
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Whole address of the site it is from. */
  readonly site: string;
  readonly image: string;
  /** As it says, in lower case: `en`, `pt-br`. */
  readonly language: string;
  /** ISO 8601. */
  readonly updated: string;
  /** In the order of the feed. */
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  /** As the feed gives it; nothing says that it is unique. */
  readonly guid: string;
  /** Whole http or https address of the page. */
  readonly url: string;
  /** Plain text. */
  readonly title: string;
  /** Names, joined by commas. */
  readonly author: string;
  /** ISO 8601 with the time in UTC. */
  readonly published: string;
  readonly updated: string;
  readonly categories: readonly string[];
  /** HTML as the feed has it: not to be trusted. */
  readonly summary: string;
  readonly content: string;
  /** Whole address. */
  readonly image: string;
  readonly enclosures: readonly Enclosure[];
  /** Of the item or, where it has none, of the feed. */
  readonly language: string;
}

export interface Enclosure {
  /** Whole address. */
  readonly url: string;
  /** Media type. */
  readonly type: string;
  /** 0 where the feed does not say. */
  readonly bytes: number;
}
