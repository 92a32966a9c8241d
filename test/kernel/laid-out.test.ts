import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { createOutputFolder } from "../../src/adapters/folder/output.js";
import type { Kernel } from "../../src/kernel/index.js";
import { silentLogger } from "../../src/kernel/values/logger.js";
import { folderOfFile } from "../folders-of-file.js";
import { draft, echo, gate, ran, shared, startedKernel } from "./world.js";

const kernels: Kernel[] = [];
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.stop()));
});

it("what the store has and the output folder lacks is laid out again at the start", async () => {
  const root = join(folderOfFile(), "projects");
  const store = shared();
  const at = gate();
  const start = async (plugin = echo()) => {
    const [storage, cut] = store.side();
    const output = createOutputFolder({ root });
    const kernel = await startedKernel({ storage, providers: { output }, plugins: [plugin], logger: silentLogger });
    kernels.push(kernel);
    return { kernel, cut };
  };
  const first = await start();
  const whole = await draft(first.kernel, ["a", "b"]);
  await ran(first.kernel, whole._id);
  await first.kernel.stop();
  const second = await start(echo(at));
  const killed = await draft(second.kernel, ["a", "b"], { concurrency: 1 });
  await second.kernel.tasks.run(killed._id);
  at.open("a");
  await at.reached("b");
  second.cut.now = true;
  await second.kernel.stop().catch(() => {});

  const place = (id: string, path: string) => join(root, id, path);
  await rm(place(whole._id, "lines/a.txt"));
  await writeFile(place(whole._id, "lines/b.txt"), "cut o");
  // Of a task whose run was cut off the bytes count, and not the size alone.
  await writeFile(place(killed._id, "lines/a.txt"), "x");
  const leftover = place(killed._id, "lines/.scriptorium-4194305-0123456789abcdef.tmp");
  await writeFile(leftover, "half");
  await mkdir(place("other", "lines"), { recursive: true });

  await start();
  const text = (id: string, path: string) => readFile(place(id, path), "utf8").catch(() => "missing");
  await expect.poll(() => text(whole._id, "lines/a.txt")).toBe("a");
  await expect.poll(() => text(whole._id, "lines/b.txt")).toBe("b");
  await expect.poll(() => text(killed._id, "lines/a.txt")).toBe("a");
  await expect
    .poll(() => readdir(place(killed._id, "lines")))
    .not.toContain(".scriptorium-4194305-0123456789abcdef.tmp");
  // It may be another store's.
  expect(await readdir(root)).toContain("other");
});
