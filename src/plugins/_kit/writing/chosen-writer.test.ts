import { expect, it } from "vitest";
import { cannedWriter } from "../../../adapters/doubles/index.js";
import { answerSchema, asking } from "./asking.js";
import { chosenWriter } from "./chosen-writer.js";

const signal = new AbortController().signal;
const choose = (writerProvider: string, names?: readonly string[]) =>
  chosenWriter(names && { ...cannedWriter("a"), names: () => names }, { writerProvider, what: "AI writer" });

it("a name chooses among the writers of the server, and none the first", () => {
  expect(choose("big", ["small", "big"]).names?.()).toEqual(["small", "big"]);
  expect(choose(" ", ["small"]).names?.()).toEqual(["small"]);
  expect(() => choose("huge", ["small"])).toThrow(/writerProvider is "huge".*Use one of small, template/);
});

it("without a writer it says what to set", () => {
  expect(() => choose("")).toThrow(
    'AI writer needs a language-model provider and none is configured. Add one under providers.writer (OpenAI-compatible, Anthropic, Gemini or Ollama), or set writerProvider to "template" for the built-in offline writer.',
  );
});

it("the offline writer is there without a setting", async () => {
  const writer = choose("template");
  const instructions = asking({ task: "faq", subject: "honey" }, "Ask what beginners ask.");
  const sources = [{ title: "Honey", url: "", text: "Honey is a sweet food that bees make from nectar." }];
  const answer = await writer.answer?.({ instructions, text: "", sources, schema: answerSchema("faq"), signal });
  expect(answer).toMatchObject({ provider: "template", usage: { input: 0, output: 0 } });
  expect(JSON.parse(answer?.text ?? "")).toEqual({
    faq: [{ question: "What is honey?", answer: "Honey is a sweet food that bees make from nectar." }],
  });
});
