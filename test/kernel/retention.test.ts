import { afterEach, describe, expect, it } from "vitest";
import { testClock } from "../../src/adapters/doubles/index.js";
import { Retention, type RetentionSettings } from "../../src/kernel/attendants/retention/retention.js";
import type { Run, RunStatus, StorageAdapter, Task } from "../../src/kernel/index.js";
import { all, STORAGES } from "./world.js";

const DAY = 86_400_000;
const NOW = new Date("2026-06-30T12:00:00.000Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString();
const id = (number: number) => number.toString(16).padStart(24, "0");

describe.each(STORAGES)("what is past its time, on $name", ({ create }) => {
  const stores: StorageAdapter[] = [];
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });

  async function world(settings: Partial<RetentionSettings> = {}) {
    const storage = create();
    stores.push(storage);
    await storage.open();
    const clock = testClock(NOW);
    const said: string[] = [];
    const note = (message: string) => void said.push(message);
    const logger = { info: note, warn: note, error: note };
    return { storage, clock, said, retention: new Retention({ storage, clock, logger, settings }) };
  }

  async function task(storage: StorageAdapter, number: number, more: Partial<Task> = {}): Promise<string> {
    await storage.tasks.insert({
      _id: id(number),
      group: "",
      name: "Task",
      type: "echoer",
      status: "complete",
      data: { jobName: "Task" },
      createdAt: daysAgo(100),
      updatedAt: daysAgo(1),
      revision: 0,
      ...more,
    });
    return id(number);
  }

  async function runOf(
    storage: StorageAdapter,
    taskId: string,
    number: number,
    daysOld: number,
    more: Partial<Run> = {},
  ): Promise<string> {
    const run: Run = {
      _id: id(1000 + number),
      taskId,
      status: "complete",
      origin: "api",
      attempts: 1,
      seed: "s",
      createdAt: daysAgo(daysOld),
      finishedAt: daysAgo(daysOld),
      revision: 0,
      ...more,
    };
    await storage.runs.insert(run);
    return run._id;
  }

  const runsOf = async (storage: StorageAdapter, taskId: string) =>
    (await all(storage.runs.of(taskId))).map(({ _id }) => Number.parseInt(_id, 16) - 1000);

  it("keeps the last ten runs of a task however old, and of the others those of the last thirty days", async () => {
    const { storage, retention } = await world();
    const taskId = await task(storage, 1, { runId: id(1014) });
    for (let number = 0; number < 5; number += 1) await runOf(storage, taskId, number, 60 - 10 * number);
    for (let number = 5; number < 15; number += 1) await runOf(storage, taskId, number, 90);
    // The first five are 60, 50, 40, 30 and 20 days old: what is thirty days old to the minute is not older.
    expect(await retention.sweep()).toMatchObject({ runs: 3 });
    expect(await runsOf(storage, taskId)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(await retention.sweep()).toMatchObject({ runs: 0 });
  });

  it("removes a run with its rows and lines, and leaves what belongs to the task", async () => {
    const { storage, retention } = await world({ keepRuns: 1 });
    const taskId = await task(storage, 1, { runId: id(1001) });
    for (const number of [0, 1]) {
      const runId = await runOf(storage, taskId, number, 50, { status: "waiting" });
      const running = { ...(await storage.runs.get(runId))!, status: "running" as RunStatus, fence: 1, revision: 1 };
      expect(await storage.runs.claim(running, 60_000)).toBe(true);
      const line = { key: "k", line: "a", state: "done" as const, attempts: 1 };
      const article = { keywords: ["honey"], sentences: ["It is sweet."] };
      const output = { line, rows: [{ number }], articles: [{ keyword: "honey", article }] };
      expect(await storage.runs.write(runId, output, 1)).toBe(true);
      expect(await storage.runs.replace({ ...running, status: "complete", revision: 2 })).toBe(true);
    }
    expect(await retention.sweep()).toMatchObject({ runs: 1 });
    expect(await all(storage.content.rows(taskId))).toEqual([{ number: 1 }]);
    expect(await all(storage.content.keywords(taskId))).toEqual(["honey"]);
    expect(await all(storage.runs.lines(id(1000)))).toEqual([]);
  });

  it("never touches runs that wait, work or are kept, nor the one the task names", async () => {
    const { storage, retention } = await world({ keepRuns: 0 });
    const taskId = await task(storage, 1, { runId: id(1003) });
    await runOf(storage, taskId, 0, 90, { status: "waiting" });
    await runOf(storage, taskId, 1, 90, { status: "running", fence: 0 });
    await runOf(storage, taskId, 2, 90, { keep: true });
    await runOf(storage, taskId, 3, 90, { status: "failed" });
    await runOf(storage, taskId, 4, 90, { status: "aborted" });
    await runOf(storage, taskId, 5, 90, { status: "interrupted" });
    expect(await retention.sweep()).toMatchObject({ runs: 2 });
    expect(await runsOf(storage, taskId)).toEqual([0, 1, 2, 3]);
  });

  it("clears very many runs of one task, and leaves the pinned ones among them", async () => {
    const { storage, retention } = await world();
    const taskId = await task(storage, 1, { runId: id(1499) });
    for (let number = 0; number < 500; number += 1) {
      await runOf(storage, taskId, number, 90, number % 100 === 0 ? { keep: true } : {});
    }
    expect(await retention.sweep()).toMatchObject({ runs: 485 });
    expect(await storage.runs.count(taskId)).toBe(15);
  });

  it("keeps everything for ever where a setting is 0", async () => {
    const { storage, retention } = await world({ keepRuns: 0, runDays: 0, deliveryDays: 0, logBytes: 0 });
    const taskId = await task(storage, 1, { runId: id(1001) });
    await runOf(storage, taskId, 0, 9000);
    await runOf(storage, taskId, 1, 9000);
    await storage.runs.log(id(1001), [{ t: NOW.toISOString(), level: "info", msg: "x" }]);
    expect(await retention.sweep()).toEqual({ runs: 0, deliveries: 0, logEntries: 0 });
  });

  it("shortens long logs from the oldest entry on", async () => {
    const { storage, retention } = await world({ logBytes: 10_000 });
    const taskId = await task(storage, 1, { runId: id(1000) });
    const runId = await runOf(storage, taskId, 0, 1);
    const entries = Array.from({ length: 200 }, (_, index) => ({
      t: NOW.toISOString(),
      level: "info" as const,
      msg: `entry ${index} `.padEnd(100, "."),
    }));
    await storage.runs.log(runId, entries);
    const { logEntries } = await retention.sweep();
    const left = await all(storage.content.log(taskId));
    expect(left.length + logEntries).toBe(200);
    expect(left.length).toBeGreaterThan(20);
    expect(left.at(-1)?.msg).toContain("entry 199");
    expect(Buffer.byteLength(left.map((entry) => JSON.stringify(entry)).join(""))).toBeLessThanOrEqual(10_000);
  });

  it("clears deliveries that ended long ago, and none that wait", async () => {
    const { storage, retention } = await world();
    const delivery = { webhookId: "w", event: "task.complete", body: "{}", attempts: 1, revision: 0 };
    const createdAt = daysAgo(20);
    await storage.deliveries.insert({ ...delivery, _id: "a", state: "delivered", createdAt, finishedAt: daysAgo(8) });
    await storage.deliveries.insert({ ...delivery, _id: "b", state: "failed", createdAt, finishedAt: daysAgo(6) });
    await storage.deliveries.insert({ ...delivery, _id: "c", state: "waiting", createdAt, dueAt: daysAgo(1) });
    expect(await retention.sweep()).toMatchObject({ deliveries: 1 });
    expect((await all(storage.deliveries.list())).map(({ _id }) => _id)).toEqual(["b", "c"]);
  });

  it("sweeps a minute after the start and every hour from then on, until it is stopped", async () => {
    const { storage, clock, said, retention } = await world({ keepRuns: 0 });
    const taskId = await task(storage, 1, { runId: id(1001) });
    await runOf(storage, taskId, 0, 90);
    retention.start();
    clock.advance(59_000);
    expect(await storage.runs.count(taskId)).toBe(1);
    clock.advance(1000);
    await expect.poll(() => storage.runs.count(taskId)).toBe(0);
    await expect.poll(() => said.length).toBe(1);
    await runOf(storage, taskId, 2, 90);
    await expect
      .poll(async () => {
        clock.advance(600_000);
        return storage.runs.count(taskId);
      })
      .toBe(0);
    await retention.stop();
  });

  it("logs an error and tries again an hour later", async () => {
    const { storage, clock, said, retention } = await world();
    const { clear } = storage.deliveries;
    let tries = 0;
    Object.assign(storage.deliveries, {
      clear(before: string) {
        tries += 1;
        return tries === 1 ? Promise.reject(new Error("no disk")) : clear.call(storage.deliveries, before);
      },
    });
    retention.start();
    clock.advance(60_000);
    await expect.poll(() => said.join()).toContain("tried again in an hour");
    await expect
      .poll(async () => {
        clock.advance(600_000);
        return tries;
      })
      .toBeGreaterThan(1);
    await retention.stop();
  });

  it("yields to others in between, and ends a running sweep when it is stopped", async () => {
    const { storage, clock, said } = await world();
    for (let number = 1; number <= 50; number += 1) await task(storage, number, { runId: id(5000 + number) });
    let turns = 0;
    let ticks = 0;
    const busy = {
      ...clock,
      // Every look at the clock finds it a little later, as when the work takes time.
      monotonic: () => (ticks += 1),
      sleep(milliseconds: number, signal?: AbortSignal) {
        if (milliseconds === 0) turns += 1;
        return clock.sleep(milliseconds, signal);
      },
    };
    const logger = { info: () => {}, warn: () => {}, error: (message: string) => void said.push(message) };
    const retention = new Retention({ storage, clock: busy, logger });
    await retention.sweep();
    expect(turns).toBeGreaterThan(5);
    retention.start();
    clock.advance(60_000);
    await retention.stop();
    await expect(retention.sweep()).rejects.toThrow("The server stops.");
    expect(said).toEqual([]);
  });
});
