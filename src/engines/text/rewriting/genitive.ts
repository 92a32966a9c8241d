import { wordSet } from "../word-set.js";
import { nounPhraseAt, verbGroupAt } from "./chunks.js";
import type { Grammar } from "./grammar.js";
import { spaced, type Word, type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { THIRD_PERSON, WH } from "./vocabulary.js";

const OWNERS = wordSet("person group animal location");

const OWNERS_WITH_OF = wordSet("group location person animal artifact act object");

const OWNED = wordSet("act attribute cognition event process phenomenon person possession state");

const NOT_OWNED = wordSet(
  "use end rest part side top middle majority one number city town state province kingdom idea kind type sort benefit advantage disadvantage downside drawback piece lack absence case course process risk danger cost price level amount rate act way form fear love threat centre center head back front bottom edge loss sign piece group member period sense result cause light means matter point question series range set study history story picture image map photo portrait week month year day university bank republic department ministry bulk size remainder share sum total quarter third half thousands millions hundreds couple array lot body field area world member members people man woman king queen president mayor prime chance aid role help support favour favor purchase sale choice selection installation",
);

/** "the growth of the company" becomes "the company's growth". */
export const toGenitive: Transformation = {
  kind: "genitive",
  strength: 0.45,
  apply(words, grammar) {
    return words.flatMap((of, index) => {
      if (of.low !== "of" || index < 2) return [];
      const noun = words[index - 1]!;
      const start = phraseStart(words, index);
      if (start === undefined || words[start]!.low !== "the" || noun.tag !== "NOUN" || NOT_OWNED.has(noun.low))
        return [];
      const owned = words.slice(start + 1, index);
      const isRanked = (item: Word) => item.tag === "ADJ" && /(?:st|est)$/u.test(item.low);
      if (owned.some((item) => /^(?:NUM|PROPN|PART)$/u.test(item.tag) || isRanked(item))) return [];
      if (!OWNED.has(grammar.category(noun) ?? "")) return [];
      const owner = nounPhraseAt(words, index + 1);
      if (owner === undefined || owner.pronoun || !isOwner(words, owner.start, owner.head, grammar)) return [];
      if (owner.end - owner.start > 3 || words[start - 1]?.tag === "CCONJ") return [];
      const next = words[owner.end];
      if (next !== undefined) {
        // What follows may tell more of the owner, who would stand too far from it.
        if (/^(?:[,("“‘]|and|or|that)$/u.test(next.low) || WH.has(next.low) || /^(?:PART|NUM|ADP|ADJ)$/u.test(next.tag))
          return [];
        // "the size of the boat you need": the clause tells of the one or the other.
        if (next.tag === "PRON" || next.tag === "DET") return [];
        if (
          next.tag === "VERB" &&
          /(?:ed|ing)$/u.test(next.low) &&
          verbGroupAt(words, owner.end, grammar)?.finite !== true
        )
          return [];
      }
      const head = words[owner.head]!;
      const plural = grammar.plural(head);
      if (plural === undefined && head.tag !== "PROPN") return [];
      const mark = word(/s$/u.test(head.low) && plural !== false ? "'" : "'s", "PART", [], false);
      return [replaced(words, start, owner.end, [...words.slice(owner.start, owner.end), mark, ...owned])];
    });
  },
};

function isOwner(words: Words, start: number, head: number, grammar: Grammar): boolean {
  const noun = words[head]!;
  if (
    words.slice(start, head + 1).some((item) => item.tag === "NUM" || item.tag === "PART" || THIRD_PERSON.has(item.low))
  )
    return false;
  if (noun.tag === "PROPN") return !noun.low.endsWith("s") && words[start]!.tag !== "DET";
  return (
    words[start]!.tag === "DET" &&
    !/^(?:a|an|all|some|any|no|each|every|both)$/u.test(words[start]!.low) &&
    OWNERS.has(grammar.category(noun) ?? "")
  );
}

function phraseStart(words: Words, end: number): number | undefined {
  for (let start = Math.max(0, end - 5); start < end; start += 1) {
    const phrase = nounPhraseAt(words, start);
    if (phrase !== undefined && phrase.end === end) return start;
  }
  return undefined;
}

/** "the company's growth" becomes "the growth of the company". */
export const fromGenitive: Transformation = {
  kind: "genitive",
  strength: 0.45,
  apply(words, grammar) {
    return words.flatMap((mark, index) => {
      if (mark.tag !== "PART" || !/^['’]s?$/u.test(mark.text) || index < 2) return [];
      const owner = words[index - 1]!;
      const article = words[index - 2]!;
      if (index !== 2 || owner.tag !== "NOUN" || !/^(?:the|this|that|these|those)$/u.test(article.low)) return [];
      if (!OWNERS_WITH_OF.has(grammar.category(owner) ?? "")) return [];
      const owned = nounPhraseAt(words, index + 1);
      if (owned === undefined || owned.pronoun || words[index + 1]!.low === "own") return [];
      if (!/^(?:VERB|AUX)$/u.test(words[owned.end]?.tag ?? "")) return [];
      const head = words[owned.head]!;
      if (head.tag !== "NOUN" || !OWNED.has(grammar.category(head) ?? "")) return [];
      const phrase = words.slice(owned.start, owned.end);
      if (phrase.some((item) => item.tag === "NUM" || item.tag === "PROPN")) return [];
      if (/(?:^|[^a-z])(?:first|last|largest|biggest|best|oldest|only|main|own)$/u.test(phrase[0]!.low)) return [];
      const of = word("of", "ADP", [mark]);
      const the = { ...word("the", "DET"), space: article.space };
      return [replaced(words, index - 2, owned.end, [the, ...phrase, of, spaced(article), owner])];
    });
  },
};
