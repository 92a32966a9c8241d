import { wordSet } from "../word-set.js";
import { isFixed } from "./fixed-pairs.js";
import type { Grammar } from "./grammar.js";
import { isSaidInOrder, STAGES } from "./list-order.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { POSSESSIVES } from "./vocabulary.js";

/** "the size and shape of the leaf" becomes "the shape and size of the leaf": two nouns behind one article or possessive. */
export const sharedArticle: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some(({ low }) => TOLD_APART.test(low))) return [];
    return words.flatMap((and, index) => {
      const [outside, article, one] = [words[index - 3], words[index - 2], words[index - 1]];
      const [two, next] = [words[index + 1], words[index + 2]];
      if (and.low !== "and" || one === undefined || two === undefined || article === undefined) return [];
      if (!SHARED.test(article.low) && !POSSESSIVES.has(article.low)) return [];
      if (![one, two].every(isPlainNoun) || article.after + and.before + and.after !== "") return [];
      if (!areEqual(one, two, grammar) || !closes(words, index + 2, two)) return [];
      // "the roof of the house and garden of the mill": where the first one ends is not sure.
      if (next?.low === "of" && outside?.tag === "ADP" && outside.low === "of") return [];
      // "a view of the lake and time": what stands before the article may be joined to the second.
      if (
        outside?.tag === "ADP" &&
        words[index - 4]?.tag === "NOUN" &&
        grammar.plural(two) === grammar.plural(words[index - 4]!)
      )
        return [];
      if (outside?.low === "between" || outside?.low === "from") return [];
      // "close the lid and wait": a verb by its looks a noun.
      if (mayBeVerb(words, index, two, grammar)) return [];
      return [replaced(words, index - 1, index + 2, [{ ...two, space: one.space }, and, spaced(one)])];
    });
  },
};

/** "repair costs and ticket prices" becomes "ticket prices and repair costs": both of several nouns, and the last of each plural. */
export const compoundPairs: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some(({ low }) => TOLD_APART.test(low))) return [];
    return words.flatMap((and, index) => {
      if (!/^(?:and|or)$/u.test(and.low) || and.before + and.after !== "") return [];
      let start = index;
      while (start > 0 && isPlainNoun(words[start - 1]!)) start -= 1;
      let end = index + 1;
      while (end < words.length && isPlainNoun(words[end]!)) end += 1;
      const length = index - start;
      if (length < 2 || length > 3 || end - index - 1 !== length) return [];
      const [one, two] = [words[index - 1]!, words[end - 1]!];
      if (grammar.plural(one) !== true || grammar.plural(two) !== true) return [];
      if (isFixed(one.low, two.low) || STAGES.has(one.low) || STAGES.has(two.low)) return [];
      const outside = words[start - 1];
      const opens = outside === undefined || (/^(?:ADP|VERB)$/u.test(outside.tag) && !outside.text.includes("-"));
      if (!opens || /^(?:between|from)$/u.test(outside?.low ?? "") || !closes(words, end, two)) return [];
      // "painted garden walls and kitchen doors": of the first or of both; "checking garden walls" likewise.
      if (outside?.tag === "VERB" && /(?:ed|en|ing)$/u.test(outside.low)) return [];
      const [first, second] = [words.slice(start, index), words.slice(index + 1, end)];
      // A word that looks like a verb may be the one of which the rest is the object.
      if ([first[0]!, second[0]!].some(({ low }) => low.endsWith("ing"))) return [];
      return [
        replaced(words, start, end, [
          { ...second[0]!, space: first[0]!.space },
          ...second.slice(1),
          and,
          spaced(first[0]!),
          ...first.slice(1),
        ]),
      ];
    });
  },
};

/** What tells one of the two apart from the other by its place. */
const TOLD_APART = /^(?:respectively|latter|former|both|either|neither)$/u;

const SHARED = /^(?:the|a|an|any|some|more|less|enough|this|these|those)$/u;

const isPlainNoun = ({ tag, text, before, after }: Word) =>
  tag === "NOUN" && /^\p{Ll}+$/u.test(text) && before + after === "";

/** Whether neither is said before the other, in speech or in life. */
function areEqual(one: Word, two: Word, grammar: Grammar): boolean {
  if (isFixed(one.low, two.low) || isSaidInOrder(one.low, two.low, grammar)) return false;
  if ([one, two].some((noun) => STAGES.has(noun.low) || grammar.category(noun) === "time" || SUMMED.has(noun.low)))
    return false;
  const number = grammar.plural(one);
  return number !== undefined && number === grammar.plural(two);
}

/** Nouns that name a whole, whose parts or kinds follow. */
export const SUMMED = wordSet(
  "rest others lack number kind sort type amount range variety set piece majority loss use sense state way part lot bit couple series order case fact end",
);

/** Whether nothing follows that could tell of the second noun alone. */
function closes(words: Words, end: number, second: Word): boolean {
  const [next, following] = [words[end], words[end + 1]];
  if (next === undefined || /^[.!?;:]$/u.test(next.text)) return true;
  if (next.before !== "") return false;
  if (next.text === ",")
    return (
      /^(?:SCONJ|CCONJ|PRON|DET)$/u.test(following?.tag ?? "") &&
      !/^(?:and|or|a|an|who|which|that)$/u.test(following!.low)
    );
  if (/^(?:AUX|SCONJ)$/u.test(next.tag) && next.low !== "that") return true;
  return SHARED_PREPOSITIONS.has(next.low) && !TAKING.has(second.low);
}

/** Prepositions of what both nouns belong to. */
const SHARED_PREPOSITIONS = wordSet("of in at across throughout within during around among inside outside");
/** Nouns that have a preposition of their own. */
export const TAKING = wordSet(
  "interest confidence trust faith belief role increase rise decrease drop change changes investment improvement improvements growth experience participation expertise difference differences gap reduction success look glance",
);

export function mayBeVerb(words: Words, and: number, second: Word, grammar: Grammar): boolean {
  if (grammar.lemma(second, "verb") === undefined) return false;
  const next = words[and + 2]?.low ?? "";
  if (next === "of") return false;
  const verb = words.slice(0, and).findLast(({ tag }) => tag === "VERB");
  return verb !== undefined && grammar.verbForm(verb, []) === grammar.verbForm(second, []);
}
