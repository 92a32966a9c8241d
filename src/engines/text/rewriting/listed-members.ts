import { wordSet } from "../word-set.js";
import { nounPhraseAt } from "./chunks.js";
import { bodyEnd } from "./clauses.js";
import { goesWith } from "./collocations.js";
import { isFixed } from "./fixed-pairs.js";
import type { Grammar } from "./grammar.js";
import { isSaidInOrder, LEANING, STAGES } from "./list-order.js";
import { TAKING } from "./noun-pairs.js";
import { TOGETHER } from "./pair-edges.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { MONTHS, POSSESSIVES, THIRD_PERSON, WEEKDAYS } from "./vocabulary.js";

/** Names, adjectives or nouns of a list behind its first member in the other order: "in Peru, Chile, and Spain" becomes "in Peru, Spain, and Chile". */
export const listedMembers: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some(({ low }) => IN_ORDER.test(low))) return [];
    return words.flatMap((and, index) => {
      if (!/^(?:and|or)$/u.test(and.low) || and.before + and.after !== "") return [];
      for (const shape of SHAPES) {
        const members = membersAt(words, index, shape, grammar);
        if (members === undefined || !areEqual(words, members, grammar)) continue;
        return [turned(words, members)];
      }
      return [];
    });
  },
};

const IN_ORDER =
  /^(?:respectively|latter|former|first|then|finally|lastly|once|eventually|order|ranked|successively)$/u;

type Member = readonly [start: number, end: number];

/** What the members of a list are, and where one that begins at `start` ends. */
interface Shape {
  readonly name: "names" | "adjectives" | "nouns";
  endOf(words: Words, start: number): number | undefined;
}

const SHAPES: readonly Shape[] = [
  { name: "names", endOf: nameEnd },
  { name: "adjectives", endOf: adjectiveEnd },
  { name: "nouns", endOf: nounEnd },
];

/** The second and all further members, where one member at least stands before them. */
function membersAt(words: Words, and: number, { name, endOf }: Shape, grammar: Grammar): Member[] | undefined {
  const single = nounPhraseAt(words, and + 1)?.end ?? and;
  const isShared = name === "nouns" && words[single]?.low === "of" && isSharedBy(words, single);
  const last = isShared ? single : endOf(words, and + 1);
  if (last === undefined || !closes(words, last, name)) return undefined;
  const members: Member[] = [[and + 1, last]];
  let stop = words[and - 1]?.text === "," ? and - 1 : and;
  while (members.length < 8) {
    const mark = words.findLastIndex(({ text }, place) => place < stop && text === ",");
    if (mark < 1 || endOf(words, mark + 1) !== stop) break;
    members.unshift([mark + 1, stop]);
    stop = mark;
  }
  if (members.length < 2) return undefined;
  // What stands before the first comma is a member of the list, and no phrase that a comma ends.
  return opensList(words, stop, name, grammar) ? members : undefined;
}

function nameEnd(words: Words, start: number): number | undefined {
  let end = start;
  while (words[end]?.tag === "PROPN" && /^\p{Lu}/u.test(words[end]!.text)) end += 1;
  return end > start && end - start < 4 ? end : undefined;
}

function adjectiveEnd(words: Words, start: number): number | undefined {
  return words[start]?.tag === "ADJ" && /^[\p{Ll}-]+$/u.test(words[start]!.text) ? start + 1 : undefined;
}

function nounEnd(words: Words, start: number): number | undefined {
  const phrase = nounPhraseAt(words, isModifier(words, start) ? start + 1 : start);
  if (phrase === undefined || phrase.pronoun) return undefined;
  if (words[phrase.end]?.low !== "of") return phrase.end;
  const more = nounPhraseAt(words, phrase.end + 1);
  return more === undefined || more.pronoun ? undefined : more.end;
}

/** "rising costs", "improved sound": by the tagger a verb. */
const isModifier = (words: Words, start: number) =>
  words[start]?.tag === "VERB" &&
  /(?:ing|[^e]ed|wn)$/u.test(words[start]!.low) &&
  /^(?:NOUN|ADJ)$/u.test(words[start + 1]?.tag ?? "");

