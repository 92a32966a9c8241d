import { isStopWord, stem, wordsOf } from "../../engines/pages/terms.js";
import { shareFigure } from "./figures.js";
import { isDoing, meaning } from "./meanings.js";
import type { Sentence } from "./source-sentences.js";

/** From here on two sentences are held to say the same. */
export const SAME_FACT = 0.5;
/** The same, of sentences that give the same figure. */
const SAME_FACT_WITH_FIGURE = 0.2;

/** How much two sentences say the same, 0 to 1: common terms, with more weight on the shorter one being held whole. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  if (few.size === 0) return 0;
  let shared = 0;
  for (const term of few) if (many.has(term)) shared += 1;
  const union = few.size + many.size - shared;
  const held = few.size >= 4 ? (0.75 * shared) / few.size : 0;
  return Math.max(shared / union, held);
}

/** Below this no other sign is looked for. */
const LEAST_ALIKE = 0.1;
/** The same, of sentences that give the same date or year for the same doing. */
const SAME_FACT_WITH_YEAR = 0.15;
/** Terms of a sentence that says one thing of another. */
const FEW = 3;
const FEWEST_HELD = 4;
const FEWEST_ALIKE = 6;

/** Whether two sentences say the same. */
export function isSameFact(one: Sentence, other: Sentence): boolean {
  const alike = likeness(one.terms, other.terms);
  // Of three terms the one that differs is often what is said.
  if (alike >= SAME_FACT && (alike > SAME_FACT || Math.min(one.terms.size, other.terms.size) > FEW)) return true;
  if (alike < LEAST_ALIKE) return false;
  if (alike >= SAME_FACT_WITH_FIGURE && shareFigure(one.figures, other.figures)) return true;
  const [mine, theirs] = [signsOf(one), signsOf(other)];
  if (alike >= SAME_FACT_WITH_FIGURE && shared(mine.values, theirs.values) > 0) return true;
  if (shared(mine.doings, theirs.doings) > 0) {
    if (shared(mine.dates, theirs.dates) > 0) return true;
    if (alike >= SAME_FACT_WITH_YEAR && shared(one.figures.years, other.figures.years) > 0) return true;
  }
  const [few, many] = mine.words.size <= theirs.words.size ? [mine.words, theirs.words] : [theirs.words, mine.words];
  if (few.size >= FEWEST_HELD && shared(few, many) === few.size) return true;
  return few.size >= FEWEST_ALIKE && likeness(few, many) >= SAME_FACT;
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const each of one) if (other.has(each)) count += 1;
  return count;
}

/** By what else sentences are compared. */
interface Signs {
  /** Words of one meaning as one. */
  readonly words: ReadonlySet<string>;
  /** What is done in the sentence, by its words in -ed and those for events. */
  readonly doings: ReadonlySet<string>;
  /** Days, as `1 june 1878`. */
  readonly dates: ReadonlySet<string>;
  /** Numbers after their name: `ph 3`. */
  readonly values: ReadonlySet<string>;
}

const SIGNS = new WeakMap<Sentence, Signs>();
const DATE =
  /\b(\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december) \d{4})\b/g;
const VALUE =
  /(\p{L}{2,}) (?:(?:of|is|was|falls|fell|drops|dropped|rises|rose|sinks|at|to|about|around|below|reaches|has) ){1,3}(\d[\d.,]*)(?![\d,.]*\d| ?%)(?! \p{L}+s\b)/gu;

function signsOf(sentence: Sentence): Signs {
  const known = SIGNS.get(sentence);
  if (known !== undefined) return known;
  const lower = sentence.text.toLowerCase();
  const carrying = wordsOf(lower).filter((word) => word.length > 1 && !isStopWord(word));
  const signs = {
    words: new Set(carrying.map(meaning)),
    doings: new Set(carrying.filter((word) => isDoing(word)).map(meaning)),
    dates: new Set([...lower.matchAll(DATE)].map(([date]) => date)),
    values: new Set(
      [...lower.matchAll(VALUE)].flatMap(([, name, number]) =>
        isStopWord(name!) ? [] : [`${stem(name!)} ${number!.replace(/[.,]$/, "")}`],
      ),
    ),
  };
  SIGNS.set(sentence, signs);
  return signs;
}
