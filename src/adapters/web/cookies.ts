import type { Cookie, CookieJar } from "tough-cookie";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { WebCookie } from "../../kernel/providers.js";
import { numbered } from "../../kernel/values/in-brief.js";

/** The cookies of one session. What sites set is kept as browsers keep it; nothing here is ever written anywhere. */
export interface Cookies {
  /** The `Cookie` header for an address; empty when there is none. Only with `given` it has cookies that the user gave. */
  headerFor(url: URL, given: boolean): Promise<string>;
  /** Takes in the `Set-Cookie` headers of an answer; those that break the rules are left out. */
  take(url: URL, headers: readonly string[]): Promise<void>;
  /** All that are current. */
  list(): Promise<readonly ListedCookie[]>;
}

export interface ListedCookie extends WebCookie {
  /** Whether the user gave it, and not a site. */
  readonly given: boolean;
}

const MAX_COOKIES = 3000;
const MAX_COOKIE_LENGTH = 8192;
/** Servers refuse a request with more, so that a site could shut itself out of a session for good. */
const MAX_HEADER_LENGTH = 8_000;
/** The last moment there is a date for. */
const LAST_DATE = 8.64e15;
/** What no header can carry. */
const UNSENDABLE = /[^\t\u0020-\u007e\u0080-\u00ff]/;

/** Throws bad-input for given lines that are no cookies. */
export async function openCookies(given: readonly string[], now: () => Date): Promise<Cookies> {
  // Most sessions never see a cookie, and need no jar.
  let jar = given.length === 0 ? undefined : openJar(now);
  const refused: number[] = [];
  for (const [index, line] of given.entries()) {
    const cookie = readGiven(line);
    if (cookie === "nothing") continue;
    if (cookie === undefined || !(await (await jar)?.keep(cookie.text, cookie.url, true))) refused.push(index + 1);
  }
  if (refused.length > 0) throw badLines(refused);
  return {
    headerFor: async (url, given) => (jar === undefined ? "" : await (await jar).headerFor(url, given)),
    list: async () => (jar === undefined ? [] : await (await jar).list()),
    async take(url, headers) {
      if (headers.length === 0) return;
      jar ??= openJar(now);
      const { keep } = await jar;
      for (const header of headers) await keep(header, url.href);
    },
  };
}

interface Jar {
  /** Whether the cookie may be set by this address. */
  keep(text: string, url: string, isGiven?: boolean): Promise<boolean>;
  headerFor(url: URL, given: boolean): Promise<string>;
  list(): Promise<readonly ListedCookie[]>;
}

async function openJar(now: () => Date): Promise<Jar> {
  const { Cookie, CookieJar } = await import("tough-cookie");
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: true, looseMode: true, allowSecureOnLocal: false });
  // A cookie that a site sets instead of one of these is another object, and the site's own.
  const fromUser = new WeakSet<Cookie>();
  let taken = 0;

  const keep = async (text: string, url: string, isGiven = false): Promise<boolean> => {
    if (text.length > MAX_COOKIE_LENGTH || UNSENDABLE.test(text)) return false;
    const cookie = Cookie.parse(text, { loose: true });
    if (cookie === undefined) return false;
    // The jar counts Max-Age from the last use, so that a cookie in use would never be over.
    if (typeof cookie.maxAge === "number") {
      cookie.expires = new Date(cookie.maxAge <= 0 ? 0 : Math.min(now().getTime() + cookie.maxAge * 1000, LAST_DATE));
      cookie.maxAge = null;
    }
    const kept = await jar.setCookie(cookie, url, { now: now() }).catch(() => undefined);
    if (isGiven && kept !== undefined) fromUser.add(kept);
    taken += 1;
    if (taken >= MAX_COOKIES) taken = await thinOut(jar, now());
    return kept !== undefined;
  };
  return {
    keep,
    async list() {
      const cookies = await jar.store.getAllCookies();
      return cookies
        .filter((cookie) => isCurrent(cookie, now()) && cookie.domain !== null)
        .map((cookie) => ({ ...listed(cookie), given: fromUser.has(cookie) }));
    },
    async headerFor(url, given) {
      const cookies = await jar.getCookies(url.href, { expire: false });
      const current = cookies.filter((cookie) => isCurrent(cookie, now()) && (given || !fromUser.has(cookie)));
      return withinLength(current.map((cookie) => cookie.cookieString()));
    },
  };
}

