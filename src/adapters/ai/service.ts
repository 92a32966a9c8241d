import { Readable } from "node:stream";
import type { Agent, Dispatcher } from "undici";
import { type RunErrorCode, ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";
import { openAgent } from "../network/agent.js";
import { faultOf, inSeconds, saysFault, serviceAddress, TEMPORARY_FAULTS } from "../network/service-faults.js";
import { masking, refusalError, type ServiceWords } from "./refusals.js";

export interface ModelServiceOptions {
  readonly title: string;
  readonly address: string;
  readonly key: string;
  /** Of silence. */
  readonly timeoutMs: number;
  /** Of one answer. @default 16 MiB */
  readonly maxBytes?: number;
}

/** The service of a language model at an address that the settings of the server name; it may be a private one. */
export interface ModelService extends ServiceWords {
  /** Without a slash at its end. */
  readonly address: string;
  /**
   * For the libraries: goes to this service alone and follows no redirect, so that the key reaches nobody else. Rejects with what a task
   * is told.
   */
  readonly fetch: typeof globalThis.fetch;
  /** What became of an answer that broke off or cannot be read. */
  failure(error: unknown): ScriptoriumError;
  close(): Promise<void>;
}

const CONNECT_MS = 20_000;
const MOST_OF_REFUSAL = 64 * 1024;

/** Throws CONFIG_INVALID for an address that cannot be used. */
export function modelService(options: ModelServiceOptions): ModelService {
  const { timeoutMs, maxBytes = 16 * 1024 * 1024 } = options;
  const base = serviceAddress(options.title, options.address);
  const title = `${options.title} at ${shown(base.host)}`;
  const words: ServiceWords = {
    title,
    facts: { service: options.title, host: base.host },
    masked: masking(options.key),
  };
  let agent: Promise<Agent> | undefined;

  const failed = (says: string, facts: object, code: "WRITER_FAILED" | RunErrorCode = "WRITER_FAILED") =>
    new ScriptoriumError(code, `${title} ${says}`, { ...words.facts, ...facts });

  function failure(error: unknown): ScriptoriumError {
    const fault = faultOf(error);
    if (fault === "UND_ERR_HEADERS_TIMEOUT" || fault === "UND_ERR_BODY_TIMEOUT") {
      const says = `said nothing for ${inSeconds(timeoutMs)}. Try again later, or raise its timeoutSeconds.`;
      return failed(says, { timeoutMs, passing: true });
    }
    if (fault === undefined) {
      return failed(
        "gave an answer that cannot be read. Check that its address is that of the API, with its version.",
        {},
      );
    }
    const passing = TEMPORARY_FAULTS.has(fault) || fault === "UND_ERR_CONNECT_TIMEOUT";
    return failed(saysFault(fault), { errno: fault, ...(passing ? { passing } : {}) }, "no-network");
  }

  async function* limited(body: Dispatcher.ResponseData["body"]): AsyncGenerator<Buffer> {
    let bytes = 0;
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw failed("sent an answer that is too large. Ask for a shorter one.", { maxBytes });
        yield chunk;
      }
    } finally {
      body.on("error", () => {});
      body.destroy();
    }
  }

  async function exchange(url: URL, init: RequestInit): Promise<Response> {
    // Libraries retry and upload in ways of their own; nothing of that leaves for another server.
    if (url.origin !== base.origin) throw failed("is not where this request goes. Set its address.", {});
    agent ??= openAgent({ timeout: CONNECT_MS }, timeoutMs);
    const { statusCode, headers, body } = await (await agent).request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: (init.method ?? "GET") as Dispatcher.HttpMethod,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === "string" ? init.body : null,
      signal: init.signal ?? null,
    });
    if (statusCode >= 300) {
      const text = await beginningOf(body, MOST_OF_REFUSAL);
      throw refusalError(words, { status: statusCode, headers, body: text });
    }
    const type = [headers["content-type"] ?? ""].flat()[0] ?? "";
    if (/^text\/html/i.test(type)) {
      body.on("error", () => {}).destroy();
      throw failed("answered with a page for people. Check that its address is that of the API, with its version.", {
        status: statusCode,
      });
    }
    const stream = Readable.toWeb(Readable.from(limited(body))) as ReadableStream;
    return new Response(stream, { status: statusCode, headers: { "content-type": type } });
  }

  return {
    ...words,
    address: base.href.replace(/\/$/, ""),
    failure,
    async fetch(input, init = {}) {
      init.signal?.throwIfAborted();
      try {
        return await exchange(new URL(input instanceof Request ? input.url : input), init);
      } catch (error) {
        init.signal?.throwIfAborted();
        throw ScriptoriumError.is(error) ? error : failure(error);
      }
    },
    close: async () => void (await (await agent)?.destroy()),
  };
}

async function beginningOf(body: Dispatcher.ResponseData["body"], most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > most) break;
    }
  } catch {
    // What there is of it says enough.
  }
  body.on("error", () => {}).destroy();
  return Buffer.concat(chunks).toString("utf8");
}
