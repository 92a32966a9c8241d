import { onceForEach } from "../remembering.js";
import { wordSet } from "../word-set.js";
import { nounPhraseAt } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isRequest } from "./main-clauses.js";
import { type Words, word } from "./sentence-reading.js";
import { timePhraseEnd } from "./time-and-place.js";
import type { Transformation } from "./transformation.js";
import { THIRD_PERSON } from "./vocabulary.js";

/** What the transformation makes of the sentence, and of each clause in it that could be a sentence. */
export function transformed(words: Words, transformation: Transformation, grammar: Grammar): readonly Words[] {
  const made = [...transformation.apply(words, grammar)];
  if (transformation.whole !== true || isQuestion(words)) return made;
  for (const [start, end] of segmentsOf(grammar)(words)) {
    const last = end >= bodyEnd(words);
    // What follows these marks tells more of the words right before them.
    // "reads it, improves it, and to save time, ...": a bare verb of a list is no request.
    if (start > 0 && isRequest(words, start, grammar) && !isRequest(words, 0, grammar)) continue;
    if (start > 0 && /^\p{Lu}/u.test(words[start]!.text) && words[start]!.low !== "i") continue;
    if (!last && /^[;:]$/u.test(words[end]!.text) && transformation.kind !== "split") continue;
    const segment = words.slice(start, end);
    const closing = last ? words.slice(bodyEnd(words)) : [STOP];
    // A pronoun further on may lean on the order of what came before.
    if (
      !last &&
      words.slice(end).some((item) => THIRD_PERSON.has(item.low)) &&
      /clause|comparison|connective/u.test(transformation.kind)
    )
      continue;
    for (const change of transformation.apply([...segment, ...closing], grammar)) {
      const body = last ? change : change.slice(0, -1);
      if (
        !last &&
        (change.at(-1) !== STOP || body.includes(STOP) || body.some((item) => item.text === "." || item.text === ";"))
      )
        continue;
      if (!last && transformation.kind === "connective") continue;
      const behind = words[start - 1];
      const opener = body[0];
      if (opener === undefined) continue;
      made.push([
        ...words.slice(0, start),
        { ...opener, space: start === 0 || behind?.text !== "(" },
        ...body.slice(1),
        ...(last ? [] : words.slice(end)),
      ]);
    }
  }
  return made;
}

const STOP = word(".", "PUNCT", [], false);

const JOINING = new Set(["and", "but", "so", "yet"]);
const LEADING = wordSet(
  "but and so yet then finally now next also first second third therefore however instead okay honestly",
);

/** Stretches of a sentence that could be sentences of their own, without the sentence itself. */
function segments(words: Words, grammar: Grammar): readonly (readonly [number, number])[] {
  const end = bodyEnd(words);
  const found: [number, number][] = [];
  let start = 0;
  const opener = words[0];
  if (opener !== undefined && LEADING.has(opener.low) && opener.before + opener.after === "")
    start = words[1]?.text === "," ? 2 : opener.tag === "CCONJ" ? 1 : 0;
  const dependent = words[start]?.tag === "SCONJ" || words[start]?.low === "when";
  const cuts: (readonly [number, number])[] = [];
  for (let index = start + 3; index < end && !dependent; index += 1) {
    const item = words[index]!;
    if (item.text === ";" || item.text === ":") cuts.push([index, index + 1]);
    else if (item.text === "," && JOINING.has(words[index + 1]?.low ?? "") && opens(words, index + 2, grammar))
      cuts.push([index, index + 2]);
  }
  let from = start;
  for (const [cut, next] of cuts) {
    found.push([from, cut]);
    from = next;
  }
  if (from > 0) found.push([from, end]);
  return found.filter(
    ([one, other]) =>
      other - one >= 4 && (opens(words, one, grammar) || words[one]!.tag === "SCONJ" || words[one]!.low === "when"),
  );
}

// The same for every transformation that asks.
const segmentsOf = onceForEach((grammar: Grammar) => onceForEach((words: Words) => segments(words, grammar)));

/** A statement, a request, or one of them behind a phrase or an adverb. */
function opens(words: Words, start: number, grammar: Grammar): boolean {
  if (startsClause(words, start, grammar) || isRequest(words, start, grammar)) return true;
  if (words[start]?.tag === "SCONJ" || /^(?:when|if|as|after|before|while|since)$/u.test(words[start]?.low ?? ""))
    return startsClause(words, start + 1, grammar);
  const time =
    timePhraseEnd(words, start, grammar) ??
    (words[start]?.tag === "ADV"
      ? start + 1
      : words[start]?.tag === "ADP"
        ? nounPhraseAt(words, start + 1)?.end
        : undefined);
  if (time === undefined) return false;
  return clauseAt(words, words[time]?.text === "," ? time + 1 : time, grammar) !== undefined;
}
