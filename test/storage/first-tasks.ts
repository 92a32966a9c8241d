import { afterAll, describe, expect, it } from "vitest";
import { PluginRegistry } from "../../src/kernel/plugin-registry.js";
import type { StorageAdapter, TaskStore } from "../../src/kernel/storage.js";
import type { Task } from "../../src/kernel/task.js";
import { TaskFinder } from "../../src/kernel/tasks/task-finder.js";
import { systemClock } from "../../src/kernel/values/clock.js";
import type { StorageUnderTest } from "./storages.js";

/** So many that SQLite sorts none of those with one of two statuses. */
const TOTAL = 45_000;

/** Names repeat, and come in no order. */
function taskOf(number: number): Task {
  const time = new Date(1_700_000_000_000 + ((number * 7919) % 9973) * 1000).toISOString();
  return {
    _id: `id ${(number * 31) % TOTAL}`,
    group: "",
    name: `task ${(number * 7) % 5000}`,
    type: "article creator",
    status: number % 2 === 0 ? "complete" : "draft",
    data: {},
    createdAt: time,
    updatedAt: time,
    revision: 1,
  };
}

/** A finder on the storage, and how many tasks it has looked at. */
function counted(storage: StorageAdapter) {
  let looked = 0;
  const scan: TaskStore["scan"] = ({ reads, pick }, hint) =>
    storage.tasks.scan(
      {
        reads,
        pick(task) {
          looked += 1;
          return pick(task);
        },
      },
      hint,
    );
  const finder = new TaskFinder(
    { ...storage, tasks: { ...storage.tasks, scan } },
    new PluginRegistry([], {}),
    systemClock,
  );
  return { finder, looked: () => looked };
}

/** What a sorted list with a limit looks at, and what it finds. */
export function testFirstTasksOfMany(storages: readonly StorageUnderTest[]): void {
  const all = Array.from({ length: TOTAL }, (_, index) => taskOf(index));
  const lists = new Map<string, readonly Task[]>();

  /** All tasks of a status, or of any; sorted once for all storages. */
  function sorted(member: "_id" | "name" | "status" | "updatedAt", direction: 1 | -1, status?: Task["status"]) {
    const key = `${member} ${direction} ${status}`;
    const list =
      lists.get(key) ??
      all
        .filter((task) => status === undefined || task.status === status)
        .sort((one, other) =>
          one[member] === other[member] ? 0 : one[member] < other[member] ? -direction : direction,
        );
    lists.set(key, list);
    return list;
  }

  describe.each(storages)("a sorted list with a limit on a large store: $name", ({ name, harness, end }) => {
    afterAll(end);

    it("looks at no more tasks than it answers, and a few, and answers what sorting all would", async () => {
      const hasTimes = name.startsWith("sqlite");
      const storage = await harness.create();
      await Promise.all(all.map((task) => storage.tasks.insert(task)));
      for (const member of ["_id", "name", "status", ...(hasTimes ? (["updatedAt"] as const) : [])] as const) {
        for (const direction of [1, -1] as const) {
          for (const status of [undefined, "draft"] as const) {
            const query = status === undefined ? {} : { status };
            const { finder, looked } = counted(storage);
            const search = { query, sort: { [member]: direction }, skip: 3, limit: 20, projection: { _id: 1 } };
            const found = (await Array.fromAsync(finder.search(search))).map(({ _id }) => _id);
            const wanted = sorted(member, direction, status).slice(3, 23);
            expect(found).toEqual(wanted.map(({ _id }) => _id));
            expect(looked()).toBeLessThan(100);
          }
        }
      }
      await storage.close();
    }, 60_000);
  });
}

/** What a sorted list with a limit finds of odd texts. */
export function testFirstTasks(storages: readonly StorageUnderTest[]): void {
  describe.each(storages)("a sorted list with a limit on a large store: $name", ({ harness, end }) => {
    afterAll(end);

    it("finds the same where texts sort otherwise by code point", async () => {
      const storage = await harness.create();
      const names = ["b", "\u{1f600} one", "\uffee two", "a", "\ud7ff", `${"x".repeat(1100)}b`, `${"x".repeat(1100)}a`];
      for (const [number, name] of names.entries()) await storage.tasks.insert({ ...taskOf(number), name });
      const { finder } = counted(storage);
      for (const limit of [1, 2, 3, 4, 5, 6, 7]) {
        const found = await Array.fromAsync(finder.search({ sort: { name: -1 }, limit }));
        const byStart = [...names].sort((a, b) =>
          a.slice(0, 1024) < b.slice(0, 1024) ? 1 : a.slice(0, 1024) > b.slice(0, 1024) ? -1 : 0,
        );
        expect(found.map(({ name }) => name)).toEqual(byStart.slice(0, limit));
      }
      await storage.close();
    });
  });
}
