import { wordSet } from "../word-set.js";
import { nounPhraseAt } from "./chunks.js";
import { bodyEnd, isQuestion } from "./clauses.js";
import { retext, spaced, type Word, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { SUBJECT_PRONOUNS, WH } from "./vocabulary.js";

const EASE = wordSet(
  "important necessary essential easy hard difficult dangerous useful vital crucial expensive cheap simple risky wise sensible unwise pointless safe helpful worthwhile impossible possible advisable smart beneficial",
);

/** "It is important to clean the filter" becomes "Cleaning the filter is important", and back. */
export const anticipation: Transformation = {
  kind: "infinitive subject",
  whole: true,
  strength: 0.8,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    if (words[0]?.low === "it" && /^(?:is|was|'s)$/u.test(words[1]?.low ?? "")) {
      const adjective = words[2]?.tag === "ADV" && words[2].low !== "not" ? 3 : 2;
      if (!EASE.has(words[adjective]?.low ?? "") || words[adjective + 1]?.low !== "to") return [];
      const verb = words[adjective + 2];
      if (verb === undefined || verb.tag !== "VERB" || grammar.lemma(verb, "verb") !== verb.low || end - adjective > 11)
        return [];
      const phrase = words.slice(adjective + 3, end);
      if (phrase.some((item) => /^(?:SCONJ|CCONJ|PUNCT|VERB|AUX)$/u.test(item.tag) || WH.has(item.low))) return [];
      // "It is important to note the date": nothing is done, and the reader is told.
      if (
        phrase.length === 0 ||
        phrase[0]!.low === "so" ||
        /^(?:note|remember|say|mention|realize|know|be)$/u.test(verb.low)
      )
        return [];
      const gerund = spaced(retext(verb, grammar.inflect(verb.low, "gerund")));
      const is = words[1]!.low === "'s" ? spaced(retext(words[1]!, "is")) : words[1]!;
      return [[gerund, ...phrase, is, ...words.slice(2, adjective + 1), ...words.slice(end)]];
    }
    const first = words[0];
    if (first?.tag !== "VERB" || grammar.verbForm(first, []) !== "gerund") return [];
    const object = nounPhraseAt(words, 1);
    if (object === undefined || !/^(?:is|was)$/u.test(words[object.end]?.low ?? "")) return [];
    const adjective = words[object.end + 1]?.tag === "ADV" ? object.end + 2 : object.end + 1;
    const lemma = grammar.lemma(first, "verb");
    if (!EASE.has(words[adjective]?.low ?? "") || adjective + 1 !== end || lemma === undefined) return [];
    return [
      [
        word("it", "PRON"),
        ...words.slice(object.end, adjective + 1),
        word("to", "PART"),
        retext({ ...first, space: true }, lemma),
        ...words.slice(1, object.end),
        ...words.slice(end),
      ],
    ];
  },
};

/** "helps the body to digest" becomes "helps the body digest". */
export const helping: Transformation = {
  kind: "verb form",
  strength: 0.3,
  apply(words, grammar) {
    return words.flatMap((item, index) => {
      if (item.tag !== "VERB" || grammar.lemma(item, "verb") !== "help") return [];
      const helped = nounPhraseAt(words, index + 1);
      if (helped === undefined) return [];
      const verb = words[helped.end + 1];
      if (words[helped.end]?.low !== "to" || verb?.tag !== "VERB" || grammar.lemma(verb, "verb") !== verb.low)
        return [];
      return verb.made ? [] : [replaced(words, helped.end, helped.end + 1, [])];
    });
  },
};

const ASPECT = wordSet("begin start continue");

const STATES = wordSet("be have know understand believe need want like love hate seem appear belong own");

/** "began to rain" becomes "began raining". */
export const aspectComplement: Transformation = {
  kind: "verb form",
  strength: 0.3,
  apply(words, grammar) {
    return words.flatMap((item, index) => {
      if (item.tag !== "VERB" || item.low.endsWith("ing") || !ASPECT.has(grammar.lemma(item, "verb") ?? "")) return [];
      const [next, verb] = [words[index + 1], words[index + 2]];
      if (next?.low !== "to" || next.tag !== "PART" || verb?.tag !== "VERB") return [];
      const lemma = grammar.lemma(verb, "verb");
      if (lemma === undefined || lemma !== verb.low || STATES.has(lemma)) return [];
      // "continue to grow and thrive": a second infinitive would be left alone.
      if (words.slice(index + 3, index + 11).some((other) => other.tag === "CCONJ")) return [];
      return [replaced(words, index + 1, index + 3, [retext(verb, grammar.inflect(lemma, "gerund"))])];
    });
  },
};

/** "is used for cleaning" and "is used to clean". */
export const usedFor: Transformation = {
  kind: "verb form",
  strength: 0.35,
  apply(words, grammar) {
    return words.flatMap((item, index) => {
      if (item.low !== "used" || !/^(?:is|are|was|were|be|been)$/u.test(words[index - 1]?.low ?? "")) return [];
      const [next, verb] = [words[index + 1], words[index + 2]];
      const lemma = verb?.tag === "VERB" ? grammar.lemma(verb, "verb") : undefined;
      if (next === undefined || verb === undefined || lemma === undefined || lemma === "be") return [];
      const by = (...shown: readonly Word[]) => [replaced(words, index + 1, index + 3, shown)];
      if (next.low === "for" && grammar.verbForm(verb, []) === "gerund")
        return by(word("to", "PART", [next]), retext(verb, lemma));
      if (next.low !== "to" || lemma !== verb.low) return [];
      // "can be used to add to it": what can be done, and no use that it has.
      if (words[index - 1]!.low === "be" || /^(?:ADP|PART)$/u.test(words[index + 3]?.tag ?? "")) return [];
      return by(word("for", "ADP", [next]), retext(verb, grammar.inflect(lemma, "gerund")));
    });
  },
};

const EXPANDED: ReadonlyMap<string, string> = new Map([
  ["ca", "can"],
  ["wo", "will"],
  ["sha", "shall"],
]);
const AUXILIARIES = { re: "are", ve: "have", ll: "will", m: "am" } as const;

/** "don't" becomes "do not", but not where the writer speaks to somebody: "we do not have any" would be stiff there. */
export const expansion: Transformation = {
  kind: "contraction",
  strength: 0.15,
  apply(words) {
    if (isQuestion(words) || !words.some(isContracted) || words.some(({ low }) => SPEAKING.has(low))) return [];
    // "would have shown it, wouldn't it"
    if (words.some((item, index) => isNot(item) && SUBJECT_PRONOUNS.has(words[index + 1]?.low ?? ""))) return [];
    const made = words.map((item, index) => {
      if (!isContracted(item)) {
        const plain = isNot(words[index + 1]) ? EXPANDED.get(item.low) : undefined;
        return plain === undefined ? item : retext(item, plain);
      }
      if (isNot(item)) return { ...retext(item, "not", "PART"), space: words[index - 1]!.low !== "ca" };
      return spaced(retext(item, AUXILIARIES[item.low.slice(1) as keyof typeof AUXILIARIES], "AUX"));
    });
    return [made];
  },
};

const SPEAKING = wordSet("i me my mine we us our ours you your yours let's");

const isNot = (item: Word | undefined) => /^n['’]t$/u.test(item?.text ?? "");
const isContracted = (item: Word) => (isNot(item) && !item.space) || /^['’](?:re|ve|ll|m)$/u.test(item.text);
