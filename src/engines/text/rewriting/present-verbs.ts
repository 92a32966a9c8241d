import { wordSet } from "../word-set.js";
import { bodyEnd, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { THIRD_PERSON, WH } from "./vocabulary.js";

/** "The inn has twelve rooms and offers warm meals" becomes "The inn offers warm meals and has twelve rooms": two things that always hold. */
export const presentVerbs: Transformation = {
  kind: "pair order",
  strength: 0.45,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    return words.flatMap((and, index) => {
      const verb = words[index + 1];
      if (and.low !== "and" || and.before + and.after !== "" || !isLasting(verb, grammar)) return [];
      const form = grammar.verbForm(verb!, []);
      const end = endOf(words, index + 1);
      const stop = words[index - 1]?.text === "," ? index - 1 : index;
      const start = words.findLastIndex((item, place) => place < stop && /^(?:VERB|AUX)$/u.test(item.tag));
      if (end === undefined || start < 1 || !isLasting(words[start], grammar)) return [];
      if (grammar.verbForm(words[start]!, []) !== form || !isLed(words, start, form, grammar)) return [];
      const [one, other] = [words.slice(start, stop), words.slice(index + 1, end)];
      if (one.length < 2 || other.length < 2 || [...one, ...other].some(isUnfit) || mayTellOfBoth(one, other))
        return [];
      return [
        replaced(words, start, end, [
          { ...other[0]!, space: one[0]!.space },
          ...other.slice(1),
          ...words.slice(stop, index + 1),
          spaced(one[0]!),
          ...one.slice(1),
        ]),
      ];
    });
  },
};

/** Where what the verb says ends: at the end of the sentence, or before what tells of the whole. */
function endOf(words: Words, verb: number): number | undefined {
  const end = bodyEnd(words);
  const mark = words.findIndex(
    ({ text, low }, place) => place > verb && (/^[,;:—–(]$/u.test(text) || /^(?:while|because|but)$/u.test(low)),
  );
  if (mark === -1 || mark > end) return end;
  return words[mark]!.text === "," && !/^(?:while|but|so|making|whereas)$/u.test(words[mark + 1]?.low ?? "")
    ? undefined
    : mark;
}

/** Whether the verb at this place has the word before it for its subject. */
function isLed(words: Words, verb: number, form: string | undefined, grammar: Grammar): boolean {
  const { tag, low } = words[verb - 1]!;
  if (form === "third") return /^(?:NOUN|PROPN)$/u.test(tag) || /^(?:it|this|that|which|who|also)$/u.test(low);
  if (form !== "base") return false;
  // "make the rooms look large and help guests": of the rooms or of what makes them so.
  const opens = !words.slice(0, verb).some((item) => item.tag === "VERB" || item.tag === "AUX");
  return (
    /^(?:they|we|these|which|who)$/u.test(low) || (opens && tag === "NOUN" && grammar.plural(words[verb - 1]!) === true)
  );
}

const isLasting = (item: Word | undefined, grammar: Grammar) =>
  item?.tag === "VERB" && LASTING.has(grammar.lemma(item, "verb") ?? "");

const LASTING = wordSet(
  "have offer include feature provide contain use need require cost cover combine support involve carry hold boast weigh lack come work fit look feel sound smell taste serve specialize focus operate sync integrate connect handle manage protect ensure help allow let enable give make keep save reduce improve boost increase enhance promote prevent eliminate streamline simplify deliver produce run stay remain last cover belong pay charge employ host own live exist range vary contribute sit stand lie face meet speak play represent reflect show describe explain define cite highlight reveal measure track monitor control regulate hold store accept block filter absorb repel resist withstand tolerate grow thrive attract",
);

/** What points elsewhere, or cannot be moved. */
const isUnfit = ({ low, tag, text, before, after }: Word) =>
  before + after !== "" ||
  THIRD_PERSON.has(low) ||
  WH.has(low) ||
  tag === "SCONJ" ||
  (tag === "PART" && low !== "to") ||
  /^(?:this|that|these|those|such|both|also|then|thus|either|neither|respectively|former|latter|so|only|even|still|again|now|not|other|another|same)$/u.test(
    low,
  ) ||
  /^[("“;:—–,]$/u.test(text);

/** Whether a phrase at the end may belong to the first verb too. */
function mayTellOfBoth(one: Words, other: Words): boolean {
  const hangs = ({ tag, low }: Word) => (tag === "ADP" && low !== "of") || low === "to";
  const adverb = other.at(-1)!.tag === "ADV";
  return adverb || (other.slice(2).some(hangs) && !one.some(hangs));
}
