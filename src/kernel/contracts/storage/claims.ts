import assert from "node:assert/strict";
import type { Run, StorageAdapter } from "../../storage.js";
import { type ContractCase, onFresh } from "./contract-case.js";
import { effectOn, entryNumber, fullOutput, runOf, taskNumber } from "./samples.js";
import {
  all,
  claimedRun,
  claimOf,
  holdsNothing,
  LONG_MS,
  onRun,
  runInProgress,
  theOnlyWinner,
  upTo,
} from "./support.js";

/** A time to hold a run that is over with the next turn of the loop. */
const NO_TIME_MS = 0;

export const claimCases: readonly ContractCase[] = [
  onFresh("claiming a run stores it as replacing it does", async ({ tasks, runs }) => {
    await tasks.insert(taskNumber(1));
    const run = runOf("task-1");
    await runs.insert(run);
    const claimed = {
      ...claimOf(run),
      worker: "machine 7",
      attempts: 2,
      data: { jobName: "Task 1" },
      sealed: { "/password": "cipher" },
      startedAt: "2026-01-01T00:00:01.000Z",
    };
    assert.equal(await runs.claim(claimed, LONG_MS), true);
    assert.deepEqual(await runs.get(run._id), claimed);
    assert.deepEqual(await all(runs.of("task-1")), [claimed]);
  }),

  onFresh("changing a run that was handed in to be claimed changes nothing stored", async ({ tasks, runs }) => {
    await tasks.insert(taskNumber(1));
    const run = { ...runOf("task-1"), data: { list: ["kept"] } };
    await runs.insert(run);
    const handedIn = structuredClone(claimOf(run));
    const claiming = runs.claim(handedIn, LONG_MS);
    Reflect.set(handedIn.data ?? {}, "list", "spoilt");
    assert.equal(await claiming, true);
    assert.deepEqual(await runs.get(run._id), claimOf(run));
  }),

  onRun("a run is claimed only on the revision before", async (run, { runs }) => {
    for (const revision of [run.revision - 1, run.revision, run.revision + 2]) {
      assert.equal(await runs.claim({ ...run, worker: "another", revision, fence: revision }, LONG_MS), false);
    }
    assert.equal(await runs.claim({ ...claimOf(run), _id: "unknown" }, LONG_MS), false);
    assert.deepEqual(await runs.get(run._id), run);
    assert.equal(await runs.get("unknown"), undefined);
  }),

  onFresh("of 50 workers that claim one run at the same moment exactly one gets it", async (storage) => {
    const { tasks, runs } = storage;
    await tasks.insert(taskNumber(1));
    const run = runOf("task-1");
    await runs.insert(run);
    const claim = (number: number) => runs.claim({ ...claimOf(run), worker: `worker ${number}` }, LONG_MS);
    const winner = await theOnlyWinner(50, claim);
    assert.equal((await runs.get(run._id))?.worker, `worker ${winner}`);
  }),

  onFresh("a run that is held has not lapsed, and has when its time ran out", async (storage) => {
    const { tasks, runs } = storage;
    assert.deepEqual(await all(runs.lapsed()), []);
    await tasks.insert(taskNumber(1));
    await claimedRun(storage, { ...runOf("task-1"), _id: "held" });
    await claimedRun(storage, { ...runOf("task-1"), _id: "over" }, NO_TIME_MS);
    assert.deepEqual(await lapsedLater(storage), ["over"]);
  }),

  onFresh("a run that is running and was never claimed is held by nobody", async (storage) => {
    const { tasks, runs } = storage;
    await tasks.insert(taskNumber(1));
    await runs.insert({ ...runOf("task-1"), status: "running" });
    assert.deepEqual(await lapsedLater(storage), ["run-1"]);
  }),

  onFresh("only runs that are running lapse", async (storage) => {
    const { tasks, runs } = storage;
    await tasks.insert(taskNumber(1));
    for (const status of ["waiting", "complete", "failed", "aborted", "interrupted"] as const) {
      await runs.insert({ ...runOf("task-1"), _id: `stored ${status}`, status });
      const run = await claimedRun(storage, { ...runOf("task-1"), _id: `ended ${status}` }, NO_TIME_MS);
      assert.equal(await runs.replace({ ...run, status, revision: run.revision + 1 }), true);
    }
    const gone = await claimedRun(storage, { ...runOf("task-1"), _id: "deleted" }, NO_TIME_MS);
    await runs.delete(gone._id);
    assert.deepEqual(await lapsedLater(storage), []);
  }),

  onRun("replacing a run that is held goes on holding it", async (run, storage) => {
    const { runs } = storage;
    assert.equal(await runs.replace({ ...run, seed: "other", revision: run.revision + 1 }), true);
    assert.deepEqual(await lapsedLater(storage), []);
    assert.equal(await runs.renew(run._id, run.fence, LONG_MS), true);
    assert.equal(await runs.write(run._id, { rows: [{ n: 1 }] }, run.fence), true);
  }),

  onFresh("renewing holds a run again, from now on", async (storage) => {
    const { tasks, runs } = storage;
    await tasks.insert(taskNumber(1));
    const run = await claimedRun(storage, runOf("task-1"), NO_TIME_MS);
    assert.equal(await runs.renew(run._id, run.fence, LONG_MS), true);
    assert.deepEqual(await lapsedLater(storage), []);
    assert.equal(await runs.renew(run._id, run.fence, NO_TIME_MS), true);
    assert.deepEqual(await lapsedLater(storage), [run._id]);
    assert.deepEqual(await runs.get(run._id), run);
  }),

  onRun("renewing is refused with another fence, of a run that ended and of one that is gone", async (run, storage) => {
    const { runs } = storage;
    for (const fence of [run.fence - 1, run.fence + 1, 0, -1]) {
      assert.equal(await runs.renew(run._id, fence, LONG_MS), false);
    }
    for (const id of ["unknown", "", "__proto__", "constructor"]) {
      assert.equal(await runs.renew(id, run.fence, LONG_MS), false);
    }
    assert.equal(await runs.replace({ ...run, status: "complete", revision: run.revision + 1 }), true);
    assert.equal(await runs.renew(run._id, run.fence, LONG_MS), false);
    await runs.delete(run._id);
    assert.equal(await runs.renew(run._id, run.fence, LONG_MS), false);
  }),

  onFresh("who lost a run to a later claim can neither renew it nor write, and the later one can", async (storage) => {
    const { tasks, content, runs } = storage;
    await tasks.insert(taskNumber(1));
    const late = await claimedRun(storage, runOf("task-1"), NO_TIME_MS);
    const present = { ...claimOf(late), worker: "worker 2" };
    assert.equal(await runs.claim(present, LONG_MS), true);
    assert.equal(await runs.renew(late._id, late.fence, NO_TIME_MS), false);
    assert.deepEqual(await lapsedLater(storage), []);

    assert.equal(await runs.write(late._id, fullOutput(), late.fence), false);
    assert.equal(await runs.write(late._id, fullOutput(), present.fence + 1), false);
    await holdsNothing(storage, "task-1");
    assert.deepEqual(await all(runs.lines(late._id)), []);
    assert.deepEqual(await all(runs.effects(late._id)), []);

    assert.equal(await runs.renew(late._id, present.fence, LONG_MS), true);
    assert.equal(await runs.write(late._id, fullOutput(), present.fence), true);
    assert.deepEqual(await all(content.rows("task-1")), fullOutput().rows);
    assert.deepEqual(await all(runs.effects(late._id)), fullOutput().effects);
  }),

  onFresh(
    "what is written while a run changes hands is stored up to the claim and refused after it",
    async (storage) => {
      const { content, runs } = storage;
      const late = await runInProgress(storage);
      const present = claimOf(late);
      const answers = await Promise.all([
        runs.write(late._id, { rows: [{ by: "late", in: "time" }] }, late.fence),
        runs.claim(present, LONG_MS),
        runs.write(late._id, { ...fullOutput(), rows: [{ by: "late" }] }, late.fence),
        runs.write(late._id, { rows: [{ by: "present" }], effects: [effectOn("hives")] }, present.fence),
      ]);
      assert.deepEqual(answers, [true, true, false, true]);
      assert.deepEqual(await all(content.rows(late.taskId)), [{ by: "late", in: "time" }, { by: "present" }]);
      assert.deepEqual(await all(runs.effects(late._id)), [effectOn("hives")]);
      assert.deepEqual(await all(runs.lines(late._id)), []);
      assert.deepEqual(await all(content.log(late.taskId)), []);
      assert.deepEqual(await all(content.files(late.taskId)), []);
    },
  ),

  onFresh("a run that waits again has let go of its fence", async (storage) => {
    const { content, runs } = storage;
    const first = await runInProgress(storage);
    const { fence, ...rest } = first;
    const waiting: Run = { ...rest, status: "waiting", revision: first.revision + 1 };
    assert.equal(await runs.replace(waiting), true);
    assert.deepEqual(await runs.get(first._id), waiting);
    assert.equal(await runs.write(first._id, { rows: [{ n: 1 }] }, fence), false);
    assert.equal(await runs.renew(first._id, fence, LONG_MS), false);
    const second = claimOf(waiting);
    assert.equal(await runs.claim(second, LONG_MS), true);
    assert.ok(second.fence > fence);
    assert.equal(await runs.write(first._id, { rows: [{ n: 1 }] }, fence), false);
    assert.equal(await runs.write(first._id, { rows: [{ n: 2 }] }, second.fence), true);
    assert.deepEqual(await all(content.rows(first.taskId)), [{ n: 2 }]);
    assert.equal(await runs.log(first._id, [entryNumber(1)]), true);
  }),

  onFresh(
    "all runs that lapsed are listed, however many, and claiming one of them meanwhile does no harm",
    async (storage) => {
      const { tasks, runs } = storage;
      await tasks.insert(taskNumber(1));
      const ids = upTo(120).map((number) => `run ${number}`);
      await Promise.all(ids.map((_id) => claimedRun(storage, { ...runOf("task-1"), _id }, NO_TIME_MS)));
      const found: string[] = [];
      for await (const id of runs.lapsed()) {
        found.push(id);
        const run = await runs.get(id);
        assert.ok(run);
        assert.equal(await runs.claim(claimOf(run), LONG_MS), true);
      }
      assert.deepEqual(found.toSorted(), ids.toSorted());
      assert.deepEqual(await lapsedLater(storage), []);
    },
  ),
];

/** Those that have lapsed when everything that was held for no time has. */
async function lapsedLater({ runs }: StorageAdapter): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return all(runs.lapsed());
}