function listed({ key, value, domain, path, secure, httpOnly, hostOnly, expires }: Cookie): WebCookie {
  const until = expires instanceof Date ? { expires: Math.floor(expires.getTime() / 1000) } : {};
  const host = domain ?? "";
  return {
    ...{ name: key, value, domain: hostOnly === false ? `.${host}` : host, path: path ?? "/", secure, httpOnly },
    ...until,
  };
}

/** As many as one header takes, the nearest in path and the oldest first. */
function withinLength(cookies: readonly string[]): string {
  let header = "";
  for (const cookie of cookies) {
    const longer = header === "" ? cookie : `${header}; ${cookie}`;
    if (longer.length <= MAX_HEADER_LENGTH) header = longer;
  }
  return header;
}

/** Removes what has expired and, of a jar that is still full, the oldest tenth. How many are left. */
async function thinOut(jar: CookieJar, now: Date): Promise<number> {
  const all = await jar.store.getAllCookies();
  const alive = all.filter((cookie) => isCurrent(cookie, now)).sort(byAge);
  const kept = new Set(alive.slice(-MAX_COOKIES * 0.9));
  for (const cookie of all) {
    if (!kept.has(cookie)) await jar.store.removeCookie(cookie.domain, cookie.path, cookie.key);
  }
  return kept.size;
}

function isCurrent(cookie: Cookie, now: Date): boolean {
  return (cookie.expiryTime() ?? Number.POSITIVE_INFINITY) > now.getTime();
}

function byAge(one: Cookie, other: Cookie): number {
  const [a, b] = [one, other].map(({ creation }) => (creation instanceof Date ? creation.getTime() : 0));
  // Many are made within one millisecond.
  return (a ?? 0) - (b ?? 0) || one.creationIndex - other.creationIndex;
}

interface Given {
  readonly text: string;
  readonly url: string;
}

/** A line of a Netscape cookie file, or `https://host/ name=value; Path=/`. */
function readGiven(line: string): Given | "nothing" | undefined {
  const text = line.replace(/[\r\n]+$/, "");
  const netscape = text.replace(/^#HttpOnly_/i, "").split("\t");
  if (netscape.length >= 6 && (!text.startsWith("#") || /^#HttpOnly_/i.test(text))) return fromNetscape(netscape, text);
  if (text.trim() === "" || text.startsWith("#")) return "nothing";
  const [, url = "", cookie = ""] = /^\s*(https?:\/\/\S+)\s+(\S.*?)\s*$/i.exec(text) ?? [];
  return cookie.includes("=") && URL.canParse(url) ? { text: cookie, url } : undefined;
}

function fromNetscape(fields: readonly string[], line: string): Given | undefined {
  const [domain = "", wide = "", path = "", secure = "", expires = "", name = "", value = ""] = fields.map((field) =>
    field.trim(),
  );
  const host = domain.replace(/^\./, "");
  const seconds = Number(expires);
  const isSecure = secure.toUpperCase() === "TRUE";
  const url = `${isSecure ? "https" : "http"}://${host}${path.startsWith("/") ? path : "/"}`;
  if (host === "" || !URL.canParse(url) || !Number.isFinite(seconds) || /[;\r\n]/.test(name + value + path)) {
    return undefined;
  }
  const parts = [`${name}=${value}`, `Path=${path.startsWith("/") ? path : "/"}`];
  if (wide.toUpperCase() === "TRUE") parts.push(`Domain=${host}`);
  if (isSecure) parts.push("Secure");
  if (/^#HttpOnly_/i.test(line)) parts.push("HttpOnly");
  // 0 means a cookie of the session.
  if (seconds > 0 && seconds < 8.64e12) parts.push(`Expires=${new Date(seconds * 1000).toUTCString()}`);
  return { text: parts.join("; "), url };
}

function badLines(lines: readonly number[]): ScriptoriumError {
  const which =
    lines.length === 1
      ? `Line ${lines[0]} of cookiesFile is no cookie. Write it`
      : `Lines ${numbered(lines)} of cookiesFile are no cookies. Write each`;
  return new ScriptoriumError(
    "bad-input",
    `${which} as https://host/ name=value; Path=/, or as a line of a Netscape cookie file.`,
    { field: "cookiesFile", line: lines[0] },
  );
}
