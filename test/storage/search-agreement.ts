import assert from "node:assert/strict";
import fc from "fast-check";
import { resolve } from "mingo/util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PluginRegistry } from "../../src/kernel/plugin-registry.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import type { Task } from "../../src/kernel/task.js";
import { TaskFinder } from "../../src/kernel/tasks/task-finder.js";
import { systemClock } from "../../src/kernel/values/clock.js";
import type { JsonObject } from "../../src/kernel/values/json.js";
import { CASES, plainMingo, projectionsOf, queriesOn, SEED, taskLists } from "../kernel/search/generated.js";
import { sparingStorage } from "../kernel/search/sparing-storage.js";
import { STORAGES, type StorageUnderTest } from "./storages.js";

interface Asked {
  readonly query: JsonObject;
  readonly projection: Record<string, 0 | 1>;
  readonly sort: Record<string, 1 | -1>;
  readonly skip: number | undefined;
  readonly limit: number | undefined;
}

/** Searches on the same tasks, because storing these takes longer than searching. */
const TOGETHER = 5;

const direction = fc.constantFrom<1 | -1>(1, -1);
const SORTED_BY = [
  "_id",
  "type",
  "status",
  "group",
  "name",
  "createdAt",
  "updatedAt",
  "revision",
  "runId",
  "data.a",
  "data.b.a",
  "data.jobName",
];
const sorts = fc.dictionary(fc.constantFrom(...SORTED_BY), direction, {
  minKeys: 1,
  maxKeys: 2,
  noNullPrototype: true,
});

function searchesOn(all: readonly Task[]): fc.Arbitrary<Asked> {
  return fc.record({
    query: queriesOn(all),
    projection: fc.oneof(fc.constant({}), projectionsOf((all[0] ?? {}) as JsonObject)),
    sort: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: sorts }),
    skip: fc.option(fc.nat(3), { nil: undefined, freq: 1 }),
    limit: fc.option(fc.nat(5), { nil: undefined, freq: 1 }),
  });
}

const searched = taskLists.chain((all) =>
  fc.record({
    all: fc.constant(all),
    searches: fc.array(searchesOn(all), { minLength: 1, maxLength: TOGETHER, size: "max" }),
  }),
);

/** Storages whose answers to searches are compared with those of plain mingo. */
type Searched = Pick<StorageUnderTest, "name" | "harness" | "end">;

/** Those that need nothing but this process. */
export const ANY_STORAGE: readonly Searched[] = [
  ...STORAGES,
  {
    name: "a storage that hands over only what is read",
    harness: { create: async () => sparingStorage() },
    async end() {},
  },
];

export function testSearchAgreement(storages: readonly Searched[], cases = CASES): void {
  describe.each(storages)("a search on $name", ({ harness, end }) => {
    let storage: StorageAdapter;
    let finder: TaskFinder;
    beforeAll(async () => {
      storage = await harness.create();
      finder = new TaskFinder(storage, new PluginRegistry([], {}), systemClock);
    });
    afterAll(async () => {
      await storage.close();
      await end();
    });

    it(
      "finds what plain mingo finds in a list, whatever is asked",
      async () => {
        let found = 0;
        await fc.assert(
          fc.asyncProperty(searched, async ({ all, searches }) => {
            for (const task of all) await storage.tasks.insert(task);
            try {
              for (const asked of searches) found += await compared(finder, all, asked);
            } finally {
              for (const { _id } of all) await storage.tasks.delete(_id);
            }
          }),
          { ...SEED, numRuns: Math.ceil((cases * 2) / TOGETHER) },
        );
        expect(found).toBeGreaterThan(cases);
      },
      60_000 + cases * 100,
    );
  });
}

/** How many tasks are found, by us as by mingo; throws when they are not the same. */
async function compared(finder: TaskFinder, all: readonly Task[], asked: Asked): Promise<number> {
  const expected = expectedOf(all, asked);
  if (expected === undefined) return 0;
  const { sort, ...rest } = asked;
  const search = { ...rest, ...(Object.keys(sort).length > 0 ? { sort } : {}) };
  assert.deepEqual(await Array.fromAsync(finder.search(search)), expected, JSON.stringify(asked));
  const texts = await Array.fromAsync(finder.texts({}, search));
  const shown = texts.map((text) => JSON.parse(text));
  assert.deepEqual(shown, JSON.parse(JSON.stringify(expected)), JSON.stringify(asked));
  return expected.length;
}

/** What plain mingo finds; undefined where it cannot be asked. */
function expectedOf(all: readonly Task[], { query, projection, sort, skip = 0, limit }: Asked) {
  // mingo merges what it shows into methods that every object inherits.
  if (JSON.stringify(projection).includes("toString")) return undefined;
  try {
    const asked = plainMingo(query);
    const matches = all.filter((task) => asked.test(task as unknown as JsonObject));
    const page = sorted(matches, sort).slice(skip, limit === undefined ? undefined : skip + limit);
    return plainMingo({})
      .find(structuredClone(page) as unknown as JsonObject[], projection)
      .all();
  } catch {
    return undefined;
  }
}

/** MongoDB's order of types; lists and objects by their JSON. */
function sorted(tasks: readonly Task[], sort: Record<string, 1 | -1>): Task[] {
  const rankOf = (value: unknown) =>
    value === undefined || value === null ? 0 : 1 + ["number", "string", "object", "boolean"].indexOf(typeof value);
  const textOf = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : value) as string;
  return [...tasks].sort((one, other) => {
    for (const [path, direction] of Object.entries(sort)) {
      const [a, b] = [one, other].map((task) => resolve(task as never, path, { unwrapArray: true }));
      const order = rankOf(a) - rankOf(b);
      if (order !== 0) return order * direction;
      if (rankOf(a) > 0 && textOf(a) !== textOf(b)) return textOf(a) < textOf(b) ? -direction : direction;
    }
    return 0;
  });
}
