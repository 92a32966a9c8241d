import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type ipaddr from "ipaddr.js";
import { decodedUri } from "../../engines/decoded-uri.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";
import { displayed } from "../network/displayed.js";
import { ipLibrary } from "./ip-library.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Why an address may not be fetched. */
export interface Refusal {
  readonly reason: "private" | "metadata" | "own-port" | "scheme" | "credentials" | "invalid";
  /** What is wrong, as the end of a sentence, and what to do. */
  readonly says: string;
}

export interface AddressRulesOptions {
  /** Host names, IP addresses and CIDR ranges that may be fetched although they are not public, each optionally with `:port`. */
  readonly allowPrivate?: readonly string[];
  /** Ports this server itself listens on: on addresses of this machine they stay blocked, even when allowed. */
  readonly ownPorts?: () => readonly number[];
}

/** Decides what may be fetched. */
export interface AddressRules {
  /**
   * The address a text means, resolved against `base` when it is a redirect.
   * Throws ADDRESS_REFUSED for anything that can be judged without asking a name server.
   */
  read(text: string, base?: URL): URL;
  /** Why none of the addresses a host name leads to may be connected to; one bad address refuses the name. */
  judge(host: string, port: number, addresses: readonly string[]): Refusal | undefined;
}

// Services of cloud machines that hand out the machine's keys to anybody who can make it fetch a page. IPv6 addresses are in
// the form in which the library writes them.
const METADATA: ReadonlySet<string> = new Set([
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "100.100.100.200",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254",
]);

/** Throws CONFIG_INVALID for an entry of `allowPrivate` that is none of the allowed forms. */
export function createAddressRules({ allowPrivate = [], ownPorts = () => [] }: AddressRulesOptions): AddressRules {
  const allowed = allowPrivate.map(readEntry);
  const named = (host: string, port: number) =>
    allowed.some((entry) => entry.host === plainName(host) && (entry.port === undefined || entry.port === port));
  const ranged = (address: Address, port: number) =>
    allowed.some((entry) => entry.covers?.(address) && (entry.port === undefined || entry.port === port));

  const judge = (host: string, port: number, addresses: readonly string[]): Refusal | undefined => {
    const literal = isIP(bare(host)) !== 0;
    if (!literal && isLocalhost(host)) {
      if (ownPorts().includes(port)) return refusalFor("own-port");
      if (!named(host, port)) return privateRefusal(OWN_ADDRESS, host, port);
    }
    for (const scoped of addresses) {
      const text = scoped.replace(/%.*$/, "");
      if (isIP(text) === 0) return refusalFor("invalid");
      const address = ipLibrary().parse(text);
      const forms = [address, ...embedded(address)];
      if (forms.some((form) => METADATA.has(form.toString()))) return refusalFor("metadata");
      if (ownPorts().includes(port) && forms.some(isThisMachine)) return refusalFor("own-port");
      if (isPublic(address) || named(host, port) || ranged(ipLibrary().process(text), port)) continue;
      const what = rangeTitle(address);
      return privateRefusal(literal ? what : `its name leads to ${/^a/.test(what) ? "an" : "a"} ${what}`, host, port);
    }
    return undefined;
  };

  return {
    judge,
    read(text, base) {
      const url = parse(text, base);
      if (url === undefined) throw refused(text, refusalFor("invalid"));
      if (url.protocol !== "http:" && url.protocol !== "https:") throw refused(url, refusalFor("scheme"));
      if (url.username !== "" || url.password !== "") throw refused(url, refusalFor("credentials"));
      const host = bare(url.hostname);
      const refusal = judge(host, portOf(url), isIP(host) === 0 ? [] : [host]);
      if (refusal !== undefined) throw refused(url, refusal);
      url.hash = "";
      return url;
    },
  };
}

/** The error for an address that may not be fetched. */
export function refused(url: URL | string, { reason, says }: Refusal, cause?: unknown): ScriptoriumError {
  const address = displayed(url);
  const host = typeof url === "string" ? {} : { host: shown(url.host) };
  return new ScriptoriumError(
    "ADDRESS_REFUSED",
    `The address ${address} is refused: ${says}${reason === "own-port" ? fileAdvice(url) : ""}`,
    { url: address, ...host, reason },
    cause === undefined ? {} : { cause },
  );
}

/** How the file of a task is read instead. */
function fileAdvice(url: URL | string): string {
  const path = typeof url === "string" ? "" : decodedUri(url.pathname);
  const [, file] = /\/task\/content\/([^/]+\/.+)$/.exec(path) ?? [];
  return file === undefined ? "" : ` The file of a task is read as task:${shown(file)}.`;
}

export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

