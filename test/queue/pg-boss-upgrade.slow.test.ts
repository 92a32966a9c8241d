import { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { pgBossQueue } from "../../src/adapters/queue/index.js";
import { createKernel, defineTaskPlugin, type Kernel, type QueuedRun, type TaskQueue } from "../../src/kernel/index.js";
import { postgresStorage } from "../../src/storage/postgres.js";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";
import { all } from "../storage/postgres-support.js";

const LINES = ["a", "b"];
const SCHEMA = "scriptorium_queue";

let server: PostgresServer;
let databases = 0;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Lines that were worked, by task. */
const worked: string[] = [];
const typeCalled = (type: string) =>
  defineTaskPlugin({
    type,
    words: type,
    title: type,
    summary: "Notes its lines.",
    options: z.object({ lines: z.array(z.string()).default(LINES) }),
    inputs: ({ lines }) => lines,
    async run(line, { taskId, output }) {
      worked.push(`${taskId} ${line}`);
      output.row({ line });
    },
  });

async function kernelOn(url: string, queue: TaskQueue, work = true): Promise<Kernel> {
  const kernel = createKernel({
    storage: postgresStorage({ connectionString: url }),
    queue,
    plugins: [typeCalled("echo"), typeCalled("waybackscraper")],
    providers: {},
    runner: { work },
  });
  await kernel.start();
  ends.push(() => kernel.stop());
  return kernel;
}

/** pg-boss as version 0.5.0 used it: a queue for each type, of the policy "short", and the group `run.` for all jobs. */
async function queueOfVersion05(url: string): Promise<TaskQueue & { readonly boss: PgBoss }> {
  const boss = new PgBoss({ connectionString: url, schema: SCHEMA, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  ends.push(() => boss.stop({ graceful: false }));
  let working: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  return {
    boss,
    name: "pg-boss",
    shared: true,
    async start(handler) {
      if (handler === undefined) return;
      working = (async () => {
        while (!isStopped) {
          for (const { name } of await boss.getQueues()) {
            const [job] = await boss.fetch<{ run: QueuedRun }>(name);
            if (job === undefined) continue;
            await handler(job.data.run, new AbortController().signal);
            await boss.deleteJob(name, job.id);
          }
        }
      })();
    },
    async enqueue(run) {
      const lane = `run.${run.type}`;
      await boss.createQueue(lane, {
        policy: "short",
        heartbeatSeconds: 10,
        retryLimit: 0,
        retentionSeconds: 365 * 24 * 3600,
        deleteAfterSeconds: 60,
      });
      const data = { run, hosts: run.hosts ?? [] };
      await boss.send(lane, data, { singletonKey: run.runId, priority: run.priority ?? 0, group: { id: "run." } });
    },
    cancel: async () => false,
    position: async () => undefined,
    counts: async () => ({ waiting: 0, running: 0 }),
    async stop() {
      isStopped = true;
      await working;
    },
  };
}

/** A database in which version 0.5.0 left runs waiting. */
async function left(): Promise<{ readonly url: string; readonly ids: readonly string[] }> {
  databases += 1;
  const name = `left_${databases}`;
  await server.createDatabase(name);
  const url = server.url(name);
  const queue = await queueOfVersion05(url);
  const kernel = await kernelOn(url, queue, false);
  const ids: string[] = [];
  for (const type of ["echo", "echo", "waybackscraper", "waybackscraper"]) {
    const { _id } = await kernel.tasks.create(type);
    await kernel.tasks.run(_id);
    ids.push(_id);
  }
  for (const id of ids) expect(await kernel.tasks.existing(id)).toMatchObject({ status: "waiting" });
  expect(await jobsIn(queue.boss, "run.echo")).toBe(2);
  expect(await jobsIn(queue.boss, "run.waybackscraper")).toBe(2);
  for (const end of ends.splice(0).reverse()) await end();
  worked.length = 0;
  return { url, ids };
}

async function jobsIn(boss: PgBoss, queue: string): Promise<number> {
  return (await boss.findJobs(queue)).length;
}

async function expectEachRunOnce(kernel: Kernel, ids: readonly string[]): Promise<void> {
  for (const id of ids) expect(await kernel.tasks.settled(id)).toMatchObject({ status: "complete" });
  expect(worked.toSorted()).toEqual(ids.flatMap((id) => LINES.map((line) => `${id} ${line}`)).toSorted());
  for (const id of ids) {
    expect((await all(kernel.content.rows(id))).map(({ line }) => line).sort()).toEqual(LINES);
    expect(await kernel.tasks.countRuns(id)).toBe(1);
    expect(await kernel.tasks.runOf(id, "last")).toMatchObject({ attempts: 1 });
  }
}

it("runs that waited in the queues of version 0.5 run once each, and those queues stay as they are", async () => {
  const { url, ids } = await left();
  const kernel = await kernelOn(url, pgBossQueue({ connectionString: url, schema: SCHEMA }));
  await expectEachRunOnce(kernel, ids);
  const { boss } = await queueOfVersion05(url);
  const names = (await boss.getQueues()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["run.echo", "run.waybackscraper", "type.echo", "type.waybackscraper"]));
  expect(await jobsIn(boss, "run.echo")).toBe(2);
  expect(await jobsIn(boss, "run.waybackscraper")).toBe(2);
});

it("runs that a server of version 0.5 works meanwhile run once each", async () => {
  const { url, ids } = await left();
  const [kernel] = await Promise.all([
    kernelOn(url, pgBossQueue({ connectionString: url, schema: SCHEMA })),
    queueOfVersion05(url).then((queue) => kernelOn(url, queue)),
  ]);
  await expectEachRunOnce(kernel, ids);
});

it("the queues of version 0.5 can be deleted, after which a server of that version enqueues nothing any more", async () => {
  const { url, ids } = await left();
  const { boss } = await queueOfVersion05(url);
  for (const { name } of await boss.getQueues()) if (name.startsWith("run.")) await boss.deleteQueue(name);
  // It makes a queue once, and then relies on it. That is why today's queue leaves them.
  await expect(boss.send("run.echo", {})).rejects.toThrow("run.echo");
  const kernel = await kernelOn(url, pgBossQueue({ connectionString: url, schema: SCHEMA }));
  await expectEachRunOnce(kernel, ids);
  expect((await boss.getQueues()).filter(({ name }) => name.startsWith("run."))).toEqual([]);
});
