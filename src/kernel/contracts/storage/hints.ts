import assert from "node:assert/strict";
import { summaryOf } from "../../task.js";
import { type ContractCase, onFresh } from "./contract-case.js";
import { agreesWith, both, HINTS, variety, where } from "./hint-samples.js";
import { taskNumber } from "./samples.js";
import { summaries, upTo, wholes } from "./support.js";

export const hintCases: readonly ContractCase[] = [
  onFresh("a hint never leaves out a task that fits it", async ({ tasks }) => {
    const stored = variety();
    for (const task of stored) await tasks.insert(task);
    for (const hint of HINTS) await agreesWith(tasks, hint, stored);
  }),

  onFresh("hints follow the changes of a task", async ({ tasks }) => {
    await tasks.insert(taskNumber(1));
    await tasks.insert(taskNumber(2));
    const moved = taskNumber(1, {
      group: "new group",
      name: "New name",
      type: "new type",
      status: "complete",
      data: { jobName: "New name" },
      revision: 2,
    });
    assert.equal(await tasks.replace(moved), true);
    for (const path of ["group", "name", "type", "status"] as const) {
      await agreesWith(tasks, where(path, moved[path]), [moved, taskNumber(2)]);
      await agreesWith(tasks, where(path, taskNumber(1)[path]), [moved, taskNumber(2)]);
    }
    await tasks.delete("task-1");
    for (const path of ["group", "name", "type", "status", "_id"] as const) {
      await agreesWith(tasks, where(path, moved[path]), [taskNumber(2)]);
    }
  }),

  onFresh("hints with thousands of values work", async ({ tasks }) => {
    const stored = upTo(5).map((number) => taskNumber(number));
    for (const task of stored) await tasks.insert(task);
    const names = upTo(40_000).map((number) => `Task ${number + 3}`);
    await agreesWith(tasks, where("name", ...names), stored);
    await agreesWith(tasks, both(where("name", ...names), where("status", "draft", "failed")), stored);
  }),

  onFresh("summaries and counts are those of a scan with and without hints", async ({ tasks }) => {
    const stored = variety();
    for (const task of stored) await tasks.insert(task);
    for (const hint of [undefined, ...HINTS]) {
      const scanned = await wholes(tasks, hint);
      assert.deepEqual(await summaries(tasks, hint), scanned.map(summaryOf));
      assert.equal(await tasks.count(hint), scanned.length);
    }
  }),

  onFresh(
    "ranges and prefixes leave out nothing where the orders of code units and code points differ",
    async ({ tasks }) => {
      const names = [
        "a",
        "a\u{1f41d}",
        "a\uffee",
        "a\ud7ff",
        "a\ue000",
        "b",
        "",
        "A",
        "\u{1f41d}",
        "\uffee",
        "z\u{10ffff}",
      ];
      const stored = names.map((name, number) => taskNumber(number, { name }));
      for (const task of stored) await tasks.insert(task);
      for (const bound of [...names, "a\ufffd", "a\u{1f41e}"]) {
        for (const path of ["name", "data.jobName"]) {
          await agreesWith(tasks, { path, prefix: bound }, stored);
          for (const range of [{ gt: bound }, { gte: bound }, { lt: bound }, { lte: bound }, { gte: "a", lt: bound }]) {
            await agreesWith(tasks, { path, range }, stored);
          }
        }
      }
    },
  ),
];
