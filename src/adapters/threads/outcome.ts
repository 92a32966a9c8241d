import {
  ERROR_CODES,
  type ErrorCode,
  RUN_ERROR_CODES,
  type RunErrorCode,
  ScriptoriumError,
} from "../../kernel/errors.js";
import { isPlainObject } from "../../kernel/values/json.js";

/** How something ended on the other side of the border. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: PlainError };

/** An error as plain data; with a code when it is one of ours. */
export interface PlainError {
  readonly code?: ErrorCode | RunErrorCode;
  readonly message: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly stack?: string;
}

export async function outcomeOf<Value>(work: () => Promise<Value> | Value): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: plain(error) };
  }
}

export function opened<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw revived(outcome.error);
}

/** Never throws, whatever was thrown: what plugins throw may be anything, a trap included. */
export function plain(error: unknown): PlainError {
  try {
    if (ScriptoriumError.is(error) && isKnown(error.code)) {
      return { code: error.code, message: String(error.message), facts: jsonOf(error.facts) };
    }
    if (error instanceof Error) {
      const { name, message, stack } = error;
      return { name: String(name), message: String(message), ...(stack === undefined ? {} : { stack: String(stack) }) };
    }
    return { message: `Something that is no error was thrown: ${String(error).slice(0, 1000)}` };
  } catch {
    return { message: "Something that is no error and cannot be read was thrown." };
  }
}

function revived({ code, message, facts, name, stack }: PlainError): Error {
  if (code !== undefined) return new ScriptoriumError(code, message, facts);
  const error = new Error(message);
  if (name !== undefined) error.name = name;
  // Where it was thrown, which is on the other side.
  if (stack !== undefined) error.stack = stack;
  return error;
}

function isKnown(code: string): boolean {
  return Object.hasOwn(ERROR_CODES, code) || Object.hasOwn(RUN_ERROR_CODES, code);
}

/** Facts may hold anything, and only data crosses. */
function jsonOf(facts: unknown): Readonly<Record<string, unknown>> {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(facts));
    return isPlainObject(copy) ? copy : {};
  } catch {
    return {};
  }
}
