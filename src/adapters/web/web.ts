import type { Dispatcher } from "undici";
import { ScriptoriumError } from "../../kernel/errors.js";
import type {
  Wait,
  WebPage,
  WebPassage,
  WebProvider,
  WebRequest,
  WebRobots,
  WebSession,
} from "../../kernel/providers.js";
import { systemClock } from "../../kernel/values/clock.js";
import { type Asker, openAsker } from "../network/agent.js";
import { displayed } from "../network/displayed.js";
import { createAddressRules, portOf } from "./addresses.js";
import { createConnections } from "./connect.js";
import { type Credentials, openCredentials } from "./credentials.js";
import { failureOfPage, type Limits } from "./failures.js";
import { checkedHeaders } from "./headers.js";
import { createPageCache } from "./page-cache.js";
import { createPassage } from "./passage.js";
import { createPoliteness } from "./politeness.js";
import { createProxies } from "./proxies.js";
import { createRedirects, hostOf, type Job, type Sending, type TellOfHost } from "./redirects.js";
import { retrying } from "./retrying.js";
import { createRobotsFiles, type Load, ROBOTS_BYTES, robotsRefusal, type SiteRules } from "./robots.js";
import { productToken } from "./robots-rules.js";
import { sessionProblems } from "./session-problems.js";
import { createSessions, type SessionState } from "./sessions.js";
import { createSlots } from "./slots.js";
import { storedPages } from "./stored-pages.js";
import { userAgentOf } from "./user-agent.js";
import type { WebOptions } from "./web-options.js";

export type { WebOptions } from "./web-options.js";

/** A task may follow more redirects than usual, but not without end. */
const MOST_REDIRECTS = 20;
const DEFAULT_MAX_RETRY_AFTER_MS = 300_000;
/** An address that no header of a user is meant for. */
const NOWHERE = new URL("http://nowhere.invalid/");

/**
 * The one way out to addresses that come from outside. Whatever the address, its redirects and its names lead to is
 * judged before anything is connected; see `addresses.ts` for the rules.
 * Throws CONFIG_INVALID for a setting that cannot be used.
 */
