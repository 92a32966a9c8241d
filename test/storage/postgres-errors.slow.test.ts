import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ScriptoriumError } from "../../src/kernel/errors.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import { type PostgresOptions, postgresStorage } from "../../src/storage/postgres.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";
import { all, eventually, taskCalled } from "./postgres-support.js";

/** The storage promises an answer within 5 seconds while the database fails; a busy machine gets twice that. */
const ANSWERED_MS = 10_000;
/** While nothing answers at its address it is within 2 seconds, and again twice that. */
const AWAY_MS = 4000;
/** A server that recovers from a crash brings its folder to the disk first, which a busy disk makes long. */
const RESTARTS_MS = 120_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

let opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  opened = [];
});

const RUN = {
  _id: "run-1",
  taskId: "task-1",
  status: "running",
  origin: "library",
  fence: 1,
  attempts: 1,
  seed: "seed",
  createdAt: "2026-01-01T00:00:00.000Z",
  revision: 1,
} as const;

/** A proxy to the server that can stop answering its connections, and cut them; later ones get through. */
async function lineTo(url: string) {
  const { hostname, port } = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  const gate = createServer((socket) => {
    const beyond = connect(Number(port), hostname);
    const pair = [socket, beyond] as const;
    pairs.add(pair);
    for (const end of pair) end.on("error", () => {});
    socket.pipe(beyond).pipe(socket);
    socket.on("close", () => beyond.destroy());
    beyond.on("close", () => socket.destroy());
  }).listen(0, hostname);
  await once(gate, "listening");
  const old: (readonly [Socket, Socket])[] = [];
  const here = new URL(url);
  here.port = String((gate.address() as AddressInfo).port);
  return {
    url: here.href,
    silence() {
      for (const pair of pairs) {
        old.push(pair);
        for (const end of pair) end.unpipe().pause();
      }
      pairs.clear();
    },
    /** Those that fell silent. */
    cut() {
      for (const end of old.splice(0).flat()) end.destroy();
    },
    async close() {
      for (const end of [...old, ...pairs].flat()) end.destroy();
      gate.close();
      await once(gate, "close");
    },
  };
}

let schemas = 0;
async function storage(options: Partial<PostgresOptions> = {}): Promise<StorageAdapter> {
  schemas += 1;
  const fresh = postgresStorage({ connectionString: server.url(), schema: `trouble_${schemas}`, ...options });
  opened.push(fresh);
  await fresh.open();
  return fresh;
}

/** A connection besides the storage's own. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url() });
  client.on("error", () => {});
  opened.push({ close: () => client.end() });
  await client.connect();
  return client;
}

/** The sentence it fails with, in time. */
async function refusal(work: Promise<unknown>, code = "STORAGE_FAILED"): Promise<string> {
  const begun = performance.now();
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(performance.now() - begun).toBeLessThan(ANSWERED_MS);
  expect(error).toSatisfy(ScriptoriumError.is);
  expect(error).toMatchObject({ code });
  const { message } = error as ScriptoriumError;
  expect(message).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
  expect(message).not.toMatch(/ECONN|127\.0\.0\.1|relation|sql|undefined/);
  return message;
}

