/**
 * Sentences are written as spintax: `{a|b}` is a choice. What stands in braces without a bar is a slot:
 *
 * - the writer: `{I}` `{my}` `{me}` `{am}`, `{My}`; `{solo}` is nothing, in sentences that only one person can say
 * - the keyword anywhere after a preposition, whatever it is: `{topic}`; after "to": `{goal}`
 * - the keyword as a noun phrase: `{thing}`, with `{is}` `{does}` `{s}` (a verb's ending) agreeing with it
 * - the keyword with an article, for one of a kind: `{one}` with `{one-is}`; before another noun: `{tag}`;
 *   as what one wants to do: `{todo}`
 * - a person's name: `{name}`; what a dictionary says: `{gloss}`; sides of the subject: `{first}` `{second}` `{third}`
 *
 * A sentence is only used when the keyword fills all of its slots. Each entry of a list says something of its own, so a
 * text may hold several of one list and never the same thing twice.
 */
export type Sentences = readonly string[];

/** What can be said about one sort of subject. */
export interface Family {
  readonly sayings: Sentences;
  /** Noun phrases for what a reader finds; they stand in enumerations, so they have no comma of their own. */
  readonly aspects: Sentences;
}

/** The parts of a text by what they do in it. */
export type Move =
  | "opening"
  | "question"
  | "fondness"
  | "definition"
  | "contents"
  | "saying"
  | "method"
  | "lately"
  | "reader"
  | "aside"
  /** What a grave subject asks for. */
  | "note"
  /** On the page of a person: what it is. */
  | "page"
  | "closing";

export type Grammar = Readonly<Record<Exclude<Move, "saying" | "note" | "page">, Sentences>>;
