import { isIP, type Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import type { buildConnector, Dispatcher } from "undici";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import type { Asker } from "../network/agent.js";
import { bare, portOf } from "./addresses.js";
import { ConnectionRefusal, type Connections } from "./connect.js";
import { type ProxyAddress, proxyAuthorization } from "./proxy-address.js";
import type { ProxyTargets } from "./proxy-target.js";
import { openTunnel, ProxyFailure, type TunnelTarget } from "./proxy-tunnel.js";
import type { Sending } from "./redirects.js";

/** The way through one proxy. */
export interface ProxyRoute {
  /** Rejects with ProxyFailure where the proxy is what failed, else as a request without a proxy does. */
  send(request: Sending): Promise<Dispatcher.ResponseData>;
  /** A connection to the host of an address; rejects as `send` does. */
  tunnel(url: URL, signal: AbortSignal): Promise<Socket>;
  /** Ends requests in flight. */
  close(): Promise<void>;
}

export interface RouteParts {
  /** Opens sockets to proxies, under the rules that hold for these. */
  readonly connections: Connections;
  readonly targets: ProxyTargets;
  readonly connectTimeoutMs: number;
  /** Asks over sockets that are all opened by `connect`. */
  readonly openAsker: (connect: buildConnector.connector) => Promise<Asker>;
}

/**
 * Pages of `http:` are asked of an HTTP proxy itself, since many open tunnels only to the port of `https:`; all else goes
 * through a tunnel, in which the certificate of the site is checked as without a proxy.
 */
export function createProxyRoute(proxy: ProxyAddress, parts: RouteParts): ProxyRoute {
  const { connections, openAsker } = parts;
  const speaksHttp = proxy.scheme === "http" || proxy.scheme === "https";
  const authorization = proxyAuthorization(proxy);
  const sockets = new Set<Socket>();
  let tunnels: Promise<Asker> | undefined;
  let forwards: Promise<Asker> | undefined;

  const toProxy = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const { host: hostname, port } = proxy;
      const protocol = proxy.scheme === "https" ? "https:" : "http:";
      connections.connect({ hostname, host: `${hostname}:${port}`, protocol, port: String(port) }, (error, socket) => {
        if (socket !== null) {
          sockets.add(socket);
          socket.once("close", () => sockets.delete(socket));
          resolve(socket);
        } else
          reject(new ProxyFailure(error instanceof ConnectionRefusal ? "address" : "unreachable", { cause: error }));
      });
    });

  const tunnel: buildConnector.connector = (wanted, callback) => {
    throughTunnel(proxy, parts, toProxy, wanted).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error as Error, null),
    );
  };

  const forward = async ({ url, headers, signal, method = "GET", body }: Sending): Promise<Dispatcher.ResponseData> => {
    forwards ??= openAsker((_wanted, callback) => {
      toProxy().then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error as Error, null),
      );
    });
    const agent = await forwards;
    const request = {
      origin: proxy.origin,
      path: `${url.origin}${url.pathname}${url.search}`,
      method,
      body: body ?? null,
      headers: {
        ...headers,
        host: url.host,
        ...(authorization === undefined ? {} : { "proxy-authorization": authorization }),
      },
      signal,
    } as const;
    const answer = await agent.request(request).catch((error: unknown) => {
      // A proxy may close an idle connection at the very moment it is used again.
      if (signal.aborted || !connections.wasStale(error)) throw error;
      return agent.request(request);
    });
    if (answer.statusCode !== 407 && !isTinyproxys401(answer)) return answer;
    answer.body.on("error", () => {}).destroy();
    throw new ProxyFailure("credentials");
  };

  return {
    async send(request) {
      const { url, headers, signal, method = "GET", body } = request;
      await parts.targets.judged(bare(url.hostname), portOf(url));
      const forwarded = speaksHttp && url.protocol === "http:";
      try {
        if (forwarded) return await forward(request);
        tunnels ??= openAsker(tunnel);
        const agent = await tunnels;
        return await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers,
          body: body ?? null,
          signal,
        });
      } catch (error) {
        throw signal.aborted ? error : asProxyFailure(error, forwarded);
      }
    },
    async tunnel(url, signal) {
      const [hostname, port] = [bare(url.hostname), portOf(url)];
      await parts.targets.judged(hostname, port);
      const wanted = { hostname, protocol: "http:", port: String(port) };
      const opening = throughTunnel(proxy, parts, toProxy, wanted);
      try {
        return await untilAborted(signal, opening);
      } catch (error) {
        opening.then(
          (late) => late.destroy(),
          () => {},
        );
        throw signal.aborted ? error : asProxyFailure(error, false);
      }
    },
    async close() {
      const agents = await Promise.all([tunnels, forwards]);
      await Promise.all(agents.map((agent) => agent?.destroy()));
      // Those among them that no agent was given yet, because the proxy still keeps them waiting.
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function throughTunnel(
  proxy: ProxyAddress,
  { targets, connectTimeoutMs }: RouteParts,
  toProxy: () => Promise<Socket>,
  wanted: Pick<buildConnector.Options, "hostname" | "protocol" | "port">,
): Promise<Socket> {
  const host = bare(wanted.hostname);
  const secure = wanted.protocol === "https:";
  const port = wanted.port === "" ? (secure ? 443 : 80) : Number(wanted.port);
  const addresses = proxy.scheme === "socks5" ? await targets.judged(host, port) : [];
  const target: TunnelTarget = { host: addresses.find((address) => isIP(address) === 4) ?? addresses[0] ?? host, port };
  const socket = await toProxy();
  await openTunnel(socket, proxy, target, connectTimeoutMs);
  return secure ? await secured(socket, host.replace(/\.$/, ""), connectTimeoutMs) : socket;
}

function secured(socket: Socket, host: string, timeoutMs: number): Promise<Socket> {
  // Whoever listens for "readable" would keep the data from a socket inside this one.
  socket.removeAllListeners("readable");
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : { host };
    const made = tlsConnect({ socket, ALPNProtocols: ["http/1.1"], ...name });
    const fail = (error: unknown) => {
      clearTimeout(timer);
      made.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(new ProxyFailure("site")), timeoutMs);
    made.on("error", fail);
    made.once("close", () => fail(new ProxyFailure("site")));
    made.once("secureConnect", () => {
      clearTimeout(timer);
      resolve(made);
    });
  });
}

/** Tinyproxy refuses a wrong password as if it were a site; what it hands on has a Via. */
function isTinyproxys401({ statusCode, headers }: Dispatcher.ResponseData): boolean {
  return statusCode === 401 && headers["via"] === undefined && /^tinyproxy\b/i.test(String(headers["server"] ?? ""));
}

const BROKEN_OFF: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"]);

/** A connection lost before the answer began: at the proxy when it was asked itself, else somewhere behind it. */
function asProxyFailure(error: unknown, forwarded: boolean): unknown {
  if (error instanceof ProxyFailure) return error;
  const code = (error as { code?: unknown } | null)?.code;
  // Behind a tunnel it is the site that says nothing.
  if (forwarded && code === "UND_ERR_HEADERS_TIMEOUT") return new ProxyFailure("silent", { cause: error });
  if (!BROKEN_OFF.has(code)) return error;
  return new ProxyFailure(forwarded ? "unreachable" : "site", { cause: error });
}
