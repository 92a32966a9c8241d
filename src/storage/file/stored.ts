import type { AppendLog } from "./append-log.js";

/** Where text of JSON is on the disk. Compaction moves it, for everybody who holds this object. */
export interface Stored {
  log: AppendLog;
  at: number;
  readonly length: number;
}

/** Takes a change of an index back. */
export type Undo = () => void;
