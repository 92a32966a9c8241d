import type { Grammar } from "./grammar.js";
import type { Word, Words } from "./sentence-reading.js";

/** Whether every word that carries meaning has come through, each once. */
export function keepsContent(original: Words, made: Words): boolean {
  const times = new Map<number, number>();
  for (const item of made) for (const source of item.sources) times.set(source, (times.get(source) ?? 0) + 1);
  return original.every((item) => !carriesMeaning(item) || item.sources.every((source) => times.get(source) === 1));
}

function carriesMeaning(item: Word): boolean {
  if (item.before !== "" || item.after !== "") return true;
  if (["NOUN", "PROPN", "NUM", "ADJ", "VERB", "ADV", "X", "SYM", "INTJ"].includes(item.tag)) return true;
  return item.low === "not" || item.low === "n't" || item.low === "no" || item.low === "never";
}

/** Whether each "than" still comes behind what it compares by: no "by misjudging this than by that, more loaves are spoiled". */
export function keepsComparisons(original: Words, made: Words): boolean {
  const place = new Map(made.flatMap((item, index) => item.sources.map((source) => [source, index] as const)));
  return original.every((item, index) => {
    if (item.low !== "than") return true;
    const comparing = original.slice(0, index).findLast(({ low }) => COMPARING.test(low));
    const [at, than] = [comparing?.sources[0], item.sources[0]].map((source) => place.get(source ?? -1));
    return at === undefined || than === undefined || at < than;
  });
}

const COMPARING = /^(?:more|less|fewer|rather|other|sooner|else)$|\p{L}{2}er$/u;

/** Whether nothing is said again that was not: no "close at the close of the day". */
export function addsNoEcho(original: Words, made: Words, grammar: Grammar): boolean {
  const [before, now] = [timesOf(original, grammar), timesOf(made, grammar)];
  return [...now].every(([lemma, times]) => times < 2 || times <= (before.get(lemma) ?? 0));
}

/** How often each dictionary form stands in the words. */
function timesOf(words: Words, grammar: Grammar): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const item of words)
    if (ECHOING.has(item.tag) && item.low.length > 3)
      for (const lemma of lemmasOf(item, grammar)) times.set(lemma, (times.get(lemma) ?? 0) + 1);
  return times;
}

const ECHOING: ReadonlySet<string> = new Set(["NOUN", "VERB", "ADJ", "ADV"]);

const lemmasOf = (item: Word, grammar: Grammar) => [
  ...new Set((["noun", "verb", "adjective"] as const).flatMap((wordClass) => grammar.lemma(item, wordClass) ?? [])),
];

/** Whether brackets, quotation marks and paired markup still hold the same words in the same order. */
export function keepsPairs(original: Words, made: Words): boolean {
  const inner = enclosed(original);
  if (inner === undefined) return false;
  if (inner.length === 0) return true;
  const place = new Map<number, number>();
  for (const [index, item] of made.entries()) for (const source of item.sources) place.set(source, index);
  return inner.every(([from, to]) => {
    const first = place.get(original[from]!.sources[0]!);
    if (first === undefined) return false;
    for (let index = from; index <= to; index += 1) {
      const item = made[first + index - from];
      if (item === undefined || item.sources[0] !== original[index]!.sources[0]) return false;
      if (index > from && index < to && item.text !== original[index]!.text) return false;
    }
    return true;
  });
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["“", "”"],
  ["«", "»"],
  ["‘", "’"],
]);

/** First and last word of every bracketed, quoted or marked-up stretch; undefined when something does not pair up. */
function enclosed(words: Words): readonly (readonly [number, number])[] | undefined {
  const spans: [number, number][] = [];
  const open: { readonly at: number; readonly closer: string }[] = [];
  let markup = 0;
  let firstMarkup = -1;
  let lastMarkup = -1;
  for (const [index, item] of words.entries()) {
    if (item.before !== "" || item.after !== "") {
      markup += 1;
      if (firstMarkup === -1) firstMarkup = index;
      lastMarkup = index;
    }
    if (item.tag !== "PUNCT" && item.text.length > 1) continue;
    if (open.at(-1)?.closer === item.text) spans.push([open.pop()!.at, index]);
    else if (item.text === '"') open.push({ at: index, closer: '"' });
    else {
      const closer = CLOSERS.get(item.text);
      if (closer !== undefined) open.push({ at: index, closer });
      else if (/^[)\]”»]$/u.test(item.text)) return undefined;
    }
  }
  if (open.some((mark) => mark.closer !== "’")) return undefined;
  if (markup > 0) spans.push([firstMarkup, lastMarkup]);
  return spans;
}
