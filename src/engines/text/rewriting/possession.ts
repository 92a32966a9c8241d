import { nounPhraseAt } from "./chunks.js";
import { clauseAt, isQuestion } from "./clauses.js";
import { type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { isPlural } from "./voice.js";

/** "people who have a garden" becomes "people with a garden"; "tools that have a wooden handle" likewise. */
export const withFor: Transformation = {
  kind: "relative clause",
  strength: 0.5,
  apply(words) {
    if (isQuestion(words) || /^(?:it|there)$/u.test(words[0]?.low ?? "")) return [];
    return words.flatMap((item, index) => {
      const [noun, have] = [words[index - 1], words[index + 1]];
      if (!/^(?:that|who|which)$/u.test(item.text) || noun?.tag !== "NOUN" || !/^ha(?:ve|s)$/u.test(have?.low ?? ""))
        return [];
      if (item.before + item.after + have!.before + have!.after !== "") return [];
      const object = nounPhraseAt(words, index + 2);
      if (object === undefined || object.pronoun || /^(?:no|any|to|that|this|the)$/u.test(words[index + 2]!.low))
        return [];
      const next = words[object.end];
      // "who have a garden and love it": the second verb would have no subject.
      if (next !== undefined && !/^(?:PUNCT|AUX|VERB)$/u.test(next.tag)) return [];
      if (next?.tag === "VERB" && /(?:ed|ing|en|wn)$/u.test(next.low)) return [];
      if (next?.text === "," || next?.low === "to") return [];
      return [replaced(words, index, index + 2, [word("with", "ADP", [have!])])];
    });
  },
};

/** "Families with small children pay less" becomes "Families that have small children pay less". */
export const haveForWith: Transformation = {
  kind: "relative clause",
  whole: true,
  strength: 0.45,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const name = nounPhraseAt(words, 0);
    const preposition = name === undefined ? undefined : words[name.end];
    if (name === undefined || name.pronoun || preposition?.low !== "with" || words[name.head]!.tag !== "NOUN")
      return [];
    const had = nounPhraseAt(words, name.end + 1);
    const clause = clauseAt(words, 0, grammar);
    if (had === undefined || had.pronoun || clause?.subject.end !== had.end || had.end - had.start > 5) return [];
    const plural = isPlural(words, name, grammar);
    const category = grammar.category(words[name.head]!);
    if (plural !== true || category === undefined || !/^(?:person|artifact|group|animal|plant)$/u.test(category))
      return [];
    // What has a thing now, and what came with it then.
    if (clause.verb.form === "past" && clause.verb.auxiliaries.length === 0) return [];
    if (/^(?:was|were|had|did)$/u.test(words[clause.verb.auxiliaries[0] ?? clause.verb.head]!.low)) return [];
    const relative: Words = [word(category === "person" ? "who" : "that", "PRON"), word("have", "AUX", [preposition])];
    return [replaced(words, name.end, name.end + 1, relative)];
  },
};
