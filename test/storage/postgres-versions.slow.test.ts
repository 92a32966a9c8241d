import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Run, StorageAdapter } from "../../src/kernel/storage.js";
import { postgresStorage } from "../../src/storage/postgres.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";
import { all, taskCalled } from "./postgres-support.js";
import { STORE_OF_VERSION_1 } from "./postgres-version-1.js";

let server: PostgresServer;
let client: pg.Client;
beforeAll(async () => {
  server = await startPostgres();
  client = new pg.Client({ connectionString: server.url() });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await server?.stop();
});

let schemas = 0;
let schema: string;
const opened: StorageAdapter[] = [];
beforeEach(async () => {
  schemas += 1;
  schema = `version_${schemas}`;
  await client.query(STORE_OF_VERSION_1.replaceAll("%", schema));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

function storage(): StorageAdapter {
  const fresh = postgresStorage({ connectionString: server.url(), schema });
  opened.push(fresh);
  return fresh;
}

/** The definition of a schema and all that is in it, under a name that is the same for each. */
async function dump(): Promise<string> {
  const { rows } = await client.query("SELECT schema_to_xml_and_xmlschema($1, true, false, '')::text AS dump", [
    schema,
  ]);
  const { rows: indexes } = await client.query(
    "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = $1 ORDER BY 1",
    [schema],
  );
  return JSON.stringify([rows, indexes]).replaceAll(schema, "schema");
}

describe("a store of version 1", () => {
  it("is brought up to date with all that is in it", async () => {
    const store = storage();
    await store.open();
    const { tasks, content, runs, accounts } = store;
    expect(await tasks.get("task-1")).toMatchObject({ name: "Old task", runId: "run-1", revision: 7 });
    expect(await tasks.count()).toBe(2);
    expect(await all(runs.of("task-1"))).toMatchObject([{ _id: "run-1", seed: "s", revision: 2 }]);
    expect(await all(runs.lines("run-1"))).toEqual([{ key: "k", line: "bees", state: "done", attempts: 1 }]);
    expect(await content.article("task-1", "bees")).toEqual({ keywords: ["bees"], sentences: ["Bees make honey."] });
    expect(await all(content.rows("task-1", { runId: "run-1" }))).toEqual([{ url: "https://example.com/" }]);
    expect((await content.file("task-1", "a.txt"))?.bytes).toEqual(new Uint8Array([1, 2, 3]));
    expect(await accounts.named("blog", "mine")).toMatchObject({ _id: "a" });
    expect(await all(content.log("task-1"))).toMatchObject([
      { n: 1, msg: "Old entry" },
      { n: 2, msg: "Second entry" },
    ]);
    expect(await all(content.log("task-1", { levels: ["error"] }))).toMatchObject([{ n: 2 }]);
    expect(await all(content.log("task-2", { levels: ["warn", "error"] }))).toMatchObject([{ n: 1, level: "warn" }]);
  });

  it("is used on: its unfinished runs lapse, are claimed and go on", async () => {
    const store = storage();
    await store.open();
    const { tasks, content, runs } = store;
    expect(await all(runs.lapsed())).toEqual(["run-1"]);
    const old = (await runs.get("run-1")) as Run;
    expect(await runs.claim({ ...old, fence: 3, revision: 3 }, 30_000)).toBe(true);
    expect(await all(runs.lapsed())).toEqual([]);
    const entry = { t: "2026-01-03T00:00:00.000Z", level: "info", msg: "New entry" } as const;
    const effect = { key: "k", what: "a mail", state: "intent", at: entry.t } as const;
    expect(await runs.write("run-1", { rows: [{ number: 2 }], log: [entry], effects: [effect] }, 3)).toBe(true);
    expect(await all(content.log("task-1", { after: 2 }))).toEqual([{ ...entry, n: 3 }]);
    expect(await all(runs.effects("run-1"))).toEqual([effect]);
    const findings = await all(store.check?.() ?? none());
    expect(findings.map(({ where }) => where)).toEqual(["log of task number 2"]);
    expect(await tasks.delete("task-1")).toBe(true);
    await tasks.insert(taskCalled("task-3"));
    await store.close();
    await store.open();
    expect(await tasks.count()).toBe(2);
  });

  it("becomes what a fresh store is", async () => {
    await storage().open();
    await client.query(`DELETE FROM ${schema}.task; DELETE FROM ${schema}.account`);
    const grown = await dump();
    schemas += 1;
    schema = `version_${schemas}`;
    await storage().open();
    expect(grown).toBe(await dump());
  });

  it("stays what it was when something is in the way, and is brought up to date when that is gone", async () => {
    await client.query(`CREATE VIEW ${schema}.delivery AS SELECT 1 AS a`);
    const before = await dump();
    const store = storage();
    await expect(store.open()).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    expect(await dump()).toBe(before);
    await client.query(`DROP VIEW ${schema}.delivery`);
    await store.open();
    expect(await store.tasks.count()).toBe(2);
  });

  it("is brought up to date once by several that open it at the same moment", async () => {
    const stores = Array.from({ length: 5 }, storage);
    await Promise.all(stores.map((store) => store.open()));
    expect(await Promise.all(stores.map(({ runs }) => all(runs.lapsed())))).toEqual(Array(5).fill(["run-1"]));
  });
});

async function* none(): AsyncGenerator<never> {}
