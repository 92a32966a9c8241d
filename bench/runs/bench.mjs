// Runs: how many a second, what a line costs, what waiting costs, how soon an abort arrives, and events to many listeners.
// Postgres is started here and gone afterwards; pg-boss alone, with a job that does nothing, is measured in the same run.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createKernel, createScriptorium, inProcessQueue, nodeListener, pgBossQueue } from "scriptorium";
import { startPostgres } from "../../test/storage/postgres-server.ts";
import { opened } from "../storage/stores.mjs";
import { median, printTable, verdict } from "../table.mjs";
import { idle } from "./idle-plugin.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const RUNS = Number(process.env.BENCH_RUNS ?? 2000);
const LINES = Number(process.env.BENCH_LINES ?? 20_000);
const WAITING = Number(process.env.BENCH_WAITING ?? 100_000);
const AT_ONCE = 16;
const LISTENERS = 100;
const EVENTS = 2000;

const folder = mkdtempSync(join(tmpdir(), "scriptorium-runs-"));
const postgres = await startPostgres({ syncs: true });
const url = postgres.url();
let count = 0;
try {
  await throughput();
  await lines();
  await waiting();
  await aborts();
  await fanOut();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function throughput() {
  const rows = [];
  const goals = { memory: 2000, sqlite: 500, file: undefined };
  for (const [name, goal] of Object.entries(goals)) {
    const perSecond = await best(() => runsASecond(name, () => inProcessQueue({ maxRunning: AT_ONCE })));
    rows.push([`in process, ${name}`, perSecond.toFixed(0), goal ?? "", goal ? verdict(goal, perSecond) : ""]);
  }
  const bare = await best(bareBoss);
  rows.push(["pg-boss alone, each job fetched and completed", bare.toFixed(0), "", ""]);
  const ours = await best(() =>
    runsASecond("postgres", () => pgBossQueue({ connectionString: url, schema: `queue${count}`, maxRunning: AT_ONCE })),
  );
  const ratio = (ours / bare).toFixed(2);
  rows.push(["pg-boss and Postgres storage", ours.toFixed(0), "0.50 of it", `${ratio} ${verdict(0.5, ours / bare)}`]);
  printTable([`runs a second (${RUNS} empty runs, ${AT_ONCE} at once)`, "runs/s", "goal", ""], rows);
}

async function runsASecond(name, queue) {
  const kernel = await started(name, queue());
  try {
    const ids = await created(kernel, RUNS);
    const all = allEnded(kernel, RUNS);
    const begun = performance.now();
    await inGroups(ids, (id) => kernel.tasks.run(id));
    await all;
    return (1000 * RUNS) / (performance.now() - begun);
  } finally {
    await kernel.stop();
  }
}

/** Handing a job in, fetching it and completing it, one at a time on as many loops as runs are at once. */
async function bareBoss() {
  const { PgBoss } = await import("pg-boss");
  count += 1;
  const boss = new PgBoss({ connectionString: url, schema: `bare${count}` });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue("jobs");
  let done = 0;
  const worker = async () => {
    while (done < RUNS) {
      const [job] = await boss.fetch("jobs");
      if (job === undefined) continue;
      await boss.complete("jobs", job.id);
      done += 1;
    }
  };
  const begun = performance.now();
  const working = Array.from({ length: AT_ONCE }, worker);
  await inGroups(Array.from({ length: RUNS }), () => boss.send("jobs", { runId: "x" }));
  await Promise.all(working);
  const perSecond = (1000 * RUNS) / (performance.now() - begun);
  await boss.stop({ graceful: false });
  return perSecond;
}

async function lines() {
  const rows = [];
  for (const [name, goal] of Object.entries({ memory: 50, sqlite: 500, file: undefined, postgres: undefined })) {
    const micros = await least(async () => {
      const kernel = await started(name, inProcessQueue());
      try {
        const linesFile = Array.from({ length: LINES }, (_, index) => `line ${index}`);
        const { _id } = await kernel.tasks.create("idler", { linesFile, concurrency: 16 });
        const begun = performance.now();
        await kernel.tasks.run(_id);
        await kernel.tasks.settled(_id);
        return (1000 * (performance.now() - begun)) / LINES;
      } finally {
        await kernel.stop();
      }
    });
    rows.push([name, micros, goal ?? "", goal ? verdict(micros, goal) : ""]);
  }
  printTable([`overhead of a line (${LINES} lines, 16 at once)`, "µs", "goal", ""], rows);
}

/** In a process of its own, whose memory is nothing else's. */
async function waiting() {
  const rows = [];
  for (const name of ["memory", "sqlite"]) {
    const text = await inProcess("waiting.mjs", [name, join(folder, `waiting-${name}`), String(WAITING)]);
    const { inUse, resident } = JSON.parse(text);
    const goal = (200 * WAITING) / 100_000;
    rows.push([name, inUse, resident, goal, verdict(inUse, goal)]);
  }
  printTable([`${WAITING} tasks that wait`, "MB in use", "MB resident after making them", "goal", "in use"], rows);
}

async function aborts() {
  const rows = [];
  const here = await started("memory", inProcessQueue({ maxRunning: AT_ONCE }));
  rows.push(["in process, memory", await abortLatency(here, here), 1000]);
  await here.stop();
  count += 1;
  const schema = `aborts${count}`;
  const sides = [];
  for (const work of [true, false]) {
    const storage = opened("postgres", folder, url, schema);
    const queue = pgBossQueue({ connectionString: url, schema: `${schema}q`, maxRunning: AT_ONCE });
    const kernel = createKernel({ storage, queue, plugins: [idle], runner: { work } });
    await kernel.start();
    sides.push(kernel);
  }
  rows.push(["from one process to another's run, Postgres", await abortLatency(sides[1], sides[0]), 5000]);
  for (const kernel of sides) await kernel.stop();
  const shown = rows.map(([name, ms, goal]) => [name, ms, goal, verdict(ms, goal)]);
  printTable(["from the call of abort to the signal", "ms, median", "goal", ""], shown);
}

/** Milliseconds from the call of one kernel to the signal in a run that the other works. */
async function abortLatency(caller, worker) {
  const times = [];
  for (let round = 0; round < 20; round += 1) {
    const begun = Promise.withResolvers();
    const heard = Promise.withResolvers();
    idle.waits = { begun: begun.resolve, heard: () => heard.resolve(performance.now()) };
    const { _id } = await worker.tasks.create("idler", { linesFile: ["wait"] });
    await worker.tasks.run(_id);
    await begun.promise;
    const asked = performance.now();
    await caller.tasks.abort(_id);
    times.push((await heard.promise) - asked);
    idle.waits = undefined;
  }
  return median(times);
}

async function fanOut() {
  const { kernel, api, start, stop } = createScriptorium();
  await start();
  const server = createServer(nodeListener(api));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  const rows = [];
  for (const listeners of [1, LISTENERS]) {
    const streams = [];
    let heard = 0;
    let all = Promise.withResolvers();
    await Promise.all(
      Array.from({ length: listeners }, async () => {
        const stream = await new Promise((resolve) => get({ port, path: "/events", agent: false }, resolve));
        stream.setEncoding("utf8").on("data", (text) => {
          heard += text.split("event: task.log").length - 1;
          if (heard >= listeners * EVENTS) all.resolve();
        });
        streams.push(stream);
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      heard = 0;
      all = Promise.withResolvers();
      const cpu = process.cpuUsage();
      for (let index = 0; index < EVENTS; index += 1) {
        const entry = { t: new Date().toISOString(), level: "info", msg: `entry ${index}` };
        kernel.events.emit("task.log", { id: "0".repeat(24), entries: [entry] });
        if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
      }
      await all.promise;
      const { user, system } = process.cpuUsage(cpu);
      times.push((user + system) / EVENTS);
    }
    for (const stream of streams) stream.destroy();
    rows.push([`${listeners}`, median(times), median(times) / listeners]);
  }
  printTable(["listeners of /events over HTTP, both ends in this process", "µs CPU an event", "a listener"], rows);
  server.closeAllConnections();
  server.close();
  await stop();
}

async function started(name, queue) {
  count += 1;
  const kernel = createKernel({
    storage: opened(name, folder, url, `runs${count}`),
    queue,
    plugins: [idle],
  });
  await kernel.start();
  return kernel;
}

async function created(kernel, number) {
  return inGroups(Array.from({ length: number }), async () => (await kernel.tasks.create("idler"))._id);
}

function allEnded(kernel, number) {
  const { promise, resolve } = Promise.withResolvers();
  let ended = 0;
  kernel.events.on("task.complete", () => {
    ended += 1;
    if (ended === number) resolve();
  });
  return promise;
}

async function inGroups(items, work) {
  const results = [];
  for (let start = 0; start < items.length; start += 100) {
    results.push(...(await Promise.all(items.slice(start, start + 100).map(work))));
  }
  return results;
}

async function best(measure) {
  return Math.max(...(await rounds(measure)));
}

async function least(measure) {
  return Math.min(...(await rounds(measure)));
}

async function rounds(measure) {
  const values = [];
  for (let round = 0; round < ROUNDS; round += 1) values.push(await measure());
  return values;
}

function inProcess(script, given) {
  const child = spawn(process.execPath, ["--expose-gc", fileURLToPath(new URL(script, import.meta.url)), ...given], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("close", (code) => (code === 0 ? resolve(text) : reject(new Error(`${script} ended with ${code}`))));
  });
}
