import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ProviderSettings } from "../../src/adapters/providers/index.js";
import {
  createScriptorium,
  defineTaskPlugin,
  ephemeralKey,
  fileStorage,
  type JsonObject,
  memoryStorage,
  readProviderSettings,
  type StorageAdapter,
  secret,
  silentLogger,
  sqliteStorage,
} from "../../src/index.js";

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const PROSE =
  "The keeper wrote down what he saw each night, and the book was sent to the office at the end of the month.";

/** Stores what a line of JSON says: rows, files by path, articles by keyword; a line may wait until it is let go. */
function writer(gate?: Promise<void>) {
  return defineTaskPlugin({
    type: "storer",
    words: "storer",
    title: "Storer",
    summary: "Stores what it is given.",
    uses: ["search"],
    options: z.object({ urlsFile: z.array(z.string()).default([]), password: secret(z.string().default("")) }),
    inputs: ({ urlsFile }) => urlsFile,
    async run(line, { output, checkpoint }) {
      const {
        rows = [],
        files = {},
        articles = {},
        waits,
      } = JSON.parse(line) as {
        rows?: JsonObject[];
        files?: Record<string, string>;
        articles?: Record<string, string[]>;
        waits?: boolean;
      };
      for (const row of rows) output.row(row);
      for (const [path, text] of Object.entries(files)) output.file(path, text, "text/plain");
      for (const [keyword, sentences] of Object.entries(articles))
        output.article(keyword, { keywords: [keyword], sentences });
      if (!waits) return;
      await checkpoint("first", {});
      await gate;
    },
  });
}

interface Made {
  readonly storage?: StorageAdapter;
  readonly folder?: string;
  readonly search?: ProviderSettings["search"];
  readonly gate?: Promise<void>;
  readonly port?: number;
}

async function server({ storage = memoryStorage(), folder, search = { kind: "local" }, gate, port = 8008 }: Made = {}) {
  const providerSettings = await readProviderSettings(
    { search, browser: "none", images: "none", video: "none" },
    folder === undefined ? {} : { folder },
  );
  const made = createScriptorium({
    ...{ storage, providerSettings, secrets: ephemeralKey(), logger: silentLogger, plugins: [writer(gate), asker] },
    web: { allowPrivate: ["127.0.0.1", "localhost"], ownPorts: () => [port] },
  });
  await made.start();
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= made.stop());
  open.push(stop);
  const { kernel } = made;
  const done = async (type: string, urlsFile: readonly string[]) => {
    const { _id } = await kernel.tasks.create(type, { urlsFile });
    await kernel.tasks.run(_id);
    const { status, error } = await kernel.tasks.settled(_id);
    expect(error).toBeUndefined();
    expect(status).toBe("complete");
    return _id;
  };
  const hits = async (query: string) => await Array.fromAsync(kernel.content.rows(await done("asker", [query])));
  const titles = async (query: string) => (await hits(query)).map(({ title }) => title).sort();
  const stored = (...lines: object[]) =>
    done(
      "storer",
      lines.map((line) => JSON.stringify(line)),
    );
  return { ...made, stop, stored, hits, titles, checks: providerSettings.checks };
}

/** Asks, as any task type may. */
const asker = defineTaskPlugin({
  type: "asker",
  words: "asker",
  title: "Asker",
  summary: "Searches.",
  needs: ["search"],
  options: z.object({ urlsFile: z.array(z.string()).default([]) }),
  inputs: ({ urlsFile }) => urlsFile,
  async run(query, { providers, output, signal }) {
    let answer = await providers.search.answer!(query, { limit: 20, signal });
    // On a busy machine the index is late, and says so.
    while (answer.notes?.some((note) => note.includes("still taking in"))) {
      answer = await providers.search.answer!(query, { limit: 20, signal });
    }
    for (const hit of answer.hits) output.row({ ...hit });
  },
});

function place(): string {
  const made = mkdtempSync(join(tmpdir(), "scriptorium-index-"));
  open.push(() => rmSync(made, { recursive: true }));
  return made;
}

const article = (name: string, word: string) => ({
  rows: [
    {
      url: `https://${name}.example/`,
      title: `About ${name}`,
      date: "2026-01-02",
      lang: "en",
      file: `articles/${name}.txt`,
    },
  ],
  files: { [`articles/${name}.txt`]: `About ${name}\n\n${word} ${PROSE}` },
});

