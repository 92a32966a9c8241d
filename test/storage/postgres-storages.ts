import pg from "pg";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import type { PostgresOptions } from "../../src/storage/postgres.js";
import { postgresStorage } from "../../src/storage/postgres-when-opened.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";
import { type DurableStorage, opened } from "./storages.js";

export const POSTGRES: DurableStorage = {
  name: "postgres",
  cases: 15,
  ...inPostgres(({ url }) => ({ connectionString: url })),
};

/** The same with connections that are handed in. */
export const POSTGRES_ON_A_POOL: DurableStorage = {
  name: "postgres on a pool",
  cases: 25,
  ...inPostgres(({ pool }) => ({ pool })),
};

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
