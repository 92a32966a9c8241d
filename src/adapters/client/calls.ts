import {
  failure,
  NotReachableError,
  RefusedError,
  ScriptoriumClientError,
  TimeoutError,
  UnavailableError,
  unexpected,
} from "./errors.js";
import type { ClientOptions, RawCall } from "./options.js";

/** A reply that is no envelope, and what ends it before its time. */
export interface OpenReply {
  readonly response: Response;
  end(): void;
}

/** What every operation is made of. */
export interface Calls {
  /** The result of an envelope. */
  result<T>(path: string, call?: RawCall, retries?: number): Promise<T>;
  /** A reply that is no envelope; its body may be read for as long as it takes. */
  open(path: string, call?: RawCall, retries?: number): Promise<OpenReply>;
  /** As `result`, for calls that only read: goes on when the server is away for a while. */
  steady<T>(path: string, call?: RawCall): Promise<T>;
  /** Throws when no further attempt may follow the one that failed so; otherwise waits until it is time for it. */
  pause(error: unknown, failed: number, most: number, signal?: AbortSignal): Promise<void>;
}

interface Envelope {
  readonly success: boolean;
  readonly message: string | null;
  readonly result: unknown;
  readonly notes?: readonly string[];
}

const CODE = "x-error-code";

export function createCalls(options: ClientOptions): Calls {
  const { apiKey, retries: usual = 3, reconnects = 10 } = options;
  const address = addressOf(options.url ?? "http://localhost:8008");
  const ask = options.fetch ?? ((...asked) => fetch(...asked));
  const own = { ...options.headers, ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) };
  // Says now what is wrong with a header. In Node the first one loads all of fetch, which a host with its own does without.
  if (Object.keys(own).length > 0) new Headers(own);

  async function attempt<T>(
    path: string,
    { method = "GET", query, body, headers, signal, timeoutMs = options.timeoutMs ?? 120_000 }: RawCall,
    read: (response: Response, end: () => void) => Promise<T>,
    isKept = false,
  ): Promise<T> {
    // Every address takes these for the folder itself or the one above, however they are written.
    if (/\/\.\.?(?:\/|$)/.test(path)) {
      throw new RefusedError(`${path} is no path of the server: "." and ".." cannot be names.`, "INPUT_REFUSED");
    }
    const over = new AbortController();
    const signals = [options.signal, signal].filter((one) => one !== undefined);
    const abort = () => over.abort(signals.find((one) => one.aborted)?.reason);
    for (const one of signals) {
      one.throwIfAborted();
      one.addEventListener("abort", abort);
    }
    const free = () => {
      for (const one of signals) one.removeEventListener("abort", abort);
    };
    const late = () =>
      over.abort(
        new TimeoutError(
          `The server at ${address} did not answer within ${timeoutMs / 1000} seconds. Ask again later, or give it more time.`,
          "TIMEOUT",
        ),
      );
    const timer = timeoutMs > 0 ? setTimeout(late, timeoutMs) : undefined;
    let isRead = false;
    try {
      const response = await ask(address + path + queryText(query), {
        method,
        // A redirect would make a GET of a POST.
        redirect: "manual",
        signal: over.signal,
        ...(body === undefined
          ? { headers: headers ? { ...own, ...headers } : own }
          : { headers: { ...own, "content-type": "application/json", ...headers }, body: JSON.stringify(body) }),
      });
      const found = await read(response, () => {
        free();
        over.abort();
      });
      isRead = true;
      return found;
    } catch (error) {
      if (over.signal.aborted) throw over.signal.reason;
      if (error instanceof ScriptoriumClientError) throw error;
      throw new NotReachableError(
        `The server at ${address} could not be reached, or the connection was lost. Check the address, and whether the server runs.`,
        "NOT_REACHABLE",
        0,
        { cause: error },
      );
    } finally {
      clearTimeout(timer);
      if (!isKept || !isRead) free();
    }
  }

  async function tried<T>(call: RawCall, retries: number, work: () => Promise<T>): Promise<T> {
    const { method = "GET", reads = method === "GET" } = call;
    for (let failed = 0; ; failed += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof NotReachableError)) throw error;
        await pause(error, failed, reads ? retries : 0, call.signal);
      }
    }
  }

  async function pause(error: unknown, failed: number, most: number, signal?: AbortSignal): Promise<void> {
    const isPassing = error instanceof NotReachableError || error instanceof UnavailableError;
    if (failed >= most || !isPassing) throw error;
    await sleep(Math.min(250 * 2 ** failed, 8000), [options.signal, signal]);
  }

  const result: Calls["result"] = (path, call = {}, retries = usual) =>
    tried(call, retries, () =>
      attempt(path, call, async (response) => {
        const what = `${call.method ?? "GET"} ${path}`;
        const { result, notes } = await envelopeOf(response, address, what);
        call.onHeaders?.(response.headers);
        if (notes) (call.onNotes ?? options.onNotes)?.(notes, what);
        return result as never;
      }),
    );

  return {
    result,
    pause,
    async steady(path, call = {}) {
      for (let failed = 0; ; failed += 1) {
        try {
          return await result(path, call, 0);
        } catch (error) {
          await pause(error, failed, reconnects, call.signal);
        }
      }
    },
    open: (path, call = {}, retries = usual) =>
      tried(call, retries, () =>
        attempt(
          path,
          call,
          async (response, end) => {
            const { headers } = response;
            // Streams, and the figures of /metrics, which name the version of their format.
            const isStream = /^text\/(?:event-stream|plain; version=)/.test(headers.get("content-type") ?? "");
            const isRaw = isStream || headers.has("content-disposition");
            if (response.ok && isRaw) return { response, end };
            await envelopeOf(response, address, `${call.method ?? "GET"} ${path}`);
            throw unexpected(address, response);
          },
          true,
        ),
      ),
  };
}

/** The envelope of a success; throws what it says of a failure. */
async function envelopeOf(response: Response, address: string, what: string): Promise<Envelope> {
  const { status, headers } = response;
  if (!headers.get("content-type")?.includes("json")) {
    await response.body?.cancel();
    throw unexpected(address, response);
  }
  let envelope: Envelope | null;
  try {
    envelope = (await response.json()) as Envelope | null;
  } catch (error) {
    throw error instanceof SyntaxError ? unexpected(address, response) : error;
  }
  if (typeof envelope?.success !== "boolean") throw unexpected(address, response);
  if (envelope.success) return envelope;
  throw failure(status, headers.get(CODE), String(envelope.message), what);
}

function addressOf(url: string | URL): string {
  const { protocol, username, origin, pathname } = new URL(url);
  if (/^https?:$/.test(protocol) && !username) return origin + pathname.replace(/\/+$/, "");
  throw new TypeError("The address of the server must begin with http:// or https:// and hold no user name.");
}

function queryText(query: object = {}): string {
  const known = Object.entries(query).filter(([, value]) => value !== undefined);
  return known.length === 0 ? "" : `?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}`;
}

/** Resolves after this time; rejects with the reason of a signal that aborts before. */
export function sleep(ms: number, signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      for (const one of signals) one?.removeEventListener("abort", end);
      const aborted = signals.find((one) => one?.aborted);
      if (aborted) reject(aborted.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    for (const one of signals) one?.addEventListener("abort", end);
    if (signals.some((one) => one?.aborted)) end();
  });
}
