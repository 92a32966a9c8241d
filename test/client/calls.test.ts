import { afterEach, describe, expect, it } from "vitest";
import {
  createClient,
  NotFoundError,
  RefusedError,
  ScriptoriumClientError,
  UnauthorizedError,
  UnsupportedError,
} from "../../src/client.js";
import { crawling, servers, written } from "../api/server.js";

/** Wide enough for a machine with much to do. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 10_000 });

const open = servers();
afterEach(() => open.close());

/** What a call rejects with. */
const errorOf = (call: Promise<unknown>): Promise<ScriptoriumClientError> =>
  call.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error) => error,
  );

describe("the operations", () => {
  it("create a task, set its data, run it and read what it has made", async () => {
    const { address } = await open.start();
    const client = createClient({ url: `${address}/` });
    expect(await client.test()).toBeNull();
    expect((await client.index()).name).toBe("Scriptorium");
    const { id, data } = await client.create("articlecreator");
    expect(data.articleKeywordsFile).toEqual([]);
    await client.setData(id, { articleKeywordsFile: ["bees", "green tea"], jobName: "Bees", group: "food" });
    expect(await client.run(id, { wait: 10, origin: "library" })).toMatchObject({ name: "Bees", status: "complete" });
    expect(await client.status(id)).toMatchObject({ id, group: "food" });
    expect(await client.runOf(id)).toMatchObject({ origin: "library", status: "complete" });
    expect((await client.runs(id)).total).toBe(1);
    expect((await client.lines(id, { state: "done" })).lines.length).toBe(2);
    expect((await client.effects(id)).effects).toEqual([]);
    expect((await client.article(id)).sentences).toEqual(["bees is here.", "So is more."]);
    expect((await client.article(id, "green tea")).keywords).toContain("green tea");
    expect(await client.content(id)).toMatchObject({ keywords: ["bees", "green tea"], rows: 2 });
    expect(await client.content(id, "texts/bees.txt")).toMatchObject({ content: "bees is here." });
    expect((await client.results(id, { fields: ["keyword"], limit: 1 })).rows).toEqual([{ keyword: "bees" }]);
    expect((await client.files(id)).files.map(({ path }) => path)).toContain("texts/bees.txt");
    expect(await client.projects()).toMatchObject([{ id, keywords: ["bees", "green tea"] }]);
    expect(await client.groups()).toEqual(["food"]);
    expect((await client.log(id, { limit: 5 })).length).toBeGreaterThan(0);
  });

  it("find, copy, keep and delete tasks", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const id = await written(api, ["bees"]);
    expect(await client.summaries({ type: "articlecreator", status: "done" })).toMatchObject([{ id }]);
    expect(await client.documents({ status: "draft" })).toEqual([]);
    const search = { query: { status: "complete" }, projection: { status: 1, _id: 0 }, sort: { name: 1 } } as const;
    expect(await client.find(search)).toEqual([{ status: "complete" }]);
    expect(await client.keep(id)).toMatchObject({ keep: true });
    const copy = await client.duplicate(id);
    expect(await client.delete(id)).toBeNull();
    expect((await client.summaries()).map((task) => task.id)).toEqual([copy]);
  });

  it("send files as replies whose bodies are read as they are wanted", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const id = await written(api, ["bees"]);
    const whole = await client.file(id, "texts/bees.txt");
    expect(whole.headers.get("etag")).toMatch(/^"[0-9a-f]{64}"$/);
    expect(await whole.text()).toBe("bees is here.");
    expect(await (await client.file(id, "texts/bees.txt", { range: [5, 6] })).text()).toBe("is");
    expect(await (await client.exported(id, "jsonl", { fields: ["keyword"] })).text()).toBe('{"keyword":"bees"}\n');
  });

  it("tell what a person should know", async () => {
    const { address } = await open.start();
    const heard: string[] = [];
    const client = createClient({ url: address, onNotes: (notes, call) => heard.push(call, ...notes) });
    const { id } = await client.create("articlecreator");
    await client.setData<string>(id, { articleKeywordFile: ["bees"] });
    expect(heard).toEqual([`POST /project/data/${id}`, expect.stringContaining("articleKeywordsFile")]);
    const own: string[] = [];
    await client.setData<string>(id, { articleKeywordFile: [] }, { onNotes: (notes) => own.push(...notes) });
    expect([heard.length, own.length]).toEqual([2, 1]);
  });

  it("take ids and keywords with any characters, and no way out of their place", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const id = await written(api, ["a/b?c=1&d#e %41"]);
    expect((await client.article(id, "a/b?c=1&d#e %41")).keywords[0]).toBe("a/b?c=1&d#e %41");
    expect((await errorOf(client.status("../../all-projects"))).code).toBe("TASK_NOT_FOUND");
    expect((await errorOf(client.data(""))).code).toBe("TASK_NOT_FOUND");
    expect(await errorOf(client.delete(".."))).toBeInstanceOf(RefusedError);
    expect((await client.summaries()).length).toBe(1);
  });
});

