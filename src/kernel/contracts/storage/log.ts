import assert from "node:assert/strict";
import type { KeptLogEntry, LogEntry, LogLevel, StorageAdapter } from "../../storage.js";
import {
  all,
  type ContractCase,
  claimedRun,
  entryNumber,
  numbered,
  onFresh,
  pagesFit,
  runOf,
  runUnderWay,
  upTo,
} from "./support.js";

export const logCases: readonly ContractCase[] = [
  onFresh("entries are numbered from 1 within their task, whichever run and way they came by", async (storage) => {
    const { content, runs } = storage;
    const first = await runUnderWay(storage);
    const stranger = await runUnderWay(storage, {}, 2);
    const second = await claimedRun(storage, { ...runOf(first.taskId), _id: "run-1b" });
    const entries = upTo(7).map(entryNumber);
    await runs.write(first._id, { log: entries.slice(0, 2) }, first.fence);
    await runs.log(stranger._id, [entryNumber(50)]);
    await runs.log(second._id, entries.slice(2, 5));
    await runs.write(second._id, { log: entries.slice(5) }, second.fence);
    assert.deepEqual(await all(content.log(first.taskId)), numbered(entries));
    assert.deepEqual(await all(content.log(stranger.taskId)), numbered([entryNumber(50)]));
    await runs.delete(first._id);
    assert.deepEqual(await all(content.log(first.taskId)), numbered(entries));
  }),

  onFresh("entries of one moment get numbers of their own, in the order they were handed in", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
    const entries = upTo(60).map(entryNumber);
    await Promise.all(
      entries.map((entry, index) =>
        index % 2 === 0 ? runs.log(run._id, [entry]) : runs.write(run._id, { log: [entry] }, run.fence),
      ),
    );
    assert.deepEqual(await all(content.log(run.taskId)), numbered(entries));
  }),

  onFresh("what was refused has taken no number", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
    await runs.log(run._id, [entryNumber(1)]);
    assert.equal(await runs.write(run._id, { log: [entryNumber(2)] }, run.fence + 1), false);
    await runs.log(run._id, [entryNumber(3)]);
    assert.deepEqual(await all(content.log(run.taskId)), numbered([entryNumber(1), entryNumber(3)]));
  }),

  onFresh("the log is read from a number on and by level, in pages of what is left", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
    const levels: readonly LogLevel[] = ["info", "debug", "error", "info", "warn", "info", "error"];
    const entries = upTo(240).map((number): LogEntry => ({ ...entryNumber(1), level: levels[number % 7] ?? "info" }));
    await runs.log(run._id, entries);
    const kept = numbered(entries);
    for (const after of [0, 1, 8, 239, 240, 1000]) {
      const later = kept.filter(({ n }) => n > after);
      if (later.length > 1) await pagesFit(later, (page) => all(content.log(run.taskId, { ...page, after })));
      else assert.deepEqual(await all(content.log(run.taskId, { after })), later);
      for (const wanted of [["error"], ["warn", "error"], ["debug", "info", "warn", "error"], []] as LogLevel[][]) {
        const left = later.filter(({ level }) => wanted.includes(level));
        assert.deepEqual(await all(content.log(run.taskId, { after, levels: wanted })), left);
        for (const page of [{ offset: 1 }, { limit: 2 }, { offset: 1, limit: 2 }, { offset: 3, limit: 0 }]) {
          const { offset = 0, limit = left.length } = page;
          const expected = left.slice(offset, offset + limit);
          assert.deepEqual(await all(content.log(run.taskId, { ...page, after, levels: wanted })), expected);
        }
      }
    }
  }),

  onFresh("trimming the log keeps the newest entries that fit, and says how many it dropped", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
    const entries = upTo(30).map((number) => ({ ...entryNumber(number), msg: "\u{1f41d}".repeat(number) }));
    await runs.log(run._id, entries);
    const kept = numbered(entries);
    const sizeOf = (left: readonly KeptLogEntry[]) =>
      left.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0);
    assert.equal(await runs.trimLog(run.taskId, sizeOf(kept)), 0);
    assert.deepEqual(await all(content.log(run.taskId)), kept);
    assert.equal(await runs.trimLog(run.taskId, sizeOf(kept) - 1), 1);
    assert.deepEqual(await all(content.log(run.taskId)), kept.slice(1));
    assert.equal(await runs.trimLog(run.taskId, sizeOf(kept.slice(12)) + 1), 11);
    assert.deepEqual(await all(content.log(run.taskId)), kept.slice(12));
    assert.deepEqual(await all(content.log(run.taskId, { after: 5, limit: 2 })), kept.slice(12, 14));
    assert.equal(await runs.trimLog(run.taskId, sizeOf(kept.slice(-1)) - 1), 18);
    assert.deepEqual(await all(content.log(run.taskId)), []);
    assert.equal(await runs.trimLog(run.taskId, 0), 0);
    for (const id of ["unknown", "", "__proto__", run._id]) assert.equal(await runs.trimLog(id, 0), 0);
  }),

  onFresh("a number is never given again, also when everything before it was dropped", async (storage) => {
    const { content, runs } = storage;
    const run = await runUnderWay(storage);
    await runs.log(run._id, upTo(5).map(entryNumber));
    assert.equal(await runs.trimLog(run.taskId, 0), 5);
    await runs.write(run._id, { log: [entryNumber(6)] }, run.fence);
    assert.deepEqual(await all(content.log(run.taskId)), numbered([entryNumber(6)], 6));
    assert.equal(await runs.trimLog(run.taskId, 0), 1);
    assert.equal(await runs.trimLog(run.taskId, 0), 0);
    await runs.log(run._id, [entryNumber(7), entryNumber(8)]);
    assert.deepEqual(await all(content.log(run.taskId)), numbered([entryNumber(7), entryNumber(8)], 7));
  }),

  onFresh("trimming one log leaves the others alone, and a task that comes again counts from 1", async (storage) => {
    const { tasks, content, runs } = storage;
    const run = await runUnderWay(storage);
    const other = await runUnderWay(storage, {}, 2);
    await logs(storage, run._id, 3);
    await logs(storage, other._id, 3);
    assert.equal(await runs.trimLog(run.taskId, 0), 3);
    assert.equal((await all(content.log(other.taskId))).length, 3);
    await tasks.delete(run.taskId);
    const again = await runUnderWay(storage);
    await logs(storage, again._id, 2);
    assert.deepEqual(await all(content.log(again.taskId)), numbered(upTo(2).map(entryNumber)));
  }),
];

async function logs({ runs }: StorageAdapter, runId: string, count: number): Promise<void> {
  assert.equal(await runs.log(runId, upTo(count).map(entryNumber)), true);
}
