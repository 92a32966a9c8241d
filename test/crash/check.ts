import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { isHidden } from "../../src/kernel/files/hidden-paths.js";
import type { Article, LineResult, LogEntry, RunStatus } from "../../src/kernel/storage.js";
import type { Task, TaskSummary } from "../../src/kernel/task.js";
import type { Connection } from "./client.js";
import { dataOf, type Entry, type Ledger } from "./ledger.js";

/** What `POST /stored` returns for a task. */
export interface Stored {
  readonly id: string;
  readonly task?: Task;
  readonly articles: readonly { readonly keyword: string; readonly article?: Article }[];
  readonly files: readonly { readonly path: string; readonly whole: boolean; readonly text: string }[];
  readonly rows: readonly {
    readonly line: string;
    readonly runId: string;
    readonly part: number;
    readonly text: string;
  }[];
  readonly log: readonly LogEntry[];
  readonly runs: readonly {
    readonly runId: string;
    readonly status: RunStatus;
    readonly wanted?: readonly string[];
    readonly lines: readonly LineResult[];
  }[];
}

export type Damage = "lost" | "torn" | "unreadable" | "left running" | "done twice";

export interface Inspection {
  readonly connection: Connection;
  readonly ledger: Ledger;
  /** Ids of tasks to look at in full besides those that were touched. */
  readonly sample: (id: string) => boolean;
  found(damage: Damage, sentence: string): void;
}

/** How long taken-up runs may go on before they count as left behind; no promise, only an end to the waiting. */
const PATIENCE_MS = 60_000;

/** Compares what is stored with the ledger, which afterwards knows what became of all that was not acknowledged. */
export async function inspect(inspection: Inspection): Promise<void> {
  const { connection, ledger, sample, found } = inspection;
  const summaries = await settled(inspection);
  const there = new Map(summaries.map((summary) => [summary.id, summary]));
  for (const entry of ledger.entries.values()) compare(entry, there.get(entry.id), found);
  for (const { id, name } of summaries) {
    if (ledger.entries.has(id)) continue;
    ledger.uncertainTasks -= 1;
    if (ledger.uncertainTasks < 0) found("lost", `The task ${id}, ${name}, is there, but nobody asked for it.`);
    const version = versionIn(name);
    ledger.add(id, [version]).run = "maybe";
  }
  ledger.uncertainTasks = 0;

  const ids = [...ledger.entries.values()].filter(({ id, touched }) => touched || sample(id)).map(({ id }) => id);
  for (let start = 0; start < ids.length; start += 50) {
    const { success, message, result } = await connection.call("/stored", ids.slice(start, start + 50));
    if (!success) found("unreadable", `Contents cannot be read: ${message}`);
    for (const stored of (result ?? []) as Stored[]) {
      const entry = ledger.entries.get(stored.id);
      if (entry === undefined) continue;
      entry.touched = false;
      for (const sentence of leftovers(stored)) found("lost", `${stored.id} was deleted, but ${sentence}`);
      for (const sentence of damage(stored)) found("torn", `${stored.id}: ${sentence}`);
    }
  }
}

/** All tasks, once no run is active any more. */
async function settled({ connection, found }: Inspection): Promise<readonly TaskSummary[]> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { success, message, result } = await connection.call("/all-projects");
    if (!success) {
      found("unreadable", `The tasks cannot be listed: ${message}`);
      return [];
    }
    const tasks = result as TaskSummary[];
    const open = tasks.filter(({ status }) => ["waiting", "running", "aborting..."].includes(status));
    if (open.length === 0) return tasks;
    if (performance.now() > deadline) {
      for (const { id, status } of open) found("left running", `The task ${id} is still ${status}.`);
      return tasks;
    }
    await wait(20);
  }
}

