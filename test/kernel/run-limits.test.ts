import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { testClock } from "../../src/adapters/doubles/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import {
  defineTaskPlugin,
  type Json,
  type Kernel,
  type ProgressNote,
  type QueuedRun,
  ScriptoriumError,
  type Task,
  type TaskQueue,
} from "../../src/kernel/index.js";
import { all, codeOf, draft, echo, gate, ran, startedKernel, type WorldOptions } from "./world.js";

const kernels: Kernel[] = [];
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.stop()));
});

async function started(options: WorldOptions = {}): Promise<Kernel> {
  const kernel = await startedKernel({ ...options, runner: { abortGraceMs: 50, stopGraceMs: 50, ...options.runner } });
  kernels.push(kernel);
  return kernel;
}

/** A task type whose lines do what `act` says. */
function acting(act: (line: string, note: (note: ProgressNote) => void, attempt: number) => Promise<void> | void) {
  return defineTaskPlugin({
    type: "actor",
    words: "actor",
    title: "Actor",
    summary: "Acts out its lines.",
    options: z.object({
      lines: z.array(z.string()).default([]),
      maxCostPerRun: z.number().default(0),
      site: z.string().default(""),
    }),
    hosts: ({ site }) => (site === "" ? [] : [site]),
    inputs: ({ lines }) => lines,
    async run(line, { progress, attempt, output }) {
      await act(line, progress, attempt);
      output.row({ line });
    },
  });
}

const actor = (kernel: Kernel, lines: string[], data: Record<string, Json> = {}): Promise<Task> =>
  kernel.tasks.create("actor", { lines, concurrency: 1, ...data });

const rowsOf = async (kernel: Kernel, id: string) => (await all(kernel.content.rows(id))).map(({ line }) => line);

it("a run stops after as many failed lines as it may have", async () => {
  const worked: string[] = [];
  const kernel = await started({
    plugins: [
      acting((line) => {
        worked.push(line);
        throw new ScriptoriumError("blocked", `${line} was refused. Try another.`);
      }),
    ],
  });
  const { _id } = await actor(kernel, ["a", "b", "c", "d"], { maxFailures: 2 });
  const task = await ran(kernel, _id);
  expect(task).toMatchObject({ status: "failed", error: { code: "too-many-failures" } });
  expect(task.error?.message).toContain("b was refused");
  expect(worked).toEqual(["a", "b"]);
  expect(await kernel.tasks.runOf(_id, "last")).toMatchObject({ reason: "too-many-failures" });
});

it("a run stops when its time is up, and continues with what is left", async () => {
  const clock = testClock();
  const at = gate();
  const kernel = await started({ clock, plugins: [acting((line) => at.pass(line))] });
  const { _id } = await actor(kernel, ["a", "b"], { maxRunMinutes: 5 });
  await kernel.tasks.run(_id);
  at.open("a");
  await at.reached("b");
  clock.advance(5 * 60_000);
  at.open("b");
  const task = await kernel.tasks.settled(_id);
  expect(task).toMatchObject({ status: "failed", error: { code: "time-limit" } });
  expect(await rowsOf(kernel, _id)).toEqual(["a"]);
  await kernel.tasks.run(_id);
  expect((await kernel.tasks.settled(_id)).status).toBe("complete");
  expect(await rowsOf(kernel, _id)).toEqual(["a", "b"]);
});

it("a run that may take longer than a timer can count is not stopped at once", async () => {
  const at = gate();
  const kernel = await started({ plugins: [echo(at)] });
  const { _id } = await draft(kernel, ["a", "b"], { maxRunMinutes: 1_000_000, concurrency: 1 });
  await kernel.tasks.run(_id);
  await at.reached("a");
  // A timer with too large a number is over after a millisecond.
  await new Promise((resolve) => setTimeout(resolve, 20));
  at.openAll();
  expect((await kernel.tasks.settled(_id)).status).toBe("complete");
});

it("a run stops before it costs more than it may", async () => {
  const kernel = await started({ plugins: [acting((_line, note) => note({ cost: 0.4, tokens: 100 }))] });
  const { _id } = await actor(kernel, ["a", "b", "c", "d"], { maxCostPerRun: 0.8 });
  const task = await ran(kernel, _id);
  expect(task).toMatchObject({ status: "failed", error: { code: "budget" } });
  expect(task.progress).toMatchObject({ tokens: 200, cost: 0.8 });
  expect(await ran(kernel, _id)).toMatchObject({ error: { code: "budget" }, progress: { tokens: 200, cost: 0.8 } });
});

