// Reads by id and searches on indexed fields at 1,000 to 100,000 tasks: they must not grow with the number of tasks. Beside
// them in the same run the same reads by hand: a Map with structuredClone, and a prepared statement of node:sqlite.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createKernel, inProcessQueue, memoryStorage, sqliteStorage } from "scriptorium";
import { median, printTable } from "../table.mjs";

const SIZES = (process.env.BENCH_SIZES ?? "1000,10000,100000").split(",").map(Number);
const ROUNDS = 9;
const CALLS = 200;
const GROUPS_OF = 10;

const task = (index) => ({
  _id: index.toString(16).padStart(24, "0"),
  group: `group ${Math.floor(index / GROUPS_OF)}`,
  name: `Task ${index}`,
  type: index % 2 ? "article creator" : "post uploader",
  status: index % 100 ? "draft" : "complete",
  data: {
    id: index.toString(16).padStart(24, "0"),
    type: "article creator",
    jobName: `Task ${index}`,
    group: "",
    articleKeywordsFile: Array.from({ length: 20 }, (_, n) => `keyword ${n} of ${index}`),
  },
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  revision: 0,
});

const rows = [];
for (const size of SIZES) {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-bench-"));
  const byHand = handWritten(size, join(folder, "hand.db"));
  const storages = { memory: memoryStorage(), sqlite: sqliteStorage({ path: join(folder, "ours.db") }) };
  for (const [name, storage] of Object.entries(storages)) {
    const kernel = createKernel({ storage, queue: inProcessQueue(), plugins: [] });
    await kernel.start();
    for (let start = 0; start < size; start += 500) {
      await Promise.all(
        Array.from({ length: Math.min(500, size - start) }, (_, offset) => storage.tasks.insert(task(start + offset))),
      );
    }
    const id = () => task(Math.floor(Math.random() * size))._id;
    const group = () => `group ${Math.floor((Math.random() * size) / GROUPS_OF)}`;
    const all = async (items) => {
      let count = 0;
      for await (const _item of items) count += 1;
      return count;
    };
    const read = await cost(() => kernel.tasks.get(id()));
    const find = await cost(() =>
      all(kernel.tasks.search({ query: { group: group(), status: { $in: ["draft", "complete"] } } })),
    );
    const list = await cost(() => all(kernel.tasks.summaries({ group: group() })));
    const handRead = await cost(async () => byHand[name].read(id()));
    rows.push([`${name}, ${size.toLocaleString("en")} tasks`, read, handRead, read / handRead, find, list]);
    await kernel.stop();
  }
  byHand.close();
  rmSync(folder, { recursive: true, force: true });
}
printTable(["µs a call", "read by id", "by hand", "ratio", "find 10 by group", "list 10 by group"], rows);

async function cost(call) {
  for (let index = 0; index < CALLS; index += 1) await call();
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = process.cpuUsage();
    for (let index = 0; index < CALLS; index += 1) await call();
    const { user, system } = process.cpuUsage(begun);
    rounds.push((user + system) / CALLS);
  }
  return median(rounds);
}

function handWritten(size, path) {
  const map = new Map();
  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE task (id TEXT PRIMARY KEY, body TEXT) WITHOUT ROWID; BEGIN",
  );
  const insert = database.prepare("INSERT INTO task VALUES (?, ?)");
  for (let index = 0; index < size; index += 1) {
    const one = task(index);
    map.set(one._id, one);
    insert.run(one._id, JSON.stringify(one));
  }
  database.exec("COMMIT");
  const select = database.prepare("SELECT body FROM task WHERE id = ?");
  return {
    memory: { read: (id) => structuredClone(map.get(id)) },
    sqlite: { read: (id) => JSON.parse(select.get(id).body) },
    close: () => database.close(),
  };
}
