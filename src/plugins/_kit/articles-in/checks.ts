import type { OptionProblem } from "../../../kernel/index.js";
import { mistypedName, nearestName } from "../../../kernel/values/nearest-name.js";
import { problemsOf, warningsOf } from "../checks.js";
import { filePattern } from "./file-pattern.js";
import type { ArticleOptions } from "./options.js";
import { FORMS, PLACEHOLDER, TITLE_NAMES } from "./title.js";

/** What is wrong with where articles are read from and what they are called. */
export async function articleProblems({
  articleFilesPattern,
  articleTitle,
}: Pick<ArticleOptions, "articleFilesPattern" | "articleTitle">): Promise<OptionProblem[]> {
  const form = nearForm(articleTitle.trim().toLowerCase());
  return [
    ...(await problemsOf([() => filePattern(articleFilesPattern)])),
    ...warningsOf([
      [
        "articleTitle",
        form !== undefined,
        `articleTitle is no way to find a title, so it is the title of every article itself. Did you mean "${capitalised(form ?? "")}"?`,
      ],
      ...mistypedIn(articleTitle).map(
        ([name, meant]) =>
          [
            "articleTitle",
            true,
            `{${name}} in articleTitle is filled only from the front matter of articles that have it. Did you mean {${meant}}?`,
          ] as const,
      ),
    ]),
  ];
}

function nearForm(text: string): string | undefined {
  return text.startsWith("use ") && !FORMS.includes(text) ? (nearestName(text, FORMS) ?? FORMS[0]) : undefined;
}

function mistypedIn(template: string): readonly (readonly [name: string, meant: string])[] {
  const names = new Set([...template.matchAll(PLACEHOLDER)].map(([, name]) => name!.toLowerCase()));
  return [...names].flatMap((name) => {
    const meant = TITLE_NAMES.includes(name) ? undefined : mistypedName(name, TITLE_NAMES);
    return meant === undefined ? [] : [[name, meant] as const];
  });
}

const capitalised = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());
