import { describe, expect, it } from "vitest";
import { PluginRegistry } from "../../src/kernel/plugin-registry.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import type { Task } from "../../src/kernel/task.js";
import { TaskFinder } from "../../src/kernel/tasks/task-finder.js";
import { systemClock } from "../../src/kernel/values/clock.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { opened } from "./storages.js";

const TOTAL = 7000;

/** The member to sort by is of every type that JSON has, or missing. */
function taskOf(number: number): Task {
  const place = (number * 31) % 3001;
  const values = [place, `text ${place}\u{1f600}`, null, place % 2 === 0, { place }, [place, "x"], -place / 3];
  const time = "2026-01-01T00:00:00.000Z";
  const value = values[number % 8];
  return {
    _id: `id ${number}`,
    group: "",
    name: `task ${number}`,
    type: "article creator",
    status: "draft",
    data: { rank: number, ...(value === undefined ? {} : { value }) },
    createdAt: time,
    updatedAt: time,
    revision: 1,
  };
}

async function stocked(storage: StorageAdapter): Promise<StorageAdapter> {
  await opened(storage);
  for (let number = 0; number < TOTAL; number += 1) await storage.tasks.insert(taskOf(number));
  return storage;
}

const finderOn = (storage: StorageAdapter) => new TaskFinder(storage, new PluginRegistry([], {}), systemClock);
const idsOf = async (items: AsyncIterable<unknown>) =>
  (await Array.fromAsync(items)).map((item) => (item as { _id: string })._id);

describe("a sort of more tasks than are kept in memory", () => {
  it("gives what a sort in memory gives, on the disk, whole and in part", async () => {
    const memory = finderOn(await stocked(memoryStorage()));
    const storage = await stocked(sqliteStorage({ path: ":memory:" }));
    let written = 0;
    const scratch = async () => {
      const room = await storage.tasks.scratch!();
      return {
        ...room,
        append(texts: readonly string[]) {
          written += texts.join("").length;
          return room.append(texts);
        },
      };
    };
    const sqlite = finderOn({ ...storage, tasks: { ...storage.tasks, scratch } });
    const sort = { "data.value": -1, status: 1 } as const;
    const search = { sort, projection: { _id: 1 } };
    const expected = await idsOf(memory.search(search));
    expect(new Set(expected).size).toBe(TOTAL);
    expect(expected.slice(0, 2)).toEqual(["id 99", "id 107"]);
    expect(await idsOf(sqlite.search(search))).toEqual(expected);
    expect(written).toBeGreaterThan(TOTAL * 20);
    expect(await idsOf(sqlite.search({ ...search, skip: 100, limit: 4000 }))).toEqual(expected.slice(100, 4100));
    expect(await idsOf(memory.search({ ...search, skip: 100, limit: 20 }))).toEqual(expected.slice(100, 120));
    await storage.close();
  });

  it("waits while two others are sorted in memory", async () => {
    const finder = finderOn(await stocked(memoryStorage()));
    const searches = [1, 2, 3].map(() => finder.search({ sort: { "data.rank": -1 } })[Symbol.asyncIterator]());
    const ready: typeof searches = [];
    const wait = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    for (const search of searches) {
      void search.next().then(() => {
        ready.push(search);
        wait[ready.length - 1]?.resolve();
      });
    }
    await wait[1]?.promise;
    // A small one does not wait.
    expect(await idsOf(finder.search({ sort: { "data.rank": -1 }, limit: 1 }))).toEqual([`id ${TOTAL - 1}`]);
    expect(ready).toHaveLength(2);
    await ready[0]?.return?.();
    await wait[2]?.promise;
    for (const search of searches) await search.return?.();
  });
});
