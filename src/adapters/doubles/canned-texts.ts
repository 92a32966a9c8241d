import {
  type AboutMeProvider,
  type ParaphraserProvider,
  ScriptoriumError,
  type SpinnerProvider,
  type TranslatorProvider,
  type WriteRequest,
  type WriterProvider,
} from "../../kernel/index.js";

/** What to answer: one text for every call, or a function of what was sent. An error is thrown. */
type Answer = string | Error | ((text: string) => string | Error);

/** Spins by this answer; without one every text comes back as it is. */
export function cannedSpinner(answer: Answer = (text) => text): SpinnerProvider {
  return { spin: async (text, { signal }) => ({ text: given(answer, text, signal), notes: [] }) };
}

/** Paraphrases by this answer; without one every text comes back as it is. */
export function cannedParaphraser(answer: Answer = (text) => text): ParaphraserProvider {
  return { paraphrase: async (text, { signal }) => ({ text: given(answer, text, signal), notes: [] }) };
}

/** Writes this answer about every keyword; without one a sentence that names it. */
export function cannedAboutMe(answer: Answer = (keyword) => `I write about ${keyword}.`): AboutMeProvider {
  return { aboutMe: async (keyword, { signal }) => ({ text: given(answer, keyword, signal), notes: [] }) };
}

/**
 * Translates word by word, by pairs such as `{"en-de": {house: "Haus"}}`; words that are not listed stay. A pair that is not
 * listed throws LANGUAGE_PAIR_MISSING.
 */
export function cannedTranslator(
  pairs: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Required<Pick<TranslatorProvider, "translate" | "pairs">> {
  return {
    async translate(text, { from, to, signal }) {
      signal.throwIfAborted();
      const key = `${from}-${to}`;
      const words = Object.hasOwn(pairs, key) ? pairs[key]! : undefined;
      if (words === undefined) {
        throw new ScriptoriumError(
          "LANGUAGE_PAIR_MISSING",
          `There is no translation from ${from} to ${to}. Choose another pair.`,
          { from, to },
        );
      }
      return text.replace(/\p{L}+/gu, (word) => (Object.hasOwn(words, word) ? words[word]! : word));
    },
    async pairs(signal) {
      signal.throwIfAborted();
      const sets = new Map<string, Set<string>>();
      for (const [from, to] of Object.keys(pairs).map((key) => key.split("-") as [string, string])) {
        sets.set(from, (sets.get(from) ?? new Set()).add(to));
      }
      return sets;
    },
  };
}

export interface CannedWriter extends Required<Pick<WriterProvider, "write" | "answer">> {
  /** Every request so far, in order. */
  readonly requests: readonly WriteRequest[];
}

/**
 * A language model that gives these answers one after another, and the last one from then on. Of its answers every four characters
 * are a token.
 */
export function cannedWriter(...answers: readonly [Answer, ...Answer[]]): CannedWriter {
  const requests: WriteRequest[] = [];
  async function write(request: WriteRequest): Promise<string> {
    const answer = answers[Math.min(requests.length, answers.length - 1)]!;
    requests.push(request);
    return given(answer, request.text, request.signal);
  }
  return {
    requests,
    write,
    async answer(request) {
      const text = await write(request);
      request.onText?.(text);
      const input = Math.ceil((request.instructions.length + request.text.length) / 4);
      const usage = { input, output: Math.ceil(text.length / 4) };
      const { provider = "canned", model = "canned" } = request;
      return { text, provider, model, usage, cached: false, cut: false };
    },
  };
}

function given(answer: Answer, text: string, signal: AbortSignal): string {
  signal.throwIfAborted();
  const value = typeof answer === "function" ? answer(text) : answer;
  if (value instanceof Error) throw value;
  return value;
}
