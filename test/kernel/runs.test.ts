import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { testClock } from "../../src/adapters/doubles/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createKernel, defineTaskPlugin, type Kernel, ScriptoriumError } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { codeOf, draft, echo, gate, ran, STORAGES, startedKernel, type WorldOptions } from "./world.js";

const open: Kernel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((kernel) => kernel.stop()));
});
async function started(options: WorldOptions = {}): Promise<Kernel> {
  const kernel = await startedKernel({ runner: { abortGraceMs: 50 }, ...options });
  open.push(kernel);
  return kernel;
}
const rowsOf = async (kernel: Kernel, id: string) =>
  (await Array.fromAsync(kernel.content.rows(id))).map(({ line }) => line);

describe.each(STORAGES)("runs on $name storage", ({ create }) => {
  it("a run works every line once and is complete", async () => {
    const kernel = await started({ storage: create() });
    const { _id } = await draft(kernel, ["a", "b", " ", "b", "c"]);
    const task = await ran(kernel, _id);
    expect(task.status).toBe("complete");
    expect(task.progress).toMatchObject({ total: 3, done: 3, ok: 3, failed: 0, percent: 100, rows: 3, files: 4 });
    expect((await rowsOf(kernel, _id)).sort()).toEqual(["a", "b", "c"]);
    expect((await kernel.content.listing(task)).files.map(({ path }) => path)).toEqual([
      "lines/a.txt",
      "lines/b.txt",
      "lines/c.txt",
      "report.json",
    ]);
  });

  it("a run without lines fails with what is missing and what to do", async () => {
    const kernel = await started({ storage: create() });
    const task = await ran(kernel, (await draft(kernel, []))._id);
    expect(task).toMatchObject({ status: "failed", error: { code: "no-input" } });
    expect((await Array.fromAsync(kernel.content.log(task._id))).at(-1)).toMatchObject({
      level: "error",
      msg: task.error?.message,
    });
  });

  it("settings that cannot be used fail the run and not the post", async () => {
    const kernel = await started({ storage: create() });
    const { _id } = await draft(kernel, ["a"], { count: "many" });
    expect((await kernel.tasks.existing(_id)).data["count"]).toBe("many");
    const task = await ran(kernel, _id);
    expect(task.error?.code).toBe("bad-input");
    expect(task.error?.message).toBe(
      'count is "many". It must be a whole number of at least 1. Correct it and run again.',
    );
  });

  it("lines that fail are rows with a reason, and the others are done", async () => {
    const at = gate();
    const kernel = await started({ storage: create(), plugins: [echo(at)] });
    const { _id } = await draft(kernel, ["good", "bad"]);
    await kernel.tasks.run(_id);
    at.open("good");
    at.open("bad", new ScriptoriumError("blocked", "The page refused. Try later."));
    const task = await kernel.tasks.settled(_id);
    expect(task).toMatchObject({ status: "complete", progress: { ok: 1, failed: 1 } });
    expect(await Array.fromAsync(kernel.content.rows(_id))).toContainEqual({
      line: "bad",
      status: "failed",
      error: "The page refused. Try later.",
    });
  });

  it("a run of which every line fails is failed, and running again tries those lines again", async () => {
    const at = gate();
    const kernel = await started({ storage: create(), plugins: [echo(at)] });
    const { _id } = await draft(kernel, ["a", "b"]);
    at.open("a", new ScriptoriumError("no-network", "No network. Check it."));
    at.open("b", new ScriptoriumError("no-network", "No network. Check it."));
    const failed = await ran(kernel, _id);
    expect(failed).toMatchObject({ status: "failed", error: { code: "no-network" } });
    expect(failed.error?.message).toMatch(/^None of the 2 lines/);
    at.openAll();
    const task = await ran(kernel, _id);
    expect(task.status).toBe("complete");
    expect(task.runId).toBe(failed.runId);
    expect(task.error).toBeUndefined();
    expect((await Array.fromAsync(kernel.content.rows(_id))).at(-1)).toMatchObject({ attempt: 2 });
  });

  it("what a failed line had produced is not stored", async () => {
    const half = defineTaskPlugin({
      type: "half",
      words: "half",
      title: "Half",
      summary: "Fails after producing.",
      options: z.object({}),
      inputs: () => ["x"],
      async run(_line, { output }) {
        output.article("x", { keywords: ["x"], sentences: ["Half."] });
        throw new Error("secret detail");
      },
    });
    const kernel = await started({ storage: create(), plugins: [half] });
    const { _id } = await kernel.tasks.create("half");
    const task = await ran(kernel, _id);
    expect(task.error?.code).toBe("internal");
    expect(
      JSON.stringify([
        task,
        await Array.fromAsync(kernel.content.rows(_id)),
        await Array.fromAsync(kernel.content.log(_id)),
      ]),
    ).not.toContain("secret");
    expect(await codeOf(kernel.content.article(_id, "x"))).toBe("CONTENT_NOT_FOUND");
  });

  it("aborting a running task keeps what its finished lines had written, and a later run does the rest", async () => {
    const at = gate();
    const kernel = await started({ storage: create(), plugins: [echo(at)] });
    const { _id } = await draft(kernel, ["a", "b", "c"], { concurrency: 1 });
    await kernel.tasks.run(_id);
    at.open("a");
    await at.reached("b");
    await kernel.tasks.abort(_id);
    const aborted = await kernel.tasks.settled(_id);
    expect(aborted.status).toBe("aborted");
    expect(await rowsOf(kernel, _id)).toEqual(["a"]);
    at.openAll();
    const task = await ran(kernel, _id);
    expect(task).toMatchObject({ status: "complete", runId: aborted.runId });
    expect(await rowsOf(kernel, _id)).toEqual(["a", "b", "c"]);
    // What it counts is what is there, not what the last attempt made.
    expect(task.progress).toMatchObject({ ok: 3, rows: 3, files: 4 });
  });

  it("a run that is aborted before it begins does not begin", async () => {
    const storage = create();
    const { claim } = storage.runs;
    let begun = 0;
    const heeding = defineTaskPlugin({
      type: "heeding",
      words: "heeding",
      title: "Heeding",
      summary: "Listens for an abort, and does nothing else.",
      options: z.object({}),
      inputs: () => ["x"],
      begin({ signal }) {
        begun += 1;
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      },
      async run() {},
    });
    const kernel = await started({ storage, plugins: [heeding], runner: { abortGraceMs: 60_000 } });
    const { _id } = await kernel.tasks.create("heeding");
    storage.runs.claim = async (run, ttlMs) => {
      const isClaimed = await claim.call(storage.runs, run, ttlMs);
      await kernel.tasks.abort(_id);
      return isClaimed;
    };
    expect((await ran(kernel, _id)).status).toBe("aborted");
    expect(begun).toBe(0);
  });

  it("a plugin that ignores the abort is cut off after the grace time, and its late output is refused", async () => {
    const at = gate();
    const kernel = await started({ storage: create(), plugins: [echo(at, false)] });
    const { _id } = await draft(kernel, ["slow"]);
    await kernel.tasks.run(_id);
    await at.reached("slow");
    expect((await kernel.tasks.abort(_id)).status).toBe("aborting...");
    expect((await kernel.tasks.settled(_id)).status).toBe("aborted");
    at.open("slow");
    await new Promise((resolve) => setImmediate(resolve));
    expect(await Array.fromAsync(kernel.content.rows(_id))).toEqual([]);
  });

  it("a waiting task is aborted at once and never begins", async () => {
    const at = gate();
    const kernel = await started({ storage: create(), plugins: [echo(at)], queue: inProcessQueue({ maxRunning: 1 }) });
    const first = await draft(kernel, ["a"]);
    const second = await draft(kernel, ["b"]);
    await kernel.tasks.run(first._id);
    await at.reached("a");
    expect((await kernel.tasks.run(second._id)).status).toBe("waiting");
    expect((await kernel.tasks.abort(second._id)).status).toBe("aborted");
    at.openAll();
    await kernel.tasks.settled(first._id);
    expect((await kernel.tasks.existing(second._id)).status).toBe("aborted");
    expect(await Array.fromAsync(kernel.content.rows(second._id))).toEqual([]);
    expect((await ran(kernel, second._id)).status).toBe("complete");
  });

  it("a run that cannot be stored leaves the task as it was, and the caller hears why", async () => {
    const storage = create();
    const full = new ScriptoriumError("STORAGE_FULL", "The disk is full. Free some space.");
    const runs = { ...storage.runs, insertWithTask: () => Promise.reject(full) };
    const kernel = await started({ storage: { ...storage, runs } });
    const { _id } = await draft(kernel, ["a"]);
    expect(await codeOf(kernel.tasks.run(_id))).toBe("STORAGE_FULL");
    expect((await kernel.tasks.existing(_id)).status).toBe("draft");
  });

  it("aborting a task at rest changes nothing", async () => {
    const kernel = await started({ storage: create() });
    const task = await draft(kernel, ["a"]);
    expect(await kernel.tasks.abort(task._id)).toEqual(task);
  });

  it("of many calls to run one task one begins a run, and only that one leaves a record", async () => {
    const at = gate();
    const kernel = await started({ storage: create(), plugins: [echo(at)] });
    let begun = 0;
    kernel.events.on("task.waiting", () => {
      begun += 1;
    });
    const { _id } = await draft(kernel, ["a"]);
    await Promise.all(Array.from({ length: 20 }, () => kernel.tasks.run(_id)));
    at.openAll();
    await kernel.tasks.settled(_id);
    expect(begun).toBe(1);
    expect(await kernel.tasks.countRuns(_id)).toBe(1);
    expect(await rowsOf(kernel, _id)).toEqual(["a"]);
  });

  it("deleting a running task stops it and leaves nothing behind", async () => {
    const at = gate();
    const storage = create();
    const kernel = await started({ storage, plugins: [echo(at)] });
    const { _id } = await draft(kernel, ["a", "b"], { concurrency: 1 });
    await kernel.tasks.run(_id);
    at.open("a");
    await at.reached("b");
    const runId = (await kernel.tasks.existing(_id)).runId!;
    expect(await kernel.tasks.delete(_id)).toBe(true);
    expect(await kernel.tasks.get(_id)).toBeUndefined();
    expect(await storage.runs.get(runId)).toBeUndefined();
    expect(await Array.fromAsync(kernel.content.rows(_id))).toEqual([]);
    expect(await codeOf(kernel.tasks.settled(_id))).toBe("TASK_NOT_FOUND");
  });

  it("a run works on the data as they were when it began", async () => {
    const at = gate();
    const kernel = await started({ storage: create(), plugins: [echo(at)] });
    const { _id } = await draft(kernel, ["old"]);
    await kernel.tasks.run(_id);
    await at.reached("old");
    await kernel.tasks.patch(_id, { linesFile: ["new"] });
    at.openAll();
    await kernel.tasks.settled(_id);
    expect(await rowsOf(kernel, _id)).toEqual(["old"]);
    await ran(kernel, _id);
    expect(await rowsOf(kernel, _id)).toEqual(["old", "new"]);
  });

  it("the same seed gives the same choices, and another seed others", async () => {
    const kernel = await started({ storage: create() });
    const choices = async (randomSeed: number) => {
      const { _id } = await draft(kernel, ["a", "b"], { randomSeed });
      await ran(kernel, _id);
      return (await Array.fromAsync(kernel.content.rows(_id))).map(({ line, choice }) => `${line}${choice}`).sort();
    };
    expect(await choices(1)).toEqual(await choices(1));
    expect(await choices(1)).not.toEqual(await choices(2));
  });

  it("no more tasks run at once than the queue allows, and they begin in the order they were asked for", async () => {
    const at = gate();
    const kernel = await started({ storage: create(), plugins: [echo(at)], queue: inProcessQueue({ maxRunning: 2 }) });
    const begun: string[] = [];
    kernel.events.on("task.running", ({ task }) => begun.push(task.name));
    const tasks = [];
    for (const name of ["1", "2", "3"]) tasks.push(await draft(kernel, [name], { jobName: name }));
    for (const { _id } of tasks) await kernel.tasks.run(_id);
    await Promise.all([at.reached("1"), at.reached("2")]);
    expect(begun).toEqual(["1", "2"]);
    at.openAll();
    await kernel.tasks.settled(tasks[2]!._id);
    expect(begun).toEqual(["1", "2", "3"]);
  });
});

