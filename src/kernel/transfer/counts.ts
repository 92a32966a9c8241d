/** How many of each kind of thing were moved. */
export interface TransferCounts {
  readonly accounts: number;
  readonly tasks: number;
  readonly runs: number;
  readonly lines: number;
  readonly effects: number;
  readonly rows: number;
  readonly articles: number;
  readonly files: number;
  readonly log: number;
}

export type Counting = { -readonly [Kind in keyof TransferCounts]: TransferCounts[Kind] };

export function noneYet(): Counting {
  return { accounts: 0, tasks: 0, runs: 0, lines: 0, effects: 0, rows: 0, articles: 0, files: 0, log: 0 };
}
