import { seededRandom } from "../../../kernel/values/random.js";
import type { Alternative } from "../english/types.js";
import type { Target } from "./substitution-targets.js";

/** A place to be spun: a target with the alternatives that fit there, best first. */
export interface Slot {
  readonly target: Target;
  readonly fitting: readonly Alternative[];
}

/** From which score on the best alternative of a word is offered, and from which one the others are. */
export interface Thresholds {
  readonly best: number;
  readonly others: number;
}

/** The most alternatives offered for a word. */
const MOST = 3;

/** The least score, in parts of the threshold, that counts where the same alternative is surer elsewhere in the text. */
export const LEAST_SHARE = 0.6;

/**
 * Chooses what is offered, best first. A word that comes again in the text is judged by all its places together, so that
 * it gets the same alternatives in the same order wherever each fits. With a seed, which of several that are good enough
 * are offered besides the best depends on the seed.
 */
export function createChoice(
  slots: Iterable<Slot>,
  thresholds: Thresholds,
  seed: string | undefined,
): (slot: Slot) => readonly Alternative[] {
  const words = new Map<string, Map<string, { sum: number; places: number }>>();
  for (const { target, fitting } of slots) {
    const sums = words.get(keyOf(target)) ?? new Map<string, { sum: number; places: number }>();
    words.set(keyOf(target), sums);
    for (const { lemma, score } of fitting) {
      const known = sums.get(lemma) ?? { sum: 0, places: 0 };
      sums.set(lemma, { sum: known.sum + score, places: known.places + 1 });
    }
  }
  const orders = new Map<string, Record<"rank" | "turn", ReadonlyMap<string, number>>>();
  for (const [key, sums] of words) {
    const lemmas = [...sums]
      .sort(([one, a], [other, b]) => b.sum - a.sum || (one < other ? -1 : 1))
      .filter(([, { sum, places }], index) => sum / places >= (index === 0 ? thresholds.best : thresholds.others))
      .map(([lemma]) => lemma);
    const [best, ...others] = lemmas;
    const turns =
      seed === undefined || best === undefined ? lemmas : [best, ...seededRandom(`${seed}\n${key}`).shuffled(others)];
    orders.set(key, { rank: places(lemmas), turn: places(turns) });
  }
  return ({ target, fitting }) => {
    const { rank, turn } = orders.get(keyOf(target))!;
    const by = (place: ReadonlyMap<string, number>) => (one: Alternative, other: Alternative) =>
      place.get(one.lemma)! - place.get(other.lemma)!;
    return fitting
      .filter(({ lemma }) => rank.has(lemma))
      .sort(by(turn))
      .slice(0, MOST)
      .sort(by(rank));
  };
}

function keyOf({ lemma, wordClass }: Target): string {
  return `${wordClass} ${lemma}`;
}

function places(lemmas: readonly string[]): Map<string, number> {
  return new Map(lemmas.map((lemma, place) => [lemma, place]));
}
