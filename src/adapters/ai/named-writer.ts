import type { WriterPrices, WriterProvider } from "../../kernel/providers.js";
import type { NamedWriter } from "./combine.js";

/** In any currency. */
const FREE: WriterPrices = { input: 0, output: 0, currency: "" };

/** A writer of the settings, with what its kind has checked of it. */
export function namedWriter(source: {
  readonly name: string;
  readonly kind: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly provider: WriterProvider;
}): NamedWriter {
  const { name, kind, provider } = source;
  if (kind === "template") return { name, provider: { ...provider, stepsOnly: true }, model: "template", prices: FREE };
  // The options of a module are its own.
  if (kind === "module") return { name, provider };
  const { model, prices, fallback, cacheHours } = source.options as {
    readonly model: string;
    readonly prices?: WriterPrices;
    readonly fallback: readonly string[];
    readonly cacheHours: number;
  };
  return { name, provider, model, prices, fallback, cacheHours };
}
