import { inspect } from "node:util";
import { type EventName, type Events, type Logger, shown } from "../../kernel/index.js";

export const LOG_FORMATS = ["text", "json"] as const;
/** From the most entries to the fewest. */
export const LOG_LEVELS = ["info", "warn", "error"] as const;

export interface LogOptions {
  /** `json`: an object with `time`, `level`, `message` and, where there is one, `cause`. */
  readonly format: (typeof LOG_FORMATS)[number];
  /** The least that is written. */
  readonly level: (typeof LOG_LEVELS)[number];
}

/**
 * Writes to standard error, one entry per line, except the details of a cause in text. A closed or full target is ignored.
 */
export function consoleLogger({ format, level: least }: LogOptions): Logger {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const write = (level: LogOptions["level"], message: string, cause?: string) => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return;
    const time = new Date().toISOString();
    const text = `${time} ${level} ${message}${cause === undefined ? "" : `\n${cause}`}`;
    process.stderr.write(`${format === "json" ? JSON.stringify({ time, level, message, cause }) : text}\n`);
  };
  return {
    info: (message) => write("info", message),
    warn: (message) => write("warn", message),
    error: (message, cause) => write("error", message, cause === undefined ? undefined : shownCause(cause)),
  };
}

/** Logs when runs of this process begin and end, one line each. */
export function logRuns(events: Events, logger: Logger): void {
  const begun = new Map<string, number>();
  events.onAny((name, event, isElsewhere) => {
    const outcome = OUTCOMES[name];
    if (isElsewhere || outcome === undefined || !("task" in event)) return;
    const { id, name: task, type } = event.task;
    const what = `The ${type} task "${shown(task)}" (${id})`;
    if (name === "task.running") {
      begun.set(id, performance.now());
      logger.info(`${what} ${outcome}.`);
      return;
    }
    const since = begun.get(id);
    begun.delete(id);
    const time = since === undefined ? "" : ` after ${((performance.now() - since) / 1000).toFixed(1)} s`;
    const why = "error" in event ? `: ${event.error.message}` : ".";
    logger.info(`${what} ${outcome}${time}${why}`);
  });
}

const OUTCOMES: Readonly<Partial<Record<EventName, string>>> = {
  "task.running": "runs",
  "task.complete": "is complete",
  "task.failed": "failed",
  "task.aborted": "was aborted",
};

function shownCause(cause: unknown): string {
  try {
    return inspect(cause, { depth: 3, maxStringLength: 4000 });
  } catch {
    return "The cause cannot be shown.";
  }
}