const REFUSALS = {
  invalid: "it is not complete. Give one that begins with http:// or https://.",
  scheme: "it is not of the web. Give one that begins with http:// or https://.",
  credentials: "it holds a user name or password. Take them out of the address.",
  metadata: "it hands out the keys of cloud machines and is never used. Take it out.",
  "own-port": "it is that of this server, which never calls itself. Take it out.",
} as const;

function refusalFor(reason: keyof typeof REFUSALS): Refusal {
  return { reason, says: REFUSALS[reason] };
}

const OWN_ADDRESS = "address of this machine";

function privateRefusal(what: string, host: string, port: number): Refusal {
  const name = host.includes(":") ? `[${bare(host)}]` : host;
  const allow = port === 80 || port === 443 ? name : `${name}:${port}`;
  return { reason: "private", says: `${what}. To allow it, start the server with --allow-private ${shown(allow)}.` };
}

function parse(text: string, base: URL | undefined): URL | undefined {
  // WHATWG parsing drops tabs and line ends and takes a backslash for a slash, so what a person reads as the host and
  // what is fetched could be two things.
  if (/[\u0000-\u001f\u007f]/.test(text)) return undefined;
  const authority = /^\s*(?:[a-z][a-z0-9+.-]*:[/\\]*|[/\\]{2,})[^/?#]*/i.exec(text)?.[0];
  if (authority?.includes("\\")) return undefined;
  return URL.parse(text, base?.href) ?? undefined;
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  // Only an eighth of the IPv6 space is given out; the library calls the rest, ::7f00:1 among it, unicast too.
  return !isV6(address) || address.toByteArray()[0]! >> 5 === 1;
}

/** IPv4 addresses that a gateway or the system would take the IPv6 address for. */
function embedded(address: Address): ipaddr.IPv4[] {
  if (!isV6(address)) return [];
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === "6to4") return [new (ipLibrary().IPv4)(bytes.slice(2, 6))];
  const inTail =
    range === "ipv4Mapped" ||
    range === "rfc6145" ||
    range === "rfc6052" ||
    bytes.slice(0, 12).every((byte) => byte === 0);
  return inTail ? [new (ipLibrary().IPv4)(bytes.slice(12))] : [];
}

function isThisMachine(address: Address): boolean {
  if (["loopback", "unspecified"].includes(address.range())) return true;
  const text = address.toString();
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((own) => ipLibrary().isValid(own.address) && ipLibrary().parse(own.address).toString() === text),
  );
}

function rangeTitle(address: Address): string {
  const range = address.range();
  if (range === "loopback" || range === "unspecified") return OWN_ADDRESS;
  if (range === "private" || range === "uniqueLocal") return "private address";
  return "address that is not public";
}

function isV6(address: Address): address is ipaddr.IPv6 {
  return address.kind() === "ipv6";
}

function isLocalhost(host: string): boolean {
  return /(?:^|\.)localhost$/.test(plainName(host));
}

function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}

/** Without the brackets of an IPv6 address. */
export function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

interface AllowedEntry {
  readonly host?: string;
  readonly covers?: (address: Address) => boolean;
  readonly port: number | undefined;
}

function readEntry(text: string): AllowedEntry {
  const entry = text.trim();
  const bracketed = /^\[([^\]]+)\](\/\d{1,3})?(?::(\d{1,5}))?$/.exec(entry);
  const colons = entry.split(":").length - 1;
  const plain = colons > 1 ? [entry, entry] : /^([^:]+)(?::(\d{1,5}))?$/.exec(entry);
  const host = bracketed ? `${bracketed[1]}${bracketed[2] ?? ""}` : plain?.[1];
  const portText = bracketed ? bracketed[3] : colons > 1 ? undefined : plain?.[2];
  const port = portText === undefined ? undefined : Number(portText);
  if (host === undefined || (port !== undefined && (port < 1 || port > 65_535))) throw badEntry(text);
  if (ipLibrary().isValidCIDR(host)) {
    const range = ipLibrary().parseCIDR(host);
    return { covers: (address) => address.kind() === range[0].kind() && address.match(range), port };
  }
  if (isIP(host) !== 0) {
    const only = ipLibrary().process(host).toString();
    return { covers: (address) => address.toString() === only, port };
  }
  const name = URL.parse(`http://${host}/`)?.hostname;
  if (name === undefined || !/^[a-z0-9_.-]+$/i.test(name) || isIP(name) !== 0 || /[/?#@\\]/.test(host))
    throw badEntry(text);
  return { host: plainName(name), port };
}

function badEntry(text: string): ScriptoriumError {
  return new ScriptoriumError(
    "CONFIG_INVALID",
    `"${shown(text)}" in --allow-private is no host name, IP address or range. Write it like intranet.example, 192.168.1.10:8080 or 10.0.0.0/8.`,
    { setting: "allowPrivate" },
  );
}
