import { wordSet } from "../word-set.js";
import { nounPhraseAt, verbGroups } from "./chunks.js";
import type { Grammar } from "./grammar.js";
import type { Word, Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { POSSESSIVES, THIRD_PERSON } from "./vocabulary.js";

/** Members of a list that are of one kind in the other order: "hats, gloves and boots" becomes "boots, gloves and hats". */
export const membersOrder: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some((item) => /^(?:respectively|latter|former|first|then|finally)$/u.test(item.low))) return [];
    return words.flatMap((and, index) => {
      if (!/^(?:and|or)$/u.test(and.low) || and.before + and.after !== "") return [];
      const last = nounPhraseAt(words, index + 1);
      const before = membersBefore(words, index);
      if (last === undefined || last.pronoun || before === undefined) return [];
      // "clothing, creams and soap, and hats": a list within a list.
      if (words[last.end]?.text === "," && /^(?:and|or)$/u.test(words[last.end + 1]?.low ?? "")) return [];
      // "telephones, media and technology (TMT)": the letters have the order of the members.
      if (isShortForm(words, last.end)) return [];
      // "food, arms and armour, more time for maps": two that are one member of a longer list.
      if (words[last.end]?.text === "," && /^(?:NOUN|ADJ|DET|NUM)$/u.test(words[last.end + 1]?.tag ?? "")) return [];
      // Without a verb before it the list is the subject, or belongs to a first phrase that a comma ends.
      const start = before[0]![0];
      const isStated = verbGroups(words, 0, start, grammar).some(({ finite }) => finite);
      const verbFollows = /^(?:VERB|AUX)$/u.test(words[last.end]?.tag ?? "");
      if (!isStated && verbFollows !== (start === 0)) return [];
      // "a boat that costs a fortune, old ropes, and a lamp": the first is no member, but what the boat costs.
      if (isRelative(words, start)) return [];
      // "from a call to a quote, a task and a deal": one after the other.
      if (words[start - 1]?.low === "to" && words.slice(0, start).some(({ low }) => low === "from")) return [];
      const closed = closesList(words, last.end);
      const members = closed ? [...before, [index + 1, last.end] as const] : before;
      const moved = movable(words, members, grammar);
      if (moved.length < 2) return [];
      // "grow bags, health and safety products": two nouns that tell of the third.
      const beside = before.at(-1)!;
      if (
        words[index - 1]!.text !== "," &&
        beside[1] - beside[0] === 1 &&
        last.end - last.start > 1 &&
        words[index + 1]!.tag === "NOUN"
      )
        return [];
      const end = members.at(-1)![1];
      const made: Word[] = [];
      let from = before[0]![0];
      for (const [place, member] of moved.entries()) {
        const [start, stop] = moved[moved.length - 1 - place]!;
        made.push(...words.slice(from, member[0]), { ...words[start]!, space: words[member[0]]!.space });
        made.push(...words.slice(start + 1, stop));
        from = member[1];
      }
      return [replaced(words, before[0]![0], end, [...made, ...words.slice(from, end)])];
    });
  },
};

/** Whether a relative clause runs at the place, with its verb right before it. */
function isRelative(words: Words, start: number): boolean {
  if (words[start - 1]?.tag !== "VERB") return false;
  const opening = words.findLastIndex(({ low }, place) => place < start && /^(?:that|which|who)$/u.test(low));
  return (
    opening > 0 &&
    words[opening - 1]!.tag === "NOUN" &&
    words.slice(0, opening).some(({ text }) => /^[,—–:]$/u.test(text))
  );
}

function isShortForm(words: Words, at: number): boolean {
  const isOpened = words[at]?.text === "(" || words[at]?.before.endsWith("(") === true;
  const letters = words[at]?.text === "(" ? words[at + 1] : words[at];
  return isOpened && /^\p{Lu}{2,}s?$/u.test(letters?.text ?? "");
}

/** Whether nothing follows that could tell of the last member alone. */
function closesList(words: Words, end: number): boolean {
  const [next, following] = [words[end], words[end + 1]];
  if (next === undefined || /^[.!?;:]$/u.test(next.text)) return true;
  return next.text === "," && /^(?:SCONJ|CCONJ)$/u.test(following?.tag ?? "");
}

/** Start and end of each. */
type Members = readonly (readonly [number, number])[];

/** Start and end of each member before `and`, of which there are at least two; undefined when they are no plain list. */
function membersBefore(words: Words, and: number): Members | undefined {
  let end = words[and - 1]?.text === "," ? and - 1 : and;
  const members: [number, number][] = [];
  while (members.length < 7) {
    let start = end;
    while (start > 0 && words[start - 1]!.text !== "," && end - start < 6) start -= 1;
    if (words[start - 1]?.text === ",") {
      if (nounPhraseAt(words, start)?.end === end) {
        members.unshift([start, end]);
        end = start - 1;
        continue;
      }
      return undefined;
    }
    const own = firstMember(words, Math.max(0, end - 5), end);
    if (own === undefined || members.length === 0) return undefined;
    members.unshift([own, end]);
    return members;
  }
  return undefined;
}

