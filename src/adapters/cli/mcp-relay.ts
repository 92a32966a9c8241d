import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { isPlainObject } from "../../kernel/index.js";
import type { McpReply } from "./command.js";

interface RelayParts {
  readonly input: Readable;
  /** Posts one message and resolves with what is answered; rejects with an error whose message is for the client. */
  post(body: string, signal: AbortSignal): Promise<McpReply>;
  /** Writes a line. */
  write(line: string): void;
}

const PARSE_ERROR = -32_700;
const INTERNAL_ERROR = -32_603;
const REFUSED = -32_000;

/**
 * Carries messages of JSON-RPC, one a line, from an input to a server that answers posts, and its answers back. A request that
 * the client cancels is given up. Resolves when the input has ended and everything is answered.
 */
export async function relayed({ input, post, write }: RelayParts): Promise<void> {
  const atWork = new Map<unknown, AbortController>();
  const all = new Set<Promise<void>>();
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    const work = carried(line).finally(() => all.delete(work));
    all.add(work);
  }
  await Promise.all(all);

  async function carried(line: string): Promise<void> {
    const message = parsed(line);
    if (message === undefined) {
      write(errorLine(null, PARSE_ERROR, "The line is no JSON. Send one message of JSON-RPC a line."));
      return;
    }
    const { id, method, params } = isPlainObject(message) ? message : {};
    if (method === "notifications/cancelled" && isPlainObject(params)) {
      atWork.get(params["requestId"])?.abort();
      return;
    }
    const isRequest = typeof id === "string" || typeof id === "number";
    const control = new AbortController();
    if (isRequest) atWork.set(id, control);
    try {
      const { status, isStream, body } = await post(line, control.signal);
      if (isStream) for await (const data of eventsOf(body)) write(data);
      else {
        const text = (await Array.fromAsync(body)).join("").trim();
        const answer = answerIn(text, status, isRequest ? id : null);
        // Nobody waits for an answer to a notification.
        if (answer !== undefined && (isRequest || Array.isArray(message) || status !== 202)) write(answer);
      }
    } catch (error) {
      // A request that was cancelled is not answered.
      if (isRequest && !control.signal.aborted) {
        write(errorLine(id, INTERNAL_ERROR, error instanceof Error ? error.message : String(error)));
      }
    } finally {
      if (isRequest) atWork.delete(id);
    }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** What was answered, on one line; where it is no JSON-RPC, an error that says what came instead. */
function answerIn(text: string, status: number, id: string | number | null): string | undefined {
  if (text === "" && status === 202) return undefined;
  const answer = parsed(text);
  if (Array.isArray(answer) || (isPlainObject(answer) && answer["jsonrpc"] === "2.0")) return JSON.stringify(answer);
  const said = isPlainObject(answer) && typeof answer["message"] === "string" ? ` ${answer["message"]}` : "";
  return errorLine(id, REFUSED, `The server does not speak MCP: it answered with HTTP ${status}.${said}`);
}

/** The data of the events of a stream. */
async function* eventsOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let kept = "";
  for await (const piece of pieces) {
    kept += piece;
    const events = kept.split(/\r?\n\r?\n/);
    kept = events.pop() ?? "";
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).replace(/^ /, ""))
        .join("\n");
      const message = data === "" ? undefined : parsed(data);
      if (message !== undefined) yield JSON.stringify(message);
    }
  }
}

function errorLine(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}
