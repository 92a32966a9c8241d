import type { WritingHead } from "../../kernel/values/writing-head.js";

/** A step of an article as it is asked for: `writingHead` and instructions, the text that it works on, what it may state. */
export interface StepRequest {
  readonly instructions: string;
  readonly text: string;
  readonly sources?: readonly StepSource[];
  readonly maxWords?: number;
}

export interface StepSource {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** What a step works with. */
export interface Step {
  readonly head: WritingHead;
  readonly text: string;
  readonly sources: readonly StepSource[];
  readonly maxWords?: number | undefined;
}

export interface WrittenStep {
  readonly json: object;
  /** The same as Markdown. */
  readonly text: string;
}
