import type { EnglishWithExpressions, Rated } from "../english/english.js";
import { inflect } from "../english/inflection/index.js";
import type { Alternative, Sentence } from "../english/types.js";
import type { Verdict } from "../english/verdicts/verdict-lines.js";
import { createConditions, type Holding, type Paragraph } from "./conditions.js";
import type { Target } from "./substitution-targets.js";

/** An alternative that may stand in a place, by what people or the ranker say. */
export interface Offer extends Pick<Alternative, "lemma" | "text"> {
  /** The ranker's; undefined where it was not asked or knows nothing. */
  readonly score: number | undefined;
  /** Its place among what people accepted for the word; undefined for one that only the ranker knows. */
  readonly place: number | undefined;
}

/** A word in its place. */
interface Scene {
  readonly sentence: Sentence;
  readonly target: Target;
  readonly paragraph: Paragraph;
}

export interface RatedScene extends Scene {
  /** What the ranker says of the place. It is asked only where that decides something. */
  readonly rated: () => Rated;
}

/**
 * What of people's verdicts counts. `surest`: plain words that are right wherever the word stands, and the other way round;
 * `near`: all that is right so or by words near it; `all`: also what is right by the rest of the sentence or of the paragraph.
 */
export type Trust = "surest" | "near" | "all";

/** What may stand in a place; whether it fits in there is not asked. */
export interface Offers {
  /** What people accepted for the word and the place allows, in their order. */
  judged(scene: Scene, trust: Trust): readonly Offer[];
  /** What the ranker alone finds good, best first, and people have not judged. */
  guessed(scene: RatedScene): readonly Offer[];
}

/**
 * From which score on the ranker agrees with people who accepted an alternative. Of those below that were read one in five was
 * wrong in its place, of those above one in twenty.
 */
const SURE = 0.3;
/** From which score on a guess of the ranker counts. Of those that were read three in four were right. */
const GUESS = 0.75;
/** What nouns must not stand for when only the ranker says so: other persons, illnesses, dishes and sums are other facts. */
const FACTUAL: ReadonlySet<string> = new Set([
  "person",
  "body",
  "food",
  "possession",
  "quantity",
  "animal",
  "plant",
  "substance",
]);

export function createOffers(english: EnglishWithExpressions): Offers {
  const conditions = createConditions(english);

  /** Whether people accepted the word for its alternative too. */
  function isMutual({ alternative }: Verdict, { lemma, wordClass }: Target): boolean {
    return english.verdicts(alternative, wordClass)?.accepted.some((other) => other.alternative === lemma) ?? false;
  }

  function isTrusted(verdict: Verdict, holding: Holding, target: Target, trust: Trust): boolean {
    if (trust === "surest") return holding === "anywhere" && verdict.register === "plain" && isMutual(verdict, target);
    return trust === "all" || holding === "anywhere" || holding === "near";
  }

  return {
    judged({ sentence, target, paragraph }, trust) {
      const { accepted = [] } = english.verdicts(target.lemma, target.wordClass) ?? {};
      return accepted.flatMap((verdict, place): Offer[] => {
        const { alternative } = verdict;
        const holding = conditions.hold(verdict, sentence, target, paragraph);
        if (holding === undefined || !isTrusted(verdict, holding, target, trust)) return [];
        const text = inflected(alternative, sentence, target);
        return text === undefined ? [] : [{ lemma: alternative, text, score: undefined, place }];
      });
    },
    guessed({ sentence, target, rated }) {
      const { lemma: word, wordClass } = target;
      if (wordClass === "noun" && FACTUAL.has(english.noun(word)?.category ?? "")) return [];
      const { accepted = [], never = [] } = english.verdicts(word, wordClass) ?? {};
      const judged = new Set([...never, ...accepted.map(({ alternative }) => alternative)]);
      return rated().alternatives.flatMap(({ lemma, score }): Offer[] => {
        const text = score < GUESS || judged.has(lemma) ? undefined : inflected(lemma, sentence, target);
        return text === undefined ? [] : [{ lemma, text, score, place: undefined }];
      });
    },
  };
}

/** Those of which the ranker is sure too, or which it does not know. */
export function agreed({ rated }: RatedScene, offers: readonly Offer[]): readonly Offer[] {
  const { scores } = rated();
  return offers.filter(({ lemma }) => (scores.get(lemma) ?? 1) >= SURE);
}

/** The alternative in the form of the word it replaces; undefined for a form that depends on more than the word shows. */
function inflected(lemma: string, { tokens }: Sentence, target: Target): string | undefined {
  const { first, wordClass, form } = target;
  const before = tokens[first - 1];
  const isInfinitive = form === "base" && (before?.tag === "PART" || before?.tag === "AUX");
  // Whether it is `are` or `am`, and `was` or `were`, its subject decides.
  if (wordClass === "verb" && /^be(?: |$)/.test(lemma) && ((form === "base" && !isInfinitive) || form === "past"))
    return undefined;
  // `I bought a clock, put it away and slept`: of today or of yesterday.
  if (wordClass === "verb" && form === "base" && !isInfinitive && first > 0 && isPastToo(target.lemma)) {
    if (inflect(lemma, "past") !== lemma) return undefined;
  }
  if (wordClass === "verb" && isUnclear(tokens, target) && inflect(lemma, "past") !== inflect(lemma, "participle"))
    return undefined;
  const isCompared = form === "comparative" || form === "superlative";
  return isCompared && lemma.includes(" ") ? undefined : inflect(lemma, form);
}

/** `This demonstrated`, `I'd started`, `the work finished`: what one did or what was done, written alike. */
function isUnclear(tokens: Sentence["tokens"], { first, lemma, form }: Target): boolean {
  if ((form !== "past" && form !== "participle") || inflect(lemma, "past") !== inflect(lemma, "participle"))
    return false;
  const before = tokens.slice(0, first).findLast(({ tag }) => tag !== "ADV");
  if (form === "participle") return before?.tag !== "AUX" || HAD_OR_WOULD.test(before.text);
  return before?.tag !== "PROPN" && !SUBJECTS.test(before?.text ?? "");
}

const HAD_OR_WOULD = /^['’]d$/;

const SUBJECTS = /^(?:i|you|he|she|it|we|they|who|which|that)$/i;

/** `put`, `set`, `cut`: written alike today and yesterday. */
function isPastToo(verb: string): boolean {
  return inflect(verb, "past") === verb;
}
