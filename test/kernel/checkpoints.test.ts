import { describe, expect, it } from "vitest";
import { z } from "zod";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createKernel, defineTaskPlugin, type FailedLine, ScriptoriumError } from "../../src/kernel/index.js";
import { STORAGES } from "./world.js";

/** A task type whose one line has three parts; it stops after the second until it is let on. */
function parted() {
  const worked: string[] = [];
  const seen: string[][] = [];
  const earlier: (string | undefined)[] = [];
  let stopAfter = 2;
  const plugin = defineTaskPlugin({
    type: "parted",
    words: "parted",
    title: "Parted",
    summary: "Does lines of three parts.",
    options: z.object({ linesFile: z.array(z.string()).default(["one"]) }),
    inputs: (options) => options.linesFile,
    async run(line, { output, checkpoint, checkpoints, stored, signal }) {
      const bytes = await stored("parts/all.txt");
      earlier.push(bytes && Buffer.from(bytes).toString());
      const before = await Array.fromAsync(checkpoints());
      seen.push(before.map(({ key, value }) => `${key}=${value["n"]}`));
      for (const n of [1, 2, 3]) {
        const key = `${line} ${n}`;
        if (before.some((one) => one.key === key)) continue;
        worked.push(key);
        output.row({ line, n });
        output.file(`parts/${line}-${n}.txt`, key, "text/plain");
        if (n > stopAfter) {
          await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        }
        await checkpoint(key, { n });
      }
      output.file("parts/all.txt", `all of ${line}`, "text/plain");
    },
  });
  return { plugin, worked, seen, earlier, goOn: () => (stopAfter = 3) };
}

describe.each(STORAGES)("checkpoints on $name storage", ({ create }) => {
  it("keep what a line has done when the run is aborted, and return it when the run continues", async () => {
    const { plugin, worked, seen, earlier, goOn } = parted();
    const kernel = createKernel({ storage: create(), queue: inProcessQueue(), plugins: [plugin], providers: {} });
    await kernel.start();
    const { _id } = await kernel.tasks.create("parted");
    await kernel.tasks.run(_id);
    await expect.poll(() => worked.length, { interval: 5 }).toBeGreaterThan(2);
    await kernel.tasks.abort(_id);
    await kernel.tasks.settled(_id);
    expect((await Array.fromAsync(kernel.content.rows(_id))).map(({ n }) => n)).toEqual([1, 2]);

    goOn();
    await kernel.tasks.run(_id);
    expect((await kernel.tasks.settled(_id)).status).toBe("complete");
    expect(worked).toEqual(["one 1", "one 2", "one 3", "one 3"]);
    expect(seen).toEqual([[], ["one 1=1", "one 2=2"]]);
    expect((await Array.fromAsync(kernel.content.rows(_id))).map(({ n }) => n)).toEqual([1, 2, 3]);
    expect((await Array.fromAsync(kernel.content.files(_id))).map(({ path }) => path)).toEqual([
      "parts/all.txt",
      "parts/one-1.txt",
      "parts/one-2.txt",
      "parts/one-3.txt",
    ]);

    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    expect(seen.at(-1)).toEqual([]);
    expect(earlier).toEqual([undefined, undefined, "all of one"]);
    await kernel.stop();
  });

  it("are not listed as effects", async () => {
    const { plugin, goOn } = parted();
    goOn();
    const kernel = createKernel({ storage: create(), queue: inProcessQueue(), plugins: [plugin], providers: {} });
    await kernel.start();
    const { _id } = await kernel.tasks.create("parted");
    await kernel.tasks.run(_id);
    const { runId } = await kernel.tasks.settled(_id);
    expect(await Array.fromAsync(kernel.tasks.effects(_id, runId!))).toEqual([]);
    await kernel.stop();
  });
});

describe("a run in which every line fails", () => {
  async function errorOf(allFailed: ((failures: readonly FailedLine[], count: number) => never) | "own" | undefined) {
    const received: FailedLine[] = [];
    const plugin = defineTaskPlugin({
      type: "failing",
      words: "failing",
      title: "Failing",
      summary: "Fails.",
      options: z.object({ linesFile: z.array(z.string()).default(["a", "b"]) }),
      inputs: (options) => options.linesFile,
      async run(line) {
        throw new ScriptoriumError("FETCH_FAILED", `No ${line}. Look again.`, { errno: "ENOTFOUND" });
      },
      ...(allFailed === undefined
        ? {}
        : {
            allFailed(failures: readonly FailedLine[], count: number) {
              if (allFailed !== "own") return allFailed(failures, count);
              received.push(...failures);
              return { code: "no-network" as const, message: `None of ${count}. Look at the network.` };
            },
          }),
    });
    const storage = STORAGES[0].create();
    const kernel = createKernel({ storage, queue: inProcessQueue(), plugins: [plugin], providers: {} });
    await kernel.start();
    const { _id } = await kernel.tasks.create("failing");
    await kernel.tasks.run(_id);
    const { error } = await kernel.tasks.settled(_id);
    await kernel.stop();
    return { error, received };
  }

  it("ends with the sentence of its task type, which receives every failure", async () => {
    const { error, received } = await errorOf("own");
    expect(error).toEqual({ code: "no-network", message: "None of 2. Look at the network." });
    expect(received).toMatchObject([
      { line: "a", code: "no-network", message: "No a. Look again.", facts: { errno: "ENOTFOUND" } },
      { line: "b" },
    ]);
  });

  it("ends with that of the kernel when the task type has none, or throws", async () => {
    const plain = "None of the 2 lines could be processed. The first: No a. Look again.";
    expect((await errorOf(undefined)).error?.message).toBe(plain);
    const thrown = await errorOf(() => {
      throw new Error("broken");
    });
    expect(thrown.error?.message).toBe(plain);
  });
});
