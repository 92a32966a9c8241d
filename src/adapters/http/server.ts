import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Api } from "./api.js";
import { failureBody, failureHeaders } from "./envelope.js";
import { type NodeListenerOptions, nodeListener } from "./node-listener.js";
import type { ProtocolCode } from "./protocol-codes.js";
import { BROKEN_REQUEST } from "./wording.js";

/** Loaded by those who make a server: it takes 15 ms of the start of programs that make none. */
const http = () => process.getBuiltinModule("node:http");

/**
 * A node:http server for the API alone, with the limits that keep slow and broken clients from holding it, and the
 * envelope also for requests that are broken below HTTP. It does not listen yet.
 */
export function createApiServer(api: Api, options: Pick<NodeListenerOptions, "stalledMs"> = {}): Server {
  const listener = nodeListener(api, options);
  const server = http().createServer(
    {
      // The guard answers a missing Host header; node would do so without a body.
      requireHostHeader: false,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: 5000,
      // Longer than clients are told, so that a busy one does not send into a connection that is just being closed.
      keepAliveTimeoutBuffer: 2000,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => listener(request, response),
  );
  server.maxHeadersCount = 0;
  server.maxConnections = MAX_CONNECTIONS;
  keepRoom(server);
  server.on("checkExpectation", (_request, response) => {
    response.writeHead(417, [...failureHeaders("REQUEST_BROKEN" satisfies ProtocolCode), "Connection", "close"]);
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

/** Connections at once; further ones are closed. */
const MAX_CONNECTIONS = 512;
/** Connections above which each new one takes the place of one on which nothing was asked. */
const CROWDED = 448;

/** Connections that only wait must not keep others out: near the limit the oldest without a complete request is closed. */
function keepRoom(server: Server): void {
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    if (open.size <= CROWDED) return;
    const waiting = [...open].filter((other) => other !== socket && !isAsked(other));
    // Those that never got an answer go before those that keep a connection for their next request.
    const first = waiting.find(({ bytesWritten }) => bytesWritten === 0) ?? waiting[0];
    if (first === undefined) return;
    open.delete(first);
    first.destroy();
  });
}

/** Whether a complete request has arrived whose answer is not finished. */
function isAsked(socket: Socket): boolean {
  return answerOn(socket)?.req.complete === true;
}

/** How long a client that was refused may take to hang up, so that it sees the reply and not a reset. */
const LINGER_MS = 2000;

const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Whether an answer has begun, in the middle of which another one would be taken for a part of it. */
function isAnswering(socket: Duplex): boolean {
  return answerOn(socket)?.headersSent === true;
}

/** The answer that a connection waits for. node has no public name for it; its own reply to broken requests looks here too. */
function answerOn(socket: Duplex): ServerResponse | null | undefined {
  return (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage;
}

function refuse(socket: Duplex, status: number): void {
  const body = failureBody(BROKEN_REQUEST[status]!);
  const headers = [
    ...failureHeaders("REQUEST_BROKEN" satisfies ProtocolCode),
    "Content-Length",
    String(Buffer.byteLength(body)),
    "Connection",
    "close",
  ];
  let head = `HTTP/1.1 ${status} ${http().STATUS_CODES[status]}\r\n`;
  for (let index = 0; index < headers.length; index += 2) head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  socket.on("error", () => socket.destroy());
  socket.end(`${head}\r\n${body}`);
  socket.resume();
}
