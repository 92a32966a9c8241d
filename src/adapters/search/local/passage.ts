import { type Group, indexTerms } from "./words.js";

/** Characters of a passage, about. */
const LENGTH = 260;
/** Places of words that are looked at in one text. */
const MOST_PLACES = 2000;
/** Characters of a text that are looked through. */
const MOST_TEXT = 150_000;

interface Place {
  readonly at: number;
  readonly term: string;
}

/** The part of a text that has the most different words of a query, with `…` where something was left out. */
export function bestPassage(text: string, groups: readonly Group[]): string {
  const wanted = new Set(groups.flatMap(({ terms }) => terms));
  const places = placesOf(text, wanted);
  if (places.length === 0) return cut(text, 0, LENGTH);
  let best = { score: -1, from: 0, to: 0 };
  for (let first = 0, last = 0; first < places.length; first += 1) {
    while (last + 1 < places.length && places[last + 1]!.at - places[first]!.at < LENGTH * 0.8) last += 1;
    const inside = places.slice(first, last + 1);
    const score = new Set(inside.map(({ term }) => term)).size * 10 + Math.min(5, inside.length);
    if (score > best.score) best = { score, from: places[first]!.at, to: places[last]!.at };
  }
  const room = Math.max(0, LENGTH - (best.to - best.from));
  const begun = sentenceBefore(text, best.from, Math.max(0, best.from - Math.floor(room * 0.6)));
  return cut(text, begun, LENGTH);
}

/** Where words of the query are in the text, each judged as the index did. */
function placesOf(text: string, wanted: ReadonlySet<string>): Place[] {
  const places: Place[] = [];
  for (const { 0: word, index } of text.slice(0, MOST_TEXT).matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    for (const term of indexTerms(word)) {
      if (wanted.has(term)) places.push({ at: index + Math.max(0, word.indexOf(term)), term });
    }
    if (places.length >= MOST_PLACES) break;
  }
  return places;
}

/** The begin of the sentence that a place is in, where that is not before `earliest`; else of a word. */
function sentenceBefore(text: string, place: number, earliest: number): number {
  const before = text.slice(earliest, place);
  const ends = [...before.matchAll(/[.!?]["'\u201d)]?\s+|[\u3002\uff01\uff1f]|\n+/g)];
  const [first] = ends;
  if (earliest === 0) return ends.length > 0 && place > LENGTH ? first!.index + first![0].length : 0;
  if (first !== undefined) return earliest + first.index + first[0].length;
  const space = before.search(/\s\S/);
  return space < 0 ? earliest : earliest + space + 1;
}

function cut(text: string, from: number, length: number): string {
  let to = Math.min(text.length, from + length);
  if (to < text.length) {
    const space = text.slice(from, to).search(/\s\S*$/);
    if (space > length / 2) to = from + space;
    // Not between the halves of a character.
    else if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to -= 1;
  }
  const middle = text.slice(from, to).replace(/\s+/g, " ").trim();
  return `${from > 0 ? "… " : ""}${middle}${to < text.trimEnd().length ? " …" : ""}`;
}
