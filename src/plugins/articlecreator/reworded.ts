import { escapeSpintax, firstVariant, type Random } from "../../kernel/index.js";
import { type ArticleBody, type BodyBlock, type BodyText, bodyWords, textsOf } from "../_kit/article-body/index.js";
import { spunSentences, wantsVariants } from "../_kit/rewriting/spun-sentences.js";
import { topicWords } from "../_kit/rewriting/topic-words.js";
import { dispensableEnd, wordsOfTexts } from "./dispensable.js";
import { type Fresh, inOrder } from "./in-order.js";
import { type Choice, createChoice, MOST_COPIED } from "./least-copied.js";
import type { Context } from "./sources.js";
import { targetLanguage } from "./translated.js";

/**
 * The article with its sentences spun or paraphrased, one variant chosen by the run's seed, of which no long run is copied where
 * there is such a one; as it is for the modes `none` and `spintax`, with the variants besides where they are wanted. Title, headings and quotations stay, and so do the keyword, the
 * protected words and, when spun, the words of title and headings.
 */
export async function reworded(body: ArticleBody, context: Context): Promise<ArticleBody> {
  const { options, log, random } = context;
  const saying = await sayingOf(body, context);
  if (saying === undefined) return body;
  const { fresh, notes, mode } = saying;
  for (const note of notes) log.warn(note);
  const spare = rewordsSome(saying) ? spareWords(bodyWords(saidAnew(body, saying)), options.articleLengthFrom) : 0;
  const left = spare > 0 ? dispensable(body, fresh, createChoice(random, mode), spare) : new Set<BodyText>();
  if (left.size > 0) log.info(leftOut(left.size, body.keyword));
  if (mode === "paraphrase") {
    const copied = copiedSentences(body, fresh, random).filter(({ own }) => !left.has(own));
    if (copied.length > 0) log.info(stillCopied(copied.length, body.keyword));
  }
  return saidAnew(body, saying, left);
}

/** The article with its sentences reworded, but for those that are left out. */
export function saidAnew(
  body: ArticleBody,
  { fresh, joined }: Saying,
  left: ReadonlySet<BodyText> = new Set(),
): ArticleBody {
  const renewed = (text: BodyText): BodyText => {
    const found = text.source === undefined ? undefined : fresh.get(text.text);
    return found === undefined ? text : { ...text, original: text.original ?? text.text, ...found };
  };
  return { ...body, blocks: body.blocks.map((block) => withJoined(without(block, left), joined, renewed)) };
}

/** How the sentences of an article are reworded. */
export interface Saying {
  readonly mode: "spin" | "paraphrase";
  /** What stands for a sentence, by the sentence. */
  readonly fresh: ReadonlyMap<string, Partial<BodyText>>;
  /** Sentences that are said in one with those before them. */
  readonly joined: ReadonlySet<BodyText>;
  readonly notes: readonly string[];
  /** Share of the sentences that the text engine has something else for. */
  readonly changed: number;
}

/** Share of the sentences for which a text engine has to have something else. */
const LEAST_CHANGED = 0.1;

/** Whether it is a paraphrase that has another way to say some of the sentences. */
export function rewordsSome({ mode, changed }: Saying): boolean {
  return mode === "paraphrase" && changed > LEAST_CHANGED;
}

/** Undefined where they are not to be reworded. */
export async function sayingOf(
  body: ArticleBody,
  context: Pick<Context, "options" | "random" | "signal" | "providers">,
): Promise<Saying | undefined> {
  const { options, random, signal, providers } = context;
  const isKept = wantsVariants(options);
  const mode = isKept || options.spinMode === "spintax" ? "spin" : options.spinMode;
  if (mode === "none") return undefined;
  const sentences = [...new Set(body.blocks.flatMap(rewordable).map(({ text }) => text))];
  if (sentences.length === 0) return undefined;
  const target = targetLanguage(options);
  const protectedWords = protectedIn(body, context);
  const { texts, notes } = await spunSentences(sentences, {
    ...{ mode, random, signal, engines: providers, language: target },
    protectedWords,
    topicWords: topicWords(body),
    sourceLanguage: target ?? (options.articleSpinnerTranslateSource.trim() || "en"),
  });
  const spintax = new Map(sentences.map((sentence, at) => [sentence, texts[at]!]));
  const changed = texts.filter((text) => !spintax.has(text)).length / texts.length;
  const chosen = isKept ? undefined : chosenVariants(body, spintax, createChoice(random, mode));
  let joined: ReadonlySet<BodyText> = new Set();
  if (chosen !== undefined && mode === "paraphrase") {
    const { endRuns } = await import("./ended-runs.js");
    joined = await endRuns(body, chosen, { context, language: target, protectedWords });
  }
  return { mode, fresh: chosen ?? firstVariants(spintax), joined, notes, changed };
}