describe("a server that stops or dies", () => {
  it("takes a run up again at the next start and does not repeat finished lines", async () => {
    const storage = memoryStorage();
    const at = gate();
    const first = await startedKernel({ storage, plugins: [echo(at)], runner: { abortGraceMs: 50 } });
    const { _id } = await draft(first, ["a", "b"], { concurrency: 1 });
    await first.tasks.run(_id);
    at.open("a");
    await at.reached("b");
    await first.stop();
    const second = await started({ storage: reopenable(storage) });
    const task = await second.tasks.settled(_id);
    expect(task.status).toBe("complete");
    expect(await rowsOf(second, _id)).toEqual(["a", "b"]);
  });

  it("leaves no task running after a crash: waiting continues, aborting is aborted, too many crashes are failed", async () => {
    const storage = memoryStorage();
    const before = await startedKernel({ storage });
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await draft(before, ["a"]))._id);
    await before.stop();
    const crashed = async (id: string, status: "waiting" | "running" | "aborting...", attempts: number) => {
      const task = (await storage.tasks.get(id))!;
      const runId = `run${id}`;
      const runStatus = status === "waiting" ? "waiting" : "running";
      await storage.runs.insert({
        _id: runId,
        taskId: id,
        status: runStatus,
        origin: "api",
        attempts,
        seed: "1",
        createdAt: task.createdAt,
        revision: 0,
      });
      await storage.tasks.replace({ ...task, status, runId, revision: task.revision + 1 });
    };
    await crashed(ids[0]!, "waiting", 0);
    await crashed(ids[1]!, "running", 1);
    await crashed(ids[2]!, "aborting...", 1);
    await crashed(ids[3]!, "running", 3);
    const unrecorded = (await storage.tasks.get(ids[4]!))!;
    await storage.tasks.replace({ ...unrecorded, status: "waiting", runId: "lost", revision: unrecorded.revision + 1 });
    const after = await started({ storage: reopenable(storage) });
    const settled = await Promise.all(ids.map((id) => after.tasks.settled(id)));
    expect(settled.map(({ status }) => status)).toEqual(["complete", "complete", "aborted", "failed", "complete"]);
    expect(settled[3]?.error?.code).toBe("interrupted");
  });

  it("answers with a plain sentence before start and after stop", async () => {
    const kernel = createKernel({ storage: memoryStorage(), queue: inProcessQueue(), plugins: [echo()] });
    expect(await codeOf(kernel.tasks.create("echoer"))).toBe("NOT_STARTED");
    await kernel.start();
    await kernel.stop();
    expect(await codeOf(kernel.tasks.create("echoer"))).toBe("NOT_STARTED");
  });

  /** What a process finds that starts on the store another left: the same content, opened again. */
  function reopenable(storage: ReturnType<typeof memoryStorage>): ReturnType<typeof memoryStorage> {
    return { ...storage, open: async () => {} };
  }
});

