import { lemmasOf } from "./inflection/index.js";
import { ADVERB, HYPERNYM, itemsOf, type Lexicon, NOUN, SIMILAR } from "./lexicon.js";

const STEPS_UP = 3;
const MOST_BELOW = 70;
/** The frames "somebody ----s somebody" and "something ----s somebody". */
const TO_SOMEBODY = 0b100;

/** What WordNet says of entries and synsets, beyond what stands in its lists. */
export type WordRelations = ReturnType<typeof createWordRelations>;

export function createWordRelations(lexicon: Lexicon) {
  const { senses, members, tagCounts, relations, relationKinds, hyponyms } = lexicon;

  /** Words for what the things of a noun all are, some steps up: true of them, though it may say less. */
  function aboveOf(entry: number): Set<number> {
    const words = new Set<number>();
    let level = itemsOf(senses, entry).slice(0, 2);
    for (let step = 0; step < STEPS_UP; step += 1) {
      const next = new Set<number>();
      for (const synset of level) for (const above of relatedTo(synset, HYPERNYM)) next.add(above);
      level = Uint32Array.from(next);
      for (const synset of level) {
        if (isVague(synset)) continue;
        for (const member of itemsOf(members, synset)) words.add(lexicon.entryWord[member]!);
      }
    }
    return words;
  }

  /** How many synsets are directly below the synset. */
  function belowIt(synset: number): number {
    return hyponyms.starts[synset + 1]! - hyponyms.starts[synset]!;
  }

  /** Whether the synset is true of so much that it says hardly anything: building, device, person. */
  function isVague(synset: number): boolean {
    return belowIt(synset) > MOST_BELOW;
  }

  /** Entries that say the contrary, directly or through a word that means the same. */
  function opposites(entry: number): Set<number> {
    const found = new Set<number>();
    if (lexicon.entryClass[entry] === ADVERB) {
      for (const adjective of itemsOf(lexicon.adjectives, entry)) {
        for (const contrary of opposites(adjective))
          for (const adverb of itemsOf(lexicon.adverbs, contrary)) found.add(adverb);
      }
    }
    const own = new Set<number>();
    for (const synset of itemsOf(senses, entry)) {
      own.add(synset);
      for (const other of relatedTo(synset, SIMILAR)) own.add(other);
    }
    for (const synset of own) {
      for (const member of itemsOf(members, synset)) {
        for (const contrary of itemsOf(lexicon.antonyms, member)) {
          if (!sharesSense(contrary, own)) found.add(contrary);
          if (member !== entry) continue;
          for (const far of itemsOf(senses, contrary)) {
            if (own.has(far)) continue;
            for (const like of [far, ...relatedTo(far, SIMILAR)]) {
              for (const word of itemsOf(members, like)) if (!sharesSense(word, own)) found.add(word);
            }
          }
        }
      }
    }
    for (const contrary of itemsOf(lexicon.antonyms, entry)) found.add(contrary);
    return found;
  }

  function relatedTo(synset: number, kind: number): number[] {
    const found: number[] = [];
    for (let at = relations.starts[synset]!; at < relations.starts[synset + 1]!; at += 1) {
      if (relationKinds[at] === kind) found.push(relations.items[at]!);
    }
    return found;
  }

  /** How often each sense of the entry was met. */
  function tagsOf(entry: number): Uint32Array {
    return tagCounts.subarray(senses.starts[entry]!, senses.starts[entry + 1]!);
  }

  /** How often the entry was met in all its senses, of which none counts for nothing. */
  function usageOf(entry: number): number {
    let usage = 0;
    for (const count of tagsOf(entry)) usage += count + 0.3;
    return usage;
  }

  function sharesSense(entry: number, synsets: ReadonlySet<number>): boolean {
    return itemsOf(senses, entry).some((synset) => synsets.has(synset));
  }

  function framesOf(entry: number): number {
    let mask = 0;
    for (let sense = senses.starts[entry]!; sense < senses.starts[entry + 1]!; sense += 1)
      mask |= lexicon.frames[sense]!;
    return mask;
  }

  /** 1 for the participle of a verb that moves nobody's mind (`heated`, unlike `annoyed`), 0.5 for that of one that does. */
  function participleOf(text: string): number {
    if (!/(?:ed|en)$/.test(text)) return 0;
    const verb = lemmasOf(text, "verb").find((lemma) => lemma !== text && lexicon.entryOf(lemma, "verb") >= 0);
    if (verb === undefined) return 0;
    return framesOf(lexicon.entryOf(verb, "verb")) & TO_SOMEBODY ? 0.5 : 1;
  }

  /** How much of the use of a word is in the class. */
  function classShare(word: number, wordClass: number): number {
    let own = 0.3;
    let all = 0.3;
    for (let other = NOUN; other <= ADVERB; other += 1) {
      const entry = lexicon.entry(word, other);
      if (entry < 0) continue;
      for (const count of tagsOf(entry)) {
        all += count;
        if (other === wordClass) own += count;
      }
    }
    return own / all;
  }

  return { aboveOf, belowIt, isVague, opposites, relatedTo, tagsOf, usageOf, framesOf, participleOf, classShare };
}
