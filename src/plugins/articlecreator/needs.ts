import { termsOf } from "../../engines/pages/terms.js";
import { leansOnPrevious } from "./sentence-rules.js";
import { holdsPhrase } from "./source-sentences.js";

/** The sentence is understood only after something that its paragraph does not hold. */
export const OUTSIDE = -1;

/** Somebody whom the readers of an article know, because it is about them. */
export interface Known {
  readonly pronoun: RegExp | undefined;
  /** Of their name. */
  readonly terms: readonly string[];
}

/**
 * For every sentence of a paragraph the first one that a reader must have seen, along with all between, to understand it:
 * itself, an earlier one, or `OUTSIDE`. The pronoun of somebody known stands for them, unless the sentence names them besides
 * or the one that stands before the paragraph is about somebody else.
 */
export function needsOf(texts: readonly string[], known?: Known, before?: string): number[] {
  const needs: number[] = [];
  const news: ReadonlySet<string>[] = [];
  const newIn = (index: number) => (news[index] ??= broughtUp(texts[index]!));
  const told: Told = { texts, needs, newIn };
  const isKnown = (text: string, index: number) => {
    const found = known?.pronoun?.exec(text);
    if (known === undefined || found === null || found === undefined) return false;
    if (termsOf(text.slice(found.index)).some((term) => known.terms.includes(term))) return false;
    return index > 0 || before === undefined || !namesAnother(before, known.terms);
  };
  for (const [index, text] of texts.entries()) {
    const need = needOf(text, index, told);
    // Whoever the article is about is known to its readers.
    const isOfKnown = need === OUTSIDE && isKnown(text, index);
    needs.push(isOfKnown ? needOf(text.replace(known!.pronoun!, SOMEBODY), index, told) : need);
  }
  return needs;
}

/** Whether a sentence names a person with a name that is not this one. */
function namesAnother(text: string, terms: readonly string[]): boolean {
  const names = [...text.replace(PLACES_AND_TIMES, "$1 _").matchAll(/(?<=[\p{Ll}\d,] )\p{Lu}\p{Ll}{2,}/gu)];
  return names.some(([name]) => !termsOf(name).some((term) => terms.includes(term)));
}

const SOMEBODY = "Mary Smith";

/** A paragraph, with what is known of the sentences before the one that is looked at. */
interface Told {
  readonly texts: readonly string[];
  readonly needs: readonly number[];
  /** What a sentence brings up. */
  readonly newIn: (index: number) => ReadonlySet<string>;
}

function needOf(text: string, index: number, { texts, needs, newIn }: Told): number {
  let need = index;
  if (leansOnPrevious(text)) need = index === 0 ? OUTSIDE : needs[index - 1]!;
  const pronoun = PERSON_PRONOUN.exec(text);
  if (pronoun !== null && !namesPerson(text.slice(0, pronoun.index))) {
    const named = texts.slice(0, index).findLastIndex(namesPerson);
    need = named < 0 ? OUTSIDE : Math.min(need, needs[named]!);
  }
  const same = sameThing(text);
  if (same !== undefined) need = Math.min(need, placeOfSame(same, texts, needs, index));
  for (const name of knownThings(text)) {
    let brought = index - 1;
    while (brought >= 0 && !newIn(brought).has(name)) brought -= 1;
    if (brought >= 0) need = Math.min(need, needs[brought]!);
  }
  return need;
}

/**
 * The pronoun of the person that sources about the keyword speak of, as a pattern without flags of state; undefined where they
 * speak of a thing or of several people.
 */
export function pronounOfSubject(texts: readonly string[]): RegExp | undefined {
  const naming = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length;
  const [he, she] = [naming(HE), naming(SHE)];
  const [most, least, pattern] = he > she ? [he, she, HE] : [she, he, SHE];
  return most >= SHARE_OF_PERSON * texts.length && most >= 3 * least ? pattern : undefined;
}

const HE = /\b(?:he|his|him)\b/i;
const SHE = /\b(?:she|her)\b/i;
/** Share of the sentences about a person that have the pronoun. */
const SHARE_OF_PERSON = 0.3;

const SAME = /\b[Tt]he same (\p{Ll}+)\b(?! (?:\p{Ll}+ )?(?:as|that|who|which)\b)/u;
/** What a sentence calls the same as something that another names: "the same survey"; not "both take the same time". */
function sameThing(text: string): string | undefined {
  const found = SAME.exec(text);
  return found === null || /\b(and|both|all|each|every|ever|never|always|two|many)\b/i.test(text.slice(0, found.index))
    ? undefined
    : found[1];
}

/** Of which there is always one: they say nothing of what "the same" is the same as. */
const COMMON =
  /^(time|way|day|year|month|week|night|age|amount|size|length|number|reason|place|manner|thing|kind|sort|price|weight|name|height|speed|rate)$/;

/** The first sentence that must be read to know which "the same survey" is. */
function placeOfSame(name: string, texts: readonly string[], needs: readonly number[], index: number): number {
  if (COMMON.test(name)) return index === 0 ? OUTSIDE : needs[index - 1]!;
  const own = termsOf(name)[0];
  const found = texts.slice(0, index).findLastIndex((other) => own !== undefined && termsOf(other).includes(own));
  return found < 0 ? OUTSIDE : needs[found]!;
}

const KNOWN_THING =
  /\b(?:[Tt]he|[Tt]his|[Tt]hat|[Tt]hese|[Tt]hose) (\p{Ll}{3,})(?![\p{L}\p{N}_])(?! (?:of|that|which|who)\b)/gu;

