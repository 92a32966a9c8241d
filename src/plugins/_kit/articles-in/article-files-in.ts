import { type FolderProvider, ScriptoriumError, shown } from "../../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { filePattern, READABLE } from "./file-pattern.js";
import type { ArticleOptions } from "./options.js";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * Files of the folder that fit the pattern, in natural order (2 before 10). Throws no-input where there is none, bad-input for the
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
  const fits = filePattern(articleFilesPattern);
  const found = (await folder.list(name, { extensions: READABLE, signal })).filter(({ path }) => fits(path));
  if (found.length === 0) {
    throw new ScriptoriumError(
      "no-input",
      `No article file was found in ${shown(name)} (pattern ${shown(articleFilesPattern)}). Put html, md or txt files there, or change articleFolder or articleFilesPattern.`,
      { field: "articleFolder" },
    );
  }
  return found.map(({ path }) => path).sort(naturally);
}

function naturally(one: string, other: string): number {
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}
