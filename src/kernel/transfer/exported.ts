import { squashed } from "../plugin-registry.js";
import { SERVER_KIND } from "../secrets/older-stores.js";
import type { Account, Effect, LineResult, Run, Selection, StorageAdapter, StoredFile, TaskHint } from "../storage.js";
import { statusNamed, type Task } from "../task.js";
import type { PluginEntry } from "../task-plugin.js";
import type { TaskFilter } from "../tasks/task-finder.js";
import { type Clock, systemClock } from "../values/clock.js";
import {
  COUNTED,
  type Contents,
  FORMAT_VERSION,
  type Header,
  inOrder,
  isCounted,
  type Kind,
  noneYet,
  PIECE_BYTES,
  type TransferCounts,
} from "./format.js";
import { installed } from "./installed.js";
import { withoutSecrets } from "./without-secrets.js";

export interface ExportOptions {
  /** Which tasks; all by default. Accounts go along with all tasks only. */
  readonly filter?: Omit<TaskFilter, "name">;
  /** Whether secrets go along, as they are stored; false by default, and then their places are empty. */
  readonly secrets?: boolean;
  /** The task types there are, which say what is secret besides what has such a name. */
  readonly plugins?: readonly PluginEntry[];
  /** Called after every line with what it and those before it hold. */
  readonly progress?: (counts: TransferCounts) => void;
  /** Ends the export between two lines, which throws the signal's reason. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/**
 * The whole store, or the tasks that the filter asks for, as JSON lines. What changes meanwhile may be in or out; a
 * running task is in as it is at that moment.
 */
export async function* exported(storage: StorageAdapter, options: ExportOptions = {}): AsyncGenerator<string> {
  const { filter = {}, secrets = false, plugins, progress, signal, clock = systemClock } = options;
  const types = installed(plugins);
  const counts = noneYet();
  const line = <K extends Kind>(kind: K, value: Contents[K]): string => {
    signal?.throwIfAborted();
    if (isCounted(kind)) counts[COUNTED[kind]] += 1;
    progress?.({ ...counts });
    return JSON.stringify({ [kind]: inOrder(kind, value) });
  };
  const header: Header = {
    scriptorium: "export",
    version: FORMAT_VERSION,
    secrets,
    exportedAt: clock.now().toISOString(),
  };
  yield JSON.stringify(header);
  if (isEverything(filter)) {
    for await (const account of storage.accounts.list()) {
      if (account.kind !== SERVER_KIND) yield line("account", secrets ? account : withoutSealed(account));
    }
  }
  for await (const id of storage.tasks.scan(idsOf(filter), hintOf(filter))) {
    const task = await storage.tasks.get(id);
    if (task === undefined) continue;
    const marks = await types.marks(task.type);
    const toShow = <T extends Task | Run>({ fence: _fence, ...record }: T) =>
      secrets ? record : withoutSecrets(record, marks);
    yield line("task", toShow(task));
    for await (const run of storage.runs.of(id)) {
      yield line("run", toShow(run));
      for await (const end of storage.runs.lines(run._id)) yield line("line", lineToShow(end));
      for await (const effect of storage.runs.effects(run._id)) yield line("effect", effectToShow(effect));
      for await (const row of storage.content.rows(id, { runId: run._id })) yield line("row", row);
    }
    for await (const keyword of storage.content.keywords(id)) {
      const article = await storage.content.article(id, keyword);
      if (article !== undefined) yield line("article", { keyword, ...article });
    }
    for await (const { path } of storage.content.files(id)) {
      const file = await storage.content.file(id, path);
      if (file === undefined) continue;
      const { bytes, ...info } = file;
      yield line("file", info);
      for (const piece of piecesOf(bytes)) yield line("bytes", piece);
    }
    for await (const { n: _n, ...entry } of storage.content.log(id)) yield line("log", entry);
  }
  yield line("end", { ...counts });
}

/** How many tasks an export with the filter will hold, about. */
export async function toExport(storage: StorageAdapter, filter: ExportOptions["filter"] = {}): Promise<number> {
  return storage.tasks.count(hintOf(filter));
}

type Filter = NonNullable<ExportOptions["filter"]>;

function isEverything({ type, group, status }: Filter): boolean {
  return !type && !group && !status;
}

function hintOf({ group, status }: Filter): TaskHint | undefined {
  const all: TaskHint[] = [];
  if (group) all.push({ path: "group", values: [group] });
  if (status) all.push({ path: "status", values: [statusNamed(status)] });
  return all.length === 0 ? undefined : { all };
}

function idsOf({ type, group, status }: Filter): Selection<string> {
  return {
    reads: ["_id", "type", "group", "status"],
    pick: (task) =>
      (!type || squashed(task.type) === squashed(type)) &&
      (!group || task.group === group) &&
      (!status || task.status === statusNamed(status))
        ? task._id
        : undefined,
  };
}

/** Which rows a failure has left cannot be told in a file. */
function lineToShow({ counts: _counts, rows: _rows, ...line }: LineResult): Contents["line"] {
  return line;
}

function effectToShow({ counts: _counts, ...effect }: Effect): Contents["effect"] {
  return effect;
}

function withoutSealed({ sealed: _sealed, ...account }: Account): Contents["account"] {
  return account;
}

function* piecesOf(bytes: StoredFile["bytes"]): Generator<string> {
  for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES) {
    const piece = bytes.subarray(from, from + PIECE_BYTES);
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString("base64");
  }
}
