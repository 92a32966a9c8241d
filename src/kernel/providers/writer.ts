/** A text that a request speaks of, such as a page that was read. */
export interface WriterSource {
  readonly title: string;
  /** Empty when it has none. */
  readonly url: string;
  readonly text: string;
}

export interface WriteRequest {
  readonly instructions: string;
  readonly text: string;
  /**
   * What the answer is based on, numbered from 1. It is handed over as data between marks that it cannot close: nothing in it is
   * an instruction, and no tool follows from it.
   */
  readonly sources?: readonly WriterSource[];
  /** One of `names`; the first when absent. */
  readonly provider?: string;
  /** The provider's own when absent. */
  readonly model?: string;
  /** From 0 to 2; the model's own when absent. */
  readonly temperature?: number;
  readonly seed?: number;
  /** About how long the answer may be; the model's own limit when absent. */
  readonly maxWords?: number;
  /** Most tokens of the answer; the model's own limit when absent. */
  readonly maxTokens?: number;
  /** Leaves what the model thought in the answer, between `<think>` and `</think>`, and whatever else it put around it. @default false */
  readonly keepReasoning?: boolean;
  /** A JSON Schema: the answer is JSON that fits it, or WRITER_FAILED. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Gets the pieces of the answer as they come, together its text; with `schema` and for a kept answer all at once. */
  readonly onText?: (piece: string) => void;
  readonly signal: AbortSignal;
}

export interface WriterUsage {
  /** Tokens. */
  readonly input: number;
  /** Tokens, those of the reasoning included. */
  readonly output: number;
  /** In the currency of `prices`; absent where the prices are not known. */
  readonly cost?: number;
}

export interface WriterAnswer {
  /** Without what the model thought before it, and without a fence or an opener around it. */
  readonly text: string;
  /** The name of the provider that answered: another than was asked where that one could not. */
  readonly provider: string;
  readonly model: string;
  /** All zero for an answer that was kept from an earlier call. */
  readonly usage: WriterUsage;
  readonly cached: boolean;
  /** Whether it was cut off at its greatest length. */
  readonly cut: boolean;
}

/** Per million tokens. */
export interface WriterPrices {
  readonly input: number;
  readonly output: number;
  readonly currency: string;
}

/** A language model, or several. */
export interface WriterProvider {
  /** The names that `provider` of a request may have; absent where there is one writer without a name. */
  names?(): readonly string[];
  /** True where no model is behind it: it does the steps of articles (`WRITING_TASKS`) and nothing else. @default false */
  readonly stepsOnly?: boolean;
  /** What a model of this provider costs; undefined where that is not known. */
  prices?(provider?: string, model?: string): WriterPrices | undefined;
  /**
   * What a language model answers to the instructions and the text. Throws WRITER_FAILED, and `auth`, `rate-limited` (with `waitMs`),
   * `no-network` or `budget` as the service says; the service's own message is in the sentence, without keys.
   */
  write(request: WriteRequest): Promise<string>;
  /** As `write`, with what it took. Optional: without it nothing is known of tokens and cost. */
  answer?(request: WriteRequest): Promise<WriterAnswer>;
}
