import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createApi, fetchHandler } from "../../src/adapters/http/index.js";
import { type IsolatedOptions, isolated } from "../../src/adapters/isolation/index.js";
import { type AnyTaskPlugin, defineTaskPlugin, type Kernel, type PluginEntry } from "../../src/kernel/index.js";
import { threadProgram } from "./thread-program.js";
import { all, startedKernel } from "./world.js";

const program = threadProgram();
const module = new URL("./plugins/hostile.mjs", import.meta.url);
const kernels: Kernel[] = [];
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.stop()));
});

const GRACE_MS = 300;

async function started(entry: PluginEntry, graceMs = GRACE_MS): Promise<Kernel> {
  const runner = { abortGraceMs: graceMs, stopGraceMs: graceMs };
  const kernel = await startedKernel({ plugins: [entry], runner });
  kernels.push(kernel);
  return kernel;
}

type Entry = (more?: Partial<IsolatedOptions>) => Promise<PluginEntry>;
const inProcess: Entry = async () => ((await import(module.href)) as { default: AnyTaskPlugin }).default;
const inThread: Entry = async (more = {}) =>
  isolated({
    type: "hostile",
    words: "hostile",
    title: "Hostile",
    summary: "Does what its lines say.",
    module,
    graceMs: GRACE_MS,
    program: program.path,
    ...more,
  });

/** Runs the lines one after the other, to the end; `data` are further settings. */
async function work(kernel: Kernel, linesFile: string[], data: Record<string, string> = {}) {
  const { _id: id } = await kernel.tasks.create("hostile", { linesFile, concurrency: 1, maxRetries: 0, ...data });
  await kernel.tasks.run(id);
  const task = await kernel.tasks.settled(id);
  const rows = await all(kernel.content.rows(id));
  return { id, task, rows, done: rows.filter((row) => row["status"] !== "failed") };
}

describe.each([
  ["in the server's own thread", inProcess],
  ["in a thread of its own", inThread],
  ["in a process of its own", (more) => inThread({ within: "process", ...more })],
] satisfies [string, Entry][])("a hostile task type %s", (_where, entry) => {
  it.each(["undefined", "null", "string", "number", "getters", "proxy", "error"])(
    "that throws fails its line and no other: %s",
    async (thing) => {
      const { task, done } = await work(await started(await entry()), [`throw ${thing}`, "ok"]);
      expect(task).toMatchObject({ status: "complete", progress: { ok: 1, failed: 1 } });
      expect(done).toHaveLength(1);
    },
  );

  it("that never settles is fenced off within the grace", async () => {
    const kernel = await started(await entry());
    const { _id: id } = await kernel.tasks.create("hostile", { linesFile: ["hang"] });
    const running = new Promise((resolve) => kernel.events.on("task.running", resolve));
    await kernel.tasks.run(id);
    await running;
    await kernel.tasks.abort(id);
    expect((await kernel.tasks.settled(id)).status).toBe("aborted");
  });

  it("that goes on after its abort leaves nothing behind", async () => {
    const kernel = await started(await entry());
    const { _id: id } = await kernel.tasks.create("hostile", { linesFile: ["heed", "late 600"] });
    const running = new Promise((resolve) => kernel.events.on("task.running", resolve));
    await kernel.tasks.run(id);
    await running;
    await kernel.tasks.abort(id);
    expect((await kernel.tasks.settled(id)).status).toBe("aborted");
    await wait(700);
    expect(await all(kernel.content.rows(id))).toEqual([]);
  });

  it.each(["progress 1000000", "log 1000000"])("that tells too much tells little: %s", async (line) => {
    const kernel = await started(await entry());
    let events = 0;
    kernel.events.onAny(() => {
      events += 1;
    });
    const { id, task } = await work(kernel, [line]);
    expect(task.status).toBe("complete");
    expect(events).toBeLessThan(30);
    expect((await all(kernel.content.log(id))).length).toBeLessThan(1010);
    if (line.startsWith("progress")) expect(task.progress).toMatchObject({ tokens: 1_000_000, phase: "step 999999" });
  });

  it("may give very many rows and large files", async () => {
    const kernel = await started(await entry());
    const { id, task } = await work(kernel, ["rows 50000", `file ${20 * 1024 * 1024}`]);
    expect(task.status).toBe("complete");
    expect(await kernel.content.countRows(id)).toBe(50_000);
    expect((await kernel.content.file(id, "big.bin"))?.size).toBe(20 * 1024 * 1024);
  });

  it("whose beginning or end throws fails the run", async () => {
    const kernel = await started(await entry());
    const data = { atBegin: "throw null" };
    expect((await work(kernel, ["ok"], data)).task).toMatchObject({ status: "failed", error: { code: "internal" } });
    const atEnd = await work(kernel, ["ok"], { atEnd: "throw proxy" });
    expect(atEnd.task).toMatchObject({ status: "failed", error: { code: "internal" } });
    expect(atEnd.done).toHaveLength(1);
  });

  it.each<Record<string, string>>([{ atBegin: "hang" }, { atEnd: "hang" }])(
    "whose beginning or end hangs is aborted all the same: %o",
    async (data) => {
      const kernel = await started(await entry());
      const { _id: id } = await kernel.tasks.create("hostile", { linesFile: ["ok"], ...data });
      const running = new Promise((resolve) => kernel.events.on("task.running", resolve));
      await kernel.tasks.run(id);
      await running;
      await wait(50);
      await kernel.tasks.abort(id);
      expect((await kernel.tasks.settled(id)).status).toBe("aborted");
    },
  );

  it("finishes what it began after an abort, too", async () => {
    const kernel = await started(await entry({ graceMs: 20_000 }), 20_000);
    const { _id: id } = await kernel.tasks.create("hostile", { linesFile: ["heed"], atEnd: "say at the end" });
    // The first report comes when it has begun.
    const begun = new Promise((resolve) => kernel.events.on("task.progress", resolve));
    await kernel.tasks.run(id);
    await begun;
    await kernel.tasks.abort(id);
    await kernel.tasks.settled(id);
    const log = await all(kernel.content.log(id));
    expect(log.map(({ msg }) => msg)).toContain("at the end");
  });
});

