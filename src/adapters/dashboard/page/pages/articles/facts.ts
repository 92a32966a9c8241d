import { type Block, plain, type Run, textsOf } from "./document.js";

/** A sentence of an article and what it is made from. */
export interface Fact {
  readonly sentence: string;
  readonly original: string;
  /** The place of its source in the list of sources. */
  readonly source: number;
}

export interface Source {
  readonly title: string;
  /** An address or a path; empty where neither is known. */
  readonly from: string;
  readonly sentences: number;
}

/** Where a fact stands in a text. */
export interface Place {
  readonly start: number;
  readonly end: number;
  readonly fact: number;
}

/**
 * The facts of a file and the sources they are from, out of what a task stores as `facts.json` and the sources that the row or
 * `sources.jsonl` names. What is in neither form is passed over.
 */
export function readFacts(
  stored: unknown,
  files: ReadonlySet<string>,
  listed: readonly unknown[],
): { readonly facts: readonly Fact[]; readonly sources: readonly Source[] } {
  const sources: { title: string; from: string; sentences: number }[] = [];
  const known = new Map<string, number>();
  const placeOf = (given: Record<string, unknown>): number => {
    const from = text(given["url"]) || text(given["path"]);
    const key = from || text(given["title"]);
    let place = known.get(key);
    if (place === undefined) {
      place = sources.push({ title: text(given["title"]) || from, from, sentences: 0 }) - 1;
      known.set(key, place);
    }
    return place;
  };
  for (const source of listed) if (isObject(source)) placeOf(source);
  const facts: Fact[] = [];
  for (const one of Array.isArray(stored) ? stored : []) {
    if (!isObject(one) || !files.has(text(one["file"]))) continue;
    const sentence = text(one["sentence"]);
    if (sentence === "") continue;
    const source = placeOf(one);
    sources[source]!.sentences += 1;
    facts.push({ sentence, original: text(one["original"]) || sentence, source });
  }
  return { facts, sources };
}

/** How many characters of a sentence it is looked up by. */
const KEY = 5;

/** Where the facts stand in the texts of blocks. Each fact is placed once, the texts are read once. */
export function placed(
  blocks: readonly Block[],
  facts: readonly Fact[],
): ReadonlyMap<readonly Run[], readonly Place[]> {
  const byBeginning = new Map<string, number[]>();
  for (const [index, { sentence }] of facts.entries()) {
    const key = sentence.slice(0, KEY);
    const alike = byBeginning.get(key);
    if (alike === undefined) byBeginning.set(key, [index]);
    else alike.push(index);
  }
  const places = new Map<readonly Run[], readonly Place[]>();
  if (facts.length === 0) return places;
  for (const runs of textsOf(blocks)) {
    const whole = plain(runs);
    const found: Place[] = [];
    for (let at = 0; at < whole.length; at += 1) {
      const alike = byBeginning.get(whole.slice(at, at + KEY));
      const which = alike?.findIndex((index) => whole.startsWith(facts[index]!.sentence, at)) ?? -1;
      if (which < 0) continue;
      const [fact] = alike!.splice(which, 1);
      const end = at + facts[fact!]!.sentence.length;
      found.push({ start: at, end, fact: fact! });
      at = end - 1;
    }
    if (found.length > 0) places.set(runs, found);
  }
  return places;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "");
