import { setTimeout as sleep } from "node:timers/promises";
import type { Agent, Dispatcher } from "undici";
import { type ErrorCode, type RunErrorCode, ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { openAgent } from "./agent.js";
import { createPlaces } from "./places.js";
import { faultOf, inSeconds, retryAfterMs, saysFault, serviceAddress, TEMPORARY_FAULTS } from "./service-faults.js";

export interface ServiceLimits {
  /**
   * For one request with its answer, not counting the wait for a place.
   * @default 20000
   */
  readonly timeoutMs?: number;
  /**
   * Of one answer.
   * @default 4 MiB
   */
  readonly maxBytes?: number;
  /**
   * Requests in flight at once.
   * @default 4
   */
  readonly concurrency?: number;
  /**
   * How often a request is made before it has failed.
   * @default 3
   */
  readonly attempts?: number;
  /** Waits between two attempts. @default a timer */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface ServiceOptions extends ServiceLimits {
  /** What messages call its like: `a translation service`. */
  readonly like: string;
  /** Of its errors. */
  readonly code: ErrorCode;
  /** Of an answer that asks for fewer requests. @default `code` */
  readonly busyCode?: RunErrorCode;
  /** Statuses that ask for fewer requests, besides 429, 503 and 529. */
  readonly busyStatuses?: readonly number[];
  /**
   * What an answer with status 429 or 503 says besides "later", where the service has a way of its own to say it: with `final`
   * it is not asked again, with `waitMs` it is when the wait is short enough.
   */
  readonly readBusy?: (answer: BusyAnswer) => { readonly waitMs?: number; readonly final?: Refused } | undefined;
  /** The setting by which its time is made longer, as messages name it. @default "timeoutMs of its adapter" */
  readonly timeSetting?: string;
  /** Sent with every request, besides the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface BusyAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined when the body is no JSON. */
  readonly json: unknown;
}

export interface Refused {
  readonly code: RunErrorCode;
  /** What is wrong and what to do, behind the name of the service. */
  readonly says: string;
}

export interface ServiceRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below the address of the service, without a slash in front. */
  readonly path: string;
  readonly body?: { readonly type: "application/json" | "application/x-www-form-urlencoded"; readonly text: string };
  /** `text`: the answer need not be JSON. @default "json" */
  readonly as?: "json" | "text";
  /** Instead of the time of the client, and the setting of who asks that says it. */
  readonly limit?: TimeLimit | undefined;
}

export interface TimeLimit {
  readonly timeoutMs: number;
  /** As messages name it. */
  readonly setting: string;
}

export interface ServiceAnswer {
  /** 200 to 299, or 400 to 499 but 429. */
  readonly status: number;
  /** What the body says as JSON; undefined when it is none, or was not asked for. */
  readonly json: unknown;
  /** The body of what was asked for as text. */
  readonly text?: string;
}

/** Talks to one service at an address that the settings of the server name; it may be a private one. */
export interface ServiceClient {
  /** The service as messages name it: neither path nor anything secret. */
  readonly title: string;
  /** The facts every error of this service has. */
  readonly facts: Readonly<Record<string, unknown>>;
  /**
   * Throws an error with the code of the options when there is no answer that the caller could read, with `service`, `host`,
   * and `status`, `errno`, `timeoutMs` or `retryAfterSeconds` among its facts; rejects with the signal's reason.
   */
  send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer>;
}

const PAUSES_MS = [250, 1_000];
const LONGEST_PAUSE_MS = 5_000;

/** Throws CONFIG_INVALID for an address that cannot be used. */
export function createServiceClient(service: string, address: string, options: ServiceOptions): ServiceClient {
  const base = serviceAddress(service, address);
  const {
    timeoutMs = 20_000,
    maxBytes = 4 * 1024 * 1024,
    concurrency = 4,
    attempts = 3,
    wait = pause,
    like,
    code,
    busyCode = code,
    busyStatuses = [],
    timeSetting = "timeoutMs of its adapter",
    readBusy,
  } = options;
  const checkAddress = `Check that its address is that of ${like}.`;
  const title = `${service} at ${shown(base.host)}`;
  const facts = { service, host: base.host };
  const headers = { accept: "application/json", "accept-language": "en", ...options.headers };
  const inPlace = createPlaces(concurrency);
  let agent: Promise<Agent> | undefined;

  async function send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= attempts;
      const { answer, retryInMs } = await inPlace(() => attemptOnce(request, signal, last), signal);
      if (answer !== undefined) return answer;
      await wait(retryInMs ?? PAUSES_MS[attempt - 1] ?? 0, signal);
      signal.throwIfAborted();
    }
  }

  /** One request in its time; no answer when another attempt is worth while. */
  async function attemptOnce(request: ServiceRequest, signal: AbortSignal, last: boolean): Promise<Attempt> {
    const tooLate = new AbortController();
    const either = AbortSignal.any([signal, tooLate.signal]);
    const limit = request.limit ?? { timeoutMs, setting: timeSetting };
    const timer = setTimeout(() => tooLate.abort(), limit.timeoutMs);
    try {
      return await untilAborted(either, exchange(request, either, last));
    } catch (error) {
      signal.throwIfAborted();
      if (tooLate.signal.aborted) {
        const says = `did not answer within ${inSeconds(limit.timeoutMs)}. Try again later, or raise ${limit.setting}.`;
        throw failed(says, { timeoutMs: limit.timeoutMs });
      }
      const errno = faultOf(error);
      if (errno === undefined) throw error;
      if (TEMPORARY_FAULTS.has(errno) && !last) return {};
      throw failed(saysFault(errno), { errno }, error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function exchange(request: ServiceRequest, signal: AbortSignal, last: boolean): Promise<Attempt> {
    agent ??= openAgent({ timeout: timeoutMs }, 0);
    const {
      statusCode: status,
      headers: answered,
      body,
    } = await (await agent).request({
      origin: base.origin,
      path: `${base.pathname}${request.path}`,
      method: request.method,
      headers: request.body === undefined ? headers : { ...headers, "content-type": request.body.type },
      body: request.body?.text,
      signal,
    });
    try {
      if (BUSY.has(status) || busyStatuses.includes(status)) {
        const json = readBusy === undefined ? undefined : parsed((await readText(body, maxBytes)) ?? "");
        const read = readBusy?.({ status, headers: answered, json });
        if (read?.final) throw failed(read.final.says, { status }, undefined, read.final.code);
        const retryInMs = read?.waitMs ?? retryAfterMs(answered["retry-after"]);
        if (!last && (retryInMs ?? 0) <= LONGEST_PAUSE_MS) return { retryInMs };
        const problem =
          status === 503 || status === 504 ? "is not able to answer just now" : "has had too many requests";
        const when = retryInMs === undefined ? "later, or look into its log" : `in ${inSeconds(retryInMs)}`;
        const retryAfterSeconds = retryInMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryInMs / 1000) };
        throw failed(`${problem}. Try again ${when}.`, { status, ...retryAfterSeconds }, undefined, busyCode);
      }
      if (status >= 300 && status < 400) {
        throw failed("redirects to another address, which is not followed. Set the address it should have.", {
          status,
        });
      }
      if (status >= 500)
        throw failed(`answered with status ${status}. Try again later, or look into its log.`, { status });
      const text = await readText(body, maxBytes);
      if (text === undefined) throw failed(`sent an answer that is too large. ${checkAddress}`, { maxBytes });
      if (request.as === "text") return { answer: { status, json: undefined, text } };
      const json = parsed(text);
      if (json === undefined && status < 300)
        throw failed(`gave an answer that is not JSON. ${checkAddress}`, { status });
      return { answer: { status, json } };
    } finally {
      body.on("error", () => {});
      body.destroy();
    }
  }

  const failed = (says: string, more: Record<string, unknown>, cause?: unknown, as: ErrorCode | RunErrorCode = code) =>
    new ScriptoriumError(as, `${title} ${says}`, { ...facts, ...more }, cause === undefined ? {} : { cause });

  return { title, facts, send };
}

interface Attempt {
  readonly answer?: ServiceAnswer;
  readonly retryInMs?: number | undefined;
}

// DeepL says 529 for too many requests at once.
const BUSY: ReadonlySet<number> = new Set([429, 503, 529]);
/** Undefined for a body that is larger. */
async function readText(body: Dispatcher.ResponseData["body"], maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
