import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ScriptoriumError, type WriterProvider } from "../../src/kernel/index.js";

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: "system" | "user"; readonly content: string }[];
  readonly temperature?: number;
  readonly seed?: number;
}

/** What a model says to a chat, or the HTTP status with which it fails. */
export type Answer = (chat: ChatRequest & { readonly system: string; readonly user: string }) => string | number;

/**
 * A server on the loopback that speaks the chat completions of the OpenAI API
 * (https://platform.openai.com/docs/api-reference/chat/create), and a writer that talks to it. For tests.
 */
export async function loopbackModel(answer: Answer) {
  const chats: ChatRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    const reply = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const problem = (status: number, message: string) =>
      reply(status, { error: { message, type: "invalid_request_error", param: null, code: null } });
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") return problem(404, "Unknown request URL");
    if (request.headers.authorization !== "Bearer test-key") return problem(401, "Incorrect API key provided");
    const chat = JSON.parse(body) as ChatRequest;
    chats.push(chat);
    const said = (role: string) => chat.messages.find((message) => message.role === role)?.content ?? "";
    const content = answer({ ...chat, system: said("system"), user: said("user") });
    if (typeof content === "number") return problem(content, "The server had an error while processing your request");
    reply(200, {
      id: `chatcmpl-${chats.length}`,
      object: "chat.completion",
      created: 1_700_000_000,
      model: chat.model,
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const writer: WriterProvider = {
    async write({ instructions, text, temperature, seed, signal }) {
      const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer test-key" },
        body: JSON.stringify({
          model: "loopback",
          messages: [
            { role: "system", content: instructions },
            { role: "user", content: text },
          ],
          ...(temperature === undefined ? {} : { temperature }),
          ...(seed === undefined ? {} : { seed }),
        }),
        signal,
      });
      if (!response.ok)
        throw new ScriptoriumError("WRITER_FAILED", `The model answered ${response.status}. Try again.`);
      const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
      return choices[0]?.message.content ?? "";
    },
  };
  return {
    writer,
    /** Every chat so far. */
    chats,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
