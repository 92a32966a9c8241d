import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { createServer, type Socket } from "node:net";

/** A server of this machine that pages must not reach: on every address, over TCP and UDP. */
export interface Trap {
  readonly port: number;
  /** What was asked for, by request line, and `connected` for a connection. */
  readonly asked: readonly string[];
  /** Datagrams that came. */
  datagrams(): number;
  close(): Promise<void>;
}

export async function openTrap(): Promise<Trap> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    asked.push("connected");
    socket.once("data", (bytes) => {
      asked.push(bytes.toString("latin1").split("\r\n", 1)[0]!);
      const head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\naccess-control-allow-origin: *\r\nconnection: close";
      socket.end(`${head}\r\n\r\n<h1>internal secret</h1>`);
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "::", resolve));
  const { port } = server.address() as { readonly port: number };
  let datagrams = 0;
  const udp = await new Promise<UdpSocket>((resolve, reject) => {
    const socket = createSocket({ type: "udp6" });
    socket.once("error", reject);
    socket.on("message", () => {
      datagrams += 1;
    });
    socket.bind(port, "::", () => resolve(socket));
  });
  return {
    port,
    asked,
    datagrams: () => datagrams,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([
        new Promise<void>((resolve) => server.close(() => resolve())),
        new Promise<void>((resolve) => udp.close(resolve)),
      ]);
    },
  };
}
