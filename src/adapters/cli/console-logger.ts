import { inspect } from "node:util";
import type { Logger } from "../../kernel/index.js";

/** Writes to standard error, one entry per line, except the details of a cause. A closed or full target is ignored. */
export function consoleLogger(): Logger {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const write = (level: string, message: string) => {
    process.stderr.write(`${new Date().toISOString()} ${level} ${message}\n`);
  };
  return {
    info: (message) => write("info", message),
    warn: (message) => write("warn", message),
    error: (message, cause) => write("error", cause === undefined ? message : `${message}\n${shownCause(cause)}`),
  };
}

function shownCause(cause: unknown): string {
  try {
    return inspect(cause, { depth: 3, maxStringLength: 4000 });
  } catch {
    return "The cause cannot be shown.";
  }
}
