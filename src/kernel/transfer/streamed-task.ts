import { ScriptoriumError } from "../errors.js";
import type { Effect, LineResult, LogEntry, Run, RunOutput, StorageAdapter, StoredFile } from "../storage.js";
import type { Task, TaskError } from "../task.js";
import type { Clock } from "../values/clock.js";
import type { JsonObject } from "../values/json.js";
import { type ArrivingTask, BATCH, type Belonging, restedRun, restedTask } from "./arriving-task.js";
import type { Contents } from "./format.js";
import type { Insert, Insertion } from "./insertions.js";
import { refusedRun } from "./refused-run.js";

/** How long a run is held while it is filled, and after how long that is renewed. */
const HELD_MS = 10 * 60_000;
const RENEWED_MS = 60_000;

/** What a task says until all of it is there, for the case that the import is killed. */
const CUT_OFF: TaskError = {
  code: "interrupted",
  message: "The import of this task was cut off, so a part of it is missing. Import it again and replace this one.",
};

/**
 * A task that is stored as it comes. The first record has it inserted, under a mark that it is incomplete, which its end
 * takes away; with none it is inserted at the end.
 */
export function streamedTask(
  storage: StorageAdapter,
  task: Contents["task"],
  clock: Clock,
  insert: Insert,
): ArrivingTask {
  let work = Promise.resolve();
  let inserted = false;
  const runIds = new Set<string>();
  let carrier: (Run & { readonly fence: number }) | undefined;
  let heldAt = 0;
  let invented = false;
  let batch = emptyBatch();

  async function refuseTakenRun(run: Run, line: number): Promise<void> {
    const there = await storage.runs.get(run._id);
    if (there !== undefined) throw refusedRun(run, there.taskId, line);
  }

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

  async function settle(): Promise<void> {
    await flush();
    const run = carrier;
    carrier = undefined;
    if (run === undefined) return;
    if (invented) await storage.runs.delete(run._id);
    else {
      const { fence: _fence, ...was } = run;
      if (!(await storage.runs.replace(restedRun(was)))) throw changedMeanwhile();
    }
    invented = false;
  }

  async function store(record: Belonging): Promise<void> {
    if (!inserted) {
      const { progress: _progress, runId: _runId, ...bare } = task;
      await insert(withNothing({ ...bare, status: "failed", error: CUT_OFF, revision: task.revision - 1 }));
      inserted = true;
    }
    switch (record.kind) {
      case "run":
        await settle();
        await refuseTakenRun(record.value, record.line);
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
  }

  async function finish(): Promise<void> {
    await settle();
    const rested = restedTask(task, runIds);
    if (!inserted) await insert(withNothing(rested));
    else if (!(await storage.tasks.replace(rested))) throw changedMeanwhile();
  }

  return {
    add(record) {
      work = work.then(() => store(record));
      // Whoever ends it hears of it, too.
      work.catch(() => {});
      return work;
    },
    end: () => work.then(finish),
    async remove(because) {
      await work.catch(() => {});
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

function withNothing(task: Task): Insertion {
  return { task, runs: [], articles: [], files: [], log: [], runLines: [] };
}

function changedMeanwhile(): ScriptoriumError {
  return new ScriptoriumError("BUSY", "The task was changed or deleted while it was imported. Import it again.");
}
