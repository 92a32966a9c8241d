import { expect, it } from "vitest";
import { z } from "zod";
import { defineTaskPlugin, type RunStore, ScriptoriumError, type StorageAdapter } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { startedKernel } from "../kernel/world.js";

/** A storage that once fails to write down effects in this state. */
function failingOnce(state: "intent" | "done"): StorageAdapter {
  const storage = memoryStorage();
  let isLeft = true;
  const runs: RunStore = {
    ...storage.runs,
    async write(runId, output, fence) {
      if (isLeft && output.effects?.some((effect) => effect.state === state)) {
        isLeft = false;
        throw new ScriptoriumError("STORAGE_FAILED", "The store is away. Try again.");
      }
      return storage.runs.write(runId, output, fence);
    },
  };
  return { ...storage, runs };
}

it.each([
  { state: "intent", ends: ["done", "done"] },
  { state: "done", ends: ["uncertain", "done"] },
] as const)(
  "an effect whose $state cannot be written down fails no line, and is not done twice",
  async ({ state, ends }) => {
    const sent: string[] = [];
    const sender = defineTaskPlugin({
      type: "sender",
      words: "sender",
      title: "Sender",
      summary: "Sends its lines.",
      options: z.object({ linesFile: z.array(z.string()).default([]) }),
      inputs: ({ linesFile }) => linesFile,
      async run(line, { effect, output }) {
        const outcome = await effect(`send ${line}`, async () => {
          sent.push(line);
          return undefined;
        });
        output.row({ line, state: outcome.state });
      },
    });
    const kernel = await startedKernel({ storage: failingOnce(state), plugins: [sender] });
    const { _id } = await kernel.tasks.create("sender", { linesFile: ["a", "b"], concurrency: 1 });
    await kernel.tasks.run(_id);
    const task = await kernel.tasks.settled(_id);
    const rows = await Array.fromAsync(kernel.content.rows(_id));
    await kernel.stop();
    expect(task).toMatchObject({ status: "complete", progress: { ok: 2, failed: 0 } });
    expect(sent).toEqual(["a", "b"]);
    expect(rows).toEqual(["a", "b"].map((line, place) => expect.objectContaining({ line, state: ends[place] })));
  },
);
