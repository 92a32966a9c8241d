/** Where a host wants to read what went wrong inside; messages to callers never hold these details. */
export interface Logger {
  /** What is of use only while something is looked for. Left out by loggers that do not write it, so that nobody composes it. */
  debug?(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, cause?: unknown, fields?: LogFields): void;
}

/** What an entry is about, for programs that read logs: `requestId`, `task`, `type` ... */
export type LogFields = Readonly<Record<string, string | number>>;

export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

/** Used where no logger is given: warnings and errors go to standard error, because a message to a caller only refers to them. */
export const warningLogger: Logger = {
  info() {},
  warn: (message) => console.warn(message),
  error: (message, cause) => console.error(...(cause === undefined ? [message] : [message, cause])),
};
