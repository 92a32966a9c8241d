import { wordSet } from "../word-set.js";
import { verbGroups } from "./chunks.js";
import { clauseAt, hasSubordinate, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { startsMain } from "./main-clauses.js";
import type { Word, Words } from "./sentence-reading.js";
import { WH } from "./vocabulary.js";

/** "As the town grows, ...": a clause of what happens little by little, so that "as" is of time. */
export function isProgress(words: Words, index: number, grammar: Grammar): boolean {
  if (words[index]!.low !== "as") return false;
  // "as fast as the town grows", "the same as it grows"
  const compared = words.slice(0, index).some(({ low }) => /^(?:as|so|such|same|just|even|much)$/u.test(low));
  const clause = clauseAt(words, index + 1, grammar);
  if (compared || clause === undefined || clause.verb.negation !== undefined) return false;
  const { head, auxiliaries, form } = clause.verb;
  const simple = auxiliaries.length === 0 && /^(?:base|third|past)$/u.test(form);
  return simple && PROGRESS.has(grammar.lemma(words[head]!, "verb") ?? "");
}

/** Verbs of what goes on by degrees. */
const PROGRESS = wordSet(
  "grow evolve become mature increase progress change advance develop expand age approach rise shift scale learn head prepare spread improve decline gain adapt emerge strive navigate transition accumulate continue move get enter explore",
);

/** "If it rains, you can stay here and save the money to buy a boat": one statement or request, whose verbs are all on the one condition. */
export function isLoose(words: Words, start: number, end: number, lead: Word, grammar: Grammar): boolean {
  if (!LEADS.has(lead.low) || end - start > 18 || hasSubordinate(words, start, end, grammar)) return false;
  if (!startsMain(words, start, grammar)) return false;
  const main = words.slice(start, end);
  // "If you had bitter coffee, it may be due to the pot": what it stands for comes before it, and is no subject.
  if (/^(?:it|they|he|she|this|that|these|those)$/u.test(main[0]!.low)) return false;
  if (main.some(({ low, tag }) => tag === "SCONJ" || WH.has(low) || LEANING.has(low))) return false;
  if (main.some(({ tag }, index) => tag === "CCONJ" && startsClause(words, start + index + 1, grammar))) return false;
  const [, ...others] = verbGroups(words, start, end, grammar);
  return others.length < 3 && others.every((group) => hangs(words, group.start, group.finite));
}

const LEADS = wordSet("if when whenever once unless even as");

/** What shows that the sentence holds more than one statement, or leans on what comes before it. */
const LEANING = wordSet("that than as until while before after like so then too also only either instead because");

/** "and save", "to buy", "by saving": a verb that hangs on the first. */
function hangs(words: Words, start: number, finite: boolean): boolean {
  const before: Word | undefined = words[start - 1];
  if (before === undefined) return false;
  if (before.low === "to" && before.tag === "PART") return true;
  if (/^(?:and|or)$/u.test(before.low)) return true;
  return !finite && words[start]!.low.endsWith("ing");
}
