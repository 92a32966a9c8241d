import { afterEach, describe, expect, it } from "vitest";
import { worlds } from "./fuller.js";

const world = worlds();
afterEach(() => world.close());

const post = (body?: unknown) =>
  body === undefined
    ? { method: "POST" }
    : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };

describe("the runs of a task", () => {
  it("are listed newest first, a page at a time, without the data they ran with", async () => {
    const { kernel, ran, result } = await world.start();
    const id = await ran([{ row: { a: 1 } }], { password: "hush" });
    for (let round = 0; round < 4; round += 1) {
      await result(`/task/restart/${id}`, post());
      await kernel.tasks.settled(id);
    }
    const { total, runs } = await result(`/task/runs/${id}`);
    expect(total).toBe(5);
    expect(runs).toHaveLength(5);
    expect(runs[0]._id).toBe((await kernel.tasks.existing(id)).runId);
    for (const run of runs) {
      expect(run).toMatchObject({ taskId: id, status: "complete", origin: "api", attempts: 1 });
      expect(run.progress).toMatchObject({ total: 1, ok: 1 });
      expect(Object.keys(run)).not.toEqual(expect.arrayContaining(["data"]));
      expect(JSON.stringify(run)).not.toContain("hush");
      expect(run).not.toHaveProperty("sealed");
    }
    const ids = runs.map(({ _id }: { _id: string }) => _id);
    const page = async (query: string) =>
      (await result(`/task/runs/${id}?${query}`)).runs.map(({ _id }: { _id: string }) => _id);
    expect(await page("skip=1&limit=2")).toEqual(ids.slice(1, 3));
    expect(await page("skip=4&limit=2")).toEqual(ids.slice(4));
    expect(await page("skip=9")).toEqual([]);
    expect(await page("limit=0")).toEqual([]);
    expect(await page("order=asc&limit=2")).toEqual(ids.slice(3).reverse());
  });

  it("are shown one by one, by their id or as the last", async () => {
    const { ran, result, ask } = await world.start();
    const id = await ran([{ row: { a: 1 } }]);
    const last = await result(`/task/run/${id}/last`);
    expect(await result(`/task/run/${id}/${last._id}`)).toEqual(last);
    expect(await result(`/task/run/${id}`)).toEqual(last);
    const other = await ran([{ row: { a: 1 } }]);
    for (const run of [(await result(`/task/run/${other}`))._id, "nothing", "%00", "a%2Fb"]) {
      expect((await ask(`/task/run/${id}/${run}`)).envelope()).toMatchObject({
        success: false,
        message: expect.stringContaining("no run"),
      });
    }
  });

  it("show how each of their lines ended, a page at a time", async () => {
    const { ran, result } = await world.start();
    const id = await ran([{ row: { a: 1 } }, { fails: "boom" }, { row: { a: 2 } }, { row: { a: 3 } }]);
    const { lines, run } = await result(`/task/lines/${id}`);
    expect(run).toBe((await result(`/task/run/${id}`))._id);
    expect(lines.map(({ state }: { state: string }) => state)).toEqual(["done", "failed", "done", "done"]);
    expect(lines[1]).toMatchObject({ line: '{"fails":"boom"}', code: "internal" });
    expect((await result(`/task/lines/${id}?state=failed`)).lines).toEqual([lines[1]]);
    expect((await result(`/task/lines/${id}?state=done&offset=1&limit=1`)).lines).toEqual([lines[2]]);
    expect((await result(`/task/lines/${id}?run=${run}&offset=4`)).lines).toEqual([]);
  });

  it("of a task that never ran are none", async () => {
    const { kernel, result, ask } = await world.start();
    const { _id } = await kernel.tasks.create("scripted");
    expect(await result(`/task/runs/${_id}`)).toEqual({ total: 0, runs: [] });
    for (const path of [`/task/run/${_id}`, `/task/lines/${_id}`, `/task/effects/${_id}`]) {
      expect((await ask(path)).envelope()).toMatchObject({
        success: false,
        message: expect.stringContaining("not run"),
      });
    }
  });
});

describe("a run", () => {
  it("is started again by restart, and says where it was asked for", async () => {
    const { kernel, ran, result, ask } = await world.start();
    const id = await ran([{ row: { a: 1 } }]);
    const before = (await result(`/task/run/${id}`))._id;
    const { run } = await result(`/task/restart/${id}?origin=ui`);
    await kernel.tasks.settled(id);
    expect(run).not.toBe(before);
    expect(await result(`/task/run/${id}`)).toMatchObject({ _id: run, origin: "ui" });
    for (const origin of ["cron", "recovery", "chain", "__proto__", "UI%00"]) {
      expect((await ask(`/task/restart/${id}?origin=${origin}`)).envelope().success).toBe(false);
    }
    expect((await result(`/task/runs/${id}`)).total).toBe(2);
  });

  it("works only the lines that failed when they are to be tried again", async () => {
    const { kernel, ran, result, ask } = await world.start();
    const id = await ran([{ row: { a: 1 } }, { fails: "boom" }]);
    await result(`/task/retry/${id}`, post({ only: "failed" }));
    await kernel.tasks.settled(id);
    expect((await result(`/task/lines/${id}?state=failed`)).lines).toHaveLength(1);
    expect((await result(`/task/results/${id}?run=all`)).rows.filter((row: object) => "a" in row)).toEqual([{ a: 1 }]);
    expect((await ask(`/task/retry/${id}`, post({ only: "done" }))).envelope().message).toMatch(/"only" must be/);
  });

  it("is pinned and unpinned again", async () => {
    const { ran, result } = await world.start();
    const id = await ran([{ row: { a: 1 } }]);
    const { _id } = await result(`/task/run/${id}`);
    expect((await result(`/task/keep/${id}/${_id}`, post({ keep: true }))).keep).toBe(true);
    expect((await result(`/task/run/${id}`)).keep).toBe(true);
    await result(`/task/keep/${id}/last`, post({ keep: false }));
    expect((await result(`/task/run/${id}`)).keep ?? false).toBe(false);
  });
});

it("progress shows the place in the queue while a task waits, and how far it is once it runs", async () => {
  const { kernel, result, gate } = await world.start();
  const make = async (waits: string) => {
    const { _id } = await kernel.tasks.create("scripted", { linesFile: [JSON.stringify({ waits })] });
    await kernel.tasks.run(_id);
    return _id;
  };
  const ids = [];
  for (const name of ["a", "b", "c", "d", "e"]) ids.push(await make(name));
  await gate.reached("a");
  const states = await Promise.all(ids.map((id) => result(`/task/progress/${id}`)));
  expect(states[0]).toMatchObject({ id: ids[0], status: "running", position: null });
  const waiting = states.filter(({ status }) => status === "waiting");
  expect(waiting.length).toBeGreaterThan(0);
  expect(waiting.map(({ position }) => position)).toEqual(waiting.map((_, index) => index + 1));
  gate.openAll();
  await Promise.all(ids.map((id) => kernel.tasks.settled(id)));
  expect(await result(`/task/progress/${ids[4]}`)).toMatchObject({
    status: "complete",
    position: null,
    error: null,
    progress: { total: 1, done: 1, percent: 100 },
  });
});
