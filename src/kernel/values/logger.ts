/** Where a host wants to read what went wrong inside; messages to callers never hold these details. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

export const silentLogger: Logger = { info() {}, warn() {}, error() {} };

/** Used where no logger is given: warnings and errors go to standard error, because a message to a caller only refers to them. */
export const warningLogger: Logger = {
  info() {},
  warn: (message) => console.warn(message),
  error: (message, ...cause) => console.error(message, ...cause),
};
