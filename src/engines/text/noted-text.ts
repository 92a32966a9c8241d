/** A text that was made. */
export interface NotedText {
  readonly text: string;
  /** What a person should know about it, in sentences: what could not be done and what to do about it. Mostly empty. */
  readonly notes: readonly string[];
}
