/** Seeded random choices: the same seed gives the same choices on every machine. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  /** One of the items; throws on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** The items in another order; the list given stays as it is. */
  shuffled<T>(items: readonly T[]): T[];
}

const SEEDS = new WeakMap<Random, string>();

/** What the choices were seeded with: the same choices can be made from it elsewhere, from the first one on. */
export function seedOf(random: Random): string | undefined {
  return SEEDS.get(random);
}

/** sfc32 by Chris Doty-Humphrey (PractRand), seeded from the text by xmur3. */
export function seededRandom(seed: string): Random {
  const word = seedWords(seed);
  let a = word();
  let b = word();
  let c = word();
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round += 1) next();
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const random: Random = {
    next,
    integer,
    pick(items) {
      if (items.length === 0) throw new RangeError("pick from an empty list");
      return items[integer(0, items.length - 1)]!;
    },
    shuffled(items) {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [copy[last], copy[other]] = [copy[other]!, copy[last]!];
      }
      return copy;
    },
  };
  SEEDS.set(random, seed);
  return random;
}

function seedWords(seed: string): () => number {
  let hash = 1779033703 ^ seed.length;
  for (let index = 0; index < seed.length; index += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  return () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
    hash ^= hash >>> 16;
    return hash >>> 0;
  };
}
