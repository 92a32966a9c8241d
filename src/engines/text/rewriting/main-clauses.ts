import { nounPhraseAt, verbGroups } from "./chunks.js";
import { clauseAt, hasSubordinate, isSimple } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import type { Words } from "./sentence-reading.js";
import { WH } from "./vocabulary.js";

/** A statement or a request begins here. */
export function startsMain(words: Words, start: number, grammar: Grammar): boolean {
  return clauseAt(words, start, grammar) !== undefined || isRequest(words, start, grammar);
}

/** A verb in its base form with its object or a particle behind it: "replace the bulb". */
export function isRequest(words: Words, start: number, grammar: Grammar): boolean {
  let index = start;
  if (words[index]?.low === "do" && /^(?:not|n't)$/u.test(words[index + 1]?.low ?? "")) index += 2;
  else if (words[index]?.low === "always" || words[index]?.low === "never") index += 1;
  const verb = words[index];
  if (verb === undefined || verb.tag !== "VERB" || grammar.lemma(verb, "verb") !== verb.low) return false;
  const next = words[index + 1];
  return next !== undefined && ["DET", "PRON", "NOUN", "ADJ", "NUM", "ADP", "ADV", "PROPN"].includes(next.tag);
}

export function isOneMain(words: Words, start: number, end: number, grammar: Grammar): boolean {
  if (hasSubordinate(words, start, end, grammar)) return false;
  if (isSimple(words, start, end, grammar)) return true;
  return (
    isRequest(words, start, grammar) &&
    verbGroups(words, start, end, grammar).length <= 2 &&
    !words
      .slice(start, end)
      .some((item) => item.tag === "SCONJ" || WH.has(item.low) || (item.low === "to" && item.tag === "PART"))
  );
}

/** No marks inside that a move would leave dangling, but those of a list of nouns. */
export function standsAlone(part: Words): boolean {
  return (
    !part.some((item, index) => isMark(item) && !(item.text === "," && isOfList(part, index))) &&
    !part.some((item) => item.low === "but" || item.low === "so")
  );
}

const isMark = (item: Words[number]) => item.tag === "PUNCT" && /[,;:—–.]$|^-+$/u.test(item.text);

/** Whether the comma is one between nouns of which the last comes behind "and" or "or". */
function isOfList(part: Words, comma: number): boolean {
  if (!/^(?:NOUN|PROPN)$/u.test(part[comma - 1]?.tag ?? "")) return false;
  let members = 0;
  let index = comma;
  while (part[index]?.text === "," && !JOINS.test(part[index + 1]?.low ?? "")) {
    const member = nounPhraseAt(part, index + 1);
    if (member === undefined || member.pronoun) return false;
    members += 1;
    index = member.end;
  }
  const isLast = members === 0;
  if (part[index]?.text === ",") index += 1;
  if (!JOINS.test(part[index]?.low ?? "")) return false;
  const last = nounPhraseAt(part, index + 1);
  if (last === undefined || last.pronoun) return false;
  // The comma before "and": it is one of a list where another comes before it.
  return !isLast || part.slice(0, comma).some((item, place) => item.text === "," && isOfList(part, place));
}

const JOINS = /^(?:and|or)$/u;
