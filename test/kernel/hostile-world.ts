import { afterEach } from "vitest";
import { z } from "zod";
import { type IsolatedOptions, isolated } from "../../src/adapters/isolation/index.js";
import { type AnyTaskPlugin, defineTaskPlugin, type Kernel, type PluginEntry } from "../../src/kernel/index.js";
import { threadProgram } from "./thread-program.js";
import { all, startedKernel } from "./world.js";

const GRACE_MS = 300;
const module = new URL("./plugins/hostile.mjs", import.meta.url);

type Entry = (more?: Partial<IsolatedOptions>) => Promise<PluginEntry>;

/** The hostile task type, the places where it can run, and kernels that are stopped after each test of the file. */
export function hostileWorld() {
  const program = threadProgram();
  const kernels: Kernel[] = [];
  afterEach(async () => {
    await Promise.all(kernels.splice(0).map((kernel) => kernel.stop()));
  });

  async function started(entry: PluginEntry, graceMs = GRACE_MS): Promise<Kernel> {
    const runner = { abortGraceMs: graceMs, stopGraceMs: graceMs };
    const kernel = await startedKernel({ plugins: [entry], runner });
    kernels.push(kernel);
    return kernel;
  }

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
  const places: readonly (readonly [string, Entry])[] = [
    ["in the server's own thread", inProcess],
    ["in a thread of its own", inThread],
    ["in a process of its own", (more) => inThread({ within: "process", ...more })],
  ];
  return { started, inThread, places };
}

/** Runs the lines one after the other, to the end; `data` are further settings. */
export async function work(kernel: Kernel, linesFile: string[], data: Record<string, string> = {}) {
  const { _id: id } = await kernel.tasks.create("hostile", { linesFile, concurrency: 1, maxRetries: 0, ...data });
  await kernel.tasks.run(id);
  const task = await kernel.tasks.settled(id);
  const rows = await all(kernel.content.rows(id));
  return { id, task, rows, done: rows.filter((row) => row["status"] !== "failed") };
}

/** A hostile task type whose plain parts are replaced. */
export const broken = (more: object) =>
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