const STORAGES: readonly (readonly [string, (folder: string) => StorageAdapter])[] = [
  ["memory", () => memoryStorage()],
  ["sqlite", (folder) => sqliteStorage({ path: join(folder, "store.db") })],
  ["file", (folder) => fileStorage({ path: join(folder, "store") })],
];

describe.each(STORAGES)("everything that is stored, with the %s storage", (_name, storage) => {
  it("is found as soon as a run has ended, under the addresses it is from, and is gone with its task", async () => {
    const folder = place();
    const { kernel, stored, hits, titles } = await server({ storage: storage(folder), folder });
    const id = await stored(article("bees", "honeycomb"), article("wasps", "honeycomb paper"));
    await stored({ articles: { "keeping bees": ["A honeycomb is made of wax.", PROSE] } });
    expect(await titles("honeycomb")).toEqual(["About bees", "About wasps", "keeping bees"]);
    const [first] = await hits("paper honeycomb");
    expect(first).toMatchObject({ url: "https://wasps.example/", date: "2026-01-02", engine: "local" });
    await kernel.tasks.delete(id);
    expect(await titles("honeycomb")).toEqual(["keeping bees"]);
    const kept = readdirSync(join(folder, "search")).map((name) =>
      readFileSync(join(folder, "search", name), "latin1"),
    );
    expect(kept.join("")).not.toContain("paper");
    expect(kept.join("")).toContain("honeycomb");
  });
});

