import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isIP } from "node:net";
import { ScriptoriumError } from "../../kernel/index.js";
import { configError } from "./config-error.js";

/** The server under every address it is reached at. */
export interface Listening {
  readonly port: number;
  /** Stops taking connections, and ends those that are idle. */
  close(): Promise<void>;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Listens on the host; `localhost` means both 127.0.0.1 and, where the machine has it, ::1, because clients use either.
 * Throws CONFIG_INVALID when the port is taken or the address is not one of this machine.
 */
export async function listen(createServer: () => Server, host: string, port: number): Promise<Listening> {
  const bare = host.replace(/^\[|\]$/g, "");
  const first = createServer();
  const bound = await listenOn(first, bare === "localhost" ? "127.0.0.1" : bare, port);
  const servers = [first];
  if (bare === "localhost") {
    const second = createServer();
    try {
      await listenOn(second, "::1", bound);
      servers.push(second);
    } catch (error) {
      if (!(error instanceof NoSuchAddress)) {
        await closed(first);
        throw error;
      }
    }
  }
  return {
    port: bound,
    close: async () => {
      await Promise.all(servers.map(closed));
    },
  };
}

class NoSuchAddress extends ScriptoriumError {}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(problemOf(error, host, port)));
    server.listen({ host, port, ipv6Only: isIP(host) === 6 }, () => {
      // Errors of the listening socket later on (too many open files) must not end the process.
      server.removeAllListeners("error").on("error", () => {});
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function problemOf(cause: NodeJS.ErrnoException, host: string, port: number): ScriptoriumError {
  if (cause.code === "EADDRINUSE") {
    return configError(
      `The port ${port} is in use. Stop the program that uses it, or choose another with --port.`,
      { port },
      cause,
    );
  }
  if (cause.code === "EACCES") {
    return configError(
      `The port ${port} may not be used by this user. Choose one above 1023 with --port.`,
      { port },
      cause,
    );
  }
  return new NoSuchAddress(
    "CONFIG_INVALID",
    `The address ${host} is not one of this machine. Choose another with --host.`,
    { host, setting: "host" },
    { cause },
  );
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
