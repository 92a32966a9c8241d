import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { answerList, type Entry, surt } from "./archive-list.js";

/** A copy that the archive holds. */
export interface Capture {
  readonly original: string;
  /** 14 digits. */
  readonly timestamp: string;
  /** @default "text/html" */
  readonly mime?: string;
  /** As in the list: `-` for a revisit. @default "200" */
  readonly status?: string;
  readonly body?: string | Uint8Array;
  /** In the list, instead of the right one. */
  readonly digest?: string;
  /** Headers of the original answer, which come back as `x-archive-orig-...`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How requests are refused: the ways that are known of the Wayback Machine. */
export type Refusal =
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string; readonly body?: string }
  /** The connection is cut without an answer. */
  | { readonly kind: "reset" }
  /** Nobody listens any more, until `open`. */
  | { readonly kind: "closed" }
  /** A page that says that something went wrong, with status 200. */
  | { readonly kind: "page" }
  /** The answer breaks off in the middle, with a length that fits. */
  | { readonly kind: "truncated" }
  /** Java's words for a site that is excluded. */
  | { readonly kind: "excluded"; readonly by: "robots" | "owner" }
  | { readonly kind: "slow"; readonly ms: number };

export interface RefusalRule {
  /** `replays` are copies as a browser is to show them. @default "all" */
  readonly on?: "list" | "copies" | "replays" | "all";
  /** Requests of the kind that are answered first. @default 0 */
  readonly after?: number;
  /** How many are refused then. @default all */
  readonly times?: number;
}

export interface ArchiveServer {
  readonly url: string;
  readonly host: string;
  /** Path and query of every request, in order. */
  readonly requests: readonly string[];
  /** Requests for the list, decoded, one object each. */
  lists(): readonly URLSearchParams[];
  /** Requests for copies: what follows `/web/`. */
  copies(): readonly string[];
  /** Most requests that were in flight at once. */
  readonly mostAtOnce: number;
  refuse(refusal: Refusal, rule?: RefusalRule): void;
  /** Loses a copy that stays in the list. */
  forget(original: string, timestamp: string): void;
  /** Forgets all refusals and listens again. */
  open(): Promise<void>;
  /** Resolves when so many copies have been asked for. */
  asked(copies: number): Promise<void>;
  close(): Promise<void>;
}

export interface ArchiveOptions {
  /** Most rows of one list, whatever the limit. @default 150000 */
  readonly maxRows?: number;
  /** Rows of a block; pages are counted in blocks. @default 3000 */
  readonly blockRows?: number;
  /** The text of robots.txt; 404 without. */
  readonly robots?: string;
}

