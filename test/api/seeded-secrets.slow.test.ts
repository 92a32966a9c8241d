import { dirname } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";
import { fileStorage, memoryStorage, postgresStorage, sqliteStorage } from "../../src/index.js";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";
import { testSeeds } from "./seeded-secrets.js";
import { bytesIn } from "./seeds.js";

let server: PostgresServer | undefined;
afterAll(() => server?.stop());

testSeeds([
  { name: "memory", make: async () => ({ storage: memoryStorage() }) },
  {
    name: "sqlite",
    // With what is in its write-ahead log.
    make: async (path) => ({ storage: sqliteStorage({ path: `${path}.db` }), written: () => bytesIn(dirname(path)) }),
  },
  { name: "file", make: async (path) => ({ storage: fileStorage({ path }), written: () => bytesIn(path) }) },
  {
    name: "postgres",
    async make() {
      server = await startPostgres();
      const connectionString = server.url();
      return { storage: postgresStorage({ connectionString }), written: () => rowsIn(connectionString) };
    },
  },
]);

/** Every row of every table that is not the server's own, as a dump has them. */
async function rowsIn(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      // Bytes are in hexadecimal there.
      for (const { row } of rows) {
        found.push(
          row,
          ...(row.match(/(?<=\\x)[\da-f]+/g) ?? []).map((hex) => Buffer.from(hex, "hex").toString("latin1")),
        );
      }
    }
    return found.join("\n");
  } finally {
    await client.end();
  }
}
