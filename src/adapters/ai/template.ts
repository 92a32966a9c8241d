import { writtenStep } from "../../engines/writing/written-step.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { WriteRequest, WriterAnswer, WriterProvider } from "../../kernel/providers.js";
import { answerSchema } from "./answer-schema.js";

/** Writes the steps of articles out of their sources, without a model and without the network: the same request, the same answer. */
export function templateWriter({
  name = "template",
}: {
  readonly name?: string;
} = {}): Required<Pick<WriterProvider, "write" | "answer" | "stepsOnly" | "prices">> {
  async function answer(request: WriteRequest): Promise<WriterAnswer> {
    request.signal.throwIfAborted();
    const { text, json } = writtenStep(request);
    const said = request.schema === undefined ? text : fitting(json, request.schema);
    request.onText?.(said);
    return { text: said, provider: name, model: "template", usage: { input: 0, output: 0 }, cached: false, cut: false };
  }
  return {
    stepsOnly: true,
    prices: () => ({ input: 0, output: 0, currency: "USD" }),
    answer,
    write: async (request) => (await answer(request)).text,
  };
}

function fitting(json: object, schema: Readonly<Record<string, unknown>>): string {
  const read = answerSchema(schema).read(JSON.stringify(json));
  if ("json" in read) return read.json;
  throw new ScriptoriumError(
    "WRITER_FAILED",
    `The offline writer cannot answer in this form. ${read.wrong} Set a language model for it.`,
    { writer: "template" },
  );
}
