import assert from "node:assert/strict";
import type { LineResult, Run } from "../../storage.js";
import { type ContractCase, onFresh } from "./contract-case.js";
import {
  ARTICLE,
  effectOn,
  entryNumber,
  fullOutput,
  infoOf,
  numbered,
  ODD_TEXTS,
  PROGRESS,
  runOf,
  taskNumber,
} from "./samples.js";
import {
  all,
  claimedRun,
  failsWith,
  holdsNothing,
  onRun,
  pagesFit,
  runInProgress,
  theOnlyWinner,
  upTo,
} from "./support.js";

export const runCases: readonly ContractCase[] = [
  onFresh("a run comes back as it was stored, and its id is taken", async ({ tasks, runs }) => {
    await tasks.insert(taskNumber(1));
    const run: Run = {
      ...runOf("task-1"),
      data: { jobName: "Task 1", "a.b": [null, { $c: 1 }] },
      progress: PROGRESS,
      error: { code: "internal", message: "It failed. Try again." },
      startedAt: "2026-01-01T00:00:01.000Z",
      finishedAt: "2026-01-01T00:00:02.000Z",
    };
    await runs.insert(run);
    assert.deepEqual(await runs.get(run._id), run);
    await failsWith("STORAGE_FAILED", runs.insert({ ...run, origin: "cli" }));
    assert.deepEqual(await runs.get(run._id), run);
  }),

  onFresh("a run of a task that is not stored is refused", async ({ runs }) => {
    await failsWith("STORAGE_FAILED", runs.insert(runOf("task-1")));
    assert.equal(await runs.get(runOf("task-1")._id), undefined);
  }),

  onRun("of 50 callers that replace the same revision of a run exactly one gets true", async (run, { runs }) => {
    const revision = run.revision + 1;
    const winner = await theOnlyWinner(50, (number) => runs.replace({ ...run, revision, seed: `caller ${number}` }));
    assert.equal((await runs.get(run._id))?.seed, `caller ${winner}`);
    assert.equal(await runs.replace({ ...run, revision: revision + 2 }), false);
    assert.equal(await runs.replace(run), false);
  }),

  onRun("a step is stored whole: line, articles, rows, files and log", async (run, { content, runs }) => {
    const output = fullOutput();
    assert.equal(await runs.write(run._id, output, run.fence), true);
    assert.deepEqual(await all(runs.lines(run._id)), [output.line]);
    assert.deepEqual(await all(content.keywords(run.taskId)), ["bees", "hives"]);
    assert.deepEqual(await content.article(run.taskId, "hives"), ARTICLE);
    assert.deepEqual(await all(content.rows(run.taskId)), output.rows);
    assert.deepEqual(await all(content.files(run.taskId)), output.files.map(infoOf));
    assert.deepEqual(await all(content.log(run.taskId)), numbered(output.log));
    assert.equal(await runs.write(run._id, {}, run.fence), true);
    assert.deepEqual(await all(runs.lines(run._id)), [output.line]);
  }),

  onFresh("nothing of a step is stored unless its run is running", async (storage) => {
    const { tasks, runs } = storage;
    await tasks.insert(taskNumber(1));
    for (const status of ["waiting", "complete", "failed", "aborted", "interrupted"] as const) {
      const run: Run = { ...runOf("task-1"), _id: `run ${status}`, status, fence: 1 };
      await runs.insert(run);
      assert.equal(await runs.write(run._id, fullOutput(), 1), false);
      assert.deepEqual(await all(runs.lines(run._id)), []);
    }
    assert.equal(await runs.write("unknown", fullOutput(), 1), false);
    await holdsNothing(storage, "task-1");
  }),

  onRun("a step asked for after its run was ended is not stored", async (run, { content, runs }) => {
    const [, ended, late] = await Promise.all([
      runs.write(run._id, { rows: [{ in: "time" }] }, run.fence),
      runs.replace({ ...run, status: "aborted", revision: run.revision + 1 }),
      runs.write(run._id, fullOutput(), run.fence),
    ]);
    assert.equal(ended, true);
    assert.equal(late, false);
    assert.deepEqual(await all(content.rows(run.taskId)), [{ in: "time" }]);
    assert.deepEqual(await all(content.keywords(run.taskId)), []);
    assert.deepEqual(await all(runs.lines(run._id)), []);
  }),

  onRun("lines are in the order they ended, and a line that ends again ends later", async (run, { runs }) => {
    const done = (key: string) => ({ key, line: `line ${key}`, state: "done" as const, attempts: 1 });
    const failed = {
      key: "b",
      line: "line b",
      state: "failed" as const,
      attempts: 3,
      error: "No answer.",
      code: "blocked",
    };
    for (const line of [done("c"), failed, done("toString"), done("a")]) await runs.write(run._id, { line }, run.fence);
    assert.deepEqual(await all(runs.lines(run._id)), [done("c"), failed, done("toString"), done("a")]);
    await runs.write(run._id, { line: done("b") }, run.fence);
    assert.deepEqual(await all(runs.lines(run._id)), [done("c"), done("toString"), done("a"), done("b")]);
    await runs.write(run._id, { line: { ...done("b"), attempts: 2 } }, run.fence);
    assert.deepEqual((await all(runs.lines(run._id))).at(-1), { ...done("b"), attempts: 2 });
    assert.equal((await all(runs.lines(run._id))).length, 4);
  }),

  onFresh("the lines of two runs do not mix", async (storage) => {
    const { runs } = storage;
    const first = await runInProgress(storage);
    const second = await claimedRun(storage, { ...runOf(first.taskId), _id: "run-1b" });
    const line = { key: "k", line: "bees", state: "done" as const, attempts: 1 };
    await runs.write(first._id, { line }, first.fence);
    await runs.write(second._id, { line: { ...line, attempts: 2 } }, second.fence);
    assert.deepEqual(await all(runs.lines(first._id)), [line]);
    assert.deepEqual(await all(runs.lines(second._id)), [{ ...line, attempts: 2 }]);
  }),

  onRun("the log takes entries after the run has ended", async (run, { content, runs }) => {
    for (const [index, status] of (["complete", "failed", "aborted", "interrupted", "waiting"] as const).entries()) {
      assert.equal(await runs.replace({ ...run, status, revision: run.revision + index + 1 }), true);
      assert.equal(await runs.log(run._id, [entryNumber(index)]), true);
    }
    assert.equal(await runs.log(run._id, []), true);
    assert.deepEqual(await all(content.log(run.taskId)), numbered([0, 1, 2, 3, 4].map(entryNumber)));
  }),

  onRun("lines come in pages", async (run, { runs }) => {
    const lines = upTo(9).map(
      (number): LineResult => ({ key: `k${number}`, line: "bees", state: "done", attempts: 1 }),
    );
    for (const line of lines) await runs.write(run._id, { line }, run.fence);
    await pagesFit(lines, (page) => all(runs.lines(run._id, page)));
  }),

  onFresh("the runs of a task are counted and listed, oldest first", async (storage) => {
    const { tasks, runs } = storage;
    await tasks.insert(taskNumber(1));
    await runInProgress(storage, {}, 2);
    const ids = ["z", "a", "m", "constructor", "10", "9"];
    const stored: Run[] = ids.map((_id) => ({ ...runOf("task-1"), _id, data: { jobName: _id } }));
    for (const run of stored) await runs.insert(run);
    await pagesFit(stored, (page) => all(runs.of("task-1", page)));
    assert.equal(await runs.count("task-1"), ids.length);
    assert.equal(await runs.count("task-2"), 1);
    const moved: Run = { ...stored[0]!, status: "complete", revision: 2 };
    assert.equal(await runs.replace(moved), true);
    assert.deepEqual(await all(runs.of("task-1", { limit: 1 })), [moved]);
  }),

  onFresh("a run that is deleted takes its lines and rows along, and nothing else", async (storage) => {
    const { content, runs } = storage;
    const gone = await runInProgress(storage);
    const stays = await claimedRun(storage, { ...runOf(gone.taskId), _id: "run-1b" });
    await runs.write(gone._id, fullOutput(), gone.fence);
    const line = { key: "k", line: "bees", state: "done" as const, attempts: 1 };
    await runs.write(stays._id, { rows: [{ stays: true }], line }, stays.fence);

    assert.equal(await runs.delete(gone._id), true);
    assert.equal(await runs.delete(gone._id), false);
    assert.equal(await runs.get(gone._id), undefined);
    assert.deepEqual(await all(runs.lines(gone._id)), []);
    assert.equal(await runs.write(gone._id, fullOutput(), gone.fence), false);
    assert.equal(await runs.count(gone.taskId), 1);
    assert.deepEqual(await all(runs.of(gone.taskId)), [stays]);
    assert.deepEqual(await all(content.rows(gone.taskId)), [{ stays: true }]);
    assert.equal(await content.countRows(gone.taskId), 1);
    assert.equal(await content.countRows(gone.taskId, gone._id), 0);
    assert.deepEqual(await all(content.keywords(gone.taskId)), ["bees", "hives"]);
    assert.equal((await all(content.files(gone.taskId))).length, 1);
    assert.deepEqual(await all(content.log(gone.taskId)), numbered([entryNumber(1)]));
    assert.deepEqual(await all(runs.lines(stays._id)), [line]);
  }),

  onFresh("encrypted values of a run come back with it", async ({ tasks, runs }) => {
    await tasks.insert(taskNumber(1));
    const run: Run = { ...runOf("task-1"), sealed: { "/password": "cipher" } };
    await runs.insert(run);
    assert.deepEqual(await runs.get(run._id), run);
    const { sealed, ...without } = { ...run, revision: 2 };
    assert.equal(await runs.replace(without), true);
    assert.deepEqual(await runs.get(run._id), without);
  }),

  onRun("an effect comes back as it was stored, with all its members", async (run, { runs }) => {
    const intent = effectOn("post 1");
    const uncertain = effectOn("mail", { state: "uncertain", result: { id: "<1@host>", nested: { list: [1, null] } } });
    assert.equal(await runs.write(run._id, { effects: [intent, uncertain] }, run.fence), true);
    assert.deepEqual(await runs.effect(run._id, "post 1"), intent);
    assert.deepEqual(await runs.effect(run._id, "mail"), uncertain);
    assert.deepEqual(await all(runs.effects(run._id)), [intent, uncertain]);
    for (const key of ["unknown", "", "__proto__", "constructor", "POST 1"]) {
      assert.equal(await runs.effect(run._id, key), undefined);
      assert.equal(await runs.effect(key, "post 1"), undefined);
      assert.deepEqual(await all(runs.effects(key)), []);
    }
  }),

  onRun("an effect replaces the earlier one of its key and keeps its place", async (run, { runs }) => {
    for (const key of ["z", "a", "m"]) await runs.write(run._id, { effects: [effectOn(key)] }, run.fence);
    const done = effectOn("z", { state: "done", at: "2026-01-01T00:00:09.000Z", result: { url: "https://b.test/1" } });
    await runs.write(run._id, { effects: [effectOn("z", { state: "uncertain" }), effectOn("b"), done] }, run.fence);
    assert.deepEqual(await all(runs.effects(run._id)), [done, effectOn("a"), effectOn("m"), effectOn("b")]);
    assert.deepEqual(await runs.effect(run._id, "z"), done);
    assert.deepEqual(await runs.effect(run._id, "a"), effectOn("a"));
  }),

  onRun("effects are of their run, outlive its end and its next attempt, and go with it", async (run, storage) => {
    const { tasks, runs } = storage;
    const other = await claimedRun(storage, { ...runOf(run.taskId), _id: "run-1b" });
    await runs.write(run._id, { effects: [effectOn("k")] }, run.fence);
    await runs.write(other._id, { effects: [effectOn("k", { state: "done" })] }, other.fence);
    assert.equal(await runs.replace({ ...run, status: "waiting", revision: run.revision + 1 }), true);
    assert.deepEqual(await runs.effect(run._id, "k"), effectOn("k"));

    assert.equal(await runs.delete(run._id), true);
    assert.equal(await runs.effect(run._id, "k"), undefined);
    assert.deepEqual(await all(runs.effects(run._id)), []);
    assert.deepEqual(await all(runs.effects(other._id)), [effectOn("k", { state: "done" })]);
    await claimedRun(storage, runOf(run.taskId));
    assert.deepEqual(await all(runs.effects(run._id)), []);

    assert.equal(await tasks.delete(run.taskId), true);
    assert.equal(await runs.effect(other._id, "k"), undefined);
    assert.deepEqual(await all(runs.effects(other._id)), []);
  }),

  onRun("effects come in pages, and any text is a key", async (run, { runs }) => {
    const effects = [...ODD_TEXTS, ...upTo(120).map((number) => `key ${number}`)].map((key) => effectOn(key));
    await runs.write(run._id, { effects }, run.fence);
    await pagesFit(effects, (page) => all(runs.effects(run._id, page)));
    for (const effect of effects.slice(0, 50)) assert.deepEqual(await runs.effect(run._id, effect.key), effect);
  }),

  onRun("changing an effect that was handed in or out changes nothing stored", async (run, { runs }) => {
    const stored = effectOn("k", { state: "done", result: { urls: ["https://b.test/1"] } });
    const handedIn = structuredClone(stored);
    const writing = runs.write(run._id, { effects: [handedIn] }, run.fence);
    Reflect.set(handedIn.result ?? {}, "urls", "spoilt");
    Reflect.set(handedIn, "state", "spoilt");
    await writing;
    Reflect.set((await runs.effect(run._id, "k"))?.result ?? {}, "urls", "spoilt");
    for await (const found of runs.effects(run._id)) Reflect.set(found.result ?? {}, "urls", "spoilt");
    assert.deepEqual(await runs.effect(run._id, "k"), stored);
  }),
];
