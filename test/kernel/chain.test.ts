import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { testClock } from "../../src/adapters/doubles/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { Chain } from "../../src/kernel/attendants/chain/chain.js";
import { MAX_DEPTH } from "../../src/kernel/attendants/chain/cycle.js";
import { passedOutput } from "../../src/kernel/attendants/chain/passed-output.js";
import { withTaskFolders } from "../../src/kernel/attendants/chain/task-folder.js";
import { chainTree } from "../../src/kernel/attendants/chain/tree.js";
import { defineTaskPlugin, type JsonObject, type Kernel, type Run, type Task } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { codeOf, draft, echo, gate, ran, STORAGES, startedKernel, type WorldOptions } from "./world.js";

const open: Kernel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((kernel) => kernel.stop()));
});

/** Fails every line that begins with `bad`, and writes what a downloader or a finder of addresses would. */
const writer = defineTaskPlugin({
  type: "pagewriter",
  words: "page writer",
  title: "Page Writer",
  summary: "Writes pages.",
  options: z.object({ linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { output }) {
    if (line.startsWith("bad")) throw new Error("it is bad");
    output.file(`articles/${line}.html`, `<p>${line}</p>`, "text/html");
    output.row({ url: `https://a.test/${line}`, title: `"${line}", really`, text: `${line}\nis here.` });
  },
});

/** Tells what it was given. */
const reader = defineTaskPlugin({
  type: "pagereader",
  words: "page reader",
  title: "Page Reader",
  summary: "Reads pages.",
  options: z.object({ articleFolder: z.string().default(""), urlsFile: z.array(z.string()).default([]) }),
  inputs: ({ articleFolder, urlsFile }) => [`folder ${articleFolder}`, ...urlsFile],
  async run(line, { output }) {
    output.row({ given: line });
  },
});

async function started(options: WorldOptions = {}) {
  const storage = options.storage ?? memoryStorage();
  const kernel = await startedKernel({ plugins: [echo(), writer, reader], ...options, storage });
  open.push(kernel);
  const chain = new Chain({ storage, runner: kernel.tasks, clock: testClock(), events: kernel.events });
  const ended = async (id: string) => {
    const task = await kernel.tasks.existing(id);
    await chain.onEnd(task, (await storage.runs.get(task.runId ?? "")) as Run);
  };
  const begun: string[] = [];
  kernel.events.on("chain.started", ({ childId }) => begun.push(childId));
  const log = async (id: string) =>
    (await Array.fromAsync(kernel.content.log(id))).filter(({ level }) => level === "warn").map(({ msg }) => msg);
  const runs = (id: string) => Array.fromAsync(storage.runs.of(id));
  /** Runs the task and does what follows from its end. */
  const followed = async (id: string): Promise<Task> => {
    const task = await ran(kernel, id);
    await ended(id);
    return task;
  };
  return { kernel, storage, chain, ended, begun, log, runs, followed };
}

describe.each(STORAGES)("a chain on $name storage", ({ create }) => {
  it("continues with the next task once, and passes on what it has produced", async () => {
    const { kernel, begun, runs, followed, ended } = await started({ storage: create() });
    const child = await kernel.tasks.create("pagereader");
    const parent = await kernel.tasks.create("pagewriter", { linesFile: ["a", "b"], chainJobId: child._id });
    const { runId } = await followed(parent._id);
    await kernel.tasks.settled(child._id);
    await ended(parent._id);
    await ended(parent._id);
    expect(begun).toEqual([child._id]);
    expect(await runs(child._id)).toMatchObject([
      { origin: "chain", parentRunId: runId, depth: 1, status: "complete" },
    ]);
    const given = (await Array.fromAsync(kernel.content.rows(child._id))).map(({ given }) => given);
    expect(given.sort()).toEqual([
      `folder task:${parent._id}@${runId}/articles`,
      "https://a.test/a",
      "https://a.test/b",
    ]);
    expect((await kernel.tasks.existing(child._id)).data).toMatchObject({ articleFolder: "", urlsFile: [] });
  });
});

describe("a chain", () => {
  const endings = { complete: ["good"], failed: ["bad"] } as const;
  it.each([
    ["complete", "complete", true],
    ["complete", "failed", false],
    ["failed", "complete", false],
    ["failed", "failed", true],
    ["always", "complete", true],
    ["always", "failed", true],
  ] as const)("on %s after a run that is %s goes on: %s", async (chainOn, ending, goesOn) => {
    const { kernel, begun, followed } = await started();
    const child = await draft(kernel, ["x"]);
    const data = { linesFile: [...endings[ending]], chainOn, chainJobId: child._id };
    const task = await followed((await kernel.tasks.create("pagewriter", data))._id);
    expect(task.status).toBe(ending);
    expect(begun).toEqual(goesOn ? [child._id] : []);
  });

  it("passes addresses on without the user names and passwords that are masked in them", async () => {
    const finder = defineTaskPlugin({
      type: "finder",
      words: "finder",
      title: "Finder",
      summary: "Finds the addresses it is given.",
      options: z.object({ linesFile: z.array(z.string()).default([]) }),
      inputs: ({ linesFile }) => linesFile,
      async run(url, { output }) {
        output.row({ url });
      },
    });
    const { kernel, followed } = await started({ plugins: [finder, reader], secrets: ephemeralKey() });
    const child = await kernel.tasks.create("pagereader");
    const linesFile = ["https://user:password@a.test/a", "https://b.test/b"];
    await followed((await kernel.tasks.create("finder", { linesFile, chainJobId: child._id }))._id);
    await kernel.tasks.settled(child._id);
    const given = (await Array.fromAsync(kernel.content.rows(child._id))).map(({ given }) => given);
    expect(given.sort()).toEqual(["folder", "https://a.test/a", "https://b.test/b"]);
  });

  it("ends where a run is aborted by hand", async () => {
    const at = gate();
    const { kernel, begun, ended } = await started({ plugins: [echo(at)] });
    const child = await draft(kernel, ["x"]);
    const { _id } = await draft(kernel, ["a"], { chainJobId: child._id, chainOn: "always" });
    await kernel.tasks.run(_id);
    await at.reached("a");
    await kernel.tasks.abort(_id);
    await kernel.tasks.settled(_id);
    await ended(_id);
    expect(begun).toEqual([]);
  });

  it.each([
    ["to nothing", "nobody", {}, 'no task with the id "nobody"'],
    ["with an end that there is not", "", { chainOn: "sometimes" }, '"chainOn" is "sometimes"'],
  ])("%s says so in the log of a run that completes all the same", async (_words, chainJobId, data, words) => {
    const { kernel, log, followed } = await started();
    const other = (await draft(kernel, ["x"]))._id;
    const { _id } = await draft(kernel, ["a"], { chainJobId: chainJobId || other, ...data });
    expect((await followed(_id)).status).toBe("complete");
    expect((await log(_id)).at(-1)).toContain(words);
  });

  it("to a deleted task says so", async () => {
    const { kernel, log, followed } = await started();
    const child = await draft(kernel, ["x"]);
    const { _id } = await draft(kernel, ["a"], { chainJobId: child._id });
    await kernel.tasks.delete(child._id);
    expect((await followed(_id)).status).toBe("complete");
    expect((await log(_id)).at(-1)).toContain("It may have been deleted");
  });

  it("to a task at work leaves that alone and says so", async () => {
    const at = gate();
    const { kernel, log, begun, followed } = await started({ plugins: [echo(at), writer] });
    const child = await draft(kernel, ["x"]);
    await kernel.tasks.run(child._id);
    await at.reached("x");
    const { _id } = await kernel.tasks.create("pagewriter", { linesFile: ["a"], chainJobId: child._id });
    await followed(_id);
    expect(begun).toEqual([]);
    expect((await log(_id)).at(-1)).toContain("was at work or waiting already");
    at.openAll();
  });

  it("that leads in a circle is refused when it runs, with the circle", async () => {
    const { kernel, begun, followed } = await started();
    const [a, b, c] = [await draft(kernel, ["a"]), await draft(kernel, ["b"]), await draft(kernel, ["c"])];
    await kernel.tasks.patch(a._id, { jobName: "First", chainJobId: b._id });
    await kernel.tasks.patch(b._id, { jobName: "Second", chainJobId: c._id });
    await kernel.tasks.patch(c._id, { jobName: "Third", chainJobId: a._id });
    const task = await followed(a._id);
    expect(task).toMatchObject({ status: "failed", error: { code: "chain-cycle" } });
    const circle = `"First" (${a._id}) -> "Second" (${b._id}) -> "Third" (${c._id}) -> "First" (${a._id})`;
    expect(task.error?.message).toContain(circle);
    await kernel.tasks.patch(c._id, { chainJobId: c._id });
    expect((await ran(kernel, a._id)).error?.message).toContain(`"Third" (${c._id}) -> "Third" (${c._id})`);
    expect(begun).toEqual([]);
  });

  it("with too many links is refused when it runs", async () => {
    const { kernel } = await started();
    let chainJobId = "";
    for (let link = 0; link <= MAX_DEPTH; link += 1) chainJobId = (await draft(kernel, ["a"], { chainJobId }))._id;
    expect((await ran(kernel, chainJobId)).status).toBe("complete");
    const one = await draft(kernel, ["a"], { chainJobId });
    expect((await ran(kernel, one._id)).error?.message).toContain("more than 20 links");
  });

  it("that edits make endless while it runs ends after twenty links", async () => {
    const { kernel, storage, chain, log, runs } = await started();
    const child = await draft(kernel, ["x"]);
    const { _id } = await draft(kernel, ["a"], { chainJobId: child._id });
    const task = await ran(kernel, _id);
    const run = (await storage.runs.get(task.runId ?? "")) as Run;
    await chain.onEnd(task, { ...run, depth: MAX_DEPTH });
    expect((await log(_id)).at(-1)).toContain("has come to its 20th link");
    expect((await runs(child._id)).filter(({ depth = 0 }) => depth > MAX_DEPTH)).toEqual([]);
  });
});

describe("what a chain hands on", () => {
  async function passed(child: JsonObject): Promise<JsonObject> {
    const { kernel, storage } = await started();
    const { _id, runId } = await ran(kernel, (await kernel.tasks.create("pagewriter", { linesFile: ["a"] }))._id);
    const values = await passedOutput(storage.content, (await storage.runs.get(runId ?? "")) as Run, child);
    return JSON.parse(JSON.stringify(values).replaceAll(_id, "parent").replaceAll(String(runId), "run"));
  }

  it.each<[string, JsonObject, JsonObject]>([
    ["articles", { articleFolder: "" }, { articleFolder: "task:parent@run/articles" }],
    ["addresses", { urlsFile: [], inputFolder: "" }, { urlsFile: ["https://a.test/a"] }],
    ["a folder before texts", { inputFolder: "", textsFile: [] }, { inputFolder: "task:parent@run/articles" }],
    ["texts", { textsFile: [" "] }, { textsFile: ["a is here."] }],
    [
      "rows as a table",
      { csvFile: "", rowsFile: [] },
      { rowsFile: ["url,title,text", 'https://a.test/a,"""a"", really",a is here.'] },
    ],
    ["nothing over what is set by hand", { inputFolder: "mine", textsFile: [] }, {}],
    ["nothing into fields that it does not have", { other: "" }, {}],
  ])("is %s", async (_words, child, expected) => {
    expect(await passed(child)).toEqual(expected);
  });

  it("is no address that gave nothing, be it a word or an HTTP status that says so", async () => {
    const { kernel, storage } = await started();
    const { runId } = await ran(kernel, (await kernel.tasks.create("pagewriter", { linesFile: ["a"] }))._id);
    const run = (await storage.runs.get(runId ?? "")) as Run;
    const statuses = [200, 0, 302, 404, 503, "ok", "failed", "robots"];
    const rows = statuses.map((status) => ({ url: `https://b.test/${status}`, status }));
    const content = {
      ...storage.content,
      rows: async function* () {
        yield* rows;
      },
    };
    const { urlsFile } = await passedOutput(content, run, { urlsFile: [] });
    expect(urlsFile).toEqual(["https://b.test/200", "https://b.test/ok"]);
  });

  it("is nothing when the task says so", async () => {
    const { kernel, followed } = await started();
    const child = await kernel.tasks.create("pagereader");
    const data = { linesFile: ["a"], chainJobId: child._id, chainPassOutput: false };
    await followed((await kernel.tasks.create("pagewriter", data))._id);
    await kernel.tasks.settled(child._id);
    expect(await Array.fromAsync(kernel.content.rows(child._id))).toEqual([{ given: "folder" }]);
  });
});

/** Writes pages in the forms it is asked for, and says in its rows which. */
const publisher = defineTaskPlugin({
  type: "publisher",
  words: "publisher",
  title: "Publisher",
  summary: "Writes pages in several forms.",
  options: z.object({
    linesFile: z.array(z.string()).default([]),
    outputFormats: z.array(z.string()).default([]),
  }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { output, options: { outputFormats } }) {
    if (line === "none") return output.row({ file: "", error: "It is nothing new." });
    for (const form of outputFormats) output.file(`articles/${line}.${form}`, line, "text/plain");
    output.row({ file: `articles/${line}.${outputFormats[0]}` });
  },
});

describe.each(STORAGES)("the folder of a run on $name storage", ({ create }) => {
  const EXTENSIONS = ["html", "md", "txt", "csv"];
  it("lists what that run has written, in the forms it had then, and reads the others, too", async () => {
    const { kernel, storage } = await started({ storage: create(), plugins: [publisher] });
    const { _id } = await kernel.tasks.create("publisher", { linesFile: ["a", "b"], outputFormats: ["csv", "html"] });
    const first = await ran(kernel, _id);
    await kernel.tasks.patch(_id, { linesFile: ["b", "c"], outputFormats: ["MD", "txt"] });
    const second = await ran(kernel, _id);
    await kernel.tasks.patch(_id, { linesFile: ["none"] });
    const third = await ran(kernel, _id);
    const folders = withTaskFolders(storage, undefined);
    const { signal } = new AbortController();
    const listed = async (at: string) =>
      (await folders.list(at, { extensions: EXTENSIONS, signal })).map(({ path }) => path);
    const folder = (run: string | undefined) => `task:${_id}@${run}/articles`;
    expect(await listed(folder(first.runId))).toEqual(["a.csv", "a.html", "b.csv", "b.html"]);
    expect(await listed(folder(second.runId))).toEqual(["b.MD", "b.txt", "c.MD", "c.txt"]);
    expect(await listed(folder(third.runId))).toEqual([]);
    expect(await listed(folder("nobody"))).toEqual([]);
    expect(await listed(`task:${_id}/articles`)).toHaveLength(8);
    expect(await folders.read(folder(second.runId), "a.html", { signal })).toBe("a");
  });
});

describe.each(STORAGES)("the folder of a task on $name storage", ({ create }) => {
  it("lists and reads what the task has stored, and nothing else", async () => {
    const { kernel, storage } = await started({ storage: create() });
    const { _id } = await ran(kernel, (await kernel.tasks.create("pagewriter", { linesFile: ["b", "a"] }))._id);
    const folders = withTaskFolders(storage, undefined);
    const { signal } = new AbortController();
    const folder = `task:${_id}/articles`;
    const listed = await folders.list(folder, { extensions: ["html"], signal });
    expect(listed.map(({ path }) => path)).toEqual(["a.html", "b.html"]);
    expect(await folders.list(folder, { extensions: ["txt"], signal })).toEqual([]);
    expect(await folders.list(`task:${_id}/art`, { extensions: ["html"], signal })).toEqual([]);
    expect(await folders.read(folder, "a.html", { signal })).toBe("<p>a</p>");
    expect(await codeOf(folders.read(folder, "../a.html", { signal }))).toBe("FOLDER_UNREADABLE");
    expect(await codeOf(folders.list("/etc", { extensions: ["html"], signal }))).toBe("FOLDER_REFUSED");
  });
});

describe("the tree of a chain", () => {
  it("shows what leads to a task and what follows, circles and what is missing", async () => {
    const { kernel } = await started();
    const last = await draft(kernel, ["l"], { jobName: "last", chainJobId: "gone" });
    const middle = await draft(kernel, ["m"], { jobName: "middle", chainJobId: last._id, chainOn: "always" });
    const first = await draft(kernel, ["f"], { jobName: "first", chainJobId: middle._id });
    const other = await draft(kernel, ["o"], { jobName: "other", chainJobId: middle._id });
    const source = {
      get: (id: string) => kernel.tasks.get(id),
      leadingTo: (id: string, limit: number) =>
        kernel.tasks.search({
          query: { "data.chainJobId": id },
          limit,
        }) as AsyncIterable<unknown> as AsyncIterable<Task>,
    };
    const tree = await chainTree(source, middle);
    expect(tree).toMatchObject({
      task: { id: middle._id, name: "middle", status: "draft", chainOn: "always", cycle: false },
      above: [
        { id: first._id, parents: [] },
        { id: other._id, parents: [] },
      ],
      below: [
        { id: last._id, name: "last", cycle: false },
        { id: "gone", status: "missing" },
      ],
      capped: false,
    });
    await kernel.tasks.patch(last._id, { chainJobId: first._id });
    const round = await chainTree(source, await kernel.tasks.existing(first._id));
    expect(round.below.map(({ name, cycle }) => [name, cycle])).toEqual([
      ["middle", false],
      ["last", false],
      ["first", true],
    ]);
    expect(round.above[0]?.parents[0]?.parents[0]).toMatchObject({ name: "first", cycle: true, parents: [] });
  });
});
