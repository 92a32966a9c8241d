import assert from "node:assert/strict";
import { summaryOf, type Task } from "../../task.js";
import {
  ARTICLE,
  all,
  type ContractCase,
  entryNumber,
  fileOf,
  infoOf,
  MORE,
  numbered,
  onFresh,
  runUnderWay,
  spoil,
  summaries,
  taskNumber,
  where,
  wholes,
} from "./support.js";

export const recordCases: readonly ContractCase[] = [
  onFresh("a task comes back as it was stored", async ({ tasks }) => {
    const stored = taskNumber(1, {
      data: { jobName: "Task 1", deep: { list: [1, -2.5, 1e21, true, null, "x", [], {}] }, "a.b": { $c: "" } },
      ...MORE,
      error: { code: "blocked", message: "Every source refused. Try later." },
    });
    await tasks.insert(stored);
    assert.deepEqual(await tasks.get(stored._id), stored);
    assert.deepEqual(await wholes(tasks), [stored]);
  }),

  onFresh("what JSON does not keep is not stored: undefined members and the sign of zero", async ({ tasks }) => {
    const plain = taskNumber(1, { data: { jobName: "Task 1", zero: 0 } });
    const task: object = { ...plain, error: undefined, data: { ...plain.data, zero: -0, nothing: undefined } };
    await tasks.insert(task as Task);
    const found = await tasks.get(plain._id);
    assert.deepEqual(found, plain);
    assert.equal(Object.hasOwn(found ?? {}, "error"), false);
  }),

  onFresh("changing a task after it was handed in changes nothing stored", async ({ tasks }) => {
    const task = taskNumber(1, { data: { jobName: "Task 1", nested: { list: ["kept"] } } });
    const before = structuredClone(task);
    const inserting = tasks.insert(task);
    spoil(task);
    await inserting;
    spoil(task);
    assert.deepEqual(await tasks.get(before._id), before);

    const next = { ...structuredClone(before), revision: 2 };
    const wanted = structuredClone(next);
    const replacing = tasks.replace(next);
    spoil(next);
    assert.equal(await replacing, true);
    assert.deepEqual(await tasks.get(before._id), wanted);
  }),

  onFresh("changing a task that was handed out changes nothing stored", async ({ tasks }) => {
    const task = taskNumber(1, { data: { jobName: "Task 1", nested: { list: ["kept"] } } });
    await tasks.insert(task);
    spoil(await tasks.get(task._id));
    for (const found of await wholes(tasks)) spoil(found);
    for (const found of await wholes(tasks, where("status", "draft"))) spoil(found);
    for (const found of await summaries(tasks)) spoil(found);
    assert.deepEqual(await tasks.get(task._id), task);
    assert.deepEqual(await summaries(tasks), [summaryOf(task)]);
  }),

  onFresh("changing what a run handed in or out changes nothing stored", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage, { data: { nested: { list: ["kept"] } } });
    const output = {
      line: { key: "k", line: "bees", state: "done" as const, attempts: 1 },
      articles: [{ keyword: "bees", article: ARTICLE }],
      rows: [{ nested: { list: ["kept"] } }],
      files: [fileOf("a.txt", [1, 2, 3])],
      log: [entryNumber(1)],
    };
    const handedIn = structuredClone(output);
    const writing = runs.write(run._id, handedIn, run.fence);
    spoil(handedIn);
    handedIn.files[0]?.bytes.fill(9);
    assert.equal(await writing, true);
    const logged = [entryNumber(2)];
    const logging = runs.log(run._id, logged);
    spoil(logged);
    await logging;

    for (let round = 1; round <= 2; round += 1) {
      const found = {
        run: await runs.get(run._id),
        lines: await all(runs.lines(run._id)),
        keywords: await all(content.keywords(run.taskId)),
        article: await content.article(run.taskId, "bees"),
        rows: await all(content.rows(run.taskId)),
        files: await all(content.files(run.taskId)),
        file: await content.file(run.taskId, "a.txt"),
        log: await all(content.log(run.taskId)),
      };
      assert.deepEqual(found, {
        run,
        lines: [output.line],
        keywords: ["bees"],
        article: ARTICLE,
        rows: output.rows,
        files: [infoOf(output.files[0])],
        file: output.files[0],
        log: numbered([entryNumber(1), entryNumber(2)]),
      });
      found.file?.bytes.fill(9);
      spoil(found);
    }
  }),
];
