import type { IncomingMessage, ServerResponse } from "node:http";
import type { Api } from "./api.js";
import { type ApiRequest, BodyTooLarge, type RequestBody } from "./envelope.js";

export interface NodeListenerOptions {
  /** The path the API is mounted under, such as `/content`; none by default. Frameworks that strip it need none. */
  readonly basePath?: string;
}

type Next = (error?: unknown) => void;

/** How long a body that is too large is read on after the reply, so that the client sees it and not a reset. */
const DRAIN_MS = 2000;

/**
 * The API as a listener for node:http, Express, Connect and their like. Where `next` is given, everything that is not the
 * API's own goes there. A body that the host has parsed already (`request.body`) is used as it is.
 */
export function nodeListener(api: Api, { basePath = "" }: NodeListenerOptions = {}) {
  const base = basePath.replace(/\/+$/, "");
  return function listener(request: IncomingMessage, response: ServerResponse, next?: Next): void {
    const url = request.url ?? "/";
    const below = base === "" || url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`);
    const rest = below ? url.slice(base.length) : url;
    const target = base === "" || rest.startsWith("/") ? rest : `/${rest}`;
    if (next !== undefined && !(below && api.owns(target.split("?", 1)[0]!))) {
      next();
      return;
    }
    void answer(api, request, response, below ? target : "/?");
  };
}

async function answer(api: Api, request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
  const { status, headers, body } = await api.handle(new NodeRequest(request, response, target));
  if (response.destroyed) return;
  const bodiless = request.method === "HEAD" || status === 204;
  try {
    if (typeof body === "string") {
      const bytes = Buffer.byteLength(body);
      response.writeHead(status, status === 204 ? [...headers] : headers.concat("Content-Length", String(bytes)));
      if (bodiless) response.end();
      // As many bytes as characters: all of it is ASCII, which node writes faster when it is told.
      else response.end(body, bytes === body.length ? "latin1" : "utf8");
    } else {
      response.writeHead(status, [...headers]);
      await sendPieces(response, bodiless ? [] : body);
    }
  } catch {
    // In the middle of a list nothing can be said any more; a cut connection tells the client that it is incomplete.
    response.destroy();
  }
  if (!request.complete) drain(request);
}

async function sendPieces(response: ServerResponse, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) {
      await new Promise<void>((resolve) => {
        const go = () => {
          response.off("drain", go).off("close", go);
          resolve();
        };
        response.once("drain", go).once("close", go);
      });
    }
  }
  response.end();
}

type Incoming = IncomingMessage & { readonly body?: unknown };

// A class, because every object literal with a getter has a hidden class of its own, which only a full garbage collection
// frees: that doubled the cost of a small post.
class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly headers: ApiRequest["headers"];
  readonly severalHosts: boolean;
  readonly body: RequestBody | undefined;
  private gone: AbortController | undefined;

  constructor(
    request: Incoming,
    private readonly response: ServerResponse,
    readonly target: string,
  ) {
    this.method = request.method ?? "GET";
    this.headers = request.headers;
    this.severalHosts = hostCount(request.rawHeaders) > 1;
    this.body = this.method === "GET" || this.method === "HEAD" ? undefined : bodyOf(request);
  }

  /** Made when it is asked for: most calls are answered before anybody could wait. */
  get signal(): AbortSignal {
    if (this.gone !== undefined) return this.gone.signal;
    const { response } = this;
    const gone = new AbortController();
    this.gone = gone;
    response.once("close", () => {
      if (!response.writableFinished) gone.abort(new Error("The client is gone."));
    });
    return gone.signal;
  }
}

function bodyOf(request: Incoming): RequestBody {
  const { body } = request;
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  // Body parsers leave `{}` or undefined where they have not read the body.
  if (body !== undefined && (request.readableEnded || request.complete)) return { parsed: body };
  return (maxBytes) => read(request, maxBytes);
}

function read(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
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
    request.once("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const cut = () => {
      if (!request.complete) reject(new Error("The connection was cut before the body had arrived."));
    };
    request.once("error", cut).once("close", cut);
  });
}

/** Reads on without keeping anything, then cuts the connection. */
function drain(request: IncomingMessage): void {
  const timer = setTimeout(() => request.destroy(), DRAIN_MS);
  request.once("close", () => clearTimeout(timer));
  request.on("error", () => {});
  request.resume();
}

function hostCount(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}
