import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";

/** A real server on 127.0.0.1 for the tests of this folder. */
export interface Loopback {
  readonly port: number;
  readonly host: string;
  readonly url: string;
  /** Connections accepted so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Has no robots.txt, unless the listener is asked to answer for it too. */
export async function serveHttp(
  listener: RequestListener,
  { robots = false, host = "127.0.0.1" } = {},
): Promise<Loopback> {
  const server = createHttpServer((request, response) => {
    if (request.url === "/robots.txt" && !robots) response.writeHead(404).end();
    else listener(request, response);
  });
  return await listening(server, () => server.closeAllConnections(), host);
}

/** Hands over bare sockets, for answers that node:http would not send. */
export async function serveTcp(onSocket: (socket: Socket) => void): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onSocket(socket);
  });
  return await listening(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listening(server: Server | HttpServer, cutAll: () => void, address = "127.0.0.1"): Promise<Loopback> {
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `${address}:${port}`,
    url: `http://${address}:${port}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}