describe("plugins that misbehave", () => {
  const cases: [string, () => unknown][] = [
    ["null", () => null],
    ["a text", () => "boom"],
    ["undefined", () => undefined],
    [
      "an error whose message cannot be read",
      () =>
        Object.defineProperty(new Error(), "message", {
          get: () => {
            throw new Error("no");
          },
        }),
    ],
    ["an error of 5 MB", () => new Error("x".repeat(5_000_000))],
  ];
  it.each(cases)("throwing %s fails the task with a short message", async (_name, thrown) => {
    const bad = defineTaskPlugin({
      type: "bad",
      words: "bad",
      title: "Bad",
      summary: "Throws.",
      options: z.object({}),
      inputs: () => ["x"],
      async run() {
        throw thrown();
      },
    });
    const kernel = await started({ plugins: [bad] });
    const task = await ran(kernel, (await kernel.tasks.create("bad"))._id);
    expect(task).toMatchObject({ status: "failed", error: { code: "internal" } });
    expect(task.error!.message.length).toBeLessThan(300);
  });

  it.each(["../x", "/x", "a/../b", "", "a//b", "con.txt", "a\0b", "x".repeat(300), "end.", "a\\b"])(
    "a file called %j is refused",
    async (path) => {
      const writer = defineTaskPlugin({
        type: "writer",
        words: "writer",
        title: "Writer",
        summary: "Writes.",
        options: z.object({}),
        inputs: () => ["x"],
        async run(_line, { output }) {
          output.file(path, "x", "text/plain");
        },
      });
      const kernel = await started({ plugins: [writer] });
      const { _id } = await kernel.tasks.create("writer");
      expect((await ran(kernel, _id)).status).toBe("failed");
      expect((await kernel.content.listing(await kernel.tasks.existing(_id))).files).toEqual([]);
    },
  );

  it("a plugin that needs a provider that is not there is refused before it starts, in words", async () => {
    let begun = false;
    const needy = defineTaskPlugin({
      type: "needy",
      words: "needy",
      title: "Needy",
      summary: "Needs a search provider.",
      needs: ["search"],
      options: z.object({}),
      inputs: () => ["x"],
      async run() {
        begun = true;
      },
    });
    const kernel = await started({ plugins: [needy] });
    expect(kernel.unready()).toEqual([{ type: "needy", missing: ["search"] }]);
    const task = await ran(kernel, (await kernel.tasks.create("needy"))._id);
    expect(task.error).toMatchObject({ code: "no-provider" });
    expect(task.error?.message).toContain("providers.search");
    expect(begun).toBe(false);
  });

  it("two plugins of one type are refused by name", () => {
    const options = { storage: memoryStorage(), queue: inProcessQueue(), plugins: [echo(), echo()] };
    expect(() => createKernel(options)).toThrow(/echoer/);
  });

  it("begin and finish frame the lines, and finish comes also when a run is aborted", async () => {
    const steps: string[] = [];
    const at = gate();
    const framed = defineTaskPlugin({
      type: "framed",
      words: "framed",
      title: "Framed",
      summary: "Has a frame.",
      options: z.object({}),
      inputs: () => ["x"],
      begin: ({ lines }) => {
        steps.push(`begin ${lines.join()}`);
        return { opened: true };
      },
      async run(line, { state, signal }) {
        steps.push(`run ${state.opened}`);
        await at.pass(line, signal);
      },
      finish: ({ state }) => {
        steps.push(`finish ${state.opened}`);
      },
    });
    const kernel = await started({ plugins: [framed] });
    const { _id } = await kernel.tasks.create("framed");
    await kernel.tasks.run(_id);
    await at.reached("x");
    await kernel.tasks.abort(_id);
    await kernel.tasks.settled(_id);
    expect(steps).toEqual(["begin x", "run true", "finish true"]);
  });

  it("progress is announced at most twice a second, whatever the number of lines", async () => {
    const clock = testClock();
    const kernel = await started({ clock });
    let announced = 0;
    kernel.events.on("task.progress", () => {
      announced += 1;
    });
    const { _id } = await draft(
      kernel,
      Array.from({ length: 300 }, (_, index) => `line${index}`),
    );
    await ran(kernel, _id);
    expect(announced).toBe(2);
  });
});
