import { wordSet } from "../../word-set.js";
import type { Form, WordClass } from "../types.js";
import { comparisons } from "./comparison.js";
import { headOfNoun, headOfVerb } from "./heads.js";
import { plurals } from "./nouns.js";
import { gerund, participles, pasts, regularPast, thirdPerson } from "./verbs.js";

const BE = wordSet(
  "be am is are was were been being 's 're 'm isn't aren't wasn't weren't get gets got gotten getting",
);
const HAVE = wordSet("have has had having 've haven't hasn't hadn't");
const BEFORE_BASE = wordSet(`
  to will would can could shall should may might must do does did 'll 'd not n't let lets let's please don't doesn't
  didn't won't wouldn't can't couldn't shouldn't ca wo help helps helped make makes made cannot`);
const SUBJECTS = wordSet("i you he she it we they who that which");
const DETERMINERS = wordSet("the a an this that these those my your his her its our their no some any by as");
const BETWEEN = wordSet(`
  not n't never also always often just still already ever only even really usually rarely hardly soon now then all
  both i you he she it we they so very too well much more most less least quite rather`);

/** Which form of the lemma the word is; the words before it (lower case, nearest last) decide between equal ones. */
export function formOf(word: string, lemma: string, wordClass: WordClass, previousWords: readonly string[]): Form {
  const lower = word.toLowerCase().replaceAll("’", "'");
  const base = lemma.toLowerCase();
  if (wordClass === "verb") return verbForm(headOfVerb(lower).head, headOfVerb(base).head, previousWords);
  if (wordClass === "noun") return nounForm(lower, base);
  if (lower === base) return "positive";
  const { comparatives, superlatives } = comparisons(base);
  if (comparatives.includes(lower)) return "comparative";
  if (superlatives.includes(lower)) return "superlative";
  if (/(?:er|^more .*)$/.test(lower)) return "comparative";
  return /(?:est|^most .*)$/.test(lower) ? "superlative" : "positive";
}

function nounForm(word: string, lemma: string): Form {
  if (word === lemma) return "singular";
  const { before, head, after } = headOfNoun(lemma);
  if (plurals(head).some((form) => before + form + after === word)) return "plural";
  return word.length === lemma.length && !/s$/.test(word) ? "singular" : "plural";
}

function verbForm(word: string, lemma: string, previousWords: readonly string[]): Form {
  if (lemma === "be" && /^(?:am|are|'m|'re)$/.test(word)) return "base";
  if (word === gerund(lemma) || (/ing$/.test(word) && !/ing$/.test(lemma))) return "gerund";
  const isPast = pasts(lemma).includes(word);
  const isParticiple = participles(lemma).includes(word);
  if (word === lemma) {
    if (!isPast && !isParticiple) return "base";
    return baseOrPast(previousWords, isPast, isParticiple);
  }
  if (word === thirdPerson(lemma)) return "third";
  if (isPast && isParticiple) return showsParticiple(previousWords) ? "participle" : "past";
  if (isPast) return "past";
  if (isParticiple) return "participle";
  // British forms, such as travelled, and rare ones.
  if (/(?:ed|t)$/.test(word) || word === regularPast(lemma))
    return showsParticiple(previousWords) ? "participle" : "past";
  return /s$/.test(word) ? "third" : "past";
}

/** `put`, `come`: the same word in several forms. */
function baseOrPast(previousWords: readonly string[], isPast: boolean, isParticiple: boolean): Form {
  const near = nearest(previousWords);
  if (near !== undefined && BEFORE_BASE.has(near)) return "base";
  if (isParticiple && showsParticiple(previousWords)) return "participle";
  // After he, she and it a present form would end in -s.
  if (isPast && near === undefined && /^(?:he|she|it)$/.test(previousWords.at(-1) ?? "")) return "past";
  return "base";
}

function showsParticiple(previousWords: readonly string[]): boolean {
  const last = previousWords.at(-1);
  if (last === undefined) return false;
  const near = nearest(previousWords);
  // "He is, they said" and "was it finished" differ in the subject between; only inversion leaves one there.
  if (near !== undefined && (BE.has(near) || HAVE.has(near))) return true;
  return DETERMINERS.has(last) && !SUBJECTS.has(last);
}

/** The nearest word that is not a small adverb or a subject set between auxiliary and verb. */
function nearest(previousWords: readonly string[]): string | undefined {
  for (let index = previousWords.length - 1; index >= 0 && index >= previousWords.length - 4; index -= 1) {
    const word = previousWords[index]!.toLowerCase().replaceAll("’", "'");
    if (!BETWEEN.has(word) && !/.ly$/.test(word)) return word;
  }
  return undefined;
}
