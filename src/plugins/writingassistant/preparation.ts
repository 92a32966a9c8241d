import { ScriptoriumError, type WebSession, type WriterProvider } from "../../kernel/index.js";
import { RunImages } from "../_kit/image-insert/run-images.js";
import { checkHeadingWriter, insertProblems } from "../_kit/inserts/index.js";
import { type JunkFilter, junkFilter } from "../_kit/inserts/junk-filter.js";
import { checkSpinMode } from "../_kit/rewriting/spun-sentences.js";
import { nothingRead, readFolder, readPages, type Source } from "../_kit/source-texts/read-sources.js";
import { SourceIndex } from "../_kit/source-texts/source-index.js";
import { addressLines } from "../_kit/web/logins.js";
import { webSession } from "../_kit/web/options.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { chosenWriter } from "../_kit/writing/chosen-writer.js";
import { storedVoice } from "../_kit/writing/stored-texts.js";
import { type UsageLedger, type UsageRow, usageLedger } from "../_kit/writing/usage.js";
import { NOT_GIVEN, outputFormats, stagesOf } from "./checks.js";
import { type Job, jobsOf, tableFile } from "./jobs.js";
import type { Context, OutputFormat, Stage } from "./options.js";

/** What all articles of a run share. */
export interface RunState {
  readonly writer: WriterProvider;
  readonly ledger: UsageLedger;
  /** Calls whose usage the ledger has, by their keys. */
  readonly counted: Set<string>;
  readonly stages: readonly Stage[];
  readonly formats: readonly OutputFormat[];
  /** How the brand writes: the stored voice and the task's own. */
  readonly brandVoice: string;
  readonly isJunk: JunkFilter;
  /** Images that articles of the run have. */
  readonly images: RunImages;
  /** What the images of its articles are known by, by their lines. */
  readonly imageClaims: Map<string, readonly string[]>;
  readonly session: WebSession;
  /** Those of `sourceUrlsFile` and `sourceFolder`, read once. */
  readonly shared: SourceIndex;
  readonly jobs: ReadonlyMap<string, Job>;
  /** Lines that are approved. */
  readonly approved: ReadonlySet<string>;
}

export type RunContext = Context & { readonly state: RunState };

/** Under what a call's usage is kept, so that a run that goes on counts it. */
export const USAGE = "usage ";
/** Under what a row is kept, with what the images of its article are known by. */
export const ROW = "row ";

/** Reads what the articles share. Throws what makes every one of them fail. */
export async function prepared(context: Context): Promise<RunState> {
  const { options, providers, log } = context;
  const writer = chosenWriter(providers.writer, { writerProvider: options.writerProvider, what: "AI writer" });
  const stages = stagesOf(options);
  const formats = outputFormats(options);
  const jobs = jobsOf(options);
  if (jobs.length === 0 && tableFile(options) === undefined) {
    throw new ScriptoriumError("no-input", NOT_GIVEN.prompts, { field: "promptsFile" });
  }
  const voice = await storedVoice(options.brandVoiceId, providers.prompts);
  checkHeadingWriter(options, providers.writer);
  checkSpinMode(options, providers);
  for (const { message, severity } of await insertProblems(options)) {
    if (severity === "error") throw new ScriptoriumError("bad-input", message, { field: "articleReplaceFilterFile" });
    log.warn(message);
  }
  if (options.research !== "none") noteHowItReads(context);
  if (options.factCheck === "require" && options.research === "none") {
    log.warn(
      'factCheck is "require" and research is "none": there is nothing to look figures up in but the lines themselves, so articles with any will need your review.',
    );
  }
  const session = webSession(options, context.runId, options.sourceUrlsFile);
  const { rows, counted, imageClaims } = await fromEarlier(context);
  return {
    ...{ writer, stages, formats, session, counted, imageClaims },
    brandVoice: [voice, options.brandVoice].filter((one) => one.trim() !== "").join("\n"),
    isJunk: junkFilter(options.articleJunkFilterFile),
    images: new RunImages([...imageClaims.values()].flat()),
    ledger: usageLedger(rows),
    shared: new SourceIndex(await sharedSources(context, session)),
    jobs: new Map(jobs.map((job) => [job.line, job])),
    approved: new Set(options.approvedFile.map((line) => line.trim()).filter((line) => line !== "")),
  };
}

/** What the calls of earlier attempts at this run took, and which images their articles have. */
async function fromEarlier({ checkpoints }: Pick<Context, "checkpoints">) {
  const rows: UsageRow[] = [];
  const counted = new Set<string>();
  const imageClaims = new Map<string, readonly string[]>();
  for await (const { key, value } of checkpoints()) {
    if (key.startsWith(ROW) && value["line"] !== undefined)
      imageClaims.set(String(value["line"]), value["images"] as readonly string[]);
    if (!key.startsWith(USAGE)) continue;
    counted.add(key.slice(USAGE.length));
    // Nobody else writes checkpoints of this name.
    rows.push(...(value["rows"] as unknown as UsageRow[]));
  }
  return { rows, counted, imageClaims };
}

async function sharedSources(context: Context, session: WebSession): Promise<readonly Source[]> {
  const { options } = context;
  if (options.research === "urls") {
    const urls = [...new Set(addressLines(options.sourceUrlsFile).map((line) => line.trim()))].filter(
      (line) => line !== "",
    );
    if (urls.length === 0) throw new ScriptoriumError("no-input", NOT_GIVEN.urls, { field: "sourceUrlsFile" });
    const { sources, failures } = await readPages(urls, context, session);
    if (sources.length === 0) throw nothingRead(failures);
    return sources;
  }
  if (options.research === "folder") {
    const folder = options.sourceFolder.trim();
    if (folder === "") throw new ScriptoriumError("no-input", NOT_GIVEN.folder, { field: "sourceFolder" });
    const { sources, failures } = await readFolder(folder, context);
    if (sources.length > 0) return sources;
    if (failures.length > 0) throw nothingRead(failures);
    throw new ScriptoriumError(
      "no-input",
      "The folder of sourceFolder holds no html, md or txt file. Put the texts there or name another folder.",
      { field: "sourceFolder" },
    );
  }
  return [];
}
