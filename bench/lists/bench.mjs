// Lists of very many tasks over HTTP, from SQLite, beside the same lists written by hand on the same file. BENCH_SIZES
// chooses how many tasks.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteStorage } from "scriptorium";
import { task } from "../storage/documents.mjs";
import { median, printTable, verdict } from "../table.mjs";

const SIZES = (process.env.BENCH_SIZES ?? "10000,100000,1000000").split(",").map(Number);
const ROUNDS = 3;
const SORTS = 20;
const AT_ONCE = 2000;
/** Of the tasks, every so many has run and has an article. */
const HAS_RUN = 10;

const PATHS = ["/projects", "/all-projects", "/all-projects?sort=name&limit=50", "/projects?sort=name&limit=50"];

async function filled(path, size) {
  const storage = sqliteStorage({ path });
  await storage.open();
  for (let start = 0; start < size; start += AT_ONCE) {
    const tasks = Array.from({ length: Math.min(AT_ONCE, size - start) }, (_, offset) => {
      const number = start + offset;
      return { ...task(number), type: "article creator", status: number % HAS_RUN ? "draft" : "complete" };
    });
    await storage.tasks.insertAll(tasks);
    await Promise.all(tasks.filter(({ status }) => status === "complete").map((one) => written(storage, one)));
  }
  await storage.close();
}

async function written({ runs }, { _id: taskId, createdAt }) {
  const run = {
    _id: `run of ${taskId}`,
    taskId,
    status: "running",
    origin: "library",
    fence: 1,
    attempts: 1,
    seed: "s",
  };
  await runs.insert({ ...run, createdAt, revision: 1 });
  const article = { keywords: ["a keyword"], sentences: Array.from({ length: 20 }, () => "A sentence of an article.") };
  await runs.write(run._id, { articles: [{ keyword: "a keyword", article }] }, 1);
  await runs.replace({ ...run, createdAt, status: "complete", revision: 2 });
}

async function served(who, path) {
  const child = fork(new URL("server-process.mjs", import.meta.url), [who, path]);
  const [{ port }] = await once(child, "message");
  const used = async () => {
    child.send("");
    return (await once(child, "message"))[0];
  };
  const read = (target) =>
    new Promise((resolve, reject) => {
      get({ port, path: target, agent: false }, (response) => {
        response
          .on("data", () => {})
          .on("end", resolve)
          .on("error", reject);
      }).on("error", reject);
    });
  return { used, read, end: () => child.disconnect() };
}

async function timed({ used, read }, target) {
  const before = await used();
  const begun = performance.now();
  await read(target);
  const wallMs = performance.now() - begun;
  return { wallMs, cpuMs: (await used()).cpuMs - before.cpuMs };
}

async function measured(size, folder) {
  const path = join(folder, `${size}.db`);
  const begun = performance.now();
  await filled(path, size);
  process.stdout.write(
    `\n### ${size.toLocaleString("en")} tasks, filled in ${Math.round((performance.now() - begun) / 1000)} s\n`,
  );
  const servers = { ours: await served("ours", path), hand: await served("hand", path) };
  const rows = [];
  for (const target of PATHS) {
    const times = { ours: [], hand: [] };
    // The first round fills the caches.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [who, server] of Object.entries(servers)) {
        const time = await timed(server, target);
        if (round > 0) times[who].push(time);
      }
    }
    const of = (who, what) => median(times[who].map((time) => time[what]));
    rows.push([
      target,
      of("ours", "wallMs"),
      of("ours", "cpuMs"),
      of("hand", "wallMs"),
      of("hand", "cpuMs"),
      of("ours", "cpuMs") / of("hand", "cpuMs"),
      verdict(of("ours", "wallMs"), 1000),
    ]);
  }
  printTable(["list", "ms", "CPU ms", "by hand, ms", "by hand, CPU ms", "CPU/by hand", "in a second"], rows);
  const before = await servers.ours.used();
  await Promise.all(Array.from({ length: SORTS }, () => servers.ours.read("/all-projects?sort=name")));
  const after = await servers.ours.used();
  printTable(
    [`${SORTS} sorts of all at once`, "CPU s", "most MB before", "most MB", "within 500 MB"],
    [["", (after.cpuMs - before.cpuMs) / 1000, before.mostMb, after.mostMb, verdict(after.mostMb, 500)]],
  );
  for (const { end } of Object.values(servers)) end();
}

const folder = await mkdtemp(join(tmpdir(), "scriptorium-bench-"));
try {
  for (const size of SIZES) await measured(size, folder);
} finally {
  await rm(folder, { recursive: true });
}
