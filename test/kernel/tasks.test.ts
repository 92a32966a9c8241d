import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { Json, JsonObject, Kernel, Task } from "../../src/kernel/index.js";
import { codeOf, draft, STORAGES, startedKernel } from "./world.js";

const open: Kernel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((kernel) => kernel.stop()));
});
async function started(storage = STORAGES[0].create()): Promise<Kernel> {
  const kernel = await startedKernel({ storage });
  open.push(kernel);
  return kernel;
}
const patched = async (kernel: Kernel, id: string, data: unknown) =>
  (await kernel.tasks.patch(id, data as JsonObject)).data;

describe.each(STORAGES)("tasks on $name storage", ({ create }) => {
  it("a new task is a draft with every field of its type, and is named after it", async () => {
    const kernel = await started(create());
    const task = await kernel.tasks.create(" ECHO-er ");
    expect(task).toMatchObject({ type: "echoer", status: "draft", name: "New Echoer", group: "" });
    expect(task.data).toMatchObject({
      id: task._id,
      type: "echoer",
      jobName: "New Echoer",
      jobCron: "",
      chainJobId: "",
      linesFile: [],
      count: 1,
      nested: { depth: 2, kind: "plain" },
    });
    expect(task._id).toMatch(/^[0-9a-f]{24}$/);
    expect(Math.abs(Number.parseInt(task._id.slice(0, 8), 16) - Date.now() / 1000)).toBeLessThan(5);
    expect(await kernel.tasks.get(task._id)).toEqual(task);
  });

  it("an unknown type is refused with the names there are", async () => {
    const kernel = await started(create());
    await expect(kernel.tasks.create("nonsense")).rejects.toMatchObject({
      code: "TASK_TYPE_UNKNOWN",
      facts: { types: ["echoer"] },
    });
  });

  it("a patch merges objects deeply, replaces lists, stores null and keeps unknown names", async () => {
    const kernel = await started(create());
    const { _id } = await draft(kernel, ["a", "b"]);
    await patched(kernel, _id, { own: { x: 1, y: [1] }, "a.b": 1, $x: 2 });
    const data = await patched(kernel, _id, { nested: { depth: 5 }, linesFile: ["c"], own: { y: [2] }, count: null });
    expect(data).toMatchObject({
      nested: { depth: 5, kind: "plain" },
      linesFile: ["c"],
      own: { x: 1, y: [2] },
      "a.b": 1,
      $x: 2,
      count: null,
    });
  });

  it("id and type are never changed by a post, and the name follows jobName", async () => {
    const kernel = await started(create());
    const { _id } = await draft(kernel, []);
    const task = await kernel.tasks.patch(_id, { id: "x", type: "y", jobName: "Renamed", group: "Mine" });
    expect(task).toMatchObject({ _id, type: "echoer", name: "Renamed", group: "Mine" });
    expect(task.data).toMatchObject({ id: _id, type: "echoer", jobName: "Renamed", group: "Mine" });
    expect((await kernel.tasks.patch(_id, { jobName: { odd: 1 } })).name).toBe("Renamed");
    expect((await kernel.tasks.patch(_id, { jobName: 7 })).name).toBe("7");
    expect(await kernel.tasks.groups()).toEqual(["Mine"]);
  });

  it("values in another form than their field's are taken as what they plainly mean", async () => {
    const kernel = await started(create());
    const { _id } = await draft(kernel, []);
    const data = await patched(kernel, _id, {
      linesFile: "one\r\ntwo\n\nthree",
      count: " 12 ",
      loud: "yes",
      nested: { depth: "7", kind: 3, other: "9" },
      sets: { "0": { words: "a\nb" }, "1": { words: ["c"], more: "5" } },
      randomSeed: "42",
      maxCostPerRun: "0.5",
    });
    expect(data).toMatchObject({
      linesFile: ["one", "two", "three"],
      count: 12,
      loud: true,
      nested: { depth: 7, kind: "3", other: "9" },
      sets: [{ words: ["a", "b"] }, { words: ["c"], more: "5" }],
      randomSeed: 42,
      maxCostPerRun: 0.5,
    });
  });

  it("values that cannot be taken so are stored as they were sent", async () => {
    const kernel = await started(create());
    const { _id } = await draft(kernel, []);
    const odd = { linesFile: { a: 1 }, count: "twelve", loud: "perhaps", nested: "none", sets: 4 };
    expect(await patched(kernel, _id, odd)).toMatchObject(odd);
  });

  it.each([
    ["a NUL character", { x: "a\0b" }],
    ["half of a surrogate pair", { x: ["\ud800"] }],
    ["half of a pair in a name", { "\udc00": 1 }],
    ["__proto__", JSON.parse('{"__proto__": {"polluted": 1}}')],
    ["constructor, deep down", { a: [{ constructor: { prototype: 1 } }] }],
    ["a name of 300 characters", { ["k".repeat(300)]: 1 }],
    ["a number that is not finite", { x: Number.NaN }],
    ["a function", { x: () => 1 }],
    ["nesting of 70 levels", nestedObject(70)],
  ])("data with %s is refused and nothing is stored", async (_name, data) => {
    const kernel = await started(create());
    const before = await draft(kernel, ["a"]);
    expect(await codeOf(kernel.tasks.patch(before._id, data as JsonObject))).toBe("DATA_REFUSED");
    expect(await kernel.tasks.get(before._id)).toEqual(before);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("concurrent patches of different fields all survive", async () => {
    const kernel = await started(create());
    const { _id } = await draft(kernel, []);
    await Promise.all(Array.from({ length: 40 }, (_, index) => kernel.tasks.patch(_id, { [`field${index}`]: index })));
    const { data } = await kernel.tasks.existing(_id);
    for (let index = 0; index < 40; index += 1) expect(data[`field${index}`]).toBe(index);
  });

  it("patches at once do not race each other, and leave the changes of another process", async () => {
    const storage = create();
    let refused = 0;
    const replace = async (task: Task) => {
      const isReplaced = await storage.tasks.replace(task);
      if (!isReplaced) refused += 1;
      return isReplaced;
    };
    const kernel = await started({ ...storage, tasks: { ...storage.tasks, replace } });
    const { _id } = await draft(kernel, []);
    await Promise.all(Array.from({ length: 40 }, (_, index) => kernel.tasks.patch(_id, { [`mine${index}`]: index })));
    expect(refused).toBe(0);
    const task = await kernel.tasks.existing(_id);
    const patches = Array.from({ length: 20 }, (_, index) => kernel.tasks.patch(_id, { [`more${index}`]: index }));
    await storage.tasks.replace({ ...task, data: { ...task.data, theirs: true }, revision: task.revision + 1 });
    await Promise.all(patches);
    const { data } = await kernel.tasks.existing(_id);
    expect(Object.keys(data).filter((name) => /^(?:mine|more|theirs)/.test(name))).toHaveLength(61);
  });

  it("replacing the data keeps nothing of the old but the defaults, id, type, name and group", async () => {
    const kernel = await started(create());
    const { _id } = await draft(kernel, ["a"], { own: 1, jobName: "Mine", group: "G" });
    const { data } = await kernel.tasks.replaceData(_id, { count: 3 });
    expect(data).toMatchObject({ id: _id, type: "echoer", jobName: "Mine", group: "G", linesFile: [], count: 3 });
    expect(data).not.toHaveProperty("own");
  });

  it("a duplicate is a draft with the same data, no content, and its schedule off", async () => {
    const kernel = await started(create());
    const { _id } = await draft(kernel, ["a"], { jobName: "First", group: "G", jobCron: "@daily" });
    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    const copy = await kernel.tasks.duplicate(_id);
    expect(copy).toMatchObject({
      name: "First (copy)",
      group: "G",
      status: "draft",
      data: { id: copy._id, linesFile: ["a"], jobCron: "" },
    });
    expect(copy).not.toHaveProperty("runId");
    expect(copy).not.toHaveProperty("progress");
    expect(await kernel.content.listing(copy)).toEqual({ keywords: [], rows: 0, files: [] });
    expect((await kernel.tasks.existing(_id)).data["jobCron"]).toBe("@daily");
  });

  it("unknown ids are unknown everywhere, and deleting one is no error", async () => {
    const kernel = await started(create());
    const { tasks, content } = kernel;
    for (const id of ["nope", "", "__proto__", "6b011cc0b8efeb3cf3633513"]) {
      const calls = [
        tasks.existing(id),
        tasks.patch(id, {}),
        tasks.replaceData(id, {}),
        tasks.duplicate(id),
        tasks.run(id),
        tasks.abort(id),
        tasks.settled(id),
      ];
      expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => "TASK_NOT_FOUND"));
      expect(await codeOf(content.article(id, "x"))).toBe("CONTENT_NOT_FOUND");
      expect(await tasks.delete(id)).toBe(false);
    }
  });

  it("content is found by its exact keyword, then by one that differs in case, else the first there is", async () => {
    const kernel = await started(create());
    const task = await kernel.tasks.create("echoer", {
      linesFile: ["Beta", "beta", "Alpha"],
      articleKeywordsFile: ["Alpha|Title", "beta", "Beta"],
    });
    await kernel.tasks.run(task._id);
    await kernel.tasks.settled(task._id);
    expect(await kernel.content.keywords(task)).toEqual(["Alpha", "beta", "Beta"]);
    expect((await kernel.content.article(task._id, "beta")).keywords[0]).toBe("beta");
    expect((await kernel.content.article(task._id, "ALPHA")).keywords[0]).toBe("Alpha");
    expect((await kernel.content.article(task._id)).keywords[0]).toBe("Alpha");
    expect(await codeOf(kernel.content.article(task._id, "gamma"))).toBe("CONTENT_NOT_FOUND");
  });

  it("finds the first keyword that has any in a long list, and puts those that left the list last", async () => {
    const kernel = await started();
    const many = Array.from({ length: 60 }, (_, index) => `Word ${index}`);
    const task = await kernel.tasks.create("echoer", { linesFile: ["left", "Word 50", "One", "WORD 40"] });
    await kernel.tasks.run(task._id);
    await kernel.tasks.settled(task._id);
    const lines = ["Word 0", "Word 0", "Word 0", "Word 0", "Word 0", "{One|One}|Title", ...many];
    const now = await kernel.tasks.patch(task._id, { articleKeywordsFile: lines });
    expect(await kernel.content.keywords(now)).toEqual(["One", "Word 50", "left", "WORD 40"]);
    const first = async (keyword?: string) => (await kernel.content.article(task._id, keyword)).keywords[0];
    expect(await first()).toBe("One");
    expect(await first("word 50")).toBe("Word 50");
    expect(await first("LEFT")).toBe("left");
    expect(await first("word 40")).toBe("WORD 40");
    await kernel.tasks.patch(task._id, { articleKeywordsFile: many });
    expect(await first()).toBe("Word 50");
  });
});

it("any JSON object is stored as it was sent where no field is declared, or refused", async () => {
  const kernel = await started();
  const { _id } = await draft(kernel, []);
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<Json>), async (value) => {
      const code = await codeOf(
        kernel.tasks.patch(_id, { freely: null }).then(() => kernel.tasks.patch(_id, { freely: value })),
      );
      // A name such as "key" is that of a secret, which this kernel has no key for.
      if (code === "DATA_REFUSED" || code === "SECRETS_UNAVAILABLE") return;
      expect((await kernel.tasks.existing(_id)).data["freely"]).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 200 },
  );
});

function nestedObject(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { level: value };
  return value;
}
