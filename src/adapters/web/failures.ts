import { ScriptoriumError } from "../../kernel/errors.js";
import type { WebRefusal } from "../../kernel/providers.js";
import { shown } from "../../kernel/values/json.js";
import { displayed } from "../network/displayed.js";
import { refused } from "./addresses.js";
import { BodyTooLarge, BodyUnreadable } from "./body.js";
import { ConnectionRefusal, ConnectionTimeout } from "./connect.js";

export interface Limits {
  readonly maxBytes: number;
  readonly totalTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly maxRedirects: number;
}

/** What went wrong with a page, as the error a caller of the web provider meets. */
export function failure(cause: unknown, url: URL, limits: Limits): unknown {
  if (ScriptoriumError.is(cause)) return cause;
  if (cause instanceof ConnectionRefusal) return refused(url, cause.refusal, cause);
  if (cause instanceof ConnectionTimeout) return timeout(cause.limit, url, limits, cause);
  if (cause instanceof BodyTooLarge) return tooLarge(url, limits.maxBytes, cause);
  if (cause instanceof BodyUnreadable) return badCompression(url, cause);
  const errno = codeOf(cause);
  if (IDLE_CODES.has(errno)) return timeout("idle", url, limits, cause);
  if (errno === "ETIMEDOUT" || errno === "UND_ERR_CONNECT_TIMEOUT") return timeout("connect", url, limits, cause);
  const name = BROKEN_OFF.has(errno) ? "ECONNRESET" : errno;
  return failed(url, sentence(name, url), { errno: name }, cause);
}

/**
 * What kept the robots.txt of a page from being read, said of the page: nothing is known of the rules of its site, and
 * what is wrong with the site is wrong for the page too.
 */
export function failureOfPage(error: ScriptoriumError, page: URL, limits: Limits): unknown {
  if (error.cause !== undefined) return failure(error.cause, page, limits);
  return new ScriptoriumError(error.code, error.message, { ...error.facts, ...placeOf(page) });
}

/** Where something went wrong, for programs. */
export function placeOf(url: URL): { readonly url: string; readonly host: string } {
  return { url: displayed(url), host: shown(url.host) };
}

export function failed(url: URL, message: string, facts: Record<string, unknown>, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "FETCH_FAILED",
    message,
    { ...placeOf(url), ...facts },
    cause === undefined ? {} : { cause },
  );
}

/** What comes after the head of an answer has its status too. */
const answered = (status: number | undefined) => (status === undefined ? {} : { status });

export function badCompression(url: URL, cause: BodyUnreadable, status?: number): ScriptoriumError {
  return failed(
    url,
    `${displayed(url)} came in a compression that cannot be read. Try again later, or leave the page out.`,
    answered(status),
    cause,
  );
}

export function tooLarge(url: URL, maxBytes: number, cause?: unknown, status?: number): ScriptoriumError {
  const size = maxBytes >= 1024 * 1024 ? `${Math.round(maxBytes / 1024 / 1024)} MB` : `${maxBytes} bytes`;
  return new ScriptoriumError(
    "FETCH_TOO_LARGE",
    `${displayed(url)} is larger than ${size}. Give the address of a smaller page.`,
    { ...placeOf(url), maxBytes, ...answered(status) },
    { cause },
  );
}

export function timeout(
  limit: "total" | "idle" | "connect" | "lookup",
  url: URL,
  limits: Limits,
  cause?: unknown,
): ScriptoriumError {
  const host = shown(url.host);
  const message = {
    total: `${displayed(url)} did not arrive within ${seconds(limits.totalTimeoutMs)}.`,
    idle: `${host} sent nothing for ${seconds(limits.idleTimeoutMs)}.`,
    connect: `No connection to ${host} could be made within ${seconds(limits.connectTimeoutMs)}.`,
    lookup: `The name ${host} could not be looked up in time.`,
  }[limit];
  return new ScriptoriumError("FETCH_TIMEOUT", `${message} Try again later.`, { ...placeOf(url), limit }, { cause });
}

/** For a service that was sent something and did not answer in time. */
export function tooSlow(url: URL, timeoutMs: number): ScriptoriumError {
  return new ScriptoriumError(
    "FETCH_TIMEOUT",
    `${shown(url.host)} did not answer within ${timeoutMs / 1000} seconds. Try again later.`,
    { url: displayed(url), limit: "total" },
  );
}

