import { type Logger, ScriptoriumError } from "../../kernel/index.js";
import type { QueueLimits } from "./limits.js";
import type { QueuePool } from "./pg-boss-connection.js";
import type { ReadyGuard } from "./ready-guard.js";

export type PgBossQueueOptions = QueueLimits & {
  /** The schema of the queue, made when it is not there; `scriptorium_queue` by default. Several processes may use it. */
  readonly schema?: string;
  /** Asked before a run begins, as for the queue in process. */
  readonly ready?: ReadyGuard;
  /** Receives a warning when the database is out of reach. */
  readonly logger?: Logger;
} & (
    | {
        /** Where the database is: `postgres://user:password@host:5432/database`. */
        readonly connectionString: string;
      }
    | {
        /** Connections of the program around this: a `Pool` of pg. It is not closed. */
        readonly pool: QueuePool;
      }
  );

/** The schema of the queue. Throws CONFIG_INVALID where that or the address cannot be used. */
export function checkedSchema(options: PgBossQueueOptions): string {
  const { schema = "scriptorium_queue" } = options;
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The schema of the queue has no name that can be used. Use up to 41 small letters, digits and underscores.",
    );
  }
  if ("connectionString" in options && options.connectionString === "") {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The queue in Postgres has no address. Give a connection string, such as postgres://user:password@host:5432/database.",
    );
  }
  return schema;
}
