import type { English, Sentence } from "../english/types.js";
import { wordSet } from "../word-set.js";

/** Where a set phrase stands. */
export interface Surroundings {
  readonly tokens: Sentence["tokens"];
  readonly first: number;
  /** Place of the token behind the phrase. */
  readonly next: number;
  readonly english: English;
}

/** Whether what is around a phrase lets it be exchanged. */
export type Condition = (around: Surroundings) => boolean;

/**
 * The condition of that name, or of the words it asks for: `>of/for` of what the next word is, `<the/a` of the one before,
 * `>>study/test` of the noun that the phrase behind is about; with `!` in front, of what it is not.
 */
export function conditionOf(name: string): Condition | undefined {
  const asked = /^(!?)(>>?|<)([^<>!\s]+)$/.exec(name);
  if (asked === null) return Object.hasOwn(CONDITIONS, name) ? CONDITIONS[name] : undefined;
  const [, not, where, list] = asked;
  const words = new Set(list!.split("/"));
  const look = where === ">>" ? headLemma : where === ">" ? wordAfter : wordBefore;
  return (around) => words.has(look(around)) === (not === "");
}

const wordAfter = ({ tokens, next }: Surroundings) => plain(tokens[next]);
const wordBefore = ({ tokens, first }: Surroundings) => plain(tokens[first - 1]);
const plain = (token: Sentence["tokens"][number] | undefined) => token?.text.toLowerCase().replace("’", "'") ?? "";

