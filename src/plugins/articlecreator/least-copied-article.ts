import { countWords } from "../../engines/pages/terms.js";
import { type Random, seededRandom } from "../../kernel/index.js";
import { bodyWords } from "../_kit/article-body/index.js";
import { type Order, type WrittenArticle, writtenArticle } from "./article.js";
import { keyOf } from "./chosen.js";
import { inForm } from "./forming.js";
import type { KeywordLine } from "./keyword-line.js";
import { MOST_COPIED } from "./least-copied.js";
import type { Material } from "./material.js";
import type { ArticleCreatorOptions } from "./options.js";
import type { RunState } from "./preparation.js";
import { copiedSentences, rewordsSome, saidAnew, sayingOf } from "./reworded.js";
import type { Context } from "./sources.js";

interface Writing {
  readonly line: KeywordLine;
  readonly options: ArticleCreatorOptions;
  readonly context: Context & { readonly state: RunState };
  readonly pause: () => Promise<void>;
}

/** An article, and what of it stays as a source has it. */
interface Attempt {
  readonly article: WrittenArticle;
  /** As it is said in the end. */
  readonly words: number;
  readonly beyond: number;
  /** By their key, the worst first. */
  readonly copied: readonly string[];
}

/** So many articles are planned at most to find one of which little is copied. */
const MOST_ATTEMPTS = 12;

/**
 * An article of which as few sentences as possible keep a long run of their source when it is paraphrased: others stand for them as far
 * as the sources have others. What opens the article stays, and so do lists.
 */
export async function leastCopiedArticle(
  material: Material,
  order: Order,
  { line, options, context, pause }: Writing,
): Promise<WrittenArticle | undefined> {
  const seed = String(context.random.integer(0, 2 ** 31 - 1));
  const attempted = async (without: ReadonlySet<string>): Promise<Attempt | undefined> => {
    const article = writtenArticle(material, { ...order, without }, options, seededRandom(seed));
    return article && (await measured(article, seededRandom(seed)));
  };
  const measured = async (article: WrittenArticle, random: Random): Promise<Attempt> => {
    const { body } = inForm(article, material, line, options, { ...context, log: SILENT });
    const { signal, providers } = context;
    const saying = await sayingOf(body, { options: context.options, random, signal, providers });
    // Where the text engine has next to nothing to say, other sentences are no better.
    const isReworded = saying !== undefined && rewordsSome(saying);
    const found = isReworded ? copiedSentences(body, saying.fresh, random) : [];
    const opening = body.blocks.find(({ kind }) => kind === "paragraph");
    const keys = new Map(article.sentences.map((sentence) => [sentence.text, keyOf(sentence)]));
    const copied = found
      // Of two of which the second is short, only the first is in the way.
      .filter(({ own }, at) => countWords(own.text) > MOST_COPIED || at === 0 || !follows(found[at - 1]!, found[at]!))
      .filter(({ block }) => block.kind === "paragraph" && block !== opening)
      .toSorted((one, other) => other.beyond - one.beyond);
    return {
      article,
      words: bodyWords(saying === undefined ? body : saidAnew(body, saying)),
      beyond: found.reduce((sum, { beyond }) => sum + beyond, 0),
      copied: copied.flatMap(({ own }) => keys.get(own.text) ?? []),
    };
  };

  let best = await attempted(new Set());
  let without: ReadonlySet<string> = new Set();
  const needed = new Set<string>();
  let share = 1;
  for (let attempts = 1; attempts < MOST_ATTEMPTS && best !== undefined; attempts += 1) {
    const tried = best.copied.filter((key) => !needed.has(key));
    if (tried.length === 0) break;
    await pause();
    const count = Math.ceil(tried.length * share);
    const fewer = new Set([...without, ...tried.slice(0, count)]);
    const next = await attempted(fewer);
    const least = Math.min(options.articleLengthFrom, best.words);
    if (next !== undefined && next.words >= least && next.beyond < best.beyond) [best, without] = [next, fewer];
    else if (count === 1) needed.add(tried[0]!);
    else share /= 2;
  }
  return best?.article;
}

/** Whether one text stands right behind another in their paragraph. */
function follows(one: Found, other: Found): boolean {
  if (one.block !== other.block || one.block.kind !== "paragraph") return false;
  return one.block.sentences.indexOf(one.own) + 1 === one.block.sentences.indexOf(other.own);
}

type Found = ReturnType<typeof copiedSentences>[number];

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
