// Speaks the chat completions of OpenAI on the loopback, whole and in pieces, without thinking about it.
import { createServer } from "node:http";

const text = "Bees carry nectar to the hive and make honey of it. ".repeat(120);
const usage = { prompt_tokens: 3000, completion_tokens: 1500, total_tokens: 4500 };
const head = { id: "chatcmpl-1", created: 1_700_000_000, model: "small" };
const whole = JSON.stringify({
  ...head,
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
  usage,
});
const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const pieces = [
  ...text.match(/\S+ /g).map((content) => chunk({ content })),
  chunk({}, "stop"),
  `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices: [], usage })}\n\n`,
  "data: [DONE]\n\n",
].join("");

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const streams = JSON.parse(body).stream === true;
  response.writeHead(200, { "content-type": streams ? "text/event-stream" : "application/json" });
  response.end(streams ? pieces : whole);
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
