import { isIP } from "node:net";
import { decodedUri } from "../../engines/decoded-uri.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";

/** A proxy as it was written, taken apart. */
export interface ProxyAddress {
  /** `socks5h` leaves looking names up to the proxy; `socks5` is given addresses where this machine can find them. */
  readonly scheme: "http" | "https" | "socks5" | "socks5h";
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Where connections to it lead, without its credentials. */
  readonly origin: string;
}

/** What to do about an address that is none. Without an example of a login, which would be masked like a real one. */
export const PROXY_FORM =
  "Write it like http://proxy.example:3128, with user:password@ before the host if it needs them.";

const DEFAULT_PORTS = { http: 80, https: 443, socks5: 1080, socks5h: 1080 } as const;
/** What fits a SOCKS5 request, in bytes. */
const MAX_CREDENTIAL = 255;

/**
 * Reads `scheme://user:password@host:port`. For a text that is none the end of a sentence comes back that says what is
 * wrong; it repeats nothing of the text, which may hold a password.
 */
export function readProxyAddress(text: string): ProxyAddress | string {
  const line = text.trim();
  if (/[\u0000-\u0020\u007f\\]/.test(line)) return "holds a space or another character that no address has";
  const parts = /^([a-z0-9+.-]+):\/\/([^/?#]*)\/?$/i.exec(line);
  if (parts === null) return "is not of the form scheme://host:port";
  const scheme = parts[1]?.toLowerCase() ?? "";
  if (!isScheme(scheme)) return "does not begin with http://, https://, socks5:// or socks5h://";
  const authority = parts[2] ?? "";
  // Only addresses of the web have their host brought into its one form, so that 0x7f.1 is seen for what it is.
  const url = URL.parse(`http://${authority}/`);
  if (url === null || url.hostname === "") return "names no host, or a port that is none";
  const written = /:(\d{1,5})$/.exec(authority)?.[1];
  const port = written === undefined ? DEFAULT_PORTS[scheme] : Number(written);
  if (port === 0) return "names no host, or a port that is none";
  const [user, password] = [decodedUri(url.username), decodedUri(url.password)];
  if ([user, password].some((part) => /[\r\n\0]/.test(part) || Buffer.byteLength(part) > MAX_CREDENTIAL)) {
    return "has a user name or password that cannot be sent";
  }
  if (user.includes(":")) return "has a colon in its user name";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const web = scheme === "https" ? "https" : "http";
  return { scheme, host, port, user, password, origin: `${web}://${isIP(host) === 6 ? `[${host}]` : host}:${port}` };
}

/** The credentials that an HTTP proxy gets; undefined when there are none. */
export function proxyAuthorization({ user, password }: ProxyAddress): string | undefined {
  if (user === "" && password === "") return undefined;
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function isScheme(scheme: string): scheme is ProxyAddress["scheme"] {
  return Object.hasOwn(DEFAULT_PORTS, scheme);
}

/** The proxies of a pool that the settings name. Throws CONFIG_INVALID for a line that is no proxy, or with none. */
export function poolOfSettings(name: string, lines: readonly string[]): ProxyAddress[] {
  const setting = `The pool of proxies "${shown(name)}" in the settings`;
  const bad = (problem: string) =>
    new ScriptoriumError("CONFIG_INVALID", `${setting} ${problem}`, { setting: "proxyPools" });
  if (lines.length === 0) throw bad("is empty. Give it at least one proxy, or take it out.");
  return lines.map((line, index) => {
    const address = readProxyAddress(line);
    if (typeof address !== "string") return address;
    throw bad(`cannot be used: its proxy ${index + 1} ${address}. ${PROXY_FORM}`);
  });
}
