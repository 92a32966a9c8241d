import type { Db } from "pg-boss";

/**
 * Connections on which each statement of pg-boss takes a lock of the database first. Both go in one message and are one
 * transaction, and the statement sees what was stored before it got the lock: of several processes that count what is
 * running, one counts at a time. The server ends the transaction without hearing from us again, so a process that is
 * stopped holds up no other.
 */
export function underLock(db: Db, name: string): Db {
  return {
    async executeSql(text, values = []) {
      const lock = `SELECT pg_advisory_xact_lock(hashtextextended(${literal(name)}, 0))`;
      const answer: unknown = await db.executeSql(`${lock};\n${withValues(text, values)}`);
      // Several statements have as many answers.
      const last: unknown = Array.isArray(answer) ? answer.at(-1) : answer;
      return last as { rows: unknown[] };
    },
  };
}

/** A message of several statements takes no parameters, so the values are written into the text. */
function withValues(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_parameter, number: string) => literal(values[Number(number) - 1]));
}

function literal(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string" || value.includes("\\")) {
    throw new TypeError("pg-boss asks with a value that cannot be written into a statement.");
  }
  return `'${value.replaceAll("'", "''")}'`;
}
