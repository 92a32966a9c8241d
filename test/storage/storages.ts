import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { StorageHarness } from "../../src/kernel/contracts/storage-contract.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import { fileStorage } from "../../src/storage/file.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { type PostgresOptions, postgresStorage } from "../../src/storage/postgres.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";

const FORGETS = "what it holds ends with the process";

/** A storage as the tests that are for every storage get at it. */
export interface StorageUnderTest {
  readonly name: string;
  readonly harness: StorageHarness;
  /** Generated cases of a property: as many as run in some seconds. */
  readonly cases: number;
  /** Why it cannot be reopened. */
  readonly cannotReopen?: string;
  /** Removes what the harness made. */
  end(): Promise<void>;
}

export type DurableStorage = StorageUnderTest & { readonly harness: Required<StorageHarness> };

export const DURABLE_STORAGES: readonly DurableStorage[] = [
  { name: "file", cases: 100, ...inFolder((path) => fileStorage({ path })) },
  { name: "postgres", cases: 15, ...inPostgres(({ url }) => ({ connectionString: url })) },
  { name: "sqlite in a file", cases: 100, ...inFolder((folder) => sqliteStorage({ path: `${folder}.db` })) },
];

/** The same with connections that are handed in. */
export const POSTGRES_ON_A_POOL: DurableStorage = {
  name: "postgres on a pool",
  cases: 25,
  ...inPostgres(({ pool }) => ({ pool })),
};

export const STORAGES: readonly StorageUnderTest[] = [
  {
    name: "memory",
    cases: 500,
    harness: { create: () => opened(memoryStorage()) },
    cannotReopen: FORGETS,
    async end() {},
  },
  {
    name: "sqlite in memory",
    cases: 500,
    harness: { create: () => opened(sqliteStorage({ path: ":memory:" })) },
    cannotReopen: FORGETS,
    async end() {},
  },
  ...DURABLE_STORAGES,
];

/** Every storage of the harness is made at a path of its own below one temporary folder. */
function inFolder(make: (path: string) => StorageAdapter): Pick<DurableStorage, "harness" | "end"> {
  const paths = new WeakMap<StorageAdapter, string>();
  let folder: Promise<string> | undefined;
  let made = 0;
  const open = (path: string) => {
    const storage = make(path);
    paths.set(storage, path);
    return opened(storage);
  };
  return {
    harness: {
      async create() {
        folder ??= mkdtemp(join(tmpdir(), "scriptorium-storage-"));
        made += 1;
        return open(join(await folder, String(made)));
      },
      async reopen(storage) {
        await storage.close();
        return open(paths.get(storage) ?? "");
      },
    },
    async end() {
      if (folder !== undefined) await rm(await folder, { recursive: true });
    },
  };
}

/** Every storage of the harness has a schema of its own in one server. */
function inPostgres(
  options: (place: { readonly url: string; readonly pool: pg.Pool }) => PostgresOptions,
): Pick<DurableStorage, "harness" | "end"> {
  const schemas = new WeakMap<StorageAdapter, string>();
  let starting: Promise<{ server: PostgresServer; url: string; pool: pg.Pool }> | undefined;
  let made = 0;
  const start = async () => {
    const server = await startPostgres();
    return { server, url: server.url(), pool: new pg.Pool({ connectionString: server.url() }) };
  };
  const open = async (schema: string) => {
    starting ??= start();
    const storage = postgresStorage({ ...options(await starting), schema });
    schemas.set(storage, schema);
    return opened(storage);
  };
  return {
    harness: {
      create() {
        made += 1;
        return open(`store_${made}`);
      },
      async reopen(storage) {
        await storage.close();
        return open(schemas.get(storage) ?? "");
      },
    },
    async end() {
      if (starting === undefined) return;
      const { server, pool } = await starting;
      await pool.end();
      await server.stop();
    },
  };
}

async function opened(storage: StorageAdapter): Promise<StorageAdapter> {
  await storage.open();
  return storage;
}
