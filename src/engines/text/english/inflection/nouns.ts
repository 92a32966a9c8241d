import nouns from "../../../../../data/english/irregular-nouns.txt";
import nounsInMan from "../../../../../data/english/nouns-in-man.txt";
import withoutPlural from "../../../../../data/english/nouns-without-plural.txt";
import { once, readList, readLists, readTable } from "../../../tables.js";
import { wordSet } from "../../word-set.js";
import { withSibilantEnding } from "./sibilant-ending.js";

const listed = once(() => {
  const lists = readLists({ name: "english/nouns-without-plural.txt", text: withoutPlural }, [
    "singular only",
    "plural only",
  ]);
  return { singularOnly: new Set(lists["singular only"]), pluralOnly: new Set(lists["plural only"]) };
});

/** Plurals by the singular, the usual American one first. */
export const irregularNouns = once(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      readTable(
        { name: "english/irregular-nouns.txt", text: nouns },
        { columns: { singular: "text", plurals: "list" } },
      ).map(({ singular, plurals }) => [singular, plurals]),
    ),
);

/** Nouns that end like a noun of the table in -man and the like but take a plain -s. */
const plainMan = once(
  (): ReadonlySet<string> => new Set(readList({ name: "english/nouns-in-man.txt", text: nounsInMan })),
);

const SINGULAR_S = wordSet("lens summons mons atlas");

/** Whether the noun has no plural of its own: neither `an advice` nor `advices`, and never `scissorses`. */
export function isUncountable(noun: string): boolean {
  return listed().singularOnly.has(lastPart(noun)) || isPluralOnly(noun);
}

/** Whether the noun is always plural: `scissors`, `cattle`. */
export function isPluralOnly(noun: string): boolean {
  return listed().pluralOnly.has(lastPart(noun));
}

function lastPart(noun: string): string {
  return noun.slice(Math.max(noun.lastIndexOf(" "), noun.lastIndexOf("-")) + 1);
}

/** Every plural in use, the most usual first; the noun itself when it has none. */
export function plurals(noun: string): readonly string[] {
  if (isUncountable(noun)) return [noun];
  const known = irregularNouns().get(noun);
  if (known) return known;
  if (plainMan().has(noun)) return [`${noun}s`];
  // Bloomers, greens, the Beatles: plural already.
  if (/(?:[bcdfghklmnprtvwy]|[^aeiou]e)s$/u.test(noun) && !SINGULAR_S.has(noun)) return [noun];
  const irregular = ENDINGS.find(([ending]) => ending.test(noun));
  return [irregular === undefined ? withSibilantEnding(noun) : noun.replace(...irregular)];
}

// Longer words that end in an irregular one: what comes before it does not matter.
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z-]{2})man$/u, "men"],
  [/woman$/u, "women"],
  [/child$/u, "children"],
  [/(?<=sales|spokes|business|towns|trades|crafts|lay|work|house|news|country)person$/u, "people"],
  [/(?<=fore|flat|club|splay|web|hind|square|-)foot$/u, "feet"],
  [/tooth$/u, "teeth"],
  [/(?<!mon)goose$/u, "geese"],
  [/(?<=^|dor|tit|field|-)mouse$/u, "mice"],
  [/(?<!b)louse$/u, "lice"],
  [/knife$/u, "knives"],
  [/wife$/u, "wives"],
  [/(?<=after|half|mid|-)life$/u, "lives"],
  [/leaf$/u, "leaves"],
  [/loaf$/u, "loaves"],
  [/half$/u, "halves"],
  [/hero$/u, "heroes"],
  [/potato$/u, "potatoes"],
  [/calf$/u, "calves"],
  [/shelf$/u, "shelves"],
  [/wolf$/u, "wolves"],
  [/thief$/u, "thieves"],
  [/fish$/u, "fish"],
  [/(?<=air|space|hover|water|rotor|sail)craft$/u, "craft"],
  [/(?<=[a-z])(s|x)is$/u, "$1es"],
  [/coccus$/u, "cocci"],
  [/zoon$/u, "zoa"],
  [/trix$/u, "trices"],
];
