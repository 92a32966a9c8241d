import { ScriptoriumError } from "../../../kernel/errors.js";
import { seededRandom } from "../../../kernel/values/random.js";
import type { English } from "../english/types.js";
import { withoutFirstCapital, withSigns } from "./as-meant.js";
import { withCapitals } from "./capitals.js";
import { composed, type Order } from "./compose.js";
import { isDetailed } from "./detailed.js";
import type { Detailed } from "./details.js";
import { isKnownPlace } from "./places.js";
import { readingOf } from "./reading.js";
import { subjectOf } from "./subject.js";
import type { Voice, WholeText } from "./texts.js";

export interface AboutMeOptions {
  /**
   * The same keyword and seed give the same text, and seeds that differ in their last number tell the keyword by different
   * texts. Without one, texts come back as late as they can, whatever the keywords.
   */
  readonly seed?: string;
  /** Who speaks; without it, who the keyword suggests. */
  readonly voice?: Voice;
  readonly signal?: AbortSignal;
}

export interface AboutMeParts {
  readonly english: English;
  /** A seed for calls that have none. */
  newSeed(): string;
}

export interface AboutMe {
  /** A text about the keyword. Throws INPUT_REFUSED for one that is empty, invisible or far too long. */
  aboutMe(keyword: string, options: AboutMeOptions): Promise<string>;
}

/**
 * The about-me writer that needs no network: a grammar, what the dictionary knows of the keyword, and a seed. The result is
 * plain text of one to three paragraphs. It names no person, place, year or employer unless the keyword does, and says nothing
 * about a person, firm, place or product that would have to be true of it.
 */
export function createAboutMe({ english, newSeed }: AboutMeParts): AboutMe {
  const turns = new Map<WholeText, number>();
  let turn = 0;
  return {
    async aboutMe(given, { seed, voice, signal }) {
      signal?.throwIfAborted();
      const keyword = withCapitals(inSmallLetters(withSigns(cleanKeyword(given)), english), english);
      const subject = subjectOf(keyword, english, voice);
      const random = seededRandom(JSON.stringify([seed ?? newSeed(), keyword]));
      if (seed !== undefined) return composed(subject, turnOf(seed, keyword), random, bySeed(seed)).text;
      const { text, told } = composed(subject, turn, random, (texts) => longestUntold(random.shuffled(texts), turns));
      turn += 1;
      turns.set(told, turn);
      return text;
    },
  };
}

/** The last number in a seed, or 0, and what is around it. */
function lastNumber(seed: string): { readonly number: number; readonly rest: string } {
  const found = /\d{1,9}(?=\D*$)/.exec(seed);
  if (found === null) return { number: 0, rest: seed };
  const rest = seed.slice(0, found.index) + seed.slice(found.index + found[0].length);
  return { number: Number(found[0]), rest };
}

const MOST_TURNS = 1_000;

/** A number that the seed and the keyword choose, and the next one when the last number of the seed is. */
function turnOf(seed: string, keyword: string): number {
  const { number, rest } = lastNumber(seed);
  return seededRandom(JSON.stringify([rest, keyword])).integer(0, MOST_TURNS) + number;
}

/** The texts from the one whose turn it is. */
function bySeed(seed: string): Order {
  return (texts, { keyword }) => {
    const { number, rest } = lastNumber(seed);
    const first = seededRandom(JSON.stringify([rest, keyword])).integer(0, texts.length - 1);
    const start = (first + number) % texts.length;
    return [...texts.slice(start), ...texts.slice(0, start)];
  };
}

function longestUntold(texts: readonly WholeText[], turns: ReadonlyMap<WholeText, number>): readonly WholeText[] {
  return texts.toSorted((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
}

/** "Gardening" and "Homelessness" without the capital that they were typed with; what may be a name keeps its own. */
function inSmallLetters(keyword: string, english: English): string {
  if (!isKnownPlace(keyword.toLowerCase())) {
    const lower = withoutFirstCapital(keyword, english);
    if (lower !== keyword) return lower;
  }
  if (/^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+$/u.test(keyword))
    return isHeading(keyword, english) ? keyword.toLowerCase() : keyword;
  if (!/^\p{Lu}[\p{Ll}-]+$/u.test(keyword)) return keyword;
  const lower = keyword.toLowerCase();
  const isSubject = isDetailed("hobby", [lower], english) && !isDetailed("thing", [lower], english);
  if ((/[^s]s$/.test(lower) && isHeading(keyword, english)) || (isSubject && isPlainSubject(keyword, english)))
    return lower;
  const { voice, form } = subjectOf(keyword, english);
  if (form === "sober") return NAMED.test(lower) ? keyword : lower;
  if (voice !== "hobby" || !english.knows(lower, "noun")) return keyword;
  const { common, counts, practised } = readingOf(lower, english);
  return common && (practised || (!counts && ABSTRACT.test(lower))) ? lower : keyword;
}

/** Whether a subject in capitals is neither a place nor a person, and no name that the dictionary has not: "Architecture". */
function isPlainSubject(keyword: string, english: English): boolean {
  const { voice } = subjectOf(keyword, english);
  return voice !== "place" && voice !== "person" && english.knows(keyword.toLowerCase(), "noun");
}

/** Whether it is what people do, buy or look for, typed as a heading has it: "Carp Fishing". */
function isHeading(keyword: string, english: English): boolean {
  const reading = readingOf(keyword.toLowerCase(), english);
  const isNoun = (kind: Detailed) => isDetailed(kind, reading.lower, english);
  if (!((isNoun("hobby") && reading.practised) || (isNoun("thing") && reading.sold) || isNoun("firm"))) return false;
  const { voice } = subjectOf(keyword, english);
  return voice !== "place" && voice !== "person";
}

/** Illnesses and events that are called after a person or a place. */
const NAMED = /^(?:alzheimer|parkinson|crohn|tourette|lyme|zika|ebola|chernobyl|auschwitz|holocaust|ozempic|botox)/;
const ABSTRACT = /(?:ing|phy|ogy|ness|ity|try|ery|tion|ics|nomy|sophy|ship|ment|ism)$/;

/** Longer keywords are no keywords. The specification leaves the length open. */
const MOST_CHARACTERS = 1_000;

/** The keyword on one line, otherwise as given. Throws INPUT_REFUSED. */
function cleanKeyword(given: string): string {
  const keyword = given
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (!/[^\p{Cf}\p{Z}]/u.test(keyword)) {
    throw new ScriptoriumError(
      "INPUT_REFUSED",
      "The keyword is empty or holds no visible character. Send a word or a phrase to write about.",
      { field: "keyword" },
    );
  }
  if (keyword.length > MOST_CHARACTERS) {
    throw new ScriptoriumError(
      "INPUT_REFUSED",
      `The keyword is longer than ${MOST_CHARACTERS} characters. Send a word or a short phrase.`,
      { field: "keyword" },
    );
  }
  return keyword;
}
