import {
  type AboutMeProvider,
  type ErrorCode,
  type ParaphraserProvider,
  type RunErrorCode,
  ScriptoriumError,
  type SpinnerProvider,
  type TextResult,
} from "../../../kernel/index.js";

/** The built-in text providers. */
export interface TextEngine {
  readonly spinner: SpinnerProvider;
  readonly paraphraser: ParaphraserProvider;
  readonly aboutMe: AboutMeProvider;
}

type Unsignalled<Options> = Omit<Options, "signal">;

/** A call as plain data. */
export type Call =
  | {
      readonly verb: "spin";
      readonly text: string;
      readonly options: Unsignalled<Parameters<SpinnerProvider["spin"]>[1]>;
    }
  | {
      readonly verb: "paraphrase";
      readonly text: string;
      readonly options: Unsignalled<Parameters<ParaphraserProvider["paraphrase"]>[1]>;
    }
  | {
      readonly verb: "aboutMe";
      readonly text: string;
      readonly options: Unsignalled<Parameters<AboutMeProvider["aboutMe"]>[1]>;
    };

export interface TranslationRequest {
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

/** From the thread that was asked to the one that works. */
export type Order =
  | { readonly kind: "call"; readonly id: number; readonly call: Call }
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "translated"; readonly id: number; readonly request: number; readonly outcome: Outcome<string> };

/** And back. Translations are asked for, since the network belongs to the other thread. */
export type Reply =
  | { readonly kind: "done"; readonly id: number; readonly outcome: Outcome<TextResult> }
  | { readonly kind: "translate"; readonly id: number; readonly request: number; readonly wanted: TranslationRequest };

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: PlainError };

interface PlainError {
  readonly code: ErrorCode | RunErrorCode;
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export async function outcomeOf<Value>(work: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    return { ok: false, error: plain(error) };
  }
}

export function opened<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  const { code, message, facts } = outcome.error;
  throw new ScriptoriumError(code, message, facts);
}

function plain(error: unknown): PlainError {
  if (ScriptoriumError.is(error)) return { code: error.code, message: error.message, facts: jsonOf(error.facts) };
  return {
    code: "TEXT_FAILED",
    message: "The text engine met something it did not expect. Try again, with a part of the text if it stays so.",
    facts: { cause: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  };
}

/** Facts may hold anything, and a thread can only be sent data. */
function jsonOf(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(facts)) as Readonly<Record<string, unknown>>;
}

export function perform(engine: TextEngine, call: Call, signal: AbortSignal): Promise<TextResult> {
  switch (call.verb) {
    case "spin":
      return engine.spinner.spin(call.text, { ...call.options, signal });
    case "paraphrase":
      return engine.paraphraser.paraphrase(call.text, { ...call.options, signal });
    case "aboutMe":
      return engine.aboutMe.aboutMe(call.text, { ...call.options, signal });
  }
}
