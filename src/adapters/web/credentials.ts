import { ScriptoriumError } from "../../kernel/errors.js";
import type { WebSession } from "../../kernel/providers.js";
import { bare, portOf } from "./addresses.js";
import { checkedHeaders, type Headers, harmlessOf, staysWith } from "./headers.js";

/**
 * What a user gave for certain sites: headers, cookies, and logins in addresses. Every request asks here, redirects
 * included, so that nothing else has to know who may get them.
 */
export interface Credentials {
  /** Whether what the user gave is meant for an address. */
  reach(url: URL): boolean;
  /** The headers of the user for an address: all of them where they are meant for it, else those that give nothing away. */
  headersFor(url: URL): Headers;
}

/** Whether what was given for one place is for an address too. */
type Covers = (url: URL) => boolean;
type DomainOf = (host: string) => string | undefined;

/** Throws bad-input for a header that cannot be sent and for a line of `headersFor` that names no host. */
export async function openCredentials(session: WebSession): Promise<Credentials> {
  const headers = checkedHeaders(session.headers);
  const harmless = harmlessOf(headers);
  const given = (session.addresses ?? []).flatMap((address) => URL.parse(address) ?? []);
  const isPlain = given.some(({ protocol }) => protocol === "http:");
  const named = (session.headersFor ?? []).map((line) => line.trim()).filter((line) => line !== "");
  const logins = given.filter(({ username, password }) => username !== "" || password !== "");
  const places: Covers[] = named.map((line, index) => hostOrOrigin(line, index, isPlain));
  const isEmpty = Object.keys(headers).length === 0 && (session.cookies ?? []).length === 0;
  if (isEmpty && logins.length === 0) return { reach: () => false, headersFor: () => headers };
  const domainOf = await registrableDomains();
  const seen = new Set<string>();
  for (const url of given) {
    if (seen.has(url.origin)) continue;
    seen.add(url.origin);
    places.push(siteOf(url, domainOf));
  }
  const signedIn = logins.map((url) => ({ url, covers: siteOf(url, domainOf), authorization: basic(url) }));
  const reach: Covers = (url) => places.some((covers) => covers(url));
  return {
    reach,
    headersFor(url) {
      const own = reach(url) ? headers : harmless;
      const fitting = signedIn.filter(({ covers }) => covers(url));
      const ofOrigin = fitting.filter((each) => each.url.origin === url.origin);
      const ofHost = fitting.filter((each) => each.url.hostname === url.hostname);
      const login = nearest(ofOrigin, url) ?? ofHost[0] ?? fitting[0];
      return login === undefined ? own : { ...own, authorization: login.authorization };
    },
  };
}

/** The first whose address is the one that is asked for, or else has the longest beginning of its path. */
function nearest<Login extends { readonly url: URL }>(logins: readonly Login[], asked: URL): Login | undefined {
  const path = asked.pathname.split("/");
  let found: { readonly login: Login; readonly shared: number } | undefined;
  for (const login of logins) {
    const { pathname, search } = login.url;
    if (pathname === asked.pathname && search === asked.search) return login;
    const differs = pathname.split("/").findIndex((part, index) => part !== path[index]);
    const shared = differs < 0 ? Number.POSITIVE_INFINITY : differs;
    if (found === undefined || shared > found.shared) found = { login, shared };
  }
  return found?.login;
}

/** The site of an address: its registrable domain, never from https to http. A host without one is only its own origin. */
function siteOf(given: URL, domainOf: DomainOf): Covers {
  const domain = domainOf(given.hostname);
  if (domain === undefined) return (url) => staysWith(given, url);
  return (url) => (url.protocol === "https:" || given.protocol === "http:") && domainOf(url.hostname) === domain;
}

/**
 * A line of `headersFor`. The specification leaves open what a host without a scheme means: it is named for https, and for
 * http where an address of the user is of http, so that nothing is sent in clear that was not anyway.
 */
function hostOrOrigin(line: string, index: number, isPlain: boolean): Covers {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(line);
  const place = URL.parse(hasScheme ? line : `https://${line}`);
  if (place === null || !/^https?:$/.test(place.protocol) || place.username !== "" || /[*@\s]/.test(line)) {
    throw new ScriptoriumError(
      "bad-input",
      `Line ${index + 1} of headersFor names no host. Write a host or an origin, such as cdn.example.com or https://cdn.example.com.`,
      { field: "headersFor", line: index + 1 },
    );
  }
  if (hasScheme) return (url) => staysWith(place, url);
  const port = /:(\d+)$/.exec(line.split(/[/?#]/, 1)[0] ?? "")?.[1];
  return (url) =>
    url.hostname === place.hostname &&
    (port === undefined || portOf(url) === Number(port)) &&
    (url.protocol === "https:" || isPlain);
}

/** Undefined for a host that has none, such as a numeric address and `localhost`. */
async function registrableDomains(): Promise<DomainOf> {
  const { getDomain } = await import("tldts");
  return (host) => getDomain(bare(host), { allowPrivateDomains: true }) ?? undefined;
}

function basic({ username, password }: URL): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
