import type { OptionProblem } from "../errors.js";

/** How requests of one run are made, as plain data. The caller passes the same object with each. */
export interface WebSession {
  /** Cookies and the turn among proxies belong to it; the id of the run. */
  readonly id: string;
  /**
   * Least and most milliseconds between the beginnings of two requests to one host, whichever runs make them: the next is
   * drawn from this range. A longer delay that robots.txt asks for wins.
   * @default [0, 0]
   */
  readonly delayMs?: readonly [from: number, to: number];
  /** For one request with its redirects, in milliseconds; never longer than the server's own limit. */
  readonly timeoutMs?: number;
  /**
   * How often a request that failed in passing (a lost connection, no answer in time, 408, 425, 429, 5xx) is made again.
   * @default 0
   */
  readonly retries?: number;
  /** Longest wait that a Retry-After may ask for, in milliseconds. @default 300000 */
  readonly maxRetryAfterMs?: number;
  /** @default true */
  readonly respectRobots?: boolean;
  /** Proxies to take turns with: `http://`, `https://`, `socks5://`, with `user:password@` where they want it. */
  readonly proxies?: readonly string[];
  /** A pool of proxies that the server's settings name, instead of `proxies`. */
  readonly proxyPool?: string;
  /** Replaces the server's own. */
  readonly userAgent?: string;
  /**
   * Headers that the user gave. They go to the sites of `addresses` and to `headersFor`; everywhere else, also after a
   * redirect, only `accept`, `accept-language` and `user-agent` do.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Cookies that the user gave, for the same hosts as `headers` and within the rules of cookies: lines of a Netscape cookie
   * file, or `https://host/ name=value; Path=/`.
   */
  readonly cookies?: readonly string[];
  /**
   * Complete addresses that the user gave, such as the input lines of a task. The site of each is its registrable domain,
   * never from https to http; a host without such a domain is only its own origin. `user:password@` in one is sent to its
   * site as Basic authentication, instead of an `authorization` among the headers; of several for one origin that of the
   * address itself, or of the one whose path begins the same.
   */
  readonly addresses?: readonly string[];
  /**
   * More hosts (`cdn.example.com`, with a port or without) and origins (`https://cdn.example.com`) for the headers and
   * cookies, but not for their subdomains. A host without a scheme is meant for http only where one of `addresses` is of http.
   */
  readonly headersFor?: readonly string[];
  /**
   * Hours for which a page that was fetched before, by any run, is good enough as it is. With 0 the site is asked whether
   * it has changed.
   * @default 0
   */
  readonly cacheHours?: number;
  /** Most requests of this session in flight at once to one host. @default the server's limit */
  readonly perHost?: number;
}

export interface WebRequest {
  readonly signal: AbortSignal;
  /** Without one a request is independent: no cookies, no delay of its own, no retries, robots.txt respected. */
  readonly session?: WebSession;
  /**
   * `bytes`: of any media type, in `body`, with `text` empty. `both`: in `body`, and in `text` too where it is text.
   * @default "text"
   */
  readonly as?: "text" | "bytes" | "both";
  /** `any`: an answer with another status than 200 to 299, and a block page, is returned. @default "ok" */
  readonly statuses?: "ok" | "any";
  /** Of this request alone, for the host of its address; what a user gave belongs to the session. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes after decompression; never more than the server's own limit, but see `as`. */
  readonly maxBytes?: number;
  /** Most redirects; 0 returns a redirect as it is when `statuses` is `any`. @default 5 */
  readonly redirects?: number;
  /**
   * Asks with POST and this body, for services that answer questions so; it may be sent more than once. Redirects are not
   * followed then, and nothing is taken from or put into a store.
   */
  readonly post?: WebPost;
  /** Asks for an answer only if it has changed; then `status` 304 comes back and `text` is empty. */
  readonly unless?: { readonly etag?: string; readonly lastModified?: string };
}

export interface WebPost {
  readonly type: "application/json" | "application/x-www-form-urlencoded";
  readonly text: string;
}

export interface WebPage {
  /** The address that answered, after redirects. */
  readonly url: string;
  /** HTTP status. Other than 200 to 299 (and 304 with `unless`) only where `statuses` asks for any. */
  readonly status: number;
  /** Media type in lower case, without parameters; empty when the server named none. */
  readonly mediaType: string;
  /** The body as text, decoded as the server, a byte order mark or the page itself says. */
  readonly text: string;
  /** Characters of the text whose bytes do not fit its encoding, so that U+FFFD stands for them; absent where there are none. */
  readonly undecoded?: number;
  /** Bytes of the body after decompression. */
  readonly bytes: number;
  /** With `as: "bytes"` or `"both"`. */
  readonly body?: Uint8Array;
  /** By lower-case name; several values of one name are joined by `, `. Cookies are left out. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The redirects on the way, in order: each address with the status it answered. */
  readonly redirects?: readonly { readonly url: string; readonly status: number }[];
  /** Where it came from: the network, the network confirmed a stored copy, or a stored copy alone. */
  readonly source?: "network" | "confirmed" | "cache" | "recording";
  /** When the body was received: ISO 8601. */
  readonly fetchedAt?: string;
  /** Set where the answer is no page but a refusal to programs; only where `statuses` asks for any. */
  readonly refusal?: WebRefusal;
}

