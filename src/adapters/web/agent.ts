import type { Agent } from "undici";
import type { Connections } from "./connect.js";

/** However long sites would keep idle connections open: a crawl of many sites must not run out of sockets. */
const KEPT_OPEN_MS = 15_000;

/** An agent of undici whose sockets are all opened by `connect`. */
export async function openAgent(connect: Connections["connect"], idleTimeoutMs: number): Promise<Agent> {
  const { Agent } = await importUndici();
  return new Agent({
    connect,
    allowH2: false,
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: KEPT_OPEN_MS,
  });
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