describe("a server that goes away and comes back", () => {
  it("ends no process while the storage closes", async () => {
    const uncaught: unknown[] = [];
    const heard = (error: unknown) => uncaught.push(error);
    process.on("uncaughtException", heard);
    const admin = await connected();
    const others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
    for (let round = 0; round < 20; round += 1) {
      const store = await storage();
      await Promise.all(Array.from({ length: 40 }, () => store.tasks.count()));
      const ended = admin.query(`SELECT pg_terminate_backend(pid) ${others}`);
      await Promise.all([ended, store.close()]);
    }
    process.off("uncaughtException", heard);
    expect(uncaught).toEqual([]);
  });

  it("loses nothing it acknowledged, and the storage continues by itself", { timeout: RESTARTS_MS }, async () => {
    const store = await storage();
    const stored = new Set<string>();
    let number = 0;
    let stop = false;
    let refused = 0;
    const writers = Array.from({ length: 8 }, async () => {
      while (!stop) {
        number += 1;
        const id = `task-${number}`;
        const begun = performance.now();
        try {
          await store.tasks.insert(taskCalled(id));
          stored.add(id);
        } catch (error) {
          expect(error).toMatchObject({ name: "ScriptoriumError", code: "STORAGE_FAILED" });
          refused += 1;
        }
        expect(performance.now() - begun).toBeLessThan(ANSWERED_MS);
        // A closed storage refuses at once: nothing else would get its turn.
        await setImmediate();
      }
    });
    const moreStored = () => {
      const before = stored.size;
      return eventually(ANSWERED_MS, () => expect(stored.size).toBeGreaterThan(before + 20));
    };
    try {
      for (let round = 1; round <= 3; round += 1) {
        await moreStored();
        await server.restart();
      }
      await moreStored();
    } finally {
      stop = true;
      await Promise.all(writers);
    }
    expect(refused).toBeGreaterThan(0);
    const there = new Set(await all(store.tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id })));
    expect([...stored].filter((id) => !there.has(id))).toEqual([]);
    expect(there.size - stored.size).toBeLessThanOrEqual(refused);
  });

  it("gives an error in words while it is away, from every operation", async () => {
    const store = await storage();
    await store.tasks.insert(taskCalled("task-1"));
    await store.runs.insert(RUN);
    await server.crash();
    const away = performance.now();
    try {
      const messages = await Promise.all([
        refusal(store.tasks.get("task-1")),
        refusal(store.tasks.insert(taskCalled("task-2"))),
        refusal(store.tasks.replace(taskCalled("task-1", { revision: 2 }))),
        refusal(store.tasks.delete("task-1")),
        refusal(all(store.tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id }))),
        refusal(store.runs.log("run-1", [])),
        refusal(store.content.file("task-1", "a.txt")),
        refusal(store.accounts.named("blog", "a")),
        refusal(store.runs.claim({ ...RUN, _id: "run-2", fence: 2, revision: 2 }, 1000)),
        refusal(store.runs.renew("run-1", 1, 1000)),
        refusal(all(store.runs.lapsed())),
        refusal(all(store.runs.effects("run-1"))),
        refusal(store.runs.trimLog("task-1", 0)),
        refusal(all(store.deliveries.due("2026-01-01", 10))),
        refusal(store.deliveries.clear("2026-01-01")),
        // Steps of one run wait for one another.
        ...Array.from({ length: 20 }, () => refusal(store.runs.write("run-1", { rows: [{ a: 1 }] }, 1))),
      ]);
      expect(messages.filter((message) => !/cannot be reached|was lost/.test(message))).toEqual([]);
      expect(performance.now() - away).toBeLessThan(AWAY_MS);
      await refusal(storage());
    } finally {
      await server.start();
    }
    await eventually(ANSWERED_MS, () => store.tasks.insert(taskCalled("task-3")));
    expect(await store.tasks.count()).toBe(2);
  });

  it("does not disturb reading when it is back before the next question", async () => {
    const store = await storage();
    await Promise.all(Array.from({ length: 40 }, (_, number) => store.tasks.insert(taskCalled(`task-${number}`))));
    await server.restart();
    const found = await Promise.all(Array.from({ length: 40 }, (_, number) => store.tasks.get(`task-${number}`)));
    expect(found.map((task) => task?._id)).not.toContain(undefined);
  });

  it("leaves neither a listener deaf nor a closed storage waiting", async () => {
    const store = await storage({ schema: "heard" });
    const other = await storage({ schema: "heard" });
    const heard: string[] = [];
    store.watch?.(({ id }) => heard.push(id));
    let number = 0;
    const change = async () => {
      number += 1;
      await other.tasks.insert(taskCalled(`task-${number}`));
      expect(heard.length).toBeGreaterThan(0);
    };
    await eventually(ANSWERED_MS, change);
    await server.restart();
    heard.length = 0;
    await eventually(ANSWERED_MS, change);
    await server.crash();
    try {
      await store.close();
    } finally {
      await server.start();
    }
  });
});

it("a listener whose connection fell silent hears again, and its runs do not lapse", async () => {
  const line = await lineTo(server.url());
  opened.push(line);
  const schema = "silent";
  const store = await storage({ schema, connectionString: line.url });
  const other = await storage({ schema });
  await store.tasks.insert(taskCalled("task-1"));
  await store.runs.insert({ ...RUN, status: "waiting" });
  const heard: string[] = [];
  store.watch?.(({ id }) => heard.push(id));
  expect(await store.runs.claim({ ...RUN, fence: 2, revision: 2 }, 60_000)).toBe(true);
  let number = 1;
  const change = async () => {
    number += 1;
    await other.tasks.insert(taskCalled(`task-${number}`));
    expect(heard.length).toBeGreaterThan(0);
  };
  await eventually(ANSWERED_MS, change);
  line.silence();
  heard.length = 0;
  await eventually(ANSWERED_MS, change);
  expect(await all(other.runs.lapsed())).toEqual([]);
  line.cut();
  expect(await all(other.runs.lapsed())).toEqual([]);
  expect(await store.runs.renew("run-1", 2, 60_000)).toBe(true);
});

