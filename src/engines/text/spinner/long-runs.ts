import type { Slot } from "./choices.js";

/** The most words in a row that stay without another way to say one of them, where anything fits at all. */
const LONGEST_RUN = 10;

/** Words of a text that can be exchanged, or could; counted in words of the text, `last` is included. */
export interface Place {
  readonly first: number;
  readonly last: number;
  /** What could be offered though it is not sure enough; undefined where something is offered anyway. */
  readonly spare?: Slot;
}

/** The spare places that divide long runs of unchanged words, the surest of each run. The places are in order. */
export function dividing(places: readonly Place[], words: number): ReadonlySet<Slot> {
  const chosen = new Set<Slot>();
  let from = 0;
  let waiting: Place[] = [];
  for (const place of [...places, { first: words, last: words }]) {
    while (place.first - from > LONGEST_RUN && waiting.length > 0) {
      const best = waiting.reduce((one, other) => (scoreOf(other) >= scoreOf(one) ? other : one));
      chosen.add(best.spare!);
      from = best.last + 1;
      waiting = waiting.filter(({ first }) => first >= from);
    }
    if (place.spare !== undefined) waiting.push(place);
    else {
      from = place.last + 1;
      waiting = [];
    }
  }
  return chosen;
}

function scoreOf({ spare }: Place): number {
  return spare?.fitting[0]?.score ?? 0;
}
