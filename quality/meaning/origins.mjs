import { loadEngine } from "../engine.mjs";
import { fromSource } from "../source.mjs";

export const CLASSES = ["noun", "verb", "adjective", "adverb", "several words", "other"];
export const SOURCES = ["set phrase", "verdict", "ranker"];
const FORMS = {
  noun: ["singular", "plural"],
  verb: ["base", "third", "past", "participle", "gerund"],
  adjective: ["positive", "comparative", "superlative"],
  adverb: ["positive", "comparative", "superlative"],
};

/** Tells of a pair of words which class it is of, as the spinner reads the sentence, and where the spinner has it from. */
export async function createOrigins() {
  const { english } = await loadEngine();
  const { createProtection } = await fromSource("engines/text/spinner/protection.js");
  const { readSentences } = await fromSource("engines/text/spinner/read-sentences.js");
  const { setPhrasesOf } = await fromSource("engines/text/spinner/set-phrases.js");
  const { CLASS_OF_TAG } = await fromSource("engines/text/english/substitution.js");
  const { inflect } = await fromSource("engines/text/english/inflection/index.js");
  const unprotected = createProtection([], english);
  const readings = new Map();

  function read(shown) {
    const tags = new Map();
    const phrases = new Map();
    for (const { sentence } of readSentences(shown, english, unprotected, { keepQuotations: false })) {
      for (const { start, tag } of sentence.tokens) tags.set(start, tag);
      for (const { last, others } of setPhrasesOf(sentence, english)) phrases.set(sentence.tokens[last].end, others);
    }
    return { tags, phrases };
  }

  return ({ shown, start, end, alternative }) => {
    if (!readings.has(shown)) readings.set(shown, read(shown));
    const { tags, phrases } = readings.get(shown);
    const words = shown.slice(start, end);
    const isOffered = (other) => withoutArticle(other).toLowerCase() === withoutArticle(alternative).toLowerCase();
    const isJudged = Object.entries(FORMS).some(([wordClass, forms]) => {
      const accepted = english.verdicts(english.lemmaOf(words, wordClass) ?? "", wordClass)?.accepted ?? [];
      return accepted.some((verdict) => forms.some((form) => isOffered(inflect(verdict.alternative, form))));
    });
    return {
      wordClass: /\s/.test(words) ? "several words" : (CLASS_OF_TAG[tags.get(start)] ?? "other"),
      source: phrases.get(end)?.some(isOffered) ? "set phrase" : isJudged ? "verdict" : "ranker",
    };
  };
}

const withoutArticle = (words) => words.replace(/^an?\s+/i, "");
