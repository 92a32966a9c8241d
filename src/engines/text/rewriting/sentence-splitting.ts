import { wordSet } from "../word-set.js";
import { type NounPhrase, nounPhraseAt, type VerbGroup, verbGroupAt, verbGroups } from "./chunks.js";
import { clauseBoundary } from "./clause-boundaries.js";
import { bodyEnd, type Clause, clauseAt, isQuestion, isSimple, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isRequest } from "./main-clauses.js";
import { RESULTS } from "./result-clauses.js";
import { retext, spaced, stop, type Word, type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { THIRD_PERSON, WH } from "./vocabulary.js";

const AND = new Set(["and"]);

/** A long sentence of two clauses with ", and" between them as two sentences. */
export const split: Transformation = {
  kind: "split",
  whole: true,
  strength: 0.5,
  apply(words, grammar) {
    if (words.length < 10 || isQuestion(words)) return [];
    // Cut already: what the last part says may be said of all of them.
    if (words.slice(0, bodyEnd(words)).some((item) => item.text === "." && item.made)) return [];
    const place = clauseBoundary(words, AND, grammar);
    if (place === undefined || place < 5 || words.length - place < 5) return [];
    if (words[0]!.tag === "VERB") return [];
    // Between commas without a verb stands a member of a list.
    const last = words.slice(0, place - 1).findLastIndex((item) => item.text === ",") + 1;
    if (!verbGroups(words, last, place, grammar).some(({ finite }) => finite)) return [];
    if (last > 0 && isRequest(words, last, grammar)) return [];
    if (words.slice(0, place).some((item) => /^(?:both|between|either|neither|if|let)$/u.test(item.low))) return [];
    // "Old kettles, heavy pans, and stoves with a timer are ...": a list before the verb.
    if (last > 0 && clauseAt(words, 0, grammar) === undefined && !/^(?:ADP|ADV|PART)$/u.test(words[0]!.tag)) return [];
    // "comments, highlights, and notes right in the file": nouns that look like verbs.
    const opened = /^(?:SCONJ|CCONJ|ADV|ADP)$/u.test(words[last]!.tag) || WH.has(words[last]!.low);
    if (last > 0 && !opened && clauseAt(words, last, grammar) === undefined) return [];
    if (tellsOfBoth(words, place + 1)) return [];
    if (stammers(words, place + 1) && !isLong(place - 1, bodyEnd(words) - place - 1)) return [];
    const [head, ...rest] = words.slice(place + 1);
    if (head === undefined || words[place]!.before + words[place]!.after !== "") return [];
    const capital = head.text[0]!.toUpperCase() + head.text.slice(1);
    return [[...words.slice(0, place - 1), stop(), retext(spaced(head), capital), ...rest]];
  },
};

/** A reason, a condition or a result at the end may be that of both halves. */
const tellsOfBoth = (words: Words, from: number) =>
  words.some(
    ({ low, tag }, index) =>
      index > from + 1 &&
      (/^(?:because|so|if|when|unless|since|although|though|whereas)$/u.test(low) ||
        (words[index - 1]!.text === "," && tag === "VERB" && low.endsWith("ing"))),
  );

/** Whether both halves would begin with the same pronoun. */
const stammers = (words: Words, second: number) => words[0]!.tag === "PRON" && words[0]!.low === words[second]!.low;

/** Whether two sentences that begin with the same pronoun can stand side by side. */
const isLong = (one: number, other: number) => Math.max(one, other) >= 12 && Math.min(one, other) >= 6;

/** "The lamp is small; it fits any desk" as two sentences, and the same with a dash. */
export const semicolonSplit: Transformation = {
  kind: "split",
  strength: 0.4,
  apply(words, grammar) {
    const marks = [...words.keys()].filter((index) => /^(?:;|[—–]|--?)$/u.test(words[index]!.text));
    const [mark] = marks;
    if (isQuestion(words) || marks.length !== 1 || mark === undefined || mark < 4) return [];
    const dash = words[mark]!.text !== ";";
    // "pages 3–4", "well-known"
    if (words[mark]!.text === "-" && !(words[mark]!.space && words[mark + 1]?.space)) return [];
    if (words.some((item) => /^["“”(:]$/u.test(item.text)) || words[mark]!.before + words[mark]!.after !== "")
      return [];
    const head = words[mark + 1];
    const start = words[mark + 2]?.text === "," && head?.tag === "ADV" ? mark + 3 : mark + 1;
    if (head === undefined || !/^\p{L}/u.test(head.text) || head.before !== "") return [];
    if (!startsClause(words, start, grammar) || clauseAt(words, 0, grammar) === undefined) return [];
    if (dash && !standsAfterDash(words, mark, grammar)) return [];
    if (stammers(words, mark + 1) && !isLong(mark, bodyEnd(words) - mark - 1)) return [];
    const capital = head.text[0]!.toUpperCase() + head.text.slice(1);
    return [[...words.slice(0, mark), stop(), retext(spaced(head), capital), ...words.slice(mark + 2)]];
  },
};

/** Whether what comes after a dash is a sentence and not the end of the one before it: "a rule the team wrote itself". */
function standsAfterDash(words: Words, mark: number, grammar: Grammar): boolean {
  const head = words[mark + 1]!;
  const front = words.slice(0, mark);
  const clause = clauseAt(words, mark + 1, grammar);
  if (clause === undefined || bodyEnd(words) - mark < 5 || mark < 5) return false;
  if (front.some((item) => item.tag === "SCONJ" || WH.has(item.low) || item.low === "that")) return false;
  if (clause.subject.pronoun) return /^(?:i|we|you|he|she|it|they|this|that|these|those|there)$/u.test(head.low);
  return head.tag === "DET" && /^(?:the|this|these|our|your|my)$/u.test(head.low);
}

/** "The lamp is small and fits any desk" as two sentences, the second with a pronoun. */
export const sharedSubject: Transformation = {
  kind: "split",
  whole: true,
  strength: 0.5,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const mark = words.findIndex((item) => item.text === ",");
    const start =
      clauseAt(words, 0, grammar) === undefined && mark > 0 && mark < 8 && words[0]!.tag === "ADP" ? mark + 1 : 0;
    const clause = clauseAt(words, start, grammar);
    const end = bodyEnd(words);
    if (clause === undefined || end < 8) return [];
    const and = words.findIndex((item, index) => {
      if (item.tag !== "CCONJ" || index <= clause.verb.head || index >= end) return false;
      const next = verbGroupAt(words, index + 1, grammar);
      return next?.finite === true && (sharesModal(words, clause, next) || agrees(words, clause, next, grammar));
    });
    if (words[and]?.low !== "and" || words[and]!.made || words[and]!.before + words[and]!.after !== "") return [];
    const front = words[and - 1]!.text === "," ? and - 1 : and;
    if (!isSimple(words, start, front, grammar) || words.slice(0, end).some((item) => /^[;:]$/u.test(item.text)))
      return [];
    if (words.slice(start, front).some((item) => /^(?:,|both|that|[—–-])$/u.test(item.low))) return [];
    const pronoun = pronounFor(words, clause.subject, grammar);
    if (pronoun === undefined || front < 4 || end - and < 5 || end < 12) return [];
    // "managers adapt and combine approaches": the object may belong to both.
    if (clause.verb.end === front) return [];
    // "A letter sent in May and read in June has ...": two participles before the verb.
    const past = clause.verb.auxiliaries.length === 0 && clause.verb.form === "past";
    if (past && verbGroups(words, and + 1, end, grammar).filter(({ finite }) => finite).length > 1) return [];
    // "and did the team win": a question.
    if (/^(?:did|do|does)$/u.test(words[and + 1]!.low)) return [];
    if (tellsOfBoth(words, and + 1)) return [];
    const capital = pronoun[0]!.toUpperCase() + pronoun.slice(1);
    const added = withAlso(words, clause, and, grammar);
    // "trust your vacuum and mop to keep it clean": a noun.
    const object = words[verbGroupAt(words, and + 1, grammar)!.end];
    if (added?.[0]?.made && !/^(?:DET|PRON|ADJ|NOUN|NUM|PROPN)$/u.test(object?.tag ?? "")) return [];
    if (added === undefined && sharesModal(words, clause, verbGroupAt(words, and + 1, grammar)!)) return [];
    if (clause.subject.pronoun && added === undefined && !isLong(front - start, end - and)) return [];
    return [[...words.slice(0, front), stop(), word(capital, "PRON"), ...(added ?? words.slice(and + 1))]];
  },
};

/** What the second sentence says with "also" in it; undefined where that would not do. */
function withAlso(words: Words, clause: Clause, and: number, grammar: Grammar): Words | undefined {
  const second = verbGroupAt(words, and + 1, grammar);
  const opener = words[second?.auxiliaries[0] ?? second?.head ?? -1];
  if (second === undefined || opener === undefined || (second.negation ?? clause.verb.negation) !== undefined)
    return undefined;
  // What was done comes after what was done before.
  const told = second.auxiliaries.length === 0 && second.form === "past";
  if (told || /^(?:was|were|had|did)$/u.test(opener.low) || NEXT.has(grammar.lemma(words[second.head]!, "verb") ?? ""))
    return undefined;
  if (words.slice(and + 1).some(({ low }) => ADDED.test(low) || REFERRING.test(low))) return undefined;
  const modal = sharesModal(words, clause, second) ? words[clause.verb.auxiliaries[0]!]! : undefined;
  if (modal !== undefined) return [word(modal.low, "AUX"), word("also", "ADV"), ...words.slice(and + 1)];
  const place =
    second.auxiliaries.length > 0 || /^(?:is|are|am)$/u.test(opener.low) ? words.indexOf(opener) + 1 : and + 1;
  return [...words.slice(and + 1, place), word("also", "ADV"), ...words.slice(place)];
}

/** "can lift stones and clear the path": the second verb hangs on the modal of the first. */
function sharesModal(words: Words, { verb }: Clause, second: VerbGroup): boolean {
  const [modal] = verb.auxiliaries;
  if (
    modal === undefined ||
    verb.auxiliaries.length !== 1 ||
    !/^(?:can|could|will|may|might)$/u.test(words[modal]!.low)
  )
    return false;
  return verb.start === modal && second.auxiliaries.length === 0 && second.form === "base";
}

/** What leans on the first half, so that the second is what comes after it. */
const REFERRING = /^(?:it|its|them|their|him|his|her|this|these|that|those|one|ones|both)$/u;

/** Verbs of what comes next, or follows from the first. */
const NEXT = wordSet(
  "go come open click tap press select start begin end finish return wait pick take bring get leave become result move continue turn then follow end allow enable let make mean keep remain stay",
);
const ADDED =
  /^(?:also|then|too|now|therefore|thus|hence|so|instead|even|only|still|later|finally|eventually|either|as|again|just|simply)$/u;

/** Whether the second verb group stands on its own with the subject of the clause. */
function agrees(words: Words, { subject, verb: first }: Clause, second: VerbGroup, grammar: Grammar): boolean {
  const opener = second.auxiliaries[0] ?? second.head;
  const singular = /^(?:is|was|has|does)$/u.test(words[opener]!.low);
  const plural = /^(?:are|were|have|do)$/u.test(words[opener]!.low);
  if ((singular && pluralSubject(words, subject, grammar)) || (plural && !pluralSubject(words, subject, grammar)))
    return false;
  if (/^(?:is|are|was|were|has|have|had|do|does|did|can|will|may|must|should|could|would)$/u.test(words[opener]!.low))
    return true;
  // A bare form may hang on an auxiliary of the first verb: "can lift and carry", "was bought and sold".
  if (first.auxiliaries.length > 0 || words[first.head]!.tag === "AUX") return second.form === "third";
  if (second.form === "past" || second.form === "third") return first.form === second.form;
  // "help foster skills and build rapport": the second verb may hang on the first.
  if (/^(?:help|let|make|have|watch|see)$/u.test(words[first.head]!.low)) return false;
  return second.form === "base" && first.form === "base" && pluralSubject(words, subject, grammar);
}

function pluralSubject(words: Words, subject: NounPhrase, grammar: Grammar): boolean {
  const head = words[subject.head]!;
  if (subject.several) return true;
  return subject.pronoun ? /^(?:i|we|you|they)$/u.test(head.low) : grammar.plural(head) === true;
}

function pronounFor(words: Words, subject: NounPhrase, grammar: Grammar): string | undefined {
  const head = words[subject.head]!;
  if (subject.pronoun) return /^(?:i|we|you|he|she|it|they)$/u.test(head.low) ? head.text : undefined;
  if (subject.several) return "they";
  const plural = grammar.plural(head);
  if (plural === undefined) return undefined;
  if (plural) return "they";
  if (head.tag === "PROPN") return undefined;
  const category = grammar.category(head);
  return category === undefined || /^(?:person|group|animal)$/u.test(category) ? undefined : "it";
}

/** Participles that tell of the noun before them. */
const DESCRIBING = wordSet(
  "mean include range vary span depend start begin date contain feature consist accord follow concern regard base",
);

/** "The river rose, flooding the town" becomes "The river rose and flooded the town". */
export const participle: Transformation = {
  kind: "participle",
  whole: true,
  strength: 0.6,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const clause = clauseAt(words, 0, grammar);
    if (clause === undefined || clause.verb.auxiliaries.length > 0 || clause.verb.negation !== undefined) return [];
    const { form } = clause.verb;
    const many = form === "base" && pluralSubject(words, clause.subject, grammar);
    if ((form !== "past" && form !== "third" && !many) || words[clause.verb.head]!.tag !== "VERB") return [];
    const mark = words.findIndex((item) => item.text === ",");
    const verb = words[mark + 1];
    const lemma = verb?.tag === "VERB" ? grammar.lemma(verb, "verb") : undefined;
    if (mark < clause.verb.end || verb === undefined || lemma === undefined || DESCRIBING.has(lemma)) return [];
    // "This lets guests swim, saving time": it is the guests' swimming that saves it.
    if (/^(?:allow|enable|let|help|make|get)s?$/u.test(words[clause.verb.head]!.low)) return [];
    // What comes of something is done by all that was said, and not by its subject.
    if (RESULTS.has(verb.low) || grammar.verbForm(verb, []) !== "gerund" || !isSimple(words, 0, mark, grammar))
      return [];
    // "a warm, inviting room"
    if (words[mark + 2]?.tag === "CCONJ") return [];
    if (words[mark - 1]!.tag === "ADJ" && /^(?:NOUN|ADJ)$/u.test(words[mark + 2]?.tag ?? "")) return [];
    const joins = (item: Word, index: number) =>
      index > mark && item.tag === "CCONJ" && /ing$/u.test(words[index + 1]?.low ?? "");
    if (words.some(joins)) return [];
    if (words.slice(mark + 1).some((item) => item.text === "," || item.tag === "SCONJ")) return [];
    if (words.slice(0, mark).some((item) => item.tag === "CCONJ" || /^(?:that|[—–:;-])$/u.test(item.low))) return [];
    const finite = retext(spaced(verb), grammar.inflect(lemma, form));
    return [replaced(words, mark, mark + 2, [word("and", "CCONJ"), finite])];
  },
};

/** "…, which ended late" as a sentence of its own: "This project ended late". */
export const relativeSplit: Transformation = {
  kind: "split",
  strength: 0.6,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    return words.slice(0, end - 3).flatMap((pronoun, index) => {
      if (index < 4 || (pronoun.low !== "which" && pronoun.low !== "who")) return [];
      if (words[index - 1]!.text !== "," || pronoun.before + pronoun.after !== "") return [];
      if (verbGroupAt(words, index + 1, grammar)?.finite !== true) return [];
      const front = words.slice(0, index - 1);
      const noun = words[index - 2]!;
      const close = words.findIndex((item, place) => place > index && item.text === ",");
      if (close === -1) {
        // The noun right before it is meant only when the phrase it heads ends there.
        const phrase = phraseBefore(words, index - 1);
        if (phrase === undefined || phrase.head !== index - 2 || noun.tag !== "NOUN") return [];
        if (/^(?:of|and|or)$/u.test(words[phrase.start - 1]?.low ?? "")) return [];
        if (words[0]!.tag === "SCONJ" || !front.some((item) => item.tag === "VERB" || item.tag === "AUX")) return [];
        const plural = grammar.plural(noun);
        // "He lost, which was a pity": of one thing, or of all that is said.
        const group = verbGroupAt(words, index + 1, grammar)!;
        const agrees = /^(?:are|were|have|do)$/u.test(words[group.auxiliaries[0] ?? group.head]!.low);
        if (plural === undefined || (pronoun.low === "which" && !group.passive && !(plural && agrees))) return [];
        const subject = [word(plural ? "These" : "This", "DET"), word(noun.text, "NOUN")];
        return [[...front, stop(), ...subject, ...words.slice(index + 1)]];
      }
      const main = clauseAt([...front, ...words.slice(close + 1)], 0, grammar);
      if (main === undefined || main.subject.end !== index - 1 || main.subject.start !== 0) return [];
      const rest = words.slice(close + 1, end);
      if (rest.some((item) => item.text === "," || THIRD_PERSON.has(item.low))) return [];
      const reference = pronounFor(words, main.subject, grammar);
      if (reference === undefined) return [];
      // "The prizes for the boat, which was ...": it tells of the boat.
      const told = verbGroupAt(words, index + 1, grammar)!;
      const single =
        /^(?:is|was|has|does)$/u.test(words[told.auxiliaries[0] ?? told.head]!.low) || told.form === "third";
      if (single && reference === "they") return [];
      const subject = word(reference[0]!.toUpperCase() + reference.slice(1), "PRON");
      return [[...front, ...rest, stop(), subject, ...words.slice(index + 1, close), ...words.slice(end)]];
    });
  },
};

/** The noun phrase that ends at `end`. */
function phraseBefore(words: Words, end: number): NounPhrase | undefined {
  for (let start = Math.max(0, end - 6); start < end; start += 1) {
    const phrase = nounPhraseAt(words, start);
    if (phrase !== undefined && phrase.end === end) return phrase;
  }
  return undefined;
}
