import { onceForEach, remembering } from "../remembering.js";
import { type CandidateList, createCandidates } from "./candidates.js";
import { featureRows, type Surface } from "./features.js";
import { formOf, inflect, lemmasOf } from "./inflection/index.js";
import type { LanguageData } from "./language-data.js";
import { workspace } from "./number-lists.js";
import { sentenceWords } from "./sentence-words.js";
import type { Expression, Form, Sentence, Tag, WordClass } from "./types.js";
import { framesNeeded } from "./verb-frames.js";

/** All that may replace a word of a sentence, not yet judged. */
export interface Question {
  readonly list: CandidateList;
  /** Parallel to the words of the list, in the form of the word they replace. */
  readonly surfaces: readonly Surface[];
  /** Parallel to the words: 1 when people say the form and it can be in the place, 0 when the word must not be offered. */
  readonly open: Uint8Array;
  /** A row of `FEATURES` for each; overwritten by the next question. */
  readonly rows: Float32Array;
}

export interface Substitution {
  lemmaOf(word: string, wordClass: WordClass): string | undefined;
  /** Undefined for a token that is no noun, verb, adjective or adverb of the dictionary. */
  question(sentence: Sentence, index: number, context?: readonly string[]): Question | undefined;
  /** The same for several tokens that are in the dictionary as one. */
  expressionQuestion(sentence: Sentence, expression: Expression, context?: readonly string[]): Question | undefined;
}

/** The classes of the words that can be replaced. */
export const CLASS_OF_TAG: Readonly<Partial<Record<Tag, WordClass>>> = {
  NOUN: "noun",
  VERB: "verb",
  ADJ: "adjective",
  ADV: "adverb",
};

/** The forms that are the dictionary form itself. */
const PLAIN_FORMS: ReadonlySet<Form> = new Set<Form>(["singular", "base", "positive"]);
/** They grade the word behind them and have no synonyms there. */
const GRADING: ReadonlySet<string> = new Set(["more", "most", "less", "least"]);

/** Lists of candidates kept at once; the words of a long text repeat. */
const LISTS = 600;
const LEMMAS = 20_000;

/** @param weights What `STATIC_FEATURES` count in choosing which candidates are looked at. */
export function createSubstitution(data: LanguageData, weights: Float32Array): Substitution {
  const { lexicon, trigrams } = data;
  const candidates = createCandidates(data, weights);
  const lists = remembering<number, { list: CandidateList; surfaces: Map<Form, readonly Surface[]> }>(LISTS);
  const lemmas = remembering<string, string | undefined>(LEMMAS);
  const space = workspace();
  const wordsOf = onceForEach((sentence: Sentence) => sentenceWords(sentence, data));
  const numbersOf = onceForEach((context: readonly string[]) =>
    context.map((word) => lexicon.numberOf(word.toLowerCase()) ?? -1).filter((number) => number >= 0),
  );

  function lemmaOf(word: string, wordClass: WordClass): string | undefined {
    const lower = word.toLowerCase();
    return lemmas(`${wordClass} ${lower}`, () =>
      lemmasOf(lower, wordClass).find((lemma) => lexicon.entryOf(lemma, wordClass) >= 0),
    );
  }

  function surface(word: number, form: Form): Surface {
    const text = inflect(lexicon.words[word]!, form);
    const parts = text.split(/[ -]/).map((part) => {
      const number = lexicon.numberOf(part);
      return number === undefined ? -1 : trigrams.numberOf(number);
    });
    return { text, attested: PLAIN_FORMS.has(form) || parts.length > 1 || parts[0]! >= 0, modelNumbers: parts };
  }

  function ask(sentence: Sentence, span: Expression, context: readonly string[]): Question | undefined {
    const { first, last, lemma, wordClass } = span;
    const entry = lexicon.entryOf(lemma, wordClass);
    if (entry < 0) return undefined;
    const words = wordsOf(sentence);
    const place = words.places[first]!;
    if (place < 0) return undefined;
    const known = lists(entry, () => ({ list: candidates(entry), surfaces: new Map() }));
    const form = formOfSpan(sentence, span, words.texts.slice(Math.max(0, place - 4), place));
    let surfaces = known.surfaces.get(form);
    if (!surfaces) {
      surfaces = Array.from(known.list.words, (word) => surface(word, form));
      known.surfaces.set(form, surfaces);
    }
    const nextTag = sentence.tokens[last + 1]?.tag ?? "PUNCT";
    const position = { place, length: last - first + 1, nextTag, around: numbersOf(context) };
    const rows = featureRows(known.list, surfaces, words, position, data, space);
    const frames = framesNeeded(sentence, span, form, known.list.targetFrames);
    const open = Uint8Array.from(surfaces, ({ attested }, row) =>
      attested && (frames === 0 || known.list.frames[row] === 0 || (known.list.frames[row]! & frames) !== 0) ? 1 : 0,
    );
    return { list: known.list, surfaces, open, rows };
  }

  function formOfSpan(
    sentence: Sentence,
    { first, last, lemma, wordClass }: Expression,
    previous: readonly string[],
  ): Form {
    // A phrasal verb shows its form in the first word, a compound noun in the last.
    const parts = lemma.split(" ");
    const head = wordClass === "verb" || first === last ? first : last;
    const part = first === last ? lemma : wordClass === "verb" ? parts[0]! : parts[parts.length - 1]!;
    return formOf(sentence.tokens[head]!.text.toLowerCase(), part, wordClass, previous);
  }

  return {
    lemmaOf,
    question(sentence, index, context = []) {
      const token = sentence.tokens[index];
      const wordClass = token && CLASS_OF_TAG[token.tag];
      if (!wordClass || GRADING.has(token.text.toLowerCase())) return undefined;
      const lemma = lemmaOf(token.text, wordClass);
      if (lemma === undefined) return undefined;
      return ask(sentence, { first: index, last: index, lemma, wordClass }, context);
    },
    expressionQuestion: (sentence, expression, context = []) => ask(sentence, expression, context),
  };
}
