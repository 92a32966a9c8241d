import { expect, it } from "vitest";
import { testClock } from "../../src/adapters/doubles/index.js";
import { Scheduler, type SchedulerParts } from "../../src/kernel/attendants/schedule/scheduler.js";
import { createEvents } from "../../src/kernel/events.js";
import { ScriptoriumError, silentLogger, type Task } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";

/** A scheduler with one due task, whose runs and writes do what the test says. */
async function world(run: () => Promise<unknown>, write: () => Promise<unknown> = async () => {}) {
  const storage = memoryStorage();
  await storage.open();
  const clock = testClock(new Date("2026-03-02T08:59:30.000Z"));
  const times = { createdAt: "2026-03-01T00:00:00.000Z", updatedAt: "2026-03-01T00:00:00.000Z", revision: 0 };
  const data = { jobCron: "0 * * * *", jobCronTimezone: "UTC" };
  const schedule = { cron: "0 * * * *", timezone: "UTC", nextAt: "2026-03-02T09:00:00.000Z" };
  await storage.tasks.insert({
    _id: "one",
    group: "",
    name: "",
    type: "t",
    status: "complete",
    data,
    schedule,
    ...times,
  });
  const events = createEvents(() => {});
  const reported: string[] = [];
  events.on("schedule.fired", ({ at }) => reported.push(`fired ${at}`));
  events.on("schedule.skipped", ({ why }) => reported.push(why));
  const tasks = {
    async edit(id: string, edit: (task: Task) => Promise<Task | undefined> | Task | undefined): Promise<Task> {
      await write();
      const task = (await storage.tasks.get(id)) as Task;
      const edited = await edit(task);
      if (edited !== undefined) await storage.tasks.replace({ ...edited, revision: task.revision + 1 });
      return edited ?? task;
    },
    openedMember: async ({ data }: Task, name: string) => data[name],
  };
  const runner: SchedulerParts["runner"] = {
    async begin(id, _options, change) {
      await run();
      return { task: await tasks.edit(id, (task) => change?.(task)), began: true };
    },
    abort: async () => ({}) as Task,
  };
  const scheduler = new Scheduler({ storage, tasks, runner, clock, events, logger: silentLogger });
  await scheduler.start();
  await scheduler.stop();
  clock.advance(30_000);
  return { scheduler, reported, clock };
}

const failure = () => new ScriptoriumError("STORAGE_FAILED", "The storage is away.");

it("a tick whose run the storage refuses is started when the storage is back", async () => {
  let isAway = true;
  const { scheduler, reported } = await world(async () => {
    if (isAway) throw failure();
  });
  await expect(scheduler.turn()).rejects.toThrow("away");
  await expect(scheduler.turn()).rejects.toThrow("away");
  expect(reported).toEqual([]);
  isAway = false;
  await scheduler.turn();
  await scheduler.turn();
  expect(reported).toEqual(["fired 2026-03-02T09:00:00.000Z"]);
});

it("a tick that cannot be stored is still due when the storage is back", async () => {
  let isAway = true;
  const { scheduler, reported } = await world(
    async () => {},
    async () => {
      if (isAway) throw failure();
    },
  );
  await expect(scheduler.turn()).rejects.toThrow("away");
  isAway = false;
  await scheduler.turn();
  await scheduler.turn();
  expect(reported).toEqual(["fired 2026-03-02T09:00:00.000Z"]);
});

it("a run that is refused is reported and not tried again before the next tick", async () => {
  let runs = 0;
  const { scheduler, reported, clock } = await world(async () => {
    runs += 1;
    throw new ScriptoriumError("disk", "The disk is full. Make room.");
  });
  await scheduler.turn();
  await scheduler.turn();
  expect([runs, reported]).toEqual([1, ["refused"]]);
  clock.advance(3_600_000);
  await scheduler.turn();
  expect([runs, reported]).toEqual([2, ["refused", "refused"]]);
});
