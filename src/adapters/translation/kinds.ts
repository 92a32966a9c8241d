import { z } from "zod";
import { defineProviderKind, type TranslatorProvider } from "../../kernel/index.js";
import { loadedOnce } from "../../kernel/values/loaded-once.js";

/** Services of translation that settings can name. */
export const translationKinds = [
  defineProviderKind({
    port: "translator",
    kind: "libretranslate",
    title: "LibreTranslate",
    key: "optional",
    address: "required",
    options: z.object({}),
    async open({ address, key }) {
      const { libreTranslate } = await import("./libre-translate.js");
      return probed("LibreTranslate", libreTranslate({ url: address, apiKey: await key() }));
    },
  }),
  defineProviderKind({
    port: "translator",
    kind: "apertium",
    title: "Apertium",
    key: "none",
    address: "required",
    options: z.object({}),
    async open({ address }) {
      const { apertium } = await import("./apertium.js");
      return probed("Apertium", apertium({ url: address }));
    },
  }),
  defineProviderKind({
    port: "translator",
    kind: "deepl",
    title: "DeepL",
    key: "required",
    address: "optional",
    options: z.object({}),
    async open({ address, key }) {
      const { deepL } = await import("./deepl.js");
      return { provider: deepL({ apiKey: await key(), ...(address === "" ? {} : { url: address }) }) };
    },
  }),
] as const;

function probed(title: string, provider: TranslatorProvider) {
  return {
    provider,
    async probe(signal: AbortSignal) {
      const pairs = await provider.pairs?.(signal);
      const count = [...(pairs?.values() ?? [])].reduce((sum, to) => sum + to.size, 0);
      return `${title} answers; it translates ${count} pairs of languages.`;
    },
  };
}

/** The first of several that can translate a pair, through English or Spanish where none does it directly. */
export function combineTranslators(
  sources: readonly { readonly provider: TranslatorProvider }[],
): Required<TranslatorProvider> {
  const load = loadedOnce(async () => {
    const [{ firstOf }, { pivoting }] = await Promise.all([import("./first-of.js"), import("./pivoting.js")]);
    return pivoting(firstOf(sources.map(({ provider }) => provider)), { through: ["en", "es"] });
  });
  return {
    translate: async (text, options) => (await load()).translate(text, options),
    pairs: async (signal) => (await load()).pairs?.(signal),
  };
}
