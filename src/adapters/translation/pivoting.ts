import type { TranslatorProvider } from "../../kernel/providers.js";
import { hasCode, pairMissing } from "./failures.js";
import { whereNeeded } from "./pieces.js";

type Pairs = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * A translator that goes through another language where `translator` lacks a pair. Of several languages to go through,
 * the first that works is taken; one that is itself a side of the pair never is.
 */
export function pivoting(
  translator: TranslatorProvider,
  { through = "en" }: { readonly through?: string | readonly string[] } = {},
): TranslatorProvider {
  const bridges = [through].flat();
  /** Pairs a translator without a list has refused, as `from>to`. */
  const refused = new Set<string>();

  async function known(signal: AbortSignal): Promise<Pairs | undefined> {
    try {
      return await translator.pairs?.(signal);
    } catch (error) {
      signal.throwIfAborted();
      // Without its list a translator may still translate; what is wrong with it then says the attempt.
      if (hasCode(error, "TRANSLATION_FAILED")) return undefined;
      throw error;
    }
  }

  return {
    translate: whereNeeded(async (text, { from, to, formality, signal }) => {
      const pairs = await known(signal);
      const mayHave = (one: string, other: string) =>
        pairs === undefined ? !refused.has(`${one}>${other}`) : (pairs.get(one)?.has(other) ?? false);
      const step = async (words: string, one: string, other: string) => {
        try {
          return await translator.translate(words, {
            from: one,
            to: other,
            signal,
            ...(formality === undefined ? {} : { formality }),
          });
        } catch (error) {
          if (!hasCode(error, "LANGUAGE_PAIR_MISSING")) throw error;
          refused.add(`${one}>${other}`);
          return undefined;
        }
      };

      const direct = mayHave(from, to) ? await step(text, from, to) : undefined;
      if (direct !== undefined) return direct;
      for (const bridge of bridges) {
        if (bridge === from || bridge === to || !mayHave(from, bridge) || !mayHave(bridge, to)) continue;
        const half = await step(text, from, bridge);
        const whole = half === undefined ? undefined : await step(half, bridge, to);
        if (whole !== undefined) return whole;
      }
      throw pairMissing("The translation service", from, to);
    }),
    async pairs(signal) {
      const direct = await translator.pairs?.(signal);
      if (direct === undefined) return undefined;
      const all = new Map([...direct].map(([from, targets]) => [from, new Set(targets)]));
      for (const [from, targets] of direct) {
        for (const bridge of bridges) {
          if (!targets.has(bridge)) continue;
          for (const to of direct.get(bridge) ?? []) if (to !== from) all.get(from)?.add(to);
        }
      }
      return all;
    },
  };
}