/** Things that a sentence speaks of as known: "the keeper". */
function knownThings(text: string): string[] {
  const names = Array.from(text.matchAll(KNOWN_THING), ([, name]) => name!);
  return names.length === 0 ? names : names.filter((name) => !broughtUp(text).has(name));
}

const NEW_THING =
  /\b(?:an?|one|two|three|four|five|six|another|some|several|many)(?= ((?:[\p{L}-]+ ){0,2})(\p{L}+)?)/giu;

/** What a sentence brings up as new, in lower case: "keeper" by "a keeper" and by "an old keeper". */
function broughtUp(text: string): ReadonlySet<string> {
  return new Set(
    Array.from(text.matchAll(NEW_THING), ([, before = "", last = ""]) =>
      `${before}${last}`
        .toLowerCase()
        .split(" ")
        .map((word) => word.split("-", 1)[0]!),
    ).flat(),
  );
}

function namesPerson(text: string): boolean {
  return NAMES_PERSON.test(text.replace(PLACES_AND_TIMES, "$1 _"));
}

/** Capitalised and nobody: "in Germany", "the Tay Bridge", "last December". */
const PLACES_AND_TIMES =
  /\b(in|at|near|across|around|outside|inside|on|through|between|into|over|towards?|last|every|early|late|until|since) (?:the )?(?:\p{Lu}[\p{L}'\u2019-]+(?: (?:and|of|upon) (?=\p{Lu}))? ?)+/gu;

const PERSON_PRONOUN = /\b(he|she|him|her|his|hers|himself|herself)\b/i;
/** A name, or a word for somebody: "the miller", "a nurse", "the mother". */
const NAMES_PERSON =
  /\p{Lu}\p{Ll}+ (?:(?:de|da|van|von|di|la|le|of) )*\p{Lu}\p{Ll}+|[a-z\d,] \p{Lu}\p{Ll}{2,}|^\p{Lu}\p{Ll}+(?: (?:himself|herself|was|had|built|wrote|made|and|\p{Ll}{2,}ed)\b|'s\b)|\b(?:[Aa]n?|[Tt]he|[Ee]ach|[Ee]very|[Hh]is|[Hh]er) (?:\p{Ll}+ )?(?!other\b|another\b|water|river|power|paper|matter|number|winter|summer|upper|lower|lever|chamber|timber|order|corner|former|latter|floor|door|motor|rotor|colou?r|plant|quarter|letter|finger|shoulder|layer|tower|cover|gutter|copper|silver|rubber|butter|fever|weather|feather|leather|center|counter|trailer|boiler|burner|mixer|filter|heater|cooler|computer|printer|router|server|cylinder|ladder|hammer|roller|monster|disaster|error|mirror|tractor|factor|sector|vector|reactor|sensor|monitor|instant|giant|fewer|deer|beer|pepper|supper|dinner|danger|anger|hunger|border|shelter|theater|meter|liter)(?:man|woman|male|female|boy|girl|king|queen|mother|father|wife|husband|nurse|priestess|priest|monk|person|\p{Ll}{3,}(?:er|or|ist|ian|eer|ant|male))\b/u;

const ADDED =
  /^(?:however|moreover|furthermore|in addition|additionally|besides|in fact|indeed|nevertheless|nonetheless|similarly|likewise|meanwhile|fortunately|unfortunately|luckily|sadly|naturally|on the other hand|by contrast|in contrast|also|no|yes|as a result|therefore|thus|consequently|interestingly|importantly|lastly), /i;
const CONJUNCTION = /^(?:But|And|Yet) (?=\p{Ll})/u;

/**
 * A sentence that leans on the one before, made to stand alone: without the word that joins the two, or with the subject of
 * the article instead of a pronoun. Undefined where that is not enough.
 */
export function standingAlone(text: string, before: string | undefined, query: readonly string[]): string | undefined {
  const bare = text
    .replace(ADDED, "")
    .replace(CONJUNCTION, "")
    .replace(/^((?:\S+ ){1,4})(?<!, )also /, "$1");
  const named = withSubject(bare, before, query) ?? bare;
  if (named === text || leansOnPrevious(named)) return undefined;
  const pronoun = PERSON_PRONOUN.exec(named);
  if (pronoun !== null && !namesPerson(named.slice(0, pronoun.index))) return undefined;
  if (sameThing(named) !== undefined) return undefined;
  return named.charAt(0).toUpperCase() + named.slice(1);
}

function withSubject(text: string, before: string | undefined, query: readonly string[]): string | undefined {
  const pronoun =
    /^(It|They) (?=(?:is|are|was|were|has|have|had|can|may|must|will|also|do|does|did|\p{Ll}+(?:s|ed|e|t|w|n))\b)/u.exec(
      text,
    );
  if (pronoun === null || before === undefined) return undefined;
  const subject = subjectOf(before, query);
  if (subject === undefined) return undefined;
  const plural = /[^s]s$/.test(subject);
  if (plural !== (pronoun[1] === "They")) return undefined;
  return `${subject.replace(/^An? /, "The ")} ${text.slice(pronoun[0].length)}`;
}

/** The words that a sentence begins with when they are the keyword and nothing else. */
function subjectOf(text: string, query: readonly string[]): string | undefined {
  if (text.endsWith("?")) return undefined;
  const words = text.split(" ");
  for (let count = 1; count <= Math.min(words.length, query.length + 3); count += 1) {
    const opening = words.slice(0, count).join(" ");
    const terms = termsOf(opening);
    if (terms.length > query.length) return undefined;
    if (terms.length === query.length && holdsPhrase(terms, query))
      return /[,;:("\u201c\u2018]/.test(opening) ? undefined : opening;
  }
  return undefined;
}
