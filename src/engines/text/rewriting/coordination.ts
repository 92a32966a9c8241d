import { wordSet } from "../word-set.js";
import { nounPhraseAt } from "./chunks.js";
import { isFixed } from "./fixed-pairs.js";
import type { Grammar } from "./grammar.js";
import { isSaidInOrder, mayModify, STAGES } from "./list-order.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { POSSESSIVES, THIRD_PERSON, WH } from "./vocabulary.js";

/** Two nouns of one kind around `and` in the other order. */
export const pairOrder: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some((item) => /^(?:respectively|latter|former)$/u.test(item.low))) return [];
    return words.flatMap((item, index) => {
      if (item.low !== "and" && item.low !== "or") return [];
      if (item.low === "or" && words.slice(0, index).some(({ low }) => /^(?:whether|either|neither|more)$/u.test(low)))
        return [];
      const right = nounPhraseAt(words, index + 1);
      if (right === undefined || right.pronoun || /^(?:of|and)$/u.test(words[right.end]?.low ?? "")) return [];
      const left = leftOf(words, index);
      if (left === undefined || !alike(words, left, index, right.end, grammar)) return [];
      // "a plan for the event and a budget was approved": the verb has the second alone for its subject.
      if (left > 0 && words[left - 1]!.tag !== "SCONJ" && /^(?:VERB|AUX)$/u.test(words[right.end]?.tag ?? ""))
        return [];
      const [first, second] = [words.slice(left, index), words.slice(index + 1, right.end)];
      if (isFixed(first.at(-1)!.low, second.at(-1)!.low)) return [];
      return [replaced(words, left, right.end, [...second, item, ...first])];
    });
  },
};

/** The first two of "salt, pepper and oil" in the other order, and two adjectives around `and`. */
export const listOrder: Transformation = {
  kind: "pair order",
  strength: 0.35,
  apply(words) {
    if (words.some((item) => /^(?:respectively|latter|former|first)$/u.test(item.low))) return [];
    return words.flatMap((item, index) => {
      if (item.low !== "and" && item.low !== "or") return [];
      const [one, two, three] = [words[index - 3], words[index - 1], words[index + 1]];
      if (one === undefined || two === undefined || three === undefined) return [];
      if (one.before + one.after + two.before + two.after !== "") return [];
      const made: Words[] = [];
      const [before, between, next] = [words[index - 4], words[index - 2]!, words[index + 2]];
      const outside =
        before === undefined || (["ADP", "VERB", "AUX", "PUNCT"].includes(before.tag) && !before.text.includes("-"));
      const plain = one.tag === two.tag && two.tag === three.tag && (one.tag === "NOUN" || one.tag === "ADJ");
      if (between.text === "," && plain && outside && before?.text !== "(") {
        if (one.tag === "NOUN" && next?.tag === "ADP" && next.low === "of") return [];
        if ([one, two, three].some(({ low }) => STAGES.has(low))) return [];
        // "bags, health and safety products": the last two tell of another noun.
        if (next?.tag === "NOUN" || next?.tag === "PROPN") return [];
        // "hats, scarves and wool, and gloves": a list within a list.
        if (next?.text === "," && /^(?:and|or)$/u.test(words[index + 3]?.low ?? "")) return [];
        // "maps, lamps and sails, more books": two that are one member of a longer list.
        if (next?.text === "," && /^(?:NOUN|ADJ|DET|NUM)$/u.test(words[index + 3]?.tag ?? "")) return [];
        if (before?.text === "," && words[index - 5]?.tag !== one.tag) return [];
        made.push(replaced(words, index - 3, index, [{ ...two, space: one.space }, between, spaced(one)]));
      }
      const listed = compoundsBefore(words, index);
      if (listed !== undefined) made.push(listed);
      const adjectives = two.tag === "ADJ" && three.tag === "ADJ" && /^\p{L}+$/u.test(two.text + three.text);
      const closes = next === undefined || next.tag === "PUNCT" || (next.tag === "CCONJ" && next.low !== "and");
      const said = between.tag === "AUX" || BECOMING.test(between.low);
      if (adjectives && item.low === "and" && said && closes && !COLOURS.has(two.low) && !isFixed(two.low, three.low)) {
        made.push(replaced(words, index - 1, index + 2, [{ ...three, space: two.space }, item, spaced(two)]));
      }
      return made;
    });
  },
};

