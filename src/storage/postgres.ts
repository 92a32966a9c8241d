import type { StorageAdapter } from "../kernel/storage.js";
import { Health } from "./health.js";
import { createAccountStore } from "./postgres/account-store.js";
import { createChanges } from "./postgres/changes.js";
import { checkStore } from "./postgres/check.js";
import { type Database, databaseOn, ownConnections, prepared } from "./postgres/connection.js";
import { createContentStore } from "./postgres/content-store.js";
import { createDeliveryStore } from "./postgres/delivery-store.js";
import { createLiveness } from "./postgres/liveness.js";
import { checkedOptions, type PostgresOptions } from "./postgres/options.js";
import { createRunStore } from "./postgres/run-store.js";
import { migrate, tryWriting } from "./postgres/schema.js";
import { createTaskStore } from "./postgres/task-store.js";
import { notOpen } from "./refusals.js";

/** True on a standby, and where the database, its user or the server is set to read only. */
const READ_ONLY = prepared(`SELECT current_setting('transaction_read_only') = 'on' AS "readOnly"`);

export type { PostgresClient, PostgresNotification, PostgresPool, PostgresQuery } from "./postgres/handles.js";
export type { PostgresOptions } from "./postgres/options.js";

/** Everything in a PostgreSQL database, through the library pg. Several processes may use one schema. */
export function postgresStorage(options: PostgresOptions): StorageAdapter {
  const { schema, inSql, maxConnections } = checkedOptions(options);
  let opening: Promise<Database> | undefined;
  let closed: Promise<void> = Promise.resolve();
  let current: Database | undefined;
  const health = new Health();

  const database: Database = {
    read: async (statement, ...values) => opened().read(statement, ...values),
    write: async (statement, ...values) => opened().write(statement, ...values),
    hold: async (work) => opened().hold(work),
    finish: async (work) => opened().finish(work),
    session: async (work, answerMs) => opened().session(work, answerMs),
    stay: async () => opened().stay(),
    close: async () => current?.close(),
  };
  const channel = `scriptorium_${schema}`;
  const liveness = createLiveness(database, channel);
  const changes = createChanges(database, liveness, channel);

  function opened(): Database {
    if (current === undefined) throw notOpen();
    return current;
  }

  async function connected(): Promise<Database> {
    const connections =
      "pool" in options ? options.pool : await ownConnections(options.connectionString, maxConnections);
    return databaseOn(connections, maxConnections, () => health.doubt());
  }

  async function openStore(): Promise<Database> {
    const fresh = await connected();
    try {
      await migrate(fresh, schema);
    } catch (error) {
      await fresh.close();
      throw error;
    }
    return fresh;
  }

  async function closeStore(store: Promise<Database>): Promise<void> {
    await liveness.end();
    // What could not be opened has let go of everything already.
    await (await store.catch(() => undefined))?.close();
  }

  return {
    name: "postgres",
    tasks: createTaskStore(database, inSql, changes.announce),
    content: createContentStore(database, inSql),
    runs: createRunStore(database, inSql, liveness, changes.announce),
    accounts: createAccountStore(database, inSql),
    deliveries: createDeliveryStore(database, inSql),
    async open() {
      opening ??= closed.then(openStore);
      try {
        current = await opening;
        liveness.begin();
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    close() {
      if (opening !== undefined) closed = closeStore(opening);
      opening = undefined;
      return closed;
    },
    watch: changes.watch,
    async writable() {
      const [session] = await database.read<{ readOnly: boolean }>(READ_ONLY);
      if (session?.readOnly) health.doubt();
      await health.writable(() => tryWriting(database, schema));
    },
    check: () => checkStore(database, schema),
  };
}
