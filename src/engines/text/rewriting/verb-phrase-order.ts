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

/** Start and end of each verb with its object, joined by commas and "and" or "or", the last of which ends the sentence or clause. */
function membersFrom(words: Words, start: number, end: number, grammar: Grammar): Members | undefined {
  const shape = shapeAt(words, start, grammar);
  if (shape === undefined) return undefined;
  const members: [number, number][] = [];
  let from = start;
  let joined = false;
  let index = start + 1;
  for (; index < end; index += 1) {
    const item = words[index]!;
    if (THIRD_PERSON.has(item.low) || WH.has(item.low) || item.tag === "SCONJ" || item.low === "that") return undefined;
    if (item.before + item.after !== "" || /^[("“;:—–]$/u.test(item.text)) return undefined;
    const isJoin = item.low === "and" || item.low === "or";
    if (!isJoin && item.text !== ",") continue;
    const conjunction =
      item.text === "," && /^(?:and|or)$/u.test(words[index + 1]?.low ?? "") ? index + 1 : isJoin ? index : undefined;
    const next = (conjunction ?? index) + 1;
    if (!isMember(words[next], shape, grammar)) {
      // A noun joined to a noun, and the member goes on.
      if (isJoin && item.low === "and" && /^(?:NOUN|ADJ)$/u.test(words[next]?.tag ?? "") && joined) return undefined;
      if (item.text === ",") return undefined;
      continue;
    }
    // "can bake a cake and eat it": together, one follows from the other.
    if (shape === "base" && words[conjunction ?? index]!.low === "and") return undefined;
    members.push([from, index]);
    from = next;
    joined = conjunction !== undefined;
    index = next;
    if (joined) break;
  }
  if (!joined) return undefined;
  const close = words.findIndex(
    ({ tag, text }, place) => place > from && place <= end && (place === end || (tag === "PUNCT" && text !== "-")),
  );
  if (close !== end) return undefined;
  members.push([from, end]);
  const last = words.slice(from, end);
  if (
    last.some(
      ({ low, tag, before, after }) =>
        THIRD_PERSON.has(low) ||
        WH.has(low) ||
        /^(?:SCONJ|CCONJ)$/u.test(tag) ||
        low === "that" ||
        before + after !== "",
    )
  )
    return undefined;
  // What comes behind the object of the last may belong to all of them.
  if (last.some(({ tag, low }) => (tag === "ADP" && low !== "of") || low === "to" || tag === "ADV")) return undefined;
  if (members.some(([one, other]) => other - one < 2 || other - one > 8)) return undefined;
  if (
    members
      .slice(0, -1)
      .some(([one, other]) =>
        words.slice(one, other).some(({ low, tag }) => low === "to" || (tag === "ADP" && low !== "of")),
      )
  )
    return undefined;
  if (members.some(([one, other]) => verbGroups(words, one, other, grammar).length !== 1)) return undefined;
  return members;
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
