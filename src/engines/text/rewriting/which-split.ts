import { wordSet } from "../word-set.js";
import { verbGroupAt, verbGroups } from "./chunks.js";
import { bodyEnd, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { startsMain } from "./main-clauses.js";
import { stop, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { THIRD_PERSON, WH } from "./vocabulary.js";

/** "The cream has oil, which keeps the skin soft" as two sentences: "This keeps the skin soft", be it the oil or that it has it. */
export const whichSplit: Transformation = {
  kind: "split",
  strength: 0.5,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const which = words.findIndex(({ low }, index) => low === "which" && words[index - 1]?.text === ",");
    if (which < 7 || end - which < 4 || words[which]!.before + words[which]!.after !== "") return [];
    const front = words.slice(0, which - 1);
    const tail = words.slice(which + 1, end);
    if (!isWhole(front, grammar) || !isSingle(words, which, grammar)) return [];
    const group = verbGroupAt(words, which + 1, grammar);
    if (group?.finite !== true || group.start !== which + 1 || group.negation !== undefined) return [];
    const opener = words[group.auxiliaries[0] ?? group.head]!;
    // "a dog, which is a terrier": what it is, and it has to be named.
    if (/^(?:is|was)$/u.test(opener.low) && /^(?:DET|NUM|PROPN)$/u.test(words[group.end]?.tag ?? "")) return [];
    const agrees = /^(?:is|was|has|can|could|will|would|may|might)$/u.test(opener.low) || group.form === "third";
    if (!agrees && !(group.form === "past" && group.auxiliaries.length === 0)) return [];
    // A second relative clause, or what tells of the first half again, would be torn off.
    if (tail.some(({ low, text }) => WH.has(low) || THIRD_PERSON.has(low) || /^[;:—–("“]$/u.test(text))) return [];
    return [[...front, stop(), word("This", "PRON"), ...tail, ...words.slice(end)]];
  },
};

/** Whether it is one statement, which nobody is said to have made. */
function isWhole(front: Words, grammar: Grammar): boolean {
  const mark = front.findIndex(({ text }) => text === ",");
  const start = mark > 0 && mark < 9 && front[0]!.tag === "ADP" ? mark + 1 : 0;
  if (!startsMain(front, start, grammar) || front[0]!.tag === "SCONJ" || front[0]!.low === "this") return false;
  if (front.some(({ low, text }) => WH.has(low) || low === "that" || /^[;:—–("“]$/u.test(text))) return false;
  return !verbGroups(front, 0, front.length, grammar).some(({ head }) =>
    SAID.has(grammar.lemma(front[head]!, "verb") ?? ""),
  );
}

const SAID = wordSet("say claim argue believe think hope expect suggest report want wish would");

/** Whether the noun before the comma is a single thing that has no name and is no person. */
function isSingle(words: Words, which: number, grammar: Grammar): boolean {
  const noun = words[which - 2]!;
  if (noun.tag !== "NOUN" || grammar.plural(noun) !== false) return false;
  // "changes in size or layout, which can": of the changes.
  if (words[which - 3]?.tag === "CCONJ") return false;
  return !/^(?:person|group|animal|location)$/u.test(grammar.category(noun) ?? "person");
}
