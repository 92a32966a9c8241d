import type { TranslatorProvider } from "../../../kernel/index.js";
import type { TextEngine } from "./messages.js";
import { type Order, type Outcome, opened, outcomeOf, perform, type Reply } from "./messages.js";

/** The end of a channel, as `node:worker_threads` has it. */
export interface Port {
  on(event: "message", listener: (message: Order) => void): unknown;
  postMessage(message: Reply): void;
}

/**
 * Works for a channel: several calls side by side, each until it is done or aborted. `engineWith` makes the engine of one
 * call, given a translator that asks the other side, or none.
 */
export function work(port: Port, engineWith: (translator: TranslatorProvider) => TextEngine): void {
  const running = new Map<number, AbortController>();
  const asked = new Map<number, (outcome: Outcome<string>) => void>();
  let requests = 0;

  const translatorOf = (id: number): TranslatorProvider => ({
    async translate(text, { from, to }) {
      const request = ++requests;
      const { promise, resolve } = Promise.withResolvers<Outcome<string>>();
      asked.set(request, resolve);
      port.postMessage({ kind: "translate", id, request, wanted: { text, from, to } });
      return opened(await promise);
    },
  });

  port.on("message", async (order) => {
    if (order.kind === "abort") {
      running.get(order.id)?.abort();
    } else if (order.kind === "translated") {
      asked.get(order.request)?.(order.outcome);
      asked.delete(order.request);
    } else {
      const { id, call } = order;
      const control = new AbortController();
      running.set(id, control);
      const outcome = await outcomeOf(perform(engineWith(translatorOf(id)), call, control.signal));
      running.delete(id);
      port.postMessage({ kind: "done", id, outcome });
    }
  });
}
