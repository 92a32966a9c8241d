import { firstVariant } from "../../kernel/index.js";
import { type ArticleBody, type BodyBlock, type BodyText, textsOf } from "../_kit/article-body/index.js";
import { spunSentences, wantsVariants } from "../_kit/rewriting/spun-sentences.js";
import { type Choice, createChoice } from "./least-copied.js";
import type { Context } from "./sources.js";
import { targetLanguage } from "./translated.js";

/**
 * The article with its sentences spun or paraphrased, one variant chosen by the run's seed, of which no long run is copied where
 * there is such a one; as it is for the modes `none` and `spintax`, with the variants besides where they are wanted. Title, headings and quotations stay, and so do the keyword and the
 * protected words.
 */
export async function reworded(body: ArticleBody, context: Context): Promise<ArticleBody> {
  const { options, log, random, signal, providers } = context;
  const isKept = wantsVariants(options);
  const mode = isKept || options.spinMode === "spintax" ? "spin" : options.spinMode;
  if (mode === "none") return body;
  const sentences = [...new Set(body.blocks.flatMap(rewordable).map(({ text }) => text))];
  if (sentences.length === 0) return body;
  const target = targetLanguage(options);
  const { texts, notes } = await spunSentences(sentences, {
    ...{ mode, random, signal, engines: providers, language: target },
    protectedWords: [body.keyword, ...options.protectedWordsFile],
    sourceLanguage: target ?? (options.articleSpinnerTranslateSource.trim() || "en"),
  });
  for (const note of notes) log.warn(note);
  const spintax = new Map(sentences.map((sentence, at) => [sentence, texts[at]!]));
  const fresh = isKept ? firstVariants(spintax) : chosenVariants(body, spintax, createChoice(random, mode));
  const renewed = (text: BodyText): BodyText => {
    const found = text.source === undefined ? undefined : fresh.get(text.text);
    return found === undefined ? text : { ...text, original: text.original ?? text.text, ...found };
  };
  return { ...body, blocks: body.blocks.map((block) => withTexts(block, renewed)) };
}

function firstVariants(spintax: ReadonlyMap<string, string>): ReadonlyMap<string, Partial<BodyText>> {
  return new Map(
    [...spintax].map(([sentence, variants]) => [sentence, { text: firstVariant(variants), spintax: variants }]),
  );
}

/** A variant of each sentence, chosen in the order in which the article has them. */
function chosenVariants(
  { blocks }: ArticleBody,
  spintax: ReadonlyMap<string, string>,
  choice: Choice,
): ReadonlyMap<string, Partial<BodyText>> {
  const chosen = new Map<string, Partial<BodyText>>();
  for (const block of blocks) {
    if (block.kind === "heading") choice.pass(block.text);
    for (const { text, source } of textsOf(block)) {
      const variants = source === undefined || block.kind === "quote" ? undefined : spintax.get(text);
      if (variants === undefined || chosen.has(text)) choice.pass(text);
      else chosen.set(text, choice.of(variants, text));
    }
  }
  return chosen;
}

/** What sources say, but for what is quoted word for word. */
function rewordable(block: BodyBlock): readonly BodyText[] {
  return block.kind === "quote" ? [] : textsOf(block).filter(({ source }) => source !== undefined);
}

function withTexts(block: BodyBlock, change: (text: BodyText) => BodyText): BodyBlock {
  if (block.kind === "paragraph") return { ...block, sentences: block.sentences.map(change) };
  return block.kind === "list" ? { ...block, items: block.items.map((item) => item.map(change)) } : block;
}
