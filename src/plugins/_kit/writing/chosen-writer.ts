import { stepAnswer } from "../../../engines/writing/written-step.js";
import {
  ScriptoriumError,
  shown,
  type WriteRequest,
  type WriterAnswer,
  type WriterProvider,
} from "../../../kernel/index.js";
import { settingsFor } from "../../../kernel/values/provider-settings.js";

const TEMPLATE = "template";

/** The kind `template` of the settings, for servers that have not set it. */
const offlineWriter: WriterProvider = {
  names: () => [TEMPLATE],
  stepsOnly: true,
  async answer(request) {
    request.signal.throwIfAborted();
    return answered(stepAnswer(request), request);
  },
  async write(request) {
    request.signal.throwIfAborted();
    return answered(stepAnswer(request), request).text;
  },
  // It costs nothing in any currency.
  prices: () => ({ input: 0, output: 0, currency: "" }),
};

function answered(text: string, { onText }: WriteRequest): WriterAnswer {
  onText?.(text);
  return { text, provider: TEMPLATE, model: TEMPLATE, usage: { input: 0, output: 0 }, cached: false, cut: false };
}

/**
 * The writer that the fields `writerProvider` and `writerModel` choose; the offline writer by the name `template`, also where the server
 * has none set. Throws `no-provider` where there is none, and `bad-input` for a name that it has not.
 */
export function chosenWriter(
  writer: WriterProvider | undefined,
  {
    writerProvider,
    what,
  }: { readonly writerProvider: string /** As messages name it: `AI writer`. */; readonly what: string },
): WriterProvider {
  const name = writerProvider.trim();
  const names = writer?.names?.() ?? [];
  if (name === TEMPLATE && !names.includes(TEMPLATE)) return offlineWriter;
  if (writer === undefined) {
    throw new ScriptoriumError(
      "no-provider",
      `${what} needs a language-model provider and none is configured. Add one under ${settingsFor("writer")} (OpenAI-compatible, Anthropic, Gemini or Ollama), or set writerProvider to "template" for the built-in offline writer.`,
      { provider: "writer", field: "writerProvider" },
    );
  }
  if (name === "" || names.includes(name)) return writer;
  const known = [...new Set([...names, TEMPLATE])].join(", ");
  throw new ScriptoriumError(
    "bad-input",
    `writerProvider is "${shown(name)}", and no writer of this server has that name. Use one of ${known}, or leave it empty for the first.`,
    { field: "writerProvider" },
  );
}
