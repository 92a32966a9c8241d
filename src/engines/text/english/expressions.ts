import type { Lexicon } from "./lexicon.js";
import type { English, Expression, Sentence, Tag, WordClass } from "./types.js";

const MOST_WORDS = 5;

/** Expressions of function words that WordNet does not hold. */
const FIXED: ReadonlyMap<string, WordClass> = new Map(
  (
    "as well as|according to|because of|due to|instead of|in order to|such as|as long as|as soon as|in spite of|in front of|" +
    "in addition to|in terms of|with respect to|with regard to|on behalf of|as opposed to|rather than|other than|more than|" +
    "less than|at least|at most|so that|even though|even if|as if|as though|no longer|each other|one another|in case of|" +
    "by means of|for the sake of|in accordance with|as far as|apart from|aside from|next to|up to|out of|kind of|sort of|" +
    "a lot of|a number of|a great deal of|lots of|plenty of|a few|a little|used to|have to|has to|had to|having to|" +
    "going to|able to|about to|supposed to|likely to|let alone|in general|in particular|in fact"
  )
    .split("|")
    .map((text) => [text, "adverb"]),
);

const CLASSES_OF_TAG: Readonly<Partial<Record<Tag, readonly WordClass[]>>> = {
  NOUN: ["noun"],
  VERB: ["verb"],
  ADJ: ["adjective", "noun"],
  ADV: ["adverb", "adjective"],
  ADP: ["adverb", "adjective"],
  DET: ["adverb"],
  PRON: ["adverb"],
  NUM: ["noun", "adverb"],
  SCONJ: ["adverb"],
  CCONJ: ["adverb"],
};

const WORD = /^[a-z]+(?:['’-][a-z]+)*$/;

/** Finds the expressions of a sentence. */
export function createExpressions(
  lexicon: Lexicon,
  lemmaOf: English["lemmaOf"],
): (sentence: Sentence) => readonly Expression[] {
  // For quick refusal: the first words of everything that has several.
  const openings = new Set<string>();
  for (const word of lexicon.words) {
    const blank = word.indexOf(" ");
    if (blank > 0) openings.add(word.slice(0, blank));
  }
  for (const text of FIXED.keys()) openings.add(text.slice(0, text.indexOf(" ")));

  function classOf(lemma: string, classes: readonly WordClass[]): WordClass | undefined {
    return classes.find((wordClass) => lexicon.entryOf(lemma, wordClass) >= 0);
  }

  function at(sentence: Sentence, first: number): Expression | undefined {
    const { tokens } = sentence;
    const head = tokens[first]!;
    const opening = head.text.toLowerCase();
    const verb = head.tag === "VERB" ? lemmaOf(opening, "verb") : undefined;
    if (!openings.has(opening) && !(verb !== undefined && openings.has(verb))) return undefined;
    const parts: string[] = [];
    for (let last = first; last < tokens.length && parts.length < MOST_WORDS; last += 1) {
      const text = tokens[last]!.text.toLowerCase();
      if (!WORD.test(text)) break;
      parts.push(text);
    }
    for (let length = parts.length; length > 1; length -= 1) {
      const last = first + length - 1;
      const found = named(parts.slice(0, length), head.tag, tokens[last]!.tag, verb);
      if (found) return { first, last, ...found };
    }
    return undefined;
  }

  function named(parts: readonly string[], firstTag: Tag, lastTag: Tag, verb: string | undefined) {
    const text = parts.join(" ");
    const fixed = FIXED.get(text);
    if (fixed) return { lemma: text, wordClass: fixed };
    if (verb !== undefined) {
      const lemma = [verb, ...parts.slice(1)].join(" ");
      if (classOf(lemma, ["verb"])) return { lemma, wordClass: "verb" as const };
    }
    const classes = CLASSES_OF_TAG[firstTag] ?? [];
    const wordClass = classOf(text, classes);
    if (wordClass) return { lemma: text, wordClass };
    if (lastTag !== "NOUN") return undefined;
    const last = parts[parts.length - 1]!;
    const singular = lemmaOf(last, "noun");
    if (singular === undefined) return undefined;
    const lemma = [...parts.slice(0, -1), singular].join(" ");
    return classOf(lemma, ["noun"]) ? { lemma, wordClass: "noun" as const } : undefined;
  }

  return (sentence) => {
    const found: Expression[] = [];
    for (let index = 0; index < sentence.tokens.length; index += 1) {
      const expression = at(sentence, index);
      if (!expression) continue;
      found.push(expression);
      index = expression.last;
    }
    return found;
  };
}
