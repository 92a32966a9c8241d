import type { LineResult, Run, RunOutput, RunStore } from "../../kernel/storage.js";
import { noTaskForRun, taken } from "../refusals.js";
import { type RunEntry, runsOf } from "./book.js";
import { asJson } from "./content-store.js";
import { inPages, pageOf } from "./pages.js";
import { prepared } from "./prepared.js";
import { parsed, stored } from "./records.js";
import type { Parts } from "./task-store.js";

export function runStore(opened: () => Parts): RunStore {
  async function write(id: string, output: RunOutput, isWanted: (run: RunEntry) => boolean): Promise<boolean> {
    const { book, main, contents, during } = opened();
    const run = book.runs.get(id);
    if (run === undefined || !isWanted(run)) return false;
    const texts = prepared(output);
    const isThere = () => book.runs.get(id) === run;
    return during(async () => {
      // Nothing is stored of a run that may turn out not to be.
      if (run.record.at >= run.record.log.durable) await main.settled();
      return (await contents.write(run.entry, (content) => content.write(run, texts, isThere))) ?? false;
    });
  }

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
      return run && parsed<Run>(stored(run.record));
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
      const { book, main, contents, during } = opened();
      const run = book.runs.get(id);
      if (run === undefined) return false;
      return during(async () => {
        await main.append([{ gone: "run", id, n: run.number }], () => book.removeRun(run));
        await contents.inMemory(run.entry, (content) => content.book.dropRun(run.number));
        return true;
      });
    },
    async *of(taskId, page) {
      const { book } = opened();
      const entry = book.entries.get(taskId);
      if (entry === undefined) return;
      for (const run of pageOf(runsOf(entry), page)) {
        if (book.runs.get(run.id) === run) yield parsed<Run>(stored(run.record));
      }
    },
    async count(taskId) {
      return opened().book.entries.get(taskId)?.runs?.size ?? 0;
    },
    async *lines(runId, page) {
      const run = opened().book.runs.get(runId);
      if (run === undefined) return;
      yield* inPages(
        opened().contents,
        run.entry,
        page,
        ({ book }) => book.lines.get(run.number)?.values() ?? [],
        asJson<LineResult>,
      );
    },
    write: (runId, output) => write(runId, output, ({ status }) => status === "running"),
    log: (runId, entries) => write(runId, { log: entries }, () => true),
  };
}
