import { headOfNoun, inflect, isPluralOnly, isUncountable, lemmasOf } from "../english/inflection/index.js";
import type { English, Sentence, WordClass } from "../english/types.js";
import { onceForEach, remembering } from "../remembering.js";
import { wordSet } from "../word-set.js";
import { areContrary } from "./contrasts.js";
import { isOffensive } from "./offensive.js";
import type { Offer } from "./offers.js";
import type { Target } from "./substitution-targets.js";

/** Whether an alternative keeps the grammar of the place and says nothing twice. */
export type Fitting = (sentence: Sentence, target: Target, alternative: Offer) => boolean;

export function createFitting(english: English): Fitting {
  const rarities = remembering<string, number>(20_000);

  /** How much rarer the plural is than the singular, in natural logarithms: about 0 for `book`, 5 for `advice`. */
  function pluralRarity(noun: string): number {
    return rarities(noun, () =>
      isUncountable(noun) ? 9 : english.frequency(noun) - english.frequency(inflect(noun, "plural")),
    );
  }

  const vocabulary = onceForEach((sentence: Sentence) => vocabularyOf(sentence, english));

  return (sentence, target, alternative) => {
    const { tokens } = sentence;
    const { first, last, lemma, wordClass } = target;
    const lower = (at: number) => tokens[at]?.text.toLowerCase() ?? "";
    const { text } = alternative;
    const isJudged = alternative.place !== undefined;
    if (text === "" || text === lower(first) || alternative.lemma === lemma || !/^[\p{L}][\p{L} '’-]*$/u.test(text))
      return false;
    if (areContrary(lemma, alternative.lemma) || isSpelling(lemma, alternative.lemma)) return false;
    if (first === last && english.lemmaOf(text, wordClass) === lemma) return false;
    if (SEASONAL.test(text) || countsOf(text) !== countsOf(wordsOf(tokens, target))) return false;
    if (isOffensive(text)) return false;
    if (!isJudged && saysPart(wordsOf(tokens, target).toLowerCase(), alternative, wordClass)) return false;
    if ((!isJudged || /^mo(?:re|st) /.test(text)) && !isMet(text)) return false;
    if (repeats(vocabulary(sentence), english, sentence, target, alternative)) return false;
    if (wordClass === "noun") return nounFits(sentence, target, alternative);
    if (wordClass === "adjective" || wordClass === "adverb") {
      // What is a comparative already cannot be compared again, and stands for something else when people did not say so.
      if ((!isJudged || isComparing(target)) && isCompared(alternative.lemma, wordClass)) return false;
      // `more costly`, but no `more dear`.
      if (/^mo(?:re|st)$/.test(lower(first - 1)) && !takesMore(alternative.lemma)) return false;
    }
    if (wordClass === "adjective") {
      const next = tokens[last + 1]?.tag;
      const attributive = next === "NOUN" || next === "ADJ" || next === "PROPN";
      // `a house of great age`, but no `of great age house`.
      if (attributive && text.split(" ").some((word) => SMALL.has(word))) return false;
      if (attributive && ONLY_PREDICATIVE.has(alternative.lemma)) return false;
      if (!attributive && ONLY_ATTRIBUTIVE.has(alternative.lemma)) return false;
      return true;
    }
    if (wordClass === "verb") {
      const particle = lower(last + 1);
      if (!governs(tokens, target, text, isJudged ? PREPOSITIONS : GOVERNED)) return false;
      const words = text.split(" ");
      // `put it off`, but no `put off it`.
      if (words.length > 1 && SEPARABLE.has(words.at(-1)!) && OBJECT_PRONOUNS.has(particle)) return false;
      // `give thanks` has its object already.
      if (words.length > 1 && !SMALL.has(words.at(-1)!) && OBJECT.has(tokens[last + 1]?.tag ?? "")) return false;
      // `give up` where the sentence goes on with another particle reads as a mistake, but for `given up by`.
      const isPassive = target.form === "participle" && particle === "by";
      return words.length === 1 || isPassive || !SMALL.has(particle) || !SMALL.has(words.at(-1)!);
    }
    return true;
  };

  /** What is never met in that form is mostly no word at all: no `amazinger`, and no `more soaring`. */
  function isMet(text: string): boolean {
    const compared = /^(?:more|most) (.+)/.exec(text)?.[1];
    if (compared !== undefined) return pull("more", compared) > LEAST_MORE || pull("most", compared) > LEAST_MOST;
    return /[ -]/.test(text) || english.frequency(text) > UNKNOWN;
  }

  function takesMore(lemma: string): boolean {
    return inflect(lemma, "comparative").startsWith("more ") || pull("more", lemma) > USUAL_MORE;
  }

  /** How much likelier the second word is behind the first one than by itself, in natural logarithms. */
  function pull(first: string, second: string): number {
    return english.fluency([first, second]) - english.fluency([second]);
  }

  /** Whether the verb is met with the preposition or pronoun behind it about as often as can be hoped for. */
  function governs(
    tokens: Sentence["tokens"],
    { first, last }: Target,
    text: string,
    governed: ReadonlySet<string>,
  ): boolean {
    const next = tokens[last + 1];
    if (first !== last || next === undefined || text.includes(" ")) return true;
    if (!governed.has(next.tag)) return true;
    const around = (word: string) => {
      const words = tokens.slice(last + 1, last + 3).map(({ text }) => text.toLowerCase());
      const before = tokens[first - 1]?.text.toLowerCase();
      return english.fluency([...(before === undefined ? [] : [before]), word, ...words]) - english.frequency(word);
    };
    return around(text) - around(tokens[first]!.text.toLowerCase()) > LEAST_GOVERNING;
  }

  function isCompared(lemma: string, wordClass: "adjective" | "adverb"): boolean {
    if (!/(?:er|est)$/.test(lemma)) return false;
    const shorter = lemma.replace(/(?:er|est)$/, "");
    const bases = [shorter, `${shorter}e`, shorter.replace(/i$/, "y"), shorter.replace(/(.)\1$/, "$1")];
    return bases.some(
      (base) =>
        english.knows(base, wordClass) &&
        (inflect(base, "comparative") === lemma || inflect(base, "superlative") === lemma),
    );
  }

  function nounFits({ tokens }: Sentence, { first, last, lemma, form }: Target, alternative: Offer): boolean {
    // A piece of information is counted as pieces are.
    const { head } = headOfNoun(alternative.lemma);
    // Five dollars are not five francs, and two weeks no two periods.
    if (isCounted(tokens, first) && MEASURES.has(english.noun(lemma)?.category ?? "")) return false;
    if (form === "plural") {
      if (isUncountable(head) && !isPluralOnly(head)) return false;
      return alternative.text !== alternative.lemma || isPluralOnly(head) || isSameInPlural(head);
    }
    if (isPluralOnly(head) !== isPluralOnly(lemma)) return false;
    // Some plurals, such as `conditions`, have entries of their own.
    if (
      /[^sui]s$/.test(alternative.text) &&
      !lemma.endsWith("s") &&
      english.knows(alternative.text.slice(0, -1), "noun")
    ) {
      return false;
    }
    const determiner = determinerBefore(tokens, first);
    if (determiner === "one") {
      const isMass = english.frequency(inflect(head, "plural")) <= UNKNOWN && !alternative.lemma.includes(" ");
      return !isMass && pluralRarity(head) < 6;
    }
    if (determiner === "much") return pluralRarity(head) > 1.5;
    // Without any determiner only what cannot be counted is in the singular.
    if (determiner === "none" && tokens[last + 1]?.tag !== "NOUN") {
      if (GROUPS.has(head)) return false;
      return isUncountable(head) || pluralRarity(head) > Math.min(1.2, pluralRarity(lemma) - 1);
    }
    return true;
  }
}

function isComparing({ form }: Target): boolean {
  return form === "comparative" || form === "superlative";
}

/** What is one of several, though other words for it are not: `talk to staff`, but no `talk to team`. */
const GROUPS = wordSet("team group crew squad committee board panel");
const MEASURES: ReadonlySet<string> = new Set(["quantity", "time", "possession"]);

/** Whether a number comes before the noun, with one word between them at most. */
function isCounted(tokens: Sentence["tokens"], index: number): boolean {
  return [tokens[index - 1], tokens[index - 2]].some((token) => token?.tag === "NUM" || /\d/.test(token?.text ?? ""));
}

/** What the article or number before a noun asks for: `one` that can be counted, an amount, anything, or that none is there. */
function determinerBefore(tokens: Sentence["tokens"], index: number): "one" | "much" | "any" | "none" {
  for (let at = index - 1; at >= Math.max(0, index - 4); at -= 1) {
    const { tag, text } = tokens[at]!;
    const lower = text.toLowerCase();
    if (ONE.has(lower)) return "one";
    if (MUCH.has(lower)) return "much";
    if (SOME.has(lower)) return "none";
    if (tag === "DET" || tag === "PRON" || tag === "NUM" || tag === "PART" || /^['’]s?$/.test(text)) return "any";
    if (tag !== "ADJ" && tag !== "NOUN" && tag !== "ADV" && tag !== "PROPN") return "none";
    if (tag === "PROPN") return "any";
  }
  return "none";
}

/** The frequency of a word that was never met. */
const UNKNOWN = -13.99;
/** How much rarer, in natural logarithms and for its own frequency, a verb may be with what comes after it. */
const LEAST_GOVERNING = -5;
/** How far below its own frequency a word can be behind `more` and `most` and still be met there. */
const LEAST_MORE = -7;
const LEAST_MOST = -8.3;
/** The same for one that is said with `more` about as often as it could be. */
const USUAL_MORE = -5;
const SEASONAL = /^(?:night|day|winter|summer|spring|autumn)(?:-?time|tide)s?$/;
/** Words that count or deny; what has them states another fact. */
const COUNTING =
  /\b(?:no|not|non|nothing|nobody|none|nowhere|never|neither|nor|without|except|hardly|rarely|seldom|unable|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teenth|\w+teen|\w+tieth|\w*ty-\w+|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|half|quarter\w*|double|triple|dozen|twice|once|fortnight|couple|pair)s?\b/gi;

function countsOf(words: string): string {
  return (words.match(COUNTING) ?? []).join(" ").toLowerCase().replaceAll("seldom", "rarely");
}

/** What says less by leaving a word out (`weather` for `bad weather`), and a noun that is the word with more or with -ing. */
function saysPart(own: string, { lemma, text }: Offer, wordClass: WordClass): boolean {
  const words = own.split(" ");
  const others = text.split(/[ -]/);
  if (words.length > 1 && others.every((other) => words.includes(other))) return true;
  if (wordClass !== "noun" || words.length > 1) return false;
  const noun = lemmasOf(own, "noun")[0] ?? own;
  return lemma.split(" ").includes(noun) || inflect(noun, "gerund") === lemma;
}

function wordsOf(tokens: Sentence["tokens"], { first, last }: Target): string {
  return tokens
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(" ");
}

const ONE = new Set(["a", "an", "another", "each", "every", "one", "either", "neither"]);
const MUCH = new Set(["much", "little", "less"]);
/** What stands before one thing no more than nothing does. */
const SOME = new Set(["some", "enough", "more", "most", "all"]);
const SMALL = wordSet(
  "up down out off over in on through around about along across by away back to for with at of into from upon as like after under",
);
/** Particles that stand behind a pronoun: `put it off`. */
const SEPARABLE = wordSet("up down out off over in on through around about along by away back");
const PREPOSITIONS: ReadonlySet<string> = new Set(["ADP", "PART"]);
const GOVERNED: ReadonlySet<string> = new Set(["ADP", "PART", "SCONJ", "PRON"]);
const OBJECT_PRONOUNS = wordSet("it him her me us them you");
/** What an object begins with. */
const OBJECT: ReadonlySet<string> = new Set(["DET", "PRON", "NOUN", "PROPN", "NUM", "ADJ"]);
const ONLY_PREDICATIVE = wordSet(
  "afraid alike alive alone asleep awake aware ashamed ajar afloat adrift aglow akin glad ill well unwell sorry content",
);
const ONLY_ATTRIBUTIVE = wordSet(
  "main mere sheer utter former latter principal chief only entire very lone elder eldest prime premier overall key",
);

function isSameInPlural(noun: string): boolean {
  return /(?:sheep|deer|fish|series|species|aircraft|craft|means|offspring)$/.test(noun);
}

/** Of the words of a sentence and their dictionary forms: how often each is there. */
type Vocabulary = ReadonlyMap<string, number>;

function vocabularyOf({ tokens }: Sentence, english: English): Vocabulary {
  const counts = new Map<string, number>();
  for (const { text } of tokens)
    for (const word of formsOf(text, english)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const DERIVED = /^(\p{L}{4,})(?:er|or|ment|ion|ation|al)s?$/u;

function formsOf(text: string, english: English): Set<string> {
  const lower = text.toLowerCase();
  const forms = new Set([lower]);
  if (!/^\p{L}{2}/u.test(lower)) return forms;
  for (const wordClass of ["noun", "verb", "adjective"] as const) {
    const lemma = english.lemmaOf(lower, wordClass);
    if (lemma !== undefined) forms.add(lemma);
  }
  // A manager manages.
  const stem = DERIVED.exec(lower)?.[1];
  if (stem !== undefined)
    for (const verb of [stem, `${stem}e`]) if (english.lemmaOf(verb, "verb") === verb) forms.add(verb);
  return forms;
}

/** Whether the sentence already has the alternative in some form, or one of its words next to the place. */
function repeats(
  vocabulary: Vocabulary,
  english: English,
  { tokens }: Sentence,
  { first, last }: Target,
  { lemma, text }: Offer,
): boolean {
  const own = new Set<string>();
  for (let at = first; at <= last; at += 1) for (const form of formsOf(tokens[at]!.text, english)) own.add(form);
  const stands = (word: string) => (vocabulary.get(word) ?? 0) > (own.has(word) ? 1 : 0);
  if (stands(text) || stands(lemma)) return true;
  const words = text.split(/[ -]/);
  for (let at = Math.max(0, first - 2); at <= Math.min(tokens.length - 1, last + 2); at += 1) {
    if ((at < first || at > last) && words.includes(tokens[at]!.text.toLowerCase())) return true;
  }
  return false;
}

/** The same word as others spell it: a text keeps to one spelling. */
function isSpelling(one: string, other: string): boolean {
  const plain = (word: string) =>
    word
      .replace(/our/g, "or")
      .replace(/is(?=e|ing|ation)/g, "iz")
      .replace(/yse/g, "yze")
      .replace(/(?<=[bt])re$/, "er")
      .replace(/ll/g, "l")
      .replace(/ogue$/, "og")
      .replace(/amme$/, "am")
      .replace(/[ae]e/g, "e")
      .replace(/ences?$/, "ense")
      .replace(/[- ]/g, "")
      .replace(/(?<=ward)s$/, "")
      .replace(/(?<=...)ly$/, "");
  return plain(one) === plain(other);
}
