import { z } from "zod";
import { choice, flag, lines, text, whole } from "../_kit/option-fields.js";
import { searchCacheField, searchProviderField } from "../_kit/search/options.js";
import { browserField } from "../_kit/web/browser-options.js";
import { webFields } from "../_kit/web/options.js";
import { formFields } from "./form-options.js";

const NO_EFFECT = "Has no effect yet; the reply to a data post and the log of a run say so.";

export const imageInsert = z.looseObject({
  InsertType: z.string().default("local"),
  InsertAtStartOfBody: z.boolean().default(true),
  FrequencyFrom: z.int().min(0).max(100).default(1),
  FrequencyTo: z.int().min(0).max(100).default(3),
  UseBing: z.boolean().default(false),
  UseBingCC: z.boolean().default(false),
  UseYoutube: z.boolean().default(false),
  UseCreativeCommons: z.boolean().default(true),
  UseUnsplash: z.boolean().default(false),
  UsePixaBay: z.boolean().default(false),
  UsePexels: z.boolean().default(false),
});

const linkSet = z.looseObject({
  keywordsFile: z.array(z.string()).default([]),
  urlsFile: z.array(z.string()).default([]),
  lockUrl: z.boolean().default(false),
});

const categoryInsert = z.looseObject({ CategoryInsertFile: z.array(z.string()).default([]) });

/**
 * The data object of an article creator, besides the fields every task has. `sourceMode` and `outputFormats` are checked
 * when a run begins and not here, so that a wrong name is answered with the names there are.
 */
export const articleCreatorOptions = z.object({
  ...browserField(),
  ...webFields,
  articleKeywordsFile: lines(
    "One keyword per line. Columns `keyword|title|category|url` are allowed: the title replaces the article's own and may have the placeholders of `articleTitle`, the url is one more page to read. Spintax (`{wild|honey} bees`) is expanded once for every line of a task; in the url it is not.",
  ),
  articleCountRequired: whole(
    { from: 1, to: 100, usual: 1 },
    "Articles per keyword. Later ones use other passages as far as the sources allow.",
  ),
  urlLimitResults: whole(
    { from: 1, to: 100, usual: 5 },
    "Sources used per keyword: pages of a search, and the best ones of those given.",
  ),
  ...searchProviderField,
  articleGoogleCountry: text("United States:English:", "Country and language of the search."),
  ...searchCacheField,
  ...formFields,
  sourceMode: lines("Where sources come from: any of `search`, `urls`, `folder`, `text`.", ["search"]),
  sourceUrlsFile: lines("Pages to read, for `urls`."),
  sourceFolder: text("", "Folder of html, md and txt files, for `folder`."),
  sourceTextFile: lines("For `text`: the lines of one text, or several texts when an entry holds line breaks."),
  articleTitle: text(
    "{title}",
    "The title, made of `{keyword}`, `{title}` (found in the sources), `{n}` and `{year}`.",
  ),
  articleLengthFrom: whole(
    { from: 1, to: 20_000, usual: 500 },
    "Fewest words; fewer, with a warning, when the sources hold no more that fits.",
  ),
  articleLengthTo: whole({ from: 1, to: 20_000, usual: 1200 }, "Most words."),
  paragraphSentencesFrom: whole({ from: 1, to: 50, usual: 3 }, "Fewest sentences in a paragraph."),
  paragraphSentencesTo: whole({ from: 1, to: 50, usual: 6 }, "Most sentences in a paragraph."),
  sentenceMinWords: whole({ from: 1, to: 200, usual: 5 }, "Sentences with fewer words are left out."),
  sentenceMaxWords: whole({ from: 1, to: 200, usual: 45 }, "Sentences with more words are left out."),
  maxSentencesPerSource: whole({ from: 1, to: 1000, usual: 6 }, "Most sentences one source gives to one article."),
  citeSources: choice(
    { of: ["none", "list", "inline"], usual: "list" },
    "How sources are named: `list`, `inline` (numbers after passages, and the list) or `none`.",
  ),
  articleUseImages: flag(false, NO_EFFECT),
  imageInsert: imageInsert.default(() => imageInsert.parse({})).describe(NO_EFFECT),
  linkSets: z
    .array(linkSet)
    .default(() => Array.from({ length: 5 }, () => linkSet.parse({})))
    .describe(NO_EFFECT),
  articleUseHtmlInsert: flag(false, NO_EFFECT),
  HtmlInsertCodeFile: lines(NO_EFFECT),
  articleUseCategoryInsert: flag(false, NO_EFFECT),
  categoryInsert: categoryInsert.default(() => categoryInsert.parse({})).describe(NO_EFFECT),
  articleCategories: lines(NO_EFFECT),
  articleJunkFilterFile: lines(
    "A sentence or heading that holds one of these is left out: a text in any case, `*` for anything between, or `/expression/`.",
  ),
  articleReplaceFilterFile: lines(NO_EFFECT),
  spinMode: choice(
    { of: ["none", "spin", "paraphrase"], usual: "none" },
    "`spin` replaces words and clauses of the sentences, `paraphrase` rewrites them too; the keyword, the title and headings stay.",
  ),
  protectedWordsFile: lines("Words and phrases that `spinMode` leaves alone, with their inflections."),
  articleSpinnerTranslateSource: text(
    "en",
    "The language of the sentences, for `spinMode` `paraphrase`: an ISO 639-1 code.",
  ),
  articleSpinnerTranslateTarget: text("", NO_EFFECT),
});

export type ArticleCreatorOptions = z.output<typeof articleCreatorOptions>;

/** Fields that are the two ends of a range. */
export const RANGES = [
  ["articleLengthFrom", "articleLengthTo"],
  ["paragraphSentencesFrom", "paragraphSentencesTo"],
  ["sentenceMinWords", "sentenceMaxWords"],
] as const satisfies readonly (readonly [keyof ArticleCreatorOptions, keyof ArticleCreatorOptions])[];

export const SOURCE_MODES = ["search", "urls", "folder", "text"] as const;
export type SourceMode = (typeof SOURCE_MODES)[number];

export { OUTPUT_FORMATS, type OutputFormat } from "./form-options.js";
