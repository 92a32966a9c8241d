import assert from "node:assert/strict";
import type { Run, RunOutput } from "../../storage.js";
import { acrossReopen, type ContractCase } from "./contract-case.js";
import { agreesWith, HINTS, variety } from "./hint-samples.js";
import { articleOn, effectOn, entryNumber, fileOf, fullOutput, numbered, taskNumber } from "./samples.js";
import { all, claimOf, idsOf, LONG_MS, runInProgress, upTo, wholes } from "./support.js";

export const reopeningCases: readonly ContractCase[] = [
  acrossReopen("everything is there again, revisions included", async (storage) => {
    const { tasks, content, runs } = storage;
    for (const task of variety()) await tasks.insert(task);
    const run = await runInProgress(storage, { data: { jobName: "x" } }, 900);
    await runs.write(run._id, fullOutput(), run.fence);
    await runs.write(run._id, { articles: [articleOn("moths")], files: [fileOf("a.txt", [0, 255])] }, run.fence);
    await runs.log(run._id, [entryNumber(2)]);
    const ended: Run = { ...run, status: "complete", revision: run.revision + 1 };
    assert.equal(await runs.replace(ended), true);
    assert.equal(await tasks.replace(taskNumber(900, { revision: 2, group: "moved" })), true);
    await tasks.delete("task-3");

    return async (again) => {
      const left = variety().filter(({ _id }) => _id !== "task-3");
      const stored = [...left, taskNumber(900, { revision: 2, group: "moved" })];
      assert.deepEqual(await wholes(again.tasks), stored);
      for (const hint of HINTS) await agreesWith(again.tasks, hint, stored);
      assert.deepEqual(await again.runs.get(run._id), ended);
      assert.deepEqual(await all(again.runs.lines(run._id)), [fullOutput().line]);
      assert.deepEqual(await all(again.content.keywords(run.taskId)), ["bees", "hives", "moths"]);
      assert.deepEqual(await all(again.content.rows(run.taskId)), fullOutput().rows);
      assert.deepEqual((await again.content.file(run.taskId, "a.txt"))?.bytes, new Uint8Array([0, 255]));
      assert.deepEqual(await all(again.content.log(run.taskId)), numbered([entryNumber(1), entryNumber(2)]));
      assert.equal(await again.tasks.replace(taskNumber(900, { revision: 2 })), false);
      assert.equal(await again.tasks.replace(taskNumber(900, { revision: 3 })), true);
      await again.tasks.insert(taskNumber(901));
      assert.deepEqual((await idsOf(again.tasks)).slice(-2), ["task-900", "task-901"]);
      assert.notEqual(again, storage);
      assert.notEqual(again.content, content);
    };
  }),

  acrossReopen("a file that was removed stays away, and one that came back is there", async (storage) => {
    const run = await runInProgress(storage);
    const large = fileOf("large.bin", new Array<number>(20_000).fill(7));
    const write = (output: RunOutput) => storage.runs.write(run._id, output, run.fence);
    await write({ files: [fileOf("a.txt", [1]), fileOf("b.txt", [1]), large] });
    await write({ removed: ["a.txt", "b.txt", large.path] });
    await write({ files: [fileOf("b.txt", [2])] });
    return async (again) => {
      const { content } = again;
      assert.deepEqual(
        (await all(content.files(run.taskId))).map(({ path }) => path),
        ["b.txt"],
      );
      assert.deepEqual((await content.file(run.taskId, "b.txt"))?.bytes, new Uint8Array([2]));
    };
  }),

  acrossReopen("rows that were replaced stay away, and those with a name can be replaced", async (storage) => {
    const run = await runInProgress(storage);
    const write = (output: RunOutput) => storage.runs.write(run._id, output, run.fence);
    await write({ rows: [{ first: true }], rowsFor: "k" });
    await write({ rows: [{ other: true }] });
    await write({ rows: [{ second: true }], rowsFor: "k" });
    return async ({ content, runs }) => {
      assert.deepEqual(await all(content.rows(run.taskId)), [{ other: true }, { second: true }]);
      assert.equal(await content.countRows(run.taskId, run._id), 2);
      assert.equal(await runs.write(run._id, { rows: [{ third: true }], rowsFor: "k" }, run.fence), true);
      assert.deepEqual(await all(content.rows(run.taskId)), [{ other: true }, { third: true }]);
    };
  }),

  acrossReopen("effects and the numbers of log entries go on where they were", async (storage) => {
    const { runs } = storage;
    const run = await runInProgress(storage);
    const trimmed = await runInProgress(storage, {}, 2);
    const done = effectOn("a", { state: "done", result: { url: "https://b.test/1" } });
    await runs.write(run._id, { effects: [effectOn("a"), effectOn("b")], log: [entryNumber(1)] }, run.fence);
    await runs.write(run._id, { effects: [done] }, run.fence);
    await runs.log(run._id, [entryNumber(2), entryNumber(3)]);
    await runs.log(trimmed._id, [entryNumber(1), entryNumber(2)]);
    assert.equal(await runs.trimLog(trimmed.taskId, 0), 2);

    return async (again) => {
      assert.deepEqual(await all(again.runs.effects(run._id)), [done, effectOn("b")]);
      assert.deepEqual(await again.runs.effect(run._id, "a"), done);
      await again.runs.log(run._id, [entryNumber(4)]);
      await again.runs.log(trimmed._id, [entryNumber(3)]);
      const log = (after: number) => all(again.content.log(run.taskId, { after }));
      assert.deepEqual(await log(0), numbered([1, 2, 3, 4].map(entryNumber)));
      assert.deepEqual(await log(3), numbered([entryNumber(4)], 4));
      assert.deepEqual(await all(again.content.log(trimmed.taskId)), numbered([entryNumber(3)], 3));
    };
  }),

  acrossReopen("a run that was running can be claimed, and its old fence is worth nothing then", async (storage) => {
    const run = await runInProgress(storage);
    const ended = await runInProgress(storage, {}, 2);
    assert.equal(await storage.runs.replace({ ...ended, status: "complete", revision: ended.revision + 1 }), true);
    return async ({ content, runs }) => {
      assert.deepEqual(await runs.get(run._id), run);
      const lapsed = await all(runs.lapsed());
      assert.deepEqual(
        lapsed.filter((id) => id !== run._id),
        [],
      );
      const next = { ...claimOf(run), worker: "worker 2" };
      assert.equal(await runs.claim(next, LONG_MS), true);
      assert.deepEqual(await all(runs.lapsed()), []);
      assert.equal(await runs.write(run._id, { rows: [{ by: "the old one" }] }, run.fence), false);
      assert.equal(await runs.renew(run._id, run.fence, LONG_MS), false);
      assert.equal(await runs.write(run._id, { rows: [{ by: "the new one" }] }, next.fence), true);
      assert.equal(await runs.renew(run._id, next.fence, LONG_MS), true);
      assert.deepEqual(await all(content.rows(run.taskId)), [{ by: "the new one" }]);
    };
  }),

  acrossReopen("writes that nobody waited for before closing are stored", async ({ tasks }) => {
    const inserts = Promise.all(upTo(30).map((number) => tasks.insert(taskNumber(number))));
    return async (again) => {
      await inserts;
      assert.equal(await again.tasks.count(), 30);
    };
  }),

  {
    name: "closing twice, and twice at the same time, is safe",
    async run(harness) {
      const storage = await harness.create();
      const inserted = storage.tasks.insert(taskNumber(1));
      await Promise.all([storage.close(), storage.close()]);
      await storage.close();
      // What was written before is not undone by either.
      await inserted;
    },
  },
];