/** What a site shows instead of a page to visitors it takes for programs. Nothing here tries to get past it. */
export interface WebRefusal {
  readonly kind: "captcha" | "challenge" | "block" | "rate-limit" | "sign-in" | "consent";
  /** Who made it, where it is known: `Cloudflare`, `DataDome` ... */
  readonly by?: string;
}

export interface WebProvider {
  /**
   * Fetches one address, with GET unless the request has something to post.
   * Throws ADDRESS_REFUSED, ROBOTS_REFUSED, FETCH_FAILED, FETCH_TOO_LARGE, FETCH_TIMEOUT, FETCH_BLOCKED for a page that
   * keeps programs out, and FETCH_LIMITED when a site asks for fewer requests longer than can be waited. `facts` of these
   * hold `url`, and `host`, `status`, `errno`, `retryAfterSeconds`, `kind` and `by` where they are known; for a file that is
   * no text where text is asked for, whatever the site says of it, `mediaType` is what it is, `saidType` what it is said to be
   * where that differs, and `bytes` its size where it is known.
   */
  fetch(url: string, request: WebRequest): Promise<WebPage>;
  /** What the robots.txt of an address's site says of it. Providers without robots rules have no such method. */
  robots?(url: string, request: Pick<WebRequest, "signal" | "session">): Promise<WebRobots>;
  /** What a session holds that cannot be used: a header, a cookie, a proxy. Nothing is asked of anybody. */
  check?(session: WebSession): Promise<readonly OptionProblem[]>;
  /** Throws ADDRESS_REFUSED for an address that may not be fetched, as far as it can be judged without asking a name server. */
  checkAddress?(url: string): void;
  /**
   * From now on calls `tell` when requests of a session wait for longer than a moment: for a host that asked for a pause, a
   * long delay between requests, or before one is tried again. Ends with `forget`.
   */
  watch?(sessionId: string, tell: (wait: Wait) => void): Promise<void> | void;
  /** Lets go of what is kept for a session: cookies, the state of its proxies, who watches it. */
  forget?(sessionId: string): Promise<void>;
  /**
   * The way out for a browser that shows pages to a session. Throws bad-input for a session that cannot be used. Providers
   * that reach nothing by themselves have no such method.
   */
  passage?(session?: WebSession): Promise<WebPassage>;
}

/**
 * What a browser asks for leaves by this, so that every connection is judged as those of `fetch` are, and goes through the
 * proxies of its session. What is refused or fails rejects with the errors of `fetch`.
 */
export interface WebPassage {
  readonly userAgent: string;
  /** What a page loads goes through one proxy, as long as that works: this stands for a page. */
  open(): WebPassageWay;
  /** Headers that the user gave, for an address; nothing for addresses they are not meant for. */
  headersFor(url: string): Readonly<Record<string, string>>;
  /** What the user gave for the sites that may get it, and what sites have set. */
  cookies(): Promise<readonly WebCookie[]>;
  /** Throws ADDRESS_REFUSED and ROBOTS_REFUSED. */
  check(url: string, signal: AbortSignal): Promise<void>;
  /**
   * Checks the address of a page, waits for the turn of its host and calls `begin`; the next request to the host waits until
   * that is done. The page then takes one of the places of its host until `done`.
   */
  visit<T>(
    url: string,
    signal: AbortSignal,
    begin: () => Promise<T>,
  ): Promise<{ readonly begun: T; readonly done: () => void }>;
  /** What an answer is instead of a page, and the error that `fetch` would throw for it. A pause it asks for is kept. */
  judged(page: WebPage): { readonly refusal?: WebRefusal; readonly error?: Error };
  /** The error for an address at which a connection failed with this code of the system, such as `ECONNRESET`. */
  failure(url: string, errno: string): Error;
}

export interface WebPassageWay {
  /** A connection on which both sides send what they like, such as TLS. */
  tunnel(host: string, port: number, signal: AbortSignal): Promise<WebTunnel>;
  /** One request to an address of `http:`; redirects are not followed. */
  forward(request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Uint8Array;
    readonly signal: AbortSignal;
  }): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: NodeJS.ReadableStream;
  }>;
}

export interface WebTunnel extends NodeJS.ReadWriteStream {
  destroy(error?: Error): unknown;
}

export interface WebCookie {
  readonly name: string;
  readonly value: string;
  /** With a dot in front of it where subdomains get it too. */
  readonly domain: string;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** Seconds since 1970; absent for a cookie of the session. */
  readonly expires?: number;
}

/** Whom a run leaves alone for a time. A later one of the same name replaces it. */
export interface Wait {
  /** Such as a host. */
  readonly for: string;
  /** ISO 8601. */
  readonly until: string;
  /** In a few words: `it answered 429`. */
  readonly because: string;
}

/** What a site's robots.txt (RFC 9309) says. */
export interface WebRobots {
  readonly allowed: boolean;
  /** Seconds between requests, where it asks for some. */
  readonly crawlDelay?: number;
  /** Addresses of its sitemaps. */
  readonly sitemaps: readonly string[];
}
