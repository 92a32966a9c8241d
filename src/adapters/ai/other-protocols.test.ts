import { afterEach, describe, expect, it } from "vitest";
import {
  type DoubleAnswer,
  type DoubleRequest,
  type ServiceDouble,
  serve,
} from "../../../test/doubles/translation-service.js";
import { systemClock } from "../../kernel/index.js";
import { anthropicLibrary } from "./anthropic.js";
import { geminiLibrary } from "./gemini.js";
import type { ModelLibrary } from "./library.js";
import { type ModelWriter, modelWriter } from "./model-writer.js";

const KEY = "test-key-123";
const signal = AbortSignal.timeout(60_000);
const schema = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function writerOf(
  library: (address: string) => ModelLibrary,
  answer: (request: DoubleRequest) => DoubleAnswer,
): Promise<{ readonly writer: ModelWriter; readonly service: ServiceDouble }> {
  const service = await serve(answer);
  const writer = modelWriter({
    ...{ name: "model", title: "Model", library: library(`${service.url}/v1`), key: KEY, model: "small", headers: {} },
    ...{ timeoutMs: 10_000, maxWaitMs: 0, concurrency: 2, clock: systemClock },
  });
  open.push(service, writer);
  return { writer, service };
}

const asked = (text: string, more = {}) => ({
  instructions: "Write about bees.",
  text,
  temperature: 0.5,
  signal,
  ...more,
});
const events = (lines: readonly object[]): DoubleAnswer => ({
  headers: { "content-type": "text/event-stream" },
  text: lines
    .map((line) => `event: ${(line as { type?: string }).type ?? "message"}\ndata: ${JSON.stringify(line)}\n\n`)
    .join(""),
});

describe("Anthropic", () => {
  const message = (content: readonly object[], stop = "end_turn") => ({
    json: {
      ...{ id: "msg_1", type: "message", role: "assistant", model: "small", content },
      ...{ stop_reason: stop, stop_sequence: null, usage: { input_tokens: 12, output_tokens: 5 } },
    },
  });

  it("answers, with the key in its header, and without what it thought", async () => {
    const thought = { type: "thinking", thinking: "Bees it is.", signature: "x" };
    const { writer, service } = await writerOf(anthropicLibrary, () =>
      message([thought, { type: "text", text: "Bees fly." }]),
    );
    expect(await writer.answer(asked("Be brief."))).toMatchObject({
      ...{ text: "Bees fly.", usage: { input: 12, output: 5 }, cut: false },
    });
    const [request] = service.requests;
    expect(request).toMatchObject({ path: "/v1/messages", headers: { "x-api-key": KEY } });
    expect(JSON.parse(request!.text)).toMatchObject({ model: "small", messages: [{ role: "user" }] });
    expect(request!.text).not.toContain(KEY);
  });

  it("comes in pieces", async () => {
    const start = { ...message([]).json, usage: { input_tokens: 12, output_tokens: 1 } };
    const { writer } = await writerOf(anthropicLibrary, () =>
      events([
        { type: "message_start", message: start },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Bees " } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "fly." } },
        { type: "content_block_stop", index: 0 },
        {
          type: "message_delta",
          delta: { stop_reason: "max_tokens", stop_sequence: null },
          usage: { output_tokens: 5 },
        },
        { type: "message_stop" },
      ]),
    );
    const pieces: string[] = [];
    const answer = await writer.answer(asked("Be brief.", { onText: (piece: string) => pieces.push(piece) }));
    expect(answer).toMatchObject({ text: "Bees fly.", usage: { input: 12, output: 5 }, cut: true });
    expect(pieces.join("")).toBe("Bees fly.");
  });

  it.each<[DoubleAnswer, string]>([
    [
      { status: 401, json: { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } } },
      "auth",
    ],
    [{ status: 400, json: { error: { message: "Your credit balance is too low to access the API." } } }, "quota"],
    [{ status: 429, headers: { "retry-after": "30" }, json: { error: { message: "Slow down" } } }, "rate-limited"],
    [{ status: 529, json: { error: { message: "Overloaded" } } }, "WRITER_FAILED"],
  ])("%j is %s", async (answer, code) => {
    const { writer } = await writerOf(anthropicLibrary, () => answer);
    await expect(writer.write(asked("Be brief."))).rejects.toMatchObject({ code });
  });

  it("gives JSON", async () => {
    const { writer } = await writerOf(anthropicLibrary, ({ text }) => {
      const { tools } = JSON.parse(text) as { tools?: readonly { name: string }[] };
      const content = tools?.[0]
        ? { type: "tool_use", id: "t", name: tools[0].name, input: { title: "Bees" } }
        : { type: "text", text: '{"title": "Bees"}' };
      return message([content]);
    });
    expect(await writer.write(asked("Be brief.", { schema }))).toBe('{"title":"Bees"}');
  });

  it("is asked which models it has", async () => {
    const { writer, service } = await writerOf(anthropicLibrary, () => ({
      json: { data: [{ id: "small", type: "model" }] },
    }));
    expect(await writer.probe(signal)).toMatch(/answers; it has the model small/);
    expect(service.requests[0]).toMatchObject({ path: "/v1/models?limit=1000", headers: { "x-api-key": KEY } });
  });
});

