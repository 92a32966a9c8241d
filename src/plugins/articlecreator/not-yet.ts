import type { RunLog } from "../../kernel/index.js";
import type { ArticleCreatorOptions } from "./options.js";

/** One warning for every setting that would change the articles and does not work yet. */
export function warnOfSettingsWithoutEffect(options: ArticleCreatorOptions, log: RunLog): void {
  const target = options.articleSpinnerTranslateTarget.trim();
  const source = options.articleSpinnerTranslateSource.trim();
  const without: readonly [boolean, string][] = [
    [
      options.articleTemplateInfo.trim() !== "" && options.articleTemplateInfo.trim() !== "default",
      `articleTemplateInfo is "${options.articleTemplateInfo.trim()}", but only the template "default" works yet: articles are written with that one.`,
    ],
    [
      options.articleUseImages,
      "articleUseImages is on, but images cannot be put into articles yet: they are written without.",
    ],
    [
      options.linkSets.some((set) => filled(set.keywordsFile) || filled(set.urlsFile)),
      "linkSets has entries, but links cannot be put into articles yet: they are written without.",
    ],
    [
      options.articleUseHtmlInsert,
      "articleUseHtmlInsert is on, but HTML code cannot be put into articles yet: they are written without.",
    ],
    [
      options.articleUseCategoryInsert ||
        filled(options.articleCategories) ||
        filled(options.categoryInsert.CategoryInsertFile),
      "Categories are set, but articles cannot be given categories yet: they are written without.",
    ],
    [
      filled(options.articleReplaceFilterFile),
      "articleReplaceFilterFile has lines, but replacements cannot be made yet: texts stay as they are.",
    ],
    [
      target !== "" && target.toLowerCase() !== source.toLowerCase(),
      `articleSpinnerTranslateTarget is "${target}", but articles cannot be translated yet: they stay in the language of their sources.`,
    ],
  ];
  for (const [met, sentence] of without) if (met) log.warn(sentence);
}

function filled(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== "");
}
