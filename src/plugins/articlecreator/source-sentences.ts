import type { ItemList } from "../../engines/pages/blocks.js";
import type { Shown } from "./exhibits.js";
import type { Figures } from "./figures.js";

/** A sentence of a source that may be used in an article. */
export interface Sentence {
  readonly text: string;
  /** As it stands in its source, where `text` is not that. */
  readonly original?: string;
  /** With those of what it shows. */
  readonly words: number;
  /** What of it is written as code. */
  readonly code?: readonly string[];
  /** Code and tables right behind it, which go wherever it goes. */
  readonly shows?: readonly Shown[];
  readonly terms: ReadonlySet<string>;
  /** Only to be used directly after the sentence before it. */
  readonly leans: boolean;
  /** Place in its paragraph of the first sentence that must have been read before it; its own when there is none. */
  readonly needs: number;
  /** What it says when it begins a passage, where that is not `text`. */
  readonly alone?: string;
  /** Place in its source, counted in sentences. */
  readonly at: number;
  readonly figures: Figures;
  /** Has fewer or more words than were asked for: used only together with others. */
  readonly isOutsized?: true;
  /** Only to be used with the sentence after it. */
  readonly announces: boolean;
  /** How much it has to do with the keyword, about 0 to 3. */
  readonly score: number;
  readonly paragraph: Paragraph;
  /** Place in its paragraph. */
  readonly index: number;
}

export interface Paragraph {
  /** Index into the sources. */
  readonly source: number;
  /** Of the section it is in; empty before the first heading. */
  readonly heading: string;
  /** What of the heading is written as code. */
  readonly headingCode?: readonly string[];
  /** The heading that its section stands below; empty for none. */
  readonly above: string;
  /** Number of the section of that heading, unless it heads the whole page. */
  readonly under?: number;
  /** Number of the section in all sources; paragraphs before the first heading of a source have one of their own. */
  readonly section: number;
  /** 0 at the beginning of its source, 1 at the end. */
  readonly position: number;
  /** Place in its section. */
  readonly order: number;
  readonly kind: "paragraph" | "item" | "quote";
  /** Of an item: the list that it is in. */
  readonly list?: ItemList;
  /** Holds a sentence that may not be used and is a part of what is told. */
  readonly isBroken?: true;
  /** Of a section on a page about something else: 1 where it names the subject, 2 where it only speaks of the same things. */
  readonly beside?: 1 | 2;
  /** Places of sentences that turn round what the one before says: "However, most people ...". */
  readonly turns?: ReadonlySet<number>;
  /** Places of sentences that may not be used, and that nobody misses. */
  readonly asides?: ReadonlySet<number>;
  /** Code or a table that no article takes stands behind it: what comes next may speak of that. */
  readonly isCutOff?: true;
  /** With a gap for every sentence that may not be used. */
  readonly sentences: (Sentence | undefined)[];
}

/** Whether the terms of the keyword follow each other. */
export function holdsPhrase(terms: readonly string[], query: readonly string[]): boolean {
  if (query.length === 0) return false;
  return terms.some((_, at) => query.every((term, offset) => terms[at + offset] === term));
}
