import { changedFacts } from "../checks/changed-facts.js";
import type { EnglishWithExpressions } from "../english/english.js";
import { indefiniteArticle, matchCase } from "../english/inflection/index.js";
import type { English, Sentence } from "../english/types.js";
import { onceForEach } from "../remembering.js";
import { toActive } from "./active-voice.js";
import { addedParticiple } from "./added-participles.js";
import { modifierOrder, predicateOrder } from "./adjective-order.js";
import { addition, adverbOrder, alsoOrder, consequenceOrder, mannerOrder } from "./adverbs.js";
import { alternatives } from "./alternatives.js";
import { bothOrder } from "./both-order.js";
import { clauseToEnd, clauseToStart } from "./clause-order.js";
import { fullerClause, shorterClause } from "./clause-reduction.js";
import { comparison } from "./comparison.js";
import { cause, concession, subordination } from "./concession.js";
import { connectingPhrase } from "./connecting-phrases.js";
import { connectiveFirst, connectiveInside } from "./connective-place.js";
import { condition, consequence, contrast, leadingContrast, wish } from "./connectives.js";
import { addsNoEcho, keepsComparisons, keepsContent, keepsPairs } from "./content-preservation.js";
import { adjectiveOrder, listOrder, pairOrder } from "./coordination.js";
import { copiedBeyond } from "./copied-runs.js";
import { copulaOrder } from "./copula-order.js";
import { dative } from "./dative.js";
import { definitionSplit } from "./definition-split.js";
import { effectOrder } from "./effect-order.js";
import { easing, enabled, enabling } from "./enabling.js";
import { examplesSplit } from "./examples-split.js";
import { frontedParticiple } from "./fronted-participles.js";
import { bareRelative, fullApposition, fullParticiple } from "./fuller-relatives.js";
import { genericPassive } from "./generic-passive.js";
import { fromGenitive, toGenitive } from "./genitive.js";
import { createGrammar } from "./grammar.js";
import { imperatives } from "./imperatives.js";
import { lastMembers } from "./last-members.js";
import { membersOrder } from "./list-order.js";
import { listedMembers } from "./listed-members.js";
import { meansFirst } from "./means-order.js";
import { meansToStart } from "./means-to-start.js";
import { ability } from "./modals.js";
import { compoundPairs, sharedArticle } from "./noun-pairs.js";
import { closingPhraseToStart, openingPhraseToEnd } from "./opening-phrases.js";
import { asMentioned, phraseToMiddle } from "./parenthetical-clauses.js";
import { shorterParticiple } from "./participle-clauses.js";
import { toPassive } from "./passive-voice.js";
import { adjunctToEnd, adjunctToStart, phraseToEnd, phraseToStart, placeAndTime } from "./phrase-order.js";
import { phrasePairs } from "./phrase-pairs.js";
import { phraseChanges } from "./phrases.js";
import { plainPairs } from "./plain-pairs.js";
import { haveForWith, withFor } from "./possession.js";
import { presentVerbs } from "./present-verbs.js";
import { purposeToEnd, purposeToStart } from "./purpose-clauses.js";
import { noThere, otherRelativePronoun, relativePronoun, shorterRelative, thatClause } from "./relative-clauses.js";
import { reporting } from "./reported-speech.js";
import { resultRelative, resultSplit } from "./result-clauses.js";
import { transformed } from "./segments.js";
import { readSentence, retext, type Words, type WrittenWord, writeSentence } from "./sentence-reading.js";
import { participle, relativeSplit, semicolonSplit, sharedSubject, split } from "./sentence-splitting.js";
import { sharedHead } from "./shared-words.js";
import { alsoHas, asWellAs, atMost, contraction, era, least, onlyIf, span, yearToStart } from "./small-changes.js";
import { spokenParticiple } from "./spoken-participles.js";
import { fullRelative } from "./spoken-relatives.js";
import { sureWords } from "./sure-words.js";
import type { Transformation } from "./transformation.js";
import { unmarkedClauses } from "./unmarked-clauses.js";
import { anticipation, aspectComplement, expansion, helping, usedFor } from "./verb-forms.js";
import { verbPhraseOrder } from "./verb-phrase-order.js";
import { whichSplit } from "./which-split.js";

