import { type OptionProblem, shown } from "../../kernel/index.js";
import { warningsOf } from "../_kit/checks.js";
import { keywordLine } from "./keyword-line.js";
import { type ArticleCreatorOptions, imageInsert } from "./options.js";

/** A warning for every setting that would change the articles and does not work yet. */
export function settingsWithoutEffect(options: ArticleCreatorOptions): OptionProblem[] {
  const target = options.articleSpinnerTranslateTarget.trim();
  const source = options.articleSpinnerTranslateSource.trim();
  return warningsOf([
    [
      "articleUseImages",
      options.articleUseImages,
      "articleUseImages is on, but images cannot be put into articles yet: they are written without.",
    ],
    [
      "imageInsert",
      !options.articleUseImages && differs(options.imageInsert, imageInsert.parse({})),
      "imageInsert is set, but images cannot be put into articles yet: they are written without.",
    ],
    [
      "linkSets",
      options.linkSets.some(isUsed),
      "linkSets has entries, but links cannot be put into articles yet: they are written without.",
    ],
    [
      "articleUseHtmlInsert",
      options.articleUseHtmlInsert,
      "articleUseHtmlInsert is on, but HTML code cannot be put into articles yet: they are written without.",
    ],
    [
      "HtmlInsertCodeFile",
      !options.articleUseHtmlInsert && filled(options.HtmlInsertCodeFile),
      "HtmlInsertCodeFile has lines, but HTML code cannot be put into articles yet: they are written without.",
    ],
    [
      "articleCategories",
      options.articleUseCategoryInsert ||
        filled(options.articleCategories) ||
        filled(options.categoryInsert.CategoryInsertFile),
      "Categories are set, but articles cannot be given categories yet: they are written without.",
    ],
    [
      "articleReplaceFilterFile",
      filled(options.articleReplaceFilterFile),
      "articleReplaceFilterFile has lines, but replacements cannot be made yet: texts stay as they are.",
    ],
    [
      "articleSpinnerTranslateTarget",
      target !== "" && target.toLowerCase() !== source.toLowerCase(),
      `articleSpinnerTranslateTarget is "${shown(target)}", but articles cannot be translated yet: they stay in the language of their sources.`,
    ],
    [
      "articleKeywordsFile",
      options.articleKeywordsFile.some((line) => line.includes("|") && keywordLine(line, "").category !== ""),
      "Keyword lines have a category in their third column, but articles cannot be given categories yet.",
    ],
  ]);
}

function differs(given: Readonly<Record<string, unknown>>, usual: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(given).some(([name, value]) => value !== usual[name]);
}

/** Whether a set of links says anything, in a member that is not known too. */
function isUsed(set: ArticleCreatorOptions["linkSets"][number]): boolean {
  const { keywordsFile, urlsFile, lockUrl, ...others } = set;
  return filled(keywordsFile) || filled(urlsFile) || lockUrl || Object.keys(others).length > 0;
}

function filled(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== "");
}
