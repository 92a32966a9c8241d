import { termsOf } from "../../engines/pages/terms.js";
import type { DraftParagraph } from "./draft-paragraphs.js";
import { areNear, covered, sum, termSet } from "./relevance.js";
import { holdsPhrase } from "./source-sentences.js";

/** From here on a text names the whole of the keyword, framing words aside; few texts have every word of a long one. */
const NAMES_IT = 0.8;
const NAMES_LONG = 0.65;
const LONG = 3;
/** Of the sentences and of the paragraphs of a section on a page about something else, those that name the subject. */
const LEAST_SENTENCES = 0.2;
const LEAST_PARAGRAPHS = 1 / 3;
/** Of the sentences of a section that is used only where an article would be too short without. */
const LEAST_IN_NEED = 0.07;
/** A text of no more sentences that is given alone is meant, whatever it names. */
const SHORT_TEXT = 15;

/**
 * The paragraphs of sections that speak of the subject, whatever their pages are about: the heading above them names it, or
 * enough of what they say does. A word of the keyword here and there makes no section about it;
 * those that name it once or twice are apart.
 */
export function paragraphsOnSubject(
  drafts: readonly DraftParagraph[],
  weights: ReadonlyMap<string, number>,
): { readonly speaking: ReadonlySet<DraftParagraph>; readonly touching: ReadonlySet<DraftParagraph> } {
  const least = weights.size < LONG ? NAMES_IT : NAMES_LONG;
  if (isShortText(drafts) && heldShare(allTerms(drafts), [...weights.keys()]) >= NAMES_LONG)
    return { speaking: new Set(drafts), touching: new Set() };
  const touching = new Set<DraftParagraph>();
  const query = [...weights.keys()];
  const telling = sourcesOfKind(drafts, query);
  const namesWhole = (terms: readonly string[]) =>
    covered(new Set(terms), weights) >= least && (weights.size > 2 || areNear(terms, query));
  const headed = new Set(drafts.flatMap(({ source, heading }) => (heading === "" ? [] : [source])));
  // Where a page has no headings, a paragraph is as much as belongs together.
  const sections = Map.groupBy(drafts, (draft) => (headed.has(draft.source) ? draft.section : draft));
  const speaking = new Set(
    [...sections.values()].flatMap((members) => {
      const { heading, above, source } = members[0]!;
      // On a page about lighthouses "the lens" is a lighthouse lens.
      const names = (terms: readonly string[]) =>
        namesWhole(terms) || (telling.has(source) && terms.includes(query.at(-1)!));
      if (names(termsOf(heading)) || names(termsOf(above))) return members;
      const holding = members.map(({ sentences }) => sentences.filter(({ terms }) => names(terms)).length);
      const naming = sum(holding);
      const isAboutIt =
        naming > 0 &&
        naming >= LEAST_SENTENCES * sum(members.map(({ sentences }) => sentences.length)) &&
        holding.filter((count) => count > 0).length >= LEAST_PARAGRAPHS * members.length;
      if (isAboutIt) return members;
      const all = sum(members.map(({ sentences }) => sentences.length));
      if (naming > 0 && naming >= LEAST_IN_NEED * all) for (const member of members) touching.add(member);
      return [];
    }),
  );
  return { speaking, touching };
}

/** The sources that speak throughout of what tells the thing from others of its kind: of lighthouses for "lighthouse lens". */
function sourcesOfKind(drafts: readonly DraftParagraph[], query: readonly string[]): ReadonlySet<number> {
  const kind = query.slice(0, -1);
  if (kind.length === 0) return new Set();
  const telling = [...Map.groupBy(drafts, ({ source }) => source)].filter(([, own]) => {
    const sentences = own.flatMap((draft) => draft.sentences);
    const naming = sentences.filter(({ terms }) => kind.every((term) => terms.includes(term)));
    return naming.length >= LEAST_SENTENCES * sentences.length;
  });
  return new Set(telling.map(([source]) => source));
}

function isShortText(drafts: readonly DraftParagraph[]): boolean {
  return (
    drafts.every(({ source }) => source === drafts[0]?.source) &&
    sum(drafts.map(({ sentences }) => sentences.length)) <= SHORT_TEXT
  );
}

function allTerms(drafts: readonly DraftParagraph[]): ReadonlySet<string> {
  return new Set(drafts.flatMap((draft) => [...termSet(draft)]));
}

function heldShare(terms: ReadonlySet<string>, query: readonly string[]): number {
  return query.filter((term) => terms.has(term)).length / Math.max(1, query.length);
}

/** Sentences with which a page says what it is about, and those of all of it that have to name that. */
const LEAD = 2;
const FEWEST_NAMING = 3;

/** Whether a page begins with the subject and comes back to it, whatever its title calls it. */
export function namesInLead(drafts: readonly DraftParagraph[], query: readonly string[]): boolean {
  const sentences = drafts.flatMap((draft) => draft.sentences.map(({ terms }) => terms));
  const naming = sentences.filter((terms) => holdsPhrase(terms, query));
  return naming.length >= FEWEST_NAMING && sentences.slice(0, LEAD).some((terms) => naming.includes(terms));
}

const CHAPTER = /^(?:chapter |part )?(\d{1,3}(?:\.\d{1,3})*)\.?\s+\p{L}/iu;

/** Whether a title is that of a section of a chapter: "31.2. Subscriptions" of "Chapter 31. Logical replication". */
export function isWithin(title: string, chapter: string): boolean {
  const [own, outer] = [CHAPTER.exec(title)?.[1], CHAPTER.exec(chapter)?.[1]];
  return own !== undefined && outer !== undefined && own.startsWith(`${outer}.`);
}

/** Whether a paragraph is below a question of a page's readers that speaks of something else, as that of a shop about its refunds. */
export function asksSomethingElse(draft: DraftParagraph, query: readonly string[]): boolean {
  if (!draft.heading.endsWith("?")) return false;
  const held = termSet(draft);
  return query.every((term) => !held.has(term));
}