describe("what a server refuses", () => {
  it("is an error of a class, with the code, the status and the words", async () => {
    const { address } = await open.start();
    const client = createClient({ url: address });
    const missing = await errorOf(client.data("65f0a1b2c3d4e5f601234567"));
    expect(missing).toBeInstanceOf(NotFoundError);
    expect(missing).toBeInstanceOf(ScriptoriumClientError);
    expect(missing).toMatchObject({ name: "NotFoundError", code: "TASK_NOT_FOUND", status: 200 });
    expect(missing.message).toContain("could not be found");
    const refused = await errorOf(client.find({ query: { $where: "1" } }));
    expect(refused).toBeInstanceOf(RefusedError);
    expect(refused.code).toBe("QUERY_REFUSED");
    expect(await errorOf(client.create("lamp"))).toMatchObject({ name: "RefusedError", code: "TASK_TYPE_UNKNOWN" });
    expect(await errorOf(client.spin({ text: "" }))).toMatchObject({ name: "RefusedError", code: "BODY_REFUSED" });
    expect(await errorOf(client.zip("nobody"))).toMatchObject({ code: "TASK_NOT_FOUND" });
    expect(await errorOf(client.exported("nobody", "csv"))).toBeInstanceOf(NotFoundError);
    expect(await errorOf(Array.fromAsync(client.events({ task: "nobody" })))).toBeInstanceOf(NotFoundError);
    expect(await errorOf(Array.fromAsync(client.rows("nobody")))).toMatchObject({ code: "TASK_NOT_FOUND" });
  });

  it("has the same class when the server sends semantic status codes", async () => {
    const { address } = await open.start({ api: { statusCodes: "semantic" } });
    const client = createClient({ url: address });
    expect(await errorOf(client.data("nobody"))).toMatchObject({ name: "NotFoundError", status: 404 });
    expect(await errorOf(client.create("lamp"))).toMatchObject({ name: "RefusedError", status: 400 });
  });

  it("is everything without the key, and nothing with it", async () => {
    const { address } = await open.start({ api: { apiKey: "right" } });
    const wrong = await errorOf(createClient({ url: address, apiKey: "wrong" }).summaries());
    expect(wrong).toBeInstanceOf(UnauthorizedError);
    expect(wrong).toMatchObject({ code: "KEY_WRONG", status: 401 });
    expect(wrong.message).not.toContain('wrong"');
    expect(await errorOf(Array.fromAsync(createClient({ url: address }).events()))).toBeInstanceOf(UnauthorizedError);
    expect(await createClient({ url: address, apiKey: "right" }).summaries()).toEqual([]);
    expect(await createClient({ url: address, headers: { "x-api-key": "right" } }).summaries()).toEqual([]);
  });
});

describe("the reduced edition", () => {
  it("takes the calls it has, and what it lacks is said so", async () => {
    const { address } = await open.start({ api: { edition: "reduced" } });
    const client = createClient({ url: address });
    const { id } = await client.create("articlecreator");
    await client.setData(id, { articleKeywordsFile: ["bees"] });
    expect(await client.waitForCompletion(id)).toMatchObject({ status: "complete", progress: null });
    expect(await client.run(id, { wait: 10 })).toMatchObject({ id, status: "complete" });
    expect((await client.article(id, "bees")).sentences.length).toBe(2);
    for (const call of [
      () => client.abort(id),
      () => client.find(),
      () => client.create("webcrawler"),
      () => client.progress(id),
      () => client.zip(id),
      () => Array.fromAsync(client.rows(id)),
      () => Array.fromAsync(client.logs(id)),
      () => Array.fromAsync(client.events()),
      () => client.webhooks.list(),
    ]) {
      const error = await errorOf(call());
      expect(error).toBeInstanceOf(UnsupportedError);
      expect(error.message).toMatch(
        /^The server has no (?:GET|POST) \/\S+\. It speaks the reduced edition, or is older/,
      );
    }
  });

  it("has a run waited for by asking again and again", async () => {
    const api = await open.start({ api: { edition: "reduced" } });
    const client = createClient({ url: api.address });
    const task = await api.kernel.tasks.create("webcrawler", { startUrls: ["https://a.test/"] } as never);
    await client.run(task._id);
    await api.gate.reached("https://a.test/");
    expect(await client.run(task._id, { wait: 0 })).toMatchObject({ status: "running" });
    const seen: string[] = [];
    const end = client.waitForCompletion(task._id, { onProgress: ({ status }) => seen.push(status) });
    await eventually(() => seen.length).toBeGreaterThan(0);
    api.gate.openAll();
    expect(await end).toMatchObject({ status: "complete", error: null });
    expect(seen[0]).toBe("running");
  });
});

describe("waiting for a run", () => {
  it("ends when the task is at rest, says how far it is meanwhile, and starts no run", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const id = await crawling(api, "https://a.test/");
    const seen: string[] = [];
    const end = client.waitForCompletion(id, { onProgress: ({ status }) => seen.push(status) });
    await eventually(() => seen.length).toBeGreaterThan(0);
    api.gate.openAll();
    expect(await end).toMatchObject({ id, status: "complete", error: null, progress: { done: 1, percent: 100 } });
    expect(seen[0]).toBe("running");
    await client.waitForCompletion(id);
    expect((await client.runs(id)).total).toBe(1);
    const draft = await client.create("webcrawler");
    expect(await client.waitForCompletion(draft.id)).toMatchObject({ status: "draft" });
  });

  it("gives up when its time is over, ends with its signal, and leaves the run alone", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const id = await crawling(api, "https://a.test/");
    expect(await errorOf(client.waitForCompletion(id, { timeoutMs: 1 }))).toMatchObject({
      name: "TimeoutError",
      code: "TIMEOUT",
    });
    const reason = new Error("enough");
    const control = new AbortController();
    const end = errorOf(client.waitForCompletion(id, { signal: control.signal }));
    control.abort(reason);
    expect(await end).toBe(reason);
    expect(await client.status(id)).toMatchObject({ status: "running" });
  });

  it("ends when the run is aborted by somebody else", async () => {
    const api = await open.start();
    const client = createClient({ url: api.address });
    const id = await crawling(api, "https://a.test/");
    const end = client.waitForCompletion(id);
    await createClient({ url: api.address }).abort(id);
    expect(await end).toMatchObject({ status: "aborted" });
  });
});
