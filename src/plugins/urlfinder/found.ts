/** An address that a source gives. */
export interface Found {
  readonly url: string;
  /** Counted from 1 in the list of its query. */
  readonly rank: number;
  /** Who gives it: an engine, or the source. */
  readonly engine: string;
  readonly title?: string;
  readonly snippet?: string;
  readonly language?: string;
  /** By engine, where several were merged. */
  readonly ranks?: Readonly<Record<string, number>>;
}

/** What a source gives of an address, before it is counted. */
export type Named = Omit<Found, "rank" | "engine">;