/** An archive on loopback that answers as the Wayback Machine is documented to and known to refuse. */
export async function archiveServer(
  captures: readonly Capture[],
  { maxRows = 150_000, blockRows = 3000, robots }: ArchiveOptions = {},
): Promise<ArchiveServer> {
  const entries = entriesOf(captures);
  let held = entries;
  const requests: string[] = [];
  let rules: { refusal: Refusal; on: string; after: number; times: number }[] = [];
  const waiting: { copies: number; resolve: () => void }[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;

  const copies = () => requests.filter((path) => path.startsWith("/web/")).map((path) => path.slice(5));

  function refusalFor(path: string): Refusal | undefined {
    const kinds = path.startsWith("/web/") ? ["copies", ...(/^\/web\/\d+if_/.test(path) ? ["replays"] : [])] : ["list"];
    for (const rule of rules) {
      if (rule.on !== "all" && !kinds.includes(rule.on)) continue;
      if (rule.after > 0) rule.after -= 1;
      else if (rule.times > 0) {
        rule.times -= 1;
        return rule.refusal;
      }
    }
    return undefined;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    requests.push(path);
    for (const one of waiting) if (copies().length >= one.copies) one.resolve();
    if (path === "/robots.txt") {
      response.writeHead(robots === undefined ? 404 : 200, { "content-type": "text/plain" }).end(robots ?? "");
      return;
    }
    const refusal = refusalFor(path);
    if (refusal !== undefined && (await refused(refusal, request, response))) return;
    const cut = refusal?.kind === "truncated";
    if (path.startsWith("/cdx/search/cdx")) {
      const { status, type, text } = answerList(entries, new URL(path, "http://archive").searchParams, {
        maxRows,
        blockRows,
      });
      send(request, response, status, { "content-type": type }, Buffer.from(text), cut);
    } else if (path.startsWith("/wayback/available")) {
      const text = JSON.stringify(available(held, new URL(path, "http://archive").searchParams));
      send(request, response, 200, { "content-type": "application/json" }, Buffer.from(text), cut);
    } else if (path.startsWith("/web/")) {
      replay(held, request, response, path, cut);
    } else send(request, response, 404, { "content-type": "text/html" }, Buffer.from(NOT_ARCHIVED), false);
  }

  /** False when the request is to be answered after all. */
  async function refused(refusal: Refusal, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    switch (refusal.kind) {
      case "status":
        response.writeHead(refusal.status, {
          "content-type": "text/html",
          ...(refusal.retryAfter === undefined ? {} : { "retry-after": refusal.retryAfter }),
        });
        response.end(refusal.body ?? `<html><h1>${refusal.status}</h1></html>`);
        return true;
      case "reset":
        request.socket.resetAndDestroy();
        return true;
      case "closed":
        server.close();
        request.socket.destroy();
        server.closeAllConnections();
        return true;
      case "page":
        response.writeHead(200, { "content-type": "text/html" }).end(FAULT_PAGE);
        return true;
      case "excluded": {
        const words =
          refusal.by === "robots"
            ? "RobotAccessControlException: Blocked By Robots"
            : "AdministrativeAccessControlException: Blocked Site Error";
        response.writeHead(403, { "content-type": "text/plain" });
        response.end(`org.archive.util.io.RuntimeIOException: org.archive.wayback.exception.${words}\n`);
        return true;
      }
      case "slow":
        await new Promise((resolve) => setTimeout(resolve, refusal.ms));
        return response.destroyed;
      default:
        return false;
    }
  }

  const server = createServer((request, response) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.once("close", () => {
      atOnce -= 1;
    });
    // An address that is none.
    answer(request, response).catch(() => response.writeHead(400).end());
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    lists: () =>
      requests.filter((path) => path.startsWith("/cdx/")).map((path) => new URL(path, "http://archive").searchParams),
    copies,
    get mostAtOnce() {
      return mostAtOnce;
    },
    refuse(refusal, { on = "all", after = 0, times = Number.POSITIVE_INFINITY } = {}) {
      rules.push({ refusal, on, after, times });
    },
    forget(original, timestamp) {
      held = held.filter((entry) => entry.original !== original || entry.timestamp !== timestamp);
    },
    async open() {
      rules = [];
      if (!server.listening) await listen(port);
    },
    asked: (count) =>
      new Promise((resolve) => {
        if (copies().length >= count) resolve();
        else waiting.push({ copies: count, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As the list names it: the SHA-1 of the bytes in base 32. */
export function digestOf(body: string | Uint8Array): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  let bits = "";
  for (const byte of createHash("sha1").update(body).digest()) bits += byte.toString(2).padStart(8, "0");
  return bits.replace(/.{5}/g, (five) => alphabet[Number.parseInt(five, 2)]!);
}

function entriesOf(captures: readonly Capture[]): readonly Entry[] {
  return captures
    .map((capture) => {
      const body = Buffer.from(capture.body ?? `<title>${capture.original}</title>`);
      return {
        urlkey: surt(capture.original),
        timestamp: capture.timestamp,
        original: capture.original,
        mimetype: capture.mime ?? "text/html",
        statuscode: capture.status ?? "200",
        digest: capture.digest ?? digestOf(body),
        length: String(body.length),
        body,
        headers: capture.headers ?? {},
      };
    })
    .sort((a, b) => order(a.urlkey, b.urlkey) || order(a.timestamp, b.timestamp));
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function nearest(entries: readonly Entry[], url: string, timestamp: string): Entry | undefined {
  const key = surt(url);
  const wanted = Number(timestamp.padEnd(14, "0"));
  const copies = entries.filter(({ urlkey }) => urlkey === key);
  const distance = (entry: Entry) => Math.abs(Number(entry.timestamp) - wanted);
  return copies.reduce<Entry | undefined>(
    (best, entry) => (best === undefined || distance(entry) < distance(best) ? entry : best),
    undefined,
  );
}

function available(entries: readonly Entry[], query: URLSearchParams) {
  const url = query.get("url") ?? "";
  const good = entries.filter(({ statuscode }) => statuscode.startsWith("2"));
  const found = nearest(good, url, query.get("timestamp") ?? "99999999999999");
  if (found === undefined) return { url, archived_snapshots: {} };
  const { timestamp, original, statuscode } = found;
  return {
    url,
    archived_snapshots: {
      closest: {
        status: statuscode,
        available: true,
        url: `http://web.archive.org/web/${timestamp}/${original}`,
        timestamp,
      },
    },
  };
}

function replay(
  entries: readonly Entry[],
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  cut: boolean,
): void {
  const [, timestamp = "", modifier = "", url = ""] = /^\/web\/(\d{0,14})([a-z]{2}_)?\/?(.*)$/.exec(path) ?? [];
  const found = nearest(entries, url, timestamp);
  if (found === undefined) {
    send(request, response, 404, { "content-type": "text/html; charset=utf-8" }, Buffer.from(NOT_ARCHIVED), false);
    return;
  }
  if (found.timestamp !== timestamp) {
    const headers = {
      location: `/web/${found.timestamp}${modifier}/${found.original}`,
      "x-archive-redirect-reason": `found capture at ${found.timestamp}`,
    };
    send(request, response, 302, headers, Buffer.alloc(0), false);
    return;
  }
  // A revisit holds no bytes of its own: those of the copy it found unchanged are sent.
  const source =
    found.mimetype === "warc/revisit"
      ? (entries.find(({ mimetype, digest }) => mimetype !== "warc/revisit" && digest === found.digest) ?? found)
      : found;
  const status = Number(source.statuscode) || 200;
  const original: Record<string, string> = { "content-type": source.mimetype, ...source.headers };
  const target = original["location"];
  const headers: Record<string, string> = {
    "content-type": original["content-type"]!,
    "memento-datetime": httpDate(found.timestamp),
    ...(target === undefined
      ? {}
      : { location: `/web/${found.timestamp}${modifier}/${new URL(target, found.original).href}` }),
  };
  for (const [name, value] of Object.entries(original)) headers[`x-archive-orig-${name}`] = value;
  const bare = modifier === "id_" || !source.mimetype.startsWith("text/html");
  const body = bare ? source.body : shownAs(modifier, found, source.body);
  send(request, response, status, headers, body, cut);
}

/** A page as people look at it: with the toolbar, or in a frame of theirs with addresses that lead to copies. */
function shownAs(modifier: string, { timestamp, original }: Entry, body: Buffer): Buffer {
  if (modifier !== "if_") return Buffer.concat([Buffer.from(TOOLBAR), body]);
  const html = body.toString().replace(/\b(src|href)="([^"#]+)"/g, (_, name: string, address: string) => {
    return `${name}="/web/${timestamp}${name === "src" ? "js_" : ""}/${new URL(address, original).href}"`;
  });
  return Buffer.from(`${rewriting(timestamp, original)}${html}${FOOTER}`);
}

/** What an archive puts into a page so that what its scripts ask for comes from copies. */
function rewriting(timestamp: string, original: string): string {
  return `<script>{
    const ask = window.fetch;
    window.fetch = (address, ...rest) => ask("/web/${timestamp}/" + new URL(address, "${original}").href, ...rest);
  }</script>`;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  whole: Buffer,
  cut: boolean,
): void {
  const body = cut ? whole.subarray(0, Math.floor(whole.length / 2)) : whole;
  const zipped = /\bgzip\b/.test(String(request.headers["accept-encoding"])) && !/[?&]gzip=false/.test(request.url!);
  const bytes = zipped ? gzipSync(body) : body;
  response.writeHead(status, {
    ...headers,
    ...(zipped ? { "content-encoding": "gzip" } : {}),
    "content-length": bytes.length,
  });
  response.end(bytes);
}

function httpDate(timestamp: string): string {
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)(..)(..)(..)$/.exec(timestamp) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`).toUTCString();
}

const NOT_ARCHIVED = "<html><title>Wayback Machine</title><p>The Wayback Machine has not archived that URL.</p></html>";
const TOOLBAR = "<!-- BEGIN WAYBACK TOOLBAR INSERT --><p>Wayback</p><!-- END WAYBACK TOOLBAR INSERT -->\n";
const FOOTER = "<!--\n     FILE ARCHIVED ON 00:00:00 Jan 01, 2010 AND RETRIEVED FROM AN ARCHIVE. -->";
const FAULT_PAGE = "<!DOCTYPE html><html><title>Wayback Machine</title><h1>Something is not right</h1></html>";
