// 200 data posts at once on one task of 2,000 fields, small ones and such that hold every field, on every storage; and how long
// GET /test takes meanwhile. The peer is the least that has to be done with one post: its body parsed, merged and written as text.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../../test/storage/postgres-server.ts";
import { printTable, verdict } from "../table.mjs";

const POSTS = 200;
const FIELDS = 2000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);
const STORES = (process.env.BENCH_STORES ?? "memory,file,sqlite,postgres").split(",");
const SECONDS_LIMIT = 3;
const TEST_LIMIT_MS = 1000;

const root = fileURLToPath(new URL("../..", import.meta.url));
const fields = Object.fromEntries(Array.from({ length: FIELDS }, (_, number) => [`field${number}`, `value ${number}`]));

const KINDS = {
  small: (number) => ({ [`own${number}`]: number }),
  "all fields": (number) => ({ ...fields, [`own${number}`]: number }),
};

async function served(store, postgres) {
  const folder = await mkdtemp(join(tmpdir(), "scriptorium-bench-"));
  const more = store === "postgres" ? ["--postgres-url", postgres.url()] : [];
  const server = spawn(
    process.execPath,
    ["dist/bin.js", "serve", "--port", "0", "--data", folder, "--storage", store, "--log-format", "json", ...more],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  const port = await portOf(server);
  return {
    port,
    /** Milliseconds of CPU so far. */
    used: () => ticksOf(server.pid) * 10,
    async end() {
      server.kill();
      await once(server, "exit");
      await rm(folder, { recursive: true });
    },
  };
}

function portOf(server) {
  return new Promise((resolve, reject) => {
    let said = "";
    const read = (chunk) => {
      said += chunk;
      const port = /localhost:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("exit", () => reject(new Error(`The server ended: ${said}`)));
  });
}

function ticksOf(pid) {
  const [, after] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const columns = after.split(" ");
  return Number(columns[11]) + Number(columns[12]);
}

function call(port, method, path, body, agent) {
  return new Promise((resolve, reject) => {
    const headers = body ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {};
    request({ host: "127.0.0.1", port, method, path, agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(JSON.parse(text)));
    })
      .once("error", reject)
      .end(body);
  });
}

async function measured({ port, used }, kind) {
  const { result } = await call(port, "GET", "/create/articlecreator");
  await call(port, "POST", `/project/data/${result.id}`, JSON.stringify(fields));
  const bodies = Array.from({ length: POSTS }, (_, number) => JSON.stringify(KINDS[kind](number)));
  const agent = new Agent({ keepAlive: true, maxSockets: POSTS });
  const watcher = fork(new URL("watcher.mjs", import.meta.url), [String(port)]);
  await once(watcher, "message");
  const before = used();
  const begun = performance.now();
  const replies = await Promise.all(
    bodies.map((body) => call(port, "POST", `/project/data/${result.id}`, body, agent)),
  );
  const seconds = (performance.now() - begun) / 1000;
  const cpuMs = used() - before;
  watcher.send("");
  const [{ longestMs }] = await once(watcher, "message");
  agent.destroy();
  if (!replies.every(({ success }) => success)) throw new Error("A post was refused.");
  return { seconds, cpuMs, longestMs };
}

function byHand(kind) {
  const bodies = Array.from({ length: POSTS }, (_, number) => JSON.stringify(KINDS[kind](number)));
  const before = process.cpuUsage();
  let stored = JSON.stringify(fields);
  for (const body of bodies) stored = JSON.stringify({ ...JSON.parse(stored), ...JSON.parse(body) });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const postgres = STORES.includes("postgres") ? await startPostgres({ syncs: true }) : undefined;
const rows = [];
for (const store of STORES) {
  const server = await served(store, postgres);
  for (const kind of Object.keys(KINDS)) {
    const samples = [];
    for (let round = 0; round < ROUNDS; round += 1) samples.push(await measured(server, kind));
    const worst = (what) => Math.max(...samples.map((sample) => sample[what]));
    const least = Math.min(...samples.map(({ cpuMs }) => cpuMs));
    rows.push([
      `${store}, ${kind}`,
      worst("seconds"),
      verdict(worst("seconds"), SECONDS_LIMIT),
      worst("longestMs"),
      verdict(worst("longestMs"), TEST_LIMIT_MS),
      least,
      least / byHand(kind),
    ]);
  }
  await server.end();
}
await postgres?.stop();
printTable(
  [`${POSTS} posts at once`, "s", `in ${SECONDS_LIMIT} s`, "/test, ms", "in 1 s", "CPU ms", "CPU/by hand"],
  rows,
);
