import assert from "node:assert/strict";
import { type ContractCase, onFresh } from "./contract-case.js";
import { where } from "./hint-samples.js";
import { entryNumber, fullOutput, MORE, numbered, runOf, taskNumber } from "./samples.js";
import {
  all,
  failsWith,
  holdsNothing,
  idsOf,
  runInProgress,
  summaries,
  theOnlyWinner,
  upTo,
  wholes,
} from "./support.js";

export const taskCases: readonly ContractCase[] = [
  onFresh("an unknown id is undefined, false or empty, and never an error", async ({ tasks, content, runs }) => {
    await tasks.insert(taskNumber(1));
    for (const id of ["unknown", "", "constructor", "__proto__", "toString", "' OR 1=1 --", "%", "\u{1f41d}"]) {
      assert.equal(await tasks.get(id), undefined);
      assert.equal(await tasks.replace({ ...taskNumber(2), _id: id }), false);
      assert.equal(await tasks.delete(id), false);
      assert.deepEqual(await all(content.keywords(id)), []);
      assert.equal(await content.article(id, "bees"), undefined);
      assert.deepEqual(await all(content.rows(id)), []);
      assert.deepEqual(await all(content.rows(id, { runId: id })), []);
      assert.equal(await content.countRows(id), 0);
      assert.deepEqual(await all(content.files(id)), []);
      assert.equal(await content.file(id, "a.txt"), undefined);
      assert.deepEqual(await all(content.log(id)), []);
      assert.equal(await runs.get(id), undefined);
      assert.equal(await runs.replace({ ...runOf("task-1"), _id: id }), false);
      assert.deepEqual(await all(runs.lines(id)), []);
      assert.equal(await runs.write(id, { log: [entryNumber(1)] }, 1), false);
      assert.equal(await runs.log(id, [entryNumber(1)]), false);
      assert.equal(await runs.delete(id), false);
      assert.deepEqual(await all(runs.of(id)), []);
      assert.equal(await runs.count(id), 0);
    }
    assert.deepEqual(await wholes(tasks), [taskNumber(1)]);
  }),

  onFresh("an id that is there already is refused and the stored task stays", async ({ tasks }) => {
    await tasks.insert(taskNumber(1));
    await failsWith("STORAGE_FAILED", tasks.insert(taskNumber(1, { group: "other" })));
    assert.deepEqual(await wholes(tasks), [taskNumber(1)]);
  }),

  onFresh("tasks that are inserted together are stored in their order, or none is", async ({ tasks }) => {
    if (tasks.insertAll === undefined) return;
    await tasks.insertAll([3, 1, 2].map((number) => taskNumber(number)));
    await failsWith("STORAGE_FAILED", tasks.insertAll([taskNumber(4), taskNumber(1), taskNumber(5)]));
    await failsWith("STORAGE_FAILED", tasks.insertAll([taskNumber(4), taskNumber(4)]));
    assert.deepEqual(await wholes(tasks), [taskNumber(3), taskNumber(1), taskNumber(2)]);
    await tasks.insertAll([]);
    await tasks.insert(taskNumber(4));
    assert.deepEqual(await idsOf(tasks), ["task-3", "task-1", "task-2", "task-4"]);
  }),

  onFresh("of many inserts with one id at the same moment exactly one succeeds", async ({ tasks }) => {
    const inserts = upTo(20).map((number) => tasks.insert(taskNumber(1, { group: `group ${number}` })));
    const inserting = tasks.insert(taskNumber(2));
    const outcomes = await Promise.allSettled(inserts);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
    await inserting;
    assert.equal(await tasks.count(), 2);
  }),

  onFresh("replace writes only on the revision before its own", async ({ tasks }) => {
    await tasks.insert(taskNumber(1, { revision: 5 }));
    for (const revision of [4, 5, 7])
      assert.equal(await tasks.replace(taskNumber(1, { revision, group: "no" })), false);
    assert.deepEqual(await tasks.get("task-1"), taskNumber(1, { revision: 5 }));
    const next = taskNumber(1, {
      revision: 6,
      group: "moved",
      name: "Renamed",
      type: "web scraper",
      status: "running",
      data: { jobName: "Renamed" },
      updatedAt: "2026-02-02T00:00:00.000Z",
      ...MORE,
    });
    assert.equal(await tasks.replace(next), true);
    assert.deepEqual(await tasks.get("task-1"), next);
    const without = taskNumber(1, { revision: 7 });
    assert.equal(await tasks.replace(without), true);
    assert.deepEqual(await tasks.get("task-1"), without);
  }),

  onFresh("of 50 callers that replace the same revision exactly one gets true", async ({ tasks }) => {
    await tasks.insert(taskNumber(1));
    for (let revision = 2; revision <= 4; revision += 1) {
      const changed = (number: number) => taskNumber(1, { revision, group: `caller ${number}` });
      const winner = await theOnlyWinner(50, (number) => tasks.replace(changed(number)));
      assert.deepEqual(await tasks.get("task-1"), changed(winner));
    }
  }),

  onFresh("50 callers that read, change and try again lose no change", async ({ tasks }) => {
    await tasks.insert(taskNumber(1, { data: { jobName: "Task 1", count: 0 } }));
    const addOne = async () => {
      for (;;) {
        const task = await tasks.get("task-1");
        assert.ok(task);
        const data = { ...task.data, count: Number(task.data["count"]) + 1 };
        if (await tasks.replace({ ...task, data, revision: task.revision + 1 })) return;
      }
    };
    await Promise.all(upTo(50).map(addOne));
    const stored = await tasks.get("task-1");
    assert.equal(stored?.data["count"], 50);
    assert.equal(stored?.revision, 51);
  }),

  onFresh("lists are in creation order whatever the ids and whatever changed since", async ({ tasks }) => {
    const ids = ["m", "z", "a", "10", "9", "B", "\u{1f41d}", "\uffee"];
    for (const [index, _id] of ids.entries()) await tasks.insert(taskNumber(index, { _id }));
    assert.deepEqual(await idsOf(tasks), ids);
    const changed = await tasks.get("m");
    assert.ok(changed);
    assert.equal(await tasks.replace({ ...changed, status: "running", revision: 2 }), true);
    assert.equal(await tasks.replace({ ...changed, status: "draft", revision: 3 }), true);
    assert.deepEqual(await idsOf(tasks), ids);
    assert.deepEqual(await idsOf(tasks, where("status", "draft")), ids);
    assert.deepEqual(await idsOf(tasks, where("_id", ...ids.toReversed())), ids);

    assert.equal(await tasks.delete("z"), true);
    await tasks.insert(taskNumber(1, { _id: "z" }));
    const moved = [...ids.filter((id) => id !== "z"), "z"];
    assert.deepEqual(await idsOf(tasks), moved);
    assert.deepEqual(await idsOf(tasks, where("status", "draft")), moved);
  }),

  onFresh("an empty storage lists nothing", async ({ tasks }) => {
    assert.deepEqual(await wholes(tasks), []);
    assert.deepEqual(await summaries(tasks, where("status", "draft")), []);
    assert.equal(await tasks.count(), 0);
    assert.deepEqual(await tasks.groups(), []);
  }),

  onFresh("groups are distinct, sorted by code unit, and gone with their last task", async ({ tasks }) => {
    const groups = ["b", "", "a", "b", "B", "\uffee", "\u{1f41d}", "10", "9", "constructor", "__proto__", " "];
    for (const [index, group] of groups.entries()) await tasks.insert(taskNumber(index, { group }));
    const distinct = [" ", "10", "9", "B", "__proto__", "a", "b", "constructor", "\u{1f41d}", "\uffee"];
    assert.deepEqual(await tasks.groups(), distinct);
    await tasks.delete("task-0");
    assert.deepEqual(await tasks.groups(), distinct);
    await tasks.delete("task-3");
    assert.equal(await tasks.replace(taskNumber(2, { group: "c", revision: 2 })), true);
    assert.deepEqual(
      await tasks.groups(),
      distinct.map((group) => (group === "a" ? "c" : group)).filter((group) => group !== "b"),
    );
  }),

  onFresh("deleting a task takes everything with it and leaves its neighbours alone", async (storage) => {
    const { tasks, content, runs } = storage;
    const gone = await runInProgress(storage, {}, 1);
    const stays = await runInProgress(storage, {}, 2);
    for (const run of [gone, stays]) {
      await runs.write(run._id, fullOutput(), run.fence);
      await runs.log(run._id, [entryNumber(9)]);
    }
    const second = { ...runOf("task-1"), _id: "run-1b" };
    await runs.insert(second);

    assert.equal(await tasks.delete("task-1"), true);
    assert.equal(await tasks.get("task-1"), undefined);
    await holdsNothing(storage, "task-1");
    for (const run of [gone, second]) {
      assert.equal(await runs.get(run._id), undefined);
      assert.deepEqual(await all(runs.lines(run._id)), []);
      assert.equal(await runs.replace({ ...run, revision: run.revision + 1 }), false);
      assert.equal(await runs.write(run._id, fullOutput(), gone.fence), false);
      assert.equal(await runs.log(run._id, [entryNumber(1)]), false);
    }
    assert.equal(await tasks.delete("task-1"), false);

    await tasks.insert(taskNumber(1));
    await runs.insert(gone);
    await holdsNothing(storage, "task-1");
    assert.deepEqual(await all(runs.lines(gone._id)), []);

    assert.deepEqual(await runs.get(stays._id), stays);
    assert.deepEqual(await all(content.keywords("task-2")), ["bees", "hives"]);
    assert.deepEqual(await all(content.rows("task-2")), fullOutput().rows);
    assert.equal((await all(content.files("task-2"))).length, 1);
    assert.deepEqual(await all(content.log("task-2")), numbered([entryNumber(1), entryNumber(9)]));
    assert.equal((await all(runs.lines(stays._id))).length, 1);
  }),

  onFresh("of many that delete one task exactly one gets true", async ({ tasks }) => {
    await tasks.insert(taskNumber(1));
    await theOnlyWinner(20, () => tasks.delete("task-1"));
  }),
];
