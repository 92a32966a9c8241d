import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import {
  type ContentService,
  createKernel,
  defineTaskPlugin,
  type LogEntry,
  type LogLevel,
  type Run,
  type RunLog,
} from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { type Line, worlds } from "./fuller.js";

const world = worlds();
afterEach(() => world.close());

const says = (level: LogLevel, text: string): Line => ({ log: [level, text] });
const texts = (entries: readonly { msg: string }[]) => entries.map(({ msg }) => msg);

/** A task type whose lines do what is given. */
function telling(run: (line: string, context: { readonly log: RunLog }) => void | Promise<void>) {
  return defineTaskPlugin({
    type: "telling",
    words: "telling",
    title: "Telling",
    summary: "Says what it is told.",
    options: z.object({ linesFile: z.array(z.string()).default([]) }),
    inputs: ({ linesFile }) => linesFile,
    run: async (line, context) => run(line, context),
  });
}

describe("the log of a task", () => {
  it("is the newest 200 entries, oldest first, by default", async () => {
    const { ran, result } = await world.start();
    const id = await ran(Array.from({ length: 300 }, (_, index) => says("info", `entry ${index}`)));
    const entries = await result(`/task/log/${id}`);
    expect(entries).toHaveLength(200);
    const numbers = entries.map(({ n }: { n: number }) => n);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    // The last is what the run says of itself.
    expect(texts(entries).slice(0, 199)).toEqual(Array.from({ length: 199 }, (_, index) => `entry ${index + 101}`));
    expect(texts(await result(`/task/log/${id}?limit=2`))).toEqual([texts(entries)[198], texts(entries)[199]]);
  });

  it("continues after the number of the last known entry", async () => {
    const { ran, result } = await world.start();
    const id = await ran(Array.from({ length: 50 }, (_, index) => says("info", `entry ${index}`)));
    let after = 0;
    const seen: string[] = [];
    for (;;) {
      const page = await result(`/task/log/${id}?after=${after}&limit=7`);
      if (page.length === 0) break;
      seen.push(...texts(page));
      after = page.at(-1).n;
    }
    expect(seen.filter((msg) => msg.startsWith("entry"))).toEqual(
      Array.from({ length: 50 }, (_, index) => `entry ${index}`),
    );
    expect(await result(`/task/log/${id}?after=99999999`)).toEqual([]);
  });

  it("at a level is that level and the worse ones, however far apart they are", async () => {
    const { ran, result } = await world.start();
    const id = await ran([
      says("debug", "d"),
      says("warn", "w1"),
      ...Array.from({ length: 400 }, (_, index) => says("info", `i${index}`)),
      says("error", "e"),
      says("warn", "w2"),
    ]);
    expect(texts(await result(`/task/log/${id}?level=warn`))).toEqual(["w1", "e", "w2"]);
    expect(texts(await result(`/task/log/${id}?level=error`))).toEqual(["e"]);
    expect(texts(await result(`/task/log/${id}?level=warn&after=0&limit=2`))).toEqual(["w1", "e"]);
    expect(texts(await result(`/task/log/${id}?level=warn&limit=2`))).toEqual(["e", "w2"]);
    expect(await result(`/task/log/${id}?limit=1000`)).toHaveLength(405);
  });

  it("of one run holds what that run said", async () => {
    const { kernel, ran, result } = await world.start();
    const id = await ran([says("info", "first")]);
    const first = (await kernel.tasks.existing(id)).runId;
    // Runs are distinguished by their times.
    const ended = Date.now();
    await vi.waitUntil(() => Date.now() > ended, { interval: 1 });
    await kernel.tasks.patch(id, { linesFile: [JSON.stringify(says("info", "second"))] });
    await result(`/task/restart/${id}`);
    await kernel.tasks.settled(id);
    expect(texts(await result(`/task/log/${id}?run=${first}`))).toContain("first");
    expect(texts(await result(`/task/log/${id}?run=${first}`))).not.toContain("second");
    expect(texts(await result(`/task/log/${id}?run=last`))).toContain("second");
    expect(texts(await result(`/task/log/${id}?run=last&after=0`))).not.toContain("first");
    expect(texts(await result(`/task/log/${id}`))).toEqual(expect.arrayContaining(["first", "second"]));
  });

  it("shows no secret of the task", async () => {
    const { kernel, ran, ask } = await world.start();
    const id = await ran([says("info", "logged in with tr0ub4dor&3"), { fails: "refused: tr0ub4dor&3" }], {
      password: "tr0ub4dor&3",
    });
    expect((await kernel.tasks.revealed(id))["password"]).toBe("tr0ub4dor&3");
    for (const format of ["json", "jsonl", "text"]) {
      const { text } = await ask(`/task/log/${id}?format=${format}`);
      expect(text).toContain("logged in with");
      expect(text).not.toContain("tr0ub4dor");
    }
  });

  it("for people is one line an entry, which nothing that was scraped can break or colour", async () => {
    const { ran, ask } = await world.start();
    const id = await ran([says("warn", "a\u001b[31m\nb\r2026-01-01 ERROR forged\u202e")]);
    const { headers, text } = await ask(`/task/log/${id}?format=text`);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    const lines = text.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z WARN {2}\[.*\] a.\[31m.b.2026-01-01 ERROR forged $/u);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  it("for people names the line of an entry, unless its sentence has the address", async () => {
    const plugin = telling(async (line, { log }) => log.info(`${line} has bees`));
    const { kernel, ask } = await world.start({ kernel: { plugins: [plugin] } });
    const { _id } = await kernel.tasks.create("telling", { linesFile: ["https://wax.example/", "a"], concurrency: 1 });
    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    const { text } = await ask(`/task/log/${_id}?format=text`);
    const entries = text
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/^\S+ /, ""));
    expect(entries.slice(0, 2)).toEqual(["INFO  https://wax.example/ has bees", "INFO  [a] a has bees"]);
  });

  it("for people is in the order of times, also where a line ends before one that began earlier", async () => {
    const [begun, stored] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
    const plugin = telling(async (line, { log }) => {
      if (line === "slow") {
        log.info("said first");
        begun.resolve(Date.now());
        await stored.promise;
        return;
      }
      const at = await begun.promise;
      await vi.waitUntil(() => Date.now() > at, { interval: 1 });
      log.info("said second");
    });
    const { kernel, ask, result } = await world.start({ kernel: { plugins: [plugin] } });
    const { _id } = await kernel.tasks.create("telling", { linesFile: ["slow", "quick"], concurrency: 2 });
    await kernel.tasks.run(_id);
    await expect.poll(async () => texts(await result(`/task/log/${_id}`))).toContain("said second");
    stored.resolve();
    await kernel.tasks.settled(_id);
    const { text } = await ask(`/task/log/${_id}?format=text`);
    expect(text.match(/said \w+/g)).toEqual(["said first", "said second"]);
  });

  it("as jsonl is what it is as json", async () => {
    const { ran, ask, result } = await world.start();
    const id = await ran([says("warn", "a\nb"), says("info", "c")]);
    const { headers, text } = await ask(`/task/log/${id}?format=jsonl`);
    expect(headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
    const lines = text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(await result(`/task/log/${id}`));
  });

  it("of a task that never ran is empty", async () => {
    const { kernel, result } = await world.start();
    const { _id } = await kernel.tasks.create("scripted");
    expect(await result(`/task/log/${_id}`)).toEqual([]);
    expect(await result(`/task/log/${_id}?run=last`)).toEqual([]);
  });
});

describe("the tail of a log", () => {
  it("is the end of the whole list, whatever its levels, length and dropped beginning", async () => {
    const levels = fc.constantFrom<LogLevel>("debug", "info", "warn", "error");
    await fc.assert(
      fc.asyncProperty(
        fc.array(levels, { maxLength: 400 }),
        fc.nat(30_000),
        fc.integer({ min: 1, max: 250 }),
        fc.uniqueArray(levels, { minLength: 1 }),
        async (entries, kept, limit, wanted) => {
          const { content, id, trim } = await logged(entries);
          await trim(kept);
          const whole = await Array.fromAsync(content.log(id, { levels: wanted }));
          expect(await content.logTail(id, { levels: wanted, limit })).toEqual(whole.slice(-limit));
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** A storage with a log of these levels. */
async function logged(levels: readonly LogLevel[]): Promise<{
  readonly content: ContentService;
  readonly id: string;
  trim(bytes: number): Promise<unknown>;
}> {
  const storage = memoryStorage();
  const kernel = createKernel({ storage, queue: inProcessQueue(), plugins: [] });
  await storage.open();
  const at = new Date(0).toISOString();
  const base = { createdAt: at, updatedAt: at, revision: 0 };
  const id = "0".repeat(24);
  await storage.tasks.insert({ ...base, _id: id, group: "", name: "", type: "x", status: "draft", data: {} });
  const run: Run = { _id: "r", taskId: id, status: "running", origin: "api", attempts: 1, seed: "", ...base };
  await storage.runs.insert(run);
  const entries = levels.map((level, index): LogEntry => ({ t: at, level, msg: `entry ${index}` }));
  await storage.runs.log("r", entries);
  return { content: kernel.content, id, trim: (bytes) => storage.runs.trimLog(id, bytes) };
}
