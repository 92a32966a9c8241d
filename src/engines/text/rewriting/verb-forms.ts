import { nounPhraseAt } from "./chunks.js";
import { bodyEnd, isQuestion } from "./clauses.js";
import { retext, type Word, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { words as list, WH } from "./vocabulary.js";

const EASE = list(
  "important necessary essential easy hard difficult dangerous useful vital crucial expensive cheap simple risky wise sensible unwise pointless safe helpful worthwhile impossible",
);

/** "It is important to clean the filter" becomes "Cleaning the filter is important", and back. */
export const anticipation: Transformation = {
  kind: "infinitive subject",
  whole: true,
  strength: 0.8,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    if (words[0]?.low === "it" && /^(?:is|was)$/u.test(words[1]?.low ?? "")) {
      const adjective = words[2]?.tag === "ADV" && words[2].low !== "not" ? 3 : 2;
      if (!EASE.has(words[adjective]?.low ?? "") || words[adjective + 1]?.low !== "to") return [];
      const verb = words[adjective + 2];
      if (verb === undefined || verb.tag !== "VERB" || grammar.lemma(verb, "verb") !== verb.low || end - adjective > 11)
        return [];
      const phrase = words.slice(adjective + 3, end);
      if (
        phrase.some(
          (item) =>
            ["SCONJ", "CCONJ", "PUNCT", "VERB", "AUX"].includes(item.tag) ||
            WH.has(item.low) ||
            (item.low === "for" && item.tag === "SCONJ"),
        )
      )
        return [];
      if (phrase.length === 0) return [];
      return [
        [
          retext(verb, grammar.inflect(verb.low, "gerund")),
          ...phrase,
          ...words.slice(1, adjective + 1),
          ...words.slice(end),
        ].map((item, index) => (index === 0 ? { ...item, space: true } : item)),
      ];
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

/** "helps the body to digest" and "helps the body digest". */
export const helping: Transformation = {
  kind: "verb form",
  strength: 0.3,
  apply(words, grammar) {
    const made: Word[][] = [];
    for (const [index, item] of words.entries()) {
      if (item.tag !== "VERB" || grammar.lemma(item, "verb") !== "help") continue;
      const helped = nounPhraseAt(words, index + 1);
      if (helped === undefined) continue;
      const to = words[helped.end];
      const verb = to?.low === "to" ? words[helped.end + 1] : to;
      if (verb?.tag !== "VERB" || grammar.lemma(verb, "verb") !== verb.low || verb.made) continue;
      if (to?.low === "to") made.push(replaced(words, helped.end, helped.end + 1, []));
      else made.push(replaced(words, helped.end, helped.end, [word("to", "PART")]));
    }
    return made;
  },
};

const ASPECT = list("begin start continue");

const STATES = list("be have know understand believe need want like love hate seem appear belong own");

/** "began to rain" and "began raining". */
export const aspectComplement: Transformation = {
  kind: "verb form",
  strength: 0.3,
  apply(words, grammar) {
    const made: Word[][] = [];
    for (const [index, item] of words.entries()) {
      if (item.tag !== "VERB" || item.low.endsWith("ing") || !ASPECT.has(grammar.lemma(item, "verb") ?? "")) continue;
      const next = words[index + 1];
      const verb = words[index + 2];
      if (next?.low === "to" && next.tag === "PART" && verb?.tag === "VERB") {
        const lemma = grammar.lemma(verb, "verb");
        if (lemma === undefined || lemma !== verb.low || STATES.has(lemma)) continue;
        made.push(replaced(words, index + 1, index + 3, [retext(verb, grammar.inflect(lemma, "gerund"))]));
      } else if (next?.tag === "VERB" && grammar.verbForm(next, []) === "gerund") {
        const lemma = grammar.lemma(next, "verb");
        if (lemma !== undefined)
          made.push(replaced(words, index + 1, index + 2, [word("to", "PART"), retext(next, lemma)]));
      }
    }
    return made;
  },
};

/** "is used for cleaning" and "is used to clean". */
export const usedFor: Transformation = {
  kind: "verb form",
  strength: 0.35,
  apply(words, grammar) {
    const made: Word[][] = [];
    for (const [index, item] of words.entries()) {
      if (item.low !== "used" || !/^(?:is|are|was|were|be|been)$/u.test(words[index - 1]?.low ?? "")) continue;
      const next = words[index + 1];
      const verb = words[index + 2];
      const lemma = verb?.tag === "VERB" ? grammar.lemma(verb, "verb") : undefined;
      if (verb === undefined || lemma === undefined || lemma === "be") continue;
      if (next?.low === "for" && grammar.verbForm(verb, []) === "gerund")
        made.push(replaced(words, index + 1, index + 3, [word("to", "PART", [next]), retext(verb, lemma)]));
      else if (next?.low === "to" && lemma === verb.low)
        made.push(
          replaced(words, index + 1, index + 3, [
            word("for", "ADP", [next]),
            retext(verb, grammar.inflect(lemma, "gerund")),
          ]),
        );
    }
    return made;
  },
};
