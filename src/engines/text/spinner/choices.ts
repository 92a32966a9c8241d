import { seededRandom } from "../../../kernel/values/random.js";
import type { Offer } from "../substitution/offers.js";
import type { Target } from "../substitution/substitution-targets.js";

/** A place to be spun: a target with the alternatives that fit there, best first. */
export interface Slot {
  readonly target: Target;
  readonly fitting: readonly Offer[];
}

/** The most alternatives offered for a word. */
const MOST = 3;

/**
 * What people accepted, in their order, but those that the ranker knows in its order among themselves; then what only the
 * ranker knows.
 */
export function ordered(offers: readonly Offer[]): readonly Offer[] {
  const judged = offers.filter(({ place }) => place !== undefined).sort((one, other) => one.place! - other.place!);
  // Sorting keeps the order of those with the same score.
  const byScore = (one: Offer, other: Offer) => other.score! - one.score!;
  const known = judged.filter(({ score }) => score !== undefined).sort(byScore);
  let next = 0;
  return [
    ...judged.map((offer) => (offer.score === undefined ? offer : known[next++]!)),
    ...offers.filter(({ place }) => place === undefined).sort(byScore),
  ];
}

/**
 * Chooses what is offered, best first. A word that comes again in the text is judged by all its places together, so that
 * it gets the same alternatives in the same order wherever each fits. With a seed, which of several are offered besides the
 * best depends on the seed.
 */
export function createChoice(slots: Iterable<Slot>, seed: string | undefined): (slot: Slot) => readonly Offer[] {
  const words = new Map<string, Map<string, Offer[]>>();
  for (const { target, fitting } of slots) {
    const places = words.get(keyOf(target)) ?? new Map<string, Offer[]>();
    words.set(keyOf(target), places);
    for (const offer of fitting) {
      const known = places.get(offer.lemma);
      if (known === undefined) places.set(offer.lemma, [offer]);
      else known.push(offer);
    }
  }
  const orders = new Map<string, Record<"rank" | "turn", ReadonlyMap<string, number>>>();
  for (const [key, places] of words) {
    const lemmas = ordered([...places.values()].map(together)).map(({ lemma }) => lemma);
    const [best, ...others] = lemmas;
    const turns =
      seed === undefined || best === undefined ? lemmas : [best, ...seededRandom(`${seed}\n${key}`).shuffled(others)];
    orders.set(key, { rank: placesOf(lemmas), turn: placesOf(turns) });
  }
  return ({ target, fitting }) => {
    const { rank, turn } = orders.get(keyOf(target))!;
    const by = (place: ReadonlyMap<string, number>) => (one: Offer, other: Offer) =>
      place.get(one.lemma)! - place.get(other.lemma)!;
    return [...fitting].sort(by(turn)).slice(0, MOST).sort(by(rank));
  };
}

/** The same alternative in several places as one, with the mean of its scores. */
function together(offers: readonly Offer[]): Offer {
  const scores = offers.flatMap(({ score }) => score ?? []);
  const score = scores.length === 0 ? undefined : scores.reduce((sum, one) => sum + one, 0) / scores.length;
  return { ...offers[0]!, score };
}

function keyOf({ lemma, wordClass }: Target): string {
  return `${wordClass} ${lemma}`;
}

function placesOf(lemmas: readonly string[]): Map<string, number> {
  return new Map(lemmas.map((lemma, place) => [lemma, place]));
}
