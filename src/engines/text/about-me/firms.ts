import firmTable from "../../../../data/english/about-me/firms.txt";
import { once, readLists } from "../../tables.js";
import { indefiniteArticle, inflect, matchCase } from "../english/inflection/index.js";
import type { English } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { isKnownWord, isProduct, type Reading } from "./reading.js";
import type { Sort } from "./texts.js";

/** What a keyword that stands for a firm is: its name, a sort of firm, who works there, or what is done there. */
export type FirmKind = "name" | "establishment" | "trade" | "service";

const SECTIONS = [
  "names",
  "trade names",
  "describing words",
  "establishments",
  "shops",
  "houses",
  "not hired",
  "trades",
  "services",
  "local services",
] as const;

const table = once(() => {
  const lists = readLists({ name: "english/about-me/firms.txt", text: firmTable }, SECTIONS);
  const set = (name: (typeof SECTIONS)[number]): ReadonlySet<string> => new Set(lists[name]);
  return {
    names: set("names"),
    tradeNames: set("trade names"),
    describing: set("describing words"),
    shops: set("shops"),
    houses: set("houses"),
    notHired: set("not hired"),
    establishments: new Set([...lists.establishments, ...lists.shops, ...lists.houses]) as ReadonlySet<string>,
    trades: set("trades"),
    services: set("services"),
    local: set("local services"),
  };
});

const WHERE = wordSet("in near at around");

/** Whether firms are called by the word, in small letters. */
export function isFirmWord(word: string): boolean {
  const { names, tradeNames, establishments } = table();
  return names.has(word) || tradeNames.has(word) || establishments.has(word);
}

/** What sort of firm the keyword stands for, or undefined for one that stands for none. */
export function firmKind(reading: Reading, english: English): FirmKind | undefined {
  const { words, lower, headAt, lemma, plural } = reading;
  if (/^\p{Lu}.* (?:&|and) (?:Sons?|Daughters?|Co|Company|Partners|Brothers|Associates)\.?$/u.test(words.join(" ")))
    return "name";
  const inCapitals = words.every(
    (word, index) => /^[\p{Lu}\p{N}&]/u.test(word) || (index > 0 ? SMALL.has(word) : word === "the"),
  );
  if (inCapitals && words.length > 1 && isNamedAfter(lower)) return "name";
  if (ranked(lower)) return undefined;
  const { establishments, trades, services, local } = table();
  const before = lower[headAt - 1];
  // A vacuum cleaner is nobody who cleans.
  if (before !== undefined && isProduct(`${before} ${lemma}`)) return undefined;
  const upToHead = lower.slice(0, headAt + 1).join(" ");
  const has = (list: ReadonlySet<string>) =>
    list.has(lemma) || list.has(upToHead) || (before !== undefined && list.has(`${before} ${lemma}`));
  const called = inCapitals && headAt > 0;
  if (has(establishments)) return called && !plural ? "name" : "establishment";
  if (has(trades)) return "trade";
  if (has(services)) return "service";
  if (isHired(reading, english)) return "trade";
  // "Fishing in Norway" is no trade, "photography in Leeds" is one.
  if (has(local) && isWithPlace(reading)) return "service";
  // A thing in capitals with a word before it that is in no dictionary: "Oakwood Furniture".
  if (called && reading.sold && (plural || !reading.counts) && !isKnownWord(lower[0]!, english)) return "name";
  return undefined;
}

/** Whether a place is named behind the head: "in Leeds". */
function isWithPlace({ words, lower, headAt }: Reading): boolean {
  return WHERE.has(lower[headAt + 1] ?? "") && words.slice(headAt + 2).some((word) => /^\p{Lu}/u.test(word));
}

/** People of a calling with their place, "piano teachers in Bristol": those who are looked for there to be hired. */
function isHired(reading: Reading, english: English): boolean {
  const { lower, headAt, lemma, plural, knowledge } = reading;
  if (!plural || !/(?:er|or|ist)s$/.test(lower[headAt]!) || !isWithPlace(reading)) return false;
  if (table().notHired.has(lemma)) return false;
  if (knowledge !== undefined) return knowledge.category === "person";
  return english.noun(lemma) === undefined && isKnownWord(lemma, english);
}

/** Whether the last word is one that names of firms end in, and one of a trade does not come after what describes the trade. */
function isNamedAfter(lower: readonly string[]): boolean {
  const { names, tradeNames, describing } = table();
  const last = lower.at(-1)!.replace(/\.$/, "");
  if (names.has(last)) return true;
  return tradeNames.has(last) && !ranked(lower) && !describing.has(lower[0]!) && !tradeNames.has(lower[0]!);
}

const SMALL = wordSet("of and the for at in on &");

/** "Best plumbers", "10 clinics", "how to choose a lawyer": keywords that look at firms from outside. */
function ranked([first]: readonly string[]): boolean {
  return /^(?:best|top|worst|cheapest|how|what|why|which|when|where|\d+)$/.test(first!);
}

/** Whether one buys there, is a guest there, or neither. */
export function firmSort({ lower, headAt, lemma }: Reading): Sort {
  const { shops, houses } = table();
  const phrases = [lemma, `${lower[headAt - 1] ?? ""} ${lemma}`, lower.slice(0, headAt + 1).join(" ")];
  const has = (list: ReadonlySet<string>) => phrases.some((phrase) => list.has(phrase));
  return has(shops) ? "shop" : has(houses) ? "house" : "any";
}

/** What fills the slots of a firm's page. `topic` is what the keyword is called after a preposition. */
export function firmSlots(reading: Reading, kind: FirmKind | undefined, topic: string): Record<string, string> {
  const { keyword, words, lower, headAt, lemma, plural, counts } = reading;
  const withHead = (head: string) =>
    [...words.slice(0, headAt), matchCase(words[headAt]!, head), ...words.slice(headAt + 1)].join(" ");
  const definite = lower[0] === "the";
  const one = definite ? keyword : `${indefiniteArticle(keyword)} ${keyword}`;
  const several = plural || definite ? keyword : withHead(inflect(lemma, "plural"));
  switch (kind) {
    case "name":
      return { topic: keyword, name: keyword, wedo: `are ${keyword}` };
    case "establishment":
      return { topic, wedo: plural ? `run ${keyword}` : `are ${one}`, seek: plural ? keyword : one };
    case "trade":
      return { topic: several, wedo: `are ${several}`, seek: plural ? keyword : one };
    case "service": {
      const offered = !plural && lemma === "service" && counts ? one : keyword;
      const field = words.slice(0, /^services?$/.test(lower[headAt]!) ? headAt : headAt + 1).join(" ");
      return { topic: offered, wedo: `offer ${offered}`, seek: offered, ...(field && { field }) };
    }
    default:
      // In capitals it is what the firm is called.
      if (!reading.common || (words.length > 1 && words.every((word) => /^\p{Lu}/u.test(word))))
        return { topic, name: keyword, wedo: `are ${keyword}` };
      if (reading.knowledge?.category === "person")
        return { topic: several, wedo: `are ${several}`, seek: plural ? keyword : one };
      return { topic, wedo: `work with ${topic}`, seek: reading.slots["one"] ?? topic };
  }
}
