import { defineTaskPlugin } from "../../kernel/index.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import { addressLines } from "../_kit/web/logins.js";
import { articleDownloaderProblems } from "./checks.js";
import { inputLine, inputLines, webAddressOf } from "./input-line.js";
import { articleDownloaderLineChecks } from "./line-checks.js";
import { downloadMany } from "./many-pages.js";
import { addressOf, downloaded, finishedKey } from "./one-page.js";
import { articleDownloaderOptions } from "./options.js";
import { failureRow } from "./page-rows.js";
import { type LineContext, prepared } from "./preparation.js";

export const articledownloader = defineTaskPlugin({
  type: "articledownloader",
  words: "article downloader",
  title: "Article Downloader",
  summary:
    "Downloads pages and saves their articles as text, Markdown, HTML and data, without what stands around them.",
  needs: ["reader"],
  uses: ["web", "folder"],
  options: articleDownloaderOptions,
  inputs: ({ urlsFile, inputFolder }) => inputLines(addressLines(urlsFile), inputFolder),
  hosts: ({ urlsFile }) => [...new Set(addressLines(urlsFile).flatMap(hostOf))],
  check: (options, { providers }) => articleDownloaderProblems(options, providers.web),
  lineChecks: (_options, { providers }) => articleDownloaderLineChecks(providers),
  begin: (context) => prepared(context),
  run: (line, context) => downloadLine(line, context),
  failure: (line, error) => failureRow(lineAddress(line), error),
  allFailed: (failures, count) => noneFetched(failures, count, "pages"),
  async finish({ providers, runId, state, signal, log }) {
    await providers.web?.forget?.(runId);
    if (!signal.aborted) state.leftOut.note(log);
  },
});

function lineAddress(line: string): string {
  const input = inputLine(line);
  return (input.kind === "page" || input.kind === "file" ? addressOf(input) : line).slice(0, 2000);
}

function hostOf(line: string): string[] {
  return webAddressOf(line)
    .map((url) => URL.parse(url)?.host ?? "")
    .filter((host) => host !== "");
}

/** Does one line: a page or file, or the many that a sitemap, a feed or a folder names. */
async function downloadLine(text: string, context: LineContext): Promise<void> {
  const line = inputLine(text);
  if (line.kind !== "page" && line.kind !== "file") return downloadMany(text, line, context);
  const key = finishedKey(text, line);
  // The run stopped between the page's own note and that of its line.
  if (context.state.finished.has(key)) return;
  const { files, row, note } = await downloaded(line, key, context);
  for (const file of files) context.output.file(file.path, file.content, file.type);
  context.output.row(row);
  await context.checkpoint(key, note);
}
