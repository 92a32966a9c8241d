import type { Socket } from "node:net";
import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";
import { type AddressRulesOptions, createAddressRules } from "./addresses.js";
import { ConnectionRefusal, ConnectionTimeout, createConnections } from "./connect.js";
import type { Lookup } from "./lookups.js";

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens connections for what is not HTTP, such as mail, under the rules by which pages are fetched. Throws ADDRESS_REFUSED, and the
 * system's errors; a connection that takes too long has the code ETIMEDOUT.
 */
export function createSockets(
  options: AddressRulesOptions & { readonly lookup?: Lookup | undefined },
): (host: string, port: number, signal: AbortSignal) => Promise<Socket> {
  const rules = createAddressRules(options);
  const connections = createConnections({ rules, lookup: options.lookup, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  return (host, port, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const cut = () => reject(signal.reason);
      signal.addEventListener("abort", cut, { once: true });
      connections.connect({ hostname: host, protocol: "http:", port: String(port) }, (error, socket) => {
        signal.removeEventListener("abort", cut);
        if (error !== null) return reject(failureOf(error, host, port));
        // Who listens for pieces that are ready to be read keeps them from others.
        for (const event of ["readable", "error", "close"]) socket.removeAllListeners(event);
        socket.on("error", () => {});
        if (signal.aborted) socket.destroy();
        else resolve(socket);
      });
    });
}

function failureOf(error: Error, host: string, port: number): Error {
  if (error instanceof ConnectionRefusal) {
    const { reason, says } = error.refusal;
    const place = `${shown(host)}:${port}`;
    return new ScriptoriumError(
      "ADDRESS_REFUSED",
      `The server ${place} is refused: ${says}`,
      { host: place, reason },
      { cause: error },
    );
  }
  return error instanceof ConnectionTimeout ? Object.assign(error, { code: "ETIMEDOUT" }) : error;
}
