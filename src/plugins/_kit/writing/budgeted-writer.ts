import {
  ScriptoriumError,
  type WriteRequest,
  type WriterAnswer,
  type WriterPrices,
  type WriterProvider,
} from "../../../kernel/index.js";
import { settingsFor } from "../../../kernel/values/provider-settings.js";
import type { UsageLedger } from "./usage.js";

export interface WriterBudget {
  /** Tokens given and answered; 0 for no limit. */
  readonly maxTokensPerArticle: number;
  /** Of all that share the ledger; 0 for no limit. */
  readonly maxCostPerRun: number;
  /** Of this cost; empty for that of the prices. */
  readonly currency: string;
}

/** A request with what the ledger says of it. */
export interface BudgetedRequest extends WriteRequest {
  /** What it is for, such as a keyword. */
  readonly for?: string;
  readonly step?: string;
}

/** The writer of one article. */
export interface BudgetedWriter {
  /**
   * As the writer's, with what it took in the ledger. Throws `budget` before a call that would pass a limit, and `bad-input` for a limit of
   * cost where the prices are not known or in another currency.
   */
  answer(request: BudgetedRequest): Promise<WriterAnswer>;
  /** Tokens so far. */
  tokens(): number;
}

/** Tokens of an answer that a request sets no length for. */
const USUAL_ANSWER = 1_000;
const CHARACTERS_OF_TOKEN = 4;
const TOKENS_OF_WORD = 1.6;

/**
 * The writer within its budget: one for each article, all of a run with the same ledger. `spent` are the tokens that the article has
 * taken before.
 */
export function budgetedWriter(
  writer: WriterProvider,
  budget: WriterBudget,
  ledger: UsageLedger,
  spent = 0,
): BudgetedWriter {
  const { maxTokensPerArticle, maxCostPerRun } = budget;
  let tokens = spent;
  let onTheirWay = 0;

  /** How many tokens the answer may have at most. Throws where there is no room for what is wished. */
  function allowed(
    request: WriteRequest,
    prices: WriterPrices | undefined,
  ): { readonly most: number; readonly estimate: number; readonly cost: number } {
    const input = inputTokens(request);
    const wished = wishedTokens(request);
    const costOf = (answer: number) =>
      prices === undefined ? 0 : (input * prices.input + answer * prices.output) / 1_000_000;
    let most = Number.POSITIVE_INFINITY;
    if (maxTokensPerArticle > 0) {
      most = maxTokensPerArticle - tokens - onTheirWay - input;
      if (most < wished) throw passesTokens(tokens + onTheirWay + input + wished, maxTokensPerArticle);
    }
    if (maxCostPerRun > 0 && prices !== undefined) {
      const left = maxCostPerRun - ledger.cost() - costOf(0);
      if (left < costOf(wished) - costOf(0)) throw passesCost(ledger.cost() + costOf(wished), maxCostPerRun, prices);
      if (prices.output > 0) most = Math.min(most, (left * 1_000_000) / prices.output);
    }
    return { most: Math.floor(most), estimate: input + wished, cost: costOf(wished) };
  }

  async function answer({ for: subject = "", step = "", ...request }: BudgetedRequest): Promise<WriterAnswer> {
    request.signal.throwIfAborted();
    const prices = writer.prices?.(request.provider, request.model);
    if (maxCostPerRun > 0) refuseUnpriced(prices, budget);
    const { most, estimate, cost } = allowed(request, prices);
    const giveBack = ledger.reserve(maxCostPerRun > 0 ? cost : 0);
    onTheirWay += estimate;
    const note = (one: Pick<WriterAnswer, "provider" | "model" | "usage" | "cached">) => {
      const { input, output, cost: paid } = one.usage;
      tokens += input + output;
      ledger.add({
        ...{ for: subject, step, provider: one.provider, model: one.model, tokensIn: input, tokensOut: output },
        ...{ cost: paid, currency: prices?.currency ?? "", cached: one.cached },
      });
    };
    try {
      const limited = Number.isFinite(most) ? { maxTokens: Math.min(most, request.maxTokens || most) } : {};
      const made = await answered(writer, { ...request, ...limited });
      note(made);
      return made;
    } catch (error) {
      const usage = usageIn(error);
      if (usage !== undefined) {
        const paid = prices && (usage.input * prices.input + usage.output * prices.output) / 1_000_000;
        const { provider = "", model = "" } = request;
        note({ provider, model, usage: { ...usage, ...(paid === undefined ? {} : { cost: paid }) }, cached: false });
      }
      throw error;
    } finally {
      onTheirWay -= estimate;
      giveBack();
    }
  }

  return { answer, tokens: () => tokens };
}

/** Of a writer that says nothing of tokens, about as many as its characters make. */
async function answered(writer: WriterProvider, request: WriteRequest): Promise<WriterAnswer> {
  if (writer.answer !== undefined) return await writer.answer(request);
  const text = await writer.write(request);
  const usage = { input: inputTokens(request), output: Math.ceil(text.length / CHARACTERS_OF_TOKEN) };
  const { provider = "", model = "" } = request;
  return { text, provider, model, usage, cached: false, cut: false };
}

function inputTokens({ instructions, text, sources = [], schema }: WriteRequest): number {
  const given = [instructions, text, ...sources.flatMap((one) => [one.title, one.url, one.text])];
  const length = given.reduce((sum, one) => sum + one.length, schema === undefined ? 0 : JSON.stringify(schema).length);
  return Math.ceil(length / CHARACTERS_OF_TOKEN);
}

function wishedTokens({ maxTokens = 0, maxWords }: WriteRequest): number {
  const byWords = maxWords === undefined ? USUAL_ANSWER : Math.ceil(maxWords * TOKENS_OF_WORD);
  return maxTokens > 0 ? Math.min(maxTokens, byWords) : byWords;
}

function usageIn(error: unknown): { readonly input: number; readonly output: number } | undefined {
  if (!ScriptoriumError.is(error)) return undefined;
  const { usage } = error.facts as { readonly usage?: { readonly input: number; readonly output: number } };
  return usage;
}

function refuseUnpriced(prices: WriterPrices | undefined, { currency }: WriterBudget): void {
  if (prices === undefined) {
    throw new ScriptoriumError(
      "bad-input",
      `maxCostPerRun is set, but what this model costs is not known. Give its "prices" under ${settingsFor("writer")} in the config file, or set maxCostPerRun to 0.`,
      { field: "maxCostPerRun" },
    );
  }
  if (currency === "" || prices.currency === "" || currency.toUpperCase() === prices.currency.toUpperCase()) return;
  throw new ScriptoriumError(
    "bad-input",
    `currency is ${currency}, and the prices of this model are in ${prices.currency}. Set currency to ${prices.currency}.`,
    { field: "currency" },
  );
}

function passesTokens(would: number, most: number): ScriptoriumError {
  return new ScriptoriumError(
    "budget",
    `The next call would bring the article to about ${would} tokens, and maxTokensPerArticle is ${most}. Raise it, or ask for a shorter article.`,
    { field: "maxTokensPerArticle", would, most },
  );
}

function passesCost(would: number, most: number, { currency }: WriterPrices): ScriptoriumError {
  return new ScriptoriumError(
    "budget",
    `The next call would bring the run to about ${Number(would.toPrecision(3))} ${currency}, and maxCostPerRun is ${most}. Raise it, or run the task again later for what is left.`,
    { field: "maxCostPerRun", would, most },
  );
}
