import { defineTaskPlugin } from "../../kernel/index.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import { inputLine, inputLines } from "./input-line.js";
import { downloadLine } from "./line.js";
import { addressOf } from "./one-page.js";
import { articleDownloaderOptions } from "./options.js";
import { failureRow } from "./page-rows.js";
import { prepared } from "./preparation.js";

export const articledownloader = defineTaskPlugin({
  type: "articledownloader",
  words: "article downloader",
  title: "Article Downloader",
  summary:
    "Downloads pages and saves their articles as text, Markdown, HTML and data, without what stands around them.",
  needs: ["reader"],
  uses: ["web", "folder"],
  options: articleDownloaderOptions,
  inputs: ({ urlsFile, inputFolder }) => inputLines(urlsFile, inputFolder),
  hosts: ({ urlsFile }) => [...new Set(urlsFile.flatMap(hostOf))],
  begin: (context) => prepared(context),
  run: (line, context) => downloadLine(line, context),
  failure: (line, error) => failureRow(lineAddress(line), error),
  allFailed: (failures, count) => noneFetched(failures, count, "pages"),
  async finish({ providers, runId }) {
    await providers.web?.forget?.(runId);
  },
});

function lineAddress(line: string): string {
  const input = inputLine(line);
  return (input.kind === "page" || input.kind === "file" ? addressOf(input) : line).slice(0, 2000);
}

function hostOf(line: string): string[] {
  const input = inputLine(line);
  return "url" in input && URL.canParse(input.url) ? [new URL(input.url).host].filter((host) => host !== "") : [];
}
