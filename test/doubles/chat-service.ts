import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ChatAsked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly model: string;
  readonly system: string;
  readonly user: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the service says: a text, or anything that goes wrong with services. */
export interface ChatAnswer {
  readonly text?: string;
  /** Sent in a field of its own, as some services do. */
  readonly reasoning?: string;
  readonly finish?: "stop" | "length" | "content_filter";
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of what the protocol has. */
  readonly raw?: string;
  /** In a stream: the connection ends behind so many pieces. */
  readonly cutAfter?: number;
  readonly hang?: boolean;
}

/**
 * A server on the loopback that speaks the chat completions of OpenAI, streams included. `/v1/models` lists the model `small`.
 * The key is `test-key-123`.
 */
export async function chatService(answer: (asked: ChatAsked, index: number) => ChatAnswer | string) {
  const asked: ChatAsked[] = [];
  let open = 0;
  let busiest = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    busiest = Math.max(busiest, open);
    response.on("close", () => {
      open -= 1;
    });
    let text = "";
    for await (const piece of request) text += String(piece);
    const json = (status: number, value: unknown, headers = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
    if (request.headers.authorization !== "Bearer test-key-123") {
      json(401, { error: { message: "Incorrect API key provided: sk-abcdef123456", code: "invalid_api_key" } });
      return;
    }
    if (request.url === "/v1/models") {
      json(200, { object: "list", data: [{ id: "small", object: "model" }] });
      return;
    }
    const body = JSON.parse(text) as {
      model: string;
      stream?: boolean;
      messages: { role: string; content: unknown }[];
    };
    const said = (role: string) => String(body.messages.find((one) => one.role === role)?.content ?? "");
    const one = {
      ...{ path: request.url ?? "", headers: request.headers, model: body.model },
      ...{ system: said("system"), user: said("user"), body: { ...body } },
    };
    asked.push(one);
    const given = answer(one, asked.length - 1);
    const made: ChatAnswer = typeof given === "string" ? { text: given } : given;
    if (made.hang) return;
    const status = made.status ?? 200;
    if (made.raw !== undefined) {
      response.writeHead(status, { "content-type": "application/json", ...made.headers }).end(made.raw);
      return;
    }
    if (status !== 200) {
      json(status, { error: { message: made.text ?? "", type: "error" } }, made.headers);
      return;
    }
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    const head = { id: "chatcmpl-1", created: 1_700_000_000, model: body.model };
    if (!body.stream) {
      const message = { role: "assistant", content: made.text ?? "", reasoning_content: made.reasoning };
      const choices = [{ index: 0, message, finish_reason: made.finish ?? "stop" }];
      json(200, { ...head, object: "chat.completion", choices, usage });
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    const chunk = (delta: object, finish: string | null = null) =>
      send({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] });
    if (made.reasoning !== undefined) chunk({ reasoning_content: made.reasoning });
    const pieces = (made.text ?? "").match(/[\s\S]{1,5}/g) ?? [];
    for (const [index, content] of pieces.entries()) {
      if (index === made.cutAfter) {
        response.socket?.destroy();
        return;
      }
      chunk({ content });
    }
    chunk({}, made.finish ?? "stop");
    send({ ...head, object: "chat.completion.chunk", choices: [], usage });
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** With the version, as settings give it. */
    address: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    asked,
    /** The most requests that were in flight at once. */
    busiest: () => busiest,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
