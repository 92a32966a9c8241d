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

/** The API as a fetch handler, for Hono, Next, Bun, Deno and workers. */
export function fetchHandler(api: Api, { basePath = "" }: MountOptions = {}): (request: Request) => Promise<Response> {
  const targetIn = belowBase(basePath);
  return async (request) => {
    const asked = new FetchRequest(request, targetIn, withoutSlashes(basePath));
    return responseOf(await api.handle(asked), { method: request.method, leave: () => asked.leave() });
  };
}

/** The reply as a Response; `leave` is called when its body is given up. */
export async function responseOf(
  { status, headers, body }: ApiResponse,
  { method, leave }: { readonly method: string; readonly leave: () => void },
): Promise<Response> {
  const list = new Headers();
  for (let index = 0; index < headers.length; index += 2) {
    list.append(headers[index]!, headers[index + 1]!);
  }
  const bodiless = method === "HEAD" || status === 204 || status === 304;
  if (bodiless) await unread(body);
  const sent = bodiless ? null : typeof body === "string" ? body : streamOf(body, leave);
  return new Response(sent, { status, headers: list });
}

class FetchRequest implements ApiRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | undefined;
  private readonly cancelled = new AbortController();
  private either: AbortSignal | undefined;

  constructor(
    private readonly request: Request,
    targetIn: (target: string) => string | undefined,
    private readonly base: string,
  ) {
    const { url, body } = request;
    const headers: Record<string, string> = {};
    request.headers.forEach((value, name) => {
      headers[name] = value;
    });
    const afterScheme = url.indexOf("/", url.indexOf("://") + 3);
    // Some platforms keep the host in the address only.
    headers["host"] ??= new URL(url).host;
    this.method = request.method;
    const target = afterScheme < 0 ? "/" : url.slice(afterScheme).split("#", 1)[0]!;
    this.target = targetIn(target) ?? outside(target);
    this.headers = headers;
    this.body = body === null ? undefined : (maxBytes) => read(body, maxBytes);
  }

  get root(): string {
    return `${new URL(this.request.url).protocol}//${this.headers["host"]}${this.base}`;
  }

  get address(): string {
    return new URL(this.request.url).pathname;
  }

  get signal(): AbortSignal {
    this.either ??= AbortSignal.any([this.request.signal, this.cancelled.signal]);
    return this.either;
  }

  /** Not every platform aborts the request when nobody reads its reply any more. */
  leave(): void {
    this.cancelled.abort(new ClientGone("The client is gone."));
  }
}

async function read(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function streamOf(pieces: Pieces, left: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    cancel() {
      left();
      // Not waited for: a stream of events may be waiting itself.
      iterator.return?.().catch(() => {});
    },
  });
}
