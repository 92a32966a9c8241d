import {
  type JsonObject,
  ScriptoriumError,
  type TaskContext,
  type TranslatorProvider,
  type WriterProvider,
} from "../../../kernel/index.js";
import { counted } from "../counted.js";
import { isSkipped, rowOfUndone } from "./skipped-texts.js";
import type { TextJob } from "./work-texts.js";

/** What would be sent to a service, and what it takes for that. */
export class PlannedCalls {
  private texts = 0;
  private sent = 0;

  add(text: string, times = 1): void {
    this.texts += times;
    this.sent += times * text.length;
  }

  get chars(): number {
    return this.sent;
  }

  /** By the characters that are sent. */
  ofService(translator: Pick<TranslatorProvider, "prices"> | undefined, name: string): Cost {
    const prices = this.sent === 0 ? FREE : translator?.prices?.(name);
    if (prices === undefined) return UNKNOWN;
    return { amount: (this.sent * prices.perMillionCharacters) / 1_000_000, currency: prices.currency };
  }

  /** By tokens: those of the text, of the instructions with each, and of an answer as long as the text. */
  ofModel(writer: Pick<WriterProvider, "prices"> | undefined, name: string): Cost {
    const prices = this.sent === 0 ? { ...FREE, input: 0, output: 0 } : writer?.prices?.(name);
    if (prices === undefined) return UNKNOWN;
    const input = (this.sent + this.texts * INSTRUCTIONS) / CHARS_OF_TOKEN;
    const output = this.sent / CHARS_OF_TOKEN;
    return { amount: (input * prices.input + output * prices.output) / 1_000_000, currency: prices.currency };
  }
}

export interface Cost {
  /** Undefined where the prices are not known. */
  readonly amount: number | undefined;
  readonly currency: string;
}

const FREE = { perMillionCharacters: 0, currency: "" };
const UNKNOWN: Cost = { amount: undefined, currency: "" };
/** Characters, about. */
const INSTRUCTIONS = 800;
const CHARS_OF_TOKEN = 4;

/** What would become of one text. */
export interface PlannedText {
  readonly row: JsonObject;
  /** Of the text. */
  readonly chars: number;
  readonly sentChars: number;
  readonly costs: readonly Cost[];
}

type Context = Pick<TaskContext<never>, "output" | "progress" | "signal" | "log">;

/**
 * Says in the log and in a row for each job what a run would do, and does nothing of it. A text that cannot be read has the row that
 * it would have; throws where that is so for all.
 */
export async function planTexts(
  jobs: readonly TextJob[],
  { output, progress, signal, log }: Context,
  {
    plan,
    failureRow,
  }: {
    plan(job: TextJob): Promise<PlannedText>;
    failureRow(job: TextJob, error: ScriptoriumError): JsonObject;
  },
): Promise<void> {
  const planned: PlannedText[] = [];
  let firstError: ScriptoriumError | undefined;
  for (const [index, job] of jobs.entries()) {
    signal.throwIfAborted();
    progress({ phase: "planning", parts: { done: index, found: jobs.length } });
    try {
      const one = await plan(job);
      const { amount, currency } = together(one.costs);
      output.row({ ...one.row, sentChars: one.sentChars, cost: amount ?? null, currency });
      planned.push(one);
    } catch (error) {
      signal.throwIfAborted();
      if (!ScriptoriumError.is(error)) throw error;
      output.row(rowOfUndone(failureRow(job, error), error, job.source.file, log));
      if (!isSkipped(error)) firstError ??= error;
    }
  }
  if (planned.length === 0 && firstError !== undefined) throw firstError;
  log.info(summary(planned));
}

function summary(planned: readonly PlannedText[]): string {
  const chars = planned.reduce((sum, one) => sum + one.chars, 0);
  const sent = planned.reduce((sum, one) => sum + one.sentChars, 0);
  const { amount, currency } = together(planned.flatMap(({ costs }) => costs));
  const cost =
    amount === undefined
      ? 'What that costs is not known; give "prices" with the provider in the config file of the server.'
      : `Estimated cost: ${amount.toFixed(2)}${currency === "" ? "" : ` ${currency}`}.`;
  return `${counted(planned.length, "file")} of ${counted(chars, "character")} would be done, and ${counted(sent, "character")} sent. ${cost} Nothing was written.`;
}

/** Undefined where one is not known, or they are in several currencies. */
function together(costs: readonly Cost[]): Cost {
  const currencies = [...new Set(costs.map(({ currency }) => currency).filter((currency) => currency !== ""))];
  const amounts = costs.map(({ amount }) => amount);
  if (currencies.length > 1 || amounts.includes(undefined)) return UNKNOWN;
  const amount = amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return { amount: Number(amount.toFixed(6)), currency: currencies[0] ?? "" };
}
