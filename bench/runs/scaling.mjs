// What more workers bring: runs a second through one Postgres with 1, 2, 3 and 4 worker processes on this machine.
//   node bench/runs/scaling.mjs
import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createScriptorium, defineTaskPlugin, ephemeralKey, pgBossQueue, postgresStorage } from "scriptorium";
import { z } from "zod";
import { median, printTable } from "../table.mjs";

const RUNS = Number(process.env.BENCH_RUNS ?? 96);
const MOST_WORKERS = Number(process.env.BENCH_WORKERS ?? 4);
const LINES = 10;
const LINE_MS = { waiting: 500, computing: 10 };

const work = defineTaskPlugin({
  type: "scalingwork",
  words: "scaling work",
  title: "Scaling Work",
  summary: "Waits or computes for a while with every line.",
  options: z.object({ kind: z.enum(["waiting", "computing"]).default("waiting"), lines: z.int().default(LINES) }),
  inputs: ({ lines }) => Array.from({ length: lines }, (_, index) => `line ${index}`),
  async run(line, { options: { kind }, output, signal }) {
    if (kind === "waiting") await wait(LINE_MS.waiting, undefined, { signal });
    else compute(LINE_MS.computing);
    output.row({ line });
  },
});

/** A fixed amount of arithmetic for each millisecond, so that a busy machine is measured as slower and not as done. */
function compute(milliseconds) {
  let sum = 0;
  for (let step = 0; step < milliseconds * 100_000; step += 1) sum = (sum * 31 + step) % 1_000_003;
  return sum;
}

function deployed(connectionString, works, ready) {
  return createScriptorium({
    storage: postgresStorage({ connectionString, maxConnections: 4 }),
    queue: pgBossQueue({ connectionString, maxRunning: 3, ...(ready ? { ready } : {}) }),
    plugins: [work],
    secrets: ephemeralKey(),
    runner: { work: works },
  });
}

if (process.send === undefined) await bench();
else await workUntilStopped();

/** A worker: starts and stops on a message from its parent. */
async function workUntilStopped() {
  let go = false;
  const { start, stop } = deployed(process.argv[2], true, () => go);
  await start();
  process.on("message", async (message) => {
    if (message === "go") go = true;
    if (message === "cpu") process.send(process.cpuUsage());
    if (message === "stop") {
      await stop();
      process.exit();
    }
  });
  process.send("ready");
}

async function bench() {
  const { startPostgres } = await import("../../test/storage/postgres-server.ts");
  const postgres = await startPostgres({ syncs: true });
  try {
    let databases = 0;
    const database = async () => {
      databases += 1;
      await postgres.createDatabase(`scaling_${databases}`);
      return postgres.url(`scaling_${databases}`);
    };
    process.stdout.write(
      `${availableParallelism()} cores; ${RUNS} runs of ${LINES} lines; lines wait ${LINE_MS.waiting} ms or compute; 3 runs at a time in each worker\n\n`,
    );
    for (const kind of ["waiting", "computing"]) {
      const rows = [];
      let one;
      for (let workers = 1; workers <= MOST_WORKERS; workers += 1) {
        const rate = await measured(await database(), kind, workers);
        one ??= rate;
        rows.push([workers, rate, rate / one]);
      }
      process.stdout.write(`Lines that are ${kind}\n`);
      printTable(
        ["workers", "runs/s", "times one"],
        rows.map(([workers, ...figures]) => [String(workers), ...figures]),
      );
      process.stdout.write("\n");
    }
    await latency(await database());
  } finally {
    await postgres.stop();
  }
}

async function measured(url, kind, count) {
  const api = deployed(url, false);
  await api.start();
  const workers = await Promise.all(Array.from({ length: count }, () => worker(url)));
  const { tasks } = api.kernel;
  const ids = [];
  for (let index = 0; index < RUNS; index += 1) {
    const { _id } = await tasks.create("scalingwork", { kind });
    await tasks.run(_id);
    ids.push(_id);
  }
  for (const one of workers) one.send("go");
  const seen = await Promise.all(ids.map((id) => settled(tasks, id)));
  await Promise.all(workers.map(ended));
  await api.stop();
  const began = Math.min(...seen.map(({ progress }) => Date.parse(progress.startedAt)));
  const end = Math.max(...seen.map(({ progress }) => Date.parse(progress.updatedAt)));
  return RUNS / ((end - began) / 1000);
}

/** From handing a run in to its beginning in an idle worker, and what idling costs the worker. */
async function latency(url) {
  const api = deployed(url, false);
  await api.start();
  const one = await worker(url);
  one.send("go");
  await wait(1000);
  const before = await cpu(one);
  await wait(5000);
  const idle = (await cpu(one)) - before;
  const { tasks } = api.kernel;
  const delays = [];
  for (let index = 0; index < 20; index += 1) {
    const { _id } = await tasks.create("scalingwork", { lines: 1 });
    const handedIn = Date.now();
    await tasks.run(_id);
    const { progress } = await settled(tasks, _id);
    delays.push(Date.parse(progress.startedAt) - handedIn);
  }
  process.stdout.write(
    `An idle worker begins a run ${median(delays).toFixed(0)} ms after it was asked for (longest ${Math.max(...delays)} ms); idling takes ${(idle / 5).toFixed(1)} ms of processor time a second.\n`,
  );
  await ended(one);
  await api.stop();
}

async function worker(url) {
  const child = fork(fileURLToPath(import.meta.url), [url]);
  await once(child, "message");
  return child;
}

async function cpu(child) {
  child.send("cpu");
  const [{ user, system }] = await once(child, "message");
  return (user + system) / 1000;
}

async function ended(child) {
  child.send("stop");
  await once(child, "exit");
}

async function settled(tasks, id) {
  for (;;) {
    const task = await tasks.get(id);
    if (task.status === "complete") return task;
    if (task.status === "failed") throw new Error(`a run failed: ${task.error?.message}`);
    await wait(200);
  }
}
