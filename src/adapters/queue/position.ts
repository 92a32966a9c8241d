/** The waiting runs of one other lane that have the same priority. */
export interface OtherLane {
  readonly size: number;
  /** Whether it is served before the run's own lane. */
  readonly goesFirst: boolean;
}

/**
 * The place of a run when one is worked at a time: after all of higher priority, the older ones of its lane, and what the
 * other lanes get in turn meanwhile.
 */
export function placeAmong(higher: number, older: number, others: Iterable<OtherLane>): number {
  let between = 0;
  for (const { size, goesFirst } of others) between += Math.min(size, older + (goesFirst ? 1 : 0));
  return higher + older + between + 1;
}
