import { z } from "zod";
import type { TranslatorProvider } from "../../kernel/providers.js";
import {
  createServiceClient,
  type ServiceAnswer,
  type ServiceClient,
  type ServiceLimits,
} from "../network/service-client.js";
import { isLanguage, pairMissing, TRANSLATION_SERVICE, translationFailed } from "./failures.js";
import { type PairTable, pairsOf, pairTable, type ServicePair } from "./pair-table.js";
import { inPieces, type TranslateCall, whereNeeded } from "./pieces.js";
import { remembered } from "./remembered.js";

export interface LibreTranslateOptions extends ServiceLimits {
  /** Of the server, like `http://localhost:5000`. */
  readonly url: string;
  /** For servers that ask for one. */
  readonly apiKey?: string;
}

const REMEMBER_MS = 60_000;
// A processor translates some hundred characters a second, and a request has to be through within its time limit.
const USUAL_LENGTH = 1_500;
const USUAL_TEXTS = 25;
const SHORTEST_LENGTH = 40;

/** Translates by a server that speaks the HTTP API of LibreTranslate. */
export function libreTranslate({ url, apiKey = "", ...limits }: LibreTranslateOptions): TranslatorProvider {
  const client = createServiceClient("LibreTranslate", url, { ...TRANSLATION_SERVICE, ...limits });
  const catalogue = remembered((signal) => readCatalogue(client, signal), { forMs: REMEMBER_MS });
  // What the server refused as too much. A key may have other limits than the settings say.
  let mostLength = USUAL_LENGTH;
  let mostTexts = USUAL_TEXTS;

  async function translateTexts(
    texts: readonly string[],
    { source, target }: ServicePair,
    { from, to, signal }: TranslateCall,
  ): Promise<readonly string[]> {
    const q = texts.length === 1 ? texts[0] : texts;
    const request = { q, source, target, format: "text", ...(apiKey === "" ? {} : { api_key: apiKey }) };
    const body = { type: "application/json", text: JSON.stringify(request) } as const;
    const answer = await client.send({ method: "POST", path: "translate", body }, signal);
    if (answer.status >= 300) throw refusal(answer, texts.length, from, to);
    const read = TRANSLATED.safeParse(answer.json);
    const translations = read.success ? [read.data.translatedText].flat() : [];
    if (translations.length === texts.length) return translations;
    throw translationFailed(
      `${client.title} did not send as many translations as it was asked for. Check that its address is that of LibreTranslate.`,
      client.facts,
    );
  }

  function refusal(answer: ServiceAnswer, texts: number, from: string, to: string): Error {
    const { error = "" } = ERROR.safeParse(answer.json).data ?? {};
    const { status } = answer;
    const tooMuch = /\((\d+)\) exceeds text limit \((\d+)\)/.exec(error);
    if (tooMuch !== null) return new OverLimit(Number(tooMuch[1]), Number(tooMuch[2]), texts);
    if (/not supported|not available as a target/i.test(error)) return pairMissing(client.title, from, to);
    return translationFailed(`${client.title} ${complaint(status, error, apiKey !== "")}`, {
      ...client.facts,
      status,
    });
  }

  return {
    translate: whereNeeded(async (text, call) => {
      const { table, charLimit } = await catalogue(call.signal);
      const pair = table.get(call.from)?.get(call.to);
      if (pair === undefined) throw pairMissing(client.title, call.from, call.to);
      for (;;) {
        const maxLength = Math.max(SHORTEST_LENGTH, Math.min(mostLength, charLimit));
        const maxTexts = mostTexts;
        try {
          const limits = { maxLength, maxTexts, maxTotal: USUAL_LENGTH };
          return await inPieces(text, call, limits, (texts, one) => translateTexts(texts, pair, one));
        } catch (error) {
          if (!(error instanceof OverLimit)) throw error;
          const { limit } = error;
          if (error.isOfTexts && limit >= 1 && limit < maxTexts) mostTexts = Math.min(mostTexts, limit);
          else if (limit >= SHORTEST_LENGTH && limit < maxLength) mostLength = Math.min(mostLength, limit);
          else {
            throw translationFailed(
              `${client.title} takes texts of at most ${limit} characters, which is too short. Raise its limit.`,
              { ...client.facts, limit },
            );
          }
        }
      }
    }),
    pairs: async (signal) => pairsOf((await catalogue(signal)).table),
  };
}

interface Catalogue {
  readonly table: PairTable;
  readonly charLimit: number;
}

const TRANSLATED = z.object({ translatedText: z.union([z.string(), z.array(z.string())]) });
const ERROR = z.object({ error: z.string() });
const LISTED = z.array(z.object({ code: z.string(), targets: z.array(z.string()).nullish() }));
const SETTINGS = z.object({ charLimit: z.number().nullish() });

/** More than the server takes, in one text or in the number of texts: it says both in the same words. */
class OverLimit extends Error {
  readonly isOfTexts: boolean;
  constructor(
    size: number,
    readonly limit: number,
    texts: number,
  ) {
    super("over the limit");
    this.isOfTexts = texts > 1 && size === texts;
  }
}

async function readCatalogue(client: ServiceClient, signal: AbortSignal): Promise<Catalogue> {
  const [languages, settings] = await Promise.all([
    client.send({ method: "GET", path: "languages" }, signal),
    client.send({ method: "GET", path: "frontend/settings" }, signal),
  ]);
  const listed = LISTED.safeParse(languages.json);
  if (!listed.success) {
    throw translationFailed(
      `${client.title} does not list its languages. Check that its address is that of LibreTranslate.`,
      { ...client.facts, status: languages.status },
    );
  }
  const codes = listed.data.map(({ code }) => code);
  // Old servers do not name targets: there every language goes into every other.
  const pairs = listed.data.flatMap(({ code, targets }) =>
    (targets ?? codes).map((target) => ({ source: code, target })),
  );
  // Only the page for people needs the settings, so a server may do without; -1 is no limit.
  const { charLimit } = SETTINGS.safeParse(settings.json).data ?? {};
  return {
    table: pairTable(pairs, ourCode, new Set(["pb", "zt", "zh-Hant"])),
    charLimit: charLimit === undefined || charLimit === null || charLimit <= 0 ? USUAL_LENGTH : charLimit,
  };
}

/** `pb` is Brazilian Portuguese and `zt` traditional Chinese; newer servers write `pt-BR`, `zh-Hans` and `zh-Hant`. */
function ourCode(code: string): string | undefined {
  const plain = { pb: "pt", zt: "zh" }[code] ?? code.split(/[-_]/)[0]?.toLowerCase() ?? "";
  return isLanguage(plain) ? plain : undefined;
}

function complaint(status: number, error: string, hasKey: boolean): string {
  if (/too many/i.test(error)) return "has shut this machine out for a while. Send it less, and try again later.";
  if (status === 401 || status === 403 || /api key/i.test(error)) {
    return hasKey
      ? "does not accept the API key. Check the key, and that it has not ended."
      : "wants an API key. Set the key its operator gave you.";
  }
  if (status === 404) return "does not know the address of translations. Check that it is LibreTranslate.";
  return `refused the text with status ${status}. Look into its log.`;
}