const CONDITIONS: Readonly<Record<string, Condition>> = {
  start: ({ tokens, first }) => !tokens.slice(0, first).some(({ text }) => /[\p{L}\p{N}]/u.test(text)),
  inside: (around) => !CONDITIONS["start"]!(around),
  undenied: ({ tokens, first }) => !/^(?:no|not|never|any|n['’]t)$/i.test(tokens[first - 1]?.text ?? ""),
  comma: ({ tokens, next }) => tokens[next]?.text === ",",
  aside: ({ tokens, first, next }) => tokens[first - 1]?.text === "," && tokens[next]?.text === ",",
  end: ({ tokens, next }) => tokens[next] === undefined || /^[.,;:!?)]/.test(tokens[next].text),
  base: ({ tokens, next, english }) => {
    const token = tokens[next];
    if (token === undefined || !/^[a-z]+$/.test(token.text)) return false;
    return (
      token.text === "be" ||
      token.text === "have" ||
      (token.tag === "VERB" && english.lemmaOf(token.text, "verb") === token.text)
    );
  },
  gerund: ({ tokens, next }) => /^[a-z]+ing$/.test(tokens[next]?.text ?? "") && tokens[next]!.tag === "VERB",
  noun: (around) => nounPhraseEnd(around) !== undefined && !isClause(around),
  plural: (around) => headOf(around)?.plural === true,
  mass: (around) => headOf(around)?.plural === false,
  clause: (around) => isClause(around),
  adjective: ({ tokens, next }) => tokens[next]?.tag === "ADJ" || tokens[next]?.tag === "ADV",
  number: ({ tokens, next }) => tokens[next]?.tag === "NUM" && /^(?:\d|[a-z]+$)/.test(tokens[next].text),
  abstract: (around) => /^(?:act|event|state|cognition|attribute|phenomenon|process|feeling)$/.test(kindOf(around)),
  thing: (around) => !/^(?:person|group|animal|)$/.test(kindOf(around)),
  time: (around) => kindOf(around) === "time",
  predicate: ({ tokens, first }) => {
    let at = first - 1;
    while (tokens[at]?.tag === "ADV") at -= 1;
    const before = tokens[at]?.text ?? "";
    return BE.test(before) || /^(?:seems?|seemed|remains?|remained|becomes?|became)$/i.test(before);
  },
  active: ({ tokens, first }) => {
    let at = first - 1;
    while (tokens[at]?.tag === "ADV" || /^(?:not|n['’]t)$/i.test(tokens[at]?.text ?? "")) at -= 1;
    return /ing$/.test(tokens[first]!.text) || !BE.test(tokens[at]?.text ?? "");
  },
  undetermined: (around) => {
    const tag = around.tokens[around.first - 1]?.tag;
    return tag !== "DET" && tag !== "NUM" && !DEGREES_AND_OWNERS.has(wordBefore(around));
  },
  free: ({ tokens, first }) => {
    const isNoun = tokens[first - 2]?.tag === "NOUN" && tokens[first - 1]?.tag === "PRON";
    return (
      !isNoun && !tokens.slice(Math.max(0, first - 5), first).some(({ text }) => OBJECTS_BEFORE.has(text.toLowerCase()))
    );
  },
  real: ({ tokens }) =>
    !tokens.some(({ text }) => /^(?:if|unless)$/i.test(text)) ||
    !tokens.some(({ text, tag }) => PAST.test(text) || (tag === "VERB" && /ed$/.test(text))),
  spoken: ({ tokens }) => tokens.some(({ text }) => SPOKEN.test(text)),
  "comma-before": (around) => wordBefore(around) === ",",
  unmarked: (around) => wordBefore(around) !== ",",
  "noun-before": ({ tokens, first }) => /^(?:NOUN|PROPN|PRON)$/.test(tokens[first - 1]?.tag ?? ""),
  "verb-before": ({ tokens, first }) => tokens[first - 1]?.tag === "VERB",
};

const BE = /^(?:am|is|are|was|were|be|been|being|['’](?:s|re|m))$/i;

const SPOKEN = /^(?:i|me|my|we|us|our|you|your|n['’]t|['’](?:re|ve|ll|m|d))$/i;

const PAST = /^(?:had|was|were|did|could|would|['’]d)$/i;

const DEGREES_AND_OWNERS = wordSet(
  "the these those all any no so too as how very not n't my your his her its our their 's ' quite just good great",
);

const OBJECTS_BEFORE = wordSet("that which what whatever all everything anything nothing more enough much many little");

const IN_PHRASE = new Set(["DET", "ADJ", "NUM", "NOUN", "PROPN", "PRON"]);

/** Where the noun phrase that begins behind the set phrase ends. */
function nounPhraseEnd({ tokens, next }: Surroundings): number | undefined {
  let end: number | undefined;
  for (let at = next; at < tokens.length && at < next + 8; at += 1) {
    const { tag, text } = tokens[at]!;
    if (tag === "NOUN" || tag === "PROPN" || (tag === "PRON" && at === next)) end = at;
    else if (!IN_PHRASE.has(tag) && tag !== "ADV" && !/^['’]s?$/.test(text)) break;
  }
  return end;
}

function headOf(around: Surroundings): { readonly plural: boolean } | undefined {
  const { tokens, next, english } = around;
  if (tokens[next]?.tag === "DET" || tokens[next]?.tag === "PRON") return undefined;
  const end = nounPhraseEnd(around);
  if (end === undefined || tokens[end]!.tag !== "NOUN") return undefined;
  const noun = tokens[end]!.text.toLowerCase();
  const lemma = english.lemmaOf(noun, "noun");
  return lemma === undefined ? undefined : { plural: lemma !== noun || noun === "people" };
}

/** The dictionary form of the noun that the phrase behind is about; empty when that is a name or a pronoun. */
function headLemma(around: Surroundings): string {
  const end = nounPhraseEnd(around);
  if (end === undefined || around.tokens[end]!.tag !== "NOUN") return "";
  return around.english.lemmaOf(around.tokens[end]!.text.toLowerCase(), "noun") ?? "";
}

/** What that noun names in most of its use; empty for a name, a pronoun and the subject of a clause. */
function kindOf(around: Surroundings): string {
  const lemma = headLemma(around);
  return lemma === "" || isClause(around) ? "" : (around.english.noun(lemma)?.category ?? "");
}

/** Whether a subject with its verb comes next, up to the next mark. */
function isClause(around: Surroundings): boolean {
  const { tokens, next } = around;
  const subject = nounPhraseEnd(around);
  if (subject === undefined) return false;
  for (let at = next; at < tokens.length && at < next + 12; at += 1) {
    const { tag, text } = tokens[at]!;
    if (tag === "PUNCT") return false;
    if (/^(?:to|that|which|who)$/i.test(text) && at > next) return false;
    if (tag === "AUX" || (tag === "VERB" && !/ing$/.test(text))) return at > next;
  }
  return false;
}
