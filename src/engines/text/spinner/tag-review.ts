import type { English, Tag, Token } from "../english/types.js";
import { wordSet } from "../word-set.js";

/** Tokens with tags corrected where the words around leave one reading only, and those that are better left alone. */
export interface TagReview {
  readonly tokens: readonly Token[];
  /** Places of words that may be a verb of a clause in which none was found. */
  readonly doubtful: ReadonlySet<number>;
}

/** A wrong part of speech is what spoils alternatives most, and verbs taken for nouns are most of that. */
export function reviewTags(tokens: readonly Token[], english: English): TagReview {
  const reviewed = [...tokens];
  const lowers = tokens.map(({ text }) => text.toLowerCase());
  const canBeVerb = (index: number) => {
    const { tag } = reviewed[index]!;
    return (tag === "NOUN" || tag === "ADJ" || tag === "ADV") && english.lemmaOf(lowers[index]!, "verb") !== undefined;
  };
  const isBase = (index: number) => english.lemmaOf(lowers[index]!, "verb") === lowers[index];
  const isSubject = (index: number) => tokens[index]?.tag === "NOUN" || tokens[index]?.tag === "PROPN";
  const isPlural = (index: number) =>
    tokens[index]?.tag === "NOUN" && english.lemmaOf(lowers[index]!, "noun") !== lowers[index];
  const doubtful = new Set<number>();
  const toVerb = (index: number) => {
    reviewed[index] = { ...reviewed[index]!, tag: "VERB" };
  };
  /** `painting walls`, `by guessing which`: what ends in -ing and has an object. */
  const isGerund = (index: number) => {
    if (!lowers[index]!.endsWith("ing") || reviewed[index]!.tag === "ADV") return false;
    if (/^(?:DET|ADJ|NUM|PROPN|PART)$/.test(tokens[index - 1]?.tag ?? "")) return false;
    const next = lowers[index + 1] ?? "";
    return DETERMINERS.has(next) || /^(?:which|what|who|how|where|why|whether|when)$/.test(next);
  };

  const isDegree = (index: number) => tokens[index]?.tag === "AUX" || DEGREE_WORDS.has(lowers[index] ?? "");

  /** `a total`, `in front`, `the same vein`: what comes after these is no verb of a clause. */
  const isLedTo = (index: number) => {
    const before = tokens[index - 1];
    if (before === undefined || tokens[index]!.tag !== "NOUN") return false;
    if (before.tag === "DET") return !/^(?:this|that|these|those|all|each|both|some)$/.test(lowers[index - 1]!);
    return before.tag === "ADJ" || (before.tag === "ADP" && before.text.toLowerCase() !== "to");
  };

  for (let index = 0; index < tokens.length; index += 1) {
    if (!canBeVerb(index)) continue;
    const before = lowers[index - 1];
    const after = lowers[index + 1] ?? "";
    if (isGerund(index)) toVerb(index);
    // `thin them to two inches`
    else if (isBase(index) && OBJECTS.has(after) && !isDegree(index - 1)) toVerb(index);
    else if (lowers[index]!.endsWith("ing") && isPlural(index + 1)) doubtful.add(index);
    else if (REFLEXIVE.test(after) && !/^(?:DET|ADJ|NUM|PRON)$/.test(tokens[index - 1]?.tag ?? "")) toVerb(index);
    else if (isSubject(index - 1) && ARTICLES.has(after)) {
      // `the library stores the name`: a noun is followed by an article mostly when it is none.
      if (isPlural(index) !== isPlural(index - 1)) toVerb(index);
      else doubtful.add(index);
    } else if (isPlural(index) && /^(?:that|this|which|who)$/.test(before ?? "")) toVerb(index);
    else if (isPlural(index - 1) && isBase(index) && /^(?:ADP|ADV)$/.test(tokens[index + 1]?.tag ?? "")) {
      doubtful.add(index);
    }
    if (!isBase(index)) continue;
    const opens = before === undefined || OPENERS.has(before);
    if ((before !== undefined && MODALS.has(before)) || (opens && (DETERMINERS.has(after) || DEGREES.has(after))))
      toVerb(index);
  }

  for (let index = 1; index < tokens.length; index += 1) {
    if (tokens[index]!.tag !== "VERB" || english.lemmaOf(lowers[index]!, "noun") === undefined) continue;
    // `for help with it`
    if (isBase(index) && PREPOSITIONS.has(lowers[index - 1]!)) doubtful.add(index);
    // `it collected leaves`, and the address of `its name, address and telephone number`.
    const isObject = tokens[index - 1]!.tag === "VERB" && /s$/.test(lowers[index]!) && !isBase(index);
    const isListed = lowers[index - 1] === "," && isBase(index) && /^(?:and|or)$/.test(lowers[index + 1] ?? "");
    if (isObject || (isListed && tokens[index - 2]?.tag === "NOUN")) doubtful.add(index);
  }

  for (const [from, to] of clauses(reviewed, lowers)) {
    const tags = reviewed.slice(from, to).map(({ tag }) => tag);
    if (tags.length < 3 || tags.includes("VERB") || tags.includes("AUX")) continue;
    const candidates = [...tags.keys()].map((place) => from + place).filter(canBeVerb);
    const fitting = candidates.filter((index) => {
      if (index === from || index + 1 >= to || !SUBJECTS.has(reviewed[index - 1]!.tag)) return false;
      const plural =
        reviewed[index - 1]!.tag === "NOUN" && english.lemmaOf(lowers[index - 1]!, "noun") !== lowers[index - 1];
      const next = reviewed[index + 1]!.tag;
      return (
        isBase(index) === plural &&
        (DETERMINERS.has(lowers[index + 1]!) || next === "ADJ" || next === "NOUN" || next === "ADV")
      );
    });
    if (fitting.length === 1) toVerb(fitting[0]!);
    else for (const index of candidates) if (!isLedTo(index)) doubtful.add(index);
  }
  return { tokens: reviewed, doubtful };
}

const REFLEXIVE = /^(?:my|your|him|her|it)self$|^(?:our|your|them)selves$/;
const MODALS = wordSet("can could will would shall should may might must cannot ca wo 'll ’ll n't n’t");
const OPENERS = new Set([",", ";", ":", "and", "or", "then", "please", "but", "-", "–", "—"]);
const DETERMINERS = wordSet(
  "the a an this that these those my your his her its our their every each all it them him us me",
);
const OBJECTS = wordSet("them him me us");
const DEGREE_WORDS = wordSet("very so too more most as");
const PREPOSITIONS = wordSet("for of in with by from about on without at during under over");
const ARTICLES = wordSet("the a an my your his her its our their");
const DEGREES = wordSet("almost nearly about roughly over twice");
const SUBJECTS: ReadonlySet<Tag> = new Set(["NOUN", "PRON", "PROPN"]);

/** Stretches between marks and conjunctions. */
function* clauses(tokens: readonly Token[], lowers: readonly string[]): Generator<readonly [number, number]> {
  let from = 0;
  for (let index = 0; index <= tokens.length; index += 1) {
    const tag = tokens[index]?.tag;
    if (tag !== undefined && tag !== "PUNCT" && tag !== "SCONJ" && lowers[index] !== "but") continue;
    if (index > from) yield [from, index];
    from = index + 1;
  }
}
