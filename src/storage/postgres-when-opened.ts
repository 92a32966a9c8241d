import type { StorageAdapter } from "../kernel/storage.js";
import { checkedOptions, type PostgresOptions } from "./postgres/options.js";
import { storageWhenOpened } from "./storage-when-opened.js";

/** Everything in a PostgreSQL database, through the library pg. Several processes may use one schema. */
export function postgresStorage(options: PostgresOptions): StorageAdapter {
  checkedOptions(options);
  return storageWhenOpened(
    "postgres",
    [
      "watch",
      "check",
      "insertAll",
      "insertWithRuns",
      "texts",
      "parts",
      "first",
      "scratch",
      "keywordsOfFirst",
      "writable",
      "claimWithTask",
      "replaceWithLog",
    ],
    async () => (await import("./postgres.js")).postgresStorage(options),
  );
}
