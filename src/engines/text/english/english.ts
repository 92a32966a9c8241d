import { type Archive, openArchive, type ReadLanguageFile, risen } from "./archive.js";
import { createExpressions } from "./expressions.js";
import { FEATURES } from "./features.js";
import { loadLanguageData } from "./language-data.js";
import type { Groups, Lexicon } from "./lexicon.js";
import { descending } from "./number-lists.js";
import { createRanker } from "./ranker.js";
import { createSubstitution, type Question } from "./substitution.js";
import { loadTagger } from "./tagging/tagger.js";
import type { Alternative, English, Expression, NounKnowledge, Sentence } from "./types.js";
import { openVerdicts, type Verdicts } from "./verdicts/verdicts.js";

/** English with the expressions of several words that are in the dictionary. */
export interface EnglishWithExpressions extends English {
  /** Expressions of the sentence that mean something only as a whole (`take part`, `as well as`), in reading order, apart. */
  expressions(sentence: Sentence): readonly Expression[];
  /** What the ranker says of other words for a word or a whole expression. */
  rate(sentence: Sentence, expression: Expression, context?: readonly string[]): Rated;
  /** What people said of the alternatives of a dictionary form. */
  readonly verdicts: Verdicts;
  /** The table of set phrases, as text. */
  readonly phraseTable: string;
}

export interface Rated {
  /** Best first, at most 10, each in the right inflection. */
  readonly alternatives: readonly Alternative[];
  /** How sure it is of each dictionary form that it compared, also of those that it would not offer; 0 for the worst. */
  readonly scores: ReadonlyMap<string, number>;
}

const MOST_ALTERNATIVES = 10;

/** English from its language data, which are read one file after another. */
export async function createEnglish(read: ReadLanguageFile): Promise<EnglishWithExpressions> {
  const tagger = await loadTagger();
  const data = await loadLanguageData(read);
  const { lexicon, trigrams } = data;
  const ranker = createRanker(openArchive("ranker", await read("ranker")), FEATURES);
  const substitution = createSubstitution(data, ranker.weights);
  const expressions = createExpressions(lexicon, substitution.lemmaOf);
  const noun = createNouns(openArchive("nouns", await read("nouns")), lexicon);
  const verdicts = openVerdicts(openArchive("verdicts", await read("verdicts")));
  const phraseTable = openArchive("phrases", await read("phrases")).text("rows");

  function model(word: string): number {
    return trigrams.numberOf(lexicon.numberOf(word));
  }

  function wordsOf({ starts, items }: Groups, entry: number): readonly string[] {
    if (entry < 0) return [];
    return Array.from(
      items.subarray(starts[entry]!, starts[entry + 1]!),
      (other) => lexicon.words[lexicon.entryWord[other]!]!,
    );
  }

  function answers(question: Question | undefined, text: string): Rated {
    const best: Alternative[] = [];
    const known = new Map<string, number>();
    if (!question) return { alternatives: best, scores: known };
    const scores = ranker.scores(question.rows);
    const seen = new Set([text.toLowerCase()]);
    for (const row of descending(scores)) {
      const score = scores[row]!;
      const lemma = lexicon.words[question.list.words[row]!]!;
      known.set(lemma, score);
      if (score === 0 || best.length === MOST_ALTERNATIVES) continue;
      const { text: surface } = question.surfaces[row]!;
      if (question.open[row] === 0 || seen.has(surface)) continue;
      seen.add(surface);
      best.push({ lemma, text: surface, score });
    }
    return { alternatives: best, scores: known };
  }

  return {
    tagger,
    knows: (lemma, wordClass) => lexicon.entryOf(lemma, wordClass) >= 0,
    lemmaOf: substitution.lemmaOf,
    alternatives(sentence, index, context) {
      return answers(substitution.question(sentence, index, context), sentence.tokens[index]?.text ?? "").alternatives;
    },
    expressions,
    rate(sentence, expression, context) {
      const text = sentence.tokens
        .slice(expression.first, expression.last + 1)
        .map((token) => token.text)
        .join(" ");
      const { first, last } = expression;
      const question =
        first === last
          ? substitution.question(sentence, first, context)
          : substitution.expressionQuestion(sentence, expression, context);
      return answers(question, text);
    },
    fluency(words) {
      const numbers = [trigrams.sentenceStart, ...words.map(model), trigrams.sentenceEnd];
      let sum = 0;
      for (let index = 1; index < numbers.length; index += 1) {
        sum += trigrams.trigram(index > 1 ? numbers[index - 2]! : -1, numbers[index - 1]!, numbers[index]!);
      }
      return sum;
    },
    frequency: (word) => trigrams.unigram(model(word.toLowerCase())),
    noun,
    verdicts,
    phraseTable,
    nounsOfVerb: (verb) => wordsOf(lexicon.acts, lexicon.entryOf(verb, "verb")),
    adverbsOf: (adjective) => wordsOf(lexicon.adverbs, lexicon.entryOf(adjective, "adjective")),
  };
}

/** What is known of the commoner nouns. */
function createNouns(archive: Archive, lexicon: Lexicon): (lemma: string) => NounKnowledge | undefined {
  const places = new Map<number, number>();
  for (const [place, word] of risen(archive.numbers("words")).entries()) places.set(word, place);
  const categories = archive.bytes("categories");
  const names = archive.lines("categoryNames");
  const glosses = archive.lines("glosses");
  const hypernyms = archive.lines("hypernyms");
  return (lemma) => {
    const word = lexicon.numberOf(lemma);
    const place = word === undefined ? undefined : places.get(word);
    if (place === undefined) return undefined;
    const hypernym = hypernyms[place]!;
    return {
      lemma,
      category: names[categories[place]!]!,
      gloss: glosses[place]!,
      ...(hypernym === "" ? {} : { hypernym }),
    };
  };
}
