import { expect, it } from "vitest";
import { serveHttp } from "../../../test/doubles/loopback.js";
import { createWeb } from "./web.js";

const ENGINES = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) => Symbol.for(name));

// In a file of its own, because only the first fetch of a process loads the library.
it("the first fetch leaves the engine of the host's global fetch alone", async () => {
  const server = await serveHttp((_request, response) => response.end("ok"));
  const web = createWeb({ allowPrivate: [server.host] });
  const original = ENGINES.map((engine) => Reflect.get(globalThis, engine));
  // Older versions of Node know only the first of the two places, and the library fills both when the second is empty.
  const hosts = [{ dispatch: () => false }, undefined];
  ENGINES.forEach((engine, index) => {
    Reflect.set(globalThis, engine, hosts[index]);
  });
  try {
    expect((await web.fetch(server.url, { signal: AbortSignal.timeout(10_000) })).text).toBe("ok");
    expect(ENGINES.map((engine, index) => Reflect.get(globalThis, engine) === hosts[index])).toEqual([true, true]);
  } finally {
    ENGINES.forEach((engine, index) => {
      Reflect.set(globalThis, engine, original[index]);
    });
    await web.close();
    await server.close();
  }
});
