import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { testClock } from "../../src/adapters/doubles/test-clock.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import {
  createKernel,
  defineTaskPlugin,
  type Progress,
  type ProgressNote,
  ScriptoriumError,
} from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";

type Report = (note: ProgressNote) => void;

/** A run of these lines, each of which reports what the test says and ends when the test says so. */
async function running(linesFile: readonly string[]) {
  const clock = testClock(new Date("2026-01-01T12:00:00.000Z"));
  const at = new Map<string, { readonly report: Report; readonly end: (error?: Error) => void }>();
  const plugin = defineTaskPlugin({
    type: "steps",
    words: "steps",
    title: "Steps",
    summary: "Does what the test says.",
    options: z.object({ linesFile: z.array(z.string()).default([]) }),
    inputs: (options) => options.linesFile,
    async run(line, { progress, checkpoint, signal }) {
      await checkpoint(`begun ${line}`, {});
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        at.set(line, { report: progress, end: (error) => (error === undefined ? resolve() : reject(error)) });
      });
    },
  });
  const kernel = createKernel({
    storage: memoryStorage(),
    queue: inProcessQueue(),
    plugins: [plugin],
    providers: {},
    clock,
  });
  await kernel.start();
  onTestFinished(() => kernel.stop());
  const { _id } = await kernel.tasks.create("steps", { linesFile: [...linesFile] });
  const begun = async (line: string) => {
    await expect.poll(() => at.get(line), { interval: 5 }).toBeDefined();
    return at.get(line)!;
  };
  /** How far the run is as everybody sees it, a second later. */
  const shown = async (line: string, note: ProgressNote): Promise<Progress> => {
    const { report } = await begun(line);
    const before = (await kernel.tasks.get(_id))?.progress?.updatedAt;
    clock.advance(1000);
    report(note);
    const stored = async () => (await kernel.tasks.get(_id))?.progress;
    await expect.poll(async () => (await stored())?.updatedAt, { interval: 5 }).not.toBe(before);
    return (await stored())!;
  };
  await kernel.tasks.run(_id);
  return { kernel, clock, id: _id, at, begun, shown };
}

it("the parts of its only line count towards the percentage and the time left of a run", async () => {
  const { shown, begun, kernel, id } = await running(["site"]);
  expect(await shown("site", { phase: "pages" })).toMatchObject({ percent: 0, etaSeconds: null });
  expect(await shown("site", { parts: { done: 50, found: 200 } })).toMatchObject({
    ...{ total: 1, done: 0, percent: 25, etaSeconds: 6 },
  });
  expect(await shown("site", { parts: { done: 150, found: 200 } })).toMatchObject({ percent: 75, etaSeconds: 1 });
  expect(await shown("site", { parts: { done: 200, found: 200 } })).toMatchObject({ percent: 99 });
  (await begun("site")).end();
  expect((await kernel.tasks.settled(id)).progress).toMatchObject({ done: 1, percent: 100, etaSeconds: 0 });
});

it("a line counts as much as another, and its parts as that much of it", async () => {
  const { shown, begun, kernel, id } = await running(["one", "two", "three", "four"]);
  (await begun("one")).end();
  expect(await shown("two", { parts: { done: 1, found: 2 } })).toMatchObject({ done: 1, percent: 37 });
  expect(await shown("three", { parts: { done: 9, found: 10 } })).toMatchObject({ percent: 60 });
  for (const line of ["two", "three", "four"]) (await begun(line)).end();
  expect((await kernel.tasks.settled(id)).progress).toMatchObject({ done: 4, percent: 100 });
});

it("the percentage does not go back when more parts are found, and the time left tells of them", async () => {
  const { shown } = await running(["site"]);
  const before = await shown("site", { parts: { done: 20, found: 40 } });
  expect(before).toMatchObject({ percent: 50, etaSeconds: 1 });
  const after = await shown("site", { parts: { done: 40, found: 400 } });
  expect(after).toMatchObject({ percent: 50, etaSeconds: 18 });
});

