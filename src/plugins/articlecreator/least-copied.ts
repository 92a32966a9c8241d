import { type Random, renderSpintax, seededRandom, splitSpintax } from "../../kernel/index.js";
import { chosenFirst } from "../_kit/rewriting/chosen-first.js";

/** The most words in a row that a reworded article has in common with its sources, where the variants allow it. */
export const MOST_COPIED = 15;
/** The most of them at the beginning or end of a sentence, for a run goes on where the source has both sentences. */
const MOST_AT_EDGES = 7;
/** How many variants of a sentence are looked at. */
const TRIES = 40;

type Chosen = ReturnType<typeof chosenFirst>;

interface Variant {
  readonly chosen: Chosen;
  /** Of what it and the sentence before have in common with their source. */
  readonly beyond: number;
  readonly edges: number;
}

export interface Choice {
  /** The variant of the next sentence of an article, and whether a long run of its source is left even so. */
  of(spintax: string, sentence: string): Chosen & { readonly isCopied: boolean };
  /**
   * The next sentence of an article as it is said now, in spintax with that first, with as few of its other options as end long runs
   * of the source; `beyond` is by how many words such runs are too long even so.
   */
  worded(spun: string, sentence: string): { readonly text: string; readonly beyond: number };
  /** What takes back all that was chosen and passed from now on. */
  mark(): () => void;
  /** What stands between them as it is, such as a heading. */
  pass(text: string): void;
}

/**
 * Chooses variants of sentences in the order in which they stand, by chance, but so that no run of more than MOST_COPIED words is
 * that of the source where the variants allow it. `paraphrase` takes another way to say the sentence and leaves its words, for
 * other words are guesses and often wrong ones; only where a long run would stay, some are changed. It counts on what a paraphraser promises, that the last option of a
 * group is what the text had.
 */
export function createChoice(random: Random, mode: "spin" | "paraphrase"): Choice {
  let ownBefore: readonly string[] = [];
  let freshBefore: readonly string[] = [];

  function pass(own: readonly string[], fresh: readonly string[]) {
    ownBefore = own.slice(-MOST_COPIED);
    freshBefore = fresh.slice(-MOST_COPIED);
  }

  /** By how many words runs are too long in a sentence that is said so. */
  function passed(sentence: string, said: string): number {
    const own = [...ownBefore, ...wordsOf(sentence)];
    const fresh = [...freshBefore, ...wordsOf(said)];
    pass(own, fresh);
    return copiedBeyond(fresh, own);
  }

  function looked(spintax: string, sentence: string, chance: () => Random): Variant[] {
    const words = wordsOf(sentence);
    const own = [...ownBefore, ...words];
    const variants = new Map<string, Variant>();
    for (let tried = 0; tried < TRIES; tried += 1) {
      const chosen = chosenFirst(spintax, chance());
      if (variants.has(chosen.text)) continue;
      const said = wordsOf(chosen.text);
      const fresh = [...freshBefore, ...said];
      const atEdges = [sharedStart(said, words), sharedStart(said.toReversed(), words.toReversed())];
      variants.set(chosen.text, {
        chosen,
        beyond: copiedBeyond(fresh, own),
        edges: Math.max(MOST_AT_EDGES, ...atEdges),
      });
    }
    return [...variants.values()];
  }

  /** What is said with other words where a long run would stay: as few as are enough, the likeliest first. */
  function withWords(parts: readonly Part[], sentence: string): Chosen {
    // A sentence goes on as its source does until the next one has been chosen.
    const own = [...ownBefore, ...wordsOf(sentence), ...AHEAD];
    const beyond = () => copiedBeyond([...freshBefore, ...wordsOf(saidBy(parts)), ...AHEAD], own);
    for (let most = beyond(); most > 0; ) {
      const tried = parts
        .filter(({ chosen }) => chosen === 0)
        .flatMap((part) => part.options.slice(1).map((_, rank) => ({ part, rank: rank + 1 })))
        .map(({ part, rank }) => {
          part.chosen = rank;
          const left = beyond();
          part.chosen = 0;
          return { part, rank, left };
        });
      const better = tried
        .filter(({ left }) => left < most)
        .sort((one, other) => one.rank - other.rank || one.left - other.left);
      if (better[0] === undefined) break;
      better[0].part.chosen = better[0].rank;
      most = better[0].left;
    }
    const spintax = parts.map(({ options, chosen }) => {
      const others = options.filter((_, rank) => rank !== chosen);
      return others.length === 0 ? options[chosen]! : `{${[options[chosen]!, ...others].join("|")}}`;
    });
    return { text: saidBy(parts), spintax: spintax.join("") };
  }

  return {
    mark() {
      const [own, fresh] = [ownBefore, freshBefore];
      return () => pass(own, fresh);
    },
    pass(text) {
      pass([...ownBefore, ...wordsOf(text)], [...freshBefore, ...wordsOf(text)]);
    },
    of(spintax, sentence) {
      const variants = looked(spintax, sentence, mode === "spin" ? () => random : () => sentenceAlone(spintax, random));
      // Sorting is stable: of equals the one stays in front that chance named first.
      variants.sort((one, other) => one.beyond - other.beyond || one.edges - other.edges);
      let [{ chosen }] = variants as [Variant];
      if (mode === "paraphrase")
        chosen = withWords(partsOf(wayOf(spintax, chosen.text) ?? chosen.spintax, "last"), sentence);
      return { ...chosen, isCopied: passed(sentence, chosen.text) > 0 };
    },
    worded(spun, sentence) {
      const { text } = withWords(partsOf(spun, "first"), sentence);
      return { text, beyond: passed(sentence, text) };
    },
  };
}

