import { isPlainObject } from "../../kernel/index.js";
import type { Api } from "./api.js";
import { type ApiResponse, BodyTooLarge, ClientGone } from "./envelope.js";
import { fetchHandler, responseOf } from "./fetch-handler.js";

/**
 * A `fetch` for a client of the API in the same process. The first Request or Response of a process takes Node 60 ms, so
 * calls by text, and replies that are whole, do without them.
 */
export function fetchWithin(api: Api): typeof fetch {
  const answer = fetchHandler(api);
  return async (input, init = {}) => {
    const { method = "GET", headers = {}, body, signal } = init;
    if (typeof input !== "string" || !isPlainObject(headers) || (body != null && typeof body !== "string"))
      return answer(new Request(input, init));
    const { host, pathname, search } = new URL(input);
    const left = new AbortController();
    const leave = () => left.abort(new ClientGone("The client is gone."));
    const reply = await api.handle({
      method,
      target: pathname + search,
      headers: { host, ...lowerCased(headers) },
      ...(body == null ? {} : { body: async (maxBytes: number) => bytesOf(body, maxBytes) }),
      signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal,
    });
    return typeof reply.body === "string" ? wholeReply(reply, reply.body) : responseOf(reply, { method, leave });
  };
}

function lowerCased(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function bytesOf(body: string, maxBytes: number): Uint8Array {
  const bytes = new TextEncoder().encode(body);
  if (bytes.byteLength > maxBytes) throw new BodyTooLarge(maxBytes);
  return bytes;
}

/** As much of a Response as clients read of a text. */
interface WholeReply extends Pick<Response, "ok" | "status" | "body" | "json" | "text"> {
  readonly headers: Pick<Headers, "get" | "has">;
}

function wholeReply({ status, headers }: ApiResponse, text: string): Response {
  const list = new Map<string, string>();
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!.toLowerCase();
    const before = list.get(name);
    list.set(name, before === undefined ? headers[index + 1]! : `${before}, ${headers[index + 1]}`);
  }
  const reply: WholeReply = {
    ok: status >= 200 && status < 300,
    status,
    headers: {
      get: (name) => list.get(name.toLowerCase()) ?? null,
      has: (name) => list.has(name.toLowerCase()),
    },
    get body() {
      return new Response(text).body;
    },
    json: async () => JSON.parse(text),
    text: async () => text,
  };
  // A true one would load what this does without.
  return reply as Response;
}
