import { queryTerms } from "../../engines/pages/terms.js";
import { shown } from "../../kernel/index.js";
import { inOrder } from "../_kit/checks.js";
import { type WrittenArticle, writtenArticle } from "./article.js";
import { numberedName } from "./file-names.js";
import { keywordLine, refuseNoKeyword } from "./keyword-line.js";
import { keywordSources, nothingFits } from "./keyword-sources.js";
import { materialOf } from "./material.js";
import { inOneLanguage } from "./one-language.js";
import { type ArticleCreatorOptions, RANGES } from "./options.js";
import type { RunState } from "./preparation.js";
import { relatedPhrases } from "./related.js";
import { MEDIA_TYPES, rendered, sourceRecords } from "./render.js";
import { reworded } from "./reworded.js";
import type { Context } from "./sources.js";

/** Does one keyword: finds its sources, writes its articles, and stores them as content, files and rows. */
export async function writeKeyword(text: string, context: Context & { readonly state: RunState }): Promise<void> {
  const { random, clock, signal, log, output, state } = context;
  const line = keywordLine(text, context.taskId);
  const options = withRangesInOrder(context.options);
  refuseNoKeyword(text, line);
  const found = await keywordSources(line, context, state);
  signal.throwIfAborted();
  const { kept: sources, others } = inOneLanguage(found, queryTerms(line.keyword));
  for (const { source, language } of others) {
    log.warn(
      `${shown(source.address)} was left out of the article for "${shown(line.keyword)}": it is in another language (${language}) than the other sources. Give sources in one language.`,
    );
  }
  const pause = () => clock.sleep(0, signal);
  const material = await materialOf(line.keyword, sources, options, state.isJunk, pause);
  await pause();
  const drafts: WrittenArticle[] = [];
  while (drafts.length < options.articleCountRequired) {
    const order = {
      keyword: line.keyword,
      n: drafts.length + 1,
      title: line.title,
      year: clock.now().getUTCFullYear(),
      keywords: state.keywords,
      earlier: drafts,
    };
    const article = writtenArticle(material, order, options, random);
    if (article === undefined) break;
    drafts.push(article);
    await pause();
  }
  const keyword = shown(line.keyword);
  const articles: WrittenArticle[] = [];
  for (const draft of drafts) articles.push(await reworded(draft, context));
  if (articles.length === 0) throw nothingFits(line.keyword);
  if (articles.length < options.articleCountRequired) {
    log.warn(
      `Only ${articles.length} of ${options.articleCountRequired} articles were written for "${keyword}": the sources hold nothing new for another. Give more sources or raise urlLimitResults.`,
      "empty-result",
    );
  }

  const sentences = articles.flatMap((article) => article.sentences.map((sentence) => sentence.text));
  const texts = material.paragraphs.flatMap((paragraph) =>
    paragraph.sentences.flatMap((sentence) => (sentence === undefined ? [] : [sentence.text])),
  );
  output.article(line.keyword, {
    keywords: [line.keyword, ...relatedPhrases(line.keyword, material.query, material.related, texts)],
    sentences,
  });
  const name = state.fileNames.get(text.trim()) ?? "article";
  for (const article of articles) {
    const files = state.formats.map((format) => {
      const path = `articles/${numberedName(name, article.n)}.${format}`;
      output.file(path, rendered(article, format, options.citeSources), MEDIA_TYPES[format]);
      return path;
    });
    output.row({
      keyword: article.keyword,
      n: article.n,
      title: article.title,
      file: files[0] ?? "",
      words: article.words,
      sources: sourceRecords(article),
      status: "ok",
      error: "",
    });
    if (article.mostPerSource > options.maxSentencesPerSource) {
      log.info(
        `maxSentencesPerSource is ${options.maxSentencesPerSource}, but up to ${article.mostPerSource} sentences of one source are in the article for "${keyword}": there were too few sources for ${options.articleLengthFrom} words. Give more sources or lower articleLengthFrom.`,
      );
    }
    if (article.words < options.articleLengthFrom) log.warn(tooShort(article, options.articleLengthFrom));
    const count = article.sources.length;
    log.info(`"${keyword}": ${article.words} words from ${count} ${count === 1 ? "source" : "sources"}.`);
  }
  state.processed += 1;
}

function tooShort(article: WrittenArticle, wanted: number): string {
  return `The article for "${shown(article.keyword)}" has ${article.words} words instead of ${wanted}: the sources hold no more that fits. Give more sources, raise urlLimitResults or lower articleLengthFrom.`;
}

/** The settings whose two ends were given in the wrong order, exchanged. */
function withRangesInOrder(options: ArticleCreatorOptions): ArticleCreatorOptions {
  const result = { ...options };
  for (const [from, to] of RANGES) [result[from], result[to]] = inOrder(options[from], options[to]);
  return result;
}
