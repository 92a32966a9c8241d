import { appendFile, cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Random } from "../../src/kernel/values/random.js";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";
import type { StorageChoice } from "./server.js";

/** Where the stores of one storage are made. */
export interface Place {
  /** A new store. */
  store(): Promise<Store>;
  /** Where the storage is a server of its own: ends it as a crash does, or starts it again. */
  readonly database?: Pick<PostgresServer, "crash" | "start">;
  end(): Promise<void>;
}

export interface Store {
  readonly choice: StorageChoice;
  /** Where the store is of files: leaves half of a write at the end of one, as a loss of power does. */
  tear?(random: Random): Promise<void>;
  remove(): Promise<void>;
  /** Keeps a copy for finding the cause of a loss, and says where. */
  keep(): Promise<string>;
}

export interface StorageAtRisk {
  readonly name: string;
  /** Stores are made in `root`; in the folder of temporary files when nothing is said. */
  place(root?: string): Promise<Place>;
}

/** Every storage that outlives its process. */
export const STORAGES: readonly StorageAtRisk[] = [
  { name: "sqlite", place: inFolders("sqlite", (folder) => ({ path: join(folder, "store.db") })) },
  { name: "file", place: inFolders("file", (folder) => ({ path: join(folder, "store") })) },
  { name: "postgres", place: inPostgres },
];

function inFolders(storage: string, optionsIn: (folder: string) => StorageChoice["options"]) {
  return async (root = tmpdir()): Promise<Place> => ({
    async store() {
      const folder = await mkdtemp(join(root, "scriptorium-crash-"));
      return {
        choice: { storage, options: optionsIn(folder) },
        tear: (random) => tear(folder, random),
        remove: () => rm(folder, { recursive: true, force: true }),
        async keep() {
          const copy = await mkdtemp(join(tmpdir(), "scriptorium-lost-"));
          await cp(folder, copy, { recursive: true });
          return copy;
        },
      };
    },
    async end() {},
  });
}

async function tear(folder: string, random: Random): Promise<void> {
  const logs = (await readdir(folder, { recursive: true })).filter((name) => /\.jsonl$|-wal$/.test(name)).sort();
  if (logs.length === 0) return;
  // Rather the last one, where the tasks themselves are.
  const path = join(folder, random.next() < 0.5 ? logs.at(-1)! : random.pick(logs));
  const bytes = await readFile(path);
  const begin = bytes.lastIndexOf("\n", bytes.length - 2) + 1;
  const last = bytes.subarray(Math.max(begin, bytes.length - 8000));
  await appendFile(path, last.subarray(0, random.integer(0, Math.max(0, last.length - 2))));
}

async function inPostgres(): Promise<Place> {
  const database = await startPostgres();
  let stores = 0;
  return {
    async store() {
      stores += 1;
      const name = `store_${stores}`;
      await database.createDatabase(name);
      return {
        choice: { storage: "postgres", options: { connectionString: database.url(name) } },
        async remove() {},
        keep: async () => `the database ${name}, which ends with its server`,
      };
    },
    database,
    end: () => database.stop(),
  };
}
