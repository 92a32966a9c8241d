import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Run, RunOutput, StorageAdapter, TaskChange } from "../../src/kernel/storage.js";
import { postgresStorage } from "../../src/storage/postgres.js";
import { built, printedBy, started } from "./postgres-program.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";
import { all, eventually, taskCalled } from "./postgres-support.js";

let server: PostgresServer;
let folder: string;
let program: string;
let programWithoutPg: string;

beforeAll(async () => {
  server = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), "scriptorium-processes-"));
  program = await built("postgres-writer", folder);
  programWithoutPg = await built("postgres-writer", folder, { pg: false });
});
afterAll(async () => {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

let opened: StorageAdapter[] = [];
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  opened = [];
});

async function storage(schema: string, maxConnections = 10): Promise<StorageAdapter> {
  const fresh = postgresStorage({ connectionString: server.url(), schema, maxConnections });
  opened.push(fresh);
  await fresh.open();
  return fresh;
}

describe("several processes on one schema", () => {
  it("all open a schema that is not there yet, at the same moment", async () => {
    const writers = ["left", "right"].map((prefix) => printedBy(start("fresh", prefix, 5)));
    const [one, other] = await Promise.all([storage("fresh"), storage("fresh")]);
    expect((await Promise.all(writers)).flat()).toHaveLength(10);
    expect(await one.tasks.count()).toBe(10);
    expect(await other.tasks.count()).toBe(10);
  });

  it("two writers at once lose nothing, and store no id twice", async () => {
    const same = await Promise.all([1, 2].map(() => printedBy(start("shared", "same", 100))));
    const words = same.flat().filter((line) => line.startsWith("refused"));
    expect(words.length).toBeGreaterThan(0);
    expect(
      words.filter((line) => line !== "refused There is a task with this id already. Store it under another id."),
    ).toEqual([]);
    const others = await Promise.all(["left", "right"].map((prefix) => printedBy(start("shared", prefix, 100))));
    expect(others.map(({ length }) => length)).toEqual([100, 100]);
    const store = await storage("shared");
    await holdsAll(store, [...others.flat(), ...same.flat().filter((line) => line.startsWith("same"))]);
    const ids = await all(store.tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id }));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("a process killed in the middle of its writes loses nothing that was acknowledged", async () => {
    const acknowledged: string[] = [];
    const store = await storage("killed");
    for (let round = 1; round <= 5; round += 1) {
      const writer = start("killed", `round${round}`, 100_000);
      acknowledged.push(...(await printedBy(writer, 3 + round * 7)));
      expect(writer.signalCode).toBe("SIGKILL");
      await holdsAll(store, acknowledged);
    }
  });

  it("of many that replace one revision from several storages exactly one does", async () => {
    const storages = await Promise.all([storage("raced"), storage("raced"), storage("raced")]);
    await storages[0]?.tasks.insert(taskCalled("task-1"));
    for (let revision = 2; revision <= 6; revision += 1) {
      const attempts = storages.flatMap(({ tasks }, number) =>
        Array.from({ length: 10 }, () => tasks.replace(taskCalled("task-1", { revision, group: `storage ${number}` }))),
      );
      expect((await Promise.all(attempts)).filter(Boolean)).toEqual([true]);
    }
    const inserts = await Promise.allSettled(storages.map(({ tasks }) => tasks.insert(taskCalled("task-2"))));
    expect(inserts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("deleting tasks while steps of their runs are stored makes neither fail", async () => {
    const storages = await Promise.all([storage("crossed"), storage("crossed")]);
    const [one, other] = storages as [StorageAdapter, StorageAdapter];
    for (let round = 0; round < 15; round += 1) {
      const ids = [1, 2, 3, 4].map((number) => `task-${round}-${number}`);
      await Promise.all(
        ids.map(async (id) => {
          await one.tasks.insert(taskCalled(id));
          await one.runs.insert(runningRun(id));
        }),
      );
      const steps = ids.flatMap((id) =>
        Array.from({ length: 4 }, (_, number) => storages[number % 2]?.runs.write(`run of ${id}`, stepOf(number), 1)),
      );
      const logs = ids.map((id) => one.runs.log(`run of ${id}`, [{ t: "", level: "info", msg: "late" }]));
      const renewals = ids.map((id) => other.runs.renew(`run of ${id}`, 1, 1000));
      const trims = ids.map((id) => other.runs.trimLog(id, 0));
      const deletes = ids.map((id) => other.tasks.delete(id));
      const runDeletes = ids.map((id) => one.runs.delete(`run of ${id}`));
      const runInserts = ids.map((id) =>
        one.runs.insert({ ...runningRun(id), _id: `second run of ${id}` }).catch((error) => {
          expect(error).toMatchObject({ code: "STORAGE_FAILED", message: expect.stringContaining("not stored") });
        }),
      );
      await Promise.all([...steps, ...logs, ...renewals, ...trims, ...runDeletes, ...runInserts]);
      expect(await Promise.all(deletes)).toEqual([true, true, true, true]);
    }
    expect(await one.tasks.count()).toBe(0);
    expect(await all(one.check?.() ?? nothing())).toEqual([]);
  });
});

describe("watching", () => {
  it("reports what others changed, and neither what was changed here nor in another schema", async () => {
    const [here, there, elsewhere] = await Promise.all([storage("watched"), storage("watched"), storage("other")]);
    const seen: TaskChange[] = [];
    const stop = here.watch?.((change) => seen.push(change));
    await listening(there, seen);
    await here.tasks.insert(taskCalled("own"));
    await elsewhere.tasks.insert(taskCalled("elsewhere"));
    const odd = `' " \\ % \u{1f41d} \u2028`;
    await there.tasks.insert(taskCalled(odd));
    await there.tasks.insert(taskCalled(odd)).catch(() => {});
    await there.tasks.replace(taskCalled(odd, { revision: 2 }));
    await there.tasks.replace(taskCalled(odd, { revision: 2 }));
    await there.tasks.delete(odd);
    await there.tasks.delete(odd);
    await there.tasks.insert(taskCalled("last"));
    await eventually(5000, () => expect(seen.at(-1)).toEqual({ kind: "insert", id: "last" }));
    expect(seen.slice(-4)).toEqual([
      { kind: "insert", id: odd },
      { kind: "replace", id: odd },
      { kind: "delete", id: odd },
      { kind: "insert", id: "last" },
    ]);
    expect(seen.map(({ id }) => id)).not.toContain("own");
    expect(seen.map(({ id }) => id)).not.toContain("elsewhere");
    stop?.();
    const before = seen.length;
    await there.tasks.delete("last");
    const again: TaskChange[] = [];
    here.watch?.((change) => again.push(change));
    await listening(there, again);
    expect(seen).toHaveLength(before);
  });

  it("reports to every one of many what all the others changed", async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => storage("many", 3)));
    const seen = stores.map(() => new Set<string>());
    for (const [number, store] of stores.entries()) store.watch?.(({ id }) => seen[number]?.add(id));
    const [first] = stores as [StorageAdapter, ...StorageAdapter[]];
    let heard = 0;
    await eventually(5000, async () => {
      heard += 1;
      await first.tasks.insert(taskCalled(`heard ${heard}`));
      expect(seen.slice(1).filter(({ size }) => size === 0)).toEqual([]);
    });
    const idsOf = (number: number) => Array.from({ length: 50 }, (_, change) => `task-${number}-${change}`);
    await Promise.all(
      stores.map(({ tasks }, number) => Promise.all(idsOf(number).map((id) => tasks.insert(taskCalled(id))))),
    );
    await eventually(5000, () => {
      for (const [number, ids] of seen.entries()) {
        const others = stores.flatMap((_, other) => (other === number ? [] : idsOf(other)));
        expect(others.filter((id) => !ids.has(id))).toEqual([]);
      }
    });
  });

  it("reports what another process changed, and may be asked for before opening", async () => {
    const here = postgresStorage({ connectionString: server.url(), schema: "processes" });
    opened.push(here);
    const seen: TaskChange[] = [];
    here.watch?.((change) => seen.push(change));
    await here.open();
    await listening(await storage("processes"), seen);
    const ids = await printedBy(start("processes", "child", 10));
    await eventually(5000, () =>
      expect(
        seen
          .filter(({ id }) => id.startsWith("child"))
          .map(({ id }) => id)
          .sort(),
      ).toEqual(ids.sort()),
    );
  });
});

