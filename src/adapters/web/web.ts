import type { Agent, Dispatcher } from "undici";
import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/json.js";
import type { WebPage, WebProvider } from "../../kernel/providers.js";
import { type AddressRulesOptions, createAddressRules, displayed } from "./addresses.js";
import { ACCEPTED_CODINGS, BodyTooLarge, decodingsFor, discard, readBody } from "./body.js";
import { decodePage, isBinaryType, looksBinary, readContentType } from "./charset.js";
import { type Connections, createConnections, type Lookup } from "./connect.js";
import { failed, failure, type Limits, timeout } from "./failures.js";
import { createSlots } from "./slots.js";

export interface WebOptions extends AddressRulesOptions, Partial<Limits> {
  /** Version of this package, for the default user agent. */
  readonly version?: string;
  /** @default "Scriptorium/<version> (+content automation)" */
  readonly userAgent?: string;
  /**
   * Bytes of a page after decompression.
   * @default 10 MiB
   */
  readonly maxBytes?: number;
  /**
   * For a page with all its redirects, not counting the wait for a place.
   * @default 60000
   */
  readonly totalTimeoutMs?: number;
  /**
   * Between two arrivals of bytes, and before the first.
   * @default 20000
   */
  readonly idleTimeoutMs?: number;
  /** @default 10000 */
  readonly connectTimeoutMs?: number;
  /** @default 5 */
  readonly maxRedirects?: number;
  /**
   * Fetches under way at once for one host name.
   * @default 8
   */
  readonly perHost?: number;
  /**
   * Fetches under way at once altogether.
   * @default 32
   */
  readonly overall?: number;
  /** Finds the addresses of a host name. @default the system's resolver */
  readonly lookup?: Lookup;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The one way out to addresses that come from outside. Whatever the address, its redirects and its names lead to is
 * judged before anything is connected; see `addresses.ts` for the rules.
 * Throws CONFIG_INVALID for a setting that cannot be used.
 */
export function createWeb(options: WebOptions = {}): WebProvider & { close(): Promise<void> } {
  const limits: Limits = {
    maxBytes: options.maxBytes ?? 10 * 1024 * 1024,
    totalTimeoutMs: options.totalTimeoutMs ?? 60_000,
    idleTimeoutMs: options.idleTimeoutMs ?? 20_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    maxRedirects: options.maxRedirects ?? 5,
  };
  const headers = {
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "accept-language": "en,*;q=0.5",
    "accept-encoding": ACCEPTED_CODINGS,
    "user-agent": userAgent(options),
  };
  const rules = createAddressRules(options);
  const slots = createSlots({ perHost: options.perHost ?? 8, overall: options.overall ?? 32 });
  const connections = createConnections({
    rules,
    lookup: options.lookup,
    connectTimeoutMs: limits.connectTimeoutMs,
  });
  const underWay = new Set<AbortController>();
  let closed = false;
  let agent: Promise<Agent> | undefined;

  async function fetch(text: string, { signal }: { readonly signal: AbortSignal }): Promise<WebPage> {
    signal.throwIfAborted();
    const first = rules.read(text);
    if (closed) throw stopped(first);
    const control = new AbortController();
    const cut = () => control.abort(signal.reason);
    signal.addEventListener("abort", cut, { once: true });
    underWay.add(control);
    try {
      return await follow(first, control);
    } finally {
      signal.removeEventListener("abort", cut);
      underWay.delete(control);
    }
  }

  async function follow(first: URL, control: AbortController): Promise<WebPage> {
    let url = first;
    let leftMs = limits.totalTimeoutMs;
    for (let hops = 0; hops <= limits.maxRedirects; hops += 1) {
      // A redirect gives its place back before it asks for the next, so that two hosts cannot wait for each other.
      const release = await slots.take(url.hostname, control.signal);
      const started = performance.now();
      const timer = setTimeout(() => control.abort(timeout("total", url, limits)), leftMs);
      try {
        const answer = await unlessAborted(control.signal, get(url, control.signal));
        if (!(answer instanceof URL)) return answer;
        url = answer;
      } catch (error) {
        throw control.signal.aborted ? control.signal.reason : failure(error, url, limits);
      } finally {
        clearTimeout(timer);
        release();
      }
      leftMs = Math.max(0, leftMs - (performance.now() - started));
    }
    throw failed(
      first,
      `${displayed(first)} redirects more than ${limits.maxRedirects} times. Give the address it should lead to.`,
      { redirects: limits.maxRedirects },
    );
  }

  /** The page, or where it has moved to. */
  async function get(url: URL, signal: AbortSignal): Promise<WebPage | URL> {
    agent ??= openAgent(connections.connect, limits.idleTimeoutMs);
    const answer = await send(await agent, url, signal);
    try {
      const location = header(answer, "location");
      if (REDIRECTS.has(answer.statusCode) && location !== "") return rules.read(location, url);
      if (answer.statusCode < 200 || answer.statusCode > 299) throw wrongStatus(url, answer.statusCode);
      const type = readContentType(header(answer, "content-type"));
      if (isBinaryType(type.mediaType)) throw notText(url, type.mediaType);
      const decodings = decodingsFor([answer.headers["content-encoding"] ?? ""].flat().join(","));
      if (Number(header(answer, "content-length")) > limits.maxBytes) throw new BodyTooLarge();
      const bytes = await readBody(answer.body, decodings, limits.maxBytes);
      if (looksBinary(bytes, type)) throw notText(url, type.mediaType);
      const text = await decodePage(bytes, type);
      return { url: url.href, status: answer.statusCode, mediaType: type.mediaType, text, bytes: bytes.length };
    } finally {
      discard(answer.body);
    }
  }

  async function send(open: Agent, url: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const request = { origin: url.origin, path: url.pathname + url.search, method: "GET", headers, signal } as const;
    try {
      return await open.request(request);
    } catch (error) {
      // A server may close an idle connection at the very moment it is used again; that says nothing about the page.
      if (signal.aborted || !connections.wasStale(error)) throw error;
      return await open.request(request);
    }
  }

  return {
    fetch,
    async close() {
      closed = true;
      for (const control of underWay) control.abort(stopped());
      connections.close();
      await (await agent)?.destroy();
    },
  };
}

/** An agent of undici whose sockets are all opened by `connect`. */
export async function openAgent(connect: Connections["connect"], idleTimeoutMs: number): Promise<Agent> {
  const { Agent } = await importUndici();
  return new Agent({ connect, allowH2: false, headersTimeout: idleTimeoutMs, bodyTimeout: idleTimeoutMs });
}

// Loading undici makes it the engine of the global fetch, which belongs to the host; the host gets its own back.
async function importUndici(): Promise<typeof import("undici")> {
  const world = globalThis as unknown as Record<symbol, unknown>;
  const places = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) => Symbol.for(name));
  const before = places.map((place) => world[place]);
  const undici = await import("undici");
  places.forEach((place, index) => {
    if (world[place] !== before[index]) world[place] = before[index];
  });
  return undici;
}

