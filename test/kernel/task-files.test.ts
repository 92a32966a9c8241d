import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createOutputFolder } from "../../src/adapters/folder/output.js";
import { defineTaskPlugin, type Kernel, type Output, type TaskContext } from "../../src/kernel/index.js";
import { exported, imported } from "../../src/kernel/transfer/index.js";
import { systemClock } from "../../src/kernel/values/clock.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { folderOfFile } from "../folders-of-file.js";
import { all, ran, STORAGES, shared, startedKernel } from "./world.js";

const kernels: Kernel[] = [];
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.stop()));
});

const LONG = "x".repeat(70_000);

type Step = (output: Output, context: TaskContext<{ steps: string[] }>) => Promise<void> | void;

/** A task type whose lines are names of what they do. */
function doing(steps: Readonly<Record<string, Step>>) {
  return defineTaskPlugin({
    type: "doer",
    words: "doer",
    title: "Doer",
    summary: "Does what its lines say.",
    options: z.object({ steps: z.array(z.string()).default([]) }),
    inputs: ({ steps: lines }) => lines,
    run: async (line, context) => steps[line]!(context.output, context),
  });
}

const TEXT = "text/plain";
const append =
  (text: string): Step =>
  (output) =>
    output.append("all.txt", text, TEXT);

async function started(steps: Readonly<Record<string, Step>>, more: Parameters<typeof startedKernel>[0] = {}) {
  const kernel = await startedKernel({ plugins: [doing(steps)], ...more });
  kernels.push(kernel);
  return kernel;
}

const pathsOf = async ({ content }: Kernel, id: string) => (await all(content.files(id))).map(({ path }) => path);
const textOf = async ({ content }: Kernel, id: string, path = "all.txt") =>
  Buffer.from((await content.file(id, path))?.bytes ?? "none").toString();

describe.each(STORAGES)("files on $name storage", ({ create }) => {
  it("one that grows is one file, whatever its parts, over lines, checkpoints and runs", async () => {
    const kernel = await started(
      {
        one: append("one "),
        long: append(`${LONG} `),
        parts: async (output, { checkpoint }) => {
          for (const n of [1, 2, 3]) {
            output.append("all.txt", `${n}`, TEXT);
            output.append("all.txt", " ", TEXT);
            await checkpoint(`part ${n}`, {});
          }
        },
        other: (output) => output.file("another.txt", "1", TEXT),
        whole: (output) => output.file("begun.txt", `${LONG}a`, TEXT),
        more: (output) => output.append("begun.txt", "b", TEXT),
        over: (output) => {
          output.file("all.txt", "over ", TEXT);
          output.append("all.txt", "and on", TEXT);
        },
      },
      { storage: create() },
    );
    const { _id } = await kernel.tasks.create("doer", {
      steps: ["one", "long", "parts", "other", "whole", "more"],
      concurrency: 1,
    });
    expect((await ran(kernel, _id)).status).toBe("complete");
    const whole = `one ${LONG} 1 2 3 `;
    expect(await textOf(kernel, _id)).toBe(whole);
    expect(await textOf(kernel, _id, "begun.txt")).toBe(`${LONG}ab`);
    expect(await pathsOf(kernel, _id)).toEqual(["all.txt", "another.txt", "begun.txt"]);
    const [info] = await all(kernel.content.files(_id, { limit: 1 }));
    const file = await kernel.content.file(_id, "all.txt");
    const { bytes, ...about } = file!;
    expect(info).toEqual(about);
    expect(about).toMatchObject({ type: TEXT, size: whole.length });
    expect(Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(bytes))).toString("hex")).toBe(about.sha256);
    expect((await all(kernel.content.files(_id, { offset: 1, limit: 1 })))[0]?.path).toBe("another.txt");
    const open = await kernel.content.open(_id, "all.txt");
    const part = Buffer.concat(await all(open!.slices(69_998, 70_010))).toString();
    expect(part).toBe(whole.slice(69_998, 70_010));
    expect((await kernel.tasks.existing(_id)).progress).toMatchObject({
      files: 3,
      bytes: whole.length + LONG.length + 3,
    });

    await kernel.tasks.patch(_id, { steps: ["one"] });
    await ran(kernel, _id);
    expect(await textOf(kernel, _id)).toBe(`${whole}one `);
    await kernel.tasks.patch(_id, { steps: ["over"] });
    await ran(kernel, _id);
    expect(await textOf(kernel, _id)).toBe("over and on");
  });

  it("a run that was aborted goes on with what it had appended, nothing lost or doubled", async () => {
    let stops = true;
    const kernel = await started(
      {
        long: async (output, { checkpoint, checkpoints, signal }) => {
          const done = (await all(checkpoints())).length;
          for (let n = done; n < 6; n += 1) {
            output.append("all.txt", `${n}${LONG}`, TEXT);
            if (n === 3 && stops) {
              stops = false;
              await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
            }
            await checkpoint(`${n}`, {});
          }
        },
      },
      { storage: create() },
    );
    const { _id } = await kernel.tasks.create("doer", { steps: ["long"] });
    await kernel.tasks.run(_id);
    await expect.poll(async () => (await textOf(kernel, _id)).length, { interval: 5 }).toBe(3 * 70_001);
    await expect.poll(() => stops, { interval: 5 }).toBe(false);
    await kernel.tasks.abort(_id);
    await kernel.tasks.settled(_id);
    expect((await ran(kernel, _id)).status).toBe("complete");
    expect(await textOf(kernel, _id)).toBe([0, 1, 2, 3, 4, 5].map((n) => `${n}${LONG}`).join(""));
  });

  it("lines that work at the same time each add what is theirs", async () => {
    const steps = Array.from({ length: 40 }, (_, index) => `line ${index}.`);
    const kernel = await started(Object.fromEntries(steps.map((line) => [line, append(line)])), { storage: create() });
    const { _id } = await kernel.tasks.create("doer", { steps, concurrency: 8 });
    await ran(kernel, _id);
    expect((await textOf(kernel, _id)).split(/(?<=\.)/).sort()).toEqual(steps.toSorted());
  });

  it("one that grows by short lines is not stored over and over", async () => {
    const storage = create();
    const { write } = storage.runs;
    let bytes = 0;
    storage.runs.write = (runId, output, fence) => {
      for (const { size } of output.files ?? []) bytes += size;
      return write.call(storage.runs, runId, output, fence);
    };
    const steps = Array.from({ length: 300 }, (_, index) => `${index} `.padEnd(500, "."));
    const kernel = await started(Object.fromEntries(steps.map((line) => [line, append(line)])), { storage });
    const { _id } = await kernel.tasks.create("doer", { steps, concurrency: 1 });
    await ran(kernel, _id);
    expect(await textOf(kernel, _id)).toBe(steps.join(""));
    expect(bytes).toBeLessThan(8 * 300 * 500);
  });

  it("what a task remembers is none of its files, and what is removed is gone", async () => {
    const storage = create();
    const seen: string[] = [];
    const kernel = await started(
      {
        recall: async (output, { remembered }) => {
          seen.push(Buffer.from((await remembered("feeds/one")) ?? "nothing").toString());
          output.remember("feeds/one", `seen ${seen.length}`);
          output.file("a.txt", "a", TEXT);
        },
        forget: (output) => {
          output.remember("feeds/one", "");
          output.append("a.txt", LONG, TEXT);
          output.remove("a.txt");
        },
      },
      { storage },
    );
    const { _id } = await kernel.tasks.create("doer", { steps: ["recall"] });
    await ran(kernel, _id);
    await ran(kernel, _id);
    expect(seen).toEqual(["nothing", "seen 1"]);
    expect(await pathsOf(kernel, _id)).toEqual(["a.txt"]);
    expect((await kernel.content.listing(await kernel.tasks.existing(_id))).files).toHaveLength(1);
    const [hidden = ""] = (await all(storage.content.files(_id))).map(({ path }) => path);
    expect(hidden).toContain("feeds/one");
    expect(await kernel.content.file(_id, hidden)).toBeUndefined();

    await kernel.tasks.patch(_id, { steps: ["forget"] });
    await ran(kernel, _id);
    expect(await all(storage.content.files(_id))).toEqual([]);
  });
});