describe("a hostile task type whose plain parts are broken", () => {
  const broken = (more: object) =>
    defineTaskPlugin({
      type: "hostile",
      words: "hostile",
      title: "Hostile",
      summary: "",
      options: z.object({ linesFile: z.array(z.string()).default([]) }),
      inputs: ({ linesFile }) => linesFile,
      async run() {},
      ...more,
    }) as AnyTaskPlugin;

  it.each([
    [
      "inputs that throw",
      {
        inputs: () => {
          throw new Error("no lines today");
        },
      },
    ],
    [
      "inputs that throw nothing",
      {
        inputs: () => {
          throw undefined;
        },
      },
    ],
    ["inputs that are no list", { inputs: () => 7 }],
    ["inputs that are no text", { inputs: () => [{}, null, 7] }],
    [
      "inputs that hardly end",
      {
        inputs: function* () {
          for (let n = 0; n < 2_500_000; n += 1) yield `line ${n}`;
        },
      },
    ],
    ["a promise of inputs", { inputs: async () => ["a"] }],
  ])("fails the run in words: %s", async (_what, more) => {
    const { task } = await work(await started(broken(more)), ["a"]);
    expect(task).toMatchObject({ status: "failed", error: { message: expect.stringMatching(/^[A-Z].*\. .*\.$/) } });
  });

  it("works 100,000 lines", async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `line ${index}`);
    const { task } = await work(await started(broken({ inputs: () => many })), []);
    expect(task).toMatchObject({ status: "complete", progress: { total: 100_000, ok: 100_000 } });
  });

  it("fails the run when its schema throws", async () => {
    const kernel = await started(
      broken({
        options: z.object({
          linesFile: z.array(z.string()).default([]),
          trap: z
            .string()
            .default("")
            .transform((text) => {
              if (text === "now") throw new Error("sprung");
              return text;
            }),
        }),
      }),
    );
    const { task } = await work(kernel, ["a"], { trap: "now" });
    expect(task.status).toBe("failed");
  });

  it.each([
    [
      "throws",
      {
        failure: () => {
          throw null;
        },
      },
    ],
    ["gives what is no row", { failure: () => ({ when: new Date() }) }],
    ["gives nothing", { failure: () => undefined }],
  ])("counts a line as failed although its row of failure %s", async (_what, more) => {
    const run = async () => {
      throw new Error("a bad line");
    };
    const { task } = await work(await started(broken({ run, ...more })), ["a", "b"]);
    expect(task).toMatchObject({ status: "failed", progress: { failed: 2 } });
  });
});

describe("an isolated task type", () => {
  it.each(["heap", "exit 0", "timer"])(
    "that ends its thread fails its line in words, and the run goes on: %s",
    async (line) => {
      const { task, rows } = await work(await started(await inThread({ memoryMb: 64 })), [line, "ok"]);
      expect(task).toMatchObject({ status: "complete", progress: { ok: 1, failed: 1 } });
      expect(rows[0]).toMatchObject({ status: "failed", error: expect.stringContaining('task type "hostile"') });
    },
  );

  it("leaves the API answering while it blocks its loop", async () => {
    const kernel = await started(await inThread());
    const api = fetchHandler(createApi(kernel, { version: "0" }));
    const running = work(kernel, ["block 4000", "ok"]);
    const waits: number[] = [];
    let over = false;
    void running.finally(() => {
      over = true;
    });
    while (!over) {
      const asked = performance.now();
      const reply = (await (await api(new Request("http://localhost:8008/test"))).json()) as { success: boolean };
      expect(reply.success).toBe(true);
      waits.push(performance.now() - asked);
      await wait(20);
    }
    expect((await running).task.status).toBe("complete");
    expect(waits.length).toBeGreaterThan(50);
    expect(Math.max(...waits)).toBeLessThan(1000);
  });

  it("is aborted although it blocks its loop", async () => {
    const kernel = await started(await inThread());
    const { _id: id } = await kernel.tasks.create("hostile", { linesFile: ["block 60000"] });
    const running = new Promise((resolve) => kernel.events.on("task.running", resolve));
    await kernel.tasks.run(id);
    await running;
    await wait(300);
    await kernel.tasks.abort(id);
    expect((await kernel.tasks.settled(id)).status).toBe("aborted");
  });

  it("loses a line that takes longer than it may, and no other", async () => {
    const { task, rows } = await work(await started(await inThread({ lineTimeoutMs: 500 })), ["block 60000", "ok"]);
    expect(task).toMatchObject({ status: "complete", progress: { ok: 1, failed: 1 } });
    expect(rows[0]).toMatchObject({ error: expect.stringContaining("0.5 seconds") });
  });

  it.each(["thread", "process"] as const)(
    "that is lost in the middle of an effect does not do it twice: in a %s",
    async (within) => {
      const kernel = await started(await inThread({ within }));
      const { id, task } = await work(kernel, ["halfeffect"]);
      expect(task.status).toBe("failed");
      await kernel.tasks.run(id);
      expect((await kernel.tasks.settled(id)).status).toBe("complete");
      const outcome = { state: "uncertain", earlier: true };
      expect((await all(kernel.content.rows(id))).at(-1)).toMatchObject({ outcome });
    },
  );
});
