import { wordSet } from "../word-set.js";
import { type NounPhrase, type VerbGroup, verbGroups } from "./chunks.js";
import type { Clause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { retext, type Word, type Words, word } from "./sentence-reading.js";
import { placePhraseEnd, timePhraseEnd } from "./time-and-place.js";
import { replaced } from "./transformation.js";
import { BE, DO, HAVE, MEASURES, MODALS, NO_PASSIVE, REFLEXIVES } from "./vocabulary.js";
import {
  agreeing,
  attached,
  dangles,
  endsCleanly,
  inOtherVoice,
  isPlural,
  PARTICLES,
  pick,
  pronounLeans,
  SCOPE,
} from "./voice.js";

/** "The council closed the road" becomes "The road was closed by the council". */
export const toPassive = inOtherVoice(passive);

function passive(words: Words, clause: Clause, grammar: Grammar): Word[] | undefined {
  const { subject, verb, object } = clause;
  if (object === undefined || verb.passive || subject.pronoun || object.pronoun) return undefined;
  const head = words[verb.head]!;
  const lemma = grammar.lemma(head, "verb");
  if (lemma === undefined || NO_PASSIVE.has(lemma) || BE.has(lemma) || head.tag !== "VERB") return undefined;
  if (verb.negation !== undefined && words[verb.negation]!.low === "never" && verb.auxiliaries.length === 0)
    return undefined;
  if (!isActor(words, subject, grammar) || !isKnown(words, object)) return undefined;
  if (clause.start > 0 && words[clause.start - 1]!.text !== ",") return undefined;
  if (dangles(words, clause, grammar) || pronounLeans(words, clause, object, grammar)) return undefined;
  const objectHead = words[object.head]!;
  if (MEASURES.has(objectHead.low) || MEASURES.has(grammar.lemma(objectHead, "noun") ?? "")) return undefined;
  const after = words[object.end];
  const cut = object.end + attached(words, object, clause.end, grammar);
  const moved = words.slice(object.start, cut);
  const stay = words.slice(subject.start, subject.end);
  const both = [...moved, ...stay];
  if (both.some((item) => REFLEXIVES.has(item.low)) || moved.some((item) => OWN.has(item.low))) return undefined;
  // Negation and quantity mean something else in another order.
  if (both.some((item) => SCOPE.has(item.low))) return undefined;
  if (verb.negation !== undefined && both.some((item) => QUANTITY.test(item.low))) return undefined;
  // A second noun phrase, an adjective or a verb behind the object shows that it is not the whole object.
  const time = timePhraseEnd(words, object.end, grammar);
  if (object.end < clause.end && after?.tag !== "ADP" && after?.tag !== "ADV" && time === undefined) return undefined;
  if (after !== undefined) {
    if (PARTICLES.has(after.low) || (cut === object.end && NOUN_BOUND.has(after.low))) return undefined;
    // "controlled the trade in wool": only a place or a time is sure to belong to the verb.
    const belongs = time !== undefined || placePhraseEnd(words, object.end, grammar) !== undefined;
    if (cut === object.end && /^(?:in|on|at)$/u.test(after.low) && !belongs) return undefined;
    const present = verb.auxiliaries.length === 0 && verb.form !== "past";
    if (present && /^(?:during|throughout)$/u.test(after.low)) return undefined;
  }
  if (verbGroups(words, object.end, clause.end, grammar).length > 0) return undefined;
  const rest = words.slice(cut, clause.end);
  if (rest.some((item) => (item.low === "to" && item.tag === "PART") || item.tag === "CCONJ") || rest.length > 10)
    return undefined;
  if (!endsCleanly(words, clause, grammar)) return undefined;
  if (object.several && hidesVerb(words, object, grammar)) return undefined;
  const plural = isPlural(words, object, grammar);
  if (plural === undefined || stay.length > 8 || moved.length > 9) return undefined;
  const group = passiveGroup(words, verb, lemma, plural, grammar);
  if (group === undefined) return undefined;
  const by = word("by", "ADP");
  const manner = rest[0];
  if (manner?.tag === "ADV" && manner.low.endsWith("ly")) {
    // "landed the glider safely" is "was safely landed by the pilot", lest the pilot be safe.
    if (rest[1]?.tag === "ADV" || words[verb.head - 1]?.tag === "ADV") return undefined;
    group.splice(group.length - 1, 0, manner);
    rest.shift();
  }
  return replaced(words, clause.start, clause.end, [...moved, ...group, by, ...stay, ...rest]);
}

/** Somebody or something of which one says what was done "by" it. */
function isActor(words: Words, subject: NounPhrase, grammar: Grammar): boolean {
  const head = words[subject.head]!;
  if (subject.end - subject.start > 4) return false;
  return head.tag === "PROPN" || ACTORS.has(grammar.category(head) ?? "");
}

const ACTORS = wordSet("person group animal phenomenon");

/** Whether the object is known already, so that a sentence can begin with it. */
const isKnown = (words: Words, object: NounPhrase) =>
  /^(?:the|this|these|that|those|all|many|\p{Lu}.*)$/u.test(words[object.start]!.text) ||
  words[object.start]!.tag === "PROPN";

const QUANTITY = /^(?:all|every|each|many|few|much|most|some|several)$/u;
const OWN = new Set(["own", "his", "her", "its", "their", "my", "our", "your", "another"]);

/** "absorb carbon dioxide and release oxygen": a verb the tagger took for a noun. */
function hidesVerb(words: Words, object: NounPhrase, grammar: Grammar): boolean {
  for (let index = object.start; index + 2 < object.end; index += 1) {
    const item = words[index + 1]!;
    if (words[index]!.low !== "and" || item.tag === "DET") continue;
    if (
      grammar.lemma(item, "verb") !== undefined &&
      words[index + 2]!.tag !== "PUNCT" &&
      words[index + 2]!.low !== "of"
    )
      return true;
  }
  return false;
}

const NOUN_BOUND = wordSet("than between without against like including except but with as about for near of by");

function passiveGroup(
  words: Words,
  verb: VerbGroup,
  lemma: string,
  plural: boolean,
  grammar: Grammar,
): Word[] | undefined {
  const head = words[verb.head]!;
  const participle = retext(head, grammar.inflect(lemma, "participle"));
  const made: Word[] = [];
  const support = verb.auxiliaries.length === 1 && DO.has(words[verb.auxiliaries[0]!]!.low);
  const be = beFor(verb, words, plural, support);
  if (be === undefined) return undefined;
  const bare = verb.auxiliaries.length === 0;
  if (bare) made.push(word(be, "AUX"));
  for (let index = verb.start; index < verb.end; index += 1) {
    const item = words[index]!;
    if (index === verb.head) {
      if (!bare && !support) made.push(word(be, "AUX"));
      made.push(participle);
    } else if (support && index === verb.auxiliaries[0]) made.push(retext(item, be));
    else if (index === verb.auxiliaries[0]) {
      const agreed = agreeing(item, plural);
      if (agreed === undefined) return undefined;
      made.push(agreed);
    } else made.push(item);
  }
  return made;
}

/** The form of be that a passive puts where the head was. */
function beFor(verb: VerbGroup, words: Words, plural: boolean, support: boolean): string | undefined {
  if (support) {
    return words[verb.auxiliaries[0]!]!.low === "did" ? pick(plural, "were", "was") : pick(plural, "are", "is");
  }
  const last = verb.auxiliaries.at(-1);
  if (last === undefined) {
    if (verb.form === "past" || verb.form === "participle") return pick(plural, "were", "was");
    return pick(plural, "are", "is");
  }
  const auxiliary = words[last]!.low;
  if (MODALS.has(auxiliary)) return "be";
  if (HAVE.has(auxiliary)) return "been";
  if (BE.has(auxiliary)) return "being";
  return undefined;
}
