import type { OptionProblem, Providers } from "../../kernel/index.js";
import { repeatedLines } from "../_kit/checks.js";
import { downloadProblems } from "../_kit/download/checks.js";
import { browserProblems } from "../_kit/web/browser-options.js";
import { addressLines } from "../_kit/web/logins.js";
import { webProblems } from "../_kit/web/options.js";
import type { ArticleDownloaderOptions } from "./options.js";

/** What is wrong with the data object of an article downloader. */
export async function articleDownloaderProblems(
  options: ArticleDownloaderOptions,
  { web, browser }: Partial<Pick<Providers, "web" | "browser">>,
): Promise<OptionProblem[]> {
  return [
    ...(await downloadProblems(options)),
    ...(await webProblems(options, web)),
    ...(await browserProblems(options, browser)),
    ...repeatedLines("urlsFile", addressLines(options.urlsFile)),
  ];
}
