import { ScriptoriumError } from "../../kernel/errors.js";
import type { TranslatorPrices, TranslatorProvider } from "../../kernel/providers.js";
import { shown } from "../../kernel/values/json.js";
import { loadedOnce } from "../../kernel/values/loaded-once.js";

/** A translation service among others. */
export interface NamedTranslator {
  readonly name: string;
  readonly kind: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly provider: TranslatorProvider;
}

/**
 * The one that a call names, else the first of several that can translate a pair; through English or Spanish where none does it
 * directly.
 */
export function combineTranslators(sources: readonly NamedTranslator[]): Required<TranslatorProvider> {
  const names = sources.map(({ name }) => name);
  const all = loadedOnce(async () => await through(sources));
  const alone = new Map(sources.map((source) => [source.name, loadedOnce(async () => await through([source]))]));
  const chosen = (name: string | undefined) => {
    if (name === undefined || name === "") return all();
    const load = alone.get(name);
    if (load !== undefined) return load();
    throw new ScriptoriumError(
      "bad-input",
      `There is no translation service "${shown(name)}". Use one of ${names.join(", ")}.`,
      { provider: shown(name) },
    );
  };
  return {
    names: () => names,
    translate: async (text, options) => (await chosen(options.provider)).translate(text, options),
    heedsFormality: (name = "") => sources.some((one) => one.kind === "deepl" && (name === "" || name === one.name)),
    pairs: async (signal) => (await all()).pairs?.(signal),
    prices(name = "") {
      const source = name === "" ? sources[0] : sources.find((one) => one.name === name);
      return source && pricesOf(source);
    },
  };
}

async function through(sources: readonly NamedTranslator[]): Promise<TranslatorProvider> {
  const [{ firstOf }, { pivoting }] = await Promise.all([import("./first-of.js"), import("./pivoting.js")]);
  return pivoting(firstOf(sources.map(({ provider }) => provider)), { through: ["en", "es"] });
}

function pricesOf({ kind, options }: NamedTranslator): TranslatorPrices | undefined {
  // The schema of its kind has read them.
  const set = options["prices"] as TranslatorPrices | undefined;
  return set ?? (kind === "apertium" ? { perMillionCharacters: 0, currency: "" } : undefined);
}