it("without the library pg a storage with an address says what to install", async () => {
  const lines = await printedBy(start("bare", "task", 1, programWithoutPg));
  expect(lines).toEqual([
    "refused The Postgres storage needs the library pg, which is not installed. Install it: npm install pg.",
  ]);
});

function stepOf(number: number): RunOutput {
  return {
    line: { key: `${number}`, line: "a", state: "done", attempts: 1 },
    rows: [{ number }],
    articles: [{ keyword: "a", article: { keywords: ["a"], sentences: [] } }],
    log: [{ t: "2026-01-01T00:00:00.000Z", level: "info", msg: "a" }],
    effects: [{ key: "a", what: "a", state: "intent", at: "2026-01-01T00:00:00.000Z" }],
  };
}

function runningRun(taskId: string): Run {
  return {
    _id: `run of ${taskId}`,
    taskId,
    status: "running",
    origin: "library",
    fence: 1,
    attempts: 1,
    seed: "seed",
    createdAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
  };
}

/** Changes something until it is heard, since listening begins a moment after it is asked for. */
async function listening({ tasks }: StorageAdapter, seen: readonly TaskChange[]): Promise<void> {
  let number = 0;
  await eventually(5000, async () => {
    number += 1;
    await tasks.insert(taskCalled(`heard ${number} ${Math.random()}`));
    expect(seen.length).toBeGreaterThan(0);
  });
}

function start(schema: string, prefix: string, count: number, file = program): ChildProcess {
  return started(file, server.url(), schema, prefix, String(count));
}

/** Every one of the tasks is there whole, and no step of any other in part. */
async function holdsAll({ tasks, content, runs }: StorageAdapter, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    expect((await tasks.get(id))?.data).toEqual({ jobName: `Task ${id}` });
    expect(await all(runs.lines(`run of ${id}`))).toHaveLength(1);
    expect((await content.file(id, "a.bin"))?.bytes).toHaveLength(20_000);
  }
  for await (const id of tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id })) {
    const parts = await Promise.all([
      all(runs.lines(`run of ${id}`)),
      all(content.keywords(id)),
      all(content.rows(id)),
      all(content.log(id)),
      all(runs.effects(`run of ${id}`)),
    ]);
    expect(new Set(parts.map(({ length }) => length)).size, `the step of ${id} is stored in part`).toBe(1);
  }
}

async function* nothing(): AsyncGenerator<never> {}
