import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Duplex, pipeline, Transform } from "node:stream";
import { type Gate, Gates, placeOf } from "./gates.js";

/**
 * The one thing our browser can connect to. It listens on this machine alone, lets nobody through without the password of a
 * gate, and sends everything on by the way of that gate, which judges it.
 */
export interface FilteringProxy {
  readonly port: number;
  readonly gates: Gates;
  close(): Promise<void>;
}

/** A page at this address says that the password was right. */
export const ENTRANCE = "http://entrance.invalid/";

/** Of what a page sends in one request over http. */
const MAX_SENT_BYTES = 16 * 1024 * 1024;
/** They concern one connection, or the proxy. */
const NOT_HANDED_ON: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export async function startFilteringProxy(): Promise<FilteringProxy> {
  const gates = new Gates();
  const server = createServer({ requestTimeout: 0, headersTimeout: 20_000, maxHeaderSize: 64 * 1024 });
  const sockets = new Set<Duplex>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("request", (request, response) => void forward(gates, request, response));
  server.on("connect", (request, socket: Duplex, head: Buffer) => void tunnel(gates, request, socket, head));
  // Our browser asks for a tunnel instead.
  server.on("upgrade", (_request, socket: Duplex) => socket.destroy());
  server.on("clientError", (_error, socket) => socket.destroy());
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    gates,
    async close() {
      gates.closeAll();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const UNKNOWN = { "proxy-authenticate": 'Basic realm="browser"' };

async function tunnel(gates: Gates, request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
  client.on("error", () => client.destroy());
  const gate = gates.of(request.headers["proxy-authorization"]);
  if (gate === undefined) {
    const [name, value] = Object.entries(UNKNOWN)[0]!;
    client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${name}: ${value}\r\nContent-Length: 0\r\n\r\n`);
    return;
  }
  const target = URL.parse(`http://${request.url ?? ""}/`);
  const gone = new AbortController();
  client.once("close", () => gone.abort(new Error("gone")));
  const signal = AbortSignal.any([gone.signal, gate.control.signal]);
  try {
    if (target === null || !/^.+:\d{1,5}$/.test(request.url ?? "")) throw new Error("no host and port");
    const [, host = "", port = ""] = /^(.+):(\d{1,5})$/.exec(request.url ?? "") ?? [];
    const server = await gate.way.tunnel(host, Number(port), signal);
    gate.worked(`${host}:${port}`);
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) server.write(head);
    const cut = () => {
      server.destroy();
      client.destroy();
    };
    signal.addEventListener("abort", cut, { once: true });
    pipeline(client, server, () => {});
    pipeline(server, counting(gate), client, () => {
      signal.removeEventListener("abort", cut);
      cut();
    });
  } catch (error) {
    gate.failed(request.url ?? "", error);
    client.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
  }
}

async function forward(gates: Gates, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.on("error", () => {});
  response.on("error", () => {});
  const gate = gates.of(request.headers["proxy-authorization"]);
  if (gate === undefined) {
    response.writeHead(407, UNKNOWN).end();
    return;
  }
  const text = request.url ?? "";
  if (text.startsWith(ENTRANCE)) {
    // Browsers ask every site for its icon.
    response.writeHead(text === ENTRANCE ? 200 : 404, { "content-type": "text/plain" }).end();
    return;
  }
  const url = URL.parse(text);
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Error("gone")));
  const signal = AbortSignal.any([gone.signal, gate.control.signal]);
  try {
    if (url === null || url.protocol !== "http:") throw new Error("no address of http");
    const body = await bodyOf(request);
    const answer = await gate.way.forward({
      url: text,
      method: request.method ?? "GET",
      headers: handedOn(request.headers),
      ...(body.length === 0 ? {} : { body }),
      signal,
    });
    gate.worked(placeOf(url));
    response.writeHead(answer.status, handedOn(answer.headers, ["content-length"]));
    response.flushHeaders();
    pipeline(answer.body, counting(gate), response, () => {});
  } catch (error) {
    gate.failed(url === null ? text : placeOf(url), error);
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { "content-length": "0" }).end();
  }
}

function counting(gate: Gate): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      gate.received(chunk.length);
      done(null, chunk);
    },
  });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_SENT_BYTES) throw new Error("too much was sent");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Values = string | string[] | undefined;

/** Without those that belong to one connection. */
function handedOn<Value extends Values>(
  headers: Readonly<Record<string, Value>>,
  also: readonly string[] = [],
): Record<string, string> {
  const named = [headers["connection"] ?? ""]
    .flat()
    .join(",")
    .toLowerCase()
    .split(/\s*,\s*/);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || (!also.includes(name) && (NOT_HANDED_ON.has(name) || named.includes(name)))) continue;
    kept[name] = value as string;
  }
  return kept;
}
