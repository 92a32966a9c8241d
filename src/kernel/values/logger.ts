/** Where a host wants to read what went wrong inside; messages to callers never hold these details. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

export const silentLogger: Logger = { info() {}, warn() {}, error() {} };