it("while more may be found, few parts are little of the line, and nonsense is none", async () => {
  const { shown } = await running(["site"]);
  expect(await shown("site", { parts: { done: 1, found: 2, growing: true } })).toMatchObject({ percent: 8 });
  const odd = { done: Number.NaN, found: -3 };
  expect(await shown("site", { parts: odd })).toMatchObject({ percent: 8 });
  expect(await shown("site", { parts: { done: 900, found: 3 } })).toMatchObject({ percent: 99 });
});

it("parts of an earlier attempt at the run are counted, and say nothing of its pace", async () => {
  const { shown, kernel, id, at } = await running(["site"]);
  await shown("site", { parts: { done: 50, found: 100 } });
  await kernel.tasks.abort(id);
  expect((await kernel.tasks.settled(id)).progress).toMatchObject({ percent: 50 });
  at.clear();
  await kernel.tasks.run(id);
  expect(await shown("site", { parts: { done: 60, found: 100 } })).toMatchObject({ percent: 60, etaSeconds: null });
  expect(await shown("site", { parts: { done: 80, found: 100 } })).toMatchObject({ percent: 80, etaSeconds: 2 });
});

it("whom a run waits for shows behind its phase until the time has come", async () => {
  const { shown, clock } = await running(["site"]);
  const until = "2026-01-01T12:05:30.000Z";
  const wait = { for: "shop.test", until, because: "it answered 429" };
  expect(await shown("site", { phase: "crawling: 6 pages", wait })).toMatchObject({
    phase: "crawling: 6 pages; shop.test rests until 12:05:30 UTC (it answered 429)",
  });
  const later = { for: "blog.test", until: "2026-01-02T01:00:00.000Z", because: "it answered 503" };
  const third = { ...later, for: "news.test", until: "2026-01-02T02:00:00.000Z" };
  await shown("site", { wait: later });
  expect((await shown("site", { wait: third })).phase).toBe(
    "crawling: 6 pages; shop.test rests until 12:05:30 UTC (it answered 429), blog.test rests until 2026-01-02 01:00:00 UTC (it answered 503), and 1 more",
  );
  clock.advance(24 * 3_600_000);
  expect(await shown("site", {})).toMatchObject({ phase: "crawling: 6 pages" });
});

it("a line that is tried again in a while shows until then", async () => {
  const { begun, clock, kernel, id, shown, at } = await running(["site"]);
  await shown("site", { phase: "pages" });
  const { end } = await begun("site");
  at.clear();
  end(new ScriptoriumError("rate-limited", "The service is busy. Run it again later."));
  await expect
    .poll(async () => {
      clock.advance(100);
      return (await kernel.tasks.get(id))?.progress?.phase;
    })
    .toMatch(/^pages; site rests until 12:00:\d\d UTC \(tried again after rate-limited\)$/);
  clock.advance(2000);
  await begun("site");
});

it("a wait that begins right after a report is stored all the same", async () => {
  const { begun, clock, kernel, id, shown } = await running(["site"]);
  await shown("site", { phase: "pages" });
  const { report } = await begun("site");
  report({ wait: { for: "shop.test", until: "2026-01-01T13:00:00.000Z", because: "it answered 429" } });
  report({ wait: { for: "odd.test", until: "some day", because: "" } });
  clock.advance(500);
  await expect
    .poll(async () => (await kernel.tasks.get(id))?.progress?.phase, { interval: 5 })
    .toBe("pages; shop.test rests until 13:00:00 UTC (it answered 429)");
});

it("the last of many reports is stored, whenever it comes", async () => {
  const { begun, clock, kernel, id, shown } = await running(["site"]);
  await shown("site", { phase: "pages" });
  const { report } = await begun("site");
  const progress = async () => (await kernel.tasks.get(id))?.progress;
  report({ parts: { done: 1, found: 100 } });
  clock.advance(499);
  await new Promise(setImmediate);
  report({ parts: { done: 2, found: 100 } });
  clock.advance(1);
  report({ parts: { done: 3, found: 100 } });
  await new Promise(setImmediate);
  report({ parts: { done: 4, found: 100 } });
  await expect
    .poll(async () => {
      clock.advance(100);
      return (await progress())?.percent;
    })
    .toBe(4);
});