export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // A request that waits for its connection does not look at its signal.
  return new Promise((resolve, reject) => {
    const cut = () => reject(signal.reason);
    if (signal.aborted) cut();
    signal.addEventListener("abort", cut, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", cut));
  });
}

/** The first value of a header, or empty text. */
function header({ headers }: Dispatcher.ResponseData, name: string): string {
  return [headers[name] ?? ""].flat()[0] ?? "";
}

function wrongStatus(url: URL, status: number): ScriptoriumError {
  return failed(url, `${displayed(url)} answered with status ${status} instead of a page. ${advice(status)}`, {
    status,
  });
}

function advice(status: number): string {
  if (status === 404 || status === 410) return "Check the address.";
  if (status === 401 || status === 403) return "It may only be open to people who are signed in.";
  return "Try again later.";
}

function notText(url: URL, mediaType: string): ScriptoriumError {
  const type = mediaType === "" ? "data without a type" : shown(mediaType);
  return failed(url, `${displayed(url)} is not a text page but ${type}. Give the address of a page.`, {
    mediaType: shown(mediaType),
  });
}

function stopped(url?: URL): ScriptoriumError {
  return new ScriptoriumError(
    "FETCH_FAILED",
    "The page was not fetched, because the server is stopping. Start it again.",
    url === undefined ? {} : { url: displayed(url) },
  );
}

export function userAgent({ userAgent, version }: Pick<WebOptions, "userAgent" | "version">): string {
  const agent = userAgent ?? `Scriptorium${version === undefined ? "" : `/${version}`} (+content automation)`;
  if (/^[\x20-\x7e]+$/.test(agent)) return agent;
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    "The user agent holds characters that a request cannot carry. Use plain ASCII letters.",
    { setting: "userAgent" },
  );
}
