import { ScriptoriumError } from "../errors.js";
import type { Effect, LineResult, LogEntry, Run, RunOutput, StorageAdapter, StoredFile } from "../storage.js";
import { atRest, type Task, type TaskError } from "../task.js";
import type { Clock } from "../values/clock.js";
import type { JsonObject } from "../values/json.js";
import { type Contents, refusedLine } from "./format.js";
import type { ImportRecord } from "./records.js";

/** What a task brings along, with the number of its line. */
export type Belonging = Exclude<ImportRecord, { readonly kind: "account" | "task" }>;

/** A task while its content comes in. */
export interface ArrivingTask {
  /** The first has the task inserted, under a mark that it is incomplete, which its end takes away. */
  add(record: Belonging): Promise<void>;
  /** Stores what is left and lets the task be what it was; has it inserted when nothing belongs to it. */
  end(): Promise<void>;
  /** Removes the task with all that has come in, because of the error. */
  remove(because: unknown): Promise<void>;
}

/** Items and characters that are gathered before they are written. */
const BATCH = { items: 500, size: 1024 * 1024 } as const;

/** How long a run is held while it is filled, and after how long that is renewed. */
const HELD_MS = 10 * 60_000;
const RENEWED_MS = 60_000;

/** What a task says until all of it is there, for the case that the import is killed. */
const CUT_OFF: TaskError = {
  code: "interrupted",
  message: "The import of this task was cut off, so a part of it is missing. Import it again and replace this one.",
};

export function arrivingTask(
  storage: StorageAdapter,
  task: Contents["task"],
  clock: Clock,
  insert: (task: Task) => Promise<void>,
): ArrivingTask {
  let inserted = false;
  const runIds = new Set<string>();
  let carrier: (Run & { readonly fence: number }) | undefined;
  let heldAt = 0;
  let invented = false;
  let batch = emptyBatch();

  async function flush(): Promise<void> {
    const { line: end, effects, articles, rows, files, log, items } = batch;
    if (items === 0) return;
    batch = emptyBatch();
    // Articles, files and log belong to the task, but only a run can write them; this one goes at the end.
    if (carrier === undefined) {
      const _id = `import-${task._id}`.slice(0, 64);
      await begin({
        _id,
        taskId: task._id,
        status: "complete",
        origin: "import",
        attempts: 1,
        seed: "",
        createdAt: clock.now().toISOString(),
        revision: 2,
      });
      invented = true;
    }
    const { _id, fence } = carrier!;
    if (clock.monotonic() - heldAt > RENEWED_MS) await hold(() => storage.runs.renew(_id, fence, HELD_MS));
    const output: RunOutput = { effects, articles, rows, files, log, ...(end === undefined ? {} : { line: end }) };
    if (!(await storage.runs.write(_id, output, fence))) throw changedMeanwhile();
  }

  /** It is held, so that no server that uses the store takes it for one whose worker is gone. */
  async function begin(run: Run): Promise<void> {
    const fence = run.revision - 1;
    await storage.runs.insert({ ...run, status: "waiting", revision: fence - 1 });
    await hold(() => storage.runs.claim({ ...run, status: "running", revision: fence, fence }, HELD_MS));
    carrier = { ...run, fence };
  }

  async function hold(work: () => Promise<boolean>): Promise<void> {
    heldAt = clock.monotonic();
    if (!(await work())) throw changedMeanwhile();
  }

  /** The run is what it was, or what a stop of the server makes of it. */
  async function settle(): Promise<void> {
    await flush();
    const run = carrier;
    carrier = undefined;
    if (run === undefined) return;
    if (invented) await storage.runs.delete(run._id);
    else {
      const { fence: _fence, ...was } = run;
      const wasActive = was.status === "waiting" || was.status === "running";
      if (!(await storage.runs.replace(wasActive ? { ...was, status: "interrupted" } : was))) throw changedMeanwhile();
    }
    invented = false;
  }

  return {
    async add(record) {
      if (!inserted) {
        const { progress: _progress, runId: _runId, ...bare } = task;
        await insert({ ...bare, status: "failed", error: CUT_OFF, revision: task.revision - 1 });
        inserted = true;
      }
      switch (record.kind) {
        case "run":
          await settle();
          await refuseForeignRun(storage, record.value, record.line);
          await begin(record.value);
          runIds.add(record.value._id);
          return;
        case "line":
          // One write can hold the end of one line.
          if (batch.line !== undefined) await flush();
          batch.line = record.value;
          break;
        case "effect":
          batch.effects.push(record.value);
          break;
        case "row":
          batch.rows.push(record.value);
          break;
        case "article": {
          const { keyword, ...article } = record.value;
          batch.articles.push({ keyword, article });
          break;
        }
        case "file":
          batch.files.push(record.value);
          break;
        case "log":
          batch.log.push(record.value);
      }
      batch.items += 1;
      batch.size += record.size;
      if (batch.items >= BATCH.items || batch.size >= BATCH.size) await flush();
    },
    async end() {
      await settle();
      const { runId, ...others } = task;
      // A run that did not come along is not the task's, whoever has one of that id.
      const whole: Task = runId === undefined || runIds.has(runId) ? task : others;
      const rested: Task = atRest(whole.status) ? whole : { ...whole, status: "aborted" };
      if (!inserted) await insert(rested);
      else if (!(await storage.tasks.replace(rested))) throw changedMeanwhile();
    },
    async remove(because) {
      // Another task may have the id.
      if (!inserted) return;
      try {
        await storage.tasks.delete(task._id);
      } catch {
        const said = ScriptoriumError.is(because) ? because.message : "The import failed.";
        throw new ScriptoriumError(
          "STORAGE_FAILED",
          `${said} A part of the task ${task._id} was stored and could not be removed. Delete that task, or import it again and replace it.`,
          { id: task._id },
          { cause: because },
        );
      }
    },
  };
}

interface Batch {
  line?: LineResult;
  readonly effects: Effect[];
  readonly articles: { keyword: string; article: Omit<Contents["article"], "keyword"> }[];
  readonly rows: JsonObject[];
  readonly files: StoredFile[];
  readonly log: LogEntry[];
  items: number;
  size: number;
}

function emptyBatch(): Batch {
  return { effects: [], articles: [], rows: [], files: [], log: [], items: 0, size: 0 };
}

/** A run of the same id would be taken for the task's own. */
export async function refuseForeignRun(storage: StorageAdapter, run: Contents["run"], line: number): Promise<void> {
  const there = await storage.runs.get(run._id);
  if (there === undefined || there.taskId === run.taskId) return;
  throw refusedLine(line, `holds the run ${run._id}, which another task has already`);
}

function changedMeanwhile(): ScriptoriumError {
  return new ScriptoriumError("BUSY", "The task was changed or deleted while it was imported. Import it again.");
}
