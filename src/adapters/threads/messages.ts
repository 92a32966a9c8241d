import type { Outcome } from "./outcome.js";

/** From a pool to a thread of it. `id` is that of the call, `request` that of a question. */
export type ToThread<Call> =
  | { readonly kind: "call"; readonly id: number; readonly call: Call }
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "answer"; readonly request: number; readonly outcome: Outcome<unknown> };

/** And back. */
export type FromThread<Result, Question> =
  | { readonly kind: "done"; readonly id: number; readonly outcome: Outcome<Result> }
  | { readonly kind: "question"; readonly id: number; readonly request: number; readonly question: Question };
