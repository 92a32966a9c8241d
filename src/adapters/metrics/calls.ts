import { ScriptoriumError, type WriterAnswer, type WriterPrices } from "../../kernel/index.js";
import type { CountedFamilies } from "./families.js";

/** What is looked at of a call of a provider. */
export interface CountedCall {
  readonly port: string;
  readonly kind: string;
  readonly method: string;
  readonly args: readonly unknown[];
  readonly prices?: ((model: string) => WriterPrices | undefined) | undefined;
}

/** Counts calls of providers: how many, how long, what went wrong, tokens, cost, and pages that were kept from us. */
export function callCounter(families: CountedFamilies): <T>(call: CountedCall, work: () => Promise<T>) => Promise<T> {
  return async (call, work) => {
    const { port, kind, method } = call;
    const begun = performance.now();
    try {
      const result = await work();
      if (port === "writer" && method === "answer") countAnswer(call, result as WriterAnswer);
      const refusal = (result as { readonly refusal?: { readonly kind?: unknown } } | undefined)?.refusal;
      if (refusal !== undefined && isOfPages(port)) families.blocked.add(1, port, String(refusal.kind));
      return result;
    } catch (error) {
      const code = isStopped(call) ? "aborted" : ScriptoriumError.is(error) ? error.code : "internal";
      families.errors.add(1, port, kind, code);
      if (ScriptoriumError.is(error) && isOfPages(port)) {
        if (error.code === "FETCH_BLOCKED") families.blocked.add(1, port, String(error.facts["kind"] ?? "block"));
        if (error.code === "FETCH_LIMITED") families.blocked.add(1, port, "rate-limit");
      }
      throw error;
    } finally {
      families.calls.add(1, port, kind, method);
      families.callSeconds.observe((performance.now() - begun) / 1000, port, kind);
    }
  };

  function countAnswer({ kind, prices }: CountedCall, { usage, model }: WriterAnswer): void {
    const { input, output } = usage;
    families.tokens.add(input, kind, "input");
    families.tokens.add(output, kind, "output");
    const price = prices?.(model);
    const cost = usage.cost ?? (price && (input * price.input + output * price.output) / 1_000_000);
    if (cost !== undefined) families.cost.add(cost, kind, price?.currency ?? "");
  }
}

const isOfPages = (port: string) => port === "web" || port === "browser";

/** Whether whoever asked has ended the call: nothing is wrong with the provider then. */
function isStopped({ args }: CountedCall): boolean {
  return args.some((one) => {
    const signal = (one as { readonly signal?: unknown } | null | undefined)?.signal;
    return signal instanceof AbortSignal && signal.aborted;
  });
}
