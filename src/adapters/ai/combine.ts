import { ScriptoriumError } from "../../kernel/errors.js";
import type { ProviderWorld } from "../../kernel/index.js";
import type { WriteRequest, WriterAnswer, WriterPrices, WriterProvider } from "../../kernel/providers.js";
import { shown } from "../../kernel/values/json.js";
import { settingsFor } from "../../kernel/values/provider-settings.js";
import { readWritingHead } from "../../kernel/values/writing-head.js";
import { answerCache } from "../network/answer-cache.js";

/** A writer among others. */
export interface NamedWriter {
  readonly name: string;
  readonly provider: WriterProvider;
  /** The one that is asked where a request names none. */
  readonly model?: string;
  /** Of this model. */
  readonly prices?: WriterPrices | undefined;
  /** Names of those that are asked in turn where this one cannot be reached, is too busy or broken. */
  readonly fallback?: readonly string[];
  /** How long answers are kept. @default 0 */
  readonly cacheHours?: number;
}

const HOUR_MS = 3_600_000;

/**
 * One writer of several, of which requests choose by name; the first is the usual one. An answer is kept where the request is to be
 * answered the same each time: by its `seed`, or a temperature of 0. Throws CONFIG_INVALID for a fallback that is not among them.
 */
export function combineWriters(
  sources: readonly NamedWriter[],
  { clock, folder }: Pick<ProviderWorld, "clock" | "folder">,
): Required<WriterProvider> {
  const byName = new Map(sources.map((source) => [source.name, source]));
  const names = [...byName.keys()];
  for (const { name, fallback = [] } of sources) {
    const unknown = fallback.find((one) => one === name || !byName.has(one));
    if (unknown === undefined) continue;
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      `The fallback "${shown(unknown)}" of the writer "${name}" is no other writer. There are ${names.join(", ")}.`,
      { setting: settingsFor("writer") },
    );
  }
  const cache = answerCache<WriterAnswer>(() => clock.now().getTime(), folder);

  function chosen({ provider, instructions }: Pick<WriteRequest, "provider" | "instructions">): NamedWriter {
    if (provider === undefined || provider === "") {
      const isStep = readWritingHead(instructions) !== undefined;
      return sources.find((one) => isStep || !one.provider.stepsOnly) ?? sources[0]!;
    }
    const source = byName.get(provider);
    if (source !== undefined) return source;
    throw new ScriptoriumError(
      "bad-input",
      `There is no language model "${shown(provider)}". Use one of ${names.join(", ")}.`,
      { provider },
    );
  }

  async function answer(request: WriteRequest): Promise<WriterAnswer> {
    request.signal.throwIfAborted();
    const source = chosen(request);
    const hours = isRepeatable(request) ? (source.cacheHours ?? 0) : 0;
    const question = hours > 0 ? questionOf(source, request) : "";
    const earlier = hours > 0 ? await cache.read(question, hours * HOUR_MS) : undefined;
    if (earlier !== undefined) {
      request.onText?.(earlier.text);
      return { ...earlier, usage: { input: 0, output: 0 }, cached: true };
    }
    const made = await answeredInTurn(source, request);
    // What was cut off may come whole another time, and another's answer is none of this one.
    if (hours > 0 && !made.cut && made.provider === source.name) await cache.write(question, made);
    return made;
  }

  async function answeredInTurn(source: NamedWriter, request: WriteRequest): Promise<WriterAnswer> {
    let shownYet = false;
    const onText = request.onText && showing(request.onText, () => (shownYet = true));
    const call = { ...request, ...(onText === undefined ? {} : { onText }) };
    let failure: unknown;
    try {
      return await answeredBy(source, call);
    } catch (error) {
      failure = error;
    }
    // A model of this one is none of another.
    const { model: _, ...other } = call;
    for (const name of source.fallback ?? []) {
      request.signal.throwIfAborted();
      if (shownYet || !isOutOfReach(failure)) break;
      try {
        return await answeredBy(byName.get(name)!, other);
      } catch (error) {
        if (!isOutOfReach(error)) throw error;
      }
    }
    throw failure;
  }

  return {
    names: () => names,
    stepsOnly: sources.every(({ provider }) => provider.stepsOnly === true),
    prices(provider, model) {
      const source = provider === undefined || provider === "" ? sources[0] : byName.get(provider);
      return source && pricesOf(source, model);
    },
    answer,
    write: async (request) => (await answer(request)).text,
  };
}

function showing(show: (piece: string) => void, note: () => void): (piece: string) => void {
  return (piece) => {
    note();
    show(piece);
  };
}

async function answeredBy({ name, provider, ...source }: NamedWriter, request: WriteRequest): Promise<WriterAnswer> {
  const asked = { ...request, provider: name };
  const made = await answerOf(provider, asked);
  const prices = pricesOf({ name, provider, ...source }, made.model);
  if (prices === undefined || made.usage.cost !== undefined) return { ...made, provider: name };
  const { input, output } = made.usage;
  const cost = (input * prices.input + output * prices.output) / 1_000_000;
  return { ...made, provider: name, usage: { input, output, cost } };
}

function pricesOf(source: NamedWriter, model: string | undefined): WriterPrices | undefined {
  const isUsual = model === undefined || model === "" || model === source.model;
  return (isUsual ? source.prices : undefined) ?? source.provider.prices?.(source.name, model);
}

/** The answer of a provider; for one that says nothing of tokens, about as many as its characters make. */
export async function answerOf(provider: WriterProvider, request: WriteRequest): Promise<WriterAnswer> {
  if (provider.answer !== undefined) return await provider.answer(request);
  const text = await provider.write(request);
  request.onText?.(text);
  const given = [request.instructions, request.text, ...(request.sources ?? []).map((one) => one.text)].join("\n");
  const usage = { input: tokensIn(given), output: tokensIn(text) };
  const { provider: name = "", model = "" } = request;
  return { text, provider: name, model, usage, cached: false, cut: false };
}

const CHARACTERS_OF_TOKEN = 4;

function tokensIn(text: string): number {
  return Math.ceil(text.length / CHARACTERS_OF_TOKEN);
}

function isRepeatable({ seed, temperature }: WriteRequest): boolean {
  return seed !== undefined || temperature === 0;
}

function questionOf(
  { name, model }: NamedWriter,
  { signal: _signal, onText: _onText, provider: _, ...asked }: WriteRequest,
): string {
  return JSON.stringify([name, model ?? "", Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Whether another writer may do what this one could not. */
function isOutOfReach(error: unknown): boolean {
  if (!ScriptoriumError.is(error)) return false;
  return error.code === "no-network" || error.code === "rate-limited" || error.facts["passing"] === true;
}