export function createWeb(options: WebOptions = {}): Required<WebProvider> & { close(): Promise<void> } {
  const { clock = systemClock, random = Math.random } = options;
  const limits: Limits = {
    maxBytes: options.maxBytes ?? 10 * 1024 * 1024,
    totalTimeoutMs: options.totalTimeoutMs ?? 60_000,
    idleTimeoutMs: options.idleTimeoutMs ?? 20_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    maxRedirects: options.maxRedirects ?? 5,
  };
  const maxDownloadBytes = options.maxDownloadBytes ?? 50 * 1024 * 1024;
  const perHost = options.perHost ?? 8;
  const userAgent = userAgentOf(options);
  const rules = createAddressRules(options);
  const slots = createSlots({ perHost, overall: options.overall ?? 32 });
  const { connectTimeoutMs, idleTimeoutMs } = limits;
  const { lookup } = options;
  const connections = createConnections({ rules, lookup, connectTimeoutMs });
  const proxies = createProxies({
    rules,
    lookup,
    connectTimeoutMs,
    openAsker: (connect) => openAsker(connect, idleTimeoutMs),
    pools: options.proxyPools,
    now: () => clock.monotonic(),
  });
  const watchers = new Map<string, (wait: Wait) => void>();
  const sessions = createSessions(clock, perHost, (id) => {
    watchers.delete(id);
    void proxies.forget(id);
  });
  const opened = new WeakMap<WebSession, Promise<Credentials>>();
  const robotsFiles = createRobotsFiles(clock);
  const now = () => clock.now();
  const politeness = createPoliteness(clock);
  const redirects = createRedirects({ rules, politeness, slots, now, send });
  const pages = options.cache === undefined ? undefined : createPageCache(options.cache);
  const inFlight = new Set<AbortController>();
  let closed = false;
  let agent: Promise<Asker> | undefined;

  async function send(session: WebSession | undefined, request: Sending): Promise<Dispatcher.ResponseData> {
    // A caller that has gone meanwhile, and with it maybe the session, must not open its proxies again.
    request.signal.throwIfAborted();
    const pool = proxies.of(session);
    return pool === undefined ? await sendItself(request) : await pool.send(request);
  }

  /** Asks for one address without a proxy. */
  async function sendItself(request: Sending): Promise<Dispatcher.ResponseData> {
    const { url, headers, signal, method = "GET", body } = request;
    agent ??= openAsker(connections.connect, idleTimeoutMs);
    const open = await agent;
    const asked = { origin: url.origin, path: url.pathname + url.search, method, headers, body: body ?? null, signal };
    try {
      return await open.request(asked);
    } catch (error) {
      // A server may close an idle connection at the very moment it is used again; that says nothing about the page.
      if (signal.aborted || !connections.wasStale(error)) throw error;
      return await open.request(asked);
    }
  }

  /** Does work for the session that ends with the signal, and when this provider is closed. */
  async function within<T>(
    { signal, session }: Pick<WebRequest, "signal" | "session">,
    work: (control: AbortController, state: SessionState | undefined) => Promise<T>,
  ): Promise<T> {
    const control = new AbortController();
    const cut = () => control.abort(signal.reason);
    signal.addEventListener("abort", cut, { once: true });
    inFlight.add(control);
    const entered = session === undefined ? undefined : sessions.enter(session);
    try {
      return await work(control, entered?.state);
    } finally {
      entered?.done();
      signal.removeEventListener("abort", cut);
      inFlight.delete(control);
    }
  }

  async function fetch(text: string, request: WebRequest): Promise<WebPage> {
    request.signal.throwIfAborted();
    const first = rules.read(text);
    if (closed) throw stopped(first);
    const { session } = request;
    const own = checkedHeaders(request.headers);
    const { page, error } = await within(request, async (outer, state) => {
      const credentials = await credentialsOf(session);
      // Whatever a run calls itself, the rules of sites are those for this name.
      const agentName = own["user-agent"] ?? credentials?.headersFor(first)["user-agent"] ?? agentOf(session);
      return await retrying(
        () =>
          attempt(first, outer, async (control) => ({
            ...basics(session),
            control,
            own,
            credentials,
            userAgent: agentName,
            limits: limitsOf(request),
            reading: {
              as: request.as ?? "text",
              statuses: request.statuses ?? "ok",
              maxBytes: limitsOf(request).maxBytes,
              cut: false,
              conditional: request.unless !== undefined,
            },
            redirects:
              request.post === undefined ? Math.min(request.redirects ?? limits.maxRedirects, MOST_REDIRECTS) : 0,
            unless: request.unless,
            post: request.post,
            cookies: await state?.cookies,
            slots: state?.slots,
            permit: (url) => permit(url, session, productToken(agentName), control.signal),
            stored: storedFor(request),
          })),
        { ...retryOptions(session), clock, random, signal: outer.signal, tell: tellOf(session, first) },
      );
    });
    if (page !== undefined && (error === undefined || request.statuses === "any")) return page;
    throw error;
  }

  function credentialsOf(session: WebSession | undefined): Promise<Credentials> | undefined {
    if (session === undefined) return undefined;
    const credentials = opened.get(session) ?? openCredentials(session);
    opened.set(session, credentials);
    return credentials;
  }

  /** One attempt with a control of its own: the time limit of one must not end the next. */
  async function attempt(first: URL, outer: AbortController, job: (control: AbortController) => Promise<Job>) {
    outer.signal.throwIfAborted();
    const control = new AbortController();
    const cut = () => control.abort(outer.signal.reason);
    outer.signal.addEventListener("abort", cut, { once: true });
    try {
      return await redirects.follow(first, await job(control));
    } catch (error) {
      if (outer.signal.aborted || !ScriptoriumError.is(error)) throw error;
      return { error };
    } finally {
      outer.signal.removeEventListener("abort", cut);
    }
  }

  /** Tells whoever watches a session of a wait for a host. */
  function tellOfHost(session: WebSession | undefined): TellOfHost | undefined {
    const tell = session && watchers.get(session.id);
    if (tell === undefined) return undefined;
    return (host, milliseconds, because) =>
      tell({ for: host, until: new Date(now().getTime() + milliseconds).toISOString(), because });
  }

  function tellOf(session: WebSession | undefined, url: URL) {
    const tell = tellOfHost(session);
    return tell && ((milliseconds: number, because: string) => tell(hostOf(url), milliseconds, because));
  }

  function basics(session: WebSession | undefined) {
    return {
      session,
      tell: tellOfHost(session),
      userAgent: agentOf(session),
      patienceMs:
        session === undefined ? limits.totalTimeoutMs : (session.maxRetryAfterMs ?? DEFAULT_MAX_RETRY_AFTER_MS),
    };
  }

  const agentOf = (session: WebSession | undefined) => session?.userAgent ?? userAgent;

  function limitsOf({ session, as, maxBytes }: Pick<WebRequest, "session" | "as" | "maxBytes">): Limits {
    return {
      ...limits,
      totalTimeoutMs: Math.min(session?.timeoutMs ?? limits.totalTimeoutMs, limits.totalTimeoutMs),
      maxBytes: Math.min(
        maxBytes ?? limits.maxBytes,
        as === undefined || as === "text" ? limits.maxBytes : maxDownloadBytes,
      ),
    };
  }

  /** Pages of earlier runs, for a request that everybody would be answered alike. */
  function storedFor(request: WebRequest) {
    const { session, unless, post } = request;
    const isPlain = unless === undefined && post === undefined;
    if (pages === undefined || session === undefined || !isPlain || proxies.of(session) !== undefined) {
      return undefined;
    }
    const { cacheHours = 0 } = session;
    const { maxBytes } = limitsOf(request);
    return storedPages(pages, {
      as: request.as ?? "text",
      userAgent: agentOf(session),
      maxBytes,
      cacheHours,
      now,
      addressesOf: ({ hostname }) => connections.addressesOf(hostname),
      mayFetch: (url, addresses) => rules.judge(url.hostname, portOf(url), addresses) === undefined,
    });
  }

  /** The rules of a page's site and how long its host is to be left alone before the page. */
  async function permit(
    url: URL,
    session: WebSession | undefined,
    token: string,
    signal: AbortSignal,
  ): Promise<number> {
    const [least, most] = session?.delayMs ?? [0, 0];
    const delayMs = least + (most - least) * random();
    const site = await rulesOf(url, session, signal).catch((error: unknown) => {
      if (session?.respectRobots === false && !signal.aborted) return undefined;
      throw error;
    });
    if (site === undefined) return delayMs;
    if (session?.respectRobots !== false && !allowed(site, url, token)) throw robotsRefusal(url, site);
    return Math.max(delayMs, (site.rules.crawlDelay(token) ?? 0) * 1000);
  }

  /** Rejects with the failure of the page when the site cannot be asked for its rules. */
  async function rulesOf(url: URL, session: WebSession | undefined, signal: AbortSignal): Promise<SiteRules> {
    try {
      return await robotsFiles.of(url, loadRobots(session), signal, wayOf(session));
    } catch (error) {
      if (signal.aborted || !ScriptoriumError.is(error)) throw error;
      throw failureOfPage(error, url, limits);
    }
  }

  /** Asks for a robots.txt. Only a bad answer is tried again: a site out of reach is an error of the page. */
  function loadRobots(session: WebSession | undefined): Load {
    return async (address, signal) =>
      await within({ signal }, async (outer) => {
        const ask = async (control: AbortController): Promise<Job> => ({
          ...basics(session),
          control,
          own: {},
          credentials: undefined,
          limits: limitsOf({ session }),
          reading: { as: "text", statuses: "any", maxBytes: ROBOTS_BYTES, cut: true, conditional: false },
          redirects: limits.maxRedirects,
          unless: undefined,
          post: undefined,
          cookies: undefined,
          slots: undefined,
          permit: async () => undefined,
          stored: undefined,
        });
        const answered = async () => {
          const { page, error } = await attempt(address, outer, ask);
          if (page !== undefined) return error === undefined ? { page } : { page, error };
          if (error !== undefined && leadsNowhere(error, address)) return {};
          throw error;
        };
        const tell = tellOf(session, address);
        const { signal: ended } = outer;
        const { page } = await retrying(answered, { ...retryOptions(session), clock, random, signal: ended, tell });
        return { status: page?.status ?? 404, text: page?.text ?? "" };
      });
  }

  async function robots(text: string, request: Pick<WebRequest, "signal" | "session">): Promise<WebRobots> {
    request.signal.throwIfAborted();
    const url = rules.read(text);
    if (closed) throw stopped(url);
    const { session } = request;
    return await within(request, async ({ signal }) => {
      const site = await rulesOf(url, session, signal);
      const token = productToken(agentOf(session));
      const crawlDelay = site.rules.crawlDelay(token);
      return {
        allowed: allowed(site, url, token),
        ...(crawlDelay === undefined ? {} : { crawlDelay }),
        sitemaps: site.rules.sitemaps,
      };
    });
  }

  async function passage(session?: WebSession): Promise<WebPassage> {
    if (closed) throw stopped();
    const credentials = await credentialsOf(session);
    const agentName = credentials?.headersFor(NOWHERE)["user-agent"] ?? agentOf(session);
    const token = productToken(agentName);
    const read = (text: string) => {
      const url = rules.read(text);
      if (closed) throw stopped(url);
      return url;
    };
    return createPassage({
      userAgent: agentName,
      credentials,
      limits,
      politeness,
      now,
      read,
      connections,
      sendItself,
      proxies: proxies.of(session),
      async cookies() {
        return (await entered(session, async (state) => (await state.cookies).list())) ?? [];
      },
      permit: (url, signal) => within({ signal, session }, (control) => permit(url, session, token, control.signal)),
      place: (url, signal, delayMs, begin) =>
        within({ signal, session }, (control, state) =>
          redirects.place(url, { ...basics(session), control, slots: state?.slots }, delayMs, begin),
        ),
    });
  }

  /** Looks at what is kept of a session. */
  async function entered<T>(session: WebSession | undefined, work: (state: SessionState) => Promise<T>) {
    if (session === undefined) return undefined;
    const { state, done } = sessions.enter(session);
    return await work(state).finally(done);
  }

  return {
    fetch,
    robots,
    passage,
    check: (session) => sessionProblems(session, proxies, now),
    checkAddress(url) {
      rules.read(url);
    },
    watch(sessionId, tell) {
      watchers.set(sessionId, tell);
    },
    async forget(sessionId) {
      watchers.delete(sessionId);
      sessions.forget(sessionId);
      await proxies.forget(sessionId);
    },
    async close() {
      closed = true;
      for (const control of inFlight) control.abort(stopped());
      robotsFiles.close();
      connections.close();
      await Promise.all([agent?.then((open) => open.destroy()), proxies.close()]);
    },
  };
}