/** Another way to say a whole sentence. */
export interface Rewrite {
  readonly text: string;
  /** What was done to the sentence, in order: `voice`, `clause order`, `set phrase` ... */
  readonly kinds: readonly string[];
  /** Natural logarithm of its probability per word. */
  readonly fluency: number;
  /** The words that came through as they were, and where they stand now. In the order of `text`. */
  readonly kept: readonly KeptToken[];
}

/** A token of the original in a rewriting. Only its first letter can have another case. */
export interface KeptToken {
  /** Place in the sentence's tokens. */
  readonly token: number;
  /** Where it is in the text of the rewriting. */
  readonly start: number;
  readonly end: number;
}

export interface Rewriter {
  /** Other ways to say the sentence of `text`, best first, at most ten; none when nothing can be said with confidence. */
  rewrites(sentence: Sentence, text: string): readonly Rewrite[];
  /** The same in short steps, for a caller that yields to the event loop between them. */
  steps(sentence: Sentence, text: string): Generator<void, readonly Rewrite[]>;
}

/** Changes of words that leave the build of a sentence as it was. */
const WORDED = new Set([
  "set phrase",
  "contraction",
  "expansion",
  "that clause",
  "era",
  "only",
  "also",
  "modal",
  "pronoun",
]);

/** Whether only words of the sentence are others. */
export const isWordsAlone = ({ kinds }: Rewrite): boolean => kinds.every((kind) => WORDED.has(kind));

/** What a change of words counts beside one of the build: with each change more can go wrong. */
const OF_WORDS = 0.2;
const strengthOf = ({ kind, strength }: Transformation) => (WORDED.has(kind) ? OF_WORDS * strength : strength);

/** How much less probable per word a rewriting may be than the sentence it replaces: by a phrase, or by its grammar. */
const PHRASE_MARGIN = 0.5;
const GRAMMAR_MARGIN = 1.1;
/** The most tokens of a sentence that is looked at. */
const LONGEST = 400;
const MOST = 10;
/** How many changes one after the other may break up what a sentence has in long runs. */
const BREAKS = 4;
/** The most sentences whose rewritings are remembered. */
const REMEMBERED = 1000;

/** How far the search goes. What a step costs grows with the sentence, so that a longer one gets fewer of them. */
interface Effort {
  /** The most words of a sentence that it is for. */
  readonly words: number;
  readonly beam: number;
  readonly depth: number;
  /** After how many candidates no more are made of them. */
  readonly tried: number;
  /** Whether clauses and phrases are looked for, and not words alone. */
  readonly syntax: boolean;
}

const EFFORTS: readonly Effort[] = [
  { words: 24, beam: 8, depth: 4, tried: 150, syntax: true },
  { words: 36, beam: 6, depth: 3, tried: 90, syntax: true },
  { words: 60, beam: 4, depth: 3, tried: 50, syntax: true },
  { words: LONGEST, beam: 4, depth: 2, tried: 30, syntax: false },
];

interface State {
  readonly words: Words;
  readonly kinds: readonly string[];
  readonly strength: number;
}

interface Found extends State {
  readonly text: string;
  readonly fluency: number;
  readonly score: number;
  readonly places: readonly WrittenWord[];
}

/** The rewriter of these language data, the same for all callers: each sentence is rewritten once for all of them. */
export const createRewriter: (english: EnglishWithExpressions) => Rewriter = onceForEach(newRewriter);

