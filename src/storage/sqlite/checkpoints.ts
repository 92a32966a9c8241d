import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Health } from "../health.js";
import { isFailedFlush, storageError } from "./sqlite-errors.js";

/** How large the write-ahead log may become before it is copied into the file: 1000 pages, as SQLite has it by itself. */
export const MOST_LOG_BYTES = 1000 * (4096 + 24);
/** In a log that is written again from its beginning, its size says nothing. */
const MOST_COMMITS = 250;

/**
 * Copies the write-ahead log into the file from time to time; to be called after each commit. SQLite's own automatic checkpoint
 * ignores a flush that fails, and the system reports that only once: later commits would count as kept behind what is lost.
 */
export function checkpoints(database: DatabaseSync, path: string, health: Health): () => void {
  let commits = 0;
  return () => {
    commits += 1;
    if (commits < MOST_COMMITS && sizeOf(`${path}-wal`) <= MOST_LOG_BYTES) return;
    commits = 0;
    try {
      database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (cause) {
      const error = storageError(cause);
      if (isFailedFlush(error)) health.end(error);
      // Whatever else it is, all stays in the log, and the next checkpoint tries again.
      else health.doubt();
    }
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
