import { ScriptoriumError, shown, type WebSession } from "../../kernel/index.js";
import {
  type Failure,
  nothingRead,
  readFolder,
  readPages,
  readTexts,
  type Source,
} from "../_kit/source-texts/read-sources.js";
import { SourceIndex } from "../_kit/source-texts/source-index.js";
import { addressLines } from "../_kit/web/logins.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { NOT_GIVEN, outputFormats, sourceModes } from "./checks.js";
import { fileNames } from "./file-names.js";
import { formProblems } from "./form-checks.js";
import { type JunkFilter, junkFilter } from "./junk-filter.js";
import { keywordLine } from "./keyword-line.js";
import { missingProviders } from "./missing-providers.js";
import type { OutputFormat, SourceMode } from "./options.js";
import { checkSpinMode } from "./reworded.js";
import { type Context, pageSession } from "./sources.js";
import { settingsWithoutEffect } from "./without-effect.js";

/** What all keywords of a run share. */
export interface RunState {
  /** The sources given in the task, read once. */
  readonly sources: SourceIndex;
  readonly session: WebSession;
  /** Whether every keyword looks for pages of its own. */
  readonly searches: boolean;
  readonly formats: readonly OutputFormat[];
  readonly isJunk: JunkFilter;
  /** File name without ending of every line. */
  readonly fileNames: ReadonlyMap<string, string>;
  /** All keywords of the task, in the order of the list. */
  readonly keywords: readonly string[];
  /** How many lines have ended in an article. */
  processed: number;
}

/** Reads what the keywords share. Throws what makes every keyword fail. */
export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, providers, log } = context;
  const formats = outputFormats(options);
  const modes = sourceModes(options);
  const isJunk = junkFilter(options.articleJunkFilterFile);
  checkSpinMode(context);
  noteHowItReads(context);
  for (const { message } of [...settingsWithoutEffect(options), ...formProblems(options)]) log.warn(message);
  const lines = context.lines.map((line) => keywordLine(line, context.taskId));
  if (lines.some((line) => line.url !== "") && providers.web === undefined) {
    log.warn("Keyword lines have an address in their fourth column, but no web provider is configured to read it.");
  }
  const lacking = missingProviders(options, providers, context.taskId);
  const refused = lacking.find(({ severity }) => severity === "error");
  if (refused) throw new ScriptoriumError("no-provider", refused.message, { field: refused.field });
  const searches = modes.includes("search") && providers.search !== undefined && providers.web !== undefined;
  const session = pageSession(context);
  const { sources, failures, notGiven } = await sharedSources(modes, context, session);
  const missing = [...lacking.map(({ message }) => message), ...notGiven];
  const ownPages = lines.some((line) => line.url !== "") && providers.web !== undefined;
  if (sources.length === 0 && !searches && !ownPages) {
    if (failures.length > 0) throw nothingRead(failures);
    throw new ScriptoriumError(
      "no-input",
      missing.join(" ") || "There is no source to read. Set sourceMode and give sources, then run again.",
    );
  }
  for (const sentence of missing) log.warn(sentence);
  if (sources.length > 0)
    log.info(`${sources.length} ${sources.length === 1 ? "source was" : "sources were"} read for all keywords.`);
  const allLines = options.articleKeywordsFile;
  return {
    session,
    sources: new SourceIndex(sources),
    searches,
    formats,
    isJunk,
    fileNames: fileNames(allLines, options.articleCountRequired, context.taskId),
    keywords: [
      ...new Set(allLines.map((line) => keywordLine(line, context.taskId).keyword).filter((keyword) => keyword !== "")),
    ],
    processed: 0,
  };
}

interface Shared {
  readonly sources: readonly Source[];
  readonly failures: readonly Failure[];
  /** A sentence or two for every kind of source that was asked for and not given. */
  readonly notGiven: readonly string[];
}

async function sharedSources(modes: readonly SourceMode[], context: Context, session: WebSession): Promise<Shared> {
  const { options, providers } = context;
  const sources: Source[] = [];
  const failures: Failure[] = [];
  const notGiven: string[] = [];
  if (modes.includes("urls")) {
    const urls = distinct(addressLines(options.sourceUrlsFile));
    if (urls.length === 0) {
      notGiven.push(NOT_GIVEN.urls);
    } else if (providers.web !== undefined) {
      const reading = await readPages(urls, context, session);
      sources.push(...reading.sources);
      failures.push(...reading.failures);
    }
  }
  if (modes.includes("folder")) {
    const folder = options.sourceFolder.trim();
    if (folder === "") {
      notGiven.push(NOT_GIVEN.folder);
    } else if (providers.folder !== undefined) {
      const reading = await readFolder(folder, context);
      sources.push(...reading.sources);
      failures.push(...reading.failures);
      if (reading.sources.length + reading.failures.length === 0) {
        notGiven.push(
          folder.startsWith("task:")
            ? `sourceFolder is "${shown(folder)}", but a task with this id has no html, md or txt file there, or there is no such task. Check the id, or run that task first.`
            : "The folder of sourceFolder holds no html, md or txt file. Put the texts there or name another folder.",
        );
      }
    }
  }
  if (modes.includes("text")) {
    const texts = readTexts(options.sourceTextFile);
    sources.push(...texts);
    if (texts.length === 0) {
      notGiven.push(
        filled(options.sourceTextFile)
          ? "The text of sourceTextFile is too short: it has no paragraph or sentence to work with. Give a longer one."
          : NOT_GIVEN.text,
      );
    }
  }
  return { sources, failures, notGiven };
}

function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ""))];
}

function filled(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== "");
}
