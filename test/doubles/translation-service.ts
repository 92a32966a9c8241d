import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface DoubleRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface DoubleAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, instead of JSON. */
  readonly text?: string;
}

/** A real server on 127.0.0.1 for the tests of this folder. It remembers what it was asked. */
export interface ServiceDouble {
  readonly url: string;
  readonly host: string;
  readonly requests: readonly DoubleRequest[];
  /** The most requests that were in flight at once. */
  busiest(): number;
  close(): Promise<void>;
}

/** "hang" never answers, "drop" closes the connection. */
export async function serve(
  answer: (request: DoubleRequest) => DoubleAnswer | "hang" | "drop" | Promise<DoubleAnswer | "hang" | "drop">,
): Promise<ServiceDouble> {
  const requests: DoubleRequest[] = [];
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on("close", () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = request;
    const seen = { method, path, headers, text: Buffer.concat(chunks).toString("utf8") };
    requests.push(seen);
    const given = await answer(seen);
    if (given === "hang") return;
    if (given === "drop") {
      request.socket.destroy();
      return;
    }
    const type = given.text === undefined ? "application/json" : "text/html";
    response.writeHead(given.status ?? 200, { "content-type": type, ...given.headers });
    response.end(given.text ?? JSON.stringify(given.json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    busiest: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
