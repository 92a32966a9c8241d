import { wordSet } from "../word-set.js";
import { fullNounPhraseAt } from "./chunks.js";
import { isQuestion } from "./clauses.js";
import { spaced, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { POSSESSIVES, THIRD_PERSON } from "./vocabulary.js";

/** "can save time and reduce waste" becomes "can reduce waste and save time": two effects, of which none comes first. */
export const effectOrder: Transformation = {
  kind: "pair order",
  strength: 0.45,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    return words.flatMap((and, index) => {
      if (and.low !== "and" || words[index - 1]?.tag === "PUNCT" || and.before + and.after !== "") return [];
      const second = words[index + 1];
      const lemma = second?.tag === "VERB" ? grammar.lemma(second, "verb") : undefined;
      if (second === undefined || !EFFECTS.has(lemma ?? "")) return [];
      const end = fullNounPhraseAt(words, index + 2)?.end;
      if (end === undefined || !/^(?:[.!?;]|undefined)$/u.test(words[end]?.text ?? "undefined")) return [];
      for (let start = index - 2; start > 0 && start > index - 8; start -= 1) {
        const first = words[start]!;
        if (first.tag !== "VERB" || !EFFECTS.has(grammar.lemma(first, "verb") ?? "")) continue;
        if (grammar.verbForm(first, []) !== grammar.verbForm(second, [])) return [];
        if (fullNounPhraseAt(words, start + 1)?.end !== index) return [];
        const form = grammar.verbForm(first, []);
        const finite = form === "third" && /^(?:NOUN|PROPN|PRON)$/u.test(words[start - 1]!.tag);
        if (!finite && !LEADING.test(words[start - 1]!.low)) return [];
        const [one, other] = [words.slice(start, index), words.slice(index + 1, end)];
        if ([...one, ...other].some(leans)) return [];
        return [replaced(words, start, end, [...other, and, spaced(first), ...one.slice(1)])];
      }
      return [];
    });
  },
};

const LEADING =
  /^(?:to|can|could|will|would|may|might|by|for|of|in|while|at|should|must|help|helps|helping|you|them|teams|businesses|companies|users|people)$/u;

/** What points back at what the other one names. */
const leans = ({ low, tag }: Words[number]) =>
  THIRD_PERSON.has(low) ||
  (POSSESSIVES.has(low) && low !== "your" && low !== "our") ||
  /^(?:this|these|that|those|such|other|both|also|then|further|resulting)$/u.test(low) ||
  tag === "PUNCT";

const EFFECTS = wordSet(
  "improve reduce increase enhance support protect promote ensure save boost strengthen encourage foster lower raise streamline simplify minimize maximize optimize maintain prevent avoid speed attract retain relieve ease decrease limit cut gain restore sharpen cultivate build develop inspire engage educate inform mitigate deepen broaden expand accelerate facilitate drive generate stimulate elevate eliminate safeguard preserve sustain motivate empower refine nurture alleviate reinforce secure uphold showcase stabilize bolster curb deter",
);
