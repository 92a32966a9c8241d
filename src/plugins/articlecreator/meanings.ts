import { stem } from "../../engines/pages/terms.js";

/** What can be measured, and the words for it. */
const MEASURED: Readonly<Record<string, string>> = {
  length: "long length",
  height: "high height tall",
  width: "wide width broad breadth",
  depth: "deep depth",
  weight: "weigh weight heavy mass",
  price: "cost price fee",
  temperature: "temperature hot warm",
  speed: "speed fast",
  thickness: "thick thickness",
  age: "age aged",
};
/** What happens once. */
const EVENTS: Readonly<Record<string, string>> = {
  death: "die died dead death kill victim fatality casualty perish",
  birth: "born birth",
  opening: "open opening inaugurate",
  founding: "founded foundation founding founder establish establishment",
  completion: "complete completion finish",
  invention: "invent invention inventor",
  discovery: "discover discovery discoverer",
  publication: "publish publication",
  closure: "close closure",
  marriage: "marry marriage",
};
/** Other words of one meaning. */
const OTHERS: readonly string[] = [
  "begin start commence",
  "buy purchase",
  "need require",
  "large big",
  "people person",
  "prevent avoid",
  "build construct construction",
  "design designer",
  "produce production",
  "ship vessel",
  "collide collision",
  "explode explosion blast",
  "destroy destruction devastate demolish wreck",
  "legend story tale tradition",
  "herd flock",
  "goat goatherd goatherder",
  "fruit berry cherry",
  "bush shrub",
  "travel trip journey voyage",
  "injure injury wound",
  "surgery operation",
  "doctor physician",
];

const MEANINGS = new Map(
  [
    ...Object.entries({ ...MEASURED, ...EVENTS }),
    ...OTHERS.map((words) => [words.split(" ", 1)[0]!, words] as const),
  ].flatMap(([name, words]) =>
    words.split(" ").flatMap((word) => [word, stem(word)].map((form) => [form, name] as const)),
  ),
);

/** One word for all of one meaning, or else the stem. */
export function meaning(word: string): string {
  const base = stem(word);
  return MEANINGS.get(word) ?? MEANINGS.get(base) ?? base;
}

/** Whether a word has a meaning of its own here even where it is a stop word. */
export function isKnown(word: string): boolean {
  return MEANINGS.has(word);
}

export function isMeasured(name: string): boolean {
  return name in MEASURED;
}

export function isEvent(name: string): boolean {
  return name in EVENTS;
}

/** Whether a word, in small letters, tells what is done: `opened`. */
export function isDoing(word: string): boolean {
  return isEvent(meaning(word)) || (word.length > 4 && word.endsWith("ed"));
}