function newRewriter(english: EnglishWithExpressions): Rewriter {
  const remembered = new Map<string, readonly Rewrite[]>();
  const grammar = createGrammar(english);
  const transformations: readonly Transformation[] = [
    toPassive,
    toActive,
    genericPassive,
    clauseToEnd,
    clauseToStart,
    shorterClause,
    fullerClause,
    meansFirst,
    meansToStart,
    phraseToEnd,
    phraseToStart,
    adjunctToEnd,
    adjunctToStart,
    purposeToEnd,
    purposeToStart,
    connectingPhrase,
    adverbOrder,
    connectiveInside,
    connectiveFirst,
    mannerOrder,
    alsoOrder,
    addition,
    consequenceOrder,
    contrast,
    concession,
    subordination,
    cause,
    consequence,
    split,
    sharedSubject,
    participle,
    addedParticiple,
    frontedParticiple,
    semicolonSplit,
    unmarkedClauses,
    resultSplit,
    resultRelative,
    imperatives,
    condition,
    leadingContrast,
    wish,
    relativeSplit,
    whichSplit,
    examplesSplit,
    definitionSplit,
    reporting,
    pairOrder,
    bothOrder,
    lastMembers,
    sharedArticle,
    compoundPairs,
    listOrder,
    membersOrder,
    verbPhraseOrder,
    effectOrder,
    alternatives,
    presentVerbs,
    adjectiveOrder,
    listedMembers,
    plainPairs,
    phrasePairs,
    sharedHead,
    modifierOrder,
    predicateOrder,
    placeAndTime,
    openingPhraseToEnd,
    closingPhraseToStart,
    copulaOrder,
    enabling,
    enabled,
    easing,
    asMentioned,
    phraseToMiddle,
    shorterRelative,
    shorterParticiple,
    spokenParticiple,
    fullRelative,
    bareRelative,
    fullParticiple,
    fullApposition,
    withFor,
    haveForWith,
    thatClause,
    noThere,
    toGenitive,
    fromGenitive,
    dative,
    helping,
    comparison,
    anticipation,
    aspectComplement,
    usedFor,
    ability,
    phraseChanges(),
  ];
  // Too little by themselves, and enough to end a run of words that is copied.
  const breaking: readonly Transformation[] = [
    ...transformations,
    expansion,
    relativePronoun,
    otherRelativePronoun,
    yearToStart,
    span,
    era,
    least,
    atMost,
    onlyIf,
    asWellAs,
    alsoHas,
    contraction,
    sureWords(english),
  ];
  const local: readonly Transformation[] = [thatClause, ability, phraseChanges()];

  return {
    rewrites(sentence, text) {
      const steps = remembering(sentence, text);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    },
    steps: remembering,
  };

  function* remembering(sentence: Sentence, text: string): Generator<void, readonly Rewrite[]> {
    if (sentence.tokens.length < 3 || sentence.tokens.length > LONGEST) return [];
    const key = keyOf(sentence, text);
    let rewrites = remembered.get(key);
    if (rewrites === undefined) rewrites = yield* searched(sentence, text);
    else remembered.delete(key);
    remembered.set(key, rewrites);
    if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value!);
    return rewrites;
  }

  function* searched(sentence: Sentence, text: string): Generator<void, readonly Rewrite[]> {
    const reading = readSentence(sentence, text, english);
    if (reading === undefined || !endsAsRead(reading.words)) return [];
    const original = text.slice(sentence.start, sentence.end);
    const plain = fluencyOf(reading.words, english);
    const length = spokenLength(reading.words);
    const effort = EFFORTS.find(({ words }) => length <= words)!;
    const seen = new Set([original, writeSentence(reading.words, reading.capital).text]);
    // Asked last and of few, for it takes longer than all the rest.
    const keepsFacts = onceForEach((candidate: Found) => changedFacts(original, candidate.text).length === 0);
    const found: Found[] = [];
    const own: State = { words: reading.words, kinds: [], strength: 0 };
    let states: readonly State[] = [own];
    for (let depth = 0; depth < effort.depth && states.length > 0 && found.length < effort.tried; depth += 1) {
      const next: Found[] = [];
      for (const state of states) {
        // Done twice, most would undo themselves.
        const isNew = ({ kind }: Transformation) => kind === "set phrase" || !state.kinds.includes(kind);
        next.push(...(yield* changed(state, (effort.syntax ? transformations : local).filter(isNew))));
      }
      states = yield* best(next, effort.beam, keepsFacts);
      found.push(...next);
    }
    const chosen = yield* best(found, MOST, keepsFacts);
    const fewest = effort.syntax ? yield* leastCopied(chosen) : undefined;
    const others = chosen.filter((one) => one !== fewest).slice(0, MOST - 1);
    // The best sentence comes first, and not the most changed one.
    return (fewest === undefined ? chosen : [...others.slice(0, 1), fewest, ...others.slice(1)]).map(
      ({ text: shown, kinds, fluency, places }) => ({
        text: shown,
        kinds,
        fluency,
        kept: keptTokens(places, sentence, text),
      }),
    );

    /** What each of the transformations makes of it that still says the same, and is as good to read. */
    function* changed(state: State, by: readonly Transformation[]): Generator<void, Found[]> {
      const next: Found[] = [];
      for (const transformation of by) {
        yield;
        for (const made of transformed(state.words, transformation, grammar)) {
          const words = withArticles(made, reading!.words);
          const { text: shown, places } = writeSentence(words, reading!.capital);
          if (seen.has(shown)) continue;
          seen.add(shown);
          if (reading!.pinned && !words[0]?.sources.includes(0)) continue;
          if (!keepsContent(reading!.words, words) || !keepsPairs(reading!.words, words)) continue;
          if (!keepsComparisons(reading!.words, words)) continue;
          if (!addsNoEcho(reading!.words, words, grammar)) continue;
          const kinds = [...state.kinds, transformation.kind];
          const fluency = fluencyOf(words, english);
          // A shorter sentence loses its easiest words first, so that both the mean and the whole are asked.
          const whole = (fluency * spokenLength(words) - plain * length) / length;
          const change = Math.max(fluency - plain, whole);
          if (change < (kinds.every((kind) => kind === "set phrase") ? -PHRASE_MARGIN : -GRAMMAR_MARGIN)) continue;
          const strength = state.strength + strengthOf(transformation) / (1 + state.kinds.length);
          const score = strength + Math.min(0.2, change);
          next.push({ words, kinds, strength, score, text: shown, fluency, places });
        }
      }
      return next;
    }

    /** One in which no long run of the sentence is left, or less than in all those; undefined when one of those is such. */
    function* leastCopied(known: readonly Found[]): Generator<void, Found | undefined> {
      const beyond = onceForEach(({ text: shown }: Found) => copiedBeyond(shown, original));
      const lessCopied = (one: Found, other: Found) => beyond(one) - beyond(other) || other.score - one.score;
      let fewest = known.toSorted(lessCopied)[0];
      let left = fewest === undefined ? copiedBeyond(original, original) : beyond(fewest);
      if (left === 0) return undefined;
      seen.clear();
      for (let change = 0; change < BREAKS && left > 0; change += 1) {
        const made: Found[] = (yield* changed(fewest ?? own, breaking)).sort(lessCopied);
        const next = made.find((candidate) => beyond(candidate) >= left || keepsFacts(candidate));
        if (next === undefined || beyond(next) >= left) break;
        fewest = next;
        left = beyond(next);
      }
      return fewest;
    }
  }
}

