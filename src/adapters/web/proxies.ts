import { isIP, type Socket } from "node:net";
import type { Dispatcher } from "undici";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { WebSession } from "../../kernel/providers.js";
import { shown } from "../../kernel/values/json.js";
import { displayed } from "../network/displayed.js";
import type { AddressRules } from "./addresses.js";
import { type Connections, createConnections } from "./connect.js";
import type { Lookup } from "./lookups.js";
import { PROXY_FORM, type ProxyAddress, poolOfSettings, readProxyAddress } from "./proxy-address.js";
import { createProxyRoute, type ProxyRoute, type RouteParts } from "./proxy-route.js";
import { createProxyTargets } from "./proxy-target.js";
import { ProxyFailure } from "./proxy-tunnel.js";
import { type ProxyFault, ProxyTurns } from "./proxy-turns.js";
import type { Sending } from "./redirects.js";

/**
 * Proxies of tasks (`proxies` of a session) and of the server's settings (`proxyPool`, by name).
 *
 * Each request takes the next proxy of its list. One that cannot be connected to, or that refuses our user name and
 * password, rests: a second at first (a minute for the password), twice as long with every failure in a row, ten minutes
 * at most; one answer ends that. A request whose proxy failed before anything came back is made again with the next. What
 * goes through a proxy is judged as what does not: literals, names, redirects, and the addresses of a name where this
 * machine can look it up; a name it cannot look up is left to the proxy. A proxy that a task names is an address from
 * outside and judged by the same rules, one of the server's settings is trusted.
 */
