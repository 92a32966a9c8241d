import { verbGroups } from "./chunks.js";
import { bodyEnd } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { THIRD_PERSON, WH } from "./vocabulary.js";

/** "for washing cars or painting walls" becomes "for painting walls or washing cars"; "can wash cars or paint walls" likewise. */
export const verbPhraseOrder: Transformation = {
  kind: "pair order",
  strength: 0.45,
  apply(words, grammar) {
    if (words.some(({ low }) => IN_ORDER.test(low))) return [];
    const end = bodyEnd(words);
    const made: Words[] = [];
    for (let start = 1; start < end; start += 1) {
      const members = membersFrom(words, start, end, grammar);
      if (members === undefined) continue;
      const turned = [...members].reverse();
      const out: Word[] = [...words.slice(0, start)];
      for (const [place, [from, to]] of members.entries()) {
        const next = members[place + 1];
        const [first, stop] = turned[place]!;
        out.push({ ...words[first]!, space: words[from]!.space }, ...words.slice(first + 1, stop));
        if (next !== undefined)
          out.push(...words.slice(to, next[0]).map((item) => (item.text === "," ? item : spaced(item))));
      }
      made.push([...out, ...words.slice(members.at(-1)![1])]);
    }
    return made;
  },
};

/** Words that say that one thing is done after another. */
const IN_ORDER =
  /^(?:then|first|finally|next|respectively|afterwards?|former|latter|before|after|until|once|both|either|neither)$/u;

type Members = readonly (readonly [start: number, end: number])[];

/** Start and end of each verb with its object, joined by commas and "and" or "or", the last of which ends the sentence. */
function membersFrom(words: Words, start: number, end: number, grammar: Grammar): Members | undefined {
  const shape = shapeAt(words, start, grammar);
  if (shape === undefined || words.slice(start, end).some(leans)) return undefined;
  const members: [number, number][] = [];
  let from = start;
  for (let index = start + 1; index < end; index += 1) {
    const { low, text } = words[index]!;
    if (!JOINS.test(low) && text !== ",") continue;
    const conjunction = text === "," && JOINS.test(words[index + 1]?.low ?? "") ? index + 1 : index;
    const isLast = JOINS.test(words[conjunction]!.low);
    if (!isMember(words[conjunction + 1], shape, grammar)) {
      // A noun is joined to a noun, and the member goes on.
      if (text === ",") return undefined;
      continue;
    }
    // "can bake a cake and eat it": together, one follows from the other.
    if (shape === "base" && words[conjunction]!.low === "and") return undefined;
    members.push([from, index]);
    from = conjunction + 1;
    index = from;
    if (isLast) return closed(words, [...members, [from, end]], grammar);
  }
  return undefined;
}

const JOINS = /^(?:and|or)$/u;

/** Whether the word looks elsewhere, or opens or closes what cannot be moved. */
const leans = ({ low, tag, text, before, after }: Word) =>
  THIRD_PERSON.has(low) ||
  WH.has(low) ||
  tag === "SCONJ" ||
  low === "that" ||
  before + after !== "" ||
  /^[("“;:—–]$/u.test(text);

/** The members, if each is one verb with an object and nothing behind it that may belong to all of them. */
function closed(words: Words, members: Members, grammar: Grammar): Members | undefined {
  const isPlain = ([from, to]: readonly [number, number]) =>
    to - from > 1 &&
    to - from < 9 &&
    verbGroups(words, from, to, grammar).length === 1 &&
    !words.slice(from, to).some(({ tag, low }) => (tag === "ADP" && low !== "of") || low === "to");
  const last = words.slice(...members.at(-1)!);
  const goesOn = last.some(({ tag, text }) => /^(?:ADV|CCONJ)$/u.test(tag) || (tag === "PUNCT" && text !== "-"));
  return members.every(isPlain) && !goesOn ? members : undefined;
}

/** The form that the members have: gerunds behind a preposition, or bare verbs behind "can" and the like. */
function shapeAt(words: Words, start: number, grammar: Grammar): "gerund" | "base" | undefined {
  const before = words[start - 1]!;
  if (isMember(words[start], "gerund", grammar))
    return /^(?:for|of|as|like|in|with|about|includes?|including|involves?|means?)$/u.test(before.low)
      ? "gerund"
      : undefined;
  const modal = /^(?:can|could|may|might|cannot|not|n't|to)$/u.test(before.low);
  return modal && isMember(words[start], "base", grammar) ? "base" : undefined;
}

function isMember(item: Word | undefined, shape: "gerund" | "base", grammar: Grammar): boolean {
  if (item === undefined || item.tag !== "VERB") return false;
  const lemma = grammar.lemma(item, "verb");
  if (lemma === undefined) return false;
  return shape === "gerund" ? item.low.endsWith("ing") && lemma !== item.low : lemma === item.low;
}
