import { z } from "zod";
import { defineProviderKind, type TranslatorProvider } from "../../kernel/index.js";

const priced = z.object({
  prices: z
    .strictObject({ perMillionCharacters: z.number().min(0), currency: z.string().min(1).default("USD") })
    .optional(),
});

/** Services of translation that settings can name. */
export const translationKinds = [
  defineProviderKind({
    port: "translator",
    kind: "libretranslate",
    title: "LibreTranslate",
    key: "optional",
    address: "required",
    options: priced,
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
    options: priced,
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
    options: priced,
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
