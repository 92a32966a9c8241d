// What others do with the same tasks, and what a hand would write.
import { closeSync, fdatasync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import Nedb from "@seald-io/nedb";
import Loki from "lokijs";
import { Query } from "mingo";
import { task } from "./documents.mjs";

export function plainMingo(size) {
  const documents = Array.from({ length: size }, (_, index) => task(index));
  return {
    find: (query, projection) => new Query(query).find(documents, projection).all(),
  };
}

export function loki(size) {
  const tasks = new Loki("bench").addCollection("tasks", {
    unique: ["_id"],
    indices: ["group", "name", "type", "status"],
  });
  tasks.insert(Array.from({ length: size }, (_, index) => task(index)));
  return { find: (query) => tasks.find(query), chain: () => tasks.chain() };
}

export async function nedb(size) {
  const tasks = new Nedb();
  for (const fieldName of ["group", "name", "type", "status"]) await tasks.ensureIndexAsync({ fieldName });
  for (let start = 0; start < size; start += 10_000) {
    await tasks.insertAsync(
      Array.from({ length: Math.min(10_000, size - start) }, (_, offset) => task(start + offset)),
    );
  }
  // It takes regular expressions as such only.
  const asExpressions = (query) =>
    query._id?.$regex === undefined ? query : { _id: { $regex: new RegExp(query._id.$regex) } };
  return { find: (query) => tasks.findAsync(asExpressions(query)), insert: (one) => tasks.insertAsync(one) };
}

const COLUMNS = "id TEXT NOT NULL UNIQUE, grp TEXT, name TEXT, type TEXT, status TEXT, body TEXT";

/** Real columns with an index each, and a statement written for each search. */
export function handSqlite(size, folder) {
  const database = new DatabaseSync(join(folder, "hand.db"));
  database.exec(
    `PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE task (seq INTEGER PRIMARY KEY, ${COLUMNS})`,
  );
  for (const column of ["grp", "name", "type", "status"])
    database.exec(`CREATE INDEX task_${column} ON task (${column})`);
  const insert = database.prepare("INSERT INTO task (id, grp, name, type, status, body) VALUES (?, ?, ?, ?, ?, ?)");
  const put = (one) => insert.run(one._id, one.group, one.name, one.type, one.status, JSON.stringify(one));
  database.exec("BEGIN");
  for (let index = 0; index < size; index += 1) put(task(index));
  database.exec("COMMIT");
  const where = (condition) => database.prepare(`SELECT body FROM task WHERE ${condition}`);
  const statements = {
    _id: [where("id = ?"), (query) => [query._id]],
    group: [where("grp = ? ORDER BY seq"), (query) => [query.group]],
    "data.jobName": [where("name = ? ORDER BY seq"), (query) => [query["data.jobName"]]],
    "group and status": [
      where("grp = ? AND +status IN (?, ?) ORDER BY seq"),
      (query) => [query.group, ...query.status.$in],
    ],
    "range of _id": [where("id >= ? AND id < ? ORDER BY seq"), (query) => [query._id.$gte, query._id.$lt]],
    "prefix of _id": [
      where("id >= ? AND id < ? ORDER BY seq"),
      ({ _id }) => [_id.$regex.slice(1), `${_id.$regex.slice(1)}g`],
    ],
    "group or name": [where("grp = ? OR name = ? ORDER BY seq"), ({ $or: [one, other] }) => [one.group, other.name]],
  };
  return {
    find(shape, query) {
      const [statement, parameters] = statements[shape];
      return statement.all(...parameters(query)).map(({ body }) => JSON.parse(body));
    },
    /** All tasks, or the first ones. */
    ordered(order, limit = -1) {
      const sql = `SELECT body FROM task ORDER BY ${order}, seq LIMIT ?`;
      statements[sql] ??= database.prepare(sql);
      return statements[sql].all(limit).map(({ body }) => JSON.parse(body));
    },
    read: (id) => JSON.parse(statements._id[0].get(id).body),
    /** All of one tick in one transaction. */
    insertTogether(tasks) {
      database.exec("BEGIN IMMEDIATE");
      for (const one of tasks) put(one);
      database.exec("COMMIT");
    },
    texts: () => database.prepare("SELECT body FROM task ORDER BY seq").all(),
    close: () => database.close(),
  };
}

/** The least that a durable log can do: writers that come while the disk is busy share the next write. */
export function handLog(folder) {
  const sync = promisify(fdatasync);
  const file = openSync(join(folder, "hand.log"), "a");
  let waiting = [];
  let busy = false;
  async function flush() {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      writeSync(file, batch.map(({ line }) => line).join(""));
      await sync(file);
      for (const { resolve } of batch) resolve();
    }
    busy = false;
  }
  return {
    insert: (one) =>
      new Promise((resolve) => {
        waiting.push({ line: `${JSON.stringify(one)}\n`, resolve });
        if (!busy) void flush();
      }),
    close: () => closeSync(file),
  };
}
