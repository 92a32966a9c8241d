import type { Form } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, type NounPhrase, nounPhraseAt, type VerbGroup, verbGroups } from "./chunks.js";
import { bodyEnd, type Clause, clauses, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { retext, type Word, type Words, word } from "./sentence-reading.js";
import { placePhraseEnd, timePhraseEnd } from "./time-and-place.js";
import { replaced, type Transformation } from "./transformation.js";
import {
  BE,
  DO,
  HAVE,
  MEASURES,
  MODALS,
  MONTHS,
  NO_PASSIVE,
  OBJECT_OF,
  REFLEXIVES,
  SUBJECT_OF,
  WEEKDAYS,
  WH,
} from "./vocabulary.js";

/** "The council closed the road" becomes "The road was closed by the council". */
export const toPassive = inOtherVoice(passive);

/** "The road was closed by the council" becomes "The council closed the road". */
export const toActive = inOtherVoice(active);

function inOtherVoice(change: (words: Words, clause: Clause, grammar: Grammar) => Words | undefined): Transformation {
  return {
    kind: "voice",
    strength: 1,
    apply(words, grammar) {
      if (isQuestion(words)) return [];
      return clauses(words, grammar)
        .map((clause) => change(words, clause, grammar))
        .filter((made) => made !== undefined);
    },
  };
}

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

const PARTICLES = wordSet("up down off away back together apart over through around along forward aside");
const NOUN_BOUND = wordSet("than between without against like including except but with as about for near of by");
const SCOPE = wordSet("any no neither either nobody nothing only even also each every");
const INDEFINITE = /^(?:a|an|some|several|many|new|\p{N}.*)$/u;
const BINDING = wordSet("for near in on at about");

/** How many words behind an indefinite object belong to it: "a house near the lake". */
function attached(words: Words, object: NounPhrase, end: number, grammar: Grammar): number {
  const first = words[object.start]!;
  const preposition = words[object.end];
  if (
    preposition === undefined ||
    !BINDING.has(preposition.low) ||
    timePhraseEnd(words, object.end, grammar) !== undefined
  )
    return 0;
  if (!INDEFINITE.test(first.low) && first.tag !== "NUM" && first.tag !== "NOUN" && first.tag !== "ADJ") return 0;
  const phrase = fullNounPhraseAt(words, object.end + 1);
  return phrase === undefined || phrase.pronoun || phrase.end > end ? 0 : phrase.end - object.end;
}

/** "Using a lens, she ...": what comes first has the subject for its own and would lose it. */
function dangles(words: Words, clause: Clause, grammar: Grammar): boolean {
  if (clause.start === 0) return false;
  const first = verbGroups(words, 0, clause.start, grammar)[0];
  return first !== undefined && !first.finite && words[clause.start - 1]?.text === ",";
}

/** Whether a later "it" or "they" would find another noun nearer, or first. */
function pronounLeans(words: Words, clause: Clause, object: NounPhrase, grammar: Grammar): boolean {
  const later = words.slice(clause.end).find((item) => /^(?:he|she|it|they|its|their|his|her|this)$/u.test(item.low));
  if (later === undefined) return false;
  const one = isPlural(words, clause.subject, grammar);
  const other = isPlural(words, object, grammar);
  return one === undefined || other === undefined || one === other;
}

/** Whether nothing behind the clause leans on its subject or object. */
function endsCleanly(words: Words, clause: Clause, grammar: Grammar): boolean {
  const next = words[clause.end];
  const following = words[clause.end + 1];
  if (next === undefined) return true;
  if (WH.has(next.low) || next.low === "that" || next.low === "than") return false;
  if (next.text === ",") {
    if (following === undefined || WH.has(following.low) || following.tag === "VERB" || following.tag === "ADV")
      return false;
    if (following.tag === "CCONJ") return clauses(words, grammar).some((other) => other.start === clause.end + 2);
    return following.tag === "SCONJ";
  }
  if (next.tag === "CCONJ") return clauses(words, grammar).some((other) => other.start === clause.end + 1);
  return (
    /^[.;!…]/u.test(next.text) ||
    next.tag === "SCONJ" ||
    ["after", "before", "since", "until", "as", "while"].includes(next.low)
  );
}

function isPlural(words: Words, phrase: NounPhrase, grammar: Grammar): boolean | undefined {
  if (phrase.several) return true;
  const head = words[phrase.head]!;
  if (head.low === "they" || head.low === "we" || head.low === "you" || head.low === "these" || head.low === "those")
    return true;
  if (phrase.pronoun) return false;
  if (head.tag === "NUM" || (head.tag === "PROPN" && words[phrase.start]?.low === "the")) return undefined;
  if (
    words[phrase.start]!.low === "a" &&
    words.slice(phrase.start, phrase.start + 3).some((item) => item.low === "number")
  )
    return true;
  return grammar.plural(head);
}

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

const AGREEING = [
  ["is", "are"],
  ["was", "were"],
  ["has", "have"],
  ["does", "do"],
] as const;

/** The first auxiliary in agreement with another subject; undefined for contracted ones, which do not show what they are. */
function agreeing(item: Word, plural: boolean): Word | undefined {
  if (/['’]/u.test(item.text)) return undefined;
  const forms = AGREEING.find(
    ([one, many]) => item.low === one || item.low === many || (item.low === "am" && one === "is"),
  );
  return forms === undefined ? item : retext(item, forms[plural ? 1 : 0]);
}

const pick = (plural: boolean, many: string, one: string) => (plural ? many : one);

const AGENTS = wordSet(
  "person group animal cognition communication phenomenon event process act artifact substance state plant body",
);
const NO_AGENTS = wordSet(
  "means way hand law default mistake chance accident nature definition virtue contrast turn then now far rail road sea air land train car bus plane boat ship foot post mail phone email telephone water",
);

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
