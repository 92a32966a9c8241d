/** What makes two addresses one page. */
export interface AddressRules {
  /** All of the query goes. */
  readonly ignoreQuery?: boolean;
  /** Parameters go that only say where a visitor came from, and ids of sessions. */
  readonly stripTracking?: boolean;
  /** The order of parameters makes no difference; those of one name keep theirs. */
  readonly sortQuery?: boolean;
  readonly ignoreHash?: boolean;
  /** `www.example.com` is `example.com`. */
  readonly ignoreWww?: boolean;
}

/** Longer ones are made by traps and mistakes. */
const MAX_LENGTH = 4000;

/** An address of which the URL parser would change nothing behind the host. */
const PLAIN =
  /^(https?:\/\/[^/?#\\]+)(\/[\w\-.~!$&()*+,;=:@/]*)?(\?[\w\-.~!$&()*+,;=:@/?]*)?(#[\w\-.~!$&()*+,;=:@/?]*)?$/;
const DOTS = /\/\.{1,2}(?:\/|$)/;
/** What is left as it is by all rules. */
const PATH_ALONE = /\/[\w\-.~/]*$/y;

/** Schemes and hosts that were met last, as the URL parser has them: most links of a page have the same. */
const ORIGINS_KEPT = 500;
const origins = new Map<string, Origin | undefined>();
/** The last of them that is its own normal form. */
let last = { start: "https://example.com", hasWww: false };

const TRACKING =
  /^(?:utm_|mc_|pk_|mtm_|piwik_|matomo_|hsa_|trk_|oly_|vero_|aspsessionid|(?:gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|ymclid|ttclid|twclid|li_fat_id|igsh|igshid|srsltid|mkt_tok|s_kwcid|ef_id|irclickid|epik|rb_clickid|wickedid|zanpid|spm|_ga|_gl|_hsenc|_hsmi|hsctatracking|_openstat|__s|phpsessid|jsessionid|cfid|cftoken|zenid|oscsid)$)/i;
// Not behind a dot: a segment that is nothing but dots means something else.
const SESSION_IN_PATH = /(?<=[^/.]);jsessionid=[\w!-]*(?=[/;]|$)/gi;

/**
 * The one form of an address that all its spellings have in common, by these rules: two addresses are one page when their
 * normal addresses are equal. It is undefined for what is no http or https address, for one with a name and password, and
 * for addresses too long to be those of pages. The normal address of a normal address is itself. Never throws.
 */
export function normalAddress(address: string, rules: AddressRules = {}): string | undefined {
  if (address.length > MAX_LENGTH) return undefined;
  if (address.startsWith(last.start) && !(rules.ignoreWww && last.hasWww)) {
    PATH_ALONE.lastIndex = last.start.length;
    if (PATH_ALONE.test(address) && !DOTS.test(address)) return address;
  }
  const [plain, start = "", path = "/", query = "", hash = ""] = PLAIN.exec(address) ?? [];
  if (plain !== undefined && !DOTS.test(path)) return put(originOf(start), path, query, hash, rules);
  const url = URL.parse(address);
  return url === null ? undefined : put(readOrigin(url), url.pathname, url.search, url.hash, rules);
}

/** What comes before the path. */
interface Origin {
  readonly protocol: string;
  readonly host: string;
  /** With its colon. */
  readonly port: string;
}

function originOf(start: string): Origin | undefined {
  const own = detachedText(start);
  if (!origins.has(own)) {
    if (origins.size >= ORIGINS_KEPT) origins.clear();
    const url = URL.parse(own);
    origins.set(own, url === null ? undefined : readOrigin(url));
  }
  const origin = origins.get(own);
  const host = origin && normalHost(origin.host, {});
  if (host !== undefined && own === `${origin!.protocol}//${host}${origin!.port}`) {
    last = { start: own, hasWww: host.startsWith("www.") };
  }
  return origin;
}

/** Undefined for what is no http or https address, and for one with a name and password. */
function readOrigin({ protocol, username, password, hostname, port }: URL): Origin | undefined {
  if ((protocol !== "http:" && protocol !== "https:") || username !== "" || password !== "") return undefined;
  return { protocol, host: hostname, port: port === "" ? "" : `:${port}` };
}

function put(
  origin: Origin | undefined,
  pathname: string,
  search: string,
  fragment: string,
  rules: AddressRules,
): string | undefined {
  const host = origin && normalHost(origin.host, rules);
  if (host === undefined) return undefined;
  const escaped = normalEscapes(pathname);
  const path = rules.stripTracking && escaped.includes(";") ? escaped.replace(SESSION_IN_PATH, "") : escaped;
  const query = rules.ignoreQuery ? "" : normalQuery(search, rules);
  const hash = rules.ignoreHash || fragment.length < 2 ? "" : normalEscapes(fragment);
  const normal = `${origin!.protocol}//${host}${origin!.port}${path}${query}${hash}`;
  return normal.length > MAX_LENGTH ? undefined : normal;
}

function normalHost(host: string, { ignoreWww }: AddressRules): string | undefined {
  if (host.endsWith("..") || host === ".") return undefined;
  const name = host.endsWith(".") ? host.slice(0, -1) : host;
  if (!ignoreWww || !name.startsWith("www.")) return name;
  const rest = name.replace(/^(?:www\.)+/, "");
  return /^[^.].*\../.test(rest) ? rest : name;
}

function normalQuery(search: string, { stripTracking, sortQuery }: AddressRules): string {
  if (search.length < 2) return "";
  let parts = normalEscapes(search.slice(1))
    .split("&")
    .filter((part) => part !== "");
  if (stripTracking) parts = parts.filter((part) => !TRACKING.test(nameOf(part)));
  if (sortQuery) {
    // Sorting is stable, so that what a page makes of repeated parameters stays.
    parts.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
  }
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function nameOf(part: string): string {
  const end = part.indexOf("=");
  return end < 0 ? part : part.slice(0, end);
}

/** Escapes in upper case, none where none is needed, and none that is half of one. */
function normalEscapes(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%([\da-f]{2})?/gi, (_, digits: string | undefined) => {
    if (digits === undefined) return "%25";
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[\w\-.~]/.test(character) ? character : `%${digits.toUpperCase()}`;
  });
}

/** The same text with characters of its own: one that was cut out of a page keeps the whole page in memory. */
export function detachedText(text: string): string {
  return Buffer.from(text).toString();
}