/** Words of a sentence to come. */
const AHEAD: readonly string[] = Array.from({ length: MOST_AT_EDGES }, (_, at) => `(${at})`);

interface Part {
  /** As spintax, what the text had first. */
  readonly options: readonly string[];
  chosen: number;
}

/** The parts of a spintax in which what the text had is the first or the last option. */
function partsOf(spintax: string, own: "first" | "last"): Part[] {
  return splitSpintax(spintax).map(({ kind, start, end }) => {
    const written = spintax.slice(start, end);
    const options = kind === "choice" ? optionsOf(written) : [written];
    return { options: own === "first" ? options : [...new Set([options.at(-1)!, ...options])], chosen: 0 };
  });
}

const LAST: Random = { ...seededRandom("unused"), integer: (_from, to) => to };

const saidBy = (parts: readonly Part[]) =>
  parts.map(({ options, chosen }) => renderSpintax(options[chosen]!, LAST)).join("");

/** The way to say the sentence that is that text, with the choices of its words; the sentence where there is but one. */
function wayOf(spintax: string, text: string): string | undefined {
  const [only, ...more] = splitSpintax(spintax);
  if (only?.kind !== "choice" || more.length > 0) return spintax;
  return optionsOf(spintax).find((option) => renderSpintax(option, LAST) === text);
}

/** The options of a group as they are written; the outermost bars divide. */
function optionsOf(group: string): readonly string[] {
  const options: string[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 1; at < group.length - 1; at += 1) {
    const character = group[at];
    if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    else if (character === "|" && depth === 0) {
      options.push(group.slice(from, at));
      from = at + 1;
    }
  }
  return [...options, group.slice(from, -1)];
}

/** Chance for the ways to say the sentence as a whole; of its words the last option, which is that of the text. */
function sentenceAlone(spintax: string, random: Random): Random {
  let isWhole = splitSpintax(spintax).length === 1;
  return {
    ...random,
    integer(from, to) {
      const chosen = isWhole ? random.integer(from, to) : to;
      isWhole = false;
      return chosen;
    },
  };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}

function sharedStart(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((word, at) => word !== other[at]);
  return differs === -1 ? one.length : differs;
}

/** How far the runs of words that both have go beyond MOST_COPIED, all together; none when none is longer. */
function copiedBeyond(one: readonly string[], other: readonly string[]): number {
  let beyond = 0;
  let above: readonly number[] = [];
  for (const word of one) {
    const row = other.map((known, at) => (known === word ? (above[at - 1] ?? 0) + 1 : 0));
    beyond += Math.max(0, Math.max(...row) - MOST_COPIED);
    above = row;
  }
  return beyond;
}
