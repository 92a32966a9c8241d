import { termsOf } from "../../engines/pages/terms.js";
import type { DraftParagraph } from "./draft-paragraphs.js";
import { sum } from "./relevance.js";
import { GENERAL_TERMS, rolesOf } from "./roles.js";

/** Share of the sentences of a source from which on a word of its title says what it is about, and up to which it does not. */
const SPEAKS_OF = 0.12;
const HARDLY = 0.05;
/** Times the words that are asked for which other sources need to hold. */
const ENOUGH = 2;

/** A source as its title and its paragraphs have it. */
interface Told {
  readonly title: string;
  readonly drafts: readonly DraftParagraph[];
  /** Whether it is about the keyword at all. */
  readonly isOwn: boolean;
}

/**
 * The sources about the keyword in one field alone, "Bell ringing in schools" for "bell ringing", by their numbers: a word of
 * their title recurs in them and hardly in others. None where the others hold less than twice the words that are asked for.
 */
export function narrowerSources(
  sources: readonly Told[],
  query: readonly string[],
  words: number,
): ReadonlySet<number> {
  const held = sources.map(({ drafts }) => drafts.flatMap(({ sentences }) => sentences.map(({ terms }) => terms)));
  const share = (at: number, term: string) =>
    held[at]!.filter((terms) => terms.includes(term)).length / Math.max(1, held[at]!.length);
  const own = [...sources.keys()].filter((at) => sources[at]!.isOwn);
  const isNarrow = (at: number) =>
    narrowingTerms(sources[at]!.title, query).some(
      (term) => share(at, term) >= SPEAKS_OF && own.some((other) => other !== at && share(other, term) <= HARDLY),
    );
  const narrow = new Set(own.filter(isNarrow));
  const wide = own.filter((at) => !narrow.has(at));
  const offered = sum(wide.map((at) => usableWords(sources[at]!.drafts)));
  return offered >= ENOUGH * words ? narrow : new Set();
}

/**
 * The terms of a title that say in which field the keyword is looked at: "for schools", "in the army", "How bell ringing shapes
 * villages". "Bell ropes" and "Ropes of bells" are sides of it.
 */
function narrowingTerms(title: string, query: readonly string[]): readonly string[] {
  const words = title.split(/\s+/);
  const asked = words.map((word) => termsOf(word).some((term) => query.includes(term)));
  const behind = words.slice(asked.indexOf(true) + query.length);
  const from = /^how$/i.test(words[0]!) && asked[1] === true ? 0 : behind.findIndex((word) => OF_FIELD.test(word));
  if (!asked.includes(true) || from < 0) return [];
  return behind
    .slice(from)
    .filter((word) => rolesOf(word).length === 0)
    .flatMap((word) => termsOf(word))
    .filter((term) => !query.includes(term) && !GENERAL_TERMS.has(term));
}

const OF_FIELD = /^(?:in|for|on|at|among|within|is|are)$/i;

function usableWords(drafts: readonly DraftParagraph[]): number {
  return sum(drafts.flatMap(({ sentences }) => sentences.map((each) => (each.usable ? each.words : 0))));
}
