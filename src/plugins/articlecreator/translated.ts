import { languageCode } from "../../engines/language-codes.js";
import { badField } from "../../engines/pages/fields.js";
import { LANGUAGES, ScriptoriumError, shown } from "../../kernel/index.js";
import { toHaveProvider } from "../../kernel/values/provider-settings.js";
import { type BodyBlock, type BodyText, textsOf } from "../_kit/article-body/index.js";
import { phrasePattern } from "../_kit/inserts/phrases.js";
import type { ArticleCreatorOptions } from "./options.js";
import type { Context } from "./sources.js";
import type { FormedArticle } from "./templates/formed.js";

/** Parts texts for the translator, so that none is worked into another. */
const GAP = "\n\n";

type Languages = Pick<ArticleCreatorOptions, "articleSpinnerTranslateSource" | "articleSpinnerTranslateTarget">;

/** The language that articles are translated into; undefined where they stay in that of their sources. */
export function targetLanguage(options: Languages): string | undefined {
  const target = options.articleSpinnerTranslateTarget.trim();
  if (target === "" || target.toLowerCase() === options.articleSpinnerTranslateSource.trim().toLowerCase())
    return undefined;
  const code = languageCode(target);
  if (LANGUAGES[code] !== undefined) return code === sourceLanguage(options) ? undefined : code;
  throw badField(
    "articleSpinnerTranslateTarget",
    `articleSpinnerTranslateTarget is "${shown(target)}", which is no language that can be translated into. Use two letters, such as "de", or leave it empty.`,
  );
}

/** Empty where it is to be found out from the text. */
function sourceLanguage({ articleSpinnerTranslateSource }: Languages): string {
  return languageCode(articleSpinnerTranslateSource);
}

/** Throws for a target that is no language, and `no-provider` for one without a translator; called before the first line. */
export function checkTranslation({ options, providers }: Pick<Context, "options" | "providers">): void {
  if (targetLanguage(options) === undefined || providers.translator !== undefined) return;
  throw new ScriptoriumError(
    "no-provider",
    `A target language is set but no translation provider is configured. Clear articleSpinnerTranslateTarget to leave articles in the language of their sources. ${toHaveProvider("translator")}`,
    { provider: "translator", field: "articleSpinnerTranslateTarget" },
  );
}

/**
 * The article in the target language: sentences, headings, tables and, unless the user gave it, the title. As it is where none
 * is set. Throws what the translator throws.
 */
export async function translated(
  article: FormedArticle,
  context: Context,
  { ownTitle }: { readonly ownTitle: boolean },
): Promise<FormedArticle> {
  const { body } = article;
  const to = targetLanguage(context.options);
  const from = sourceLanguage(context.options) || body.language;
  if (to === undefined || from === to) return article;
  const titles = ownTitle ? [] : [body.title];
  const all = new Set([...titles, ...body.blocks.flatMap(wordsOf), ...article.cells.map(({ text }) => text)]);
  const made = await translations(
    [...all].filter((text) => /\p{L}/u.test(text)),
    from,
    to,
    context,
  );
  const inTarget = (text: string) => made.get(text) ?? text;
  const renewed = (each: BodyText): BodyText => ({
    ...each,
    text: inTarget(each.text),
    ...(each.source === undefined ? {} : { original: each.original ?? each.text }),
  });
  return {
    ...article,
    cells: article.cells.map(renewed),
    body: {
      ...body,
      title: ownTitle ? body.title : inTarget(body.title),
      language: to,
      blocks: body.blocks.map((block) => translatedBlock(block, inTarget, renewed)),
    },
  };
}

function wordsOf(block: BodyBlock): readonly string[] {
  if (block.kind === "heading") return [block.text];
  if (block.kind === "table") return [block.head, ...block.rows].flat();
  return textsOf(block).map(({ text }) => text);
}

function translatedBlock(
  block: BodyBlock,
  inTarget: (text: string) => string,
  renewed: (text: BodyText) => BodyText,
): BodyBlock {
  switch (block.kind) {
    case "heading":
      return { ...block, text: inTarget(block.text) };
    case "paragraph":
    case "quote":
      return { ...block, sentences: block.sentences.map(renewed) };
    case "list":
      return { ...block, items: block.items.map((item) => item.map(renewed)) };
    case "table":
      return { ...block, head: block.head.map(inTarget), rows: block.rows.map((row) => row.map(inTarget)) };
    default:
      return block;
  }
}

async function translations(
  texts: readonly string[],
  from: string,
  to: string,
  context: Context,
): Promise<ReadonlyMap<string, string>> {
  const { providers, signal, options, log } = context;
  const translate = async (text: string) => {
    signal.throwIfAborted();
    // It is there: `checkTranslation` has looked.
    return await providers.translator!.translate(text, { from, to, signal });
  };
  const masked = texts.map((text) => withMarks(text, options.protectedWordsFile));
  const whole = (await translate(masked.map(({ text }) => text).join(GAP))).split(/\n\s*\n/);
  const made = new Map<string, string>();
  let lost = 0;
  for (const [at, text] of texts.entries()) {
    // A translator that does not keep paragraphs gets them one by one.
    const given = whole.length === texts.length ? whole[at]! : await translate(masked[at]!.text);
    const restored = masked[at]!.restored(given.trim());
    if (restored === undefined) lost += 1;
    made.set(text, restored ?? (await translate(text)).trim());
  }
  if (lost > 0) {
    log.warn(
      `Words of protectedWordsFile were lost in ${lost} of ${texts.length} sentences and headings, which were translated with them. Check these, or use another translation provider.`,
    );
  }
  return made;
}

/** The text with signs that translators leave alone for protected words, and the way back from a translation. */
function withMarks(
  text: string,
  words: readonly string[],
): { text: string; restored(made: string): string | undefined } {
  const found: string[] = [];
  let marked = text;
  for (const word of words) {
    if (word.trim() === "") continue;
    marked = marked.replace(phrasePattern(word, "g"), (match) => `{{${found.push(match) - 1}}}`);
  }
  return {
    text: marked,
    restored(made) {
      const left = new Set(found.keys());
      const whole = made.replace(/\{\{\s*(\d+)\s*\}\}/g, (sign, digits: string) => {
        left.delete(Number(digits));
        return found[Number(digits)] ?? sign;
      });
      return left.size === 0 ? whole : undefined;
    },
  };
}
