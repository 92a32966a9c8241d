import { madeOnce } from "../../kernel/values/made-once.js";

const segmenter = madeOnce(() => new Intl.Segmenter("en", { granularity: "sentence" }));

/** After these a sentence always goes on. */
const TITLES = new Set(
  (
    "mr mrs ms dr prof sr sra st gen col capt lt sgt maj rev hon gov sen rep pres mme mlle hr fr messrs vs v e.g i.e eg ie " +
    "cf ca approx resp viz bzw z.b d.h u.a p.ej p pp vol vols ed eds fig figs nr art sec ch op mt ft"
  ).split(" "),
);
/** After these a sentence goes on unless the next word is one that begins sentences. */
const EITHER = new Set(
  (
    "etc inc ltd co corp bros jr sr a.m p.m u.s u.k u.s.a e.u ph.d b.c a.d b.c.e c.e al no dept univ est max min avg temp hrs " +
    "hr mins sec oz lb lbs tsp tbsp ft sq in jan feb mar apr jun jul aug sep sept oct nov dec ave blvd rd usw"
  ).split(" "),
);
const STARTERS = new Set(
  (
    "the a an this that these those it its they their there he she his her we our you your i if in on at as by for from " +
    "when while where although though because since after before during once until unless however but and or so yet also " +
    "then thus many most some several few all both each every another other others one two three what how why who which " +
    "with without to not no only even some such any modern today der die das er sie es wir ein eine im il elle le la les " +
    "un une el los las se"
  ).split(" "),
);
/** Of the titles those that also end sentences: "He lived in Bridge St. The house is gone." */
const MEASURES_AND_STREETS = new Set(["st", "ft"]);
/** A pointer to a part by its number and name is one sentence: "See Chapter 2. Finding the wax." */
const NUMBERED_PART =
  /^(?:please |also )?(?:see|read|refer to)\b.{0,60}\b(?:Chapter|Section|Part|Appendix|Table|Figure) (?:\d+\.)*\d+\.$/i;
/** The segmenter never ends a sentence at this character. */
const AFTER_ELLIPSIS = /(?<=\u2026\s)(?=\p{Lu})/u;
/** A bracket or quotation is taken to run over a full stop only when it closes before this many characters. */
const LONGEST_ASIDE = 500;
/** How many characters at the end of a sentence decide whether it goes on: an aside of that length and what is before it. */
const TAIL = 2 * LONGEST_ASIDE + 1;

/**
 * The sentences of one paragraph. Nothing but white space between them is lost: joined they are the paragraph again.
 * Full stops of abbreviations, initials and list numbers, in decimals and inside brackets do not end a sentence, and
 * closing quotes and brackets stay with theirs.
 */
export function splitSentences(paragraph: string): string[] {
  const sentences: string[] = [];
  let current: string[] = [];
  let tail = "";
  const segments = [...segmenter().segment(paragraph)].flatMap(({ segment }) => segment.split(AFTER_ELLIPSIS));
  for (const segment of segments) {
    if (tail !== "" && !goesOn(tail, segment)) {
      sentences.push(current.join("").trim());
      current = [];
      tail = "";
    }
    current.push(segment);
    tail = (tail + segment).slice(-TAIL);
  }
  sentences.push(current.join("").trim());
  return sentences.filter((sentence) => sentence !== "");
}

/** `before` is the last `TAIL` characters of the sentence so far. */
function goesOn(before: string, after: string): boolean {
  const start = before.trimEnd();
  // What is alone after a full stop, such as a closing quote or a bracketed note mark, belongs to it.
  if (!/[\p{L}\p{N}]/u.test(after)) return true;
  if (/^["'\u201c\u2018([]*\p{Ll}/u.test(after)) return true;
  if (opened(start) && after.length < LONGEST_ASIDE && start.length < 2 * LONGEST_ASIDE && closes(after)) return true;
  if (!start.endsWith(".")) return false;
  const last = start
    .slice(start.lastIndexOf(" ") + 1)
    .replace(/^["'\u201c\u2018([]+/, "")
    .slice(0, -1);
  if (start.length === last.length + 1 && /^(\d{1,3}|\p{L})$/u.test(last)) return true;
  const word = last.toLowerCase();
  const next = (/^["'\u201c\u2018([]*([\p{L}\p{N}'\u2019]+)/u.exec(after)?.[1] ?? "").toLowerCase();
  if (TITLES.has(word))
    return !(MEASURES_AND_STREETS.has(word) && STARTERS.has(next) && start.length > last.length + 1);
  if (last === "c") return !STARTERS.has(next);
  if (NUMBERED_PART.test(start)) return true;
  if (word === "no" || word === "in") return /^\d/.test(after);
  if (EITHER.has(word) || /^(\p{L}\.)+\p{L}$/u.test(last)) return !STARTERS.has(next);
  // An initial; yet "vitamin C. The ..." ends.
  return /^\p{Lu}$/u.test(last) && !STARTERS.has(next);
}

function opened(text: string): boolean {
  const tail = text.slice(-LONGEST_ASIDE);
  return (
    count(tail, "(") > count(tail, ")") || count(tail, "\u201c") > count(tail, "\u201d") || quotesOf(tail) % 2 === 1
  );
}

function closes(text: string): boolean {
  return (
    count(text, ")") > count(text, "(") || count(text, "\u201d") > count(text, "\u201c") || quotesOf(text) % 2 === 1
  );
}

/** Straight quotation marks; after a figure it is inches. */
function quotesOf(text: string): number {
  return count(text, '"') - (text.match(/\d"/g)?.length ?? 0);
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}
