import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Api } from "./api.js";
import { failureBody, replyHeaders } from "./envelope.js";
import { type NodeListenerOptions, nodeListener } from "./node-listener.js";
import { BROKEN_REQUEST } from "./wording.js";

/**
 * A node:http server for the API alone, with the limits that keep slow and broken clients from holding it, and the
 * envelope also for requests that are broken below HTTP. It does not listen yet.
 */
export function createApiServer(api: Api, options: Pick<NodeListenerOptions, "stalledMs"> = {}): Server {
  const listener = nodeListener(api, options);
  const server = createServer(
    {
      // The guard answers a missing Host header; node would do so without a body.
      requireHostHeader: false,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: 5000,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => listener(request, response),
  );
  server.maxHeadersCount = 0;
  server.maxConnections = 512;
  server.on("checkExpectation", (_request, response) => {
    response.writeHead(417, [...replyHeaders(undefined), "Connection", "close"]);
    response.end(failureBody(BROKEN_REQUEST[417]!));
  });
  server.on("connect", (_request, socket) => refuse(socket, 400));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // What follows the bytes that were refused.
    if (socket.writableEnded) return;
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) socket.destroy();
    else refuse(socket, STATUS_OF_ERROR[error.code ?? ""] ?? 400);
  });
  return server;
}

/** How long a client that was refused may take to hang up, so that it sees the reply and not a reset. */
const LINGER_MS = 2000;

const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Whether an answer has begun, in the middle of which another one would be taken for a part of it. node reports this
 * by no public name; its own reply to broken requests looks here too.
 */
function isAnswering(socket: Duplex): boolean {
  return (socket as { readonly _httpMessage?: ServerResponse })._httpMessage?.headersSent === true;
}

function refuse(socket: Duplex, status: number): void {
  const body = failureBody(BROKEN_REQUEST[status]!);
  const headers = [
    ...replyHeaders(undefined),
    "Content-Length",
    String(Buffer.byteLength(body)),
    "Connection",
    "close",
  ];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let index = 0; index < headers.length; index += 2) head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  socket.on("error", () => socket.destroy());
  socket.end(`${head}\r\n${body}`);
  socket.resume();
}
