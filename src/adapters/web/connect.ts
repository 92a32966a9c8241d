import { isIP, type LookupFunction, type Socket, connect as tcpConnect } from "node:net";
import { connect as tlsConnect } from "node:tls";
import type { buildConnector } from "undici";
import type { AddressRules, Refusal } from "./addresses.js";
import { type Lookup, systemAddresses } from "./lookups.js";

/** Rejections of a connection that are not the system's. */
export class ConnectionRefusal extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}
export class ConnectionTimeout extends Error {
  constructor(readonly limit: "lookup" | "connect") {
    super(limit);
  }
}

export interface Connections {
  /** Opens sockets for undici. Only addresses that were judged are connected to. */
  readonly connect: buildConnector.connector;
  /** Whether this error ended a request on a socket that had served before, with nothing of the answer read. */
  wasStale(error: unknown): boolean;
  /** What a host led to when it was last connected to, where that is still remembered. */
  addressesOf(host: string): readonly string[] | undefined;
  /** Ends connections that are still being made. */
  close(): void;
}

// A look-up cannot be cancelled and holds one of the few threads that also do all file work.
const LOOKUP_TIMEOUT_MS = 5_000;
// Node's 250 ms for each but the last address is less than a handshake around the globe takes.
const ATTEMPT_TIMEOUT_MS = 1_000;
const MAX_REMEMBERED = 2_000;

export function createConnections(options: {
  readonly rules: AddressRules;
  readonly lookup: Lookup | undefined;
  readonly connectTimeoutMs: number;
}): Connections {
  const { rules, lookup = systemAddresses, connectTimeoutMs } = options;
  const opening = new Set<Socket>();
  const stale = new WeakSet<object>();
  const connected = new Map<string, readonly string[]>();

  const remember = (host: string, addresses: readonly string[]) => {
    connected.delete(host);
    connected.set(host, addresses);
    for (const oldest of connected.keys()) {
      if (connected.size <= MAX_REMEMBERED) return;
      connected.delete(oldest);
    }
  };

  const connect: buildConnector.connector = (wanted, callback) => {
    const { hostname, protocol } = wanted;
    const secure = protocol === "https:";
    const port = wanted.port === "" ? (secure ? 443 : 80) : Number(wanted.port);
    let socket: Socket | undefined;
    let timer: NodeJS.Timeout | undefined;
    let open = true;
    const settled = () => {
      if (!open) return false;
      open = false;
      clearTimeout(timer);
      if (socket !== undefined) opening.delete(socket);
      return true;
    };
    const fail = (error: Error) => {
      if (!settled()) return;
      socket?.destroy();
      callback(error, null);
    };
    const limit = (name: "lookup" | "connect", milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(new ConnectionTimeout(name)), milliseconds);
    };

    const begin = (addresses: readonly string[]) => {
      if (!open) return;
      const refusal = rules.judge(hostname, port, addresses);
      if (refusal !== undefined) throw new ConnectionRefusal(refusal);
      const first = addresses[0];
      if (first === undefined) throw Object.assign(new Error("no address"), { code: "ENOTFOUND" });
      limit("connect", connectTimeoutMs);
      const target = {
        host: hostname,
        port,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
        // The socket asks nobody but this list, so a name server that changes its mind after the check changes nothing.
        lookup: pinned(first, addresses),
      };
      const name = isIP(hostname) === 0 ? hostname.replace(/\.$/, "") : undefined;
      const made = secure
        ? tlsConnect({ ...target, ALPNProtocols: ["http/1.1"], ...(name === undefined ? {} : { servername: name }) })
        : tcpConnect(target);
      socket = made;
      opening.add(made);
      made.setNoDelay(true);
      watch(made, stale);
      made.on("error", fail);
      made.once("close", () => fail(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
      made.once(secure ? "secureConnect" : "connect", () => {
        if (!settled()) return;
        remember(hostname, addresses);
        callback(null, made);
      });
    };

    limit("lookup", Math.min(LOOKUP_TIMEOUT_MS, connectTimeoutMs));
    const addresses = isIP(hostname) === 0 ? lookup(hostname) : Promise.resolve([hostname]);
    addresses.then(begin).catch((error: unknown) => fail(error instanceof Error ? error : new Error(String(error))));
  };

  return {
    connect,
    wasStale: (error) => typeof error === "object" && error !== null && stale.has(error),
    addressesOf: (host) => connected.get(host),
    close() {
      for (const socket of opening) socket.destroy();
    },
  };
}

function pinned(first: string, addresses: readonly string[]): LookupFunction {
  return (_host, { all }, callback) => {
    if (all === true)
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    else callback(null, first, isIP(first));
  };
}

/** Remembers the error of a socket that had answered before and broke with a newer request unanswered. */
function watch(socket: Socket, stale: WeakSet<object>): void {
  let read = 0;
  let writtenAtLastRead = 0;
  socket.on("readable", () => {
    if (socket.bytesRead === read) return;
    read = socket.bytesRead;
    writtenAtLastRead = socket.bytesWritten;
  });
  socket.on("error", (error) => {
    if (writtenAtLastRead > 0 && socket.bytesRead === read && socket.bytesWritten > writtenAtLastRead) stale.add(error);
  });
}
