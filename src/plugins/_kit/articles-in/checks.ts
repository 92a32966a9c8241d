import type { OptionProblem } from "../../../kernel/index.js";
import { problemsOf } from "../checks.js";
import { filePattern } from "./file-pattern.js";
import type { ArticleOptions } from "./options.js";

/** What is wrong with where articles are read from. */
export function articleProblems({
  articleFilesPattern,
}: Pick<ArticleOptions, "articleFilesPattern">): Promise<OptionProblem[]> {
  return problemsOf([() => filePattern(articleFilesPattern)]);
}
