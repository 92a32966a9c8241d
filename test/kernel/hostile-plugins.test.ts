import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type AnyTaskPlugin, defineTaskPlugin } from "../../src/kernel/index.js";
import { hostileWorld, work } from "./hostile-world.js";
import { all } from "./world.js";

const { started, inThread, places } = hostileWorld();

describe.each(places)("a hostile task type %s", (_where, entry) => {
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

  it.each(["progress 1000000", "log 1000000"])("that reports too much is throttled: %s", async (line) => {
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

  it("stores no row of a failure of which the task type says that it has put one out", async () => {
    const run = async () => {
      throw new Error("a bad line");
    };
    const { task, rows } = await work(await started(broken({ run, failure: () => null })), ["a", "b"]);
    expect(task).toMatchObject({ status: "failed", progress: { failed: 2, rows: 0 } });
    expect(rows).toEqual([]);
  });
});

describe("an isolated task type", () => {
  it.each(["exit 0", "timer"])(
    "that ends its thread fails its line in words, and the run goes on: %s",
    async (line) => {
      const { task, rows } = await work(await started(await inThread({ memoryMb: 64 })), [line, "ok"]);
      expect(task).toMatchObject({ status: "complete", progress: { ok: 1, failed: 1 } });
      expect(rows[0]).toMatchObject({ status: "failed", error: expect.stringContaining('task type "hostile"') });
    },
  );

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
