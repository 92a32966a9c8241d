import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, type VerbGroup } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion, isSimple, startsClause } from "./clauses.js";
import { comma, spaced, type Word, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { BE, HAVE, WH } from "./vocabulary.js";

/** Adverbs that move from before the sentence to its verb. */
const FLOATING = wordSet(
  "recently usually often sometimes eventually initially currently generally normally typically occasionally originally previously gradually suddenly soon traditionally frequently increasingly formerly now ultimately historically commonly then subsequently",
);
/** Those of them that stand before the sentence as well; "previously" there would say that it no longer holds. */
const OPENING = wordSet(
  "recently usually often sometimes eventually currently generally normally typically occasionally traditionally frequently increasingly ultimately arguably historically subsequently initially now then therefore consequently thus",
);
/** "Usually, the shop opens at nine" becomes "The shop usually opens at nine", and back. */
export const adverbOrder: Transformation = {
  kind: "adverb order",
  whole: true,
  strength: 0.5,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const first = words[0];
    const leads = first !== undefined && first.tag === "ADV" && words[1]?.text === ",";
    const clause = clauseAt(words, leads ? 2 : 0, grammar);
    if (clause === undefined) return [];
    const { verb } = clause;
    if (verb.negation !== undefined) return [];
    if (leads) {
      const adverbs = words.slice(verb.start, verb.end).some((item) => item.tag === "ADV");
      if (adverbs || !FLOATING.has(first.low)) return [];
      // "Typically, costs fall and profits rise": at the first verb it would be said of that alone.
      if (words.some(({ tag }, index) => tag === "CCONJ" && startsClause(words, index + 1, grammar))) return [];
      // "Now, you should ...": what one says when one goes on, and no time.
      if (first.low === "now" && /^(?:you|we|i)$/u.test(words[2]!.low)) return [];
      // "Ultimately, it is important to ...": it is important, and not important in the end.
      if (words[2]!.low === "it" && BE.has(words[verb.head]!.low)) return [];
      const place = adverbPlace(words, verb);
      if (/['’]/u.test(words[place - 1]!.text)) return [];
      return [[...words.slice(2, place), spaced(first), ...words.slice(place)]];
    }
    // "They often stall, costs rise, and ...": before a row of clauses it would be said of all of them.
    const row = (item: Word, index: number) => item.text === "," && startsClause(words, index + 1, grammar);
    if (words.some(row)) return [];
    return words.slice(verb.start, verb.head).flatMap((item, offset) => {
      const index = verb.start + offset;
      if (item.tag !== "ADV" || !OPENING.has(item.low)) return [];
      // "No guest usually ...": what is denied of all would be denied of the rule.
      if (/^(?:no|few|nobody|nothing|none|neither)$/u.test(words[0]!.low)) return [];
      if (words[index - 1]?.tag === "ADV" || words[index + 1]?.tag === "ADV") return [];
      // "If it rains, they then ...", "more than was then known", "increasingly popular".
      // "What once worked now fails": far from its verb it would be said of the other one.
      if (
        clause.subject.end < verb.start ||
        words.slice(0, verb.start).some(({ low }) => WH.has(low) || low === "that")
      )
        return [];
      if (item.low === "then" && (clause.verb.auxiliaries.length === 0 || clause.subject.pronoun === false)) return [];
      // "I've often thought": how often, and no time of its own.
      if (item.low === "often" && verb.auxiliaries.some((place) => HAVE.has(words[place]!.low))) return [];
      if (item.low === "increasingly" && BE.has(words[verb.start]!.low) && !verb.passive) return [];
      return [[item, comma(), spaced(words[0]!), ...words.slice(1, index), ...words.slice(index + 1)]];
    });
  },
};

/** Where an adverb of the verb stands: behind its first auxiliary or its be, or else before it. */
export function adverbPlace(words: Words, { auxiliaries: [opener], head, start }: VerbGroup): number {
  if (opener !== undefined) return opener + 1;
  return BE.has(words[head]!.low) ? head + 1 : start;
}

/** "They quickly closed the gate" becomes "They closed the gate quickly", and back; "to easily close the gate" likewise. */
export const mannerOrder: Transformation = {
  kind: "adverb order",
  strength: 0.45,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    return words.flatMap((verb, index) => {
      const before = words[index - 1];
      const lemma = verb.tag === "VERB" ? grammar.lemma(verb, "verb") : undefined;
      if (lemma === undefined || before === undefined || verb.low.endsWith("ing")) return [];
      if (isDone(words, index)) return [[...words.slice(0, index - 1), verb, before, ...words.slice(index + 1)]];
      // "effectively becomes a park": in effect, and no manner.
      if (/^(?:become|remain|turn|mean|act|replace)$/u.test(lemma)) return [];
      const object = fullNounPhraseAt(words, index + 1);
      if (object === undefined || (object.pronoun && isManner(before))) return [];
      const after = words[object.end];
      const closes = (item: Word | undefined) => item === undefined || /^[.,;!]$/u.test(item.text);
      // "to quickly and easily find": two adverbs, of which one would stay.
      if (isManner(before) && /^(?:PART|AUX|PRON|NOUN)$/u.test(words[index - 2]?.tag ?? "")) {
        // Behind a long object it would be far from its verb, and behind "not" denied alone.
        const denied = words.slice(Math.max(0, index - 4), index).some(({ low }) => /^(?:not|n't|never)$/u.test(low));
        // "quickly adjust prices, stocks or staff": behind the first of several it would part them.
        if (denied || after?.text === "," || object.end - index > 5 || !closes(after) || BE.has(words[index - 2]!.low))
          return [];
        return [[...words.slice(0, index - 1), ...words.slice(index, object.end), before, ...words.slice(object.end)]];
      }
      if (after === undefined || !isManner(after) || !closes(words[object.end + 1])) return [];
      const clause = clauseAt(words, 0, grammar);
      const main = clause?.verb.head === index && clause.verb.negation === undefined && before.tag !== "ADV";
      if (!main || !isSimple(words, 0, bodyEnd(words), grammar)) return [];
      return [[...words.slice(0, index), after, ...words.slice(index, object.end), ...words.slice(object.end + 1)]];
    });
  },
};

/** Manners that stand behind a participle as well as before it. */
const PASSIVE_MANNER = wordSet(
  "automatically easily quickly carefully properly safely correctly manually securely thoroughly regularly immediately gently accurately instantly remotely independently separately",
);

/** "is automatically sent by the bell": a passive with its manner before it, and nothing behind it that is an object. */
function isDone(words: Words, index: number): boolean {
  const [be, manner, verb, next] = words.slice(index - 2, index + 2);
  if (
    be === undefined ||
    !BE.has(be.low) ||
    be.tag !== "AUX" ||
    !PASSIVE_MANNER.has(manner!.low) ||
    !/(?:ed|en|wn|ilt|ade|ent)$/u.test(verb!.low)
  )
    return false;
  if (words.slice(Math.max(0, index - 5), index).some(({ low }) => /^(?:not|n't|never)$/u.test(low))) return false;
  return (
    next === undefined ||
    /^[.,;]$/u.test(next.text) ||
    (next.tag === "ADP" && /^(?:by|in|at|on|for|from|into|through|during)$/u.test(next.low))
  );
}

const MANNER = wordSet(
  "quickly slowly carefully easily quietly gently completely thoroughly successfully regularly automatically immediately promptly rapidly smoothly safely correctly properly accurately securely consistently seamlessly efficiently effectively openly secretly deliberately accidentally manually partially permanently temporarily fully actively constantly repeatedly independently separately instantly reliably strategically creatively confidently remotely clearly greatly significantly considerably dramatically steadily sharply",
);
const isManner = (item: Word) => MANNER.has(item.low);

/** "You can also return the bench" becomes "You can return the bench as well", and back. */
export const alsoOrder: Transformation = {
  kind: "adverb order",
  whole: true,
  strength: 0.35,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const clause = clauseAt(words, 0, grammar);
    if (clause === undefined || clause.verb.negation !== undefined || end > 14 || !isSimple(words, 0, end, grammar))
      return [];
    if (words.slice(0, end).some((item) => /^(?:[,;:—–]|but|not)$/u.test(item.low))) return [];
    const also = words.findIndex((item, index) => item.low === "also" && index > 0 && index <= clause.verb.head + 1);
    if (also !== -1 && also < end - 2) {
      // "is also the least popular": at the end it would be taken for part of the comparison.
      if (words.slice(also, end).some((item) => /^(?:most|least|\p{L}+est)$/u.test(item.low))) return [];
      // Behind a phrase it would be said of the phrase.
      if (words.slice(also, end).filter((item) => item.tag === "ADP").length > 1) return [];
      const said = [...words.slice(0, also), ...words.slice(also + 1, end)];
      return [[...said, word("as", "ADV", [words[also]!]), word("well", "ADV"), ...words.slice(end)]];
    }
    const last = words[end - 1]!;
    const well = last.low === "well" && words[end - 2]?.low === "as" ? 2 : last.low === "too" ? 1 : 0;
    if (well === 0 || /^(?:ADV|AUX)$/u.test(words[end - well - 1]?.tag ?? "ADV")) return [];
    const place = adverbPlace(words, clause.verb);
    const moved = word("also", "ADV", words.slice(end - well, end));
    return [[...words.slice(0, place), moved, ...words.slice(place, end - well), ...words.slice(end)]];
  },
};

/** "In addition, the lock has a bridge" becomes "The lock also has a bridge", and back. */
export const addition: Transformation = {
  kind: "adverb order",
  strength: 0.5,
  apply(words, grammar) {
    if (isQuestion(words) || words.some((item) => /^(?:not|n't|never|too|well|only)$/u.test(item.low))) return [];
    const front = words[0]?.low === "in" && words[1]?.low === "addition" ? 2 : ADDING.has(words[0]?.low ?? "") ? 1 : 0;
    const start = front === 0 ? 0 : front + 1;
    const clause = clauseAt(words, start, grammar);
    if (clause === undefined) return [];
    const also = words.findIndex((item, index) => item.low === "also" && index > 0);
    const place = adverbPlace(words, clause.verb);
    if (front > 0) {
      if (words[front]?.text !== "," || also !== -1 || !isSure(words, start) || words[place - 1]!.low.includes("'"))
        return [];
      // "is also that it is dear", "has also now"
      if (/^(?:that|now|already|always|still|even)$/u.test(words[place]?.low ?? "")) return [];
      const moved = word("also", "ADV", words.slice(0, front));
      return [[...words.slice(start, place), moved, ...words.slice(place)]];
    }
    const spoken = words.some((item) => item.low === "i" || item.low.startsWith("'"));
    if (also !== place || spoken || bodyEnd(words) < 9) return [];
    // "The mill is also a museum", "This also helps": no more is told, but the same said of one thing more.
    const there = words[0]!.low === "there";
    const shown = DEMONSTRATIVES.has(words[0]!.low) && !/^(?:NOUN|ADJ)$/u.test(words[1]!.tag);
    const named = BE.has(words[clause.verb.head]!.low) && !isDescribing(words, also + 1);
    if ((shown || named) && !there) return [];
    // "It also works": too little to begin a sentence with.
    if (clause.subject.pronoun && bodyEnd(words) - clause.verb.end < 3) return [];
    // "is also called": by another name, and nothing more is told.
    if (NAMING.has(words[clause.verb.head]!.low)) return [];
    // "If it rains, you also get wet": that too, and nothing more that is told.
    if (words.some(({ low }) => /^(?:if|when|because|once|unless|although)$/u.test(low))) return [];
    // Two such sentences often come one after the other, and would begin alike.
    const phrase =
      clause.subject.pronoun && words.length % 2 === 0
        ? [word("additionally", "ADV", [words[also]!]), comma()]
        : [word("in", "ADP", [words[also]!]), word("addition", "NOUN"), comma()];
    return [[...phrase, spaced(words[0]!), ...words.slice(1, also), ...words.slice(also + 1)]];
  },
};

/** Whether a subject begins there beyond doubt, and no request: "Use insect mesh". */
const isSure = (words: Words, start: number) =>
  /^(?:DET|PRON|PROPN|ADJ|NUM)$/u.test(words[start]!.tag) ||
  /[^s]s$/u.test(words[start]!.low) ||
  (words[start + 1]?.tag === "NOUN" && /[^s]s$/u.test(words[start + 1]!.low));

/** "is also easy to clean": an adjective that does not look back at something else. */
function isDescribing(words: Words, start: number): boolean {
  const [first, second] = words.slice(start, start + 2);
  const adjective = first?.tag === "ADV" && !/^(?:the|as)$/u.test(second?.low ?? "") ? second : first;
  // "are also small boats": what they are.
  if (words.slice(start, start + 4).some(({ tag }) => tag === "NOUN" || tag === "DET")) {
    const noun = words.findIndex(({ tag }, index) => index >= start && (tag === "NOUN" || tag === "DET"));
    if (!words.slice(start, noun).some(({ tag }) => /^(?:ADP|PART|PUNCT|CCONJ|VERB)$/u.test(tag))) return false;
  }
  if (adjective?.tag !== "ADJ" || /^(?:most|least|more|less)$/u.test(first?.low ?? "")) return false;
  return !/^(?:true|same|similar|common|different|other|such|like)$|\p{L}{3}(?:er|est)$/u.test(adjective.low);
}

const DEMONSTRATIVES = wordSet("this that these those there");

const NAMING = wordSet("known called named termed dubbed spelled spelt written abbreviated");

const ADDING = wordSet("additionally furthermore moreover also plus");

/** "Therefore, the lock is closed" becomes "The lock is therefore closed". */
export const consequenceOrder: Transformation = {
  kind: "adverb order",
  whole: true,
  strength: 0.5,
  apply(words, grammar) {
    const first = words[0];
    if (isQuestion(words) || first === undefined || !/^(?:therefore|thus|consequently)$/u.test(first.low)) return [];
    const start = words[1]?.text === "," ? 2 : 1;
    const clause = clauseAt(words, start, grammar);
    if (clause === undefined || clause.verb.negation !== undefined || !isSure(words, start)) return [];
    const place = adverbPlace(words, clause.verb);
    if (words[place - 1]!.low.includes("'") || words[place]?.tag === "ADV") return [];
    return [[...words.slice(start, place), spaced(first), ...words.slice(place)]];
  },
};
