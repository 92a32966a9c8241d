import { givenLines } from "../../../engines/pages/fields.js";
import { type OptionProblem, shown } from "../../../kernel/index.js";
import { howMany, problemsInLines, warningsOf } from "../checks.js";
import { categoryOf } from "./categories.js";
import { webAddress } from "./links.js";
import type { InsertOptions, LinkSet } from "./options.js";
import { replaceFilter } from "./replace-filter.js";
import { videoLine } from "./videos.js";

/** What is wrong with the shared content inserts, and what of them comes to nothing. */
export async function insertProblems(options: InsertOptions): Promise<OptionProblem[]> {
  return [
    ...(await problemsInLines(options.articleReplaceFilterFile, replaceFilter)),
    ...options.linkSets.flatMap((set, at) => warningsOf(linkWarnings(set, at + 1, options.articleUseLinks))),
    ...insertWarnings(options),
  ];
}

/** What is set and comes to nothing, a warning each. */
function insertWarnings(options: InsertOptions): OptionProblem[] {
  const { categoryInsert, headingInsert, tagInsert, videoInsert } = options;
  const categories = givenLines([...categoryInsert.CategoryInsertFile, ...options.articleCategories]);
  const hasHtml = isFilled(options.HtmlInsertCodeFile);
  const noAddress = givenLines(videoInsert.UrlsFile).find((line) => videoLine(line).url === undefined);
  return warningsOf([
    [
      "HtmlInsertCodeFile",
      hasHtml && !options.articleUseHtmlInsert,
      "HtmlInsertCodeFile has lines, but articleUseHtmlInsert is off, so they are not used. Set it to true.",
    ],
    [
      "articleUseHtmlInsert",
      options.articleUseHtmlInsert && !hasHtml,
      "articleUseHtmlInsert is on, but HtmlInsertCodeFile is empty. Give the code, or set articleUseHtmlInsert to false.",
    ],
    [
      "articleUseCategoryInsert",
      categories.length > 0 && !options.articleUseCategoryInsert,
      "Categories are given, but articleUseCategoryInsert is off, so only those of keyword lines are used. Set it to true.",
    ],
    [
      "articleUseCategoryInsert",
      options.articleUseCategoryInsert && categories.length === 0,
      "articleUseCategoryInsert is on, but there are no categories. Give them in categoryInsert.CategoryInsertFile.",
    ],
    [
      "categoryInsert",
      options.articleUseCategoryInsert &&
        categoryInsert.Mode === "byRule" &&
        categories.length > 0 &&
        categories.every((line) => categoryOf(line).words.length === 0),
      'categoryInsert.Mode is "byRule", but no line of CategoryInsertFile has words. Write category|word, word, or use another Mode.',
    ],
    [
      "headingInsert",
      options.articleUseHeadingInsert && headingInsert.Source === "file" && !isFilled(headingInsert.HeadingsFile),
      'headingInsert.Source is "file", but HeadingsFile is empty. Give headings, or use another Source.',
    ],
    [
      "tagInsert",
      options.articleUseTags && tagInsert.Source === "file" && !isFilled(tagInsert.TagsFile),
      'tagInsert.Source is "file", but TagsFile is empty. Give tags, or set Source to "keywords".',
    ],
    [
      "videoInsert",
      options.articleUseVideos && videoInsert.Provider.trim().toLowerCase() !== "youtube",
      `videoInsert.Provider is "${shown(videoInsert.Provider)}", which is not known: YouTube is searched. Use "youtube".`,
    ],
    [
      "videoInsert",
      options.articleUseVideos && noAddress !== undefined,
      `The line "${shown(noAddress ?? "")}" of videoInsert.UrlsFile is no address of a video and is left out. Write it as https://... .`,
    ],
  ]);
}

function linkWarnings(set: LinkSet, number: number, isOn: boolean): readonly (readonly [string, boolean, string])[] {
  const keywords = givenLines(set.keywordsFile);
  const urls = givenLines(set.urlsFile);
  const where = `Set ${number} of linkSets`;
  const bad = urls.find((url) => webAddress(url) === undefined);
  const isUsed = keywords.length > 0 || urls.length > 0;
  const warning = (applies: boolean, message: string) => ["linkSets", isUsed && applies, message] as const;
  return [
    warning(!isOn, `${where} has lines, but articleUseLinks is off, so no links are made. Set it to true.`),
    warning(
      isOn && (keywords.length === 0) !== (urls.length === 0),
      keywords.length === 0
        ? `${where} has addresses and no words, so it makes no links. Give words in keywordsFile.`
        : `${where} has words and no addresses, so it makes no links. Give addresses in urlsFile.`,
    ),
    warning(
      isOn && bad !== undefined,
      `"${shown(bad ?? "")}" in urlsFile of set ${number} of linkSets is no address of the web and is left out. Write it as https://... .`,
    ),
    warning(
      isOn && set.lockUrl && keywords.length !== urls.length && keywords.length > 0 && urls.length > 0,
      `${where} is locked, but keywordsFile has ${howMany(keywords)} and urlsFile ${howMany(urls)}: lines without a partner are left out. Give both as many.`,
    ),
    warning(
      isOn && set.whenMissing === "sentence" && !set.linkSentencesFile.some((line) => line.includes("{keyword}")),
      `${where} adds a sentence where a word is missing, but linkSentencesFile has none with {keyword} in it. Give one, or choose "skip" in whenMissing.`,
    ),
  ];
}

function isFilled(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== "");
}
