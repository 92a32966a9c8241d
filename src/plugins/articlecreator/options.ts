import { z } from "zod";

const lines = () => z.array(z.string()).default([]);

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
  keywordsFile: lines(),
  urlsFile: lines(),
  lockUrl: z.boolean().default(false),
});

const categoryInsert = z.looseObject({ CategoryInsertFile: lines() });

/**
 * The data object of an article creator, beside the fields every task has. `sourceMode` and `outputFormats` are checked
 * when a run begins and not here, so that a wrong name is answered with the names there are.
 */
export const articleCreatorOptions = z.object({
  articleKeywordsFile: lines(),
  articleCountRequired: z.int().min(1).max(100).default(1),
  urlLimitResults: z.int().min(1).max(100).default(5),
  articleGoogleCountry: z.string().default("United States:English:"),
  articleTemplateInfo: z.string().default("default"),
  sourceMode: z.array(z.string()).default(["search"]),
  sourceUrlsFile: lines(),
  sourceFolder: z.string().default(""),
  sourceTextFile: lines(),
  articleTitle: z.string().default("{title}"),
  articleLengthFrom: z.int().min(1).max(20_000).default(500),
  articleLengthTo: z.int().min(1).max(20_000).default(1200),
  paragraphSentencesFrom: z.int().min(1).max(50).default(3),
  paragraphSentencesTo: z.int().min(1).max(50).default(6),
  sentenceMinWords: z.int().min(1).max(200).default(5),
  sentenceMaxWords: z.int().min(1).max(200).default(45),
  maxSentencesPerSource: z.int().min(1).max(1000).default(6),
  citeSources: z.enum(["none", "list", "inline"]).default("list"),
  outputFormats: z.array(z.string()).default(["html"]),
  articleUseImages: z.boolean().default(false),
  imageInsert: imageInsert.default(() => imageInsert.parse({})),
  linkSets: z.array(linkSet).default(() => Array.from({ length: 5 }, () => linkSet.parse({}))),
  articleUseHtmlInsert: z.boolean().default(false),
  HtmlInsertCodeFile: lines(),
  articleUseCategoryInsert: z.boolean().default(false),
  categoryInsert: categoryInsert.default(() => categoryInsert.parse({})),
  articleCategories: lines(),
  articleJunkFilterFile: lines(),
  articleReplaceFilterFile: lines(),
  spinMode: z.enum(["none", "spin", "paraphrase"]).default("none"),
  protectedWordsFile: lines(),
  articleSpinnerTranslateSource: z.string().default("en"),
  articleSpinnerTranslateTarget: z.string().default(""),
});

export type ArticleCreatorOptions = z.output<typeof articleCreatorOptions>;

export const SOURCE_MODES = ["search", "urls", "folder", "text"] as const;
export type SourceMode = (typeof SOURCE_MODES)[number];

export const OUTPUT_FORMATS = ["html", "txt", "md", "json"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
