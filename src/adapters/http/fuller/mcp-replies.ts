import { randomBytes } from "node:crypto";
import { isPlainObject, ScriptoriumError } from "../../../kernel/index.js";
import { type ApiRequest, type ApiResponse, BodyTooLarge, ClientGone } from "../envelope.js";
import { BodyRefused } from "../json-body.js";
import { internal, messageOf, tooLarge } from "../wording.js";
import { type FullerCall, type FullerParts, rawReply } from "./fuller.js";

/** Most of a refused body that is read to find the id to answer to. */
const MOST_REFUSED_BYTES = 64 * 1024;
/** Of JSON-RPC, and two of its range for servers. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;
const REFUSED = -32_000;
const UNAUTHORIZED = -32_001;

type Id = string | number | null;

/** Answers posts to the Model Context Protocol; whatever goes wrong, by an error object of JSON-RPC: clients wait for one. */
export function mcpReplies({
  kernel,
  logger,
  version,
  waits,
  mcp,
}: FullerParts): (call: FullerCall) => Promise<unknown> {
  const opened = mcp ? mcp.open({ kernel, logger, version, waits }) : undefined;

  async function reply(call: FullerCall): Promise<unknown> {
    let posted: unknown;
    try {
      posted = await call.objectOrList();
      if (opened === undefined) return off(posted, mcp === false);
      const { headers, signal } = call.request;
      const protocolVersion = headers["mcp-protocol-version"];
      const { status, body } = await opened.answer({
        posted,
        streams: /\btext\/event-stream\b/i.test(String(headers["accept"] ?? "")),
        ...(typeof protocolVersion === "string" ? { protocolVersion } : {}),
        ...(signal ? { signal } : {}),
      });
      return rawReply({ status, headers: typeof body === "string" ? [] : STREAM_HEADERS, body });
    } catch (error) {
      if (error instanceof ClientGone) throw error;
      return failed(error, idsOf(posted));
    }
  }

  /** MCP is switched off, or was not put in: requests are told so, and nobody waits. */
  function off(posted: unknown, isSwitchedOff: boolean): unknown {
    const [id = null] = idsOf(posted);
    if (id === null && isNotification(posted)) return rawReply({ status: 202, headers: [], body: "" });
    const message = isSwitchedOff
      ? "MCP is switched off on this server. Set mcp to true in its settings and start it again, or use the HTTP API."
      : "This server was put together without MCP. Pass mcp to createApi, or use createScriptorium, which has it built in.";
    return rawReply({ headers: [], body: errorBody(id, REFUSED, message) });
  }

  function failed(error: unknown, [id = null]: readonly Id[]): unknown {
    if (error instanceof BodyTooLarge) {
      return rawReply({
        status: 413,
        headers: [],
        body: errorBody(id, INVALID_REQUEST, tooLarge(error.maxBytes)),
      });
    }
    if (error instanceof BodyRefused) {
      return rawReply({ status: 400, headers: [], body: errorBody(id, PARSE_ERROR, error.message) });
    }
    if (ScriptoriumError.is(error)) {
      if (error.cause !== undefined) logger.warn(`${error.code}: ${String(error.cause)}`);
      return rawReply({ headers: [], body: errorBody(id, INTERNAL_ERROR, messageOf(error)) });
    }
    const reference = randomBytes(4).toString("hex");
    logger.error(`POST /mcp: internal error (ref ${reference})`, error);
    return rawReply({ headers: [], body: errorBody(id, INTERNAL_ERROR, internal(reference)) });
  }

  return reply;
}

const STREAM_HEADERS = ["Content-Type", "text/event-stream; charset=utf-8", "X-Accel-Buffering", "no"];

/** A refusal of the guard or of a method, as an error object that answers the request that was posted. */
export async function mcpRefusal(reply: ApiResponse, request: ApiRequest): Promise<ApiResponse> {
  const { status, body } = reply;
  if (typeof body !== "string" || body === "") return reply;
  const { message } = JSON.parse(body) as { readonly message: string };
  const id = request.method === "POST" ? await idPosted(request) : null;
  return { ...reply, body: errorBody(id, status === 401 ? UNAUTHORIZED : REFUSED, message) };
}

async function idPosted({ body = "" }: ApiRequest): Promise<Id> {
  try {
    const arrived = typeof body === "function" ? await body(MOST_REFUSED_BYTES) : body;
    if (typeof arrived !== "string" && !ArrayBuffer.isView(arrived)) return idsOf(arrived.parsed)[0] ?? null;
    if (arrived.length > MOST_REFUSED_BYTES) return null;
    return idsOf(JSON.parse(typeof arrived === "string" ? arrived : Buffer.from(arrived).toString("utf8")))[0] ?? null;
  } catch {
    // What cannot be read has no id.
    return null;
  }
}

/** The ids of the requests among what was posted. */
function idsOf(posted: unknown): readonly (string | number)[] {
  const messages: readonly unknown[] = Array.isArray(posted) ? posted : [posted];
  return messages.flatMap((message) => {
    const id = isPlainObject(message) ? message["id"] : undefined;
    return typeof id === "string" || typeof id === "number" ? [id] : [];
  });
}

function isNotification(posted: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(posted) ? posted : [posted];
  return messages.length > 0 && messages.every((one) => isPlainObject(one) && typeof one["method"] === "string");
}

function errorBody(id: Id, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}
