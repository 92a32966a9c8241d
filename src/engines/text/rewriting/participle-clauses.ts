import { wordSet } from "../word-set.js";
import { verbGroupAt } from "./chunks.js";
import { bodyEnd, isQuestion } from "./clauses.js";
import { retext, spaced } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { WH } from "./vocabulary.js";

/** "a box that contains a lamp" becomes "a box containing a lamp", and "people who live in Leeds" "people living in Leeds". */
export const shorterParticiple: Transformation = {
  kind: "participle clause",
  strength: 0.5,
  apply(words, grammar) {
    if (isQuestion(words) || /^(?:it|there)$/u.test(words[0]?.low ?? "")) return [];
    const end = bodyEnd(words);
    return words.slice(0, end).flatMap((item, index) => {
      const [noun, verb] = [words[index - 1], words[index + 1]];
      if (!/^(?:that|who|which)$/u.test(item.text) || noun?.tag !== "NOUN" || verb?.tag !== "VERB") return [];
      const lemma = grammar.lemma(verb, "verb") ?? "";
      // "creating a sound filling the room", "in a way showing it"
      const front = words.slice(Math.max(0, index - 7), index);
      if (
        front.some((other) => other.tag === "VERB" && other.low.endsWith("ing")) ||
        /^(?:ways?|things?)$/u.test(noun.low)
      )
        return [];
      const group = verbGroupAt(words, index + 1, grammar);
      if (!LASTING.has(lemma) || group?.finite !== true || group.head !== index + 1) return [];
      // The verb has to be the noun's: "one of the boxes that contains" may mean either.
      const agrees = group.form === "base" ? true : group.form === "third" ? false : undefined;
      if (agrees === undefined || grammar.plural(noun) !== agrees) return [];
      if (
        item.before + item.after !== "" ||
        !/^(?:ADP|DET|NOUN|ADJ|PROPN|NUM|PRON)$/u.test(words[index + 2]?.tag ?? "")
      )
        return [];
      // A second verb, or a second relative clause, would be left without its pronoun.
      const rest = words.slice(index + 2, end);
      const goesOn = rest.some(
        (other, place) =>
          (other.tag === "CCONJ" || other.text === ",") && verbGroupAt(words, index + 3 + place, grammar) !== undefined,
      );
      if (goesOn || rest.slice(0, 4).some((other) => WH.has(other.low))) return [];
      return [replaced(words, index, index + 2, [retext(spaced(verb), grammar.inflect(lemma, "gerund"))])];
    });
  },
};

/** Verbs of what something has, is for, or does as long as it is there. */
const LASTING = wordSet(
  "contain include involve require live cover feature carry use run lie stand sit face surround affect own hold seek need belong deal suffer range measure date " +
    "extend show link match exceed describe explain address outline",
);
