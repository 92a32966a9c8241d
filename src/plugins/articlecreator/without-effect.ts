import type { OptionProblem } from "../../kernel/index.js";
import { warningsOf } from "../_kit/checks.js";
import { type ArticleCreatorOptions, imageInsert } from "./options.js";

/** A warning for every setting that would change the articles and does not work yet. */
export function settingsWithoutEffect(options: ArticleCreatorOptions): OptionProblem[] {
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
  ]);
}

function differs(given: Readonly<Record<string, unknown>>, usual: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(given).some(([name, value]) => value !== usual[name]);
}
