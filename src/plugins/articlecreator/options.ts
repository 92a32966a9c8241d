import { z } from "zod";

const lines = (meaning: string) => z.array(z.string()).default([]).describe(meaning);
const NO_EFFECT = "Has no effect yet; a run that meets it notes that in its log.";

const imageInsert = z.looseObject({
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
  articleKeywordsFile: lines(
    "One keyword per line. Columns `keyword|title|category|url` are allowed: the title replaces the article's own, the url is one more page to read. Spintax (`{wild|honey} bees`) is expanded once for every line of a task; in the url it is not.",
  ),
  articleCountRequired: z
    .int()
    .min(1)
    .max(100)
    .default(1)
    .describe("Articles per keyword. Later ones use other passages as far as the sources allow."),
  urlLimitResults: z
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe("Sources used per keyword: pages of a search, and the best ones of those given."),
  articleGoogleCountry: z.string().default("United States:English:").describe("Country and language of the search."),
  articleTemplateInfo: z.string().default("default").describe(NO_EFFECT),
  sourceMode: z
    .array(z.string())
    .default(["search"])
    .describe("Where sources come from: any of `search`, `urls`, `folder`, `text`."),
  sourceUrlsFile: lines("Pages to read, for `urls`."),
  sourceFolder: z.string().default("").describe("Folder of html, md and txt files, for `folder`."),
  sourceTextFile: lines("For `text`: the lines of one text, or several texts when an entry holds line breaks."),
  articleTitle: z
    .string()
    .default("{title}")
    .describe("The title, made of `{keyword}`, `{title}` (found in the sources), `{n}` and `{year}`."),
  articleLengthFrom: z
    .int()
    .min(1)
    .max(20_000)
    .default(500)
    .describe("Fewest words; fewer, with a warning, when the sources hold no more that fits."),
  articleLengthTo: z.int().min(1).max(20_000).default(1200).describe("Most words."),
  paragraphSentencesFrom: z.int().min(1).max(50).default(3).describe("Fewest sentences in a paragraph."),
  paragraphSentencesTo: z.int().min(1).max(50).default(6).describe("Most sentences in a paragraph."),
  sentenceMinWords: z.int().min(1).max(200).default(5).describe("Sentences with fewer words are left out."),
  sentenceMaxWords: z.int().min(1).max(200).default(45).describe("Sentences with more words are left out."),
  maxSentencesPerSource: z
    .int()
    .min(1)
    .max(1000)
    .default(6)
    .describe("Most sentences one source gives to one article."),
  citeSources: z
    .enum(["none", "list", "inline"])
    .default("list")
    .describe("How sources are named: `list`, `inline` (numbers after passages, and the list) or `none`."),
  outputFormats: z.array(z.string()).default(["html"]).describe("Any of `html`, `txt`, `md`, `json`."),
  articleUseImages: z.boolean().default(false).describe(NO_EFFECT),
  imageInsert: imageInsert.default(() => imageInsert.parse({})).describe(NO_EFFECT),
  linkSets: z
    .array(linkSet)
    .default(() => Array.from({ length: 5 }, () => linkSet.parse({})))
    .describe(NO_EFFECT),
  articleUseHtmlInsert: z.boolean().default(false).describe(NO_EFFECT),
  HtmlInsertCodeFile: lines(NO_EFFECT),
  articleUseCategoryInsert: z.boolean().default(false).describe(NO_EFFECT),
  categoryInsert: categoryInsert.default(() => categoryInsert.parse({})).describe(NO_EFFECT),
  articleCategories: lines(NO_EFFECT),
  articleJunkFilterFile: lines(
    "A sentence or heading that holds one of these is left out: a text in any case, `*` for anything between, or `/expression/`.",
  ),
  articleReplaceFilterFile: lines(NO_EFFECT),
  spinMode: z
    .enum(["none", "spin", "paraphrase"])
    .default("none")
    .describe(
      "`spin` replaces words and clauses of the sentences, `paraphrase` rewrites them too; the keyword, the title and headings stay.",
    ),
  protectedWordsFile: lines("Words and phrases that `spinMode` leaves alone, with their inflections."),
  articleSpinnerTranslateSource: z
    .string()
    .default("en")
    .describe("The language of the sentences, for `spinMode` `paraphrase`: an ISO 639-1 code."),
  articleSpinnerTranslateTarget: z.string().default("").describe(NO_EFFECT),
});

export type ArticleCreatorOptions = z.output<typeof articleCreatorOptions>;

export const SOURCE_MODES = ["search", "urls", "folder", "text"] as const;
export type SourceMode = (typeof SOURCE_MODES)[number];

export const OUTPUT_FORMATS = ["html", "txt", "md", "json"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