describe("a database that is busy", () => {
  it("gives an error in words when a table is locked", async () => {
    const store = await storage({ schema: "locked" });
    await store.tasks.insert(taskCalled("task-1"));
    const locker = await connected();
    await locker.query("BEGIN; LOCK TABLE locked.task");
    expect(await refusal(store.tasks.get("task-1"))).toContain("did not answer in time");
    expect(await refusal(store.tasks.insert(taskCalled("task-2")))).toContain("did not answer in time");
    await locker.query("ROLLBACK");
    expect(await store.tasks.count()).toBe(1);
  });

  it("says in words when all connections are in use, and has them back afterwards", async () => {
    const store = await storage({ schema: "few", maxConnections: 2 });
    await store.tasks.insert(taskCalled("task-1"));
    const locker = await connected();
    await locker.query("BEGIN; LOCK TABLE few.task");
    // Not `get`: those that come together are one statement.
    const errors = await Promise.all(Array.from({ length: 12 }, () => refusal(store.tasks.groups())));
    expect(errors.join(" ")).toContain("All connections to the database are in use.");
    await locker.query("ROLLBACK");
    const found = await Promise.all(Array.from({ length: 12 }, () => store.tasks.get("task-1")));
    expect(found.map((task) => task?._id)).toEqual(Array(12).fill("task-1"));
  });

  it("does not make a long line of work fail that moves", async () => {
    const store = await storage({ maxConnections: 1 });
    await Promise.all(Array.from({ length: 500 }, (_, number) => store.tasks.insert(taskCalled(`task-${number}`))));
    expect(await store.tasks.count()).toBe(500);
  });

  it("gives an error in words when somebody else's pool has nothing left", async () => {
    const pool = new pg.Pool({ connectionString: server.url(), max: 1 });
    opened.push({ close: () => pool.end() });
    const store = await storage({ pool });
    const client = await pool.connect();
    expect(await refusal(store.tasks.get("task-1"))).toContain("All connections to the database are in use.");
    client.release();
    expect(await store.tasks.get("task-1")).toBeUndefined();
  });
});

describe("what the server answers", () => {
  /** A storage whose server does something at every change of the table of tasks. */
  async function withTrigger(schema: string, body: string, query = ""): Promise<StorageAdapter> {
    const store = await storage({ schema, connectionString: `${server.url()}${query}` });
    const client = await connected();
    await client.query(`
      CREATE SEQUENCE ${schema}.changes;
      CREATE FUNCTION ${schema}.react() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN coalesce(NEW, OLD); END $$;
      CREATE TRIGGER react BEFORE INSERT OR DELETE ON ${schema}.task FOR EACH ROW EXECUTE FUNCTION ${schema}.react()`);
    return store;
  }

  it("a full disk is reported as such, and nothing is stored", async () => {
    const full = "IF TG_OP = 'INSERT' THEN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END IF;";
    const store = await withTrigger("full_disk", full);
    expect(await refusal(store.tasks.insert(taskCalled("task-1")), "STORAGE_FULL")).toContain("disk");
    expect(await store.tasks.count()).toBe(0);
  });

  it("a change that the server undid because of others is made again, until it is too often", async () => {
    const twice = `
      IF nextval('undone.changes') % 3 > 0 THEN RAISE EXCEPTION 'others' USING ERRCODE = '40P01'; END IF;`;
    const store = await withTrigger("undone", twice);
    for (const id of ["task-1", "task-2"]) await store.tasks.insert(taskCalled(id));
    expect(await store.tasks.delete("task-1")).toBe(true);
    const never = await withTrigger("never", "RAISE EXCEPTION 'others' USING ERRCODE = '40001';");
    expect(await refusal(never.tasks.insert(taskCalled("task-1")))).toContain("Too many writers");
  });

  it("a change that takes too long gives an error in words, but deleting takes its time", async () => {
    const limit = "?options=-c%20statement_timeout%3D300";
    const slow = await withTrigger(
      "slow",
      "IF NEW.name = 'slow' OR TG_OP = 'DELETE' THEN PERFORM pg_sleep(1); END IF;",
      limit,
    );
    await slow.tasks.insert(taskCalled("task-1"));
    expect(await refusal(slow.tasks.insert(taskCalled("task-2", { name: "slow" })))).toContain(
      "did not answer in time",
    );
    expect(await slow.tasks.delete("task-1")).toBe(true);
    expect(await slow.tasks.count()).toBe(0);
  });

  it("a connection that is ended in the middle of a change leaves it open whether it is stored, and says so", async () => {
    const ended = "IF TG_OP = 'INSERT' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;";
    const store = await withTrigger("cut", ended);
    expect(await refusal(store.tasks.insert(taskCalled("task-1")))).toContain("was lost before it said");
    expect(await store.tasks.count()).toBe(0);
  });

  it("a server that takes no writes, or knows no such user, gives an error in words", async () => {
    const store = await storage({ schema: "standby" });
    await store.close();
    const reading = await storage({
      schema: "standby",
      connectionString: `${server.url()}?options=-c%20default_transaction_read_only%3Don`,
    });
    expect(await refusal(reading.tasks.insert(taskCalled("task-1")))).toContain("takes no writes");
    expect(await reading.tasks.count()).toBe(0);
    const client = await connected();
    await client.query("CREATE ROLE stranger LOGIN PASSWORD 'of-the-tests'");
    const stranger = server.url().replace("scriptorium:", "stranger:");
    expect(await refusal(storage({ schema: "standby", connectionString: stranger }))).toContain("Give it the rights");
  });
});

