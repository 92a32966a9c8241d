import { stepAnswer } from "../../engines/writing/written-step.js";
import type { WriteRequest, WriterAnswer, WriterProvider } from "../../kernel/providers.js";

/** Writes the steps of articles out of their sources, without a model and without the network: the same request, the same answer. */
export function templateWriter({
  name = "template",
}: {
  readonly name?: string;
} = {}): Required<Pick<WriterProvider, "write" | "answer" | "stepsOnly" | "prices">> {
  async function answer(request: WriteRequest): Promise<WriterAnswer> {
    request.signal.throwIfAborted();
    const text = stepAnswer(request);
    request.onText?.(text);
    return { text, provider: name, model: "template", usage: { input: 0, output: 0 }, cached: false, cut: false };
  }
  return {
    stepsOnly: true,
    // It costs nothing in any currency.
    prices: () => ({ input: 0, output: 0, currency: "" }),
    answer,
    write: async (request) => (await answer(request)).text,
  };
}
