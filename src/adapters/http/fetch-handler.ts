import type { Api } from "./api.js";
import { type ApiRequest, BodyTooLarge, unread } from "./envelope.js";

/** The API as a fetch handler, for Hono, Next, Bun, Deno and workers. */
export function fetchHandler(api: Api): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await api.handle(asRequest(request));
    const list = new Headers();
    for (let index = 0; index < headers.length; index += 2) {
      list.append(headers[index]!, headers[index + 1]!);
    }
    const bodiless = request.method === "HEAD" || status === 204;
    if (bodiless) await unread(body);
    return new Response(bodiless ? null : typeof body === "string" ? body : streamOf(body), { status, headers: list });
  };
}

function asRequest(request: Request): ApiRequest {
  const headers: Record<string, string> = {};
  request.headers.forEach((value, name) => {
    headers[name] = value;
  });
  const afterScheme = request.url.indexOf("/", request.url.indexOf("://") + 3);
  const target = afterScheme < 0 ? "/" : request.url.slice(afterScheme).split("#", 1)[0]!;
  // Some platforms keep the host in the address only.
  headers["host"] ??= new URL(request.url).host;
  const { body } = request;
  const plain = { method: request.method, target, headers, signal: request.signal };
  return body === null ? plain : { ...plain, body: (maxBytes: number) => read(body, maxBytes) };
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

function streamOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