function retryOptions(session: WebSession | undefined) {
  return {
    retries: session?.retries ?? 0,
    maxRetryAfterMs: session?.maxRetryAfterMs ?? DEFAULT_MAX_RETRY_AFTER_MS,
  };
}

/** The same for sessions that reach sites alike. */
function wayOf(session: WebSession | undefined): string {
  if (session?.proxyPool !== undefined) return `pool ${session.proxyPool}`;
  return (session?.proxies ?? []).length > 0 ? `proxies of ${session?.id}` : "";
}

function allowed({ rules, status }: SiteRules, url: URL, token: string): boolean {
  return status === undefined && rules.allows(url, token);
}

/** A robots.txt whose redirects lead round in circles or where nobody may go is none. */
function leadsNowhere({ code, facts, cause }: ScriptoriumError, address: URL): boolean {
  if (facts["redirects"] !== undefined) return true;
  // What its own host is refused for has the connection as its cause.
  return code === "ADDRESS_REFUSED" && (facts["host"] !== address.host || cause === undefined);
}

function stopped(url?: URL): ScriptoriumError {
  return new ScriptoriumError(
    "FETCH_FAILED",
    "The page was not fetched, because the server is stopping. Start it again.",
    url === undefined ? {} : { url: displayed(url) },
  );
}
