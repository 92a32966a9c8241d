import type { Providers } from "../../src/kernel/index.js";

export type Heard = { readonly provider: string; readonly input: string; readonly options: Record<string, unknown> };

/** Text providers that write down what they were asked. */
export function textProviders({ paid }: { readonly paid?: readonly string[] } = {}) {
  const heard: Heard[] = [];
  const note = (provider: string, input: string, { signal, ...options }: { signal: AbortSignal; seed?: string }) => {
    if (!(signal instanceof AbortSignal)) throw new Error("A provider is called without a signal.");
    heard.push({ provider, input, options });
  };
  const providers: Partial<Providers> = {
    spinner: {
      async spin(text, options) {
        note("spinner", text, options);
        return { text: `{${text}|other}`, notes: [] };
      },
    },
    paraphraser: {
      async paraphrase(text, options) {
        note("paraphraser", text, options);
        return { text: `{${text}|rewritten}`, notes: [] };
      },
    },
    aboutMe: {
      async aboutMe(keyword, options) {
        note("aboutMe", keyword, options);
        return { text: `I am about ${keyword}.`, notes: [] };
      },
    },
    ...(paid ? { licence: { entitled: async (login) => paid.includes(login) } } : {}),
  };
  return { providers, heard };
}