/** Whether nothing follows that could tell of the last member alone. */
function closes(words: Words, end: number, name: Shape["name"]): boolean {
  const [next, following] = [words[end], words[end + 1]];
  if (end === bodyEnd(words) || next === undefined || /^[;:—]$/u.test(next.text)) return true;
  if (next.before !== "") return false;
  if (next.text === ",") {
    if (name === "names")
      return /^(?:SCONJ|PRON|DET|AUX)$/u.test(following?.tag ?? "") && !/^(?:an?|the|who|that)$/u.test(following!.low);
    return GOING_ON.test(following?.low ?? "");
  }
  if (next.tag === "AUX" || (next.tag === "SCONJ" && !/^(?:that|for|where)$/u.test(next.low))) return true;
  if (name === "names") return AFTER_NAMES.has(next.low);
  if (name === "adjectives") return next.tag === "NOUN" && !/^(?:NOUN|PROPN|ADJ)$/u.test(following?.tag ?? "");
  if (next.low === "where" || (next.tag !== "ADV" && following?.tag === "NOUN" && !/^(?:ADP|SCONJ)$/u.test(next.tag)))
    return false;
  // "the price, size and age of the boat"
  if (next.low === "of") return isSharedBy(words, end);
  return words[end - 2]?.tag !== "ADP" && TOGETHER.has(next.low) && !TAKING.has(words[end - 1]!.low);
}

const GOING_ON =
  /^(?:but|so|because|while|when|if|although|though|as|making|allowing|giving|helping|all|both|plus|yet)$/u;

/** What is said of all the names before it. */
const AFTER_NAMES = wordSet(
  "to by with as on for in at across throughout through within during via while when where because if so but also all",
);

/** Whether the list that ends here is one of single nouns behind one article. */
function isSharedBy(words: Words, end: number): boolean {
  const start = words.findLastIndex(({ tag, low }, place) => place < end && (tag === "DET" || POSSESSIVES.has(low)));
  return (
    start !== -1 &&
    /^(?:the|my|your|our|its|their)$/u.test(words[start]!.low) &&
    words.slice(start + 2, end).some(({ tag }) => tag === "CCONJ") &&
    words
      .slice(start + 1, end)
      .every(({ tag, text, low }) => tag === "NOUN" || text === "," || low === "and" || low === "or") &&
    !words
      .slice(start + 1, end - 1)
      .some(({ tag }, place) => tag === "NOUN" && words[start + 2 + place]!.tag === "NOUN")
  );
}

function opensList(words: Words, mark: number, name: Shape["name"], grammar: Grammar): boolean {
  const before = words[mark - 1]!;
  if (before.after !== "") return false;
  if (name === "adjectives") return before.tag === "ADJ";
  // "Royal Oak, Elm and Ash": the first word may be of all.
  if (name === "names") {
    const shares = words[mark - 2]?.tag === "PROPN" && words[mark + 2]?.tag !== "PROPN";
    return before.tag === "PROPN" && !shares && !isPlaced(words, mark);
  }
  return before.tag === "NOUN" && grammar.lemma(before, "noun") !== undefined;
}

/** "in Austin, Texas, and Portland": a place and where it is. */
const isPlaced = (words: Words, mark: number) =>
  STATES.test(words[mark + 1]!.text) && !STATES.test(words[mark - 1]!.text);

const STATES =
  /^(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New|North|South|Ohio|Oklahoma|Oregon|Pennsylvania|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West|Wisconsin|Wyoming|Ontario|Quebec|Alberta|England|Scotland|Wales|Ireland|Germany|France|Italy|Spain|Canada|Australia|Japan|China|India|USA|UK|U\.S\.|\p{Lu}{2})$/u;

