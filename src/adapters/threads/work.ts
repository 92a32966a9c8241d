import type { FromThread, ToThread } from "./messages.js";
import { type Outcome, opened, outcomeOf } from "./outcome.js";
import { keepMemorySpare } from "./spare-memory.js";

/** The end of a channel, as `node:worker_threads` has it. */
export interface Port<Sent, Received> {
  on(event: "message", listener: (message: Received) => void): unknown;
  postMessage(message: Sent): void;
}

export interface WorkOptions<Question, Answer> {
  readonly signal: AbortSignal;
  /** Asks the other side, which has what a thread has not, such as the network. Throws what the other side threw. */
  ask(question: Question): Promise<Answer>;
}

/** Does the calls of a pool at the other end of the port, several side by side, each until it is done or aborted. */
export function work<Call, Result, Question = never, Answer = never>(
  port: Port<FromThread<Result, Question>, ToThread<Call>>,
  perform: (call: Call, options: WorkOptions<Question, Answer>) => Promise<Result>,
): void {
  keepMemorySpare();
  const running = new Map<number, AbortController>();
  const asked = new Map<number, (outcome: Outcome<unknown>) => void>();
  let requests = 0;

  async function ask(id: number, question: Question): Promise<Answer> {
    const request = ++requests;
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
    asked.set(request, resolve);
    port.postMessage({ kind: "question", id, request, question });
    // The pool answers a question with what belongs to it.
    return opened(await promise) as Answer;
  }

  port.on("message", async (message) => {
    if (message.kind === "abort") {
      running.get(message.id)?.abort();
    } else if (message.kind === "answer") {
      asked.get(message.request)?.(message.outcome);
      asked.delete(message.request);
    } else {
      const { id, call } = message;
      const control = new AbortController();
      running.set(id, control);
      const outcome = await outcomeOf(() =>
        perform(call, { signal: control.signal, ask: (question) => ask(id, question) }),
      );
      running.delete(id);
      port.postMessage({ kind: "done", id, outcome });
    }
  });
}
