import assert from "node:assert/strict";
import type { Run } from "../../storage.js";
import {
  acrossReopen,
  agreesWith,
  all,
  articleOn,
  type ContractCase,
  entryNumber,
  fileOf,
  fullOutput,
  HINTS,
  idsOf,
  runUnderWay,
  taskNumber,
  upTo,
  variety,
  wholes,
} from "./support.js";

export const reopeningCases: readonly ContractCase[] = [
  acrossReopen("everything is there again, revisions included", async (storage) => {
    const { tasks, content, runs } = storage;
    for (const task of variety()) await tasks.insert(task);
    const run = await runUnderWay(storage, { data: { jobName: "x" } }, 900);
    await runs.write(run._id, fullOutput());
    await runs.write(run._id, { articles: [articleOn("moths")], files: [fileOf("a.txt", [0, 255])] });
    await runs.log(run._id, [entryNumber(2)]);
    const ended: Run = { ...run, status: "complete", revision: 2 };
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
      assert.deepEqual(await all(again.content.log(run.taskId)), [entryNumber(1), entryNumber(2)]);
      assert.equal(await again.tasks.replace(taskNumber(900, { revision: 2 })), false);
      assert.equal(await again.tasks.replace(taskNumber(900, { revision: 3 })), true);
      await again.tasks.insert(taskNumber(901));
      assert.deepEqual((await idsOf(again.tasks)).slice(-2), ["task-900", "task-901"]);
      assert.notEqual(again, storage);
      assert.notEqual(again.content, content);
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
    name: "closing twice does no harm",
    async run(harness) {
      const storage = await harness.create();
      await storage.tasks.insert(taskNumber(1));
      await Promise.all([storage.close(), storage.close()]);
      await storage.close();
    },
  },
];
