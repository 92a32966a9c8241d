import { termsOf } from "../../../../engines/pages/terms.js";
import type { Material, Sentence } from "../../material.js";
import { holdsPhrase } from "../../source-sentences.js";

const MOST_THINGS = 4;

/** One of the things that a keyword puts side by side. */
export interface Thing {
  readonly name: string;
  /** What tells it from the others; empty where all of its words are theirs too, as "Roomba j7+" beside "Roomba Combo j7+". */
  readonly terms: readonly string[];
  readonly phrase: readonly string[];
}

/** What a keyword puts side by side: `tea or coffee`, `difference between A and B`. */
export function thingsOf(keyword: string): string[] {
  const plain = keyword
    .replace(/^(?:the )?(?:differences?|comparison|choice|choosing)\s+(?:between|of)\s+/i, "")
    .replace(/^(?:compare|comparing)\s+/i, "")
    .replace(/\?$/, "");
  const parts = plain
    .split(/\s+(?:vs\.?|versus|or|and|compared (?:to|with)|against)\s+|\s*,\s*(?:and |or )?/i)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.length >= 2 && parts.length <= MOST_THINGS ? parts : [];
}

/** The things of a keyword; none where two of them cannot be told apart. */
export function comparedThings(keyword: string): Thing[] {
  const names = thingsOf(keyword);
  const phrases = names.map((name) => termsOf(name));
  // "gas and electric stoves": what they share tells nothing apart.
  const things = names.map((name, at) => {
    const phrase = phrases[at]!;
    const terms = phrase.filter((term) => phrases.every((others, other) => other === at || !others.includes(term)));
    return { name, terms, phrase };
  });
  const isApart = things.filter(({ terms }) => terms.length === 0).length <= 1;
  return isApart && phrases.every(({ length }) => length > 0) ? things : [];
}

/** The things that a text names. */
export function namedIn(text: string, things: readonly Thing[]): Thing[] {
  const found = termsOf(text);
  return things.filter(({ terms, phrase }) =>
    terms.length > 0 ? terms.every((term) => found.includes(term)) : holdsPhrase(found, phrase),
  );
}

/** Whether a text names another thing, be it only by its first word: "merino" for merino wool. */
function namesAnother(text: string, thing: Thing, things: readonly Thing[]): boolean {
  const found = termsOf(text);
  return things.some(({ terms }, at) => things[at] !== thing && terms[0] !== undefined && found.includes(terms[0]));
}

/** The one thing that a text names; undefined where it names several or none. */
export function onlyNamedIn(text: string, things: readonly Thing[]): Thing | undefined {
  const [thing, ...others] = namedIn(text, things);
  return thing === undefined || others.length > 0 || namesAnother(text, thing, things) ? undefined : thing;
}

/** A heading such as "They're not alpacas" speaks of others. */
const DENIES = /\b(?:not|no|never)\b|n['\u2019]t\b/i;

/** Whether a text says which of the things it speaks of, be it only by the first word of one. */
export function namesAny(text: string, things: readonly Thing[]): boolean {
  return namedIn(text, things).length > 0 || things.some((thing) => namesAnother(text, thing, things));
}

/** Whether the paragraph of a sentence names the thing, or the heading above it does. */
export function isUnderName({ paragraph: { heading, sentences } }: Sentence, thing: Thing): boolean {
  const texts = sentences.flatMap((each) => (each === undefined ? [] : [each.text]));
  return [...(DENIES.test(heading) ? [] : [heading]), ...texts].some((text) => namedIn(text, [thing]).length > 0);
}

/** Whether the reader of a section about the thing alone would know what the sentence speaks of. */
export function tellsOf(sentence: Sentence, thing: Thing, { sources }: Material): boolean {
  const title = termsOf(sources[sentence.paragraph.source]?.title ?? "");
  const isOfItAlone = title.length > 0 && title.every((term) => thing.phrase.includes(term));
  return isOfItAlone || isUnderName(sentence, thing);
}

/**
 * The one thing that a sentence speaks of: by its own words, else by the heading above it or the title of its source; undefined
 * where these name several, or what stands before it in its paragraph speaks of another.
 */
export function thingOf({ text, paragraph, index }: Sentence, things: readonly Thing[], { sources }: Material) {
  const { heading, source, sentences } = paragraph;
  const said = [heading, sources[source]?.title ?? ""].filter((each) => !DENIES.test(each));
  const around = said.find((each) => namedIn(each, things).length > 0) ?? "";
  const spoken = onlyNamedIn(namedIn(text, things).length > 0 ? text : around, things);
  if (spoken === undefined || namesAnother(text, spoken, things)) return undefined;
  const before = sentences.slice(0, index).flatMap((each) => (each === undefined ? [] : namedIn(each.text, things)));
  return before.every((thing) => thing === spoken) ? spoken : undefined;
}
