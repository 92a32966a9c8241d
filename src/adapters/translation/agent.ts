import type { Agent } from "undici";

/** Connections to one service. Redirects are not followed, and the time limits are those of the caller. */
export async function openAgent(timeoutMs: number): Promise<Agent> {
  const { Agent } = await importUndici();
  return new Agent({ connect: { timeout: timeoutMs }, headersTimeout: 0, bodyTimeout: 0, allowH2: false });
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
