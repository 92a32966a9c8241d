import { ScriptoriumError } from "../kernel/errors.js";
import type { StorageAdapter } from "../kernel/storage.js";
import { accountStore } from "./sqlite/accounts.js";
import { IN_MEMORY, readingConnection, scrub } from "./sqlite/connection.js";
import { contentStore } from "./sqlite/content.js";
import { deliveryStore } from "./sqlite/deliveries.js";
import { accessTo, type OpenStore, openStore } from "./sqlite/open-store.js";
import { runStore } from "./sqlite/runs.js";
import { writeVersion } from "./sqlite/schema.js";
import { taskStore } from "./sqlite/tasks.js";

export interface SqliteOptions {
  /** The file of the store, made when it is not there (its folder is not), or `:memory:` for none. */
  readonly path: string;
  /**
   * How long SQLite itself waits for another process, which blocks this one; 250 by default. After that the storage
   * goes on trying for 5 seconds without blocking.
   */
  readonly busyTimeoutMs?: number;
  /**
   * Receives the name of the copy that was made next to a store before that was brought up to date. It holds what older versions
   * stored, passwords in the clear included; remove it when you will not go back.
   */
  readonly onCopy?: (name: string) => void;
}

/** Everything in one file, through the SQLite that Node.js brings along. Several processes may use one file. */
export function sqliteStorage({ path, busyTimeoutMs = 250, onCopy }: SqliteOptions): StorageAdapter {
  if (path === "") {
    // SQLite would take it for a temporary store and throw that away at the end.
    throw new ScriptoriumError("CONFIG_INVALID", "The SQLite storage has no path. Name a file or :memory:.");
  }
  let store: OpenStore | undefined;
  const access = accessTo(() => store);
  const copies = new Set<Promise<void>>();
  return {
    name: "sqlite",
    tasks: taskStore(access),
    content: contentStore(access),
    runs: runStore(access),
    accounts: accountStore(access),
    deliveries: deliveryStore(access),
    async open() {
      store ??= await openStore(path, busyTimeoutMs, onCopy);
    },
    async scrub() {
      const { commits, database } = await access.read((store) => store);
      await commits.settled();
      await scrub(database);
    },
    async writable() {
      const { commits, health, database } = await access.read((store) => store);
      await health.writable(() => commits.write(() => writeVersion(database)));
    },
    async backup(to) {
      const { database } = await access.read((store) => store);
      const copying = import("./sqlite/copy.js").then(({ copyTo }) => copyTo(to, path === IN_MEMORY ? database : path));
      copies.add(copying);
      await copying.finally(() => copies.delete(copying));
    },
    async *check() {
      const { findings } = await import("./sqlite/check.js");
      if (path === IN_MEMORY) return yield* findings(await access.read(({ database }) => database));
      // Not what the open connection remembers of the file.
      using database = await readingConnection(path, busyTimeoutMs);
      yield* findings(database);
    },
    async close() {
      const closing = store;
      store = undefined;
      if (closing === undefined) return;
      await closing.commits.settled();
      await Promise.allSettled(copies);
      await closing.holds.end();
      closing.database.close();
    },
  };
}
