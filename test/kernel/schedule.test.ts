import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { testClock } from "../../src/adapters/doubles/index.js";
import { scheduleAttendant } from "../../src/kernel/attendants/schedule/schedule-attendant.js";
import { Scheduler } from "../../src/kernel/attendants/schedule/scheduler.js";
import { createEvents } from "../../src/kernel/events.js";
import {
  type Clock,
  type EventMap,
  type Kernel,
  type Run,
  type StorageAdapter,
  silentLogger,
  type Task,
} from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { cpuMs } from "../cpu-time.js";
import { nextTimes } from "./next-times.js";
import { draft, echo, type Gate, gate, ran, STORAGES, startedKernel, type WorldOptions } from "./world.js";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const YEAR = 365 * 24 * HOUR;
const START = "2026-03-02T08:30:00.000Z";

/** A clock whose time of day can be set apart from the time that passes. */
function settableClock(start = START) {
  const clock = testClock(new Date(start));
  let moved = 0;
  return {
    ...clock,
    now: () => new Date(clock.now().getTime() + moved),
    /** Sets the time of day; nothing wakes of it. */
    set: (time: string | number) => {
      moved += new Date(time).getTime() - (clock.now().getTime() + moved);
    },
  } satisfies Clock & { set(time: string | number): void; advance(milliseconds: number): void };
}
type Settable = ReturnType<typeof settableClock>;

const open: Kernel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((kernel) => kernel.stop()));
});

/** A kernel by that clock, and what its schedules have done. */
async function world(clock: Settable, options: WorldOptions = {}) {
  const kernel = await startedKernel({ runner: { abortGraceMs: 50 }, ...options, clock });
  open.push(kernel);
  const fired: string[] = [];
  const skipped: EventMap["schedule.skipped"][] = [];
  kernel.events.on("schedule.fired", ({ at }) => fired.push(at.slice(0, 16)));
  kernel.events.on("schedule.skipped", (event) => skipped.push(event));
  const runs = async (id: string) => Array.fromAsync(kernel.tasks.runs(id));
  return { kernel, fired, skipped, runs };
}

