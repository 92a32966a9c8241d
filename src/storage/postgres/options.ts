import { ScriptoriumError } from "../../kernel/errors.js";
import type { PostgresPool } from "./handles.js";

export type PostgresOptions = {
  /** The schema of the store, made when it is not there; `scriptorium` by default. */
  readonly schema?: string;
  /** How many connections work at once; 10 by default. One more stays while runs are held or changes watched. */
  readonly maxConnections?: number;
} & (
  | {
      /** Where the database is: `postgres://user:password@host:5432/database`. */
      readonly connectionString: string;
    }
  | {
      /** Connections of the program around this: a `Pool` of pg. Its limits are its own, and it is not closed. */
      readonly pool: PostgresPool;
    }
);

/** The options with their defaults. Throws CONFIG_INVALID for one that cannot be used. */
export function checkedOptions(options: PostgresOptions): {
  readonly schema: string;
  readonly inSql: string;
  readonly maxConnections: number;
} {
  const { schema = "scriptorium", maxConnections = 10 } = options;
  const inSql = quoted(schema);
  if (!Number.isSafeInteger(maxConnections) || maxConnections < 1) {
    throw new ScriptoriumError("CONFIG_INVALID", "maxConnections is not a number of connections. Give 1 or more.");
  }
  if ("connectionString" in options && options.connectionString === "") {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The Postgres storage has no address. Give a connection string, such as postgres://user:password@host:5432/database.",
    );
  }
  return { schema, inSql, maxConnections };
}

/** The schema as it is written in statements; throws for a name that would have to be guessed at elsewhere. */
export function quoted(schema: string): string {
  if (!/^(?!pg_)[A-Za-z_][A-Za-z0-9_-]{0,39}$/i.test(schema)) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The name of the schema cannot be used. Give one of up to 40 letters, digits, - and _ that begins with a letter, and not with pg_.",
    );
  }
  return `"${schema}"`;
}
