import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type PgBossQueueOptions, pgBossQueue } from "../../src/adapters/queue/index.js";
import type { QueuedRun, TaskQueue } from "../../src/kernel/queue.js";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";
import { eventually } from "../storage/postgres-support.js";

let server: PostgresServer;
let schemas = 0;
const queues: TaskQueue[] = [];
const pools: pg.Pool[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop({ graceMs: 100 })));
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

function opened(options: PgBossQueueOptions): TaskQueue {
  const queue = pgBossQueue(options);
  queues.push(queue);
  return queue;
}
function freshSchema(): string {
  schemas += 1;
  return `queue_${schemas}`;
}
function pooled(): pg.Pool {
  const pool = new pg.Pool({ connectionString: server.url() });
  pool.on("error", () => {});
  pools.push(pool);
  return pool;
}
const queued = (runId: string): QueuedRun => ({ runId, taskId: `task of ${runId}`, type: "any type, ünusual" });

describe("the queue in Postgres", () => {
  it("gives a run to another worker when it is handed in again after the death of the first, and not before", async () => {
    const schema = freshSchema();
    const pool = pooled();
    let alive = true;
    const mortal = opened({
      schema,
      pool: { query: async (text, values) => (alive ? pool.query(text, values) : Promise.reject(new Error("dead"))) },
    });
    const begun = Promise.withResolvers<void>();
    await mortal.start(async () => {
      begun.resolve();
      await new Promise(() => {});
    });
    await mortal.enqueue(queued("1"));
    await begun.promise;
    alive = false;
    const heir = opened({ schema, connectionString: server.url() });
    const worked: string[] = [];
    await heir.start(async ({ runId }) => void worked.push(runId));
    await heir.enqueue(queued("1"));
    await heir.enqueue(queued("2"));
    await eventually(5000, () => expect(worked).toEqual(["2"]));
    await eventually(5000, async () => expect(await heir.counts()).toEqual({ waiting: 1, running: 1 }));
    await pool.query(`UPDATE ${schema}.job SET heartbeat_on = now() - interval '11 seconds' WHERE state = 'active'`);
    await eventually(5000, () => expect(worked).toEqual(["2", "1"]));
    expect((await heir.counts()).waiting).toBe(0);
  });

  it("keeps the runs of a worker that is alive from others for longer than a heartbeat", async () => {
    const schema = freshSchema();
    const queue = opened({ schema, connectionString: server.url() });
    const end = Promise.withResolvers<void>();
    let worked = 0;
    await queue.start(async () => {
      worked += 1;
      await end.promise;
    });
    await queue.enqueue(queued("1"));
    await eventually(5000, () => expect(worked).toBe(1));
    const other = opened({ schema, connectionString: server.url() });
    await other.start(async () => {
      worked += 1;
    });
    await other.enqueue(queued("1"));
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    expect(worked).toBe(1);
    end.resolve();
    await eventually(5000, () => expect(worked).toBe(2));
  });

  it("keeps a limit exactly, however many processes claim at once", async () => {
    const schema = freshSchema();
    const workers = Array.from({ length: 6 }, () =>
      opened({ schema, connectionString: server.url(), maxRunning: 4, limits: { narrow: 2 }, maxPerHost: 1 }),
    );
    const busy = new Map<string, number>();
    const most = new Map<string, number>();
    let ended = 0;
    const work = async ({ type, hosts = [] }: QueuedRun) => {
      const name = hosts[0] ?? type;
      busy.set(name, (busy.get(name) ?? 0) + 1);
      most.set(name, Math.max(most.get(name) ?? 0, busy.get(name)!));
      await new Promise((resolve) => setImmediate(resolve));
      busy.set(name, busy.get(name)! - 1);
      ended += 1;
    };
    await Promise.all(workers.map((worker) => worker.start(work)));
    const runs = Array.from({ length: 60 }, (_, index) => ({
      ...queued(`${index}`),
      ...(index % 2 === 0 ? { type: "narrow" } : { type: "wide", hosts: [`${index % 3}.test`, "other.test"] }),
    }));
    await Promise.all(runs.map((run, index) => workers[index % workers.length]!.enqueue(run)));
    await eventually(60_000, () => expect(ended).toBe(60));
    for (const [name, number] of most) expect(number, name).toBeLessThanOrEqual(name === "narrow" ? 2 : 1);
  });

  it("compares priorities exactly within a type, and by their sign between types", async () => {
    const queue = opened({ schema: freshSchema(), connectionString: server.url(), maxRunning: 1 });
    const priorities = { a: [-2, 0, 1, 3], b: [-1, 0, 2] };
    for (const [type, those] of Object.entries(priorities)) {
      for (const priority of those) await queue.enqueue({ ...queued(`${type} ${priority}`), type, priority });
    }
    const worked: string[] = [];
    await queue.start(async ({ runId }) => void worked.push(runId));
    await eventually(60_000, () => expect(worked).toHaveLength(7));
    expect(worked.slice(0, 3).sort()).toEqual(["a 1", "a 3", "b 2"]);
    expect(worked.slice(3, 5).sort()).toEqual(["a 0", "b 0"]);
    expect(worked.filter((run) => run.startsWith("a"))).toEqual(["a 3", "a 1", "a 0", "a -2"]);
  });

  it("takes runs and works them again within seconds of a restart of the database, and says so once", async () => {
    const own = await startPostgres();
    try {
      const warnings: string[] = [];
      const logger = { info() {}, error() {}, warn: (message: string) => void warnings.push(message) };
      const queue = opened({ connectionString: own.url(), logger });
      const worked: string[] = [];
      const held = Promise.withResolvers<void>();
      await queue.start(async ({ runId }) => {
        worked.push(runId);
        if (runId === "1") await held.promise;
      });
      await queue.enqueue(queued("1"));
      await eventually(5000, () => expect(worked).toEqual(["1"]));
      await own.crash();
      await expect(queue.enqueue(queued("2"))).rejects.toMatchObject({
        code: "STORAGE_FAILED",
        message: expect.stringContaining("The queue in Postgres did not answer."),
      });
      await eventually(5000, () => expect(warnings).toHaveLength(1));
      held.resolve();
      await own.start();
      await eventually(5000, () => queue.enqueue(queued("3")));
      await eventually(5000, () => expect(worked).toEqual(["1", "3"]));
      expect(warnings).toHaveLength(1);
    } finally {
      await Promise.all(queues.splice(0).map((queue) => queue.stop({ graceMs: 100 })));
      await own.stop();
    }
  });

  it("begins when the database is there, also after it was not", async () => {
    const own = await startPostgres();
    try {
      await own.crash();
      const queue = opened({ connectionString: own.url() });
      await expect(queue.start(async () => {})).rejects.toMatchObject({ code: "STORAGE_FAILED" });
      await own.start();
      const worked = Promise.withResolvers<string>();
      await queue.start(async ({ runId }) => worked.resolve(runId));
      await queue.enqueue(queued("1"));
      expect(await worked.promise).toBe("1");
    } finally {
      await Promise.all(queues.splice(0).map((queue) => queue.stop({ graceMs: 100 })));
      await own.stop();
    }
  });

  it("takes no runs after its stop, and stops in time while the database is away", async () => {
    const own = await startPostgres();
    try {
      const queue = opened({ connectionString: own.url() });
      const begun = Promise.withResolvers<void>();
      await queue.start(async () => {
        begun.resolve();
        await new Promise(() => {});
      });
      await queue.enqueue(queued("1"));
      await begun.promise;
      await own.crash();
      const before = performance.now();
      await queue.stop({ graceMs: 100 });
      expect(performance.now() - before).toBeLessThan(5000);
      await expect(queue.enqueue(queued("2"))).rejects.toMatchObject({ code: "NOT_STARTED" });
    } finally {
      await own.stop();
    }
  });

  it.each([
    [{ schema: 'a"; DROP TABLE x', connectionString: "postgres://x" }, /schema of the queue/],
    [{ connectionString: "" }, /no address/],
    [{ connectionString: "postgres://x", maxRunning: 0 }, /not a whole number/],
  ])("refuses %j", (options, message) => {
    expect(() => pgBossQueue(options)).toThrow(message);
  });
});
