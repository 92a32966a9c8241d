import { defineTaskPlugin, type JsonObject, runCodeOf, type ScriptoriumError } from "../../kernel/index.js";
import { failureRow } from "../_kit/download/page-rows.js";
import { lineInOrder } from "../_kit/row-order/line-in-order.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import { addressLines } from "../_kit/web/logins.js";
import { endReading } from "../_kit/web/run-web.js";
import { articleDownloaderProblems } from "./checks.js";
import type { Context } from "./context.js";
import { inputLine, inputLines, webAddressOf } from "./input-line.js";
import { articleDownloaderLineChecks } from "./line-checks.js";
import { downloadMany } from "./many-pages.js";
import { putPage } from "./named-once.js";
import { articleDownloaderOptions } from "./options.js";
import { type LineContext, prepared, type RunState } from "./preparation.js";
import { addressOf, finishedKey } from "./target.js";

export const articledownloader = defineTaskPlugin({
  type: "articledownloader",
  words: "article downloader",
  title: "Article Downloader",
  summary:
    "Downloads pages and saves their articles as text, Markdown, HTML and data, without what stands around them.",
  needs: ["reader"],
  uses: ["web", "folder", "browser"],
  options: articleDownloaderOptions,
  inputs: ({ urlsFile, inputFolder }) => inputLines(addressLines(urlsFile), inputFolder),
  hosts: ({ urlsFile }) => [...new Set(addressLines(urlsFile).flatMap(hostOf))],
  check: (options, { providers }) => articleDownloaderProblems(options, providers),
  lineChecks: (_options, { providers }) => articleDownloaderLineChecks(providers),
  begin: (context) => prepared(context),
  run: (line, context) => ordered(line, context),
  // Its row is put out in the order of the lines, unless nobody can foresee what it says.
  failure: (line, error) => (error.facts["inputLine"] === undefined ? failureRow(lineAddress(line), error) : null),
  allFailed: (failures, count) => noneFetched(failures, count, "pages"),
  async finish(context) {
    const { state, signal, log } = context;
    await endReading(context);
    if (signal.aborted) return;
    await state.order.finish(context);
    state.leftOut.note(log);
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

async function ordered(text: string, context: Context & { readonly state: RunState }): Promise<void> {
  const number = context.state.numbers.get(text) ?? 0;
  await lineInOrder(text, number, context, {
    work: (place) => downloadLine(text, { ...context, place, number }),
    failureRow: (error) => failureOf(text, error),
  });
}

function failureOf(text: string, error: ScriptoriumError): JsonObject {
  const { message, facts } = error;
  return failureRow(lineAddress(text), { code: runCodeOf(error), message, facts });
}

/** Does one line: a page or file, or the many that a sitemap, a feed or a folder names. */
async function downloadLine(text: string, context: LineContext): Promise<void> {
  const line = inputLine(text);
  if (line.kind !== "page" && line.kind !== "file") return downloadMany(text, line, context);
  const key = finishedKey(text, line);
  // The run stopped between the page's own note and that of its line.
  if (context.state.finished.has(key)) return;
  const error = await putPage(line, key, context.place, context);
  if (error !== undefined) throw error;
}
