import { wordSet } from "../word-set.js";
import { nounPhraseAt, verbGroupAt } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import { retext, spaced, stop, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";

/** "The kite is a light toy that flies in the wind" becomes "The kite is a light toy. It flies in the wind". */
export const definitionSplit: Transformation = {
  kind: "split",
  whole: true,
  strength: 0.6,
  apply(words, grammar) {
    const clause = isQuestion(words) ? undefined : clauseAt(words, 0, grammar);
    const end = bodyEnd(words);
    if (clause === undefined || clause.verb.auxiliaries.length > 0 || clause.verb.negation !== undefined) return [];
    const be = words[clause.verb.head]!.low;
    if (!/^(?:is|are|was|were)$/u.test(be) || clause.subject.several) return [];
    const subject = words[clause.subject.head]!;
    if (clause.subject.pronoun || grammar.category(subject) === "person") return [];
    const predicate = nounPhraseAt(words, clause.verb.end);
    if (predicate === undefined || predicate.pronoun || words[predicate.head]!.tag !== "NOUN") return [];
    const described = words.slice(predicate.start, predicate.end);
    const isPlural = be === "are" || be === "were";
    if (/^an?$/u.test(described[0]!.low) === isPlural || described.some(({ low }) => LIMITING.has(low))) return [];
    // "is a tool": said of too much to stand alone.
    if (described.filter(({ tag }) => tag !== "DET").length < 2) return [];
    let at = predicate.end;
    if (words[at]?.low === "of") {
      const whole = nounPhraseAt(words, at + 1);
      if (whole === undefined || whole.pronoun) return [];
      at = whole.end;
    }
    const relative = words[at];
    if (!/^(?:that|which)$/u.test(relative?.low ?? "") || relative!.before + relative!.after !== "") return [];
    const group = verbGroupAt(words, at + 1, grammar);
    if (group?.finite !== true || end - at < 5 || group.negation !== undefined) return [];
    const opener = words[group.auxiliaries[0] ?? group.head]!;
    if (/^(?:are|were|have|do)$/u.test(opener.low) ? !isPlural : /^(?:is|was|has|does)$/u.test(opener.low) && isPlural)
      return [];
    if (group.auxiliaries.length === 0 && group.form !== "past" && (group.form === "base") !== isPlural) return [];
    const it = word(isPlural ? "They" : "It", "PRON");
    return [
      [...words.slice(0, at), stop(), it, retext(spaced(words[at + 1]!), words[at + 1]!.text), ...words.slice(at + 2)],
    ];
  },
};

/** Words with which the relative clause says which one is meant, or how many. */
const LIMITING = wordSet(
  "the only kind type sort one thing same such way reason place time part number best first last most",
);