describe("what is stored", () => {
  it("is found while its run is still at work", async () => {
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    open.push(() => letGo());
    const { kernel, titles } = await server({ gate });
    const line = JSON.stringify({ ...article("bees", "honeycomb"), waits: true });
    const { _id } = await kernel.tasks.create("storer", { urlsFile: [line] });
    await kernel.tasks.run(_id);
    await expect.poll(() => titles("honeycomb"), { timeout: 20_000 }).toEqual(["About bees"]);
    expect((await kernel.tasks.existing(_id)).status).toBe("running");
  });

  it("replaces what it was when a run stores it again", async () => {
    const { kernel, stored, titles } = await server();
    const id = await stored(article("bees", "honeycomb"));
    expect(await titles("honeycomb")).toEqual(["About bees"]);
    await kernel.tasks.patch(id, { urlsFile: [JSON.stringify(article("bees", "waxworks"))] });
    await kernel.tasks.restart(id);
    await kernel.tasks.settled(id);
    expect(await titles("honeycomb")).toEqual([]);
    expect(await titles("waxworks")).toEqual(["About bees"]);
  });

  it("is taken once where a run stores it in several forms, and tables, lists and reports are none", async () => {
    const { stored, hits } = await server();
    await stored({
      ...article("bees", "honeycomb"),
      files: {
        "articles/bees.txt": `About bees\n\nhoneycomb ${PROSE}`,
        "articles/bees.md": `# About bees\n\nhoneycomb ${PROSE}`,
        "articles/bees.json": JSON.stringify({ title: "About bees", text: `honeycomb ${PROSE}` }),
        "raw/bees.html": `<title>bees</title><p>honeycomb menu ${PROSE}</p>`,
        "pages.csv": "honeycomb,1",
        "corpus.jsonl": '{"text":"honeycomb"}',
        "notes.txt": "honeycomb",
      },
    });
    expect(await hits("honeycomb")).toHaveLength(1);
  });

  it("has the server's own address where nothing says where it is from", async () => {
    const { stored, hits } = await server({ search: { kind: "local", address: "http://server.example:9000" } });
    const id = await stored({
      files: { "texts/a b.txt": `Foghorns\n\n${PROSE}` },
      articles: { "fog/horns": ["foghorns."] },
    });
    expect((await hits("foghorns")).map(({ url }) => url).sort()).toEqual([
      `http://server.example:9000/task/content/${id}/fog/horns`,
      `http://server.example:9000/task/content/${id}/texts/a%20b.txt`,
    ]);
  });

  it("has the port that the server listens on, another after a start on another", async () => {
    const folder = place();
    const storage = () => sqliteStorage({ path: join(folder, "store.db") });
    const first = await server({ storage: storage(), folder, port: 8155 });
    const id = await first.stored({ files: { "texts/a.txt": `Foghorns\n\n${PROSE}` } });
    expect(await first.hits("foghorns")).toMatchObject([
      { url: `http://localhost:8155/task/content/${id}/texts/a.txt` },
    ]);
    await first.stop();
    const second = await server({ storage: storage(), folder, port: 8156 });
    expect(await second.hits("foghorns")).toMatchObject([
      { url: `http://localhost:8156/task/content/${id}/texts/a.txt` },
    ]);
  });

  it("is of one task where the settings name it", async () => {
    const folder = place();
    const path = join(folder, "store.db");
    const first = await server({ storage: sqliteStorage({ path }), search: "none" });
    const wanted = await first.stored(article("bees", "honeycomb"));
    await first.stored(article("wasps", "honeycomb"));
    await first.stop();
    const search = { kind: "local", task: wanted };
    const second = await server({ storage: sqliteStorage({ path }), folder, search });
    expect(await second.titles("honeycomb")).toEqual(["About bees"]);
    const [probe] = await second.checks.probe();
    expect(probe).toMatchObject({ answers: true, says: "The local index holds 1 page of 1 task." });
  });

  it("holds nothing of what tasks were given", async () => {
    const folder = place();
    const { kernel, titles } = await server({ folder });
    const { _id } = await kernel.tasks.create("storer", {
      urlsFile: [JSON.stringify({ ...article("bees", "honeycomb"), note: "givenword" })],
      password: "sesame4711",
    });
    await kernel.tasks.run(_id);
    await kernel.tasks.settled(_id);
    expect(await titles("honeycomb")).toEqual(["About bees"]);
    const kept = readdirSync(join(folder, "search")).map((name) =>
      readFileSync(join(folder, "search", name), "latin1"),
    );
    expect(kept.join("")).not.toMatch(/sesame4711|givenword/);
  });

  it("needs no search to be indexed, and a restart goes on where it was", async () => {
    const folder = place();
    const path = join(folder, "store.db");
    const first = await server({ storage: sqliteStorage({ path }), folder });
    await first.stored(article("bees", "honeycomb"));
    // The index is opened with the server; nobody has asked it anything before.
    expect(await first.checks.probe()).toEqual([
      expect.objectContaining({ says: "The local index holds 1 page of 1 task." }),
    ]);
    await first.stop();
    const second = await server({ storage: sqliteStorage({ path }), folder });
    expect(await second.titles("honeycomb")).toEqual(["About bees"]);
  });

  it("is counted by a check that starts no server, as it was left", async () => {
    const folder = place();
    const first = await server({ storage: sqliteStorage({ path: join(folder, "store.db") }), folder });
    await first.stored(article("bees", "honeycomb"));
    expect(await first.titles("honeycomb")).toEqual(["About bees"]);
    await first.stop();
    const settings = { search: { kind: "local" }, browser: "none", images: "none", video: "none" };
    const providerSettings = await readProviderSettings(settings, { folder });
    const { stop } = createScriptorium({ providerSettings, logger: silentLogger });
    open.push(stop);
    const [probe] = await providerSettings.checks.probe();
    expect(probe).toMatchObject({ answers: true, says: "The local index holds 1 page of 1 task." });
  });

  it("of a task that is not there is said by the health check", async () => {
    const { checks } = await server({ search: { kind: "local", task: "0123456789abcdef01234567" } });
    const [probe] = await checks.probe();
    expect(probe).toMatchObject({ answers: false, says: expect.stringMatching(/is not there\. Correct "task"/) });
  });
});

it("what has no address but the server's own is never read from the web, and as a file of its task it is", async () => {
  const { kernel, stored, hits } = await server();
  const id = await stored({ files: { "articles/bees.txt": `About bees\n\nhoneycomb ${PROSE} ${PROSE}` } });
  const [hit] = await hits("honeycomb");
  expect(hit!["url"]).toBe(`http://localhost:8008/task/content/${id}/articles/bees.txt`);
  const { _id: reader } = await kernel.tasks.create("articledownloader", {
    ...{ urlsFile: [String(hit!["url"]), `task:${id}/articles/bees.txt`] },
    ...{ minWords: 5, maxRetries: 0, requestDelayFrom: 0, requestDelayTo: 0, dedupeContent: "off" },
  });
  await kernel.tasks.run(reader);
  await kernel.tasks.settled(reader);
  const rows = await Array.fromAsync(kernel.content.rows(reader));
  expect(rows.map(({ status, error }) => [status, error ?? ""]).sort()).toEqual([
    [
      "failed",
      expect.stringContaining(
        `never calls itself. Take it out. The file of a task is read as task:${id}/articles/bees.txt.`,
      ),
    ],
    ["ok", ""],
  ]);
});