function areEqual(words: Words, members: readonly Member[], grammar: Grammar): boolean {
  const parts = members.map(([start, end]) => words.slice(start, end));
  if (parts.some((part) => part.some(isUnfit))) return false;
  // "the boat company Seal": the name tells which.
  if (parts.some((part) => part.some(({ tag }) => tag === "NOUN") && part.at(-1)!.tag === "PROPN")) return false;
  // "the captain, a baker, and the guests": who the captain is.
  if (/^an?$/u.test(parts[0]![0]!.low) && !parts.every(([first]) => /^an?$/u.test(first!.low))) return false;
  // "her friend, Ann Lee, a potter and a judge": who she is.
  const isName = (part: Words) => part.every(({ tag }) => tag === "PROPN");
  // "In a new book, Old Boats and New Harbours": a title, or names in an order of their own.
  if (parts.every(isName) && words[members[0]![0] - 2]!.tag !== "PROPN") return false;
  if (parts.some(isName) && parts.some(([first]) => /^an?$/u.test(first!.low))) return false;
  const heads = parts.map((part) => part.at(-1)!);
  // "leased boats, open boats, and boats in storage": kinds of one thing, told apart by what stands beside it.
  if (new Set(heads.map(({ low }) => low)).size < heads.length) return false;
  if (heads.some(({ low, text }) => MONTHS.has(low) || WEEKDAYS.has(low) || text.includes("."))) return false;
  if (heads.some((head) => STAGES.has(head.low) || grammar.category(head) === "time")) return false;
  const [one, other] = [parts.at(-2)!, parts.at(-1)!];
  if (!areNamed(words, members, parts)) return false;
  // "your pet's breed, age, and your home": what belongs to whom goes by the order.
  if (new Set(parts.map(([first]) => (POSSESSIVES.has(first!.low) ? first!.low : ""))).size > 1) return false;
  // "In town, good bread and milk are dear": of the bread or of both.
  if (
    members.length === 2 &&
    words[members[1]![0] - 2]!.text !== "," &&
    ((one[0]!.tag === "DET") !== (other[0]!.tag === "DET") || (one.length > other.length && one[0]!.tag !== "DET"))
  )
    return false;
  if (mayShareHead(words, members, one, other, grammar)) return false;
  return heads.every((head, index) => {
    const next = heads[index + 1];
    return next === undefined || !(isFixed(head.low, next.low) || isSaidInOrder(head.low, next.low, grammar));
  });
}

/** "..., keeping the water clean, cool and clear": what comes behind a gerund may be of its objects. */
function areNamed(words: Words, members: readonly Member[], parts: readonly Words[]): boolean {
  const doing = parts.map(([first]) => first!.low.endsWith("ing"));
  if (doing.every((does) => does)) return members.at(-1)![1] === bodyEnd(words);
  return !doing[0];
}

/** "city, state and federal rules", "film, radio, and press passes": what stands alone may tell of the last noun too. */
function mayShareHead(words: Words, members: readonly Member[], one: Words, other: Words, grammar: Grammar): boolean {
  // "growth, sale and use of corn"
  if (other.some(({ low }) => low === "of") && other[0]!.tag !== "DET" && one[0]!.tag !== "DET") return true;
  if (one.length > 1 || other.length < 2 || other[0]!.tag === "DET" || other.at(-1)!.tag === "PROPN") return false;
  const first = words[members[0]![0] - 2]!;
  return (
    words[members.at(-1)![0] - 2]?.text !== "," ||
    grammar.plural(one[0]!) !== true ||
    [one[0]!, first].some((noun) => goesWith(noun, other.at(-1)!, grammar))
  );
}

/** What points elsewhere, or is no part of a plain member. */
const isUnfit = ({ low, tag, before, after }: Word) =>
  before + after !== "" ||
  /^(?:NUM|PUNCT|SYM|X|PART|AUX|ADV)$/u.test(tag) ||
  (tag === "PRON" && !POSSESSIVES.has(low)) ||
  THIRD_PERSON.has(low) ||
  (POSSESSIVES.has(low) && !/^(?:my|your|our)$/u.test(low)) ||
  LEANING.has(low) ||
  SUMMING.has(low);

/** What closes a list for good, and what follows a name and tells of it. */
const SUMMING = wordSet(
  "etc etcetera rest beyond others everything everyone anything things stuff something inc ltd llc jr sr manager director president ceo officer founder professor editor chair chairman",
);

/** The members the other way round, each where another one stood. */
function turned(words: Words, members: readonly Member[]): Words {
  const reversed = [...members].reverse();
  const made: Word[] = [];
  for (const [place, [from, to]] of members.entries()) {
    const [start, end] = reversed[place]!;
    made.push({ ...spaced(words[start]!), space: words[from]!.space }, ...words.slice(start + 1, end));
    const next = members[place + 1];
    if (next !== undefined) made.push(...words.slice(to, next[0]));
  }
  return replaced(words, members[0]![0], members.at(-1)![1], made);
}
