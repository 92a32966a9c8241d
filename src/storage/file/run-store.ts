import type { LineResult, Run, RunStore } from "../../kernel/storage.js";
import { noTaskForRun, taken } from "../refusals.js";
import { byNumber } from "./book.js";
import { prepared, recordOf } from "./content-log.js";
import { inPages, pageOf } from "./pages.js";
import type { Parts } from "./task-store.js";

export function runStore(opened: () => Parts): RunStore {
  return {
    async insert(run) {
      const { book, main } = opened();
      if (book.runs.has(run._id)) throw taken("run");
      const entry = book.entries.get(run.taskId);
      if (entry === undefined) throw noTaskForRun();
      const { _id: id, status, revision } = run;
      const n = book.nextNumber();
      await main.append([{ put: "run", n }, JSON.stringify(run)], ([record]) =>
        book.insertRun({ id, number: n, entry, status, revision, record: record! }),
      );
    },
    async get(id) {
      const run = opened().book.runs.get(id);
      return run && recordOf<Run>(run.record);
    },
    async replace(run) {
      const { book, main } = opened();
      const known = book.runs.get(run._id);
      if (known === undefined || known.revision !== run.revision - 1) return false;
      const { status, revision } = run;
      await main.append([{ put: "run", n: known.number }, JSON.stringify(run)], ([record]) =>
        book.replaceRun(known, { status, revision, record: record! }),
      );
      return true;
    },
    async delete(id) {
      const { book, main, contents } = opened();
      const run = book.runs.get(id);
      if (run === undefined) return false;
      await main.append([{ gone: "run", id, n: run.number }], () => book.removeRun(run));
      await contents.read(run.entry, (content) => content.dropRun(id));
      return true;
    },
    async *of(taskId, page) {
      const runs = [...(opened().book.entries.get(taskId)?.runs.values() ?? [])].sort(byNumber);
      for (const run of pageOf(runs, page)) if (opened().book.runs.has(run.id)) yield recordOf<Run>(run.record);
    },
    async count(taskId) {
      return opened().book.entries.get(taskId)?.runs.size ?? 0;
    },
    async *lines(runId, page) {
      const run = opened().book.runs.get(runId);
      if (run === undefined) return;
      yield* inPages(
        opened().contents,
        run.entry,
        page,
        (content) => [...content.lines(runId).values()],
        recordOf<LineResult>,
      );
    },
    async write(runId, output) {
      const { book, contents } = opened();
      const run = book.runs.get(runId);
      if (run?.status !== "running") return false;
      const texts = prepared(output);
      await contents.write(run.entry, (content) => content.write(runId, texts));
      return true;
    },
    async log(runId, entries) {
      const { book, contents } = opened();
      const run = book.runs.get(runId);
      if (run === undefined) return false;
      const texts = prepared({ log: entries });
      await contents.write(run.entry, (content) => content.write(runId, texts));
      return true;
    },
  };
}
