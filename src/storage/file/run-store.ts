import type { Effect, LineResult, Page, Run, RunOutput, RunStore } from "../../kernel/storage.js";
import { byNumber } from "../ordered-entries.js";
import { noTaskForRun, taken } from "../refusals.js";
import { asJson } from "./content-store.js";
import { inPages, pageOf } from "./pages.js";
import { prepared } from "./prepared.js";
import { noted, parsed, stored } from "./records.js";
import { type RunEntry, runsOf } from "./store-index.js";
import { changedTexts, type Parts } from "./task-store.js";

export function runStore(opened: () => Parts): RunStore {
  async function write(id: string, output: RunOutput, isWanted: (run: RunEntry) => boolean): Promise<boolean> {
    const { index, main, contents, during } = opened();
    const run = index.runs.get(id);
    if (run === undefined || !isWanted(run)) return false;
    const texts = prepared(output);
    // What it was asked with counts, unless that is taken back while this waits.
    const { revision } = run;
    const isThere = () => index.runs.get(id) === run && run.revision >= revision;
    return during(async () => {
      // Nothing is stored of a run that may turn out not to be.
      if (run.record.at >= run.record.log.durable) await main.settled();
      return (await contents.write(run.entry, (content) => content.write(run, texts, isThere))) ?? false;
    });
  }

  async function replace(run: Run, held: { readonly heldUntil?: number } = {}): Promise<boolean> {
    const { index, main, contents } = opened();
    const known = index.runs.get(run._id);
    if (known === undefined || known.revision !== run.revision - 1) return false;
    const { status, revision, fence } = run;
    const content = noted(contents.endOf(known.entry));
    await main.append([{ put: "run", n: known.number, ...content }, JSON.stringify(run)], ([record]) =>
      index.replaceRun(known, { status, revision, fence, record: record!, ...held }),
    );
    return true;
  }

  async function* pages<T>(of: "lines" | "effects", runId: string, page: Page | undefined): AsyncGenerator<T> {
    const { index, contents } = opened();
    const run = index.runs.get(runId);
    if (run === undefined) return;
    yield* inPages(
      contents,
      run.entry,
      page,
      (content) => content.index[of].get(run.number)?.values() ?? [],
      asJson<T>,
    );
  }

  return {
    async insert(run) {
      const { index, main } = opened();
      if (index.runs.has(run._id)) throw taken("run");
      const entry = index.entries.get(run.taskId);
      if (entry === undefined) throw noTaskForRun();
      const { _id: id, status, revision, fence } = run;
      const n = index.nextNumber();
      await main.append([{ put: "run", n }, JSON.stringify(run)], ([record]) =>
        index.insertRun({ id, number: n, entry, status, revision, fence, record: record!, heldUntil: 0 }),
      );
    },
    async insertWithTask(run, task) {
      const { index, main } = opened();
      const entry = index.entries.get(task._id);
      if (entry?.task.revision !== task.revision - 1) return false;
      if (index.runs.has(run._id)) throw taken("run");
      const { _id: id, status, revision, fence } = run;
      const { head, texts } = changedTexts(entry, task);
      const n = index.nextNumber();
      await main.append([{ put: "run", n, task: entry.number }, JSON.stringify(run), ...texts], ([record, , data]) => {
        const undoTask = index.replace(entry, head, data ?? entry.data);
        const undoRun = index.insertRun({
          id,
          number: n,
          entry,
          status,
          revision,
          fence,
          record: record!,
          heldUntil: 0,
        });
        return () => {
          undoRun();
          undoTask();
        };
      });
      return true;
    },
    async get(id) {
      const run = opened().index.runs.get(id);
      return run && parsed<Run>(stored(run.record));
    },
    replace: (run) => replace(run),
    claim: (run, ttlMs) => replace(run, { heldUntil: performance.now() + ttlMs }),
    async renew(runId, fence, ttlMs) {
      const run = opened().index.runs.get(runId);
      if (run === undefined || !isHeld(run, fence)) return false;
      run.heldUntil = performance.now() + ttlMs;
      return true;
    },
    async *lapsed() {
      const { running } = opened().index;
      for (const run of [...running].sort(byNumber)) {
        if (running.has(run) && run.heldUntil < performance.now()) yield run.id;
      }
    },
    async delete(id) {
      const { index, main, contents, during } = opened();
      const run = index.runs.get(id);
      if (run === undefined) return false;
      return during(async () => {
        await main.append([{ gone: "run", id, n: run.number }], () => index.removeRun(run));
        await contents.inMemory(run.entry, (content) => content.index.dropRun(run.number));
        return true;
      });
    },
    async *of(taskId, page) {
      const { index } = opened();
      const entry = index.entries.get(taskId);
      if (entry === undefined) return;
      for (const run of pageOf(runsOf(entry), page)) {
        if (index.runs.get(run.id) === run) yield parsed<Run>(stored(run.record));
      }
    },
    async count(taskId) {
      return opened().index.entries.get(taskId)?.runs?.size ?? 0;
    },
    lines: (runId, page) => pages<LineResult>("lines", runId, page),
    effects: (runId, page) => pages<Effect>("effects", runId, page),
    async effect(runId, key) {
      const run = opened().index.runs.get(runId);
      if (run === undefined) return undefined;
      return opened().contents.read(run.entry, (content) => {
        const place = content.index.effects.get(run.number)?.get(key);
        return place && asJson<Effect>(content)(place);
      });
    },
    write: (runId, output, fence) => write(runId, output, (run) => isHeld(run, fence)),
    log: (runId, entries) => write(runId, { log: entries }, () => true),
    async trimLog(taskId, maxBytes) {
      const { index, contents, during } = opened();
      const entry = index.entries.get(taskId);
      if (entry === undefined) return 0;
      return during(async () => {
        const count = await contents.read(entry, async (content) => {
          const dropped = await content.trimLog(maxBytes);
          if (dropped > 0 && content.isMostlyGarbage()) contents.reopen(entry);
          return dropped;
        });
        return count ?? 0;
      });
    },
  };
}

function isHeld({ status, fence }: RunEntry, by: number): boolean {
  return status === "running" && fence === by;
}
