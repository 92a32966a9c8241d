import type { Agent, Dispatcher } from "undici";

/** However long others would keep idle connections open: a crawl of many sites must not run out of sockets. */
const KEPT_OPEN_MS = 15_000;

/**
 * Connections over HTTP/1.1, by undici. `connect` opens every socket, which may refuse addresses, or limits the time in which
 * undici opens one. `idleTimeoutMs` is the longest wait for the head of an answer and between two pieces of its body; 0 for
 * no limit. Redirects are not followed.
 */
export async function openAgent(connect: NonNullable<Agent.Options["connect"]>, idleTimeoutMs: number): Promise<Agent> {
  const { Agent } = await importUndici();
  return new Agent({
    connect,
    allowH2: false,
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: KEPT_OPEN_MS,
  });
}

/** What sends requests. */
export interface Asker {
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Ends requests in flight. */
  destroy(): Promise<void>;
}

/**
 * Like `openAgent`, but every request that a server must not get twice has a connection of its own: a server may close an idle
 * one at the moment it is used again, and then nobody would know whether the request has arrived.
 */
export async function openAsker(...options: Parameters<typeof openAgent>): Promise<Asker> {
  const [kept, single] = [await openAgent(...options), await openAgent(...options)];
  return {
    request: (asked) => (isRepeatable(asked.method) ? kept.request(asked) : single.request({ ...asked, reset: true })),
    destroy: async () => void (await Promise.all([kept.destroy(), single.destroy()])),
  };
}

/** Requests that a server may get twice without harm. */
function isRepeatable(method: string): boolean {
  return method === "GET" || method === "HEAD";
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