/** The sentences in which a long run of their source stands or ends however they are said, and by how many words they are too long. */
export function copiedSentences(
  body: ArticleBody,
  fresh: ReadonlyMap<string, Partial<BodyText>>,
  random: Random,
): readonly { readonly own: BodyText; readonly block: BodyBlock; readonly beyond: number }[] {
  const choice = createChoice(random, "paraphrase");
  const copied: { own: BodyText; block: BodyBlock; beyond: number }[] = [];
  for (const { own, block } of inOrder(body, choice)) {
    const said = fresh.get(own.text)?.text;
    const beyond = said === undefined ? 0 : choice.worded(escapeSpintax(said), own.text).beyond;
    if (said === undefined) choice.pass(own.text);
    else if (beyond > 0) copied.push({ own, block, beyond });
  }
  return copied;
}

function stillCopied(count: number, keyword: string): string {
  const sentences = count === 1 ? "1 sentence" : `${count} sentences`;
  return `${sentences} of the article for "${keyword}" could not be said in other words: more than ${MOST_COPIED} words in a row are those of a source there.`;
}

function leftOut(count: number, keyword: string): string {
  const sentences = count === 1 ? "1 sentence was" : `${count} sentences were`;
  return `${sentences} left out of the article for "${keyword}": what the sources say there could not be said in other words.`;
}

/**
 * The ends of paragraphs that have a long run of their source however they are said, and without which the article says the same, as
 * far as it can spare their words.
 */
function dispensable(
  body: ArticleBody,
  fresh: ReadonlyMap<string, Partial<BodyText>>,
  choice: Choice,
  spareable: number,
) {
  const left = new Set<BodyText>();
  let spare = spareable;
  for (const { own, block, index, next } of inOrder(body, choice)) {
    const { text } = own;
    if (left.has(own)) continue;
    const said = fresh.get(text)?.text;
    if (said === undefined) {
      choice.pass(text);
      continue;
    }
    const takeBack = choice.mark();
    const { beyond } = choice.worded(escapeSpintax(said), text);
    const end = beyond > 0 ? dispensableEnd(block, index, next) : [];
    const words = wordsOfTexts(end);
    if (end.length > 0 && words <= spare) {
      takeBack();
      spare -= words;
      for (const each of end) left.add(each);
    }
  }
  return left;
}

function without(block: BodyBlock, left: ReadonlySet<BodyText>): BodyBlock {
  if (block.kind !== "paragraph") return block;
  return { ...block, sentences: block.sentences.filter((text) => !left.has(text)) };
}

function firstVariants(spintax: ReadonlyMap<string, string>): ReadonlyMap<string, Partial<BodyText>> {
  return new Map(
    [...spintax].map(([sentence, variants]) => [sentence, { text: firstVariant(variants), spintax: variants }]),
  );
}

/** How many words an article that is asked to be that long can spare: a tenth of them at most. */
function spareWords(words: number, wanted: number): number {
  return Math.max(0, Math.min(words / MOST_SPARED, words - wanted));
}

const MOST_SPARED = 10;

/** A variant of each sentence, chosen in the order in which the article has them. */
function chosenVariants(body: ArticleBody, spintax: ReadonlyMap<string, string>, choice: Choice): Fresh {
  const fresh: Fresh = new Map();
  for (const { own } of inOrder(body, choice)) {
    const { text } = own;
    const variants = own.source === undefined ? undefined : spintax.get(text);
    if (variants === undefined || fresh.has(text)) choice.pass(text);
    else {
      const { text: said, spintax } = choice.of(variants, text);
      fresh.set(text, { text: said, spintax });
    }
  }
  return fresh;
}

/** What sources say, but for what is quoted word for word. */
function rewordable(block: BodyBlock): readonly BodyText[] {
  return block.kind === "quote" ? [] : textsOf(block).filter(({ source }) => source !== undefined);
}

function protectedIn(body: ArticleBody, { options }: Pick<Context, "options">): readonly string[] {
  return [...new Set([body.keyword, ...options.protectedWordsFile, ...body.blocks.flatMap(codeOf)])];
}

function codeOf(block: BodyBlock): readonly string[] {
  return textsOf(block).flatMap(({ code = [] }) => code);
}

/** The block with its texts renewed, and each of `joined` in one sentence with the one before it. */
function withJoined(block: BodyBlock, joined: ReadonlySet<BodyText>, renewed: (text: BodyText) => BodyText): BodyBlock {
  if (block.kind !== "paragraph") return withTexts(block, renewed);
  const sentences: BodyText[] = [];
  for (const own of block.sentences) {
    const text = renewed(own);
    const before = joined.has(own) ? sentences.pop() : undefined;
    if (before === undefined) {
      sentences.push(text);
      continue;
    }
    const code = [...new Set([...(before.code ?? []), ...(text.code ?? [])])];
    const { spintax: _, ...rest } = before;
    sentences.push({
      ...rest,
      text: `${before.text.slice(0, -1)}, ${text.text}`,
      original: `${before.original ?? before.text} ${text.original ?? text.text}`,
      ...(code.length === 0 ? {} : { code }),
    });
  }
  return { ...block, sentences };
}

function withTexts(block: BodyBlock, change: (text: BodyText) => BodyText): BodyBlock {
  if (block.kind === "paragraph") return { ...block, sentences: block.sentences.map(change) };
  return block.kind === "list" ? { ...block, items: block.items.map((item) => item.map(change)) } : block;
}
