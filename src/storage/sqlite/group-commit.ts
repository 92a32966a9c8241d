import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Health } from "../health.js";
import { isFailedFlush, isLockedOut, patiently } from "./sqlite-errors.js";

/** How many writes one transaction takes at most, which bounds how long it blocks the process. */
const WRITES_PER_COMMIT = 250;

export interface GroupCommit {
  /**
   * Does the work inside a transaction and resolves with what it returned once that is committed. Works are done in the
   * order in which they were given. A work may be done again after it was rolled back, so all it may change is the
   * database; when it throws, only its own caller gets the error.
   */
  write<T>(work: () => T): Promise<T>;
  /** Resolves when every write given so far is committed or has failed. */
  settled(): Promise<void>;
}

interface Write {
  /** Does the work and returns what notifies the caller, for after the commit. */
  readonly work: () => () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * With `synchronous=FULL` every commit waits for the disk, and nearly all the time of a small write is that wait. Writes
 * that are asked for in one turn of the event loop therefore share a transaction. `committed` is called after each.
 */
export function groupCommit(database: DatabaseSync, health: Health, committed: () => void = () => {}): GroupCommit {
  let waiting: Write[] = [];
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn();
      const batch = waiting.slice(0, WRITES_PER_COMMIT);
      waiting = waiting.slice(WRITES_PER_COMMIT);
      await commit(batch);
    }
    draining = undefined;
  }

  async function commit(batch: readonly Write[]): Promise<void> {
    if (health.error !== undefined) return failAll(batch, health.error);
    try {
      const answers = await patiently(() => transaction(database, () => batch.map(({ work }) => work())));
      for (const answer of answers) answer();
      committed();
    } catch (error) {
      health.doubt();
      // A second flush would answer yes without having kept what the first did not.
      if (isFailedFlush(error)) return failAll(batch, health.end(error));
      if (batch.length === 1 || isLockedOut(error)) return failAll(batch, error);
      // One of them has failed and all are rolled back: each alone, so that it fails nobody but its caller.
      for (const write of batch) await commit([write]);
    }
  }

  return {
    write<T>(work: () => T): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      waiting.push({
        work() {
          const result = work();
          return () => resolve(result);
        },
        fail: reject,
      });
      draining ??= drain();
      return promise;
    },
    async settled() {
      await draining;
    },
  };
}

function failAll(batch: readonly Write[], error: unknown): void {
  for (const { fail } of batch) fail(error);
}

/** Does the work between BEGIN and COMMIT; when any of the three throws, nothing of it is stored. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  // IMMEDIATE takes the write lock at once. A transaction that begins by reading could find itself unable to write.
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // After some errors, for example a full disk, SQLite has rolled back already.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
