import { createHash, timingSafeEqual } from "node:crypto";
import { type ApiRequest, type ApiResponse, failureBody, failureHeaders } from "./envelope.js";
import type { ProtocolCode } from "./protocol-codes.js";
import * as wording from "./wording.js";

export interface GuardOptions {
  /** Host names this server answers to besides localhost, 127.0.0.1 and [::1], without port. */
  readonly allowHosts?: readonly string[];
  /** Origins that may use this server besides those on loopback; `*` for all, which needs an API key. */
  readonly allowOrigins?: readonly string[];
  /** When set, every call must carry it. */
  readonly apiKey?: string;
}

/** What the guard lets in. */
export interface Admitted {
  readonly path: string;
  readonly query: string;
  /** The allowed origin that asked, for the reply's CORS headers. */
  readonly origin: string | undefined;
}

/** Longest request target, in characters. */
const MAX_TARGET = 8192;
/** Headers in which browsers, old ones too, say that nobody has opened the address yet. */
const PURPOSES = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9])?)(?::\d{1,5})?$/i;
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * The outermost layer: who may talk to this server at all. A page in the user's browser can send requests to a local
 * server, so the name it was asked for (against DNS rebinding), the origin that asks, and what the browser says of the
 * request (Fetch Metadata, W3C; the Referer of browsers without it) are checked before anything else, for every path and
 * method.
 */
export function createGuard(options: GuardOptions) {
  const hosts = new Set([...LOOPBACK_NAMES, ...(options.allowHosts ?? []).map((host) => host.toLowerCase())]);
  const origins = new Set((options.allowOrigins ?? []).map((origin) => origin.toLowerCase().replace(/\/$/, "")));
  const keyDigest = options.apiKey ? digest(options.apiKey) : undefined;
  const everyOrigin = origins.has("*") && keyDigest !== undefined;
  /** Host headers that passed; clients send the same one every time. */
  const seenHosts = new Set<string>();

  const hostRefusal = (request: ApiRequest): string | undefined => {
    const host = request.headers["host"];
    if (typeof host !== "string" || host === "") return wording.hostMissing();
    if (seenHosts.has(host)) return undefined;
    const name = HOST.exec(host)?.[1];
    if (name === undefined || !hosts.has(name.toLowerCase())) return wording.hostRefused(host);
    if (seenHosts.size < 64) seenHosts.add(host);
    return undefined;
  };

  const originAllowed = (origin: string): boolean =>
    everyOrigin || LOOPBACK_ORIGIN.test(origin) || origins.has(origin.toLowerCase());

  /** Whether a page of another site caused the request, by what the browser says of it; programs say nothing. */
  const isForeign = (headers: ApiRequest["headers"], acts: () => boolean): boolean => {
    const site = headers["sec-fetch-site"];
    const referer = headers["referer"];
    // Old browsers send no Fetch Metadata, but the address of the page.
    if (site === undefined || site === "none")
      return referer !== undefined && !refererAllowed(referer, headers["host"]);
    if (site === "same-origin") return false;
    const mode = headers["sec-fetch-mode"];
    return site !== "same-site" || (mode !== "cors" && (mode !== "navigate" || acts()));
  };

  const refererAllowed = (referer: string | readonly string[], host: ApiRequest["headers"][string]): boolean => {
    if (referer === "") return true;
    if (typeof referer !== "string" || !URL.canParse(referer)) return false;
    const page = new URL(referer);
    return originAllowed(page.origin) || (/^https?:$/.test(page.protocol) && page.host === String(host).toLowerCase());
  };

  const keyAccepted = (request: ApiRequest, query: string): boolean => {
    if (keyDigest === undefined) return true;
    const presented: string[] = query.includes("apikey") ? new URLSearchParams(query).getAll("apikey") : [];
    const header = request.headers["x-api-key"];
    if (typeof header === "string") presented.push(header);
    const authorization = request.headers["authorization"];
    if (typeof authorization === "string") presented.push(/^bearer +(.*)$/i.exec(authorization)?.[1] ?? authorization);
    const keys = presented.filter((key) => key !== "");
    return keys.length === 1 && timingSafeEqual(digest(keys[0]!), keyDigest);
  };

  /**
   * Refuses the request, or says what it asks for. `acts` says whether the path changes anything: pages of the same
   * site may navigate only to what does not. `isOpen` says whether the path needs no key.
   */
  return function admit(
    request: ApiRequest,
    acts: (path: string) => boolean,
    isOpen: (path: string) => boolean = () => false,
  ): Admitted | ApiResponse {
    const { target, headers } = request;
    const hostProblem = hostRefusal(request);
    if (hostProblem !== undefined) {
      return refusal(typeof request.headers["host"] === "string" ? 403 : 400, "HOST_REFUSED", hostProblem);
    }
    if (target.length > MAX_TARGET) return refusal(414, "REQUEST_BROKEN", wording.longTarget(MAX_TARGET));
    if (!target.startsWith("/") || target.startsWith("//")) {
      return refusal(400, "REQUEST_BROKEN", wording.badTarget());
    }
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);
    const query = mark < 0 ? "" : target.slice(mark + 1);

    const origin = headers["origin"];
    if (origin !== undefined) {
      if (typeof origin !== "string" || !originAllowed(origin)) {
        return refusal(403, "ORIGIN_REFUSED", wording.originRefused(String(origin)));
      }
    } else if (isForeign(headers, () => acts(path))) {
      return refusal(403, "ORIGIN_REFUSED", wording.crossSiteRefused());
    }
    if (PURPOSES.some((name) => headers[name] !== undefined && isPrefetch(headers[name]))) {
      return refusal(403, "PREFETCH_REFUSED", wording.prefetchRefused(), origin);
    }
    // A preflight cannot carry a key; it says only that the origin is allowed.
    if (request.method !== "OPTIONS" && !keyAccepted(request, query) && !isOpen(path)) {
      return refusal(401, "KEY_WRONG", wording.wrongKey(), origin, ["WWW-Authenticate", "Bearer"]);
    }
    return { path, query, origin };
  };
}

function refusal(
  status: number,
  code: ProtocolCode,
  message: string,
  origin?: string,
  more: readonly string[] = [],
): ApiResponse {
  return { status, headers: [...failureHeaders(code, origin), ...more], body: failureBody(message) };
}

function isPrefetch(purpose: string | readonly string[]): boolean {
  return /\b(prefetch|prerender|preview)\b/i.test(String(purpose));
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
