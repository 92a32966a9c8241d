import { createServer, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Api } from "./api.js";
import { failureBody, replyHeaders } from "./envelope.js";
import { nodeListener } from "./node-listener.js";
import { BROKEN_REQUEST } from "./wording.js";

/**
 * A node:http server for the API alone, with the limits that keep slow and broken clients from holding it, and the
 * envelope also for requests that are broken below HTTP. It does not listen yet.
 */
export function createApiServer(api: Api): Server {
  const listener = nodeListener(api);
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
  server.on("connect", (_request, socket) => refuse(socket as Socket, 400));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else refuse(socket as Socket, STATUS_OF_ERROR[error.code ?? ""] ?? 400);
  });
  return server;
}

const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function refuse(socket: Socket, status: number): void {
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
  socket.on("error", () => socket.destroy());
  socket.end(`${head}\r\n${body}`);
}
