import type { IncomingMessage, ServerResponse } from "node:http";
import type { Api } from "./api.js";
import { belowBase, type MountOptions, outside, withoutSlashes } from "./base-path.js";
import {
  type ApiRequest,
  type ApiResponse,
  BodyTooLarge,
  ClientGone,
  type Pieces,
  type RequestBody,
  unread,
} from "./envelope.js";

export interface NodeListenerOptions extends MountOptions {
  /** How long a client may take no byte of an answer that waits for it, before it is cut off; 120,000 by default. */
  readonly stalledMs?: number;
}

type Next = (error?: unknown) => void;

/** How long a body that is too large is read on after the reply, so that the client sees it and not a reset. */
const DRAIN_MS = 2000;

/**
 * The API as a listener for node:http, Express, Connect and their like. Where `next` is given, everything that is not the
 * API's own goes there. A body that the host has parsed already (`request.body`) is used as it is.
 */
export function nodeListener(api: Api, { basePath = "", stalledMs = 120_000 }: NodeListenerOptions = {}) {
  const targetIn = belowBase(basePath);
  const base = withoutSlashes(basePath);
  return function listener(request: IncomingMessage, response: ServerResponse, next?: Next): void {
    const url = request.url ?? "/";
    const target = targetIn(url);
    if (next !== undefined && (target === undefined || !api.owns(target.split("?", 1)[0]!))) {
      next();
      return;
    }
    const asked = new NodeRequest(request, response, target ?? outside(url), base);
    const reply = api.handle(asked);
    if (reply instanceof Promise)
      reply.then((settled) => send(settled, asked, stalledMs)).catch(() => response.destroy());
    else send(reply, asked, stalledMs);
  };
}

function send({ status, headers, body }: ApiResponse, asked: NodeRequest, stalledMs: number): void {
  const { request, response, hasBody } = asked;
  const hasNoLength = status === 204 || status === 304;
  const bodiless = request.method === "HEAD" || hasNoLength;
  // A host may have answered by itself meanwhile, for example after a timeout of its own.
  const isOver = response.destroyed || response.headersSent;
  if (bodiless || isOver) void unread(body).catch(() => {});
  if (isOver) return;
  if (typeof body === "string") {
    const bytes = Buffer.byteLength(body);
    response.writeHead(status, hasNoLength ? [...headers] : [...headers, "Content-Length", String(bytes)]);
    if (bodiless) response.end();
    // As many bytes as characters: all of it is ASCII, which node writes faster when it knows.
    else {
      response.end(body, bytes === body.length ? "latin1" : "utf8");
      cutWhenStalled(response, stalledMs);
    }
  } else {
    response.writeHead(status, [...headers]);
    // In the middle of a list nothing can be said any more; a cut connection shows the client that it is incomplete.
    if (bodiless) response.end();
    else sendPieces(response, body, stalledMs).catch(() => response.destroy());
  }
  if (hasBody && !request.complete) drain(request);
}

/**
 * A client that stops reading would keep its answer in memory for ever. The connection gets a time limit only when the
 * system did not take all of the answer at once, because one for every reply costs half a microsecond.
 */
function cutWhenStalled(response: ServerResponse, stalledMs: number): void {
  if (response.writableLength === 0) return;
  if (!response.listeners("timeout").includes(cut)) response.on("timeout", cut);
  response.setTimeout(stalledMs);
}

function cut(this: ServerResponse): void {
  this.destroy();
}

async function sendPieces(response: ServerResponse, pieces: Pieces, stalledMs: number): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]();
  const letGo = () => void iterator.return?.().catch(() => {});
  // A stream of events may not have a next piece for hours, so nobody waits for one to end it.
  response.once("close", letGo);
  // And its client learns at once that it is open.
  response.flushHeaders();
  const usualMs = response.socket?.timeout ?? 0;
  for (;;) {
    const { value, done } = await iterator.next();
    if (done || response.destroyed) break;
    if (response.write(value)) continue;
    cutWhenStalled(response, stalledMs);
    await new Promise<void>((resolve) => {
      const go = () => {
        response.off("drain", go).off("close", go);
        resolve();
      };
      response.once("drain", go).once("close", go);
    });
    // What is quiet because there is nothing to send has not stalled.
    response.setTimeout(usualMs);
  }
  response.end();
  cutWhenStalled(response, stalledMs);
}

