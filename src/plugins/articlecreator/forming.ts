import type { WrittenArticle } from "./article.js";
import type { KeywordLine } from "./keyword-line.js";
import type { Material } from "./material.js";
import type { ArticleCreatorOptions } from "./options.js";
import type { RunState } from "./preparation.js";
import type { Context } from "./sources.js";
import { type FormedArticle, formed } from "./templates/formed.js";

/** The article in the form that the task asks for; the log says where it has another. */
export function inForm(
  article: WrittenArticle,
  material: Material,
  line: KeywordLine,
  options: ArticleCreatorOptions,
  { clock, log, state }: Context & { readonly state: RunState },
): FormedArticle {
  const result = formed(article, material, {
    template: options.articleTemplateInfo,
    stored: options.articleTemplates,
    isQuoting: options.articleMode === "curate",
    hasOwnTitle: line.title !== "",
    articleTitle: options.articleTitle,
    year: clock.now().getUTCFullYear(),
    category: line.category,
    sentencesPerParagraph: { from: options.paragraphSentencesFrom, to: options.paragraphSentencesTo },
    mostWords: options.articleLengthTo,
    leastWords: options.articleLengthFrom,
    rules: { isJunk: state.isJunk, longestSentence: options.sentenceMaxWords },
  });
  for (const remark of result.remarks) log.warn(remark);
  return result;
}

/** How structured data names the article. */
export function schemaOf(form: string, { includeSchema }: ArticleCreatorOptions) {
  if (!includeSchema) return {};
  return { schema: form === "faq" ? ("faq" as const) : form === "how-to" ? ("how-to" as const) : ("article" as const) };
}
