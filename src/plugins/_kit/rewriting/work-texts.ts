import {
  type JsonObject,
  type Random,
  ScriptoriumError,
  seededRandom,
  seedOf,
  type TaskContext,
} from "../../../kernel/index.js";
import { counted } from "../counted.js";
import { isSkipped, rowOfUndone } from "./skipped-texts.js";
import type { SourceText } from "./texts-in.js";

export interface OutFile {
  readonly path: string;
  readonly content: string;
  /** Media type. */
  readonly type: string;
}

/** What became of one text in one language. */
export interface Outcome {
  readonly files: readonly OutFile[];
  readonly row: JsonObject;
  /** Kept with the note that it is done, for a later attempt at the run. */
  readonly kept?: JsonObject;
}

export interface TextJob {
  readonly source: SourceText;
  /** Part of what a finished job is known by, such as a language; empty when there is one job for each text. */
  readonly target: string;
}

type Context = Pick<
  TaskContext<never>,
  "checkpoint" | "checkpoints" | "output" | "progress" | "signal" | "log" | "random"
>;

/** After these nobody can be asked again, so the other texts would fail as well. */
const STOPPING = new Set(["auth", "no-credentials", "no-network", "no-provider", "budget", "PROVIDER_MISSING"]);
/** Failures at the beginning after which a service counts as down. */
const MOST_FAILURES = 3;

/**
 * Does the jobs one after the other, each stored with its row as soon as it is done, so that a run that was interrupted goes on with
 * the next one. A text that fails has a row of its own. Throws, with the fact `hasRows`, where none could be done or nothing more can be.
 */
export async function workTexts(
  jobs: readonly TextJob[],
  context: Context,
  {
    work,
    failureRow,
  }: {
    work(job: TextJob, random: Random): Promise<Outcome>;
    failureRow(job: TextJob, error: ScriptoriumError): JsonObject;
  },
): Promise<void> {
  const { signal, output, log } = context;
  const done = new Set<string>();
  for await (const { key, value } of context.checkpoints()) if (value["isDone"] === true) done.add(key);
  let worked = done.size;
  let failed = 0;
  let skipped = 0;
  let firstError: ScriptoriumError | undefined;
  const seed = seedOf(context.random) ?? "";
  for (const [index, job] of jobs.entries()) {
    const key = keyOf(job);
    if (done.has(key)) continue;
    signal.throwIfAborted();
    context.progress({ phase: "writing", parts: { done: index, found: jobs.length } });
    try {
      // Of its own, so that a job makes the same choices whatever was done before it.
      const { files, row, kept } = await work(job, seededRandom(`${seed} ${key}`));
      for (const { path, content, type } of files) output.file(path, content, type);
      output.row(row);
      worked += 1;
      await context.checkpoint(key, { ...kept, isDone: true }, { replacesRows: true });
    } catch (error) {
      signal.throwIfAborted();
      if (!ScriptoriumError.is(error)) throw error;
      output.row(rowOfUndone(failureRow(job, error), error, job.source.file, log));
      if (isSkipped(error)) {
        skipped += 1;
        await context.checkpoint(key, { isDone: true }, { replacesRows: true });
        continue;
      }
      firstError ??= error;
      failed += 1;
      await context.checkpoint(key, { isDone: false }, { replacesRows: true });
      const isDown = error.code === "TRANSLATION_FAILED" && worked === 0 && failed >= MOST_FAILURES;
      if (STOPPING.has(error.code) || isDown) throw withRows(error);
    }
  }
  if (worked === 0 && firstError !== undefined) throw withRows(firstError);
  if (worked === 0 && skipped > 0) {
    log.warn(
      "All texts are in other languages than those of languageFilter. Change it, or leave it empty.",
      "empty-result",
    );
  }
  const others = [failed === 0 ? "" : `, ${failed} failed`, skipped === 0 ? "" : `, ${skipped} skipped`];
  log.info(`${counted(worked, "file")} done${others.join("")}.`);
}

/** What a job is known by among those of a run. */
export const keyOf = ({ target, source }: TextJob) => `${target}:${source.file}`;

function withRows(error: ScriptoriumError): ScriptoriumError {
  return new ScriptoriumError(error.code, error.message, { ...error.facts, hasRows: true }, { cause: error });
}

/** Where the number-th variant of a text goes, below a folder; names that some systems cannot have are changed. */
export function outPath(folder: string, file: string, { number, asText }: { number: number; asText: boolean }): string {
  const safe = file
    .split("/")
    .map((name) => name.replace(/[<>:"|?*\\\u0000-\u001f]/g, "-").replace(/[. ]+$/, "") || "-")
    .join("/");
  const named = asText ? `${safe}.txt` : safe;
  const dot = named.lastIndexOf(".");
  return `${folder}/${number === 0 ? named : `${named.slice(0, dot)}-${number + 1}${named.slice(dot)}`}`;
}
