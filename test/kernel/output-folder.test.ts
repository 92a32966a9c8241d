import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createScriptorium, defineTaskPlugin, ScriptoriumError, silentLogger } from "../../src/index.js";

let base = "";
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "scriptorium-place-"));
});
afterEach(() => rm(base, { recursive: true }));

let stops = false;
/** Writes a file for each line, and one that grows. */
const writer = defineTaskPlugin({
  type: "filewriter",
  words: "file writer",
  title: "File Writer",
  summary: "Writes its lines.",
  options: z.object({ linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { output }) {
    if (line === "bad" && stops) throw new ScriptoriumError("bad-input", "The line is bad. Correct it.");
    if (line.startsWith("-")) return output.remove(`out/${line.slice(1)}.txt`);
    output.file(`out/${line}.txt`, line, "text/plain");
    output.append("all.txt", `${line}\n`, "text/plain");
  },
});

async function ran(data: Record<string, string | string[] | number>, roots: readonly string[] = [], lays = true) {
  const server = createScriptorium({
    plugins: [writer],
    logger: silentLogger,
    ...(lays ? { outputFolder: join(base, "projects") } : {}),
    outputRoots: roots,
  });
  await server.start();
  const { kernel } = server;
  const { _id: id } = await kernel.tasks.create("filewriter", { linesFile: ["a", "b"], concurrency: 1, ...data });
  const again = async (more: Record<string, string | string[] | number> = {}) => {
    await kernel.tasks.patch(id, more);
    await kernel.tasks.run(id);
    const task = await kernel.tasks.settled(id);
    return { id, task, runId: task.runId!, again };
  };
  const first = await again();
  return { ...first, stop: () => server.stop() };
}

const text = (...path: readonly string[]) => readFile(join(base, ...path), "utf8");

describe("outputFolder", () => {
  it("is the folder of the task by default, and nothing more is written", async () => {
    const { id, task, stop } = await ran({}, [join(base, "own")]);
    expect(task.data["outputFolder"]).toBe("%project_folder%");
    expect(await text("projects", id, "out", "a.txt")).toBe("a");
    expect(await readdir(base)).toEqual(["projects"]);
    await stop();
  });

  it("is a folder below that of the task, named by the run", async () => {
    const { id, runId, task, stop } = await ran({ outputFolder: "%project_folder%/runs/%run_id%/" });
    expect(task.error).toBeUndefined();
    expect(await text("projects", id, "runs", runId, "out", "b.txt")).toBe("b");
    expect(await text("projects", id, "runs", runId, "all.txt")).toBe("a\nb\n");
    expect(await text("projects", id, "out", "b.txt")).toBe("b");
    await stop();
  });

  it("is a folder below an output root, absolute or relative, with what the placeholders stand for", async () => {
    const own = join(base, "own");
    const jobName = "Bees: a/b? ..";
    const { id, task, stop } = await ran({ jobName, outputFolder: `${own}/%job_name%/%task_id%` }, [own]);
    expect(task.error).toBeUndefined();
    expect(await text("own", "Bees- a-b", id, "out", "a.txt")).toBe("a");
    expect(await text("own", "Bees- a-b", id, "all.txt")).toBe("a\nb\n");
    await stop();

    const other = await ran({ outputFolder: "daily/%date%" }, [own]);
    expect(await text("own", "daily", new Date().toISOString().slice(0, 10), "out", "a.txt")).toBe("a");
    await other.stop();
  });

  it("loses what a run removes", async () => {
    const own = join(base, "own");
    const { again, stop } = await ran({ outputFolder: own }, [own]);
    await again({ linesFile: ["-a"] });
    expect(await readdir(join(own, "out"))).toEqual(["b.txt"]);
    await stop();
  });

  it("gets whatever an earlier attempt at the run has stored, when the run goes on", async () => {
    const own = join(base, "own");
    stops = true;
    const { again, stop, task } = await ran({ outputFolder: own, linesFile: ["a", "bad"] }, [own]);
    expect(task.status).toBe("complete");
    await rm(own, { recursive: true });
    stops = false;
    await again();
    expect((await readdir(join(own, "out"))).sort()).toEqual(["a.txt", "bad.txt"]);
    await stop();
  });

  it("keeps what is there when the run goes on: each file is copied once", async () => {
    const own = join(base, "own");
    stops = true;
    const { again, stop, task, runId } = await ran({ outputFolder: own, linesFile: ["a", "bad"], maxFailures: 1 }, [
      own,
    ]);
    expect(task.status).toBe("failed");
    const { ino } = await stat(join(own, "out", "a.txt"));
    await writeFile(join(own, "all.txt"), "xx");
    stops = false;
    const second = await again({ maxFailures: 0 });
    expect(second.runId).toBe(runId);
    expect((await stat(join(own, "out", "a.txt"))).ino).toBe(ino);
    expect(await text("own", "out", "bad.txt")).toBe("bad");
    expect(await text("own", "all.txt")).toBe("a\nbad\n");
    await stop();
  });

  it.each([
    ["/etc", "below no folder that tasks may write to"],
    ["../other", "below no folder that tasks may write to"],
    ["%project_folder%/../x", "it leaves the task's folder"],
    ["%project_folder%/a//b", "it leaves the task's folder"],
    ["x/%project_folder%", "%project_folder%, which stands for nothing there"],
    ["%home%", "%home%, which stands for nothing there. Use %task_id%, %run_id%, %date%, %job_name%"],
  ])("that cannot be used ends the run before its first line: %s", async (outputFolder, message) => {
    const { task, stop } = await ran({ outputFolder }, [join(base, "own")]);
    expect(task).toMatchObject({
      status: "failed",
      error: { code: "bad-input", message: expect.stringContaining(message) },
    });
    expect(await readdir(base)).toEqual([]);
    await stop();
  });

  it("is refused where the server names no root, and where it lays out no files", async () => {
    const none = await ran({ outputFolder: "x" });
    expect(none.task.error?.message).toContain("Name one in outputRoot in the config file of the server");
    await none.stop();
    const memory = await ran({ outputFolder: "x" }, [join(base, "own")], false);
    expect(memory.task.error).toMatchObject({ code: "no-provider" });
    await memory.stop();
  });

  it("is not followed out of its root by a link: the log says so, and the files are stored", async () => {
    const own = join(base, "own");
    await mkdir(own);
    await mkdir(join(base, "other"));
    await symlink(join(base, "other"), join(own, "link"));
    const { task, id, stop } = await ran({ outputFolder: `${own}/link` }, [own]);
    expect(task.status).toBe("complete");
    expect(await readdir(join(base, "other"))).toEqual([]);
    expect(await text("projects", id, "out", "a.txt")).toBe("a");
    await stop();
  });
});
