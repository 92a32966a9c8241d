// The storages of Scriptorium, filled with the tasks of the benchmark.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createKernel, fileStorage, inProcessQueue, memoryStorage, postgresStorage, sqliteStorage } from "scriptorium";
import { task } from "./documents.mjs";

const WRITERS = 500;

export const STORES = (process.env.BENCH_STORES ?? "memory,file,sqlite,postgres").split(",");

/** The storages wanted, by name, each with a kernel on it. */
export async function filledStores(size, folder, postgresUrl) {
  const stores = {};
  for (const name of STORES) {
    const storage = await opened(name, folder, postgresUrl, "filled");
    const kernel = createKernel({ storage, queue: inProcessQueue(), plugins: [] });
    await kernel.start();
    for (let start = 0; start < size; start += WRITERS) {
      const count = Math.min(WRITERS, size - start);
      await Promise.all(Array.from({ length: count }, (_, offset) => storage.tasks.insert(task(start + offset))));
    }
    stores[name] = { storage, kernel };
  }
  return stores;
}

export function opened(name, folder, postgresUrl, purpose) {
  mkdirSync(join(folder, purpose), { recursive: true });
  const make = {
    memory: () => memoryStorage(),
    file: () => fileStorage({ path: join(folder, purpose, "store") }),
    sqlite: () => sqliteStorage({ path: join(folder, purpose, "ours.db") }),
    postgres: () => postgresStorage({ connectionString: postgresUrl, schema: purpose }),
  };
  return make[name]();
}
