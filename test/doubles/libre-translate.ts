import { type DoubleAnswer, type DoubleRequest, type ServiceDouble, serve } from "./translation-service.js";

export interface LibreTranslateDoubleOptions {
  /** Language codes with the codes each can be translated into. */
  readonly languages?: Readonly<Record<string, readonly string[]>>;
  /** Characters of one text; -1 is no limit. */
  readonly charLimit?: number;
  /** Other than the settings say, as a key may have. */
  readonly charLimitOfKey?: number;
  readonly batchLimit?: number;
  /** Keys that are let in; without them everybody is. */
  readonly apiKeys?: readonly string[];
  /** Below which path it answers, like `/translator`. */
  readonly prefix?: string;
  /** Answers before anything else does. */
  readonly instead?: (request: DoubleRequest) => DoubleAnswer | "hang" | "drop" | undefined;
}

/**
 * Speaks the HTTP API of LibreTranslate 1.6: the same validation in the same order with the same words. A translation of
 * `a dog` into `es` is `[es a dog]`.
 */
export async function serveLibreTranslate(options: LibreTranslateDoubleOptions = {}): Promise<ServiceDouble> {
  const languages = options.languages ?? { en: ["de", "es", "fr"], de: ["en"], es: ["en"], fr: ["en"] };
  const { charLimit = -1, charLimitOfKey = charLimit, batchLimit = -1, apiKeys, prefix = "", instead } = options;

  const bad = (error: string, status = 400): DoubleAnswer => ({ status, json: { error } });

  function translate({ text, headers }: DoubleRequest): DoubleAnswer {
    const form = headers["content-type"]?.startsWith("application/json")
      ? (JSON.parse(text) as Record<string, unknown>)
      : Object.fromEntries(new URLSearchParams(text));
    const { q, source, target, format = "text", api_key: key } = form;
    if (apiKeys !== undefined) {
      if (key === undefined || key === "") return bad("Please contact the server operator to get an API key");
      if (!apiKeys.includes(String(key))) return bad("Invalid API key", 403);
    }
    if (q === undefined || q === "" || (Array.isArray(q) && q.length === 0)) {
      return bad("Invalid request: missing q parameter");
    }
    if (typeof source !== "string" || source === "") return bad("Invalid request: missing source parameter");
    if (typeof target !== "string" || target === "") return bad("Invalid request: missing target parameter");
    const texts = [q].flat().map(String);
    if (Array.isArray(q) && batchLimit !== -1 && texts.length > batchLimit) {
      return bad(`Invalid request: request (${texts.length}) exceeds text limit (${batchLimit})`);
    }
    const limit = key === undefined ? charLimit : charLimitOfKey;
    for (const one of texts) {
      const { length } = [...one];
      if (limit !== -1 && length > limit)
        return bad(`Invalid request: request (${length}) exceeds text limit (${limit})`);
    }
    if (!Object.hasOwn(languages, source)) return bad(`${source} is not supported`);
    if (!Object.hasOwn(languages, target)) return bad(`${target} is not supported`);
    if (format !== "text" && format !== "html") return bad(`${format} format is not supported`);
    if (!languages[source]?.includes(target)) {
      return bad(`${target} (${target}) is not available as a target language from ${source} (${source})`);
    }
    const translated = texts.map((one) => `[${target} ${one}]`);
    return { json: { translatedText: Array.isArray(q) ? translated : translated[0] } };
  }

  return await serve((request) => {
    const special = instead?.(request);
    if (special !== undefined) return special;
    const route = `${request.method} ${request.path}`;
    if (route === `GET ${prefix}/languages`) {
      return { json: Object.entries(languages).map(([code, targets]) => ({ code, name: code, targets })) };
    }
    if (route === `GET ${prefix}/frontend/settings`) {
      const language = { code: "auto", name: "Auto Detect" };
      return {
        json: {
          apiKeys: apiKeys !== undefined,
          charLimit,
          filesTranslation: false,
          frontendTimeout: 500,
          keyRequired: apiKeys !== undefined,
          language: { source: language, target: { code: "es", name: "Spanish" } },
          suggestions: false,
          supportedFilesFormat: [],
        },
      };
    }
    if (route === `POST ${prefix}/translate`) return translate(request);
    return { status: 404, text: "<!doctype html><title>404 Not Found</title>" };
  });
}
