import { nounPhraseAt, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isRequest } from "./main-clauses.js";
import type { Word, Words } from "./sentence-reading.js";
import { timePhraseEnd } from "./time-and-place.js";
import { WH } from "./vocabulary.js";

/** Where ", but" and its like join two clauses that both stand on their own. */
export function clauseBoundary(words: Words, conjunctions: ReadonlySet<string>, grammar: Grammar): number | undefined {
  const end = bodyEnd(words);
  let place: number | undefined;
  for (let index = 1; index < end; index += 1) {
    const item = words[index]!;
    if (item.low === ";" || item.low === ":" || /^[—–]$/u.test(item.text)) return undefined;
    if (words[index - 1]!.text !== "," || !conjunctions.has(item.low) || !opensClause(words, index + 1, item, grammar))
      continue;
    if (place !== undefined) return undefined;
    place = index;
  }
  if (place === undefined || !standsFirst(words, grammar)) return undefined;
  const front = words.slice(0, place - 1);
  // What follows "said that", or an "if" at the front, may belong to it still.
  const dependent = front.some((item, index) => {
    if (item.low === "that" || WH.has(item.low))
      return front[index - 1]?.tag !== "NOUN" && front[index - 1]?.text !== ",";
    // "It closes the vessels, the wind breaks the stalk, and ...": a row of clauses.
    const said = () => verbGroups(front, 0, index, grammar).some((group) => group.finite);
    if (item.text === "," && startsClause(front, index + 1, grammar) && said()) return true;
    // "My uncle says the wall was built, and the gate was painted": he may say both.
    if (item.tag === "VERB" && startsClause(front, index + 1, grammar)) return true;
    return item.low === "if" || (item.tag === "SCONJ" && index === 0);
  });
  // "..., the owner said" at the end is said of all of it.
  const attributed = words.some(
    (item, index) => index > place && item.text === "," && startsClause(words, index + 1, grammar),
  );
  return dependent || attributed ? undefined : place;
}

/** A subject and its verb, behind a phrase of time or place if need be; behind "so" a request too. */
function opensClause(words: Words, start: number, conjunction: Word, grammar: Grammar): boolean {
  if (startsClause(words, start, grammar)) return true;
  if (conjunction.low === "so" && isRequest(words, start, grammar)) return true;
  if (conjunction.low !== "and" && conjunction.low !== "but") return false;
  const first = words[start];
  const phrase =
    timePhraseEnd(words, start, grammar) ?? (first?.tag === "ADP" ? nounPhraseAt(words, start + 1)?.end : undefined);
  if (phrase === undefined) return false;
  return clauseAt(words, words[phrase]?.text === "," ? phrase + 1 : phrase, grammar) !== undefined;
}

/** Whether a clause begins the sentence, or comes after a first adverb or phrase. */
function standsFirst(words: Words, grammar: Grammar): boolean {
  if (clauseAt(words, 0, grammar) !== undefined) return true;
  if (words[0]?.tag === "SCONJ" || words[0]?.tag === "VERB") return false;
  const mark = words.findIndex((item) => item.text === ",");
  return mark > 0 && mark < 8 && clauseAt(words, mark + 1, grammar) !== undefined;
}
