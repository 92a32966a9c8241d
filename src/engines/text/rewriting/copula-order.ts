import { fullNounPhraseAt, type NounPhrase, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { retext, spaced, type Words } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { THIRD_PERSON, WH } from "./vocabulary.js";

/** "The oldest house of the town is the mill" becomes "The mill is the oldest house of the town": which of the two is named first. */
export const copulaOrder: Transformation = {
  kind: "copula order",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const clause = clauseAt(words, 0, grammar);
    if (clause === undefined || clause.subject.pronoun || clause.subject.start !== 0) return [];
    const { verb } = clause;
    if (verb.end - verb.start !== 1 || !/^(?:is|are|was|were)$/u.test(words[verb.head]!.low)) return [];
    const front = words.slice(0, verb.start);
    const back = words.slice(verb.end, end);
    if (front.length > 12 || back.length > 12 || back.length < 2 || verbGroups(words, 0, end, grammar).length > 1)
      return [];
    if ([...front, ...back].some((item) => item.tag === "PUNCT" || item.tag === "SCONJ" || WH.has(item.low))) return [];
    if ([...front, ...back].some(({ low }) => THIRD_PERSON.has(low) || POINTING.test(low))) return [];
    const named = wholePhrase(words, verb.end, end, grammar);
    const subject = wholePhrase(words, 0, verb.start, grammar);
    if (named === undefined || subject === undefined || !(isOnlyOne(front) !== isOnlyOne(back))) return [];
    const [own, other] = [isPlural(words, subject, grammar), isPlural(words, named, grammar)];
    if (own === undefined || own !== other) return [];
    // A thing that is only being brought in is no subject of it.
    const definite = isOnlyOne(front) ? back : front;
    if (/^(?:a|an|some|any|no|one|another|each|every|there)$/u.test(definite[0]!.low)) return [];
    if (isOnlyOne(front) && back[0]!.tag === "ADJ" && back.length === 1) return [];
    return [
      [
        spaced(back[0]!),
        ...back.slice(1),
        retext(words[verb.head]!, words[verb.head]!.low),
        spaced(front[0]!),
        ...front.slice(1),
        ...words.slice(end),
      ],
    ];
  },
};

const POINTING = /^(?:this|that|these|those|such|here|there|not|n't|never|only|also|about|to|why|you|i|we)$/u;

/** A noun phrase with the phrases that hang on it, if it goes up to `end`. */
function wholePhrase(words: Words, start: number, end: number, grammar: Grammar): NounPhrase | undefined {
  const first = fullNounPhraseAt(words, start);
  if (first === undefined || first.pronoun) return undefined;
  let at = first.end;
  while (at < end && words[at]!.tag === "ADP") {
    const more = fullNounPhraseAt(words, at + 1);
    if (more === undefined || more.pronoun) return undefined;
    at = more.end;
  }
  return at === end && grammar.lemma(words[first.head]!, "noun") !== undefined ? first : undefined;
}

/** "the largest ...", "the main ...", "one of the ...": what can be said of one thing alone. */
function isOnlyOne([first, second, third]: Words): boolean {
  if (first?.low === "one" && second?.low === "of" && third?.low === "the") return true;
  return (
    first?.low === "the" &&
    second !== undefined &&
    /^(?:most|best|worst|main|only|key|first|biggest|chief|primary|\p{L}{2,}est)$/u.test(second.low)
  );
}

function isPlural(words: Words, phrase: NounPhrase, grammar: Grammar): boolean | undefined {
  return phrase.several ? true : words[phrase.start]!.low === "one" ? false : grammar.plural(words[phrase.head]!);
}