/** Express and Connect add what they have parsed, and the path they have taken off the address. */
type Incoming = IncomingMessage & { readonly body?: unknown; readonly baseUrl?: string; readonly originalUrl?: string };

// A class, because every object literal with a getter has a hidden class of its own, which only a full garbage collection
// frees: that doubled the cost of a small post. For the same reason of cost one listener sees the connection end, and
// the signal is made when it is asked for.
class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly headers: ApiRequest["headers"];
  readonly body: RequestBody | undefined;
  private gone: AbortController | undefined;
  private cutBody: ((error: Error) => void) | undefined;
  private isWatched = false;

  constructor(
    readonly request: Incoming,
    readonly response: ServerResponse,
    readonly target: string,
    private readonly base: string,
  ) {
    this.method = request.method ?? "GET";
    this.headers = headersOf(request.rawHeaders);
    if (this.method !== "GET" && this.method !== "HEAD") this.body = this.bodyOf();
  }

  get root(): string {
    const { socket, baseUrl = "" } = this.request;
    const scheme = "encrypted" in socket ? "https" : "http";
    return `${scheme}://${String(this.headers["host"])}${baseUrl}${this.base}`;
  }

  get address(): string {
    return this.request.originalUrl ?? this.request.url ?? "/";
  }

  /** Whether the client sends a body at all. */
  get hasBody(): boolean {
    return this.headers["content-length"] !== undefined || this.headers["transfer-encoding"] !== undefined;
  }

  get signal(): AbortSignal {
    this.gone ??= new AbortController();
    this.watch();
    return this.gone.signal;
  }

  private watch(): void {
    if (this.isWatched) return;
    this.isWatched = true;
    this.response.on("close", () => {
      if (this.response.writableFinished) return;
      const error = new ClientGone("The client is gone.");
      this.cutBody?.(error);
      this.gone?.abort(error);
    });
  }

  private bodyOf(): RequestBody {
    const { request } = this;
    const { body } = request;
    if (typeof body === "string" || body instanceof Uint8Array) return body;
    // Body parsers leave `{}` or undefined where they have not read the body, and only the stream shows whether they
    // have: `complete` says no more than that it arrived.
    return request.readableEnded ? { parsed: body } : (maxBytes) => this.read(maxBytes);
  }

  private read(maxBytes: number): Promise<Uint8Array> {
    const { request } = this;
    return new Promise((resolve, reject) => {
      this.cutBody = reject;
      this.watch();
      const chunks: Buffer[] = [];
      let size = 0;
      request.on("data", (chunk: Buffer) => {
        const fitted = size <= maxBytes;
        size += chunk.length;
        if (size <= maxBytes) chunks.push(chunk);
        else if (fitted) {
          chunks.length = 0;
          reject(new BodyTooLarge(maxBytes));
        }
      });
      request.on("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    });
  }
}

/** Reads on without keeping anything, then cuts the connection. */
function drain(request: IncomingMessage): void {
  const timer = setTimeout(() => request.destroy(), DRAIN_MS);
  request.once("close", () => clearTimeout(timer));
  request.on("error", () => {});
  request.resume();
}

/** The headers that the API reads. */
const READ: ReadonlySet<string> = new Set([
  "accept",
  "access-control-request-method",
  "access-control-request-private-network",
  "authorization",
  "content-encoding",
  "content-length",
  "content-type",
  "host",
  "if-match",
  "if-none-match",
  "if-range",
  "last-event-id",
  "mcp-protocol-version",
  "origin",
  "purpose",
  "range",
  "referer",
  "sec-fetch-mode",
  "sec-fetch-site",
  "sec-purpose",
  "traceparent",
  "tracestate",
  "transfer-encoding",
  "x-api-key",
  "x-moz",
  "x-purpose",
  "x-request-id",
]);

/** Cheaper than `request.headers`, which is built for all headers when it is first asked for and hides repeated ones. */
function headersOf(rawHeaders: readonly string[]): ApiRequest["headers"] {
  const headers: Record<string, string | string[]> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (!READ.has(name)) continue;
    const value = rawHeaders[index + 1]!;
    const earlier = headers[name];
    headers[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return headers;
}
