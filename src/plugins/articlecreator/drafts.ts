import { languageOf } from "../../engines/language.js";
import { ScriptoriumError } from "../../kernel/index.js";
import type { UsageLedger, UsageRow } from "../_kit/writing/usage.js";
import { articleByModel } from "./ai/model-writer.js";
import { type WrittenArticle, writtenArticle } from "./article.js";
import { inForm } from "./forming.js";
import type { KeywordLine } from "./keyword-line.js";
import { leastCopiedArticle } from "./least-copied-article.js";
import type { Material } from "./material.js";
import type { ArticleCreatorOptions } from "./options.js";
import type { RunState } from "./preparation.js";
import type { Context } from "./sources.js";
import type { FormedArticle } from "./templates/formed.js";
import { targetLanguage } from "./translated.js";

/** An article in its form, before anything is inserted into it. */
export interface Draft extends FormedArticle {
  /** 1 for the first of its keyword. */
  readonly n: number;
  /** Most sentences that one source gave; 0 for what a model wrote. */
  readonly mostPerSource: number;
  /** What language models took. */
  readonly usage: readonly UsageRow[];
}

interface Writing {
  readonly material: Material;
  readonly line: KeywordLine;
  readonly options: ArticleCreatorOptions;
  readonly context: Context & { readonly state: RunState };
  readonly pause: () => Promise<void>;
}

/** The articles of a keyword as its mode makes them; fewer than asked when the sources hold no more. */
export function draftsOf(writing: Writing): Promise<Draft[]> {
  return writing.options.articleMode === "ai" ? byModel(writing) : composed(writing);
}

async function composed({ material, line, options, context, pause }: Writing): Promise<Draft[]> {
  const { random, clock, state } = context;
  const written: WrittenArticle[] = [];
  const isEnglish = /^(?:en)?$/i.test(options.articleSpinnerTranslateSource.trim());
  const isParaphrased = options.spinMode === "paraphrase" && isEnglish && targetLanguage(options) === undefined;
  while (written.length < options.articleCountRequired) {
    const order = {
      keyword: line.keyword,
      n: written.length + 1,
      title: line.title,
      year: clock.now().getUTCFullYear(),
      keywords: state.keywords,
      earlier: written,
    };
    const article = isParaphrased
      ? await leastCopiedArticle(material, order, { line, options, context, pause })
      : writtenArticle(material, order, options, random);
    if (article === undefined) break;
    written.push(article);
    await pause();
  }
  return written.map((article) => ({
    ...inForm(article, material, line, options, context),
    n: article.n,
    mostPerSource: article.mostPerSource,
    usage: [],
  }));
}

async function byModel({ material, line, options, context, pause }: Writing): Promise<Draft[]> {
  const drafts: Draft[] = [];
  // Sources that hold nothing about the keyword are nothing to write from.
  if (!material.paragraphs.some(({ sentences }) => sentences.some((sentence) => sentence !== undefined))) return drafts;
  const language = languageOf(
    material.sources
      .flatMap(({ blocks }) => blocks.map(({ text }) => text))
      .join(" ")
      .slice(0, 4000),
  );
  while (drafts.length < options.articleCountRequired) {
    const n = drafts.length + 1;
    const { ledger, rows } = recorded(context.state.ledger);
    const { prompt } = context.state;
    const order = { line, n, earlier: drafts.map(({ body }) => body.title), language, prompt };
    try {
      const article = await articleByModel(material, order, options, ledger, context);
      drafts.push({ ...article, n, mostPerSource: 0, usage: rows });
    } catch (error) {
      context.signal.throwIfAborted();
      // What is paid for is kept.
      if (drafts.length === 0 || !ScriptoriumError.is(error)) throw error;
      context.log.warn(error.message, error.code);
      break;
    }
    await pause();
  }
  return drafts;
}

/** The ledger of the run, with the rows of one article apart. */
export function recorded(whole: UsageLedger): { readonly ledger: UsageLedger; readonly rows: readonly UsageRow[] } {
  const rows: UsageRow[] = [];
  const ledger: UsageLedger = {
    rows,
    add(row) {
      rows.push(row);
      whole.add(row);
    },
    cost: () => whole.cost(),
    reserve: (cost) => whole.reserve(cost),
  };
  return { ledger, rows };
}
