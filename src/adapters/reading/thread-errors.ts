import { ScriptoriumError, shown } from "../../kernel/index.js";
import type { Order } from "./thread.js";

/** A ScriptoriumError on its way out of the thread, where its class would be lost. */
export interface Refusal {
  readonly code: ScriptoriumError["code"];
  readonly message: string;
  readonly facts: ScriptoriumError["facts"];
}

export function timeError(order: Order, timeLimitMs: number): ScriptoriumError {
  const seconds = timeLimitMs / 1000;
  const limit = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return unreadable(order, `is so large or so tangled that reading it took longer than ${limit}`, { timeLimitMs });
}

export function memoryError(order: Order, cause?: unknown): ScriptoriumError {
  return unreadable(order, "needs more memory than one page or file may have", {}, cause);
}

/** What is said of an order whose thread ended of `cause`. */
export function lostError(order: Order, cause: unknown): ScriptoriumError {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") {
    return memoryError(order, cause);
  }
  if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") {
    return new ScriptoriumError(
      "CONFIG_INVALID",
      "The program that reads large pages and PDF files is missing from this package. Install scriptorium again, and leave it out of bundles.",
      {},
      { cause },
    );
  }
  return unreadable(order, "stopped the program that reads it", {}, cause);
}

function unreadable(order: Order, trouble: string, facts: ScriptoriumError["facts"], cause?: unknown) {
  const message =
    order.kind === "pdf"
      ? `The PDF file ${shown(order.address)} ${trouble}. Leave it out.`
      : `The page ${trouble}. Leave it out, or read it by selectors.`;
  return new ScriptoriumError("PAGE_UNREADABLE", message, facts, cause === undefined ? {} : { cause });
}