/** Verbs whose adjective tells of the subject. */
const BECOMING =
  /^(?:become|becomes|became|feel|feels|felt|look|looks|looked|remain|remains|remained|stay|stays|stayed|get|gets|seem|seems)$/u;

/** The first two of "link building, page speed and content planning", nouns alone, in the other order. */
function compoundsBefore(words: Words, and: number): Words | undefined {
  let second = and;
  if (words[second - 1]!.text === ",") second -= 1;
  const cut = words.slice(0, second).findLastIndex((item) => item.text === ",");
  if (cut === -1 || second - cut > 4) return undefined;
  let start = cut;
  while (start > 0 && words[start - 1]!.tag === "NOUN") start -= 1;
  const modified = words[start - 1]?.tag === "ADJ" && words[cut + 1]?.tag === "ADJ";
  if (modified) start -= 1;
  const [first, other] = [words.slice(start, cut), words.slice(cut + 1, second)];
  if (first.length === 0 || first.length > 3 || first.length + other.length < 3) return undefined;
  // "data lakes, warehouses and streams" may all be of data.
  if (first.length > other.length && other.length === 1) return undefined;
  if (first.some(({ text }) => text.includes("-"))) return undefined;
  // "strength, endurance and power" behind "building": what is built, and by the tagger a noun.
  if ([...first, ...other].some(({ low }) => low.endsWith("ing") && low === first[0]?.low)) return undefined;
  if (other[0]?.low.endsWith("ing")) return undefined;
  const plain = ({ tag, before, after }: Word, place: number) =>
    (tag === "NOUN" || (modified && place === 0 && tag === "ADJ")) && before + after === "";
  if (
    !first.every(plain) ||
    !other.every(plain) ||
    (modified && [first[0]!, other[0]!].some(({ low }) => RELATIVE.test(low)))
  )
    return undefined;
  const [before, next] = [words[start - 1], words[and + 1]];
  if (!/^(?:NOUN|ADJ)$/u.test(next?.tag ?? "") || before === undefined || before.text.includes("-")) return undefined;
  // "talks with local experts, short films and tips": the first alone may belong to the talks.
  if (before.tag === "ADP" && before.low !== "of" && words[start - 2]?.tag === "NOUN") return undefined;
  if (before.tag !== "ADP" && before.text !== ":" && !/^includ(?:e|es|ing)$/u.test(before.low)) return undefined;
  const [one, ...rest] = first;
  const [two, ...others] = other;
  return replaced(words, start, second, [
    { ...two!, space: one!.space },
    ...others,
    words[cut]!,
    spaced(one!),
    ...rest,
  ]);
}

/** "a clear and simple answer" becomes "a simple and clear answer". */
export const adjectiveOrder: Transformation = {
  kind: "pair order",
  strength: 0.35,
  apply(words) {
    return words.flatMap((item, index) => {
      // "a brief, reassuring visit": between commas they stand in an order that people hear.
      if (!/^(?:and|or)$/u.test(item.low) || item.before + item.after !== "") return [];
      const [before, one, two, noun] = [words[index - 2], words[index - 1], words[index + 1], words[index + 2]];
      if (one?.tag !== "ADJ" || two?.tag !== "ADJ" || noun?.tag !== "NOUN") return [];
      if (before === undefined || !/^(?:DET|ADP|VERB|AUX)$/u.test(before.tag)) return [];
      if (RELATIVE.test(one.low) || RELATIVE.test(two.low)) return [];
      if (!/^\p{Ll}+$/u.test(one.text + two.text) || isFixed(one.low, two.low)) return [];
      if (one.before + one.after + two.before + two.after !== "" || COLOURS.has(one.low)) return [];
      return [replaced(words, index - 1, index + 2, [{ ...two, space: one.space }, item, spaced(one)])];
    });
  },
};

const COLOURS = wordSet("black white red blue green yellow safe null alive");

/** Where the noun phrase that ends before `and` begins, when nothing before it could reach over the pair. */
function leftOf(words: Words, and: number): number | undefined {
  for (let start = Math.max(0, and - 4); start < and; start += 1) {
    const phrase = nounPhraseAt(words, start);
    if (phrase === undefined || phrase.end !== and || phrase.pronoun) continue;
    const before = words[start - 1];
    if (before === undefined) return start;
    const outside = ["ADP", "VERB", "AUX", "SCONJ"].includes(before.tag);
    // "like living rooms and bedrooms": a noun by its tag alone.
    const further = words[start - 2]?.tag ?? "PUNCT";
    if (before.low.endsWith("ing") && /^(?:ADP|DET|NOUN|ADJ)$/u.test(further)) return undefined;
    // "enclosed porches and balconies": of both or of the first.
    if (mayModify(words, start - 1)) return undefined;
    // "the price of a stamp and an envelope": one thing of it or two things, unless both are plain.
    const owned = /^(?:of|from)$/u.test(before.low) && and - start > 1;
    return outside && !owned && before.low !== "between" ? start : undefined;
  }
  return undefined;
}

