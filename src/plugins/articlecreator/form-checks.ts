import { type OptionProblem, shown } from "../../kernel/index.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import { warningsOf } from "../_kit/checks.js";
import type { ArticleCreatorOptions } from "./options.js";
import { formNamed, formNames } from "./templates/formed.js";

/** What of the form of articles cannot be as it was asked for. */
export function formProblems(options: ArticleCreatorOptions): OptionProblem[] {
  const template = options.articleTemplateInfo.trim();
  const names = formNames(options.articleTemplates);
  const nearest = nearestName(template, names);
  const meant = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  return warningsOf([
    [
      "articleTemplateInfo",
      formNamed(template, options.articleTemplates) === undefined,
      `articleTemplateInfo is "${shown(template)}", and no template has that name, so articles have the form "default".${meant} There are ${names.join(", ")}.`,
    ],
    [
      "promptTemplateId",
      options.promptTemplateId.trim() !== "" && options.articleMode !== "ai",
      `promptTemplateId is set, but articleMode is "${options.articleMode}", so no model is asked. Set articleMode to "ai".`,
    ],
    [
      "uniquenessMin",
      options.uniquenessMin > 0.5 && options.articleMode !== "ai" && options.spinMode === "none",
      `uniquenessMin is ${options.uniquenessMin}, but articles are made of the sentences of their sources, word for word, so most are rejected. Set spinMode to "paraphrase" or articleMode to "ai".`,
    ],
  ]);
}