export interface Proxies {
  /**
   * The proxies a session is to use; undefined when it names none.
   * Throws bad-input for a line that is no proxy or one that may not be used, and for a pool the settings do not have.
   */
  of(session: WebSession | undefined): ProxyPool | undefined;
  /** Each throws what `of` would throw of one proxy, and opens nothing. */
  checks(session: WebSession): readonly (() => unknown)[];
  /** Releases the proxies of a session; requests in flight through them are ended. */
  forget(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

export interface ProxyPool {
  /**
   * Asks for one address, redirects not followed. Rejects with FETCH_FAILED, `facts` of which hold `proxies` (how many
   * there are), `tried` and the `errno` `PROXY`, when no proxy could be used, else with what a request without a proxy
   * would reject with.
   */
  send(request: Sending): Promise<Dispatcher.ResponseData>;
  /** What belongs together and goes through one proxy, as long as that works. */
  way(): ProxyWay;
}

export interface ProxyWay extends Pick<ProxyPool, "send"> {
  /** A connection to a host; rejects as `send` does. */
  tunnel(url: URL, signal: AbortSignal): Promise<Socket>;
}

export interface ProxiesOptions extends Pick<RouteParts, "connectTimeoutMs" | "openAsker"> {
  readonly rules: AddressRules;
  /** Finds the addresses of a host name. @default the system's resolver */
  readonly lookup: Lookup | undefined;
  /** Those of the settings, by name. */
  readonly pools?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Milliseconds of a clock that never goes back. @default that of the process */
  readonly now?: () => number;
}

/** Throws CONFIG_INVALID for a pool of the settings with a line that is no proxy, or with none. */
export function createProxies(options: ProxiesOptions): Proxies {
  const { rules, lookup, connectTimeoutMs, openAsker, now = () => performance.now() } = options;
  const targets = createProxyTargets({ rules, lookup, now });
  const trusting: AddressRules = { ...rules, judge: () => undefined };
  const guarded = createConnections({ rules, lookup, connectTimeoutMs });
  const trusted = createConnections({ rules: trusting, lookup, connectTimeoutMs });
  const open = (addresses: readonly ProxyAddress[], connections: Connections) =>
    new Pool(
      addresses,
      (address) => createProxyRoute(address, { connections, targets, connectTimeoutMs, openAsker }),
      now,
    );

  const named = new Map(
    Object.entries(options.pools ?? {}).map(([name, lines]) => [name, open(poolOfSettings(name, lines), trusted)]),
  );
  const ofSessions = new Map<string, Pool>();

  const fromSettings = (name: string): Pool => {
    const pool = named.get(name);
    if (pool !== undefined) return pool;
    throw new ScriptoriumError(
      "bad-input",
      `The setting proxyPools of the server has no pool called "${shown(name)}". Name one of them in proxyId, or set proxyMode to "none".`,
      { field: "proxyId" },
    );
  };

  return {
    of(session) {
      if (session?.proxyPool !== undefined) return fromSettings(session.proxyPool);
      const lines = session?.proxies ?? [];
      if (session === undefined || lines.length === 0) return undefined;
      const known = ofSessions.get(session.id);
      if (known !== undefined) return known;
      const pool = open(
        lines.map((line, index) => proxyOfTask(line, index, rules)),
        guarded,
      );
      ofSessions.set(session.id, pool);
      return pool;
    },
    checks({ proxyPool, proxies = [] }) {
      if (proxyPool !== undefined) return [() => fromSettings(proxyPool)];
      return proxies.map((line, index) => () => proxyOfTask(line, index, rules));
    },
    async forget(sessionId) {
      const pool = ofSessions.get(sessionId);
      ofSessions.delete(sessionId);
      await pool?.close();
    },
    async close() {
      guarded.close();
      trusted.close();
      await Promise.all([...named.values(), ...ofSessions.values()].map((pool) => pool.close()));
    },
  };
}

/** A site that so many proxies do not get through to is not asked by all the others too. */
const MAX_SITE_TRIES = 3;

interface Proxy {
  readonly address: ProxyAddress;
  route?: ProxyRoute;
}

/** The proxy that worked last. */
interface Kept {
  proxy?: Proxy;
}

class Pool implements ProxyPool {
  private readonly turns: ProxyTurns<Proxy>;

  constructor(
    addresses: readonly ProxyAddress[],
    private readonly open: (address: ProxyAddress) => ProxyRoute,
    now: () => number,
  ) {
    this.turns = new ProxyTurns<Proxy>(
      addresses.map((address) => ({ address })),
      now,
    );
  }

  send(request: Sending): Promise<Dispatcher.ResponseData> {
    return this.through(request, (route) => route.send(request));
  }

  way(): ProxyWay {
    const kept: Kept = {};
    return {
      send: (request) => this.through(request, (route) => route.send(request), kept),
      tunnel: (url, signal) => this.through({ url, signal }, (route) => route.tunnel(url, signal), kept),
    };
  }

  private async through<T>(
    { url, signal }: Pick<Sending, "url" | "signal">,
    work: (route: ProxyRoute) => Promise<T>,
    kept: Kept = {},
  ): Promise<T> {
    const tried = new Map<Proxy, ProxyFailure>();
    for (;;) {
      const proxy = this.turns.take(new Set(tried.keys()), kept.proxy);
      if (proxy === undefined) throw this.noneLeft(url, tried);
      try {
        proxy.route ??= this.open(proxy.address);
        const answer = await work(proxy.route);
        this.turns.worked(proxy);
        kept.proxy = proxy;
        return answer;
      } catch (error) {
        if (isTooLate(signal)) this.turns.failed(proxy, "silent");
        if (signal.aborted || !(error instanceof ProxyFailure)) throw error;
        this.turns.failed(proxy, error.problem);
        tried.set(proxy, error);
        // The site may be at work on it already, so that the caller of the request decides whether to ask again.
        if (error.problem === "silent") throw error.cause;
        if (countsOf([...tried.values()]).get("site") === MAX_SITE_TRIES) throw this.noneLeft(url, tried);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.turns.proxies.map(({ route }) => route?.close()));
  }

  private noneLeft(url: URL, tried: ReadonlyMap<Proxy, ProxyFailure>): ScriptoriumError {
    const { length: count } = this.turns.proxies;
    const problems = new Map(tried.size === 0 ? this.turns.resting() : countsOf([...tried.values()]));
    const site = problems.has("site");
    const why = [...problems].map(([problem, times]) => `${times} ${SAYS[problem]}`).join(", ");
    const which = count === 1 ? "the only proxy" : `any of ${count} proxies`;
    const rest =
      tried.size === 0 ? "All of them rest after failures" : `${tried.size} ${tried.size === 1 ? "was" : "were"} tried`;
    const advice = site ? "Check the address and the proxies." : "Check the proxies, or try again later.";
    return new ScriptoriumError(
      "FETCH_FAILED",
      `${shown(url.host)} could not be reached through ${which}. ${rest}: ${why}. ${advice}`,
      { url: displayed(url), errno: "PROXY", proxies: count, tried: tried.size },
      { cause: [...tried.values()].at(-1) },
    );
  }
}

const SAYS: Readonly<Record<ProxyFault, string>> = {
  unreachable: "could not be connected to",
  credentials: "wanted another user name or password",
  address: "may not be connected to, being private",
  site: "did not get through to the site",
  silent: "said nothing in time",
};

function countsOf(failures: readonly ProxyFailure[]): Map<ProxyFault, number> {
  const counts = new Map<ProxyFault, number>();
  for (const { problem } of failures) counts.set(problem, (counts.get(problem) ?? 0) + 1);
  return counts;
}

function isTooLate({ aborted, reason }: AbortSignal): boolean {
  return aborted && ScriptoriumError.is(reason) && reason.code === "FETCH_TIMEOUT";
}

function proxyOfTask(line: string, index: number, rules: AddressRules): ProxyAddress {
  const address = readProxyAddress(line);
  if (typeof address === "string") throw badLine(`Proxy ${index + 1} of proxiesFile ${address}. ${PROXY_FORM}`);
  const { host, port } = address;
  const refusal = rules.judge(host, port, literal(host));
  if (refusal !== undefined) throw badLine(`Proxy ${index + 1} of proxiesFile may not be used: ${refusal.says}`);
  return address;
}

function badLine(message: string): ScriptoriumError {
  return new ScriptoriumError("bad-input", message, { field: "proxiesFile" });
}

function literal(host: string): string[] {
  return isIP(host) === 0 ? [] : [host];
}
