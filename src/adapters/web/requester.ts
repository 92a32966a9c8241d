import { ScriptoriumError } from "../../kernel/errors.js";
import type { WebRefusal } from "../../kernel/providers.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { type Asker, openAsker } from "../network/agent.js";
import { displayed } from "../network/displayed.js";
import { type AddressRulesOptions, createAddressRules } from "./addresses.js";
import { ACCEPTED_CODINGS, decodingsFor, readBody } from "./body.js";
import { ConnectionRefusal, ConnectionTimeout, createConnections } from "./connect.js";
import { failure, type Limits, tooSlow } from "./failures.js";
import { headerOf, receivedHeaders } from "./headers.js";
import type { Lookup } from "./lookups.js";
import { refusalOf } from "./refusals.js";
import { readRetryAfter } from "./retrying.js";
import { type UserAgentOptions, userAgentOf } from "./user-agent.js";

export interface RequesterOptions extends AddressRulesOptions, UserAgentOptions {
  /** Finds the addresses of a host name. @default the system's resolver */
  readonly lookup?: Lookup;
}

export interface RequesterRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs: number;
  /** Of the answer. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface RequesterAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** How long it asks to be left alone. */
  readonly retryAfterMs?: number;
  /** What it is instead of an answer, for a page of a wall. */
  readonly wall?: WebRefusal;
}

/** Asks services whose addresses come from outside. */
export interface Requester {
  /**
   * Resolves with the answer, whatever its status; redirects are not followed. Throws ADDRESS_REFUSED, FETCH_FAILED,
   * FETCH_TIMEOUT and FETCH_TOO_LARGE, with the fact `sent: false` where the service surely was told nothing.
   */
  send(url: string, request: RequesterRequest): Promise<RequesterAnswer>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
// Each request has a time limit of its own.
const NO_LIMIT = 0;

/**
 * A requester under the same rules as pages are fetched; see `addresses.ts`. Throws CONFIG_INVALID for a setting that cannot be
 * used.
 */
export function createRequester(options: RequesterOptions = {}): Requester {
  const rules = createAddressRules(options);
  const agentName = userAgentOf(options);
  const connections = createConnections({ rules, lookup: options.lookup, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const inFlight = new Set<AbortController>();
  let closed = false;
  let agent: Promise<Asker> | undefined;

  async function exchange(url: URL, request: RequesterRequest, signal: AbortSignal): Promise<RequesterAnswer> {
    agent ??= openAsker(connections.connect, NO_LIMIT);
    const open = await agent;
    const ask = () =>
      open.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: { "user-agent": agentName, "accept-encoding": ACCEPTED_CODINGS, ...request.headers },
        body: request.body ?? null,
        signal,
      });
    const answer = await ask().catch((error: unknown) => {
      if (!connections.wasStale(error)) throw error;
      return ask();
    });
    const codings = decodingsFor(headerOf(answer, "content-encoding"));
    const text = new TextDecoder().decode(await readBody(answer.body, codings, request.maxBytes));
    const headers = receivedHeaders(answer);
    const status = answer.statusCode;
    const isPage = /^(?:text\/html|application\/xhtml)/i.test(headers["content-type"] ?? "");
    const wall = isPage ? refusalOf({ status, headers, text, url: url.href }) : undefined;
    const retryAfterMs = readRetryAfter(headers["retry-after"] ?? "", new Date());
    return {
      ...{ status, headers, text },
      ...(wall === undefined ? {} : { wall }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }

  return {
    async send(text, request) {
      const { signal, timeoutMs, maxBytes } = request;
      signal.throwIfAborted();
      const url = rules.read(text);
      if (closed) throw stopped(url);
      const control = new AbortController();
      const cut = () => control.abort(signal.reason);
      signal.addEventListener("abort", cut, { once: true });
      inFlight.add(control);
      const timer = setTimeout(() => control.abort(tooSlow(url, timeoutMs)), timeoutMs);
      try {
        return await untilAborted(control.signal, exchange(url, request, control.signal));
      } catch (error) {
        if (control.signal.aborted) throw control.signal.reason;
        const known = failure(error, url, limitsOf(timeoutMs, maxBytes));
        throw ScriptoriumError.is(known) && isBeforeSending(error) ? unsent(known) : known;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", cut);
        inFlight.delete(control);
      }
    },
    async close() {
      closed = true;
      for (const control of inFlight) control.abort(stopped());
      connections.close();
      await (await agent)?.destroy();
    },
  };
}

const NOT_CONNECTED = /^(?:ENOTFOUND|ENODATA|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;
const NOT_SECURED = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/;

/** Whether an error is of making the connection, so that nothing went over it. */
function isBeforeSending(error: unknown): boolean {
  if (error instanceof ConnectionRefusal || error instanceof ConnectionTimeout) return true;
  const code = String((error as { code?: unknown } | undefined)?.code ?? "");
  return NOT_CONNECTED.test(code) || NOT_SECURED.test(code);
}

function unsent(error: ScriptoriumError): ScriptoriumError {
  return new ScriptoriumError(error.code, error.message, { ...error.facts, sent: false }, { cause: error.cause });
}

/** What the sentences of failures name; redirects have no part here. */
function limitsOf(timeoutMs: number, maxBytes: number): Limits {
  return {
    ...{ maxBytes, maxRedirects: 0, totalTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs },
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  };
}

function stopped(url?: URL): ScriptoriumError {
  return new ScriptoriumError(
    "FETCH_FAILED",
    "The request was not sent, because the server is stopping. Start it again.",
    url === undefined ? {} : { url: displayed(url) },
  );
}
