import type { RunWithOutput } from "../storage.js";
import { type ArrivingTask, BATCH, type Belonging, restedRun, restedTask } from "./arriving-task.js";
import type { Contents } from "./format.js";
import type { Insert, Insertion } from "./insertions.js";

/**
 * A task that is stored in one step when all of it is there. One that turns out to be large is `streamed` from then on.
 */
export function gatheredTask(task: Contents["task"], insert: Insert, streamed: () => ArrivingTask): ArrivingTask {
  let gathered: Belonging[] = [];
  let size = 0;
  let large: ArrivingTask | undefined;
  return {
    async add(record) {
      if (large !== undefined) return large.add(record);
      gathered.push(record);
      size += record.size;
      if (gathered.length < BATCH.items && size < BATCH.size) return;
      large = streamed();
      await Promise.all(gathered.map(large.add));
      gathered = [];
    },
    async end() {
      await (large?.end() ?? insert(insertionOf(task, gathered)));
    },
    async remove(because) {
      await large?.remove(because);
    },
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };

function insertionOf(task: Contents["task"], records: readonly Belonging[]): Insertion {
  const runs: Mutable<RunWithOutput>[] = [];
  const content: Mutable<Omit<Insertion, "task" | "runs">> = { articles: [], files: [], log: [], runLines: [] };
  for (const record of records) {
    // Nothing of a run comes before the run.
    const run = runs.at(-1)!;
    switch (record.kind) {
      case "run":
        runs.push({ run: restedRun(record.value), lines: [], effects: [], rows: [] });
        content.runLines.push(record.line);
        break;
      case "line":
        run.lines.push(record.value);
        break;
      case "effect":
        run.effects.push(record.value);
        break;
      case "row":
        run.rows.push(record.value);
        break;
      case "article": {
        const { keyword, ...article } = record.value;
        content.articles.push({ keyword, article });
        break;
      }
      case "file":
        content.files.push(record.value);
        break;
      case "log":
        content.log.push(record.value);
    }
  }
  return { ...content, task: restedTask(task, new Set(runs.map(({ run }) => run._id))), runs };
}