/** Where the first member begins: behind a verb, a preposition or a colon. */
function firstMember(words: Words, from: number, end: number): number | undefined {
  for (let start = from; start < end; start += 1) {
    if (nounPhraseAt(words, start)?.end !== end) continue;
    const before = words[start - 1];
    if (before === undefined) return start;
    // "hidden pipes, cables and wires": of the first or of all.
    if (mayModify(words, start - 1)) return undefined;
    // "low output, heat": an adjective that is a verb elsewhere.
    if (before.tag === "VERB" && MAYBE_ADJECTIVE.test(before.low)) return undefined;
    const opens = /^(?:ADP|VERB|AUX)$/u.test(before.tag) || before.text === ":";
    return opens && !/^(?:between|from|per)$/u.test(before.low) && !before.text.includes("-") ? start : undefined;
  }
  return undefined;
}

const MAYBE_ADJECTIVE =
  /^(?:low|high|open|clean|dry|clear|cool|warm|slow|free|live|own|secure|better|smooth|light|thin|empty|narrow|quiet|calm|mature|separate|complete|perfect|present|moderate|alternate|elaborate|average|poor|sound|pet|spare|double|triple)$/u;

/** The members of the largest group of one kind; none where some are no plain nouns, or come one after the other in life. */
function movable(words: Words, members: Members, grammar: Grammar): Members {
  const parts = members.map(([start, end]) => words.slice(start, end));
  const all = parts.flat();
  // "gas boilers, boilers and oil boilers": one kind told apart from the others by what stands before it.
  if (new Set(parts.map((part) => part.at(-1)!.low)).size < parts.length) return [];
  if (all.some(({ before, after }) => before + after !== "")) return [];
  if (all.some(({ tag }) => /^(?:PROPN|NUM|PRON|PUNCT|SYM|X|PART|ADV)$/u.test(tag))) return [];
  if (all.some(({ low }) => THIRD_PERSON.has(low) || POSSESSIVES.has(low) || LEANING.has(low))) return [];
  if (parts.some((part) => grammar.category(part.at(-1)!) === "time" || STAGES.has(part.at(-1)!.low))) return [];
  const groups = Map.groupBy(members, ([start, end], index) => {
    const kind = kindOf(words, start, end);
    // "talks with local experts, short films, and tips": the first alone may belong to the noun before it.
    const attached =
      words[start - 1]?.tag === "ADP" && words[start - 1]!.low !== "of" && words[start - 2]?.tag === "NOUN";
    return index === 0 && attached && kind !== "plain" ? "" : kind;
  });
  groups.delete("");
  return [...groups.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** Members of one kind may change places: what tells of the first may tell of all, wherever they stand. */
function kindOf(words: Words, start: number, end: number): string {
  const { tag, low } = words[start]!;
  if (tag === "DET") return "determined";
  // "building strength, power and speed": by the tagger a noun.
  if (tag === "VERB" || (end - start > 1 && low.endsWith("ing"))) return "";
  // "healthier teeth, gums and bones": of all.
  if (end - start > 1 && tag === "ADJ" && /(?:er|est)$/u.test(low)) return "";
  if (end - start > 1) return tag;
  return "plain";
}

/** Whether the word could be a participle of what comes next: "hidden pipes". */
export function mayModify(words: Words, index: number): boolean {
  const item = words[index];
  if (item?.tag !== "VERB") return false;
  const before = words[index - 1]?.tag ?? "";
  if (item.low.endsWith("ing") && item.low !== "including")
    return !/^(?:NOUN|PROPN|PRON|AUX|PART|SCONJ|ADP)$/u.test(before);
  // "has enclosed porches" can be read both ways.
  const has = /^(?:has|have|had)$/u.test(words[index - 1]?.low ?? "");
  return /(?:ed|en|made)$/u.test(item.low) && (has || !/^(?:NOUN|PROPN|PRON|AUX|PART)$/u.test(before));
}

/** Words that look back at another member. */
export const LEANING = wordSet(
  "other others such same different further more additional related similar many several few all first second next last final resulting new own that those this these another each every most some any no certain various",
);

/** Steps and times that follow one another. */
export const STAGES = wordSet(
  "breakfast lunch dinner spring summer autumn winter morning afternoon evening birth death start middle end beginning past present future planning design development testing deployment maintenance childhood adolescence adulthood awareness consideration conversion small medium large low moderate high good better best",
);

/** Nats by which one order of two words is more usual than the other before it counts as the only one. */
const USUAL = 6;

/** Whether "supply and demand" is far more usual than "demand and supply". */
export function isSaidInOrder(one: string, other: string, { english }: Grammar): boolean {
  return english.fluency([one, "and", other]) - english.fluency([other, "and", one]) > USUAL;
}
