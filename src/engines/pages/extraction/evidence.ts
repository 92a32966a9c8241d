export interface LinkTag {
  readonly rel: readonly string[];
  readonly href: string;
  readonly type: string;
  readonly title: string;
}

export interface Anchor {
  readonly rel: readonly string[];
  readonly href: string;
  readonly text: string;
  /** The text before it, which shows what it is about. */
  readonly before: string;
  readonly afterHeading: boolean;
}

export interface Mark {
  readonly text: string;
  /** The class of the element, or the name of the item. */
  readonly name: string;
  /** Below the heading that is the title, or else the first of level 1: what is above it is rarely about the text. */
  readonly afterHeading: boolean;
  /** Where in the page it begins. */
  readonly at: number;
}

/** All that a page's markup may say of the page, as it is there, in the order of the page. */
export interface PageEvidence {
  readonly language: string;
  readonly base: string;
  readonly titles: readonly string[];
  readonly headings: readonly string[];
  /** The first headings of level 2 and 3. */
  readonly subheadings: readonly string[];
  /** By name, property, item or http-equiv, in lower case. */
  readonly metas: ReadonlyMap<string, readonly string[]>;
  readonly links: readonly LinkTag[];
  readonly anchors: readonly Anchor[];
  /** The `datetime` of a time element, or else its text. */
  readonly times: readonly Mark[];
  readonly items: readonly Mark[];
  readonly bylines: readonly Mark[];
  /** What is marked as the name of a member. */
  readonly members: readonly Mark[];
  /** Short words that are links: they show where a name ends. */
  readonly linkTexts: ReadonlySet<string>;
  readonly dates: readonly Mark[];
  /** Links marked as tags of a text: what is in them, and where in the page they begin. */
  readonly tagLinks: readonly { readonly text: string; readonly at: number }[];
  /** The first links to the root of a host. */
  readonly homeLinks: readonly { readonly href: string; readonly text: string }[];
  readonly jsonLd: readonly string[];
  /** The short lines around the first heading, those below it first: they say who wrote the text, and when. */
  readonly lines: readonly string[];
  /** The short lines with a year, wherever they are; where there is a short line above one, both together too. */
  readonly datedLines: readonly string[];
  /** The short lines that say who wrote the text, wherever they are. */
  readonly credits: readonly string[];
  /** The first paragraphs, which show the language. */
  readonly sample: string;
  /** The last words of the page. */
  readonly tail: string;
}
