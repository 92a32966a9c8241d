import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { damage } from "../crash/check.js";
import { connectionTo } from "../crash/client.js";
import { startServer, type WorkingServer } from "../crash/server.js";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";
import { eventually } from "../storage/postgres-support.js";

/** An answer is promised within 5 seconds; a busy machine gets three times that. */
const ANSWERED_MS = 15_000;

let database: PostgresServer;
let server: WorkingServer | undefined;
beforeAll(async () => {
  database = await startPostgres();
});
afterAll(() => database?.stop());
afterEach(async () => {
  await server?.kill();
  server = undefined;
});

async function started(name: string): Promise<WorkingServer & ReturnType<typeof connectionTo>> {
  await database.createDatabase(name);
  server = await startServer({ storage: "postgres", options: { connectionString: database.url(name) } }).ready;
  return { ...server, ...connectionTo(server.address) };
}

const EVERY_KIND = (id: string): readonly [string, unknown?][] => [
  ["/all-projects"],
  ["/projects/find", { query: { name: { $exists: true } } }],
  [`/project/status/${id}`],
  [`/project/data/${id}`],
  [`/project/data/${id}`, { note: "meanwhile" }],
  ["/create/crashwork"],
  [`/project/run/${id}`],
  [`/project/${id}/a`],
];

describe("Postgres that is restarted in the middle of a run", () => {
  it("gives an error in words while it is away, and afterwards the run continues and does nothing twice", async () => {
    const { call, ended } = await started("restarted");
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    const { id } = (await call("/create/crashwork")).result;
    const bystander = (await call("/create/crashwork")).result.id;
    const lines = Array.from({ length: 60 }, (_, number) => `line ${number}`);
    await call(`/project/data/${id}`, { lines, size: 500, pauseMs: 60 });
    await call(`/project/run/${id}`);
    for (let round = 0; round < 2; round += 1) {
      await eventually(ANSWERED_MS, async () =>
        expect((await call(`/project/status/${id}`)).result[0].status).toBe("running"),
      );
      await database.crash();
      const replies = await Promise.all(
        EVERY_KIND(bystander).map(([path, body]) => call(path, body, ANSWERED_MS).catch((error: Error) => error)),
      );
      // Nothing is made up: each is an envelope that says no in a sentence.
      for (const reply of replies) {
        expect(reply).toMatchObject({ success: false, result: null });
        expect((reply as { message: string }).message).toMatch(/database/);
        expect((reply as { message: string }).message).not.toMatch(/ECONN|127\.0\.0\.1|postgres:/);
      }
      expect((await call("/test")).success).toBe(true);
      await database.start();
      await eventually(ANSWERED_MS, async () => expect((await call(`/project/status/${id}`)).success).toBe(true));
    }
    await eventually(60_000, async () =>
      expect(["complete", "failed"]).toContain((await call(`/project/status/${id}`)).result[0].status),
    );
    const [stored] = (await call("/stored", [id])).result;
    expect(stored.task.status).toBe("complete");
    expect(stored.rows).toHaveLength(lines.length * 2);
    expect([...damage(stored)].filter((sentence) => !/^Its /.test(sentence))).toEqual([]);
    expect(isOver).toBe(false);
    expect((await call(`/project/data/${bystander}`, { note: "afterwards" })).success).toBe(true);
  });
});

describe("Postgres that is locked", () => {
  it("gives an error in words, in time, which is over when the lock is", async () => {
    const { call } = await started("locked");
    const { id } = (await call("/create/crashwork")).result;
    const locker = new pg.Client({ connectionString: database.url("locked") });
    await locker.connect();
    await locker.query("BEGIN; LOCK TABLE scriptorium.task");
    try {
      const replies = await Promise.all(
        EVERY_KIND(id).map(([path, body]) => call(path, body, ANSWERED_MS).catch((error: Error) => error)),
      );
      for (const reply of replies) {
        expect(reply).toMatchObject({ success: false, result: null });
        expect((reply as { message: string }).message).toMatch(/database .*\. [A-Z]/);
      }
      expect((await call("/test")).success).toBe(true);
    } finally {
      await locker.query("ROLLBACK");
      await locker.end();
    }
    expect((await call(`/project/data/${id}`, { note: "afterwards" })).success).toBe(true);
    expect((await call("/all-projects")).success).toBe(true);
  });
});

describe("Postgres that takes no writes", () => {
  /** Ways into it and out of it. */
  const WAYS: readonly { readonly what: string; begin(client: pg.Client): Promise<void>; end: string }[] = [
    {
      what: "set to read only",
      async begin(client) {
        await client.query("ALTER SYSTEM SET default_transaction_read_only = on");
        await client.query("SELECT pg_reload_conf()");
      },
      end: "ALTER SYSTEM RESET default_transaction_read_only; SELECT pg_reload_conf()",
    },
    {
      what: "a standby",
      async begin(client) {
        await client.query("COPY (SELECT) TO PROGRAM 'touch standby.signal'");
        client.on("error", () => {});
        await database.restart();
      },
      end: "SELECT pg_promote()",
    },
  ];

  async function connected(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.url() });
    await client.connect();
    return client;
  }

  it.each(WAYS)(
    "($what) is not ready though it is read, and is ready by itself afterwards",
    async (way) => {
      const { call, address } = await started(way.what.replaceAll(" ", "_"));
      const { id } = (await call("/create/crashwork")).result;
      const ready = async () => {
        const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(ANSWERED_MS) });
        const { message } = (await response.json()) as { message: string | null };
        return { status: response.status, message };
      };
      expect((await ready()).status).toBe(200);
      const client = await connected();
      await way.begin(client);
      await client.end().catch(() => {});
      const refused = { status: 503, message: expect.stringMatching(/takes no writes.*\. [A-Z]/) };
      await eventually(60_000, async () => expect(await ready()).toEqual(refused));
      expect((await call(`/project/status/${id}`)).success).toBe(true);
      expect((await call("/create/crashwork")).success).toBe(false);
      expect(await ready()).toEqual(refused);
      const other = await connected();
      for (const statement of way.end.split("; ")) await other.query(statement);
      await other.end();
      await eventually(60_000, async () => expect(await ready()).toMatchObject({ status: 200 }));
      expect((await call("/create/crashwork")).success).toBe(true);
    },
    180_000,
  );
});
