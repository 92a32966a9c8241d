import { wordSet } from "../word-set.js";
import { nounPhraseAt } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import { retext, spaced, stop, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { THIRD_PERSON, WH } from "./vocabulary.js";

/** "The shop sells many tools, including saws and drills" becomes "The shop sells many tools. These include saws and drills". */
export const examplesSplit: Transformation = {
  kind: "split",
  whole: true,
  strength: 0.6,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const opener = words.findIndex(
      (item, index) =>
        words[index - 1]?.text === "," &&
        item.before + item.after === "" &&
        (item.low === "including" || (item.low === "such" && words[index + 1]?.low === "as")),
    );
    const start = opener + (words[opener]?.low === "such" ? 2 : 1);
    const front = words.slice(0, Math.max(0, opener - 1));
    const listed = words.slice(start, end);
    if (
      opener < 6 ||
      listed.length < 2 ||
      front.some((item) => /^(?:["“”(:;—–]|-|not|n't|no|if|unless)$/u.test(item.low))
    )
      return [];
    // The noun before it has to be the one that is told of, and many of them.
    const noun = front.at(-1)!;
    if (noun.tag !== "NOUN" || grammar.plural(noun) !== true) return [];
    const at = front.findIndex((_, index) => nounPhraseAt(words, index)?.end === opener - 1);
    const before = words[at - 1];
    if (
      before === undefined ||
      !(
        /^(?:VERB|AUX)$/u.test(before.tag) ||
        /^(?:from|with|across|like)$/u.test(before.low) ||
        // "a wide range of services"
        (before.low === "of" && RANGES.has(words[at - 2]?.low ?? ""))
      )
    )
      return [];
    const clause = clauseAt(words, mainStart(words), grammar);
    if (clause === undefined || clause.verb.end >= opener) return [];
    // Nothing but names of things, to the end.
    if (listed.some((item) => /^(?:VERB|AUX|SCONJ)$/u.test(item.tag) || WH.has(item.low) || STOPS.has(item.low)))
      return [];
    // ", for a full view": of the verb before.
    if (
      listed.some(
        (item, index) =>
          (item.text === "," && /^(?:ADP|ADV|PART|DET|PRON)$/u.test(listed[index + 1]?.tag ?? "")) ||
          (item.tag === "CCONJ" && listed[index + 1]?.tag === "ADP"),
      )
    )
      return [];
    if (listed.some((item) => THIRD_PERSON.has(item.low) || /^[;:(—–]$/u.test(item.text))) return [];
    const told = words[clause.verb.auxiliaries[0] ?? clause.verb.head]!;
    const isPast = /^(?:was|were|had|did)$/u.test(told.low) || (told.tag === "VERB" && clause.verb.form === "past");
    const verb = retext(spaced(words[opener]!), isPast ? "included" : "include", "VERB");
    return [[...front, stop(), word("These", "PRON"), verb, ...listed, ...words.slice(end)]];
  },
};

const RANGES = wordSet("range variety number list set selection array line suite host lot mix types kinds");

/** Where the main clause begins: behind a first phrase and its comma, if there is one. */
function mainStart(words: Words): number {
  const mark = words.findIndex((item) => item.text === ",");
  return mark > 0 && mark < 9 && /^(?:ADP|ADV|PART)$/u.test(words[0]!.tag) ? mark + 1 : 0;
}

/** Words behind which the list is over, or tells more than names. */
const STOPS = wordSet("but so that than to");