/** Lets the loop see the time: it looks at least every ten seconds. */
async function pass(clock: Settable, milliseconds: number): Promise<void> {
  const step = 10_000;
  for (let passed = 0; passed < milliseconds; passed += step) {
    clock.advance(Math.min(step, milliseconds - passed));
    await quiet();
  }
}
/** Long enough for whatever has become due to be done in memory. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A storage that tells of every change, as one does that several machines share. */
function watched(storage: StorageAdapter): StorageAdapter {
  const listeners = new Set<Parameters<NonNullable<StorageAdapter["watch"]>>[0]>();
  const told = async (stored: Promise<boolean>, id: string) => {
    const isStored = await stored;
    if (isStored) for (const listener of listeners) listener({ kind: "replace", id });
    return isStored;
  };
  const { tasks, runs } = storage;
  return {
    ...storage,
    tasks: Object.assign(Object.create(tasks), { replace: (task: Task) => told(tasks.replace(task), task._id) }),
    runs: Object.assign(Object.create(runs), {
      insertWithTask: (run: Run, task: Task) => told(runs.insertWithTask(run, task), task._id),
    }),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A task that has run once by hand and goes by the schedule from then on. */
async function scheduled(kernel: Kernel, data: Record<string, never> | Record<string, unknown>): Promise<string> {
  const { _id } = await draft(kernel, ["a"], { jobCronTimezone: "UTC", ...(data as Record<string, string>) });
  await ran(kernel, _id);
  await quiet();
  return _id;
}

describe.each(STORAGES)("schedules on $name storage", ({ create }) => {
  it("a task runs at the times of its schedule, with the origin cron", async () => {
    const clock = settableClock();
    const { kernel, fired, runs } = await world(clock, { storage: create() });
    const id = await scheduled(kernel, { jobCron: "0 9 * * *" });
    expect((await kernel.tasks.existing(id)).schedule).toEqual({
      cron: "0 9 * * *",
      timezone: "UTC",
      nextAt: "2026-03-02T09:00:00.000Z",
    });
    clock.advance(30 * MINUTE);
    await vi.waitFor(() => expect(fired).toEqual(["2026-03-02T09:00"]));
    await kernel.tasks.settled(id);
    expect((await runs(id)).map(({ origin }) => origin)).toEqual(["library", "cron"]);
    expect((await kernel.tasks.existing(id)).schedule).toMatchObject({
      nextAt: "2026-03-03T09:00:00.000Z",
      lastAt: "2026-03-02T09:00:00.000Z",
    });
  });
});

it("of tasks that change, only what a schedule depends on is read again", async () => {
  const storage = memoryStorage();
  const { tasks } = storage;
  let gets = 0;
  const looked = new Set<unknown>();
  const counted = Object.assign(Object.create(tasks) as typeof tasks, {
    get(id: string) {
      gets += 1;
      return tasks.get(id);
    },
    scan: ((selection, hint) => {
      if (hint !== undefined && "values" in hint && hint.path === "_id") for (const id of hint.values) looked.add(id);
      return tasks.scan(selection, hint);
    }) satisfies typeof tasks.scan,
  });
  const options = { storage: { ...storage, tasks: counted }, attendants: [scheduleAttendant()] };
  const { kernel } = await world(settableClock(), options);
  const drafts = await Promise.all(Array.from({ length: 50 }, () => draft(kernel, ["a"])));
  const ids = new Set(drafts.map(({ _id }) => _id));
  // The first of them made the kernel load its scheduler.
  await expect.poll(() => kernel.tasks.patch(drafts[0]!._id, {}).then(() => looked.size)).toBe(1);
  await quiet();
  looked.clear();
  gets = 0;
  await Promise.all(drafts.map(({ _id }) => kernel.tasks.patch(_id, { note: "new" })));
  await vi.waitFor(() => expect(looked).toEqual(ids));
  // Those of the posts.
  expect(gets).toBe(50);
});

describe("a schedule", () => {
  it("of a draft begins with the first run by hand", async () => {
    const clock = settableClock();
    const { kernel, fired } = await world(clock);
    const { _id } = await draft(kernel, ["a"], { jobCron: "0 * * * *" });
    await pass(clock, 40 * MINUTE);
    expect(fired).toEqual([]);
    await ran(kernel, _id);
    await quiet();
    await pass(clock, HOUR);
    expect(fired).toEqual(["2026-03-02T10:00"]);
  });

  it("of a draft is kept from the beginning where the server is configured so", async () => {
    const clock = settableClock();
    const { kernel, fired } = await world(clock, { scheduler: { scheduleDrafts: true } });
    await draft(kernel, ["a"], { jobCron: "0 * * * *" });
    await quiet();
    await pass(clock, 40 * MINUTE);
    expect(fired).toEqual(["2026-03-02T09:00"]);
  });

  it("that is changed, emptied or deleted with its task is followed at once", async () => {
    const clock = settableClock();
    const { kernel, fired } = await world(clock);
    const id = await scheduled(kernel, { jobCron: "0 9 * * *" });
    await kernel.tasks.patch(id, { jobCron: "40 8 * * *" });
    await quiet();
    await pass(clock, 35 * MINUTE);
    expect(fired).toEqual(["2026-03-02T08:40"]);
    await kernel.tasks.patch(id, { jobCron: "" });
    await quiet();
    await pass(clock, 60 * MINUTE);
    expect((await kernel.tasks.existing(id)).schedule?.nextAt).toBeUndefined();
    await kernel.tasks.patch(id, { jobCron: "*/10 * * * *" });
    await kernel.tasks.delete(id);
    await quiet();
    await pass(clock, 60 * MINUTE);
    expect(fired).toEqual(["2026-03-02T08:40"]);
  });

  it("hands the run the settings of jobCronData", async () => {
    const clock = settableClock();
    const { kernel, fired } = await world(clock);
    const id = await scheduled(kernel, { jobCron: "0 9 * * *", jobCronData: { linesFile: ["x", "y"] } });
    await pass(clock, 31 * MINUTE);
    expect(fired).toHaveLength(1);
    await kernel.tasks.settled(id);
    const lines = (await Array.fromAsync(kernel.content.rows(id))).map(({ line }) => line);
    expect(lines.sort()).toEqual(["a", "x", "y"]);
    expect((await kernel.tasks.existing(id)).data["linesFile"]).toEqual(["a"]);
  });

  it("rests until its pause is over", async () => {
    const clock = settableClock();
    const { kernel, fired } = await world(clock);
    const id = await scheduled(kernel, { jobCron: "0 * * * *", jobCronPausedUntil: "2026-03-02T11:00" });
    await pass(clock, 3 * HOUR);
    expect(fired).toEqual(["2026-03-02T11:00"]);
    await kernel.tasks.patch(id, { jobCronPausedUntil: "2027-01-01" });
    await quiet();
    await pass(clock, 2 * HOUR);
    await kernel.tasks.patch(id, { jobCronPausedUntil: "" });
    await quiet();
    await pass(clock, HOUR);
    expect(fired).toEqual(["2026-03-02T11:00", "2026-03-02T14:00"]);
  });

  it.each([
    [{ jobCron: "nonsense" }, 'The schedule "nonsense" has 1 field.'],
    [{ jobCron: "0 0 30 2 *" }, "never comes"],
    [{ jobCron: "* * * * *", jobCronTimezone: "Mars/Olympus" }, 'no time zone "Mars/Olympus"'],
    [{ jobCron: "* * * * *", jobCronOverlap: "perhaps" }, "Use one of skip, queue, restart"],
    [{ jobCron: "* * * * *", jobCronMissed: "all" }, "Use one of skip, once"],
    [{ jobCron: "* * * * *", jobCronPausedUntil: "soon" }, "which is not a date"],
    [{ jobCron: "* * * * *", jobCronPausedUntil: "2030-02-31" }, "which is not a date"],
    [{ jobCron: "* * * * *", jobCronData: ["a"] }, '"jobCronData" is not an object'],
  ])("that cannot be used (%j) is stored, reported once and never kept", async (data, words) => {
    const clock = settableClock();
    const warnings: string[] = [];
    const logger = { info() {}, error() {}, warn: (message: string) => void warnings.push(message) };
    const secrets = { seal: async (text: string) => text, open: async (text: string) => text };
    const { kernel, fired } = await world(clock, { logger, secrets: secrets as never });
    const id = await scheduled(kernel, data);
    await kernel.tasks.patch(id, { notes: "changed" });
    await quiet();
    await pass(clock, 5 * MINUTE);
    expect(fired).toEqual([]);
    expect(warnings.filter((message) => message.includes(id))).toEqual([expect.stringContaining(words)]);
  });
});

describe("a tick that finds the task at work", () => {
  async function atWork(at: Gate, jobCronOverlap: string) {
    const clock = settableClock();
    const tools = await world(clock, { plugins: [echo(at)] });
    const { _id: id } = await draft(tools.kernel, ["a"], { jobCron: "*/30 * * * *", jobCronOverlap });
    await tools.kernel.tasks.run(id);
    await at.reached("a");
    await quiet();
    return { ...tools, clock, id };
  }

  it("is passed over", async () => {
    const at = gate();
    const { clock, fired, skipped, kernel, id } = await atWork(at, "skip");
    await pass(clock, 31 * MINUTE);
    expect(skipped).toEqual([{ id, at: "2026-03-02T09:00:00.000Z", why: "overlap" }]);
    at.openAll();
    await kernel.tasks.settled(id);
    await pass(clock, 10 * MINUTE);
    expect(fired).toEqual([]);
    await pass(clock, 20 * MINUTE);
    expect(fired).toEqual(["2026-03-02T09:30"]);
  });

  it("waits for the end and runs once, however many have come", async () => {
    const at = gate();
    const { clock, fired, skipped, kernel, id, runs } = await atWork(at, "queue");
    await pass(clock, 95 * MINUTE);
    expect(fired).toEqual([]);
    at.openAll();
    await vi.waitFor(() => expect(fired).toHaveLength(1));
    await kernel.tasks.settled(id);
    await pass(clock, MINUTE);
    expect(await runs(id)).toHaveLength(2);
    expect(skipped).toEqual([]);
    await pass(clock, 30 * MINUTE);
    expect(fired).toHaveLength(2);
  });

  it("aborts it and starts again", async () => {
    const at = gate();
    const { clock, fired, kernel, id, runs } = await atWork(at, "restart");
    clock.advance(30 * MINUTE);
    await vi.waitFor(() => expect(fired).toEqual(["2026-03-02T09:00"]));
    at.openAll();
    await kernel.tasks.settled(id);
    expect((await runs(id)).map(({ status, origin }) => [status, origin])).toEqual([
      ["aborted", "library"],
      ["complete", "cron"],
    ]);
  });
});

describe("when the clock is set", () => {
  it.each([
    ["an hour", HOUR],
    ["a year", YEAR],
  ])("forward by %s the ticks between are passed over, and the next one fires", async (_words, by) => {
    const clock = settableClock();
    const { kernel, fired, skipped } = await world(clock);
    await scheduled(kernel, { jobCron: "0 * * * *" });
    clock.set(Date.parse(START) + by);
    await pass(clock, 20_000);
    expect(fired).toEqual([]);
    expect(skipped).toEqual([expect.objectContaining({ why: "missed" })]);
    await pass(clock, 30 * MINUTE);
    expect(fired).toEqual([new Date(Date.parse(START) + by + 30 * MINUTE).toISOString().slice(0, 16)]);
  });

  it("forward, a task that wants it runs once", async () => {
    const clock = settableClock();
    const { kernel, fired, skipped } = await world(clock);
    await scheduled(kernel, { jobCron: "* * * * *", jobCronMissed: "once" });
    clock.set(Date.parse(START) + YEAR + 1000);
    await pass(clock, 20_000);
    expect(fired).toHaveLength(1);
    expect(skipped).toEqual([]);
  });

  it("back by an hour no tick fires again, and the next one does", async () => {
    const clock = settableClock();
    const { kernel, fired } = await world(clock);
    await scheduled(kernel, { jobCron: "0 * * * *" });
    await pass(clock, 31 * MINUTE);
    expect(fired).toEqual(["2026-03-02T09:00"]);
    clock.set("2026-03-02T08:01:00Z");
    await pass(clock, 61 * MINUTE);
    expect(fired).toEqual(["2026-03-02T09:00"]);
    await pass(clock, 60 * MINUTE);
    expect(fired).toEqual(["2026-03-02T09:00", "2026-03-02T10:00"]);
  });

  it("back by more than its interval, a schedule goes on by the new time", async () => {
    const clock = settableClock();
    const { kernel, fired } = await world(clock);
    await scheduled(kernel, { jobCron: "* * * * *" });
    await pass(clock, 5 * MINUTE);
    expect(fired).toHaveLength(5);
    clock.set(Date.parse(START) - HOUR + 30_000);
    fired.length = 0;
    await pass(clock, 5 * MINUTE);
    expect(fired.slice(-4)).toEqual(["07:32", "07:33", "07:34", "07:35"].map((time) => `2026-03-02T${time}`));
  });

  it.each([
    ["by a year", "2025-03-02T04:30:00Z", "2025-03-02T05:00"],
    ["to 1970", "1970-01-01T00:00:00Z", "1970-01-01T01:00"],
  ])("back %s it goes by the new time, and by the right one when that is set again", async (_words, time, next) => {
    const clock = settableClock();
    const { kernel, fired } = await world(clock);
    await scheduled(kernel, { jobCron: "0 * * * *" });
    await pass(clock, 31 * MINUTE);
    clock.set(time);
    await pass(clock, 65 * MINUTE);
    expect(fired[1]).toBe(next);
    expect(fired.length).toBeLessThanOrEqual(3);
    fired.length = 0;
    clock.set("2026-03-02T09:00:30Z");
    await pass(clock, 20_000);
    expect(fired).toEqual([]);
    await pass(clock, HOUR);
    expect(fired).toEqual(["2026-03-02T10:00"]);
  });
});

describe("a restart", () => {
  async function restarted(jobCronMissed: string, downForMs: number) {
    const storage: StorageAdapter = memoryStorage();
    const clock = settableClock();
    const before = await world(clock, { storage });
    const id = await scheduled(before.kernel, { jobCron: "*/20 * * * *", jobCronMissed });
    await open.pop()?.stop();
    clock.advance(downForMs);
    const after = await world(clock, { storage });
    await quiet();
    await pass(clock, 10_000);
    return { ...after, clock, id };
  }

  it("after missed ticks passes over them", async () => {
    const { fired, clock } = await restarted("skip", 5 * HOUR + 5 * MINUTE);
    expect(fired).toEqual([]);
    await pass(clock, 20 * MINUTE);
    expect(fired).toEqual(["2026-03-02T13:40"]);
  });

  it("after missed ticks runs once for all of them when the task wants it", async () => {
    const { runs, id, clock } = await restarted("once", 5 * HOUR + 5 * MINUTE);
    expect(await runs(id)).toHaveLength(2);
    await pass(clock, 20 * MINUTE);
    expect(await runs(id)).toHaveLength(3);
  });
});

describe("several servers on one store", () => {
  it.each([
    ["an hour", HOUR],
    ["a year", YEAR],
  ])("whose clocks are %s apart do not take turns in setting the next time right", async (_words, by) => {
    const storage = watched(memoryStorage());
    const [right, fast] = [settableClock(), settableClock()];
    fast.set(Date.parse(START) + by);
    const first = await world(right, { storage });
    const id = await scheduled(first.kernel, { jobCron: "* * * * *" });
    const second = await world(fast, { storage });
    await quiet();
    const { revision } = await first.kernel.tasks.existing(id);
    for (let tick = 1; tick <= 18; tick += 1) await Promise.all([pass(right, 10_000), pass(fast, 10_000)]);
    // The fast one is first at every tick. The right one takes those that it sees before the fast one has stored the next.
    const fastTicks = [0, 1, 2, 3].map((minute) => new Date(Date.parse(START) + by + minute * MINUTE).toISOString());
    expect(second.fired).toEqual(fastTicks.map((at) => at.slice(0, 16)));
    expect(["2026-03-02T08:31", "2026-03-02T08:32", "2026-03-02T08:33"]).toEqual(expect.arrayContaining(first.fired));
    expect(new Set(first.fired).size).toBe(first.fired.length);
    // A run writes its task some three times, and its tick twice.
    expect((await first.kernel.tasks.existing(id)).revision - revision).toBeLessThan(7 * 6);
  });

  it("fire every tick once between them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "scriptorium-schedule-"));
    try {
      const path = join(folder, "store.db");
      const clock = settableClock();
      const first = await world(clock, { storage: sqliteStorage({ path }) });
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) ids.push(await scheduled(first.kernel, { jobCron: "*/10 * * * *" }));
      const second = await world(clock, { storage: sqliteStorage({ path }) });
      for (let tick = 1; tick <= 6; tick += 1) {
        clock.advance(10 * MINUTE);
        await vi.waitFor(() => expect(first.fired.length + second.fired.length).toBe(5 * tick));
        for (const id of ids) {
          await vi.waitFor(async () => expect((await first.kernel.tasks.existing(id)).status).toBe("complete"));
        }
      }
      for (const id of ids) {
        const origins = (await first.runs(id)).map(({ origin }) => origin);
        expect(origins).toEqual(["library", ...Array.from({ length: 6 }, () => "cron")]);
      }
      await Promise.all(open.splice(0).map((kernel) => kernel.stop()));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("very many schedules", () => {
  it("cost a fraction of a second each time the clock is looked at", async () => {
    const storage = memoryStorage();
    await storage.open();
    const clock = settableClock();
    for (let count = 0; count < 10_000; count += 1) {
      const [minute, hour] = [count % 60, count % 24];
      const jobCron = `${minute} ${hour} * * *`;
      const schedule = {
        cron: jobCron,
        timezone: "UTC",
        nextAt: nextTimes(jobCron, "UTC", clock.now(), 1)[0]!.toISOString(),
      };
      const _id = String(count).padStart(24, "0");
      const times = { createdAt: START, updatedAt: START, revision: 0 };
      const data = { jobCron, jobCronTimezone: "UTC" };
      await storage.tasks.insert({
        _id,
        group: "",
        name: "",
        type: "echoer",
        status: "complete",
        data,
        schedule,
        ...times,
      });
    }
    const events = createEvents(() => {});
    const edit = () => Promise.reject(new Error("nothing is to be stored"));
    const openedMember = () => Promise.reject(new Error("nothing is to be run"));
    const runner = { begin: () => Promise.reject(), abort: () => Promise.reject() };
    const parts = { storage, tasks: { edit, openedMember }, runner, clock, events, logger: silentLogger };
    const scheduler = new Scheduler(parts);
    const begun = cpuMs();
    await scheduler.start();
    const started = cpuMs();
    for (let count = 0; count < 100; count += 1) await scheduler.turn();
    const looked = cpuMs();
    await scheduler.stop();
    expect(started - begun).toBeLessThan(5000);
    expect((looked - started) / 100).toBeLessThan(250);
  });
});