it("what grew and what is remembered goes along in an export, and not into a copy of the task", async () => {
  const seen: string[] = [];
  const steps: Record<string, Step> = {
    work: async (output, { remembered }) => {
      seen.push(Buffer.from((await remembered("n")) ?? "nothing").toString());
      output.remember("n", "known");
      output.append("all.txt", LONG, TEXT);
    },
    again: append("end"),
  };
  const storage = memoryStorage();
  const first = await started(steps, { storage });
  const { _id } = await first.tasks.create("doer", { steps: ["work", "again"], concurrency: 1 });
  await ran(first, _id);
  const lines = await all(exported(storage));

  const target = memoryStorage();
  await imported(target, lines.values() as never, { clock: systemClock });
  const second = await started(steps, { storage: target });
  expect(await textOf(second, _id)).toBe(`${LONG}end`);
  await ran(second, _id);
  expect(seen).toEqual(["nothing", "known"]);
  const copy = await second.tasks.duplicate(_id);
  await ran(second, copy._id);
  expect(seen).toEqual(["nothing", "known", "nothing"]);
});

it("what a run has left of its files goes along in an export", async () => {
  const storage = memoryStorage();
  let round = 0;
  const steps: Record<string, Step> = {
    put: (output) => {
      round += 1;
      output.file("folder/a.txt", `round ${round}`, TEXT);
    },
  };
  const first = await started(steps, { storage });
  const { _id } = await first.tasks.create("doer", { steps: ["put"] });
  await ran(first, _id);
  await ran(first, _id);
  const target = memoryStorage();
  await imported(target, (await all(exported(storage))).values() as never, { clock: systemClock });
  const second = await started(steps, { storage: target });
  const texts: string[] = [];
  for await (const run of second.tasks.runs(_id)) {
    const file = await (await second.content.filesOfRun(_id, run._id)).open("folder/a.txt");
    texts.push(Buffer.concat(await all(file!.slices())).toString());
  }
  expect(texts).toEqual(["round 1", "round 2"]);
});

it("what grew is laid into the output folder as one file, and what is removed leaves it", async () => {
  const root = join(folderOfFile(), "projects");
  const storage = shared().storage;
  const kernel = await started(
    {
      one: append(LONG),
      two: append("end"),
      put: (output) => output.file("b.txt", "b", TEXT),
      drop: (output) => output.remove("b.txt"),
    },
    { storage, providers: { output: createOutputFolder({ root }) } },
  );
  const { _id } = await kernel.tasks.create("doer", { steps: ["one", "two", "put"], concurrency: 1 });
  await ran(kernel, _id);
  expect(await readFile(join(root, _id, "all.txt"), "utf8")).toBe(`${LONG}end`);
  expect(await readFile(join(root, _id, "b.txt"), "utf8")).toBe("b");
  await kernel.tasks.patch(_id, { steps: ["drop"] });
  await ran(kernel, _id);
  await expect(readFile(join(root, _id, "b.txt"))).rejects.toThrow("ENOENT");
});
