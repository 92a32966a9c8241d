import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import { shown } from "../../kernel/index.js";
import { loadedOnce } from "../../kernel/values/loaded-once.js";
import type { McpAnswer, McpCall, McpHost } from "../http/mcp-door.js";
import { answerTo } from "./one-message.js";
import { CODES, judged, type Posted, progressTokenOf, rpcError } from "./rpc.js";
import type { Sdk } from "./sdk.js";
import { serverMaker } from "./server.js";
import type { McpProviders } from "./tool.js";

/** Most messages in one list. */
const MOST_MESSAGES = 50;
/** A stream that is silent for longer might be taken for dead. */
const PULSE_MS = 15_000;

/** Answers POSTs, each for itself: nothing is kept of a client from one to the next. */
export function answersOf(
  host: McpHost,
  providers: McpProviders,
  load: () => Promise<Sdk>,
): (call: McpCall) => Promise<McpAnswer> {
  const loaded = loadedOnce(async () => {
    const sdk = await load();
    return { sdk, makeServer: serverMaker(sdk, host, providers) };
  });

  return async function answer(call) {
    const { posted, protocolVersion, signal } = call;
    const isList = Array.isArray(posted);
    const messages: readonly unknown[] = isList ? posted : [posted];
    if (messages.length === 0 || messages.length > MOST_MESSAGES) {
      const problem = `A list of messages must have 1 to ${MOST_MESSAGES} entries.`;
      return { status: 400, body: JSON.stringify(rpcError(null, CODES.invalidRequest, problem)) };
    }
    const all = messages.map(judged);
    const asked = all.filter((one) => one.kind !== "silent");
    if (asked.length === 0) return { status: 202, body: "" };
    const [first] = asked;
    if (!isList && first?.kind === "refused") return { status: 400, body: JSON.stringify(first.error) };

    const { sdk, makeServer } = await loaded();
    const isHandshake = asked.some((one) => one.kind === "request" && one.message.method === "initialize");
    const { SUPPORTED_PROTOCOL_VERSIONS: versions } = sdk.types;
    if (protocolVersion !== undefined && !isHandshake && !versions.includes(protocolVersion)) {
      const problem = `The protocol version "${shown(protocolVersion, 40)}" is not known here. Use one of: ${versions.join(", ")}.`;
      return { status: 400, body: JSON.stringify(rpcError(idOf(first), CODES.refused, problem)) };
    }
    const ask = (request: JSONRPCRequest, hear: (message: JSONRPCMessage) => void, until?: AbortSignal) =>
      answerTo(request, makeServer(), hear, until);
    if (!isList && call.streams && first?.kind === "request" && progressTokenOf(first.message) !== undefined) {
      return { status: 200, body: streamed(first.message, ask, signal) };
    }
    const answers = await Promise.all(
      asked.map((one) => (one.kind === "refused" ? one.error : ask(one.message, () => {}, signal))),
    );
    return { status: 200, body: JSON.stringify(isList ? answers : answers[0]) };
  };
}

function idOf(posted: Posted | undefined): string | number | null {
  return posted?.kind === "request" ? posted.message.id : null;
}

/** Events of a stream: what the server says on the way, and its answer as the last one. */
async function* streamed(
  request: JSONRPCRequest,
  ask: (
    request: JSONRPCRequest,
    hear: (message: JSONRPCMessage) => void,
    signal: AbortSignal,
  ) => Promise<JSONRPCMessage>,
  gone: AbortSignal | undefined,
): AsyncGenerator<string> {
  const left = new AbortController();
  const waiting: JSONRPCMessage[] = [];
  let wake = () => {};
  const hear = (message: JSONRPCMessage) => {
    waiting.push(message);
    wake();
  };
  let isOver = false;
  const answered = ask(request, hear, gone ? AbortSignal.any([gone, left.signal]) : left.signal)
    .then(hear)
    .finally(() => {
      isOver = true;
      wake();
    });
  // Whoever stops reading has aborted it.
  answered.catch(() => {});
  try {
    for (;;) {
      for (const message of waiting.splice(0)) yield `event: message\ndata: ${JSON.stringify(message)}\n\n`;
      if (isOver && waiting.length === 0) break;
      const isQuiet = await silence((woken) => {
        wake = woken;
        if (isOver || waiting.length > 0) woken();
      });
      if (isQuiet) yield ": working\n\n";
    }
    await answered;
  } finally {
    left.abort(new Error("Nobody reads the answer any more."));
  }
}

/** Whether nothing happens for a while; `begin` is handed what to call when something does. */
function silence(begin: (woken: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), PULSE_MS);
    begin(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
