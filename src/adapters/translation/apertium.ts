import { z } from "zod";
import type { TranslatorProvider } from "../../kernel/providers.js";
import { createServiceClient, type ServiceLimits } from "../network/service-client.js";
import { isLanguage, pairMissing, TRANSLATION_SERVICE, translationFailed } from "./failures.js";
import { pairsOf, pairTable, type ServicePair } from "./pair-table.js";
import { inPieces, type TranslateCall, translatable, whereNeeded } from "./pieces.js";
import { aroundPlaceholders, masked } from "./placeholders.js";
import { remembered } from "./remembered.js";

export interface ApertiumOptions extends ServiceLimits {
  /** Of the server, like `http://localhost:2737`. */
  readonly url: string;
}

const REMEMBER_MS = 60_000;
// The server gives a pipeline ten seconds.
const LIMITS = { maxLength: 2_000, maxTexts: 50, maxTotal: 4_000 };

/** Translates by Apertium-APY, the HTTP server of Apertium. */
export function apertium({ url, ...limits }: ApertiumOptions): TranslatorProvider {
  const client = createServiceClient("Apertium", url, { ...TRANSLATION_SERVICE, ...limits });

  const table = remembered(
    async (signal) => {
      const answer = await client.send({ method: "GET", path: "listPairs" }, signal);
      const listed = PAIRS.safeParse(answer.json);
      if (!listed.success) {
        throw translationFailed(
          `${client.title} does not list its languages. Check that its address is that of Apertium-APY.`,
          { ...client.facts, status: answer.status },
        );
      }
      return pairTable(listed.data.responseData, ourCode);
    },
    { forMs: REMEMBER_MS },
  );

  async function translateText(text: string, pair: ServicePair, { signal, from, to }: TranslateCall): Promise<string> {
    const marked = protectStars(text);
    const form = new URLSearchParams({
      langpair: `${pair.source}|${pair.target}`,
      q: marked.text,
      markUnknown: "no",
      format: "txt",
    });
    const body = { type: "application/x-www-form-urlencoded", text: form.toString() } as const;
    const { status, json } = await client.send({ method: "POST", path: "translate", body }, signal);
    const read = TRANSLATED.safeParse(json);
    if (status < 300 && read.success) return marked.restore(withoutMarks(text, read.data.responseData.translatedText));
    const { explanation = "" } = ERROR.safeParse(json).data ?? {};
    if (/pair is (?:not installed|invalid)/i.test(explanation)) throw pairMissing(client.title, from, to);
    throw translationFailed(
      `${client.title} ${status < 300 ? "sent no translation" : `refused the text with status ${status}`}. Look into its log.`,
      { ...client.facts, status },
    );
  }

  /** For a line that did not come back whole: what is between its placeholders, each part alone. */
  async function translateAround(text: string, pair: ServicePair, call: TranslateCall): Promise<string> {
    const parts = aroundPlaceholders(text).map(async (part, index) => {
      if (index % 2 === 1 || !translatable(part)) return part;
      const start = part.length - part.trimStart().length;
      const end = part.trimEnd().length;
      const translation = await translateText(part.slice(start, end), pair, call);
      return part.slice(0, start) + translation.trim() + part.slice(end);
    });
    return (await Promise.all(parts)).join("");
  }

  /** Lines go together as paragraphs, because a request costs more than the translation of a line. */
  async function translateTexts(
    texts: readonly string[],
    pair: ServicePair,
    call: TranslateCall,
  ): Promise<readonly string[]> {
    const masks = texts.map(masked);
    const joined = masks.map(({ text }) => text).join("\n\n");
    const translations = (await translateText(joined, pair, call)).trim().split(/\n[^\S\n]*\n/);
    const whole = translations.length === texts.length;
    return await Promise.all(
      texts.map(
        async (text, index) =>
          (whole ? masks[index]?.restore(translations[index] ?? "") : undefined) ??
          (await translateAround(text, pair, call)),
      ),
    );
  }

  return {
    translate: whereNeeded(async (text, call) => {
      const pair = (await table(call.signal)).get(call.from)?.get(call.to);
      if (pair === undefined) throw pairMissing(client.title, call.from, call.to);
      return await inPieces(text, call, LIMITS, (texts, one) => translateTexts(texts, pair, one));
    }),
    pairs: async (signal) => pairsOf(await table(signal)),
  };
}

const PAIR = z
  .object({ sourceLanguage: z.string(), targetLanguage: z.string() })
  .transform(({ sourceLanguage, targetLanguage }) => ({ source: sourceLanguage, target: targetLanguage }));
const PAIRS = z.object({ responseData: z.array(PAIR) });
const TRANSLATED = z.object({ responseData: z.object({ translatedText: z.string() }) });
const ERROR = z.object({ explanation: z.string() });

/**
 * Two and three letters are the same language to the server, a group of languages means its main one, and a variant
 * comes after an underscore: `por_BR`.
 */
function ourCode(code: string): string | undefined {
  const plain = code.split(/[-_]/)[0] ?? "";
  if (!/^[a-z]{2,3}$/.test(plain)) return undefined;
  const { language } = new Intl.Locale(plain);
  return isLanguage(language) ? language : undefined;
}

const STAND_INS = ["\u2217", "\u2042", "\u2055", "\u204e"];

/** The server takes a star before a word for its own mark of an unknown word and drops it. */
function protectStars(text: string): { readonly text: string; restore(translation: string): string } {
  const standIn = STAND_INS.find((star) => !text.includes(star));
  if (standIn === undefined || !text.includes("*")) return { text, restore: (translation) => translation };
  return {
    text: text.replaceAll("*", standIn),
    restore: (translation) => translation.replaceAll(standIn, "*"),
  };
}

/** Marks of errors that are left in a translation: unknown, without a counterpart, without the form that was wanted. */
function withoutMarks(text: string, translation: string): string {
  const unmarked = translation.replaceAll("*", "");
  const marks = ["@", "#"].filter((mark) => !text.includes(mark));
  return marks.reduce((rest, mark) => rest.replaceAll(mark, ""), unmarked);
}
