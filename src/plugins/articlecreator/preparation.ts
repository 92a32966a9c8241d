import { ScriptoriumError, shown, type WebSession } from "../../kernel/index.js";
import { counted } from "../_kit/counted.js";
import { blockedDomains, type DomainFilter } from "../_kit/download/domain-filter.js";
import { RunImages } from "../_kit/image-insert/run-images.js";
import { insertProblems } from "../_kit/inserts/index.js";
import { type JunkFilter, junkFilter } from "../_kit/inserts/junk-filter.js";
import { checkSpinMode } from "../_kit/rewriting/spun-sentences.js";
import { SourceIndex } from "../_kit/source-texts/source-index.js";
import { refuseNoRecording } from "../_kit/web/exchange-files.js";
import { addressLines } from "../_kit/web/logins.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { type UsageLedger, type UsageRow, usageLedger } from "../_kit/writing/usage.js";
import { asksWriter, checkWriter } from "./ai/model-writer.js";
import { promptTemplate } from "./ai/prompt.js";
import { NOT_GIVEN, outputFormats, sourceModes } from "./checks.js";
import { FeedShelf, readFeeds } from "./feeds.js";
import { fileNames } from "./file-names.js";
import { formProblems } from "./form-checks.js";
import { keywordLine } from "./keyword-line.js";
import { missingProviders } from "./missing-providers.js";
import type { OutputFormat, SourceMode } from "./options.js";
import { keptReports } from "./reports/kept-reports.js";

import {
  type Context,
  type Failure,
  nothingRead,
  pageSession,
  readFolder,
  readPages,
  readTexts,
  type Source,
} from "./sources.js";
import { checkTranslation } from "./translated.js";

/** What all keywords of a run share. */
export interface RunState {
  /** The sources given in the task, read once. */
  readonly sources: SourceIndex;
  readonly session: WebSession;
  /** Whether every keyword looks for pages of its own. */
  readonly searches: boolean;
  /** Whether every keyword is looked up in Wikipedia. */
  readonly asksWikipedia: boolean;
  /** Whether addresses may be feeds. */
  readonly readsFeeds: boolean;
  /** What the feeds of the task list. */
  readonly feeds: FeedShelf;
  /** Images that articles of the run have. */
  readonly images: RunImages;
  /** Whether an address is of a domain that is never read. */
  readonly isBlocked: DomainFilter;
  readonly formats: readonly OutputFormat[];
  readonly isJunk: JunkFilter;
  /** File name without ending of every line. */
  readonly fileNames: ReadonlyMap<string, string>;
  /** All keywords of the task, in the order of the list. */
  readonly keywords: readonly string[];
  /** What a model is told about the articles instead of their form; empty for that of the form. */
  readonly prompt: string;
  /** What language models took. */
  readonly ledger: UsageLedger;
  /** How many lines have ended in an article. */
  processed: number;
}

