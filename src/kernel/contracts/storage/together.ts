import assert from "node:assert/strict";
import { acrossReopen, type ContractCase, onFresh } from "./contract-case.js";
import { entryNumber, runOf, taskNumber } from "./samples.js";
import { all, claimOf, holdsNothing, LONG_MS, runInProgress } from "./support.js";

/** Steps that are taken together: the insertion of a run with its task by every storage, the others where they are offered. */
export const togetherCases: readonly ContractCase[] = [
  onFresh("a run that is inserted with its task is stored with it, or neither is", async ({ tasks, runs }) => {
    const task = taskNumber(1);
    await tasks.insert(task);
    const waiting = { ...task, status: "waiting", runId: "run-1", revision: task.revision + 1 } as const;
    const run = { ...runOf(task._id), _id: "run-1" };
    assert.equal(await runs.insertWithTask(run, waiting), true);
    assert.deepEqual(await tasks.get(task._id), waiting);
    assert.deepEqual(await runs.get("run-1"), run);
    const late = { ...run, _id: "run-2" };
    for (const revision of [waiting.revision, waiting.revision + 2]) {
      assert.equal(await runs.insertWithTask(late, { ...waiting, runId: "run-2", revision }), false);
    }
    assert.equal(await runs.get("run-2"), undefined);
    assert.deepEqual(await tasks.get(task._id), waiting);
    assert.equal(await runs.insertWithTask(late, { ...waiting, _id: "unknown" }), false);
  }),

  acrossReopen("a run that was inserted with its task is there again with it", async ({ tasks, runs }) => {
    const task = taskNumber(1);
    await tasks.insert(task);
    const first = { ...task, status: "waiting", runId: "run-1", revision: task.revision + 1 } as const;
    const second = { ...first, runId: "run-2", data: { ...task.data, more: "data" }, revision: first.revision + 1 };
    for (const stored of [first, second]) {
      assert.equal(await runs.insertWithTask({ ...runOf(task._id), _id: stored.runId }, stored), true);
    }
    return async (again) => {
      assert.deepEqual(await again.tasks.get(task._id), second);
      const ids = (await all(again.runs.of(task._id))).map(({ _id }) => _id);
      assert.deepEqual(ids, ["run-1", "run-2"]);
      assert.equal(await again.tasks.replace({ ...second, revision: second.revision + 1 }), true);
    };
  }),

  onFresh("a run that is claimed with its task is held, and both are stored or neither", async ({ tasks, runs }) => {
    if (runs.claimWithTask === undefined) return;
    const task = taskNumber(1);
    await tasks.insert(task);
    const run = runOf(task._id);
    await runs.insert(run);
    const claimed = claimOf(run);
    const running = { ...task, status: "running", fence: claimed.revision, revision: task.revision + 1 } as const;
    const refused = [
      [{ ...claimed, revision: claimed.revision + 1 }, running],
      [claimed, { ...running, revision: running.revision + 1 }],
      [claimed, { ...running, _id: "unknown" }],
      [{ ...claimed, _id: "unknown" }, running],
    ] as const;
    for (const [oneRun, oneTask] of refused) {
      assert.equal(await runs.claimWithTask(oneRun, oneTask, LONG_MS), false);
      assert.deepEqual(await tasks.get(task._id), task);
      assert.deepEqual(await runs.get(run._id), run);
    }
    const both = [1, 2, 3].map(() => runs.claimWithTask?.(claimed, running, LONG_MS));
    assert.deepEqual((await Promise.all(both)).sort(), [false, false, true]);
    assert.deepEqual(await tasks.get(task._id), running);
    assert.deepEqual(await runs.get(run._id), claimed);
    assert.deepEqual(await all(runs.lapsed()), []);
    assert.equal(await runs.renew(run._id, claimed.revision, LONG_MS), true);
  }),

  onFresh("a run that is replaced with entries for the log is stored with them, or neither is", async (storage) => {
    const { runs, content } = storage;
    if (runs.replaceWithLog === undefined) return;
    const run = await runInProgress(storage);
    const { fence: _fence, ...kept } = run;
    const ended = { ...kept, status: "complete", revision: run.revision + 1 } as const;
    assert.equal(await runs.replaceWithLog({ ...ended, revision: run.revision }, [entryNumber(1)]), false);
    await holdsNothing(storage, run.taskId);
    assert.equal(await runs.replaceWithLog(ended, [entryNumber(1), entryNumber(2)]), true);
    assert.deepEqual(await runs.get(run._id), ended);
    const log = await all(content.log(run.taskId));
    assert.deepEqual(
      log.map(({ n: _n, ...entry }) => entry),
      [entryNumber(1), entryNumber(2)],
    );
    assert.equal(await runs.replaceWithLog({ ...ended, _id: "unknown" }, [entryNumber(3)]), false);
  }),
];
