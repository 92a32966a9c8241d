import { ScriptoriumError } from "../errors.js";
import { NO_MARKS } from "../secrets/marks.js";
import { SERVER_KIND } from "../secrets/older-stores.js";
import type { Run, StorageAdapter } from "../storage.js";
import type { Task } from "../task.js";
import type { PluginEntry } from "../task-plugin.js";
import { type Clock, systemClock } from "../values/clock.js";
import { shown } from "../values/json.js";
import { arrivals } from "./arrivals.js";
import { chunks } from "./chunks.js";
import {
  COUNTED,
  type Contents,
  type Header,
  type LeftOut,
  noneYet,
  refusedLine,
  type TransferCounts,
} from "./format.js";
import { type Installed, installed } from "./installed.js";
import { type ImportRecord, recordsOf } from "./records.js";
import { refusedRun } from "./refused-run.js";
import { hasPlainSecrets } from "./without-secrets.js";

/** What to do with what is in the store already: end the import, leave it as it is, or put what the file holds in its place. */
export type OnConflict = "refuse" | "skip" | "replace";

export interface ImportOptions {
  /** `refuse` by default. */
  readonly onConflict?: OnConflict;
  /** The task types there are; a task of another is refused. Without it all are taken. */
  readonly plugins?: readonly PluginEntry[];
  /**
   * Called for each record within a task that cannot be used, with its line and what is wrong: it is left out, with what
   * belongs to it. Without it such a record ends the import.
   */
  readonly leaveOut?: (record: LeftOut) => void;
  /** Called with the id of each task that goes into the store. */
  readonly took?: (taskId: string) => void;
  /** Called with the id of each task that was deleted because one of the file takes its place. */
  readonly replaced?: (taskId: string) => Promise<void>;
  /** Called after every record. */
  readonly progress?: (progress: TransferProgress) => void;
  /** Ends the import, which throws the signal's reason; a task that is half imported is removed. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

export interface TransferProgress extends TransferCounts {
  /** Tasks and accounts that were left out because they were there. */
  readonly skipped: number;
  /** Tasks and accounts that took the place of others. */
  readonly replaced: number;
}

/** What a look through a file found. */
export interface Survey extends TransferCounts {
  /** Whether encrypted values are in the file. */
  readonly secrets: boolean;
  /** Tasks and accounts that are in the store already. */
  readonly conflicts: number;
}

/**
 * Reads a whole file and the store it is to go to, and changes nothing. Throws what importing it would throw because of
 * the file, and DATA_REFUSED when something is there already and that is to be refused.
 */
export async function surveyed(
  storage: StorageAdapter,
  lines: AsyncIterable<string>,
  options: ImportOptions = {},
): Promise<Survey> {
  const { onConflict = "refuse", plugins, leaveOut, progress, signal } = options;
  const types = installed(plugins);
  const counts = noneYet();
  const examples: string[] = [];
  let conflicts = 0;
  let passedOver = false;
  let secrets = false;
  const header = (first: Header) => {
    secrets = first.secrets;
  };
  for await (const chunk of chunks(recordsOf(lines, header, leaveOut), atOnce(storage))) {
    const tasks = await stored(chunk, "task", storage.tasks);
    const runs = await stored(chunk, "run", storage.runs);
    for (const record of chunk) {
      signal?.throwIfAborted();
      counts[COUNTED[record.kind]] += 1;
      progress?.({ ...counts, skipped: 0, replaced: 0 });
      const conflict = await conflictOf(storage, record, types, (id) => tasks.get(id));
      if (record.kind === "task") passedOver = conflict !== undefined && onConflict === "skip";
      if (record.kind === "run" && !passedOver) refuseForeignRun(record, runs.get(record.value._id));
      if (conflict === undefined) continue;
      conflicts += 1;
      if (examples.length < 5) examples.push(`${conflict} (line ${record.line})`);
    }
  }
  if (conflicts > 0 && onConflict === "refuse") throw inTheWay(conflicts, examples);
  return { ...counts, secrets, conflicts };
}

/**
 * Puts what a file holds into the storage, as it comes. Every task is imported wholly or not at all; those before one
 * that fails stay, which is why `surveyed` goes before. Imported tasks rest: one that was running is `aborted`, and goes
 * on with the lines that are left when it is run.
 */
