import { wordSet } from "../word-set.js";
import { verbGroups } from "./chunks.js";
import { clauseBoundary } from "./clause-boundaries.js";
import { bodyEnd, clauseAt, isQuestion, isSimple, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { comma, spaced, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { BE, MODALS, THIRD_PERSON } from "./vocabulary.js";

/** "Although X, Y" and "While X, Y" as "X, but Y". */
export const concession: Transformation = {
  kind: "concession",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    const opener = words[0];
    if (opener === undefined || !/^(?:although|though|while)$/u.test(opener.low) || isQuestion(words)) return [];
    const mark = conceded(words, grammar);
    if (mark === undefined) return [];
    const end = bodyEnd(words);
    const main = words.slice(mark + 1, end);
    // "X, though Y": behind "but", what was only added would be what counts.
    const own = opener.sources[0];
    if (own !== undefined && own > (main[0]?.sources[0] ?? own)) return [];
    if (main.some((item) => /^(?:but|yet|nevertheless|however|;|:)$/u.test(item.low))) return [];
    // "X, but Y, and Z": what is conceded would be so for Y alone.
    if (main.some((item, index) => item.text === "," && startsClause(main, index + 2, grammar))) return [];
    if (opener.low === "while" && !isContrast(words, mark, grammar)) return [];
    return [[...words.slice(1, mark), comma(), word("but", "CCONJ", [opener]), ...words.slice(mark + 1)]];
  },
};

/** The comma between the two clauses of "Although X, Y". */
function conceded(words: Words, grammar: Grammar): number | undefined {
  if (clauseAt(words, 1, grammar) === undefined) return undefined;
  const mark = words.findIndex((item) => item.text === ",");
  if (mark < 4 || clauseAt(words, mark + 1, grammar) === undefined) return undefined;
  const sub = words.slice(1, mark);
  // "Although it was poor, the church ...": the pronoun would come before its noun with nothing to tell whose it is.
  const named = clauseAt(words, mark + 1, grammar)?.subject.pronoun === false;
  if (named && sub.some((item) => THIRD_PERSON.has(item.low))) return undefined;
  return sub.some((item) => /^(?:["“”(:;—–]|if|but|which)$/u.test(item.low)) ? undefined : mark;
}

/** Whether "while" tells of no time, but of what is true all the same. */
function isContrast(words: Words, mark: number, grammar: Grammar): boolean {
  const [one, other] = [clauseAt(words, 1, grammar), clauseAt(words, mark + 1, grammar)];
  if (one === undefined || other === undefined) return false;
  const opener = words[one.verb.auxiliaries[0] ?? one.verb.head]!;
  const progressive = one.verb.auxiliaries.length > 0 && one.verb.form === "gerund";
  const past = one.verb.auxiliaries.length === 0 && one.verb.form === "past";
  if (progressive || past || /^(?:was|were|had)$/u.test(opener.low)) return false;
  if (one.verb.negation !== undefined || other.verb.negation !== undefined) return true;
  if (/^(?:may|might|can|do|does)$/u.test(opener.low) && MODALS.has(opener.low) !== /^do/u.test(opener.low))
    return true;
  const lemma = grammar.lemma(words[one.verb.head]!, "verb") ?? "";
  if (BE.has(words[one.verb.head]!.low)) return /^(?:a|an|the)$/u.test(words[one.verb.end]?.low ?? "");
  return one.verb.auxiliaries.length === 0 && LASTING.has(lemma);
}

const LASTING = wordSet(
  "vary offer provide have include require need cost seem appear contain depend differ cover support focus remain",
);

/** "X, but Y" as "Although X, Y". */
export const subordination: Transformation = {
  kind: "concession",
  whole: true,
  strength: 0.6,
  apply(words, grammar) {
    const parts = coordinated(words, new Set(["but", "yet"]), grammar);
    if (parts === undefined) return [];
    const { front, place, back } = parts;
    if (/^(?:this|that|these|those|there|then|now|here)$/u.test(back[0]!.low)) return [];
    // "but it is hard to see": it may stand for nothing.
    if (back[0]!.low === "it" && BE.has(back[1]?.low ?? "")) return [];
    return [[word("although", "SCONJ", [words[place]!]), spaced(front[0]!), ...front.slice(1), comma(), ...back]];
  },
};

/** "X, so Y" as "Because X, Y". */
export const cause: Transformation = {
  kind: "cause",
  whole: true,
  strength: 0.6,
  apply(words, grammar) {
    const parts = coordinated(words, new Set(["so"]), grammar);
    if (parts === undefined) return [];
    const { front, place, back } = parts;
    if (back[0]!.low === "that" || /^(?:can|could|may|might)$/u.test(back[1]?.low ?? "")) return [];
    return [[word("because", "SCONJ", [words[place]!]), spaced(front[0]!), ...front.slice(1), comma(), ...back]];
  },
};

interface Coordinated {
  readonly front: Words;
  readonly place: number;
  readonly back: Words;
}

/** Two statements and the conjunction between them, of which the first may become a clause of the second. */
function coordinated(words: Words, conjunctions: ReadonlySet<string>, grammar: Grammar): Coordinated | undefined {
  if (isQuestion(words)) return undefined;
  const place = clauseBoundary(words, conjunctions, grammar);
  if (place === undefined || clauseAt(words, 0, grammar) === undefined) return undefined;
  const end = bodyEnd(words);
  const front = words.slice(0, place - 1);
  const back = words.slice(place + 1);
  const said = clauseAt(words, place + 1, grammar);
  if (said === undefined || front.length > 16 || !isSimple(words, 0, place - 1, grammar)) return undefined;
  if (front.some((item) => /^(?:,|there|i|only|just|["“”(]|this|that)$/u.test(item.low))) return undefined;
  if (/^(?:some|many|most|no|all|few)$/u.test(front[0]!.low)) return undefined;
  // A pronoun would reach forward to the subject that now comes behind it.
  if (front.some((item) => THIRD_PERSON.has(item.low)) && !said.subject.pronoun) return undefined;
  const rest = words.slice(place + 1, end);
  if (rest.some((item) => /^[,;:—–]$/u.test(item.text))) return undefined;
  if (rest.some((item) => /^(?:also|too|either|then|and)$/u.test(item.low))) return undefined;
  return verbGroups(words, place + 1, end, grammar).filter(({ finite }) => finite).length === 1
    ? { front, place, back }
    : undefined;
}
