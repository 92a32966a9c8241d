import type { Form } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { type VerbGroup, verbGroupAt, verbGroups } from "./chunks.js";
import { bodyEnd, isQuestion, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { startsMain } from "./main-clauses.js";
import { retext, spaced, stop, type Word, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { BE, MODALS, WH } from "./vocabulary.js";

/** "The gate opens by itself, allowing water to flow in" becomes "The gate opens by itself. This allows water to flow in". */
export const resultSplit: Transformation = {
  kind: "split",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const mark = resultAt(words, grammar, (verb) => RESULTS.has(verb));
    const verb = words[mark + 1];
    if (mark < 5 || end - mark < 5 || verb === undefined || words[mark + 2]?.low === "sure") return [];
    const front = words.slice(0, mark);
    const tail = words.slice(mark + 2, end);
    if (front.some((item) => WH.has(item.low) || /^(?:that|if|unless|["“”(:;—–]|-)$/u.test(item.low))) return [];
    if (isListed(words, mark)) return [];
    if (words[0]!.low === "this" && words[1]?.tag !== "NOUN" && words[1]?.tag !== "ADJ") return [];
    // One of several participles belongs to what was said before all of them.
    if (front.some((item, index) => item.text === "," && front.slice(index + 1, index + 3).some(isGerund))) return [];
    if (tail[0]!.low === "this") return [];
    // "She sings, making you smile": she does, and not that she sings.
    if (/^(?:making|keeping|leaving)$/u.test(verb.low) && /^(?:me|us|you|him|her|them)$/u.test(tail[0]!.low)) return [];
    if (tail.some((item, index) => /^(?:while|but|which)$/u.test(item.low) || (item.text === "," && index < 2)))
      return [];
    if (!startsMain(words, mainStart(words), grammar)) return [];
    // "expect the course to be free, meaning ...": as they see it, and no fact.
    if (front.some((item) => item.tag === "VERB" && OPINIONS.has(grammar.lemma(item, "verb") ?? ""))) return [];
    const shown = stated(words, mark, end, grammar);
    if (shown === undefined) return [];
    return [[...front, stop(), word("This", "PRON"), ...shown, ...words.slice(end)]];
  },
};

/** "The gate opens by itself, allowing water to flow in" becomes "The gate opens by itself, which allows water to flow in". */
export const resultRelative: Transformation = {
  kind: "relative clause",
  strength: 0.55,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const mark = resultAt(words, grammar, (verb) => (RESULTS.has(verb) && verb !== "adding") || PROVIDING.has(verb));
    const verb = words[mark + 1];
    if (mark < 4 || end - mark < 4 || verb === undefined || !startsMain(words, mainStart(words), grammar)) return [];
    const front = words.slice(0, mark);
    const tail = words.slice(mark + 2, end);
    // "helps you in building a boat, providing tips": of the boat, one would think.
    if (PROVIDING.has(verb.low) && front.some(isGerund)) return [];
    // Of two clauses it may tell of both.
    if (front.some(({ text }, index) => text === "," && front[index + 1]?.tag === "CCONJ")) return [];
    if (
      isListed(words, mark) ||
      [...front, ...tail].some(({ low, text }) => low === "which" || /^["“(—–.;:]$/u.test(text))
    )
      return [];
    // The tense has to be that of the clause before it, whichever of several verbs that is.
    const forms = verbGroups(words, mainStart(words), mark, grammar).filter((group) => group.finite);
    const told = (group: VerbGroup) => group.form === "past" && group.auxiliaries.length === 0;
    if (forms.some(told) && !forms.every(told)) return [];
    // "It is an oven with a fan, ensuring even heat": of what it is, one reads as the other thing's.
    const last = forms.at(-1);
    if (last !== undefined && BE.has(words[last.head]!.low) && verb.low !== "making") return [];
    const shown = stated(words, mark, end, grammar);
    // "has emerged, creating a habit": it is still being made.
    if (shown?.[0]?.low === "has") return [];
    // "options, which allows": one reads it of the options.
    const isOfLast = words[mark - 1]!.tag === "NOUN" && grammar.plural(words[mark - 1]!) === true;
    if (isOfLast && /^(?:allowing|enabling|helping|giving|letting|providing|supporting)$/u.test(verb.low)) return [];
    // Two results behind "which" are far from what they are results of.
    if (shown === undefined || resultsAt(words, mark, end)?.length !== 1) return [];
    return [[...front, words[mark]!, word("which", "PRON"), ...shown, ...words.slice(end)]];
  },
};

/** The comma before a participle that names a result, or before "meaning" and a clause; -1 when there is none. */
function resultAt(words: Words, grammar: Grammar, names: (verb: string) => boolean): number {
  return words.findIndex(
    (item, index) =>
      item.text === "," &&
      (names(words[index + 1]?.low ?? "") || isMeaning(words, index + 1, grammar)) &&
      item.before + item.after === "",
  );
}

/** Participles of what all that was said gives or shows. */
const PROVIDING = wordSet("keeping protecting supporting showing suggesting indicating");

/** "painting, weaving, creating forms, and others": a list that goes on. */
function isListed(words: Words, mark: number): boolean {
  const front = words.slice(0, mark);
  const listed = front.findLastIndex((item) => item.text === ",") + 1;
  return listed > mainStart(words) && !front.slice(listed).some(({ tag }) => /^(?:CCONJ|AUX)$/u.test(tag));
}

/** Participles that name what follows from all that was said. */
export const RESULTS = wordSet(
  "allowing enabling making helping ensuring letting forcing causing preventing reducing improving " +
    "leading resulting contributing minimizing maximizing increasing boosting enhancing eliminating saving simplifying " +
    "streamlining lowering giving creating encouraging leaving raising speeding freeing strengthening accelerating " +
    "fostering facilitating ruling cutting avoiding limiting driving adding",
);

const OPINIONS = wordSet(
  "expect believe think say assume claim hope feel fear predict suggest argue consider want wish imagine suppose doubt suspect allege insist prefer plan propose intend promise describe call define regard",
);

/** "meaning the shop is shut" becomes "This means the shop is shut", of all that was said, as a statement. */
const isMeaning = (words: Words, verb: number, grammar: Grammar) =>
  words[verb]?.low === "meaning" && startsClause(words, words[verb + 1]?.low === "that" ? verb + 2 : verb + 1, grammar);

/** Where the main clause begins: behind a first phrase and its comma, if there is one. */
export function mainStart(words: Words): number {
  const mark = words.findIndex((item) => item.text === ",");
  return mark > 0 && mark < 9 && /^(?:ADP|ADV|PART)$/u.test(words[0]!.tag) ? mark + 1 : 0;
}

/** The form a participle takes as the verb of a clause, and the auxiliary before it. */
interface Tense {
  readonly form: Form;
  readonly auxiliary?: string;
}

/** The tense of the last finite verb before the comma; undefined when no tense fits. */
function tenseOf(words: Words, mark: number, grammar: Grammar): Tense | undefined {
  // "every shirt sold": a participle behind its noun, and no past.
  // "are server-side rendered": be, far from its participle.
  const isOfBe = (group: VerbGroup, index: number, all: readonly VerbGroup[]) => {
    // "is shut and covered, allowing ...": the second participle of one "is".
    const isSecond = words[group.start - 1]?.tag === "CCONJ" && all[index - 1]?.passive === true;
    if (isSecond && group.auxiliaries.length === 0 && group.form === "past") return true;
    const before = words
      .slice(0, group.start)
      .findLast(({ tag, text }) => !/^(?:ADV|ADJ|PUNCT)$/u.test(tag) && /^\p{L}+$/u.test(text));
    return group.auxiliaries.length === 0 && group.form === "past" && BE.has(before?.low ?? "");
  };
  const isStated = (group: VerbGroup, index: number) =>
    index === 0 || group.auxiliaries.length > 0 || group.form !== "past" || words[group.start - 1]?.tag !== "NOUN";
  const groups = verbGroups(words, mainStart(words), mark, grammar)
    // "built-in stitches" is no past.
    .filter(({ finite, head }) => finite && !`${words[head]!.text}${words[head + 1]?.text ?? ""}`.includes("-"))
    .filter((group, index, all) => isStated(group, index) && !isOfBe(group, index, all));
  // "will rise as supply falls": what follows is to come.
  const [first] = groups;
  const hasClause =
    first &&
    words.slice(first.end, mark).some(({ low, tag }) => tag === "SCONJ" || /^(?:as|when|while|once)$/u.test(low));
  const told = hasClause ? first : groups.at(-1);
  const main = told && verbGroupAt(words, told.start, grammar);
  if (main === undefined || main.negation !== undefined) return undefined;
  const opener = words[main.auxiliaries[0] ?? main.head]!;
  // "You can find any colour, ensuring that ...": who does it can, and what comes of it is sure.
  if (opener.low === "can" && words[main.start - 1]?.low === "you") return undefined;
  // "will be baking, making loaves": he goes on doing the one in the other.
  if (main.form === "gerund" && main.auxiliaries.length > 0 && /^(?:making|creating)$/u.test(words[mark + 1]!.low))
    return undefined;
  if (MODALS.has(opener.low)) {
    const auxiliary = /^(?:will|'ll)$/u.test(opener.low)
      ? "will"
      : /^(?:would|could|may|might|can)$/u.exec(opener.low)?.[0];
    return auxiliary === undefined ? undefined : { form: "base", auxiliary };
  }
  if (/^(?:had|was|were|did)$/u.test(opener.low)) return { form: "past" };
  if (/^(?:has|have|'ve)$/u.test(opener.low) && main.auxiliaries.length > 0)
    return { form: "participle", auxiliary: "has" };
  return { form: main.auxiliaries.length === 0 && main.form === "past" ? "past" : "third" };
}

/** "reducing costs and improving care" as "reduces costs and improves care"; undefined where a participle may be either's. */
function stated(words: Words, mark: number, end: number, grammar: Grammar): Words | undefined {
  const tense = tenseOf(words, mark, grammar);
  if (tense === undefined) return undefined;
  const inForm = (item: Word) => {
    const lemma = grammar.lemma(item, "verb");
    return lemma === undefined ? undefined : retext(spaced(item), grammar.inflect(lemma, tense.form));
  };
  const shown: Word[] = tense.auxiliary === undefined ? [] : [word(tense.auxiliary, "AUX")];
  const places = resultsAt(words, mark, end);
  if (places === undefined) return undefined;
  for (let index = mark + 1; index < end; index += 1) {
    const made = places.includes(index) ? inForm(words[index]!) : words[index]!;
    if (made === undefined) return undefined;
    shown.push(made);
  }
  return shown;
}

/** Where the participles of the results stand, the last of several behind "and"; undefined where one may be something else. */
function resultsAt(words: Words, mark: number, end: number): readonly number[] | undefined {
  const places = [mark + 1];
  let inner = false;
  for (let index = mark + 2; index < end; index += 1) {
    if (!isGerund(words[index]!) || words[index]!.low === "including") continue;
    const before = words[index - 1]!;
    const joined = /^(?:,|and|or)$/u.test(words[before.tag === "ADV" ? index - 2 : index - 1]!.low);
    if (!joined || before.low === "thereby") {
      inner = true;
      continue;
    }
    // "focus on writing and sending letters": one of those that another one opened.
    if (inner && before.low === "and") continue;
    if (inner || !RESULTS.has(words[index]!.low)) return undefined;
    places.push(index);
  }
  if (places.length === 1) return places;
  // "by storing it, easing access, and reducing costs": members of one list.
  if (words.slice(0, mark).some(isGerund)) return undefined;
  const last = places.at(-1)!;
  const and = words[last - 1]!.tag === "ADV" ? last - 2 : last - 1;
  return words[and]!.low === "and" ? places : undefined;
}

const isGerund = ({ tag, low }: Word) => tag === "VERB" && low.endsWith("ing") && low.length > 4;
