import { inspect } from "node:util";
import { type EventName, type Events, type LogFields, type Logger, shown } from "../../kernel/index.js";

export const LOG_FORMATS = ["text", "json"] as const;
/** From the most entries to the fewest. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;

export interface LogOptions {
  /** `json`: an object with `time`, `level`, `message`, the fields of the entry and, where there is one, `cause`. */
  readonly format: (typeof LOG_FORMATS)[number];
  /** The least that is written. */
  readonly level: (typeof LOG_LEVELS)[number];
}

/**
 * Writes to standard error, one entry per line, except the details of a cause in text. A closed or full target is ignored.
 */
export function consoleLogger({ format, level: least }: LogOptions): Logger {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const write = (level: LogOptions["level"], message: string, fields: LogFields = {}, cause?: string) => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return;
    const time = new Date().toISOString();
    const entry =
      format === "json"
        ? JSON.stringify({ time, level, message, ...fields, cause })
        : `${time} ${level} ${message}${request(message, fields)}${cause === undefined ? "" : `\n${cause}`}`;
    process.stderr.write(`${entry}\n`);
  };
  return {
    ...(least === "debug" ? { debug: (message, fields) => write("debug", message, fields) } : {}),
    info: (message, fields) => write("info", message, fields),
    warn: (message, fields) => write("warn", message, fields),
    error: (message, cause, fields) =>
      write("error", message, fields, cause === undefined ? undefined : shownCause(cause)),
  };
}

/** People find by it what belongs together; the other fields are in the sentences. */
function request(message: string, { requestId }: LogFields): string {
  return requestId === undefined || message.includes(String(requestId)) ? "" : ` [${requestId}]`;
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
      logger.info(`${what} ${outcome}.`, { task: id, type, status: "running" });
      return;
    }
    const since = begun.get(id);
    begun.delete(id);
    const seconds = since === undefined ? undefined : (performance.now() - since) / 1000;
    const time = seconds === undefined ? "" : ` after ${seconds.toFixed(1)} s`;
    const why = "error" in event ? `: ${event.error.message}` : ".";
    logger.info(`${what} ${outcome}${time}${why}`, {
      ...{ task: id, type, status: event.task.status },
      ...(seconds === undefined ? {} : { seconds: Number(seconds.toFixed(3)) }),
      ...("error" in event ? { code: event.error.code } : {}),
    });
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