function alike(words: Words, start: number, and: number, end: number, grammar: Grammar): boolean {
  const left = words.slice(start, and);
  const right = words.slice(and + 1, end);
  const both = [...left, ...right];
  if (both.some((item) => /^(?:PROPN|NUM)$/u.test(item.tag) || THIRD_PERSON.has(item.low) || POSSESSIVES.has(item.low)))
    return false;
  // An adjective of the first alone could belong to both; with one each, none does.
  if (left[0]!.tag === "ADJ" && right[0]!.tag === "ADJ") return bothModified(left, right, words[end], grammar);
  const determined = left[0]!.tag === "DET" && right[0]!.tag === "DET";
  if (!determined && both.some((item) => item.tag === "ADJ")) return false;
  const next = words[end];
  // What hangs on the second noun alone would hang on the first, or on both.
  if (next !== undefined) {
    if (hangsOn(words, end)) return false;
  }
  if (determined) {
    // "a room in the office or a small hall", "both the boats and the quay"
    const attached = words[start - 1]?.tag === "ADP" && words[start - 2]?.tag === "NOUN";
    return !attached && !both.some(({ low }) => /^(?:both|all|half|either|neither)$/u.test(low));
  }
  if (left[0]!.tag === "DET" || right[0]!.tag === "DET" || isSaidInOrder(left.at(-1)!.low, right.at(-1)!.low, grammar))
    return false;
  // "respond to problems and progress": by its looks a noun.
  const verbal = right.length === 1 && grammar.lemma(right[0]!, "verb") === right[0]!.low;
  if (verbal && grammar.plural(left.at(-1)!) !== grammar.plural(right[0]!)) return false;
  // "threat detection and response capabilities": the first noun may tell of all.
  return left.length === 1 && right.length === 1;
}

/** Whether what comes next may tell of the noun before it: "children aged 12", "teachers in the valley", "tools (all new)". */
function hangsOn(words: Words, end: number): boolean {
  const [next, following] = [words[end]!, words[end + 1]];
  if (/^(?:NOUN|PROPN|PART|ADP|PRON|SCONJ|NUM|ADJ|X)$/u.test(next.tag) || WH.has(next.low) || next.low === "that")
    return true;
  if (/^(?:DET|ADV)$/u.test(next.tag)) return !/^(?:also|often|always|usually|then|now|still)$/u.test(next.low);
  if (next.tag === "VERB")
    return /(?:ing|ed|en|wn)$/u.test(next.low) && (following === undefined || following.tag !== "DET");
  // "and roads (page 4)", "and roads, which are closed"
  if (/^[([—–:-]$/u.test(next.text)) return true;
  if (next.text !== ",") return false;
  return (
    following === undefined || WH.has(following.low) || !/^(?:SCONJ|CCONJ|DET|PRON|NOUN|PROPN)$/u.test(following.tag)
  );
}

/** "clear goals and regular meetings", with nothing behind them that could belong to the second alone. */
function bothModified(left: Words, right: Words, next: Word | undefined, grammar: Grammar): boolean {
  const shaped = (part: Words) =>
    part.length < 4 &&
    part.slice(1).every(({ tag }) => tag === "NOUN") &&
    /^\p{Ll}+$/u.test(part[0]!.text) &&
    !RELATIVE.test(part[0]!.low);
  const number = (part: Words) => grammar.plural(part.at(-1)!);
  const closes = next === undefined || /^(?:PUNCT|VERB|AUX)$/u.test(next.tag);
  return shaped(left) && shaped(right) && closes && number(left) !== undefined && number(left) === number(right);
}

/** Whether the adjective looks back at what came before. */
export const isRelative = (low: string) => RELATIVE.test(low);

/** Adjectives that look back at what came before. */
const RELATIVE =
  /^(?:other|such|same|different|further|more|additional|related|similar|many|several|few|all|first|second|next|last|subsequent|final|resulting|new|own|single|multiple|various)$/u;
