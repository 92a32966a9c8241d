import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { testClock } from "../../src/adapters/doubles/index.js";
import { defineTaskPlugin, type Kernel } from "../../src/kernel/index.js";
import { draft, type Gate, gate, STORAGES, startedKernel } from "./world.js";

let open: Kernel | undefined;
afterEach(() => open?.stop());

/** A task type that logs so many entries before it waits, and one after that. */
const talker = (at: Gate, count: number) =>
  defineTaskPlugin({
    ...{ type: "echoer", words: "echoer", title: "Talker", summary: "Logs." },
    options: z.object({ linesFile: z.array(z.string()).default([]) }),
    inputs: ({ linesFile }) => linesFile,
    async run(line, { log, signal }) {
      for (let entry = 0; entry < count; entry += 1) log.info(`${line} ${entry}`);
      await at.pass(line, signal);
      log.info(`${line} ends`);
    },
  });

describe.each(STORAGES)("the log of a line that goes on, on $name storage", ({ create }) => {
  const running = async (count: number) => {
    const at = gate();
    const clock = testClock();
    const kernel = await startedKernel({ storage: create(), plugins: [talker(at, count)], clock });
    open = kernel;
    const told: string[] = [];
    kernel.events.on("task.log", ({ entries }) => told.push(...entries.map(({ msg }) => msg)));
    const { _id } = await draft(kernel, ["a"]);
    await kernel.tasks.run(_id);
    await at.reached("a");
    const logged = async () =>
      (await Array.fromAsync(kernel.content.log(_id))).map(({ msg }) => msg).filter((msg) => msg.startsWith("a "));
    return { at, clock, kernel, _id, told, logged };
  };

  it("is stored and told a second after its first entry, and each entry is stored once", async () => {
    const { at, clock, kernel, _id, told, logged } = await running(2);
    expect(await logged()).toEqual([]);
    clock.advance(1000);
    await expect.poll(logged).toEqual(["a 0", "a 1"]);
    expect(told).toEqual(expect.arrayContaining(["a 0", "a 1"]));
    at.openAll();
    await kernel.tasks.settled(_id);
    expect(await logged()).toEqual(["a 0", "a 1", "a ends"]);
  });

  it("is stored later where the storage does not take it meanwhile", async () => {
    const storage = create();
    const at = gate();
    const clock = testClock();
    const kernel = await startedKernel({ storage, plugins: [talker(at, 2)], clock });
    open = kernel;
    const { _id } = await draft(kernel, ["a"]);
    await kernel.tasks.run(_id);
    await at.reached("a");
    const refused = vi.spyOn(storage.runs, "log").mockRejectedValueOnce(new Error("away"));
    clock.advance(1000);
    await expect.poll(() => refused.mock.calls.length).toBe(1);
    at.openAll();
    await kernel.tasks.settled(_id);
    const said = (await Array.fromAsync(kernel.content.log(_id))).map(({ msg }) => msg);
    expect(said.filter((msg) => msg.startsWith("a ")).toSorted()).toEqual(["a 0", "a 1", "a ends"]);
  });

  it("keeps as many entries of the line as when it is stored at its end", async () => {
    const { at, clock, kernel, _id, logged } = await running(1000);
    clock.advance(1000);
    await expect.poll(async () => (await logged()).length).toBe(1000);
    at.openAll();
    await kernel.tasks.settled(_id);
    expect(await logged()).toHaveLength(1000);
    const said = (await Array.fromAsync(kernel.content.log(_id))).map(({ msg }) => msg);
    expect(said).toContain("1 more entries of this line were not kept.");
  });
});
