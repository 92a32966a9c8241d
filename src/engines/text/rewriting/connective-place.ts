import { wordSet } from "../word-set.js";
import { nounPhraseAt, verbGroups } from "./chunks.js";
import { bodyEnd, type Clause, clauseAt, isQuestion, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { comma, spaced, type Words } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { BE, MODALS, WH } from "./vocabulary.js";

/** What joins a sentence to the one before it, and stands between commas inside it as well as before it. */
const CONNECTIVES = (
  "however|therefore|nevertheless|consequently|meanwhile|conversely|ironically|incidentally|for example|for instance|in fact|of course|in turn|" +
  "in contrast|by contrast|on the other hand|as a result|in this case|in that case|in these cases|in such cases|" +
  "in many cases|in most cases|in some cases|in this context|in theory|in our experience|in my experience|" +
  "in our opinion|in my opinion|in our view|in my view|for this reason|for these reasons|for that reason|by definition"
)
  .split("|")
  .map((phrase) => phrase.split(" "));

/** The last word of what may part a conjunction from its clause. */
const PARTING = /^(?:however|example|instance|contrast|hand)$/u;

/** What a writer thinks of what he says; inside the sentence it stands at the verb, without commas. */
const ATTITUDES = wordSet(
  "unfortunately fortunately sadly thankfully luckily indeed presumably apparently perhaps ideally",
);

/** "For example, the lock has two gates" becomes "The lock, for example, has two gates"; "Unfortunately, ..." likewise. */
export const connectiveInside: Transformation = {
  kind: "adverb order",
  whole: true,
  strength: 0.5,
  apply(words, grammar) {
    if (isQuestion(words) || hasSecondMain(words, grammar)) return [];
    const attitude = ATTITUDES.has(words[0]?.low ?? "");
    const mark = attitude ? 1 : connectiveEnd(words, 0);
    if (mark === undefined || words[mark]?.text !== ",") return [];
    const start = mark + 1;
    const opener = words.slice(0, mark);
    const conjunction = words[start];
    // "For example, if it rains, ..." as "If, for example, it rains, ..."
    if (!attitude && /^(?:if|when|once)$/u.test(conjunction?.low ?? "")) {
      // "When you do, ...", "When it comes to prices, ..."
      const end = words.findIndex(({ text }, index) => text === "," && index > start);
      if (end - start < 4 || (words[start + 1]!.low === "it" && words[start + 2]!.low === "comes")) return [];
      if (clauseAt(words, start + 1, grammar) === undefined || !PARTING.test(words[start - 2]!.low)) return [];
      const [first, ...others] = opener;
      return [[conjunction!, comma(), spaced(first!), ...others, comma(), ...words.slice(start + 1)]];
    }
    const clause = clauseAt(words, start, grammar);
    if (clause === undefined) return attitude ? [] : behindPhrase(words, start, opener, grammar);
    if (!isSure(words, clause, grammar)) return [];
    // "Guests, for instance, may ...": as if the guests were the example.
    const isBare =
      (clause.subject.end - clause.subject.start === 1 && !clause.subject.pronoun) ||
      /^an?$/u.test(words[clause.subject.start]!.low);
    if (isBare && /^(?:example|instance)$/u.test(words[mark - 1]!.low)) return [];
    const place = attitude ? besideVerb(words, clause) : behindSubject(words, clause);
    if (place === undefined) return [];
    const [first, ...others] = opener;
    const moved = attitude ? [spaced(first!)] : [comma(), spaced(first!), ...others, comma()];
    return [[...words.slice(start, place), ...moved, ...words.slice(place)]];
  },
};

/** "The lock, for example, has two gates" becomes "For example, the lock has two gates". */
export const connectiveFirst: Transformation = {
  kind: "adverb order",
  whole: true,
  strength: 0.5,
  apply(words, grammar) {
    if (isQuestion(words) || hasSecondMain(words, grammar)) return [];
    const mark = words.findIndex(({ text }) => text === ",");
    const end = mark < 1 || mark > 9 ? undefined : connectiveEnd(words, mark + 1);
    if (end === undefined || words[end]?.text !== ",") return [];
    const rest = [...words.slice(0, mark), ...words.slice(end + 1)];
    const clause = clauseAt(rest, 0, grammar);
    if (clause === undefined || (mark !== clause.subject.end && mark !== clause.verb.start + 1)) return [];
    if (words.slice(0, mark).some(({ low, text }) => WH.has(low) || /^["“(]$/u.test(text))) return [];
    return [[...words.slice(mark + 1, end), comma(), spaced(rest[0]!), ...rest.slice(1)]];
  },
};

/** Where the connective that begins at `start` ends. */
function connectiveEnd(words: Words, start: number): number | undefined {
  const found = CONNECTIVES.find((phrase) => phrase.every((part, offset) => words[start + offset]?.low === part));
  return found === undefined ? undefined : start + found.length;
}

/** ", and the gate ...": what is said before both would be said of the first alone. */
const hasSecondMain = (words: Words, grammar: Grammar) =>
  words.some(
    ({ tag, text }, index) => (tag === "CCONJ" || /^[;.—]$/u.test(text)) && startsClause(words, index + 1, grammar),
  );

/** "However, in some towns, there is ..." becomes "In some towns, however, there is ...": behind a phrase that has its comma. */
function behindPhrase(words: Words, start: number, opener: Words, grammar: Grammar): readonly Words[] {
  if (words[start]?.tag !== "ADP") return [];
  const mark = nounPhraseAt(words, start + 1)?.end;
  if (mark === undefined || words[mark]?.text !== "," || mark + 4 > bodyEnd(words)) return [];
  if (clauseAt(words, mark + 1, grammar) === undefined) return [];
  const [first, ...others] = opener;
  return [[...words.slice(start, mark), comma(), spaced(first!), ...others, ...words.slice(mark)]];
}

/** Whether the subject ends where it seems to: its verb agrees with it, and nothing in it could be a verb itself. */
function isSure(words: Words, { subject, verb, end }: Clause, grammar: Grammar): boolean {
  const inside = words.slice(subject.start, subject.end);
  if (inside.length > 6 || inside.some(({ low, text }) => WH.has(low) || low === "that" || /^[,("“]$/u.test(text)))
    return false;
  if (inside[0]?.tag === "VERB") return false;
  if (subject.pronoun || verb.auxiliaries.length > 0 || words[verb.head]!.tag === "AUX") return true;
  if (words[verb.head]!.tag !== "VERB") return false;
  const plural = subject.several || grammar.plural(words[subject.head]!);
  if (verb.form === "third") return plural === false;
  if (verb.form === "base") return plural === true;
  // "A house shared by two", "an office shared workers use": a participle.
  const another = verbGroups(words, verb.end, end, grammar).some(({ finite }) => finite);
  return verb.form === "past" && !another && /^(?:DET|ADV|PART|PRON)$/u.test(words[verb.end]?.tag ?? "");
}

/** Behind a noun that is the subject, or behind a pronoun and the first word of its verb. */
function behindSubject(words: Words, { subject, verb }: Clause): number | undefined {
  if (!subject.pronoun) return subject.end;
  if (verb.start !== subject.end || verb.negation !== undefined) return undefined;
  const opener = words[verb.start]!;
  const carries = verb.auxiliaries[0] === verb.start || (verb.head === verb.start && BE.has(opener.low));
  // "It can, however, only ...": too much between the verb and its parts.
  if (/^(?:only|just|even|also)$/u.test(words[verb.start + 1]?.low ?? "")) return undefined;
  // "It's, however, ..." and "It is, however" with nothing behind it.
  if (!carries || !/^\p{L}/u.test(opener.text) || bodyEnd(words) - verb.start < 4) return undefined;
  return verb.start + 1;
}

/** What stands behind an auxiliary alone. */
const CARRIED = /^(?:indeed|ideally)$/u;

/** Behind the first auxiliary or be, or before the verb; before what is denied. */
function besideVerb(words: Words, { subject, verb }: Clause): number | undefined {
  if (verb.start !== subject.end || words.slice(verb.start, verb.head).some(({ tag }) => tag === "ADV"))
    return undefined;
  const opener = words[verb.auxiliaries[0] ?? verb.head]!;
  if (!/^\p{L}/u.test(opener.text)) return undefined;
  const carried = verb.auxiliaries.length > 0 || BE.has(opener.low) || MODALS.has(opener.low);
  if (verb.negation !== undefined) return subject.pronoun || CARRIED.test(words[0]!.low) ? undefined : verb.start;
  return carried ? verb.start + 1 : CARRIED.test(words[0]!.low) ? undefined : verb.start;
}
