import { queryTerms } from "../../engines/pages/terms.js";
import { ScriptoriumError, shown } from "../../kernel/index.js";
import { bodyWords, textsOf } from "../_kit/article-body/index.js";
import { inOrder } from "../_kit/checks.js";
import { counted } from "../_kit/counted.js";
import { imagesInto } from "../_kit/image-insert/images-into.js";
import { insertsInto } from "../_kit/inserts/index.js";
import { relatedPhrases } from "../_kit/related-phrases.js";
import { headingWriter } from "./ai/heading-writer.js";
import { draftsOf, recorded } from "./drafts.js";
import { numberedName } from "./file-names.js";
import { imageContext, insertContext } from "./insert-context.js";
import { keywordLine, refuseNoKeyword } from "./keyword-line.js";
import { keywordSources, nothingFits } from "./keyword-sources.js";
import { materialOf } from "./material.js";
import { inOneLanguage } from "./one-language.js";
import { type ArticleCreatorOptions, RANGES } from "./options.js";
import { planned } from "./planned.js";
import type { RunState } from "./preparation.js";
import { putOut } from "./put-out.js";
import { articleJudge } from "./reports/judged.js";
import { type KeptArticle, keepReports } from "./reports/kept-reports.js";
import { reworded } from "./reworded.js";
import type { Context } from "./sources.js";
import { translated } from "./translated.js";

/** Does one keyword: finds its sources, writes its articles, and stores them as content, files and rows. */
export async function writeKeyword(text: string, context: Context & { readonly state: RunState }): Promise<void> {
  const { clock, signal, log, output, state } = context;
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
  if (options.dryRun) return planned(line.keyword, sources, context);
  const pause = () => clock.sleep(0, signal);
  const material = await materialOf(comparable(line.keyword), sources, options, state.isJunk, pause);
  await pause();
  const drafts = await draftsOf({ material, line, options, context, pause });
  if (drafts.length === 0) throw nothingFits(line.keyword);
  const keyword = shown(line.keyword);
  if (drafts.length < options.articleCountRequired) {
    log.warn(
      `Only ${drafts.length} of ${options.articleCountRequired} articles were written for "${keyword}": the sources hold nothing new for another. Give more sources or raise urlLimitResults.`,
      "empty-result",
    );
  }

  const texts = material.paragraphs.flatMap((paragraph) =>
    paragraph.sentences.flatMap((sentence) => (sentence === undefined ? [] : [sentence.text])),
  );
  const phrases = relatedPhrases(line.keyword, material.query, material.related, texts);
  const ownTitle = line.title !== "" && !line.title.includes("{title}");
  const name = state.fileNames.get(text.trim()) ?? "article";
  const judged = articleJudge(sources, options);
  const kept: KeptArticle[] = [];
  const sentences: string[] = [];
  for (const draft of drafts) {
    const told = await translated(draft, context, { ownTitle });
    const spoken = await reworded(told.body, context);
    const { ledger, rows } = recorded(state.ledger);
    const writeHeadings = headingWriter(context, ledger);
    const own = insertContext(line, material, phrases, context);
    const inserted = await insertsInto(spoken, options, { ...own, writeHeadings });
    const { body, ...images } = await imagesInto(inserted, options, imageContext(numberedName(name, draft.n), context));
    await pause();
    const judgement = judged(body, numberedName(name, draft.n));
    const usage = [...draft.usage, ...rows];
    kept.push(
      putOut({ ...draft, ...told, body, ...images, usage }, { name, n: draft.n }, material, judgement, context),
    );
    if (judgement.rejection !== "") {
      log.warn(judgement.rejection);
      continue;
    }
    const texts = body.blocks.flatMap(textsOf).filter(({ source }) => source !== undefined);
    sentences.push(...texts.map((each) => each.text));
    const words = bodyWords(body);
    if (draft.mostPerSource > options.maxSentencesPerSource) {
      log.info(
        `maxSentencesPerSource is ${options.maxSentencesPerSource}, but up to ${draft.mostPerSource} sentences of one source are in the article for "${keyword}": there were too few sources for ${options.articleLengthFrom} words. Give more sources or lower articleLengthFrom.`,
      );
    }
    if (words < options.articleLengthFrom) log.warn(tooShort(keyword, words, options.articleLengthFrom));
    log.info(`"${keyword}": ${words} words from ${counted(body.sources.length, "source")}.`);
  }
  const [rejected] = kept;
  if (kept.every(({ error }) => error !== "") && rejected !== undefined) {
    throw new ScriptoriumError("empty-result", rejected.error, { keyword, field: "uniquenessMin" });
  }
  output.article(line.keyword, {
    keywords: [line.keyword, ...phrases],
    sentences,
  });
  keepReports(name, kept, context);
  state.processed += 1;
}

/** The keyword without words that only put two things side by side: no source has to have them. */
function comparable(keyword: string): string {
  return keyword.replace(/\s(?:vs\.?|versus)\s/gi, " and ");
}

function tooShort(keyword: string, words: number, wanted: number): string {
  return `The article for "${keyword}" has ${words} words instead of ${wanted}: the sources hold no more that fits. Give more sources, raise urlLimitResults or lower articleLengthFrom.`;
}

/** The settings whose two ends were given in the wrong order, exchanged. */
function withRangesInOrder(options: ArticleCreatorOptions): ArticleCreatorOptions {
  const result = { ...options };
  for (const [from, to] of RANGES) [result[from], result[to]] = inOrder(options[from], options[to]);
  return result;
}
