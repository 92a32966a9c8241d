import { afterAll, beforeAll } from "vitest";
import { createApiServer, createScriptorium, type Scriptorium, type ScriptoriumOptions } from "../../src/index.js";

export interface Envelope {
  readonly success: boolean;
  readonly message: string | null;
  readonly result: string | null;
  readonly notes?: readonly string[];
}

export const TEXT =
  "The council approved a new budget on Tuesday after three hours of debate. Mayor Linda Hartwell said the plan protects schools, although spending on roads will fall by 12 percent.";

/** The built-in text providers behind the HTTP API, in their thread, as a newcomer starts them; for the tests of a file. */
export function textServer(text: NonNullable<ScriptoriumOptions["text"]> = {}) {
  let scriptorium: Scriptorium;
  let address: string;
  let server: ReturnType<typeof createApiServer>;

  beforeAll(async () => {
    scriptorium = createScriptorium({ text });
    await scriptorium.start();
    server = createApiServer(scriptorium.api);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const bound = server.address();
    address = `http://127.0.0.1:${typeof bound === "object" && bound ? bound.port : 0}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await scriptorium.stop();
  });

  async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Envelope> {
    const response = await fetch(address + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    return (await response.json()) as Envelope;
  }

  return { address: () => address, post };
}