it("a line that a service limited is tried again after a while, others that fail are not", async () => {
  const clock = testClock();
  const attempts: string[] = [];
  const kernel = await started({
    clock,
    plugins: [
      acting((line, _tell, attempt) => {
        attempts.push(`${line}${attempt}`);
        if (line === "limited" && attempt < 3) throw new ScriptoriumError("rate-limited", "Too many. Wait.");
        if (line === "broken") throw new ScriptoriumError("blocked", "Refused. Try another.");
      }),
    ],
  });
  const { _id } = await actor(kernel, ["limited", "broken"], { maxRetries: 3 });
  await kernel.tasks.run(_id);
  await expect.poll(() => attempts.length).toBe(1);
  clock.advance(1600);
  await expect.poll(() => attempts.length).toBe(2);
  clock.advance(3100);
  const task = await kernel.tasks.settled(_id);
  expect(task.progress).toMatchObject({ ok: 1, failed: 1, retries: 2 });
  expect(attempts).toEqual(["limited1", "limited2", "limited3", "broken1"]);
});

it("lines that earlier runs have done are passed over when the task says so", async () => {
  const kernel = await started();
  const { _id } = await draft(kernel, ["a", "b"], { skipSeen: true });
  await ran(kernel, _id);
  await kernel.tasks.patch(_id, { linesFile: ["a", "b", "c"] });
  const task = await ran(kernel, _id);
  expect(task).toMatchObject({ status: "complete", progress: { total: 3, ok: 1, skipped: 2, percent: 100 } });
  expect(await rowsOf(kernel, _id)).toEqual(["a", "b", "c"]);
});

it("only the lines that failed are tried again when that is asked for, and no others are done twice", async () => {
  let broken = true;
  const kernel = await started({
    plugins: [
      acting((line) => {
        if (broken && line !== "b") throw new ScriptoriumError("blocked", `${line} was refused. Try again.`);
      }),
    ],
  });
  const { _id } = await actor(kernel, ["a", "b", "c"]);
  expect((await ran(kernel, _id)).status).toBe("complete");
  broken = false;
  await kernel.tasks.retry(_id);
  expect(await kernel.tasks.settled(_id)).toMatchObject({ status: "complete", progress: { ok: 3, failed: 0 } });
  expect((await rowsOf(kernel, _id)).filter((line) => line === "b")).toHaveLength(1);
  expect((await all(kernel.tasks.lines(_id, "last", { state: "failed" }))).length).toBe(0);
  expect(await kernel.tasks.countRuns(_id)).toBe(1);
  expect(await codeOf(kernel.tasks.retry(_id))).toBe("TRANSITION_REFUSED");
});

it("a corrected line is worked when what failed is tried again, and a line that was never begun is not", async () => {
  const kernel = await started({
    plugins: [
      acting((line) => {
        if (line.startsWith("wrong")) throw new ScriptoriumError("blocked", `${line} was refused. Try again.`);
      }),
    ],
  });
  const { _id } = await actor(kernel, ["a", "wrong b", "c"]);
  expect(await ran(kernel, _id)).toMatchObject({ status: "complete", progress: { ok: 2, failed: 1 } });
  await kernel.tasks.patch(_id, { lines: ["a", "b", "c"] });
  await kernel.tasks.retry(_id);
  expect(await kernel.tasks.settled(_id)).toMatchObject({ status: "complete", progress: { ok: 3, failed: 0 } });
  expect(await kernel.tasks.countRuns(_id)).toBe(1);
  expect((await rowsOf(kernel, _id)).filter((line) => line === "a")).toHaveLength(1);

  const stopped = await actor(kernel, ["wrong b", "c", "d"], { maxFailures: 1 });
  expect((await ran(kernel, stopped._id)).status).toBe("failed");
  await kernel.tasks.patch(stopped._id, { maxFailures: 0 });
  await kernel.tasks.retry(stopped._id);
  expect(await kernel.tasks.settled(stopped._id)).toMatchObject({ progress: { failed: 1, skipped: 2 } });
});

