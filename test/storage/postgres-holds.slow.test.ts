import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Run, StorageAdapter } from "../../src/kernel/storage.js";
import { type PostgresOptions, postgresStorage } from "../../src/storage/postgres.js";
import { built, linesOf, printedBy, started } from "./postgres-program.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";
import { all, eventually, taskCalled } from "./postgres-support.js";

/** The runs of a process that is gone are free within so long a time; a busy machine gets more. */
const FREED_MS = 3000;
const LONG_MS = 120_000;

let server: PostgresServer;
let folder: string;
let program: string;

beforeAll(async () => {
  server = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), "scriptorium-holds-"));
  program = await built("postgres-holder", folder);
});
afterAll(async () => {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

const opened: { close(): Promise<void> }[] = [];
const holders: Holder[] = [];
afterEach(async () => {
  for (const { process } of holders.splice(0)) process.kill("SIGKILL");
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

let schemas = 0;
/** A storage with so many runs of one task that wait. */
async function storeOf(count: number, options: Partial<PostgresOptions> = {}) {
  schemas += 1;
  const schema = `holds_${schemas}`;
  const store = await storage(schema, options);
  await store.tasks.insert(taskCalled("shared"));
  const ids = Array.from({ length: count }, (_, number) => `run-${number + 1}`);
  for (const id of ids) await store.runs.insert(waitingRun(id));
  return { store, schema, ids };
}

async function storage(schema: string, options: Partial<PostgresOptions> = {}): Promise<StorageAdapter> {
  const fresh = postgresStorage({ connectionString: server.url(), schema, ...options });
  opened.push(fresh);
  await fresh.open();
  return fresh;
}

interface Holder {
  readonly process: ChildProcess;
  /** Everything it printed so far. */
  readonly lines: readonly string[];
}

/** A process that holds all runs which waited. */
async function holder(schema: string, ttlMs: number): Promise<Holder> {
  const process = started(program, server.url(), schema, String(ttlMs));
  const lines: string[] = [];
  const one = { process, lines };
  holders.push(one);
  const ready = new Promise<void>((resolve) => {
    void (async () => {
      for await (const line of linesOf(process)) {
        lines.push(line);
        if (line === "ready") resolve();
      }
      resolve();
    })();
  });
  await ready;
  expect(lines).toContain("ready");
  return one;
}

describe("runs that several processes want", () => {
  it("are claimed by exactly one of them each", async () => {
    const { schema, ids } = await storeOf(100);
    const processes = [1, 2, 3].map(() => started(program, server.url(), schema, "30000"));
    for (const { stdin } of processes) stdin?.end();
    const claims = (await Promise.all(processes.map((one) => printedBy(one)))).map((lines) =>
      lines.filter((line) => line.startsWith("claimed")),
    );
    expect(claims.flat().sort()).toEqual(ids.map((id) => `claimed ${id}`).sort());
  });

  it("lapse soon when the process that held them is killed, and not before", async () => {
    const { store, schema, ids } = await storeOf(3);
    const { process, lines } = await holder(schema, LONG_MS);
    expect(lines).toEqual([...ids.map((id) => `claimed ${id}`), "ready"]);
    expect(await all(store.runs.lapsed())).toEqual([]);
    process.kill("SIGKILL");
    await eventually(FREED_MS, async () => expect(await all(store.runs.lapsed())).toEqual(ids));
  });

  it("lapse soon when the storage that held them was closed", async () => {
    const { store, schema, ids } = await storeOf(2);
    const other = await storage(schema);
    for (const id of ids) expect(await other.runs.claim(claimOf(id), LONG_MS)).toBe(true);
    await other.close();
    await eventually(FREED_MS, async () => expect(await all(store.runs.lapsed())).toEqual(ids));
  });

  it("are taken from a process that is stopped, whose later writes and renewals are refused", async () => {
    const { store, schema } = await storeOf(1);
    const { process, lines } = await holder(schema, 1000);
    process.kill("SIGSTOP");
    await eventually(10_000, async () => expect(await all(store.runs.lapsed())).toEqual(["run-1"]));
    const held = (await store.runs.get("run-1")) as Run;
    const revision = held.revision + 1;
    expect(await store.runs.claim({ ...held, fence: revision, revision }, LONG_MS)).toBe(true);
    const before = await all(store.content.rows("shared"));
    process.kill("SIGCONT");
    await eventually(10_000, () => expect(lines.at(-1)).toBe("lost run-1"));
    expect(await all(store.content.rows("shared"))).toEqual(before);
    expect(await store.runs.write("run-1", { rows: [{ fence: revision }] }, revision)).toBe(true);
  });
});

describe("holds of a process that is there", () => {
  it("outlast connections that are cut again and again", async () => {
    const { store, schema } = await storeOf(2);
    const { lines } = await holder(schema, LONG_MS);
    const admin = await connected();
    for (let round = 0; round < 12; round += 1) {
      const lapsed = all(store.runs.lapsed());
      await sleep(round * 20);
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
      );
      expect(await lapsed.catch(() => [])).toEqual([]);
      expect(await eventually(5000, () => all(store.runs.lapsed()))).toEqual([]);
    }
    expect(lines.at(-1)).toBe("ready");
  });

  it("outlast a server that was away for longer than they were to last", async () => {
    const { store, schema, ids } = await storeOf(2);
    const { process, lines } = await holder(schema, 2000);
    await server.crash();
    await sleep(3000);
    await server.start();
    const until = performance.now() + 5000;
    while (performance.now() < until) {
      expect(await eventually(5000, () => all(store.runs.lapsed()))).toEqual([]);
      await sleep(100);
    }
    expect(lines.at(-1)).toBe("ready");
    process.kill("SIGKILL");
    await eventually(FREED_MS + 2000, async () => expect(await all(store.runs.lapsed())).toEqual(ids));
  });

  it("count by time alone where the user may take no locks", async () => {
    const { store, schema, ids } = await storeOf(2);
    const admin = await connected();
    await admin.query(`
      CREATE ROLE unlocked LOGIN PASSWORD 'of-the-tests';
      GRANT USAGE ON SCHEMA ${schema} TO unlocked; GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO unlocked;
      GRANT ALL ON ALL SEQUENCES IN SCHEMA ${schema} TO unlocked;
      REVOKE EXECUTE ON FUNCTION pg_advisory_lock_shared(bigint) FROM PUBLIC;
      REVOKE SELECT ON pg_locks FROM PUBLIC`);
    const connectionString = server.url().replace("scriptorium:", "unlocked:");
    const [one, other] = [await storage(schema, { connectionString }), await storage(schema, { connectionString })];
    expect(await one.runs.claim(claimOf("run-1"), LONG_MS)).toBe(true);
    expect(await one.runs.claim(claimOf("run-2"), 300)).toBe(true);
    await one.close();
    await eventually(5000, async () => expect(await all(other.runs.lapsed())).toEqual(["run-2"]));
    expect(await all(store.runs.lapsed())).toEqual(["run-2"]);
    expect(ids).toHaveLength(2);
  });
});

describe("a pool of the program around", () => {
  it("of two connections serves two storages that hold runs and watch", async () => {
    const pool = new pg.Pool({ connectionString: server.url(), max: 2 });
    const { store: one, schema } = await storeOf(2, { pool });
    const other = await storage(schema, { pool });
    const heard: string[] = [];
    one.watch?.(({ id }) => heard.push(id));
    other.watch?.(() => {});
    expect(await one.runs.claim(claimOf("run-1"), LONG_MS)).toBe(true);
    expect(await other.runs.claim(claimOf("run-2"), LONG_MS)).toBe(true);
    expect(await all(other.runs.lapsed())).toEqual([]);
    await other.tasks.insert(taskCalled("task-2"));
    await eventually(5000, () => expect(heard).toContain("task-2"));
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await pool.end();
  });

  it("of one connection keeps it for the work", async () => {
    const pool = new pg.Pool({ connectionString: server.url(), max: 1 });
    const { store } = await storeOf(1, { pool });
    store.watch?.(() => {});
    expect(await store.runs.claim(claimOf("run-1"), LONG_MS)).toBe(true);
    expect(await store.runs.write("run-1", { rows: [{ number: 1 }] }, 2)).toBe(true);
    await Promise.all(opened.splice(0).map((one) => one.close()));
    await pool.end();
  });
});

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url() });
  client.on("error", () => {});
  opened.push({ close: () => client.end() });
  await client.connect();
  return client;
}

function waitingRun(_id: string): Run {
  return {
    _id,
    taskId: "shared",
    status: "waiting",
    origin: "library",
    attempts: 0,
    seed: _id,
    createdAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
  };
}

function claimOf(id: string): Run {
  return { ...waitingRun(id), status: "running", fence: 2, attempts: 1, revision: 2 };
}