/** Reads what the keywords share. Throws what makes every keyword fail. */
export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, providers, log } = context;
  const formats = outputFormats(options);
  const modes = sourceModes(options);
  const isJunk = junkFilter(options.articleJunkFilterFile);
  checkSpinMode(context.options, context.providers);
  checkWriter(context);
  const prompt = await promptTemplate(context);
  await refuseNoRecording(context);
  noteHowItReads(context);
  checkTranslation(context);
  for (const { message, severity } of await insertProblems(options)) {
    if (severity === "error") throw new ScriptoriumError("bad-input", message, { field: "articleReplaceFilterFile" });
    log.warn(message);
  }
  for (const { message } of formProblems(options)) log.warn(message);
  const lines = context.lines.map((line) => keywordLine(line, context.taskId));
  if (lines.some((line) => line.url !== "") && providers.web === undefined) {
    log.warn("Keyword lines have an address in their fourth column, but no web provider is configured to read it.");
  }
  const lacking = missingProviders(options, providers, context.taskId);
  const refused = lacking.find(({ severity }) => severity === "error");
  if (refused) throw new ScriptoriumError("no-provider", refused.message, { field: refused.field });
  const searches = modes.includes("search") && providers.search !== undefined && providers.web !== undefined;
  const asksWikipedia = modes.includes("wikipedia") && providers.web !== undefined;
  const session = pageSession(context);
  const isBlocked = blockedDomains(options.blockedDomainsFile);
  const { sources, items, failures, notGiven } = await sharedSources(modes, context, session, isBlocked);
  const missing = [...lacking.map(({ message }) => message), ...notGiven];
  const ownPages = lines.some((line) => line.url !== "") && providers.web !== undefined;
  if (sources.length + items.length === 0 && !searches && !asksWikipedia && !ownPages) {
    if (failures.length > 0) throw nothingRead(failures);
    throw new ScriptoriumError(
      "no-input",
      missing.join(" ") || "There is no source to read. Set sourceMode and give sources, then run again.",
    );
  }
  for (const sentence of missing) log.warn(sentence);
  if (sources.length > 0)
    log.info(`${sources.length} ${sources.length === 1 ? "source was" : "sources were"} read for all keywords.`);
  if (items.length > 0) log.info(`The feeds list ${counted(items.length, "item")}.`);
  const allLines = options.articleKeywordsFile;
  const names = fileNames(allLines, options.articleCountRequired, context.taskId);
  return {
    session,
    prompt,
    sources: new SourceIndex(sources),
    feeds: new FeedShelf(items),
    searches,
    asksWikipedia,
    readsFeeds: modes.includes("rss"),
    isBlocked,
    formats,
    isJunk,
    fileNames: names,
    keywords: [
      ...new Set(allLines.map((line) => keywordLine(line, context.taskId).keyword).filter((keyword) => keyword !== "")),
    ],
    ...(await fromEarlier(context, names)),
    processed: 0,
  };
}

/** What this run has spent and which images it has used so far, before it was interrupted too. */
async function fromEarlier(
  context: Context,
  names: ReadonlyMap<string, string>,
): Promise<Pick<RunState, "ledger" | "images">> {
  const usage: UsageRow[] = [];
  const claims: string[] = [];
  if (asksWriter(context.options) || context.options.articleUseImages) {
    for await (const article of keptReports(context, names)) {
      usage.push(...article.usage);
      claims.push(...(article.imageClaims ?? []));
    }
  }
  return { ledger: usageLedger(usage), images: new RunImages(claims) };
}

interface Shared {
  readonly sources: readonly Source[];
  /** Of feeds. */
  readonly items: readonly Source[];
  readonly failures: readonly Failure[];
  /** A sentence or two for every kind of source that was asked for and not given. */
  readonly notGiven: readonly string[];
}

async function sharedSources(
  modes: readonly SourceMode[],
  context: Context,
  session: WebSession,
  isBlocked: DomainFilter,
): Promise<Shared> {
  const { options, providers, log } = context;
  const items: Source[] = [];
  const sources: Source[] = [];
  const failures: Failure[] = [];
  const notGiven: string[] = [];
  if (modes.includes("urls") || modes.includes("rss")) {
    const given = distinct(addressLines(options.sourceUrlsFile));
    const urls = given.filter((url) => !isBlocked(url));
    if (urls.length < given.length)
      log.info(`blockedDomainsFile leaves out ${counted(given.length - urls.length, "page")}.`);
    if (given.length === 0) {
      notGiven.push(
        ...(["urls", "rss"] as const).filter((mode) => modes.includes(mode)).map((mode) => NOT_GIVEN[mode]),
      );
    } else if (providers.web !== undefined) {
      const asPages = modes.includes("urls");
      const listed = modes.includes("rss")
        ? await readFeeds(urls, context, session, { asPages, isBlocked })
        : undefined;
      const pages = await readPages(listed?.pages ?? urls, context, session);
      items.push(...(listed?.items ?? []));
      sources.push(...pages.sources);
      failures.push(...(listed?.failures ?? []), ...pages.failures);
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
    const texts = readTexts(options.sourceTextFile, context);
    sources.push(...texts.sources);
    failures.push(...texts.failures);
    if (texts.sources.length + texts.failures.length === 0) {
      notGiven.push(
        filled(options.sourceTextFile)
          ? "The text of sourceTextFile is too short: it has no paragraph or sentence to work with. Give a longer one."
          : NOT_GIVEN.text,
      );
    }
  }
  return { sources, items, failures, notGiven };
}

function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ""))];
}

function filled(lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== "");
}
