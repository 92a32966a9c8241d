import type { Form } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, type NounPhrase, nounPhraseAt, type VerbGroup, verbGroups } from "./chunks.js";
import { bodyEnd, type Clause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { retext, type Word, type Words } from "./sentence-reading.js";
import { timePhraseEnd } from "./time-and-place.js";
import { replaced } from "./transformation.js";
import { MEASURES, MONTHS, OBJECT_OF, SUBJECT_OF, WEEKDAYS } from "./vocabulary.js";
import {
  agreeing,
  attached,
  BINDING,
  dangles,
  endsCleanly,
  inOtherVoice,
  isPlural,
  PARTICLES,
  pick,
  pronounLeans,
  SCOPE,
} from "./voice.js";

/** "The road was closed by the council" becomes "The council closed the road". */
export const toActive = inOtherVoice(active);

function active(words: Words, clause: Clause, grammar: Grammar): Word[] | undefined {
  const { subject, verb } = clause;
  if (!verb.passive || words[subject.head]!.low === "there" || dangles(words, clause, grammar)) return undefined;
  const head = words[verb.head]!;
  const lemma = grammar.lemma(head, "verb");
  if (lemma === undefined) return undefined;
  let by = verb.end;
  while (by < clause.end && words[by]!.low !== "by") by += 1;
  if (by >= clause.end) return undefined;
  const between = words.slice(verb.end, by);
  // "was given a medal by the president": the second object of a verb of giving stays behind the first.
  const gift = DITRANSITIVE.has(lemma) ? nounPhraseAt(words, verb.end) : undefined;
  const retained = gift !== undefined && gift.end === by && !gift.pronoun;
  const isFree = ({ tag, low }: Word) =>
    tag !== "VERB" && tag !== "CCONJ" && low !== "to" && (tag !== "NOUN" || between[0]?.tag === "ADP");
  if (!retained && (between.length > 6 || !between.every(isFree))) return undefined;
  const agent = fullNounPhraseAt(words, by + 1);
  if (agent === undefined || !isAgent(words, agent, grammar) || pronounLeans(words, clause, agent, grammar))
    return undefined;
  if (words.slice(subject.start, agent.end).some((item) => SCOPE.has(item.low))) return undefined;
  // "by a team from Oslo": what comes after the doer may say who it is.
  const cut = agentEnd(words, agent, clause.end, grammar);
  if (cut === undefined) return undefined;
  const rest = words.slice(cut, clause.end);
  if (rest.some((item) => item.tag === "VERB" || (item.low === "to" && item.tag === "PART"))) return undefined;
  if (rest.length > 0 && !["ADP", "ADV"].includes(rest[0]!.tag) && rest[0]!.tag !== "DET") return undefined;
  const relative = relativeOf(words, cut, clause, grammar);
  if (relative === undefined) return undefined;
  const group = activeGroup(words, verb, lemma, isPlural(words, agent, grammar), grammar);
  if (group === undefined) return undefined;
  const particle = between.slice(0, PARTICLES.has(between[0]?.low ?? "") ? 1 : 0);
  if (subject.pronoun && particle.length > 0) return undefined;
  const object = words.slice(subject.start, subject.end).map((item, index) => {
    const other = subject.pronoun && index === 0 ? OBJECT_OF.get(item.low) : undefined;
    return other === undefined ? item : retext(item, other);
  });
  const doer = [...words.slice(agent.start, cut), ...words.slice(clause.end, relative)].map((item, index) => {
    const other = agent.pronoun && index === 0 ? SUBJECT_OF.get(item.low) : undefined;
    return other === undefined ? item : retext(item, other);
  });
  // A possessive that pointed back to the subject would now come before it.
  if (doer.some((item) => /^(?:his|her|its|their|own)$/u.test(item.low))) return undefined;
  return replaced(words, clause.start, clause.end, [
    ...doer,
    ...group,
    ...particle,
    ...object,
    ...between.slice(particle.length),
    ...rest,
  ]);
}

/** The end of what hangs on the doer behind the clause; undefined when something there hangs on nobody knows whom. */
function relativeOf(words: Words, doerEnd: number, clause: Clause, grammar: Grammar): number | undefined {
  if (doerEnd !== clause.end || !/^(?:that|who|which)$/u.test(words[clause.end]?.low ?? ""))
    return endsCleanly(words, clause, grammar) ? clause.end : undefined;
  const end = bodyEnd(words);
  const tail = words.slice(clause.end, end);
  const one = verbGroups(words, clause.end, end, grammar).length === 1;
  return one && tail.length <= 9 && !tail.some((item) => item.tag === "PUNCT" || item.tag === "SCONJ")
    ? end
    : undefined;
}

/** The end of the doer with what belongs to it; undefined when nothing tells whether it does. */
function agentEnd(words: Words, agent: NounPhrase, end: number, grammar: Grammar): number | undefined {
  const next = words[agent.end];
  if (agent.end >= end || next?.tag !== "ADP" || timePhraseEnd(words, agent.end, grammar) !== undefined)
    return agent.end;
  const phrase = fullNounPhraseAt(words, agent.end + 1);
  if (phrase === undefined || phrase.end > end) return undefined;
  if (/^(?:from|under|over)$/u.test(next.low)) return phrase.end;
  const bound = attached(words, agent, end, grammar);
  if (bound > 0) return agent.end + bound;
  return BINDING.has(next.low) && next.low !== "for" && next.low !== "about" ? agent.end : undefined;
}

const DITRANSITIVE = wordSet("give offer send show teach pay award grant lend");

function isAgent(words: Words, agent: NounPhrase, grammar: Grammar): boolean {
  const head = words[agent.head]!;
  // "are greeted by an array of cakes": one of it, or many.
  if (AMOUNTS.test(head.low)) return false;
  if (agent.pronoun) return SUBJECT_OF.has(head.low) && !["it"].includes(head.low);
  if (
    MONTHS.has(head.low) ||
    WEEKDAYS.has(head.low) ||
    MEASURES.has(head.low) ||
    NO_AGENTS.has(head.low) ||
    /\p{N}/u.test(head.text)
  )
    return false;
  if (head.tag === "PROPN") return true;
  const category = grammar.category(head);
  if (category === undefined || !AGENTS.has(category)) return false;
  const bare = agent.start === agent.head;
  return !bare || grammar.plural(head) === true;
}

const AMOUNTS =
  /^(?:array|range|number|variety|series|set|collection|wealth|host|plethora|mix|mixture|combination|selection|pair|couple|majority)$/u;

const AGENTS = wordSet(
  "person group animal cognition communication phenomenon event process act artifact substance state plant body",
);

const NO_AGENTS = wordSet(
  "means way hand law default mistake chance accident nature definition virtue contrast turn then now far rail road sea air land train car bus plane boat ship foot post mail phone email telephone water",
);

/** The form that takes the place of a form of be and the participle. */
const FORM_BEHIND_BE: ReadonlyMap<string, Form> = new Map([
  ["was", "past"],
  ["were", "past"],
  ["be", "base"],
  ["been", "participle"],
  ["being", "gerund"],
]);

function activeGroup(
  words: Words,
  verb: VerbGroup,
  lemma: string,
  plural: boolean | undefined,
  grammar: Grammar,
): Word[] | undefined {
  const be = verb.auxiliaries.at(-1)!;
  const beWord = words[be]!;
  if (/['’]/u.test(beWord.text)) return undefined;
  // Only the past and modals look the same for one and for many.
  const agrees =
    verb.auxiliaries.some((index) => /^(?:is|are|am|have|has)$/u.test(words[index]!.low)) ||
    (verb.auxiliaries.length > 1 && /^(?:was|were)$/u.test(words[verb.auxiliaries[0]!]!.low));
  if (agrees && plural === undefined) return undefined;
  const many = plural === true;
  const head = words[verb.head]!;
  const others = verb.auxiliaries.slice(0, -1);
  const made: Word[] = [];
  const present = beWord.low === "is" || beWord.low === "are";
  const form = present ? (many ? "base" : "third") : FORM_BEHIND_BE.get(beWord.low);
  if (form === undefined) return undefined;
  const support = present ? pick(many, "do", "does") : form === "past" ? "did" : undefined;
  const negated = verb.negation !== undefined && others.length === 0;
  if (negated && words[verb.negation!]!.low === "never") return undefined;
  for (let index = verb.start; index < verb.end; index += 1) {
    const item = words[index]!;
    if (index === be) {
      if (negated && support !== undefined) made.push(retext(item, support));
    } else if (index === verb.head) {
      made.push(retext(head, grammar.inflect(lemma, negated ? "base" : form)));
    } else if (index === others[0]) {
      const agreed = agreeing(item, many);
      if (agreed === undefined) return undefined;
      made.push(agreed);
    } else made.push(item);
  }
  return made;
}
