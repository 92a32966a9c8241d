import { z } from "zod";
import type { TranslatorProvider } from "../../kernel/providers.js";
import { createServiceClient, type ServiceAnswer, type ServiceLimits } from "../network/service-client.js";
import { configInvalid, isLanguage, pairMissing, TRANSLATION_SERVICE, translationFailed } from "./failures.js";
import { inPieces, type TranslateCall, whereNeeded } from "./pieces.js";

export interface DeepLOptions extends ServiceLimits {
  /** Of the API; those of the free plan end in `:fx` and have an address of their own. */
  readonly apiKey: string;
  /** @default the address of the plan the key belongs to */
  readonly url?: string;
  /** @default "EN-US" */
  readonly english?: "EN-US" | "EN-GB";
  /** @default "PT-PT" */
  readonly portuguese?: "PT-PT" | "PT-BR";
  /** @default "ZH-HANS" */
  readonly chinese?: "ZH-HANS" | "ZH-HANT";
}

// A request may have 50 texts and 128 KiB; a character takes at most 6 bytes of it.
const LIMITS = { maxLength: 5_000, maxTexts: 50, maxTotal: 15_000 };

/**
 * Translates by DeepL. A client of our own, because one call is all there is to it and the official one brings an HTTP
 * client along. It does not say its pairs: every language goes into every other, and the list of DeepL leaves out some
 * that it does translate.
 */
export function deepL(options: DeepLOptions): TranslatorProvider {
  const { apiKey, url, english = "EN-US", portuguese = "PT-PT", chinese = "ZH-HANS", ...limits } = options;
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw configInvalid("The API key of DeepL is empty or holds characters that no key has. Check it.", "apiKey");
  }
  const headers = { authorization: `DeepL-Auth-Key ${apiKey}` };
  const client = createServiceClient("DeepL", url ?? deepLAddress(apiKey), {
    ...TRANSLATION_SERVICE,
    ...limits,
    headers,
  });
  const variants: Readonly<Record<string, string>> = { en: english, pt: portuguese, zh: chinese };

  async function translateTexts(texts: readonly string[], { from, to, formality, signal }: TranslateCall) {
    const request = {
      text: texts,
      source_lang: from.toUpperCase(),
      target_lang: variants[to] ?? to.toUpperCase(),
      preserve_formatting: true,
      // Languages that do not know the difference would be refused with plain `more` and `less`.
      ...(formality === undefined ? {} : { formality: `prefer_${formality}` }),
    };
    const body = { type: "application/json", text: JSON.stringify(request) } as const;
    const answer = await client.send({ method: "POST", path: "v2/translate", body }, signal);
    if (answer.status >= 300) throw refusal(answer, from, to);
    const read = TRANSLATED.safeParse(answer.json);
    const translations = read.success ? read.data.translations.map(({ text }) => text) : [];
    if (translations.length === texts.length) return translations;
    throw failed("did not send as many translations as it was asked for. Try again later.", answer.status);
  }

  function refusal({ status, json }: ServiceAnswer, from: string, to: string): Error {
    const { message = "" } = ERROR.safeParse(json).data ?? {};
    if (status === 400 && /(?:source|target)_lang/.test(message)) return pairMissing(client.title, from, to);
    return failed(COMPLAINTS[status] ?? `refused the text with status ${status}. Try again later.`, status);
  }

  const failed = (says: string, status: number) =>
    translationFailed(`${client.title} ${says}`, { ...client.facts, status });

  return {
    translate: whereNeeded(async (text, call) => {
      const { from, to } = call;
      if (!isLanguage(from) || !isLanguage(to)) throw pairMissing(client.title, from, to);
      return await inPieces(text, call, LIMITS, translateTexts);
    }),
  };
}

/** Of the plan a key belongs to. */
export function deepLAddress(apiKey: string): string {
  return apiKey.endsWith(":fx") ? "https://api-free.deepl.com" : "https://api.deepl.com";
}

const TRANSLATED = z.object({ translations: z.array(z.object({ text: z.string() })) });
const ERROR = z.object({ message: z.string() });

const COMPLAINTS: Readonly<Record<number, string>> = {
  401: "does not accept the API key. Check the key, and that it belongs to the plan of this address.",
  403: "does not accept the API key. Check the key, and that it belongs to the plan of this address.",
  404: "does not know the address of translations. Check its address.",
  413: "finds the text too large. Give it a shorter text.",
  456: "has used up the characters of its plan. Wait for the next month, or raise the limit of the plan.",
};