describe("Gemini", () => {
  const said = (parts: readonly object[], finishReason = "STOP") => ({
    candidates: [{ index: 0, content: { role: "model", parts }, finishReason }],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 5, totalTokenCount: 17 },
  });

  it("answers, with the key in its header, and without what it thought", async () => {
    const { writer, service } = await writerOf(geminiLibrary, () => ({
      json: said([{ text: "Bees it is.", thought: true }, { text: "Bees fly." }]),
    }));
    expect(await writer.answer(asked("Be brief."))).toMatchObject({
      text: "Bees fly.",
      usage: { input: 12, output: 5 },
    });
    const [request] = service.requests;
    expect(request).toMatchObject({ path: "/v1/models/small:generateContent", headers: { "x-goog-api-key": KEY } });
    expect(request!.path + request!.text).not.toContain(KEY);
  });

  it("comes in pieces", async () => {
    const { writer } = await writerOf(geminiLibrary, () =>
      events([
        {
          ...said([{ text: "Bees " }]),
          candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Bees " }] } }],
        },
        said([{ text: "fly." }]),
      ]),
    );
    const pieces: string[] = [];
    expect(await writer.write(asked("Be brief.", { onText: (piece: string) => pieces.push(piece) }))).toBe("Bees fly.");
    expect(pieces.join("")).toBe("Bees fly.");
  });

  it.each<[DoubleAnswer, string, object]>([
    [
      { status: 400, json: { error: { code: 400, message: "API key not valid. Please pass a valid API key." } } },
      "auth",
      {},
    ],
    [
      {
        status: 429,
        json: {
          error: {
            message: "You exceeded your current quota, please check your plan and billing details.",
            details: [{ retryDelay: "34s" }],
          },
        },
      },
      "rate-limited",
      { waitMs: 34_000 },
    ],
    [{ json: said([], "SAFETY") }, "WRITER_FAILED", {}],
  ])("%j is %s", async (answer, code, facts) => {
    const { writer } = await writerOf(geminiLibrary, () => answer);
    await expect(writer.write(asked("Be brief."))).rejects.toMatchObject({ code, facts });
  });

  it("gives JSON, asked for by its schema", async () => {
    const { writer, service } = await writerOf(geminiLibrary, () => ({ json: said([{ text: '{"title": "Bees"}' }]) }));
    expect(await writer.write(asked("Be brief.", { schema }))).toBe('{"title":"Bees"}');
    expect(service.requests[0]?.text).toContain("application/json");
  });
});
