import { nounPhraseAt } from "./chunks.js";
import type { Grammar } from "./grammar.js";
import { type Word, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { words as list, THIRD_PERSON, WH } from "./vocabulary.js";

const OWNERS = list("person group animal location");

const OWNED = list("act attribute cognition event process phenomenon person possession state");

const NOT_OWNED = list(
  "use end rest part side top middle majority one number city town state province kingdom idea kind type sort piece lack absence case course process risk danger cost price level amount rate act way form fear love threat centre center head back front bottom edge loss sign piece group member period sense result cause light means matter point question series range set study history story picture image map photo portrait week month year day university bank republic department ministry bulk size remainder share sum total quarter third half thousands millions hundreds couple array lot body field area world member members people man woman king queen president mayor prime chance aid role help support favour favor",
);

/** "the growth of the company" becomes "the company's growth". */
export const toGenitive: Transformation = {
  kind: "genitive",
  strength: 0.45,
  apply(words, grammar) {
    const made: Word[][] = [];
    for (const [index, of] of words.entries()) {
      if (of.low !== "of" || index < 2) continue;
      const noun = words[index - 1]!;
      const start = phraseStart(words, index);
      if (start === undefined || words[start]!.low !== "the" || noun.tag !== "NOUN" || NOT_OWNED.has(noun.low))
        continue;
      if (
        !OWNED.has(grammar.category(noun) ?? "") ||
        words
          .slice(start, index)
          .some(
            (item) =>
              item.tag === "NUM" ||
              item.tag === "PROPN" ||
              item.tag === "PART" ||
              (/(?:st|est)$/u.test(item.low) && item.tag === "ADJ"),
          )
      )
        continue;
      const owner = nounPhraseAt(words, index + 1);
      if (owner === undefined || owner.pronoun || !isOwner(words, owner.start, owner.head, grammar)) continue;
      const next = words[owner.end];
      if (
        next !== undefined &&
        (next.low === "of" ||
          next.low === "and" ||
          next.low === "or" ||
          next.tag === "PART" ||
          WH.has(next.low) ||
          next.low === "that" ||
          next.tag === "NUM")
      )
        continue;
      if (owner.end - owner.start > 3 || (words[owner.end]?.tag === "ADP" && words[owner.end]!.low !== "in")) continue;
      const head = words[owner.head]!;
      const plural = grammar.plural(head);
      if (plural === undefined && head.tag !== "PROPN") continue;
      const mark = word(/s$/u.test(head.low) && plural !== false ? "'" : "'s", "PART", [], false);
      const owned = words.slice(start + 1, index);
      made.push(replaced(words, start, owner.end, [...words.slice(owner.start, owner.end), mark, ...owned]));
    }
    return made;
  },
};

function isOwner(words: readonly Word[], start: number, head: number, grammar: Grammar): boolean {
  const noun = words[head]!;
  if (
    words.slice(start, head + 1).some((item) => item.tag === "NUM" || item.tag === "PART" || THIRD_PERSON.has(item.low))
  )
    return false;
  if (noun.tag === "PROPN") return !noun.low.endsWith("s");
  return (
    words[start]!.tag === "DET" &&
    !/^(?:a|an|all|some|any|no|each|every|both)$/u.test(words[start]!.low) &&
    OWNERS.has(grammar.category(noun) ?? "")
  );
}

function phraseStart(words: readonly Word[], end: number): number | undefined {
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
    const made: Word[][] = [];
    for (const [index, mark] of words.entries()) {
      if (mark.tag !== "PART" || !/^['’]s?$/u.test(mark.text) || index < 2) continue;
      const owner = words[index - 1]!;
      const article = words[index - 2]!;
      if (owner.tag !== "NOUN" || !/^(?:the|this|that|these|those)$/u.test(article.low)) continue;
      if (
        !["group", "location", "person", "animal", "artifact", "act", "object"].includes(grammar.category(owner) ?? "")
      )
        continue;
      const owned = nounPhraseAt(words, index + 1);
      if (
        owned === undefined ||
        owned.pronoun ||
        words[owned.end]?.low === "of" ||
        words[owned.end]?.tag === "PART" ||
        words[index + 1]!.low === "own"
      )
        continue;
      const head = words[owned.head]!;
      if (
        head.tag !== "NOUN" ||
        !OWNED.has(grammar.category(head) ?? "") ||
        words.slice(owned.start, owned.end).some((item) => item.tag === "NUM" || item.tag === "PROPN")
      )
        continue;
      if (
        /(?:^|[^a-z])(?:first|last|largest|biggest|best|oldest|only|main|own)$/u.test(words[owned.start]!.low) ||
        words[index - 3]?.low === "of"
      )
        continue;
      const of = word("of", "ADP", mark.sources.length > 0 ? [mark] : []);
      const the = word("the", "DET");
      made.push(
        replaced(words, index - 2, owned.end, [
          { ...the, space: article.space },
          ...words.slice(index + 1, owned.end),
          of,
          { ...article, space: true },
          owner,
        ]),
      );
    }
    return made;
  },
};
