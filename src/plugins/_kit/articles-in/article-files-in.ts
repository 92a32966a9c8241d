import { type FolderProvider, ScriptoriumError, shown } from "../../../kernel/index.js";
import { madeOnce } from "../../../kernel/values/made-once.js";
import { noProvider, toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { filePattern, READABLE } from "./file-pattern.js";
import type { ArticleOptions } from "./options.js";

const collator = madeOnce(() => new Intl.Collator("en", { numeric: true, sensitivity: "base" }));

/**
 * Files of the folder that fit the pattern, in natural order (2 before 10). Of an article that is there in several forms it
 * is one: HTML before Markdown before plain text. Throws no-input where there is none, bad-input for the
 * pattern, FOLDER_REFUSED, FOLDER_UNREADABLE and PROVIDER_MISSING.
 */
export async function articleFilesIn(
  { articleFolder, articleFilesPattern }: Pick<ArticleOptions, "articleFolder" | "articleFilesPattern">,
  folder: FolderProvider | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const name = articleFolder.trim();
  if (name === "") {
    throw new ScriptoriumError(
      "no-input",
      "articleFolder is empty. Name the folder of the articles, or chain this task to one that writes articles.",
      { field: "articleFolder" },
    );
  }
  if (folder === undefined) {
    throw new ScriptoriumError("PROVIDER_MISSING", `${noProvider("folder")} ${toHaveProvider("folder")}`, {
      provider: "folder",
    });
  }
  const taskId = taskIn(name);
  const fits = filePattern(articleFilesPattern);
  const found = (await folder.list(name, { extensions: READABLE, signal })).filter(({ path }) => fits(path));
  if (found.length === 0) {
    throw new ScriptoriumError(
      "no-input",
      `No article file was found in ${shown(name)} (pattern ${shown(articleFilesPattern)}). ${remedyFor(name, taskId)}`,
      { field: "articleFolder" },
    );
  }
  return bestForms(found.map(({ path }) => path)).sort(naturally);
}

/** A folder that a chain hands on holds what one run of another task has written. */
function remedyFor(folder: string, taskId: string | undefined): string {
  if (/^task:[^/]+@/.test(folder)) {
    return "The run that is named there has written none. Look at its rows, and whether its outputFormats are among html, md and txt.";
  }
  return taskId === undefined
    ? "Put html, md or txt files there, or change articleFolder or articleFilesPattern."
    : `Check that there is a task ${taskId} and that it has written such files, or change articleFolder or articleFilesPattern.`;
}

/** For each path without its ending, the one with the ending that comes first in READABLE. */
function bestForms(paths: readonly string[]): string[] {
  const best = new Map<string, string>();
  for (const path of paths) {
    const stem = path.slice(0, path.lastIndexOf("."));
    const other = best.get(stem);
    if (other === undefined || rank(path) < rank(other)) best.set(stem, path);
  }
  return [...best.values()];
}

/** The other files that would be forms of the article in this one. */
export function articleForms(file: string): readonly string[] {
  const stem = file.slice(0, file.lastIndexOf("."));
  return READABLE.map((ending) => `${stem}.${ending}`).filter((form) => form !== file);
}

const rank = (path: string) => READABLE.indexOf(path.slice(path.lastIndexOf(".") + 1).toLowerCase());

/** The task whose files are meant; undefined for a folder of the server. */
function taskIn(folder: string): string | undefined {
  if (!/^task:/i.test(folder)) return undefined;
  const id = /^task:([\w-]{1,64})(?:@[\w-]{1,64})?(?:\/|$)/.exec(folder)?.[1];
  if (id !== undefined) return id;
  throw new ScriptoriumError(
    "bad-input",
    `The articleFolder ${shown(folder)} names no task. Write task:<id of the task>/<folder>, such as task:6b07962713310a12d7921855/articles.`,
    { field: "articleFolder" },
  );
}

function naturally(one: string, other: string): number {
  return collator().compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}
