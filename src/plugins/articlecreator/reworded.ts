import { firstVariant, ScriptoriumError } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { type ArticleBody, type BodyBlock, type BodyText, textsOf } from "../_kit/article-body/index.js";
import { type Choice, createChoice } from "./least-copied.js";
import type { ArticleCreatorOptions } from "./options.js";
import type { Context } from "./sources.js";
import { targetLanguage } from "./translated.js";

/** Parts sentences for the text engines: a paragraph each, so that none is worked into another. */
const GAP = "\n\n";

/** Whether variants of the sentences are wanted though the article itself is not reworded. */
function wantsVariants({ outputFormats, spinMode }: ArticleCreatorOptions): boolean {
  if (spinMode === "spintax") return true;
  return spinMode === "none" && outputFormats.some((format) => format.trim().toLowerCase() === "spintax");
}

/** Throws `no-provider` when the wanted spin mode has none; called before the first line. */
export function checkSpinMode({ options, providers }: Pick<Context, "options" | "providers">): void {
  const { spinMode } = options;
  if (spinMode === "none" && wantsVariants(options) && providers.spinner === undefined) {
    throw new ScriptoriumError(
      "no-provider",
      `${noProvider("spinner")} Take "spintax" out of outputFormats to do without one. ${toHaveProvider("spinner")}`,
      { provider: "spinner", field: "outputFormats" },
    );
  }
  const [name, provider] =
    spinMode === "paraphrase"
      ? (["paraphraser", providers.paraphraser] as const)
      : (["spinner", providers.spinner] as const);
  if (spinMode === "none" || provider !== undefined) return;
  throw new ScriptoriumError(
    "no-provider",
    `${noProvider(name)} Set spinMode, which is "${spinMode}", to "none" to do without one. ${toHaveProvider(name)}`,
    { provider: name, field: "spinMode" },
  );
}

/**
 * The article with its sentences spun or paraphrased, one variant chosen by the run's seed, of which no long run is copied where
 * there is such a one; as it is for the modes `none` and `spintax`, with the variants besides where they are wanted. Title, headings and quotations stay, and so do the keyword and the
 * protected words.
 */
export async function reworded(body: ArticleBody, context: Context): Promise<ArticleBody> {
  const { options, log, random } = context;
  const isKept = wantsVariants(options);
  const mode = isKept || options.spinMode === "spintax" ? "spin" : options.spinMode;
  if (mode === "none") return body;
  const sentences = [...new Set(body.blocks.flatMap(rewordable).map(({ text }) => text))];
  if (sentences.length === 0) return body;
  const { texts, notes } = await spun(sentences, mode, [body.keyword, ...options.protectedWordsFile], context);
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
async function spun(
  sentences: readonly string[],
  mode: "spin" | "paraphrase",
  protectedWords: readonly string[],
  context: Context,
): Promise<{ texts: readonly string[]; notes: readonly string[] }> {
  const { providers, random, signal, options } = context;
  const target = targetLanguage(options);
  const shared = { protectedWords, seed: String(random.integer(0, 2 ** 31 - 1)), signal };
  const made = async (text: string) =>
    mode === "paraphrase"
      ? // Both are there: `checkSpinMode` has looked.
        await providers.paraphraser!.paraphrase(text, {
          sourceLanguage: target ?? (options.articleSpinnerTranslateSource.trim() || "en"),
          ...shared,
        })
      : await providers.spinner!.spin(text, {
          strength: "bold",
          ...(target === undefined ? {} : { language: target }),
          ...shared,
        });
  const whole = await made(sentences.join(GAP));
  const texts = whole.text.split(GAP);
  if (texts.length === sentences.length) return { texts, notes: whole.notes };
  // An engine that does not keep paragraphs gets them one by one.
  const each = [];
  for (const sentence of sentences) each.push(await made(sentence));
  return { texts: each.map(({ text }) => text), notes: [...new Set(each.flatMap(({ notes }) => notes))] };
}
