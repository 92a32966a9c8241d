import { isStopWord, queryTerms, termsOf } from "../../../engines/pages/terms.js";
import { type ArticleBody, textsOf } from "../article-body/index.js";
import { relatedPhrases, relatedTerms } from "../related-phrases.js";

/** Phrases of an article that go with what it is about, the strongest first. */
export function textPhrases(body: ArticleBody): readonly string[] {
  const paragraphs = body.blocks.map((block) => textsOf(block).map(({ text }) => text)).filter((one) => one.length > 0);
  const terms = paragraphs.map((sentences) => sentences.map(termsOf));
  const query = queryOf(body.keyword, terms.flat(2));
  const related = relatedTerms(
    query,
    terms.map((sentences) => ({ source: 0, sentences })),
  );
  return relatedPhrases(body.keyword, query, related, paragraphs.flat());
}

/** The terms of the keyword, or the commonest of the text where that says none of them, as with the name of a file. */
function queryOf(keyword: string, terms: readonly string[]): string[] {
  const asked = queryTerms(keyword);
  if (asked.some((term) => terms.includes(term))) return asked;
  const counts = new Map<string, number>();
  for (const term of terms) if (!isStopWord(term) && term.length > 2) counts.set(term, (counts.get(term) ?? 0) + 1);
  const [commonest] = [...counts].sort(([, one], [, other]) => other - one);
  return commonest === undefined ? asked : [commonest[0]];
}