export async function imported(
  storage: StorageAdapter,
  lines: AsyncIterable<string>,
  options: ImportOptions = {},
): Promise<TransferProgress> {
  const { onConflict = "refuse", plugins, leaveOut, took, replaced, progress, signal, clock = systemClock } = options;
  const types = installed(plugins);
  const counts = { ...noneYet(), skipped: 0, replaced: 0 };
  const tasks = arrivals(storage, clock);
  let passedOver = false;
  let marks = NO_MARKS;
  /** What is in the store under the ids of tasks that come next. */
  let ahead = new Map<string, Task | undefined>();

  async function taskThere(id: string): Promise<Task | undefined> {
    if (ahead.has(id)) {
      const there = ahead.get(id);
      // From now on one of the file may be there.
      ahead.delete(id);
      return there;
    }
    // It may have come with this file.
    if (tasks.arrives(id)) await tasks.end();
    return storage.tasks.get(id);
  }

  /**
   * Whether there is room for the record, or it was made. What is to be replaced is deleted, but for an account, which can
   * change at once.
   */
  const roomFor = async (record: ImportRecord): Promise<"none" | "free" | "made"> => {
    const conflict = await conflictOf(storage, record, types, taskThere);
    if (conflict === undefined) return "free";
    if (onConflict === "refuse") throw inTheWay(1, [`${conflict} (line ${record.line})`]);
    counts[onConflict === "skip" ? "skipped" : "replaced"] += 1;
    if (onConflict === "replace" && record.kind === "task") {
      await storage.tasks.delete(record.value._id);
      await replaced?.(record.value._id);
    }
    return onConflict === "replace" ? "made" : "none";
  };

  async function take(record: ImportRecord): Promise<void> {
    if (record.kind === "account") {
      passedOver = (await roomFor(record)) === "none";
      if (!passedOver) await putAccount(storage, record.value);
    } else if (record.kind === "task") {
      const { value } = record;
      const room = await roomFor(record);
      passedOver = room === "none";
      if (!passedOver) {
        marks = await types.marks(value.type);
        if (hasPlainSecrets(value, marks)) await haveSealed(storage);
        await tasks.begin(record, room === "made");
        took?.(value._id);
      }
    } else if (!passedOver) {
      if (record.kind === "run" && hasPlainSecrets(record.value, marks)) await haveSealed(storage);
      await tasks.add(record);
    }
  }

  try {
    for await (const chunk of chunks(recordsOf(lines, undefined, leaveOut), atOnce(storage))) {
      const settled = chunk.filter((record) => record.kind === "task" && !tasks.arrives(record.value._id));
      ahead = await stored(settled, "task", storage.tasks);
      for (const record of chunk) {
        signal?.throwIfAborted();
        await take(record);
        if (passedOver) continue;
        counts[COUNTED[record.kind]] += 1;
        progress?.({ ...counts });
      }
    }
    await tasks.end();
  } catch (error) {
    await tasks.giveUp(error);
    throw error;
  }
  return counts;
}

/** Records that are read before the store is asked about them: all in one where that takes their time. */
function atOnce({ tasks }: StorageAdapter): number {
  return tasks.insertWithRuns === undefined ? 1 : 1000;
}

/** What is in the store under the ids of those of the records that are of the kind. */
async function stored<T>(
  records: readonly ImportRecord[],
  kind: "task" | "run",
  store: { get(id: string): Promise<T | undefined> },
): Promise<Map<string, T | undefined>> {
  const ids = records.flatMap((record) => (record.kind === kind ? [record.value._id] : []));
  return new Map(await Promise.all(ids.map(async (id) => [id, await store.get(id)] as const)));
}

/** A run of the same id would be taken for the task's own. */
function refuseForeignRun({ value, line }: Extract<ImportRecord, { readonly kind: "run" }>, there?: Run): void {
  if (there !== undefined && there.taskId !== value.taskId) throw refusedRun(value, there.taskId, line);
}

/** What of the record is in the store already, in words. */
async function conflictOf(
  storage: StorageAdapter,
  record: ImportRecord,
  types: Installed,
  taskThere: (id: string) => Task | undefined | Promise<Task | undefined>,
): Promise<string | undefined> {
  if (record.kind === "account") return accountInTheWay(storage, record.value);
  if (record.kind !== "task") return undefined;
  refuseUnknownType(record.value, types, record.line);
  const there = await taskThere(record.value._id);
  return there && `the task ${there._id} "${shown(there.name, 40)}"`;
}

function inTheWay(count: number, examples: readonly string[]): ScriptoriumError {
  const rest = count > examples.length ? ` and ${count - examples.length} more` : "";
  const what = `${examples.join(", ")}${rest}`;
  return new ScriptoriumError(
    "DATA_REFUSED",
    `The store already has ${what}. Choose --on-conflict skip or --on-conflict replace, or import into another store.`,
    { conflicts: count },
  );
}

function refuseUnknownType({ type }: Contents["task"], types: Installed, line: number): void {
  if (types.has(type)) return;
  const remedy = 'Name the file of that type in "plugins" (config file or SCRIPTORIUM_PLUGINS).';
  throw refusedLine(line, `holds a task of the type "${shown(type)}", which is not installed`, remedy);
}

/** Secrets in the clear, as exports of earlier versions hold them, are sealed at the next start of a server. */
async function haveSealed({ accounts }: StorageAdapter): Promise<void> {
  const marks = await Array.fromAsync(accounts.list({ kind: SERVER_KIND }));
  for (const { _id } of marks) await accounts.delete(_id);
}

/** The stored account that has the id, or the name among those of its kind, in words. */
async function accountInTheWay(
  { accounts }: StorageAdapter,
  account: Contents["account"],
): Promise<string | undefined> {
  const there = (await accounts.get(account._id)) ?? (await accounts.named(account.kind, account.name));
  return there && `the ${shown(there.kind, 40)} account "${shown(there.name, 40)}"`;
}

/** Stores the account, in place of those that are in its way. One without encrypted values keeps those it has here. */
async function putAccount({ accounts }: StorageAdapter, account: Contents["account"]): Promise<void> {
  const namesake = await accounts.named(account.kind, account.name);
  if (namesake !== undefined && namesake._id !== account._id) await accounts.delete(namesake._id);
  for (;;) {
    const there = await accounts.get(account._id);
    if (there === undefined) return accounts.insert({ ...account, sealed: account.sealed ?? {} });
    const sealed = account.sealed ?? there.sealed;
    if (await accounts.replace({ ...account, sealed, revision: there.revision + 1 })) return;
  }
}
