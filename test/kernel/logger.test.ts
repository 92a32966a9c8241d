import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { createScriptorium, defineTaskPlugin, type Logger, silentLogger } from "../../src/index.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const failing = defineTaskPlugin({
  type: "failing",
  words: "failing",
  title: "Failing",
  summary: "Fails.",
  options: z.object({}),
  inputs: () => ["x"],
  async run() {
    throw new TypeError("rows is not iterable");
  },
});

/** What is written to standard error while a task type of one's own fails, and the message of its task. */
async function failed(logger?: Logger) {
  const written: string[] = [];
  const write = (...values: unknown[]) => void written.push(values.map(String).join(" "));
  vi.spyOn(console, "warn").mockImplementation(write);
  vi.spyOn(console, "error").mockImplementation(write);
  const { kernel, start, stop } = createScriptorium({ plugins: [failing], ...(logger ? { logger } : {}) });
  await start();
  const { _id } = await kernel.tasks.create("failing");
  await kernel.tasks.run(_id);
  const [row] = (await kernel.tasks.settled(_id)) && (await Array.fromAsync(kernel.content.rows(_id)));
  await stop();
  return { written, message: JSON.stringify(row) };
}

it("without a logger, what the message of a failure refers to is on standard error", async () => {
  const { written, message } = await failed();
  const reference = /\(ref ([0-9a-f]{8})\)/.exec(message)?.[1] ?? "no reference";
  const entry = written.find((one) => one.includes(reference));
  expect(entry).toContain("rows is not iterable");
});

it("a logger of one's own is used instead, and the silent one writes nothing", async () => {
  const errors: string[] = [];
  const own = await failed({ ...silentLogger, error: (message) => errors.push(message) });
  expect(own.written).toEqual([]);
  expect(errors.join()).toContain("failing");
  expect((await failed(silentLogger)).written).toEqual([]);
});