it("a restart drops the progress of a run that could have gone on", async () => {
  const kernel = await started({
    plugins: [
      acting((line) => {
        if (line === "b") throw new ScriptoriumError("blocked", "b was refused. Try again.");
      }),
    ],
  });
  const { _id } = await actor(kernel, ["a", "b"], { maxFailures: 1 });
  await ran(kernel, _id);
  await kernel.tasks.run(_id);
  await kernel.tasks.settled(_id);
  expect(await rowsOf(kernel, _id)).toEqual(["a", "b"]);
  await kernel.tasks.restart(_id);
  await kernel.tasks.settled(_id);
  expect(await kernel.tasks.countRuns(_id)).toBe(2);
  expect((await rowsOf(kernel, _id)).filter((line) => line === "a")).toHaveLength(2);
});

it("data that replace a task's own in a run are gone with the next one", async () => {
  const kernel = await started();
  const { _id, data } = await draft(kernel, ["a"]);
  await kernel.tasks.run(_id, { overrides: { linesFile: ["x", "y"] } });
  await kernel.tasks.settled(_id);
  expect(await rowsOf(kernel, _id)).toEqual(["x", "y"]);
  expect((await kernel.tasks.existing(_id)).data).toEqual(data);
  await ran(kernel, _id);
  expect(await rowsOf(kernel, _id)).toEqual(["x", "y", "a"]);
});

it("the queue learns the priority and the hosts of a run", async () => {
  const queued: QueuedRun[] = [];
  const inner = inProcessQueue();
  const queue: TaskQueue = {
    ...inner,
    enqueue(run) {
      queued.push(run);
      return inner.enqueue(run);
    },
  };
  const kernel = await started({ queue, plugins: [acting(() => {})] });
  const { _id } = await actor(kernel, ["a"], { priority: 7, site: "example.org" });
  await ran(kernel, _id);
  expect(queued).toMatchObject([{ taskId: _id, type: "actor", priority: 7, hosts: ["example.org"] }]);
});

it("rows are announced as they are stored, of very many the first", async () => {
  const kernel = await started({ plugins: [many(250)] });
  const announced: { rows: readonly unknown[]; count: number }[] = [];
  kernel.events.on("task.row", (event) => announced.push(event));
  const { _id } = await kernel.tasks.create("many");
  await ran(kernel, _id);
  expect(announced.map(({ rows, count }) => [rows.length, count])).toEqual([[100, 250]]);
});

it("a line that leaves more rows than can be stored at once fails in words", async () => {
  const kernel = await started({ plugins: [many(100_001)] });
  const { _id } = await kernel.tasks.create("many");
  expect((await ran(kernel, _id)).error?.message).toContain("100000 rows at most");
});

it("a million notes about its progress are announced a few times and keep nobody waiting", async () => {
  const kernel = await started({
    plugins: [
      acting((_line, note) => {
        for (let index = 0; index < 1_000_000; index += 1) note({ phase: `step ${index}`, tokens: 1 });
      }),
    ],
  });
  let announced = 0;
  kernel.events.on("task.progress", () => {
    announced += 1;
  });
  const { _id } = await actor(kernel, ["a"]);
  const task = await ran(kernel, _id);
  expect(task.progress).toMatchObject({ tokens: 1_000_000, phase: "step 999999" });
  expect(announced).toBeLessThan(100);
});

it("a pinned run says so until it is unpinned", async () => {
  const kernel = await started();
  const { _id } = await draft(kernel, ["a"]);
  await ran(kernel, _id);
  expect(await kernel.tasks.keepRun(_id, "last", true)).toMatchObject({ keep: true });
  expect(await kernel.tasks.keepRun(_id, "last", false)).not.toHaveProperty("keep");
});

it("a task that waits knows its place in the queue", async () => {
  const at = gate();
  const kernel = await started({ queue: inProcessQueue({ maxRunning: 1 }), plugins: [echo(at)] });
  const tasks = await Promise.all([draft(kernel, ["a"]), draft(kernel, ["b"]), draft(kernel, ["c"])]);
  for (const { _id } of tasks) await kernel.tasks.run(_id);
  expect(await Promise.all(tasks.map(({ _id }) => kernel.tasks.position(_id)))).toEqual([undefined, 1, 2]);
  expect(await kernel.load()).toEqual({ waiting: 2, running: 1, here: 1 });
  at.openAll();
});

function many(rows: number) {
  return defineTaskPlugin({
    type: "many",
    words: "many",
    title: "Many",
    summary: "Stores many rows.",
    options: z.object({}),
    inputs: () => ["all"],
    async run(_line, { output }) {
      for (let index = 0; index < rows; index += 1) output.row({ index });
    },
  });
}
