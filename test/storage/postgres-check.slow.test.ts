import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunOutput, StorageAdapter, StoreFinding } from "../../src/kernel/storage.js";
import { postgresStorage } from "../../src/storage/postgres.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";
import { all, taskCalled } from "./postgres-support.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

/** What a check finds in a store with a task of everything, after it was damaged. */
async function found(schema: string, damage: string): Promise<readonly StoreFinding[]> {
  const storage = postgresStorage({ connectionString: server.url(), schema });
  await storage.open();
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  try {
    await fill(storage);
    await client.query(damage.replaceAll("%", schema));
    const findings = await all(storage.check?.() ?? none());
    for (const { where, trouble, repair } of findings) {
      expect(where).not.toBe("");
      expect([trouble, repair].join(" ")).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
    }
    return findings;
  } finally {
    await client.end();
    await storage.close();
  }
}

async function fill({ tasks, runs, accounts, deliveries }: StorageAdapter): Promise<void> {
  const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
  for (const id of ["task-1", "task-2"]) {
    await tasks.insert(taskCalled(id, { sealed: { "/password": "cipher" }, group: "long ".repeat(100) }));
    const run = { _id: `run of ${id}`, taskId: id, status: "waiting", origin: "cli", attempts: 1, seed: "s" } as const;
    await runs.insert({ ...run, createdAt: times.createdAt, revision: 1 });
    const claimed = { ...run, status: "running", fence: 2, createdAt: times.createdAt, revision: 2 } as const;
    await runs.claim(claimed, 30_000);
    const bytes = Buffer.from(id);
    const output: RunOutput = {
      line: { key: "k", line: "bees", state: "done", attempts: 1 },
      articles: [{ keyword: `bees of ${id}`, article: { keywords: ["bees"], sentences: [] } }],
      rows: [{ a: 1 }],
      files: [{ path: "a.txt", type: "text/plain", size: bytes.length, sha256: sha256(bytes), bytes }],
      log: [{ t: times.createdAt, level: "info", msg: "a" }],
      effects: [{ key: "k", what: "a mail", state: "intent", at: times.createdAt }],
    };
    await runs.write(run._id, output, 2);
  }
  await deliveries.insert({
    _id: "d",
    webhookId: "w",
    event: "task.complete",
    body: "{}",
    state: "waiting",
    attempts: 0,
    dueAt: times.createdAt,
    createdAt: times.createdAt,
    revision: 1,
  });
  await accounts.insert({ _id: "a", kind: "blog", name: "a", settings: {}, sealed: {}, ...times, revision: 1 });
}

describe("checking a store", () => {
  it("finds nothing in a good one", async () => {
    expect(await found("good", "SELECT 1")).toEqual([]);
  });

  it("finds records that are no JSON", async () => {
    const damage = `
      UPDATE %.task SET data = '{"jobName":' WHERE id = 'task-2';
      UPDATE %.run SET record = repeat('x', 200000) WHERE id = 'run of task-1';
      UPDATE %.article SET record = '{' WHERE keyword = 'bees of task-1';
      UPDATE %.run_effect SET record = 'x' WHERE run = (SELECT seq FROM %.run WHERE id = 'run of task-1');
      UPDATE %.delivery SET record = '{';
      UPDATE %.account SET record = 'x'`;
    expect((await found("no_json", damage)).map(({ where }) => where)).toEqual([
      "task task-2",
      "run run of task-1",
      "effect of run number 1",
      "article on bees of task-1",
      "account a",
      "delivery d",
    ]);
  });

  it("finds what belongs to nobody", async () => {
    const damage = `
      SET session_replication_role = replica;
      DELETE FROM %.run WHERE id = 'run of task-1';
      DELETE FROM %.task WHERE id = 'task-2'`;
    const findings = await found("dangling", damage);
    expect(findings.map(({ where }) => where)).toEqual([
      "table run",
      "table run_line",
      "table run_hold",
      "table run_effect",
      "table article",
      "table result_row",
      "table result_row",
      "table file",
      "table log_entry",
      "table log_count",
    ]);
    expect(findings[0]?.trouble).toMatch(/^Entries of task number \d+ are there, 1 of them, but not the task\.$/);
  });

  it("finds files whose bytes changed", async () => {
    const damage = "UPDATE %.file SET bytes = 'other!' WHERE task = (SELECT seq FROM %.task WHERE id = 'task-2')";
    expect((await found("bytes", damage)).map(({ where }) => where)).toEqual(["file a.txt of task task-2"]);
    const damaged = postgresStorage({ connectionString: server.url(), schema: "bytes" });
    await damaged.open();
    const refused = { code: "STORAGE_FAILED", message: expect.stringContaining('"a.txt"') };
    await expect(damaged.content.file("task-2", "a.txt")).rejects.toMatchObject(refused);
    expect((await damaged.content.file("task-1", "a.txt"))?.bytes).toEqual(new Uint8Array(Buffer.from("task-1")));
    await damaged.close();
  });

  it("finds tables and indexes that are missing or not valid, and then reads no further", async () => {
    const damage = `
      DROP TABLE %.account; DROP INDEX %.task_name; ALTER TABLE %.run_line DROP CONSTRAINT run_line_key;
      UPDATE pg_index SET indisvalid = false WHERE indexrelid = '%.task_grp'::regclass;
      UPDATE %.task SET data = '{'`;
    const findings = await found("structure", damage);
    expect(findings.map(({ where, trouble }) => `${where}: ${trouble}`).sort()).toEqual([
      "index account_id: The index is missing.",
      "index account_kind: The index is missing.",
      "index account_name: The index is missing.",
      "index run_line_key: The index is missing.",
      "index task_grp: The index is not valid.",
      "index task_name: The index is missing.",
      "table account: The table is missing.",
    ]);
  });

  it("finds that the version is another", async () => {
    const findings = await found("version", "UPDATE %.scriptorium_store SET version = 99");
    expect(findings.map(({ trouble }) => trouble).join()).toContain("newer version");
  });
});

describe("damaged records", () => {
  it("give an error in words when they are read, and do not hide the others", async () => {
    const damaged = postgresStorage({ connectionString: server.url(), schema: "no_json" });
    await damaged.open();
    await expect(damaged.tasks.get("task-2")).rejects.toMatchObject({
      code: "STORAGE_FAILED",
      message: expect.stringContaining("damaged"),
    });
    expect((await damaged.tasks.get("task-1"))?.name).toBe("Task task-1");
    const ids = await all(damaged.tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id }));
    expect(ids).toEqual(["task-1", "task-2"]);
    await damaged.close();
  });
});

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function* none(): AsyncGenerator<never> {}
