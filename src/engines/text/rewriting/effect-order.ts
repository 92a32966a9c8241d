import { wordSet } from "../word-set.js";
import { fullNounPhraseAt } from "./chunks.js";
import { isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { POSSESSIVES, THIRD_PERSON } from "./vocabulary.js";

/** "can save time and reduce waste" becomes "can reduce waste and save time": effects, of which none comes first. */
export const effectOrder: Transformation = {
  kind: "pair order",
  strength: 0.45,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    return words.flatMap((and, index) => {
      if (!/^(?:and|or)$/u.test(and.low) || and.before + and.after !== "") return [];
      const kind = kindOf(words[index + 1], grammar);
      if (kind === undefined) return [];
      const form = grammar.verbForm(words[index + 1]!, []);
      const end = effectEnd(words, index + 1);
      if (end === undefined || form === undefined || !closes(words, end)) return [];
      const stop = words[index - 1]?.text === "," ? index - 1 : index;
      const start = effectBefore(words, stop, form, kind, grammar);
      if (start === undefined || start === stop) return [];
      // Two of three change places behind a comma, and two alone where what stands before them rules both.
      const isListed =
        words[start - 1]?.text === "," && effectBefore(words, start - 1, form, kind, grammar) !== undefined;
      if (!isListed && (stop < index || !rulesBoth(words, start, form, grammar))) return [];
      const [one, other] = [words.slice(start, stop), words.slice(index + 1, end)];
      if ([...one, ...other].some(leans)) return [];
      const moved = asFirst(other, one[0]!);
      return [replaced(words, start, end, [...moved, ...words.slice(stop, index + 1), ...asFirst(one, other[0]!)])];
    });
  },
};

/** The words with the first one written as the one whose place it takes. */
function asFirst(part: Words, place: Word): Words {
  const [first, ...rest] = part;
  const isCapital = /^\p{Lu}/u.test(place.text);
  const text = isCapital ? first!.low[0]!.toUpperCase() + first!.low.slice(1) : first!.low;
  return [{ ...(isCapital ? first! : spaced(first!)), text, space: place.space }, ...rest];
}

/** Which of the lists a verb is in: none of its verbs comes before the others in life. */
function kindOf(item: Word | undefined, grammar: Grammar): string | undefined {
  const lemma = item?.tag === "VERB" ? (grammar.lemma(item, "verb") ?? "") : "";
  return EFFECTS.has(lemma) ? "effect" : FINDINGS.has(lemma) ? "finding" : STATES.has(lemma) ? "state" : undefined;
}

function closes(words: Words, end: number): boolean {
  const [next, following] = [words[end], words[end + 1]];
  if (next === undefined || /^[.!?;]$/u.test(next.text)) return true;
  if (next.text === ",") return /^(?:while|making|whereas|but|so)$/u.test(following?.low ?? "");
  return /^(?:while|whereas|because|but)$/u.test(next.low);
}

/** Where the object of the verb ends, with the phrases that hang on it. */
function effectEnd(words: Words, verb: number): number | undefined {
  let end = fullNounPhraseAt(words, verb + 1)?.end;
  while (end !== undefined && /^(?:of|for|with|from|between)$/u.test(words[end]?.low ?? ""))
    end = fullNounPhraseAt(words, end + 1)?.end;
  return end;
}

/** The verb of the effect that ends at `stop`. */
function effectBefore(words: Words, stop: number, form: string, kind: string, grammar: Grammar): number | undefined {
  for (let start = stop - 2; start >= 0 && start > stop - 10; start -= 1) {
    if (words[start]!.tag === "PUNCT") return undefined;
    if (kindOf(words[start], grammar) !== kind) continue;
    return grammar.verbForm(words[start]!, []) === form && effectEnd(words, start) === stop ? start : undefined;
  }
  return undefined;
}

/** Whether both verbs hang on what stands before the first one. */
function rulesBoth(words: Words, start: number, form: string, grammar: Grammar): boolean {
  const before = words[start - 1];
  if (before === undefined) return form === "base";
  if (form === "gerund" && before.text === ",") return true;
  if (LEADING.test(before.low)) return true;
  if (form === "third")
    return /^(?:NOUN|PROPN)$/u.test(before.tag) || /^(?:it|this|that|which|who|also)$/u.test(before.low);
  return (
    form === "base" &&
    (/^(?:they|we|these|which|who|that)$/u.test(before.low) ||
      (before.tag === "NOUN" && grammar.plural(before) === true))
  );
}

const LEADING =
  /^(?:to|can|could|will|would|may|might|by|for|of|in|while|at|should|must|help|helps|helping|you|them|us|teams|businesses|companies|users|people)$/u;

/** What points back at what the other one names. */
const leans = ({ low, tag }: Words[number]) =>
  THIRD_PERSON.has(low) ||
  (POSSESSIVES.has(low) && low !== "your" && low !== "our") ||
  /^(?:this|these|that|those|such|other|both|also|then|further|resulting|current|existing|future|next|later)$/u.test(
    low,
  ) ||
  tag === "PUNCT";

const EFFECTS = wordSet(
  "improve reduce increase enhance support protect promote ensure save boost strengthen encourage foster lower raise streamline simplify minimize maximize optimize maintain prevent avoid speed attract retain relieve ease decrease limit cut gain restore sharpen cultivate build develop inspire engage educate inform mitigate deepen broaden expand accelerate facilitate drive generate stimulate elevate eliminate safeguard preserve sustain motivate empower refine nurture alleviate reinforce secure uphold showcase stabilize bolster curb deter unlock neutralize deliver provide enable unify transform modernize extend fuel satisfy soothe hydrate nourish brighten smooth tighten energize refresh revitalize relax calm heal harm damage hinder discourage counteract combat block shield defend uphold strengthen free complement celebrate honor reward burn feed align fix ignite spark bring",
);
/** Verbs of what is found out or looked after. */
const FINDINGS = wordSet(
  "identify expose detect predict reveal uncover discover monitor track manage understand explore recognize spot compare highlight illustrate demonstrate convey express reflect personalize customize automate organize control",
);
/** Verbs of what a thing has or is like. */
const STATES = wordSet(
  "have offer include feature provide contain use need require cost cover combine support involve carry hold boast weigh lack",
);
