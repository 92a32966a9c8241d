import { countWords } from "../../engines/pages/terms.js";
import { renderSpintax, ScriptoriumError } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import type { WrittenArticle } from "./article.js";
import type { Sentence } from "./material.js";
import type { ArticleCreatorOptions } from "./options.js";
import type { Context } from "./sources.js";
import { targetLanguage, withSentences } from "./translated.js";

/** Parts sentences for the text engines: a paragraph each, so that none is worked into another. */
const GAP = "\n\n";

/** Throws `no-provider` when the wanted spin mode has none; called before the first line. */
export function checkSpinMode({ options, providers }: Pick<Context, "options" | "providers">): void {
  const { spinMode } = options;
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
 * The article with its sentences spun or paraphrased, one variant chosen by the run's seed; with `spintax` all variants are
 * kept beside the sentences; as it is for the mode `none`. Title and headings stay, and so do the keyword and the protected words.
 */
export async function reworded(article: WrittenArticle, context: Context): Promise<WrittenArticle> {
  const { options, log, random } = context;
  if (options.spinMode === "none") return article;
  const sentences = [...new Set(article.sentences)];
  const { texts, notes } = await spun(
    sentences.map(({ text }) => text),
    options.spinMode,
    [article.keyword, ...options.protectedWordsFile],
    context,
  );
  for (const note of notes) log.warn(note);
  const fresh = new Map<Sentence, Sentence>();
  for (const [index, sentence] of sentences.entries()) {
    const spintax = texts[index]!;
    if (options.spinMode === "spintax") {
      // What it says in its first options is what it said before.
      fresh.set(sentence, { ...sentence, spintax });
      continue;
    }
    const text = renderSpintax(spintax, random);
    fresh.set(sentence, { ...sentence, text, original: sentence.original ?? sentence.text, words: countWords(text) });
  }
  return withSentences(article, fresh);
}

async function spun(
  sentences: readonly string[],
  mode: Exclude<ArticleCreatorOptions["spinMode"], "none">,
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