describe("a pool of the program around", () => {
  it("is not closed, and keeps what it does with errors", async () => {
    const pool = new pg.Pool({ connectionString: server.url() });
    const store = await storage({ pool, schema: "around" });
    await store.tasks.insert(taskCalled("task-1"));
    const listeners = pool.listenerCount("error");
    await store.close();
    expect(pool.listenerCount("error")).toBe(listeners - 1);
    const { rows } = await pool.query("SELECT id FROM around.task");
    expect(rows).toEqual([{ id: "task-1" }]);
    expect(await refusal(store.tasks.get("task-1"))).toContain("not open");
    await store.open();
    expect((await store.tasks.get("task-1"))?._id).toBe("task-1");
    await store.close();
    await pool.end();
  });

  it("serves two storages of different schemas at once", async () => {
    const pool = new pg.Pool({ connectionString: server.url(), max: 2 });
    opened.push({ close: () => pool.end() });
    const [one, other] = await Promise.all([storage({ pool }), storage({ pool })]);
    await one.tasks.insert(taskCalled("task-1"));
    await other.tasks.insert(taskCalled("task-2"));
    for (let round = 0; round < 10; round += 1) {
      expect((await one.tasks.get("task-1"))?._id).toBe("task-1");
      expect(await other.tasks.get("task-1")).toBeUndefined();
    }
  });
});

describe("what cannot be a store", () => {
  it("a schema of another program is refused and left as it is", async () => {
    const client = await connected();
    await client.query("CREATE SCHEMA shop; CREATE TABLE shop.task (price int)");
    expect(await refusal(storage({ schema: "shop" }))).toContain("tables of another program");
    const { rows } = await client.query("SELECT table_name FROM information_schema.tables WHERE table_schema = 'shop'");
    expect(rows).toEqual([{ table_name: "task" }]);
  });

  it("a store of a newer version is refused and left as it is", async () => {
    await (await storage({ schema: "newer" })).close();
    const client = await connected();
    await client.query("UPDATE newer.scriptorium_store SET version = version + 1");
    expect(await refusal(storage({ schema: "newer" }), "STORAGE_NEWER")).toContain("newer version");
  });

  it("a wrong password, a database that is not there and an address that is none are distinguished", async () => {
    const wrong = server.url().replace("of-the-tests", "wrong");
    expect(await refusal(storage({ connectionString: wrong }))).toContain("does not let this user in");
    expect(await refusal(storage({ connectionString: server.url("nowhere") }))).toContain("does not exist");
    expect(await refusal(storage({ connectionString: "postgres://a:b:c" }), "CONFIG_INVALID")).toContain(
      "cannot be read",
    );
    expect(() => postgresStorage({ connectionString: "" })).toThrow("no address");
  });

  it("a database that forgets acknowledged changes, or cannot hold every character, is refused", async () => {
    await server.createDatabase("forgetful");
    const client = await connected();
    await client.query("ALTER DATABASE forgetful SET synchronous_commit = off");
    expect(await refusal(storage({ connectionString: server.url("forgetful") }))).toContain("synchronous_commit");
    await client.query("CREATE DATABASE narrow TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'");
    expect(await refusal(storage({ connectionString: server.url("narrow") }))).toContain("UTF8");
  });

  it("names of schemas and numbers of connections that cannot be used are refused at once", () => {
    for (const schema of ["", "a b", 'a"b', "1a", "a".repeat(60), "a;b", "pg\u00e9", "pg_store"]) {
      expect(() => postgresStorage({ connectionString: server.url(), schema })).toThrow("schema");
    }
    for (const maxConnections of [0, -1, 1.5, Number.NaN]) {
      expect(() => postgresStorage({ connectionString: server.url(), maxConnections })).toThrow("maxConnections");
    }
  });

  it("a failed opening can be tried again", async () => {
    const client = await connected();
    await client.query("CREATE SCHEMA later; CREATE TABLE later.other (a int)");
    const store = postgresStorage({ connectionString: server.url(), schema: "later" });
    opened.push(store);
    await refusal(store.open());
    await refusal(store.tasks.get("task-1"));
    await client.query("DROP TABLE later.other");
    await store.open();
    expect(await store.tasks.count()).toBe(0);
  });
});
