import { ScriptoriumError, shown } from "../../kernel/index.js";
import { fileNames } from "./file-names.js";
import { type JunkFilter, junkFilter } from "./junk-filter.js";
import { keywordLine } from "./keyword-line.js";
import { warnOfSettingsWithoutEffect } from "./not-yet.js";
import { OUTPUT_FORMATS, type OutputFormat, SOURCE_MODES, type SourceMode } from "./options.js";
import { checkSpinMode } from "./reworded.js";
import { SourceIndex } from "./source-index.js";
import { type Context, type Failure, nothingRead, readFolder, readPages, readTexts, type Source } from "./sources.js";

/** What all keywords of a run share. */
export interface RunState {
  /** The sources given in the task, read once. */
  readonly sources: SourceIndex;
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

/** Checks the settings and reads what the keywords share. Throws what makes every keyword fail. */
export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, providers, log } = context;
  const formats = namesAmong(OUTPUT_FORMATS, options.outputFormats, "outputFormats");
  const modes = namesAmong(SOURCE_MODES, options.sourceMode, "sourceMode");
  if (modes.length === 0) {
    throw badInput(
      "sourceMode",
      `sourceMode is empty. Set it to one or more of ${listed(SOURCE_MODES)}, then run again.`,
    );
  }
  const isJunk = junkFilter(options.articleJunkFilterFile);
  checkSpinMode(context);
  warnOfSettingsWithoutEffect(options, log);
  const lines = context.lines.map((line) => keywordLine(line, context.taskId));
  if (lines.some((line) => line.category !== "")) {
    log.warn("Keyword lines have a category in their third column, but articles cannot be given categories yet.");
  }
  if (lines.some((line) => line.url !== "") && providers.web === undefined) {
    log.warn("Keyword lines have an address in their fourth column, but no web provider is configured to read it.");
  }
  const searches = checkedSearch(modes, context, lines[0]?.keyword ?? "");
  const { sources, failures, missing } = await sharedSources(modes, context);
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

/** Whether keywords can be searched for. Throws when nothing but search was asked for and it cannot be had. */
function checkedSearch(modes: readonly SourceMode[], context: Context, keyword: string): boolean {
  const { providers, log } = context;
  if (!modes.includes("search")) return false;
  if (providers.search !== undefined && providers.web !== undefined) return true;
  if (providers.search === undefined) {
    if (modes.length > 1) {
      log.warn("No search provider is configured: articles are made from the other sources only.");
      return false;
    }
    throw new ScriptoriumError(
      "no-provider",
      `No search provider is configured. Article creator needs one to find pages for "${shown(keyword)}". Set providers.search in the config file, or set sourceMode to "folder", "text" or "urls" and give the sources, then run again.`,
      { provider: "search" },
    );
  }
  if (modes.length > 1) {
    log.warn("No web provider is configured: pages that a search finds cannot be read.");
    return false;
  }
  throw noWeb("the pages that a search finds");
}

interface Shared {
  readonly sources: readonly Source[];
  readonly failures: readonly Failure[];
  /** A sentence or two for every kind of source that was asked for and not given. */
  readonly missing: readonly string[];
}

async function sharedSources(modes: readonly SourceMode[], context: Context): Promise<Shared> {
  const { options, providers } = context;
  const sources: Source[] = [];
  const failures: Failure[] = [];
  const missing: string[] = [];
  const alone = modes.length === 1;
  if (modes.includes("urls")) {
    const urls = distinct(options.sourceUrlsFile);
    if (urls.length === 0) {
      missing.push('sourceMode has "urls", but sourceUrlsFile is empty. Give the addresses of the pages to read.');
    } else if (providers.web === undefined) {
      if (alone) throw noWeb("the pages of sourceUrlsFile");
      missing.push(
        "The pages of sourceUrlsFile cannot be read: no web provider is configured. Set providers.web in the config file.",
      );
    } else {
      const reading = await readPages(urls, context);
      sources.push(...reading.sources);
      failures.push(...reading.failures);
    }
  }
  if (modes.includes("folder")) {
    const folder = options.sourceFolder.trim();
    if (folder === "") {
      missing.push('sourceMode has "folder", but sourceFolder is empty. Give the folder that holds the texts.');
    } else if (providers.folder === undefined) {
      if (alone) {
        throw new ScriptoriumError(
          "no-provider",
          'No folder provider is configured. Article creator needs one to read sourceFolder. Set providers.folder in the config file, or set sourceMode to "text" or "urls" and give the sources, then run again.',
          { provider: "folder" },
        );
      }
      missing.push(
        "The folder of sourceFolder cannot be read: no folder provider is configured. Set providers.folder in the config file.",
      );
    } else {
      const reading = await readFolder(folder, context);
      sources.push(...reading.sources);
      failures.push(...reading.failures);
      if (reading.sources.length + reading.failures.length === 0) {
        missing.push(
          "The folder of sourceFolder holds no html, md or txt file. Put the texts there or name another folder.",
        );
      }
    }
  }
  if (modes.includes("text")) {
    const texts = readTexts(options.sourceTextFile);
    sources.push(...texts);
    if (texts.length === 0)
      missing.push('sourceMode has "text", but sourceTextFile is empty. Give the text to work with.');
  }
  return { sources, failures, missing };
}

function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ""))];
}

function namesAmong<Name extends string>(known: readonly Name[], given: readonly string[], field: string): Name[] {
  const names = [...new Set(given.map((name) => name.trim().toLowerCase()).filter((name) => name !== ""))];
  return names.map((name) => {
    const found = known.find((each) => each === name);
    if (found !== undefined) return found;
    const problem = LATER.has(name) ? "which does not work yet" : "which is not known";
    throw badInput(
      field,
      `${field} has "${shown(name)}", ${problem}. Use one or more of ${listed(known)}, then run again.`,
    );
  });
}

/** Named in the description of the task type and still to come. */
const LATER = new Set(["rss", "wikipedia", "spintax"]);

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

function badInput(field: string, message: string): ScriptoriumError {
  return new ScriptoriumError("bad-input", message, { field });
}

function noWeb(what: string): ScriptoriumError {
  return new ScriptoriumError(
    "no-provider",
    `No web provider is configured. Article creator needs one to read ${what}. Set providers.web in the config file, or set sourceMode to "folder" or "text" and give the sources, then run again.`,
    { provider: "web" },
  );
}
