import type { TranslatorProvider } from "../../kernel/providers.js";
import { configInvalid, hasCode, pairMissing } from "./failures.js";
import { whereNeeded } from "./pieces.js";

/** Asks one translator after the other until one has the pair and does not fail. Throws CONFIG_INVALID for an empty list. */
export function firstOf(translators: readonly TranslatorProvider[]): TranslatorProvider {
  if (translators.length === 0) {
    throw configInvalid("No translation service is named. Name at least one, or leave translation out.", "translation");
  }

  return {
    translate: whereNeeded(async (text, { from, to, formality, signal }) => {
      const call = { from, to, signal, ...(formality === undefined ? {} : { formality }) };
      let failure: unknown;
      for (const translator of translators) {
        try {
          return await translator.translate(text, call);
        } catch (error) {
          signal.throwIfAborted();
          // A service that has the pair and failed says more than those that lack it.
          if (hasCode(error, "TRANSLATION_FAILED")) failure ??= error;
          else if (!hasCode(error, "LANGUAGE_PAIR_MISSING")) throw error;
        }
      }
      throw failure ?? pairMissing("The translation services", from, to);
    }),
    /** All pairs of all; undefined when one of them does not say. */
    async pairs(signal) {
      const all = new Map<string, Set<string>>();
      for (const translator of translators) {
        const pairs = await translator.pairs?.(signal);
        if (pairs === undefined) return undefined;
        for (const [from, targets] of pairs) all.set(from, new Set([...(all.get(from) ?? []), ...targets]));
      }
      return all;
    },
  };
}
