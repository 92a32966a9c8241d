import type { ErrorCode } from "../../kernel/index.js";

/** What a reply was refused with. Besides the codes of docs/errors.md there are those that the client itself gives. */
export type ClientErrorCode =
  | ErrorCode
  /** No reply came, or it broke off. */
  | "NOT_REACHABLE"
  /** The time limit of the call was over. */
  | "TIMEOUT"
  /** Something answered that is no such server. */
  | "UNEXPECTED_REPLY"
  /** The server said no code. */
  | "UNKNOWN"
  | (string & {});

/** Every failure of a call but the abort of its signal, which rejects with the reason of the signal. */
export class ScriptoriumClientError extends Error {
  override readonly name: string = "ScriptoriumClientError";

  constructor(
    message: string,
    readonly code: ClientErrorCode,
    /** The HTTP status of the reply; 0 when there was none. */
    readonly status = 0,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** There is no task, run, file, account, webhook or content of this id or name. */
export class NotFoundError extends ScriptoriumClientError {
  override readonly name = "NotFoundError";
}

/** The API key is missing or wrong. */
export class UnauthorizedError extends ScriptoriumClientError {
  override readonly name = "UnauthorizedError";
}

/** The server will not do it as it was asked: something is wrong with the call, or with the settings of the server. */
export class RefusedError extends ScriptoriumClientError {
  override readonly name = "RefusedError";
}

/** The server cannot do it now: it is starting, stopping, out of order, or what it depends on is. */
export class UnavailableError extends ScriptoriumClientError {
  override readonly name = "UnavailableError";
}

/** The server does not have the operation: it speaks the reduced edition, or is older than this client. */
export class UnsupportedError extends ScriptoriumClientError {
  override readonly name = "UnsupportedError";
}

/** No reply came, or it broke off. */
export class NotReachableError extends ScriptoriumClientError {
  override readonly name = "NotReachableError";
}

/** The time limit of the call was over. */
export class TimeoutError extends ScriptoriumClientError {
  override readonly name = "TimeoutError";
}

/** What answers at the address is no such server. */
export class UnexpectedReplyError extends ScriptoriumClientError {
  override readonly name = "UnexpectedReplyError";
}

/** The error of a reply that says `success: false`. */
export function failure(status: number, said: string | null, message: string, what: string): ScriptoriumClientError {
  const code = said ?? "UNKNOWN";
  if (code === "ROUTE_UNKNOWN" || code === "METHOD_REFUSED" || (said === null && status === 404)) {
    return new UnsupportedError(
      `The server has no ${what}. It speaks the reduced edition, or is older than this client.`,
      code,
      status,
    );
  }
  const kind =
    status === 401
      ? UnauthorizedError
      : code.endsWith("_NOT_FOUND")
        ? NotFoundError
        : status >= 500 && status !== 501
          ? UnavailableError
          : RefusedError;
  return new kind(message, code, status);
}

/** What answered with something that is no envelope: a proxy that cannot reach the server, or another server. */
export function unexpected(address: string, { status, headers }: Response): ScriptoriumClientError {
  const type = headers.get("content-type")?.split(";")[0] || "no content type";
  const said = status ? `${status}, ${type}` : "a redirect";
  return status >= 500
    ? new UnavailableError(`The server at ${address} is out of order (${said}).`, "UNEXPECTED_REPLY", status)
    : new UnexpectedReplyError(
        `What answers at ${address} is no such server (${said}). Check the address.`,
        "UNEXPECTED_REPLY",
        status,
      );
}
