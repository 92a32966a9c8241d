import { createHash } from "node:crypto";
import { type JsonObject, ScriptoriumError } from "../../../kernel/index.js";
import type { OrderContext, RowOrder } from "./row-order.js";

/** What lines whose rows are put out in order share. */
export interface OrderedState {
  readonly order: RowOrder;
  /** By the key of their checkpoint, a mark of the rows of failures that are there. */
  readonly failures: Map<string, string>;
}

/** What is used of the context of a line. */
export interface OrderedLine extends OrderContext {
  readonly state: OrderedState;
  readonly options: { readonly maxRetries: number };
  readonly signal: AbortSignal;
}

/**
 * Does a line at its place among the rows. When it fails for good its row is put out there, and the error that is thrown has
 * the fact `inputLine`, the number of the line: the engine needs no row for it.
 */
export async function lineInOrder(
  text: string,
  number: number,
  context: OrderedLine,
  {
    work,
    failureRow,
  }: {
    readonly work: (place: number) => Promise<void>;
    readonly failureRow: (error: ScriptoriumError) => JsonObject;
  },
): Promise<void> {
  const { state, options, signal } = context;
  const { order } = state;
  const place = order.begin(text);
  const line = { ...context, place };
  const key = `failure ${text}`;
  try {
    await work(place);
  } catch (thrown) {
    signal.throwIfAborted();
    if (order.isTriedAgain(place, thrown, options.maxRetries)) throw thrown;
    const error = ofLine(thrown, number);
    if (ScriptoriumError.is(error)) await putFailureRows(key, [failureRow(error)], line);
    await order.end(place, context);
    throw error;
  }
  await putFailureRows(key, [], line);
  await order.end(place, context);
}

/**
 * Puts out the rows of what failed in a line, or none: they replace those that an earlier attempt has left under the key. The same
 * rows once more stay where they are.
 */
export async function putFailureRows(
  key: string,
  rows: readonly JsonObject[],
  context: OrderContext & { readonly state: OrderedState; readonly place: number },
): Promise<void> {
  const { state, place } = context;
  const mark = rows.length === 0 ? "" : createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  if ((state.failures.get(key) ?? "") === mark) return;
  await state.order.putLast(place, { rows, replaces: { key, mark } }, { key, note: { mark } }, context);
  state.failures.set(key, mark);
}

/** By its text, the number of each line among those that were given, counted from 1; repeated ones are done where they are first. */
export function lineNumbers(lines: readonly string[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (!numbers.has(text)) numbers.set(text, index + 1);
  }
  return numbers;
}

/** The error with the number of its line, for its row. */
function ofLine(error: unknown, inputLine: number): unknown {
  if (!ScriptoriumError.is(error)) return error;
  return new ScriptoriumError(error.code, error.message, { ...error.facts, inputLine }, { cause: error });
}
