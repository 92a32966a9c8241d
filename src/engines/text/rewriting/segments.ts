import { onceForEach } from "../remembering.js";
import { wordSet } from "../word-set.js";
import { nounPhraseAt, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isRequest } from "./main-clauses.js";
import { asWithin, retext, type Words, word } from "./sentence-reading.js";
import { timePhraseEnd } from "./time-and-place.js";
import type { Transformation } from "./transformation.js";
import { THIRD_PERSON } from "./vocabulary.js";

/** What the transformation makes of the sentence, and of each clause in it that could be a sentence. */
export function transformed(words: Words, transformation: Transformation, grammar: Grammar): readonly Words[] {
  const made = [...transformation.apply(words, grammar)];
  if (transformation.whole !== true || isQuestion(words)) return made;
  for (const [start, end, labelled] of segmentsOf(grammar)(words)) {
    const last = end >= bodyEnd(words);
    // What follows these marks tells more of the words right before them.
    // "reads it, improves it, and to save time, ...": a bare verb of a list is no request.
    if (start > 0 && !labelled && isRequest(words, start, grammar) && !isRequest(words, 0, grammar)) continue;
    // "Navigate, keep it, and use the map to ...": what stands at the end may be for all of them.
    if (words[start - 1]?.low === "and" && isRequest(words, start, grammar) && hasComma(words, start - 2)) continue;
    const opening = labelled ? asWithin(words, start, grammar.english) : words[start]!;
    if (opening === undefined) continue;
    if (start > 0 && /^\p{Lu}/u.test(opening.text) && opening.low !== "i") continue;
    if (!last && /^[;:]$/u.test(words[end]!.text) && transformation.kind !== "split") continue;
    const segment = [opening, ...words.slice(start + 1, end)];
    const closing = last ? words.slice(bodyEnd(words)) : [STOP];
    // "Without a guide, they wait, and nobody comes": said of both.
    if (!last && transformation.kind === "phrase order" && /^(?:with|without|due|because|despite)$/u.test(opening.low))
      continue;
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
      const head = body[0];
      if (head === undefined || opensTwice(words, start, body, transformation)) continue;
      const opener = labelled ? retext(head, head.text[0]!.toUpperCase() + head.text.slice(1)) : head;
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

const hasComma = (words: Words, end: number) => words.slice(0, end).some(({ text }) => text === ",");

/** "However, each year, you may ...": two phrases before the subject, each with its comma. */
function opensTwice(words: Words, start: number, body: Words, { kind }: Transformation): boolean {
  if (start < 2 || words[start - 1]!.text !== "," || kind === "clause order") return false;
  const mark = body.findIndex((item) => item.text === ",");
  return mark !== -1 && mark < 8 && body[0]!.low !== words[start]!.low;
}

const STOP = word(".", "PUNCT", [], false);

const JOINING = new Set(["and", "but", "so", "yet"]);
const LEADING = wordSet(
  "but and so yet then finally now next also first second third therefore however instead okay honestly plus fortunately unfortunately luckily thankfully additionally furthermore moreover similarly likewise importantly specifically interestingly overall ultimately meanwhile consequently otherwise secondly thirdly firstly lastly",
);

/** Where a stretch of a sentence begins and ends, and whether it is a sentence with a capital behind a label: "Tip: The lock ...". */
type Segment = readonly [start: number, end: number, labelled: boolean];

/** Stretches of a sentence that could be sentences of their own, without the sentence itself. */
function segments(words: Words, grammar: Grammar): readonly Segment[] {
  const end = bodyEnd(words);
  const label = labelEnd(words);
  if (label !== undefined) {
    const opening = asWithin(words, label, grammar.english);
    if (opening === undefined || end - label < 4) return [];
    return opens([opening, ...words.slice(label + 1)], 0, grammar) || /^(?:SCONJ|ADP)$/u.test(opening.tag)
      ? [[label, end, true]]
      : [];
  }
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
    else if (
      item.text === "," &&
      JOINING.has(words[index + 1]?.low ?? "") &&
      opens(words, index + 2, grammar) &&
      // "Pens, paper, and ink are ...": the end of a list, where nothing has been said yet.
      verbGroups(words, start, index, grammar).length > 0
    )
      cuts.push([index, index + 2]);
  }
  let from = start;
  for (const [cut, next] of cuts) {
    found.push([from, cut]);
    from = next;
  }
  if (from > 0) found.push([from, end]);
  return found
    .filter(
      ([one, other]) =>
        other - one >= 4 &&
        (opens(words, one, grammar) || /^(?:SCONJ|ADP)$/u.test(words[one]!.tag) || words[one]!.low === "when"),
    )
    .map(([one, other]): Segment => [one, other, false]);
}

/** Where the sentence behind a label of a few words begins: "Pro tip: ", "Travel costs - ". */
function labelEnd(words: Words): number | undefined {
  const mark = words.findIndex(({ text }) => /^[:–—-]$/u.test(text));
  const next = words[mark + 1];
  if (mark < 1 || mark > 8 || next === undefined || !next.space || !/^\p{Lu}\p{Ll}/u.test(next.text)) return undefined;
  if (words[mark]!.text !== ":" && !words[mark]!.space) return undefined;
  return words.slice(0, mark).some(({ tag, text }) => tag === "AUX" || /^[,("“]$/u.test(text)) ? undefined : mark + 1;
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