function seconds(milliseconds: number): string {
  const count = Number((milliseconds / 1000).toFixed(1));
  return count === 1 ? "1 second" : `${count} seconds`;
}

const IDLE_CODES: ReadonlySet<string> = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
const BROKEN_OFF: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"]);

function sentence(errno: string, url: URL): string {
  const host = shown(url.host);
  switch (errno) {
    case "ENOTFOUND":
    case "ENODATA":
      return `The name ${host} is not known. Check the address for typing mistakes, and the network connection.`;
    case "EAI_AGAIN":
      return `The name ${host} could not be looked up, because no name server answered. Check the network connection of this machine.`;
    case "ECONNREFUSED":
      return `${host} refused the connection. Check the address and its port, or try again later.`;
    case "ECONNRESET":
      return `${host} broke the connection off. Try again later.`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EADDRNOTAVAIL":
      return `${host} cannot be reached from this machine. Check the network connection.`;
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/.test(errno)) {
    return `The certificate of ${host} is not valid, so nobody can tell whether it is the right server. Check the address.`;
  }
  if (/SSL|EPROTO/.test(errno)) {
    return `${host} could not agree on a secure connection. Check whether the address should begin with http://.`;
  }
  if (errno === "UND_ERR_HEADERS_OVERFLOW" || errno.startsWith("HPE_")) {
    return `${host} gave an answer that is not valid HTTP. Leave the page out, or tell its owner.`;
  }
  return `${displayed(url)} could not be fetched. Try again later.`;
}

function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "unknown";
}

const KINDS: Readonly<Record<WebRefusal["kind"], string>> = {
  captcha: "a captcha",
  challenge: "a check of the browser",
  block: "a block page",
  "rate-limit": "a limit of requests",
  "sign-in": "a page to sign in",
  consent: "a page that asks for consent",
};

/** A site shows programs something else than its page; `signedIn` says that a name and a password were given for it. */
export function blocked(
  url: URL,
  status: number,
  { kind, by }: WebRefusal,
  { asked = url, signedIn = false }: { readonly asked?: URL | undefined; readonly signedIn?: boolean | undefined } = {},
): ScriptoriumError {
  const facts = { ...placeOf(url), status, kind, ...(by === undefined ? {} : { by }) };
  if (kind === "sign-in" && status === 401) {
    const message = signedIn
      ? `${displayed(url)} refuses the name and the password that were given for it (status 401). Correct them in the address or in headers, or leave the page out.`
      : `${displayed(url)} asks for a name and a password (status 401). ${adviceFor(status)}`;
    return new ScriptoriumError("FETCH_BLOCKED", message, facts);
  }
  const maker = by === undefined ? "" : ` of ${by}`;
  const advice =
    kind === "sign-in" || kind === "consent"
      ? "Give the cookies of a visitor who may read it, or leave the page out."
      : "Leave the page out, or ask its owner for access.";
  return new ScriptoriumError(
    "FETCH_BLOCKED",
    `${shown(url.host)} answered with ${KINDS[kind]}${maker} instead of ${displayed(asked)}. ${advice}`,
    facts,
  );
}

/** A site asks for fewer requests; for how long is not always said. */
export function limited(
  url: URL,
  retryAfterMs: number | undefined,
  facts: { readonly status?: number; readonly kind?: string; readonly by?: string },
): ScriptoriumError {
  const seconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
  const span = seconds === undefined ? "" : ` and for none in the next ${spanOf(seconds)}`;
  return new ScriptoriumError(
    "FETCH_LIMITED",
    `${shown(url.host)} asks for fewer requests${span}. Run again later, with a longer requestDelayFrom.`,
    { ...placeOf(url), ...facts, ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }) },
  );
}

export function wrongStatus(url: URL, status: number): ScriptoriumError {
  return failed(url, `${displayed(url)} answered with status ${status} instead of a page. ${adviceFor(status)}`, {
    status,
  });
}

function adviceFor(status: number): string {
  if (status === 404 || status === 410) return "Check the address.";
  if (status === 401) return "Give them in the address, before its host (name:password@), or leave the page out.";
  if (status === 403) return "Give the cookies of a visitor who may read it, or leave the page out.";
  return "Try again later.";
}

function spanOf(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? "second" : `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
