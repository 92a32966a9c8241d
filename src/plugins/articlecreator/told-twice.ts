import { isStopWord, termsOf, wordsOf } from "../../engines/pages/terms.js";
import { keyOf } from "./chosen.js";
import type { Material, Sentence } from "./material.js";
import { meaning } from "./meanings.js";
import type { Arranged } from "./references.js";
import type { Passage } from "./runs.js";
import { isInstruction } from "./templates/parts/imperatives.js";

/** Words in fewer of the paragraphs than this share tell one story from another. */
const RARE = 0.06;
/**
 * By how many telling words a sentence shares with a passage that has told the same, the share of what it is about that they
 * have to be: many such words in common are no chance even where the sentence says more.
 */
const TOLD = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0.44, 0.44, 0.4, 0.33];
const FEWEST_SHARED = 4;
/** The same of a passage as a whole. */
const TOLD_PASSAGE = 0.33;
const FEWEST_OF_PASSAGE = 5;

interface Weights {
  readonly of: (word: string) => number;
  readonly rare: number;
}

const WEIGHTS = new WeakMap<Material, Weights>();

/**
 * Keys of the sentences that tell what a passage of another source has told before them in the article: who did what, seen
 * by the words that few paragraphs of the sources hold. Of a passage that repeats a story as a whole all sentences.
 */
export function toldTwice(parts: readonly Arranged[], material: Material): string[] {
  const weights = weightsOf(material);
  const query = new Set(material.query);
  const passages = parts.flatMap((part) => part.passages);
  const held = passages.map(({ sentences }) => contentOf(sentences, query));
  return passages.flatMap((passage, at) => {
    if (passage.list !== undefined) return [];
    const before = held.slice(0, at).filter((_, other) => isOther(passage, passages[other]!));
    if (before.some((told) => repeatsStory(held[at]!, told, weights))) return passage.sentences.map(keyOf);
    const repeated = passage.sentences.filter((sentence) => {
      const own = contentOf([sentence], query);
      return before.some((told) => repeatsFact(own, told, weights));
    });
    return (2 * repeated.length >= passage.sentences.length ? passage.sentences : repeated).map(keyOf);
  });
}

/** Keys of the sentences of sections that say to do what one before them says: "Set a Budget" behind "Create a Budget". */
export function advisedTwice(parts: readonly Arranged[]): string[] {
  const advised = new Set<string>();
  return parts.flatMap(({ heading, passages }) => {
    if (!isInstruction(heading)) return [];
    const what = termsOf(heading).slice(1).join(" ");
    if (what === "" || !advised.has(what)) {
      advised.add(what);
      return [];
    }
    return passages.flatMap(({ sentences }) => sentences.map(keyOf));
  });
}

function isOther(one: Passage, other: Passage): boolean {
  return one.paragraph.source !== other.paragraph.source;
}

function contentOf(sentences: readonly Sentence[], query: ReadonlySet<string>): Set<string> {
  return new Set(
    sentences
      .flatMap(({ original, text }) => wordsOf(original ?? text))
      .filter((word) => word.length > 2 && !isStopWord(word))
      .map(meaning)
      .filter((word) => !query.has(word)),
  );
}

interface Shared {
  readonly words: number;
  readonly telling: number;
  readonly share: number;
}

function sharedOf(own: ReadonlySet<string>, told: ReadonlySet<string>, { of, rare }: Weights): Shared {
  const shared = [...own].filter((word) => told.has(word));
  const all = sum([...own].map(of));
  return {
    words: shared.length,
    telling: shared.filter((word) => of(word) >= rare).length,
    share: all === 0 ? 0 : sum(shared.map(of)) / all,
  };
}

function repeatsStory(own: ReadonlySet<string>, told: ReadonlySet<string>, weights: Weights): boolean {
  const { words, telling, share } = sharedOf(own, told, weights);
  return words >= FEWEST_OF_PASSAGE && telling >= 2 && share >= TOLD_PASSAGE;
}

function repeatsFact(own: ReadonlySet<string>, told: ReadonlySet<string>, weights: Weights): boolean {
  const { words, telling, share } = sharedOf(own, told, weights);
  if (words < FEWEST_SHARED && telling < words) return false;
  return words >= 3 && share >= (TOLD[telling] ?? TOLD.at(-1)!);
}

/** How much words tell: by the paragraphs of the sources that hold them. */
function weightsOf(material: Material): Weights {
  const known = WEIGHTS.get(material);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  const none = new Set<string>();
  let paragraphs = 0;
  for (const { sentences } of material.paragraphs) {
    const usable = sentences.filter((sentence) => sentence !== undefined);
    if (usable.length === 0) continue;
    paragraphs += 1;
    for (const word of contentOf(usable, none)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const weight = (count: number) => Math.log(1 + paragraphs / Math.max(1, count));
  const weights = {
    of: (word: string) => weight(counts.get(word) ?? 1),
    rare: weight(Math.max(3, RARE * paragraphs)),
  };
  WEIGHTS.set(material, weights);
  return weights;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