function compare(entry: Entry, summary: TaskSummary | undefined, found: Inspection["found"]): void {
  const { id } = entry;
  if (entry.deleted !== "no") {
    if (entry.deleted === "yes" && summary) found("lost", `The task ${id} was deleted and is there again.`);
    entry.deleted = summary ? "no" : "yes";
  } else if (summary === undefined) {
    found("lost", `The task ${id}, version ${entry.versions}, is gone.`);
    entry.deleted = "yes";
  }
  if (summary === undefined) return;
  const { name, status } = summary;
  const version = versionIn(name);
  if (!entry.versions.includes(version)) {
    found("lost", `The task ${id} is ${name} and should be version ${entry.versions.join(" or ")}.`);
  }
  entry.versions = [version];
  const allowed = entry.complete
    ? ["complete"]
    : [
        ...(entry.run === "yes" ? [] : ["draft"]),
        ...(entry.run === "no" ? [] : ["complete", "failed", ...(entry.mayHaveEnded ? ["aborted"] : [])]),
      ];
  if (!allowed.includes(status)) {
    found("lost", `The task ${id} is ${status} and should be ${allowed.join(" or ")}.`);
  }
  entry.complete = status === "complete";
  entry.run = status === "draft" ? "no" : "yes";
}

function leftovers({ task, articles, files, rows, log, runs }: Stored): string[] {
  if (task !== undefined) return [];
  return Object.entries({ articles, files, rows, log, runs }).flatMap(([what, { length }]) =>
    length > 0 ? [`${length} ${what} of it are left.`] : [],
  );
}

/** What of a task cannot have been written by anybody: parts of it are there and others not, or do not fit together. */
export function* damage({ task, articles, files, rows, log, runs }: Stored): Generator<string> {
  if (task === undefined) return;
  yield* ofData(task);
  for (const { path, whole, text } of files) {
    if (!whole || !isSigned(text)) yield `The file ${path} is not whole.`;
  }
  for (const { keyword, article } of articles) {
    if (!article?.sentences.every(isSigned)) yield `The article ${keyword} is not whole.`;
    const file = files.find(({ path }) => path === `files/${keyword}.txt`);
    const runId = article?.keywords[1] ?? "none";
    if (!file?.text.includes(runId)) yield `The article and the file of ${keyword} are not of one run.`;
  }
  // Beside them may stand what they held before the last run.
  const own = files.filter(({ path }) => !isHidden(path)).length;
  if (own !== articles.length) yield `It has ${own} files and ${articles.length} articles.`;

  const done = new Set<string>();
  for (const { runId, status, wanted, lines } of runs) {
    for (const { line, state, error } of lines) {
      if (state === "failed") yield `The line ${line} failed: ${error}`;
      done.add(`${line} of ${runId}`);
      if (!articles.some(({ keyword }) => keyword === line)) yield `The line ${line} is done and has no article.`;
    }
    for (const line of wanted ?? []) {
      if (status === "complete" && !done.has(`${line} of ${runId}`)) yield `A complete run has not done ${line}.`;
    }
  }
  yield* inStep(
    "rows",
    2,
    done,
    rows.map(({ line, runId }) => `${line} of ${runId}`),
  );
  for (const { text, line } of rows) if (!isSigned(text)) yield `A row of ${line} is not whole.`;
  const entries = log.filter(({ msg }) => isSigned(msg)).map(({ msg }) => msg.slice(0, msg.lastIndexOf(" #")));
  yield* inStep("log entries", 1, done, entries);
}

/** Every finished line has so many of them, and no other line has any. */
function* inStep(what: string, each: number, done: ReadonlySet<string>, names: readonly string[]): Generator<string> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const name of done) {
    if (counts.get(name) !== each) yield `The line ${name} is done and has ${counts.get(name) ?? 0} ${what}.`;
  }
  for (const name of counts.keys()) if (!done.has(name)) yield `The line ${name} has ${what} and is not done.`;
}

function* ofData({ name, data }: Task): Generator<string> {
  const version = versionIn(name);
  if (data["jobName"] !== name) yield `Its name is ${name} and that of its data is ${data["jobName"]}.`;
  if (version === 0) return;
  const { group, note, size, lines } = dataOf(version);
  const { jobName: _name, ...found } = data;
  for (const [key, value] of Object.entries({ group, note, size, lines })) {
    if (JSON.stringify(found[key]) !== JSON.stringify(value)) yield `Its ${key} is not that of version ${version}.`;
  }
}

/** 0 for the name of a new task. */
function versionIn(name: string): number {
  return Number(/^Job (\d+)( \(copy\))*$/.exec(name)?.[1] ?? (/^New Crash Work( \(copy\))*$/.test(name) ? 0 : -1));
}

function isSigned(text: string): boolean {
  const place = text.lastIndexOf(" #");
  return text.slice(place + 2) === createHash("sha256").update(text.slice(0, place)).digest("hex");
}
