import type { ArticleCreatorOptions } from "./options.js";

/** The settings whose two ends were given in the wrong order, exchanged. */
export function inOrder(options: ArticleCreatorOptions): ArticleCreatorOptions {
  const pair = (from: number, to: number): readonly [number, number] => (from <= to ? [from, to] : [to, from]);
  const [articleLengthFrom, articleLengthTo] = pair(options.articleLengthFrom, options.articleLengthTo);
  const [paragraphSentencesFrom, paragraphSentencesTo] = pair(
    options.paragraphSentencesFrom,
    options.paragraphSentencesTo,
  );
  const [sentenceMinWords, sentenceMaxWords] = pair(options.sentenceMinWords, options.sentenceMaxWords);
  return {
    ...options,
    articleLengthFrom,
    articleLengthTo,
    paragraphSentencesFrom,
    paragraphSentencesTo,
    sentenceMinWords,
    sentenceMaxWords,
  };
}
