import { onceForEach } from "../remembering.js";
import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, type NounPhrase, nounPhraseAt, type VerbGroup, verbGroupAt, verbGroups } from "./chunks.js";
import type { Grammar } from "./grammar.js";
import type { Words } from "./sentence-reading.js";
import { WH } from "./vocabulary.js";

/** A subject, its verb, and the object behind it where there is one. */
export interface Clause {
  readonly start: number;
  /** Exclusive; before the mark, conjunction or relative that ends it. */
  readonly end: number;
  readonly subject: NounPhrase;
  readonly verb: VerbGroup;
  readonly object: NounPhrase | undefined;
  /** Where what follows the object, or else the verb, begins. */
  readonly rest: number;
}

/** The end of the sentence proper: where its closing marks begin. */
export function bodyEnd(words: Words): number {
  let end = words.length;
  while (end > 0 && /^(?:[.!?…]+|["”’'»)\]]+)$/u.test(words[end - 1]!.text)) end -= 1;
  return end;
}

export const isQuestion = (words: Words) => words.slice(bodyEnd(words)).some((item) => item.text.includes("?"));

/** The clause whose subject begins at `start`. */
export function clauseAt(words: Words, start: number, grammar: Grammar): Clause | undefined {
  const subject = subjectAt(words, start, grammar);
  if (subject === undefined) return undefined;
  const verb = verbGroupAt(words, subject.end, grammar);
  if (verb === undefined || !verb.finite) return undefined;
  const object = words[verb.head]!.tag === "AUX" ? undefined : fullNounPhraseAt(words, verb.end);
  const rest = object?.end ?? verb.end;
  return { start, end: clauseEnd(words, rest, grammar), subject, verb, object, rest };
}

/** A noun phrase with all the prepositional phrases and the one relative clause up to the verb. */
function subjectAt(words: Words, start: number, grammar: Grammar): NounPhrase | undefined {
  const first = fullNounPhraseAt(words, start);
  if (first === undefined) return undefined;
  let end = first.end;
  while (words[end]?.tag === "ADP" && !first.pronoun) {
    const next = fullNounPhraseAt(words, end + 1);
    if (next === undefined || next.pronoun) break;
    end = next.end;
  }
  const name = words[end];
  if (name !== undefined && POSTMODIFIERS.has(name.low)) {
    const named = nounPhraseAt(words, /^(?:named|called)$/u.test(name.low) ? end + 1 : end + 2);
    if (named !== undefined) end = named.end;
  }
  if (!first.pronoun && words[end]?.tag !== "VERB" && /^(?:who|that|which)$/u.test(words[end]?.low ?? "")) {
    const relative = relativeEnd(words, end + 1, grammar);
    if (relative !== undefined) end = relative;
  }
  return { ...first, end };
}

/** "a carpenter named Hahn", "a firm based in Leeds": participles that tell who, and are never the verb of the clause. */
export const POSTMODIFIERS = wordSet("named called based located situated");

/** Where a relative clause that begins with its verb ends: before the next finite verb. */
function relativeEnd(words: Words, from: number, grammar: Grammar): number | undefined {
  const verb = verbGroupAt(words, from, grammar);
  if (verb === undefined || !verb.finite) return undefined;
  for (let index = verb.end; index < words.length && index < from + 12; index += 1) {
    const item = words[index]!;
    if (item.tag === "PUNCT" || item.tag === "SCONJ" || item.tag === "CCONJ" || WH.has(item.low) || item.tag === "PART")
      return undefined;
    const next =
      item.tag === "ADV" || item.tag === "VERB" || item.tag === "AUX" ? verbGroupAt(words, index, grammar) : undefined;
    if (next?.finite) return index;
  }
  return undefined;
}

/** Where the clause that is running at `from` ends. */
export function clauseEnd(words: Words, from: number, grammar: Grammar): number {
  const last = bodyEnd(words);
  for (let index = from; index < last; index += 1) {
    const item = words[index]!;
    if (item.tag === "PUNCT" || item.tag === "SCONJ" || WH.has(item.low) || startsSubordinate(words, index, grammar))
      return index;
    if (
      item.tag === "CCONJ" &&
      (startsClause(words, index + 1, grammar) || verbGroupAt(words, index + 1, grammar) !== undefined)
    )
      return index;
  }
  return last;
}

/** Whether a subject and a finite verb begin at `index`. */
export function startsClause(words: Words, index: number, grammar: Grammar): boolean {
  const subject = subjectAt(words, index, grammar);
  return subject !== undefined && verbGroupAt(words, subject.end, grammar)?.finite === true;
}

/** Whether a subordinate clause with a subject of its own begins between the two places. */
export function hasSubordinate(words: Words, start: number, end: number, grammar: Grammar): boolean {
  for (let index = start + 1; index < end; index += 1) {
    if (words[index]!.tag === "SCONJ" || startsSubordinate(words, index, grammar)) return true;
  }
  return false;
}

/** `after`, `since`, `as` ... when a clause and no noun phrase follows. */
function startsSubordinate(words: Words, index: number, grammar: Grammar): boolean {
  return CONJUNCTION_OR_PREPOSITION.has(words[index]!.low) && startsClause(words, index + 1, grammar);
}

const CONJUNCTION_OR_PREPOSITION = wordSet("after before since until till as while once when like than that");

/** Every place where a clause can begin: the start, and behind marks and conjunctions. */
export function clauses(words: Words, grammar: Grammar): readonly Clause[] {
  return clausesOf(grammar)(words);
}

// Lists of words never change, and each is looked at by many transformations.
const clausesOf = onceForEach((grammar: Grammar) =>
  onceForEach((words: Words): readonly Clause[] =>
    words.flatMap((_, index) => {
      const before = words[index - 1];
      const opens =
        before === undefined ||
        /^[,;:]$/u.test(before.text) ||
        before.tag === "CCONJ" ||
        before.tag === "SCONJ" ||
        (CONJUNCTION_OR_PREPOSITION.has(before.low) && before.low !== "than" && before.low !== "like");
      return (opens ? clauseAt(words, index, grammar) : undefined) ?? [];
    }),
  ),
);

/** "need to wait", "are able to wait": two verbs that are one. */
function continues(words: Words, before: VerbGroup | undefined, group: VerbGroup, grammar: Grammar): boolean {
  if (before === undefined || group.auxiliaries.length > 0 || words[group.start - 1]?.low !== "to") return false;
  const between = words.slice(before.end, group.start - 1);
  if (between.length === 0) return SEMIMODAL.has(grammar.lemma(words[before.head]!, "verb") ?? "");
  return between.length === 1 && /^(?:able|likely|ready|unable)$/u.test(between[0]!.low);
}

const SEMIMODAL = wordSet("need have want try begin start go continue tend wish");

/** Whether the stretch has one finite verb and no other verb, so that what stands at its edges belongs to that verb. */
export function isSimple(words: Words, start: number, end: number, grammar: Grammar): boolean {
  const found = verbGroups(words, start, end, grammar);
  const groups = found.filter(
    (group, index) =>
      (group.auxiliaries.length > 0 || !POSTMODIFIERS.has(words[group.head]!.low)) &&
      !continues(words, found[index - 1], group, grammar),
  );
  return (
    groups.length === 1 &&
    groups[0]!.finite &&
    !words.slice(start, end).some((item) => item.tag === "SCONJ" || WH.has(item.low))
  );
}
