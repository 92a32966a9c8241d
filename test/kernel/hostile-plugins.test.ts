import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describeHostile, describeReports } from "./hostile-cases.js";
import { broken, hostileWorld, work } from "./hostile-world.js";
import { all } from "./world.js";

describeHostile(0, 2);
describeReports(0, 2, 50_000);

const { started, inThread } = hostileWorld();

describe("a hostile task type whose plain parts are broken", () => {
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

  it("works 2,000 lines", async () => {
    const many = Array.from({ length: 2000 }, (_, index) => `line ${index}`);
    const { task } = await work(await started(broken({ inputs: () => many })), []);
    expect(task).toMatchObject({ status: "complete", progress: { total: 2000, ok: 2000 } });
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
