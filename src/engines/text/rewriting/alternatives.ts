import { bodyEnd } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { BE, MODALS, POSSESSIVES, THIRD_PERSON, WH } from "./vocabulary.js";

/** "whether you are building a boat or repairing a pier, ..." becomes "whether you are repairing a pier or building a boat, ...". */
export const alternatives: Transformation = {
  kind: "pair order",
  strength: 0.45,
  apply(words, grammar) {
    return words.flatMap((or, index) => {
      const verb = words[index + 1];
      const form = formOf(verb, grammar);
      if (or.low !== "or" || or.before + or.after !== "" || form === undefined) return [];
      const start = words.findLastIndex(
        ({ tag, text }, place) => place < index && (tag === "VERB" || tag === "PUNCT" || text === ","),
      );
      if (start < 1 || formOf(words[start], grammar) !== form || !rulesBoth(words[start - 1]!, form)) return [];
      const end = endOf(words, index + 1);
      if (end === undefined) return [];
      const [one, other] = [words.slice(start, index), words.slice(index + 1, end)];
      if (![one, other].every(isOneDoing) || mayTellOfBoth(one, other)) return [];
      return [
        replaced(words, start, end, [
          { ...other[0]!, space: one[0]!.space },
          ...other.slice(1),
          or,
          spaced(one[0]!),
          ...one.slice(1),
        ]),
      ];
    });
  },
};

function formOf(item: Word | undefined, grammar: Grammar): string | undefined {
  if (item?.tag !== "VERB" || item.text.includes("-")) return undefined;
  const form = grammar.verbForm(item, []);
  return form === "gerund" || form === "base" || form === "third" ? form : undefined;
}

/** Whether the word before the first verb goes for the second as well. */
function rulesBoth({ low, tag }: Word, form: string): boolean {
  if (form === "third")
    return /^(?:NOUN|PROPN)$/u.test(tag) || /^(?:it|he|she|who|which|that|anyone|someone|everyone|nobody)$/u.test(low);
  if (form === "gerund")
    return BE.has(low) || /^(?:by|of|for|without|about|like|as|in|through|from|including)$/u.test(low);
  return MODALS.has(low) || (low === "to" && tag === "PART");
}

/** Where the second one ends: at the end of the sentence or before a mark. */
function endOf(words: Words, from: number): number | undefined {
  const end = bodyEnd(words);
  const mark = words.findIndex(({ tag }, place) => place >= from && tag === "PUNCT");
  const stop = mark === -1 || mark > end ? end : mark;
  return stop === end || /^[,;:—–]$/u.test(words[stop]!.text) ? stop : undefined;
}

/** A verb with its object, and nothing else that is done or pointed at. */
const isOneDoing = (part: Words) =>
  part.length > 1 &&
  part.length < 9 &&
  !part.some((item, place) => leans(item) || (place > 0 && /^(?:VERB|AUX|SCONJ|CCONJ|PUNCT)$/u.test(item.tag)));

const leans = ({ low, before, after }: Word) =>
  before + after !== "" ||
  THIRD_PERSON.has(low) ||
  (POSSESSIVES.has(low) && !/^(?:my|your|our)$/u.test(low)) ||
  WH.has(low) ||
  /^(?:this|that|these|those|such|other|another|both|also|even|then|so|not|n't|otherwise|more|less|else|simply|just|to|than)$/u.test(
    low,
  );

/** "washing cars or painting walls in the yard": where both are done. */
function mayTellOfBoth(one: Words, other: Words): boolean {
  const hangs = ({ tag, low }: Word) => tag === "ADP" && low !== "of";
  return other.at(-1)!.tag === "ADV" || (other.some(hangs) && !one.some(hangs));
}
