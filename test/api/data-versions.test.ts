import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/client.js";
import { servers } from "./server.js";

const open = servers();
afterEach(() => open.close());

const refused = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error) => error.code as string,
  );

async function started(options?: Parameters<typeof open.start>[0]) {
  const { address } = await open.start(options);
  const client = createClient({ url: address });
  const { id } = await client.create("articlecreator");
  return { address, client, id };
}

describe("a data object that two edit", () => {
  it("is not overwritten by a post that knows an older version", async () => {
    const { client, id } = await started();
    const mine = await client.versionedData(id);
    const theirs = await client.versionedData(id);
    expect(mine).toEqual(theirs);
    await client.setData(id, { jobName: "Theirs" }, { version: theirs.version });
    expect(await refused(client.setData(id, { jobName: "Mine", group: "g" }, { version: mine.version }))).toBe(
      "DATA_CHANGED",
    );
    const { data, version } = await client.versionedData(id);
    expect(data).toMatchObject({ jobName: "Theirs", group: "" });
    await client.setData(id, { jobName: "Mine" }, { version });
    expect((await client.data(id)).jobName).toBe("Mine");
  });

  it("has the same version when it is as it was, and when the task runs", async () => {
    const { client, id } = await started();
    await client.setData(id, { articleKeywordsFile: ["bees"] });
    const { version } = await client.versionedData(id);
    expect(version).toMatch(/^[0-9a-f]{32}$/);
    await client.run(id, { wait: 20 });
    expect((await client.versionedData(id)).version).toBe(version);
    await client.setData(id, { group: "a" });
    await client.setData(id, { group: "" });
    expect((await client.versionedData(id)).version).toBe(version);
  });

  it("lets one of two posts win that come at the same moment", async () => {
    const { client, id } = await started();
    const { version } = await client.versionedData(id);
    const posts = ["one", "two", "three"].map((jobName) => client.setData(id, { jobName }, { version }));
    const ends = (await Promise.allSettled(posts)).map(({ status }) => status).sort();
    expect(ends).toEqual(["fulfilled", "rejected", "rejected"]);
  });

  it("takes posts that name no version, or any, as before", async () => {
    const { address, client, id } = await started();
    await client.setData(id, { jobName: "One" });
    const reply = await fetch(`${address}/task/data/${id}`, {
      method: "POST",
      headers: { "content-type": "application/json", "if-match": "*" },
      body: JSON.stringify({ jobName: "Two" }),
    });
    expect(await reply.json()).toMatchObject({ success: true });
    expect((await client.data(id)).jobName).toBe("Two");
  });
});

describe("objects in the data object", () => {
  it("lose members where the post says that they are replaced, and are merged otherwise", async () => {
    const { client, id } = await started();
    await client.setData(id, { jobCronData: { a: 1, b: 2 } });
    await client.setData(id, { jobCronData: { a: 3 } });
    expect((await client.data(id)).jobCronData).toEqual({ a: 3, b: 2 });
    await client.setData(id, { jobCronData: { a: 4 }, group: "g" }, { replace: ["jobCronData", "jobName"] });
    expect(await client.data(id)).toMatchObject({ jobCronData: { a: 4 }, group: "g", jobName: "New Article Creator" });
  });
});

describe("members that the task type does not have", () => {
  it("are taken out by a null where the post says so, and are stored as null otherwise", async () => {
    const { client, id } = await started();
    await client.setData<string>(id, { strange: { deep: [1] }, "a,b": 1, group: "g" });
    await client.setData<string>(id, { strange: null });
    expect(await client.data<string>(id)).toMatchObject({ strange: null, "a,b": 1 });
    const notes: string[] = [];
    const onNotes = (said: readonly string[]) => void notes.push(...said);
    await client.setData<string>(id, { "a,b": null, strange: null, group: "h" }, { nulls: "remove", onNotes });
    const data: Record<string, unknown> = await client.data<string>(id);
    expect(data).toMatchObject({ group: "h", id, type: "article creator" });
    expect(Object.keys(data)).not.toContain("strange");
    expect(Object.keys(data)).not.toContain("a,b");
    expect(notes).toEqual([]);
  });

  it("are no members that it has: those are kept", async () => {
    const { client, id } = await started();
    await client.setData<string>(id, { articleKeywordsFile: ["bees"] });
    await client.setData<string>(id, { notes: null, id: null, articleKeywordsFile: null }, { nulls: "remove" });
    const data: Record<string, unknown> = await client.data<string>(id);
    expect(Object.keys(data)).toEqual(expect.arrayContaining(["id", "notes", "articleKeywordsFile"]));
    expect(data["id"]).toBe(id);
  });
});

describe("settings for one run", () => {
  it("replace those of the task in a restart, and leave the task as it is", async () => {
    const { client, id } = await started();
    await client.setData(id, { articleKeywordsFile: ["bees", "green tea"] });
    await client.restart(id, { overrides: { articleKeywordsFile: ["green tea"] }, wait: 20 });
    expect((await client.lines(id)).lines.map(({ line }) => line)).toEqual(["green tea"]);
    expect((await client.data(id)).articleKeywordsFile).toEqual(["bees", "green tea"]);
    await client.restart(id, { wait: 20 });
    expect((await client.lines(id)).lines).toHaveLength(2);
  });

  it("are refused when they are no object", async () => {
    const { client, id } = await started();
    const asked = client.call(`/task/restart/${id}`, { method: "POST", body: { overrides: ["bees"] } });
    expect(await refused(asked)).toBe("QUERY_REFUSED");
  });
});

describe("the schema of a task type", () => {
  it("marks the lists whose lines are work", async () => {
    const { client } = await started();
    const { schema } = await client.type("articlecreator");
    const inputs = Object.entries(schema["properties"] as Record<string, Record<string, unknown>>)
      .filter(([, own]) => own["x-input"])
      .map(([name]) => name);
    expect(inputs).toEqual(["articleKeywordsFile"]);
  });
});