/** All that a rewriting depends on; where in the text the sentence stands is not. */
function keyOf({ start, end, tokens }: Sentence, text: string): string {
  return `${text.slice(start, end)}\n${tokens.map((token) => `${token.start - start} ${token.end - start} ${token.tag}`)}`;
}

/** The highest scores among those that pass. */
function* best(
  candidates: readonly Found[],
  most: number,
  passes: (candidate: Found) => boolean,
): Generator<void, Found[]> {
  const chosen: Found[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (chosen.length === most) break;
    if (passes(candidate)) chosen.push(candidate);
    yield;
  }
  return chosen;
}

function keptTokens(places: readonly WrittenWord[], sentence: Sentence, text: string): KeptToken[] {
  return places.flatMap(({ start, end, word }) => {
    const [source] = word.sources;
    if (source === undefined || word.sources.length !== 1) return [];
    const token = sentence.tokens[source]!;
    const same = word.low === text.slice(token.start, token.end).toLowerCase().replace(/’/gu, "'");
    return same ? [{ token: source, start, end }] : [];
  });
}

/** Whether the final mark is a word of its own; stuck to the last word it would move with it. */
const endsAsRead = (words: Words) => !/.[.!?]$/u.test(words.at(-1)?.text ?? "");

const spokenLength = (words: Words) => Math.max(1, words.filter((item) => item.tag !== "PUNCT").length);

function fluencyOf(words: Words, english: English): number {
  const spoken = words.filter((item) => item.tag !== "PUNCT").map((item) => item.low);
  return english.fluency(spoken) / Math.max(1, spoken.length);
}

/** `a` and `an` before words that did not follow them in the original. */
function withArticles(words: Words, original: Words): Words {
  const follower = new Map<number, string>();
  for (const [index, item] of original.entries()) {
    if (item.low === "a" || item.low === "an") follower.set(item.sources[0]!, original[index + 1]?.low ?? "");
  }
  return words.map((item, index) => {
    const next = words[index + 1];
    if ((item.low !== "a" && item.low !== "an") || next === undefined || !/^[\p{L}\p{N}]/u.test(next.text)) return item;
    const source = item.sources[0];
    if (source !== undefined && follower.get(source) === next.low) return item;
    const article = indefiniteArticle(next.text);
    return article === item.low ? item : retext(item, matchCase(item.text, article));
  });
}
