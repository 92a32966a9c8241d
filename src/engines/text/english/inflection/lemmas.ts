import { once } from "../../../tables.js";
import type { WordClass } from "../types.js";
import { comparisons } from "./comparison.js";
import { headOfNoun, headOfVerb } from "./heads.js";
import { irregularVerbs, withoutPrefix } from "./irregular-verbs.js";
import { irregularNouns, isUncountable, plurals } from "./nouns.js";
import { gerund, participles, pasts, thirdPerson } from "./verbs.js";

const COMPARED = new Map([
  ["better", ["good", "well"]],
  ["best", ["good", "well"]],
  ["worse", ["bad", "badly", "ill"]],
  ["worst", ["bad", "badly", "ill"]],
  ["farther", ["far"]],
  ["farthest", ["far"]],
  ["further", ["far"]],
  ["furthest", ["far"]],
  ["less", ["little"]],
  ["least", ["little"]],
  ["more", ["much", "many"]],
  ["most", ["much", "many"]],
  ["elder", ["old"]],
  ["eldest", ["old"]],
  ["latter", ["late"]],
]);

/** Possible dictionary forms of a word, the most likely first; they are not looked up anywhere, the caller does. */
export function lemmasOf(word: string, wordClass: WordClass): readonly string[] {
  const lower = word.toLowerCase().replaceAll("’", "'");
  const found = new Set<string>();
  if (wordClass === "verb") verbLemmas(lower, found);
  else if (wordClass === "noun") nounLemmas(lower, found);
  else comparedLemmas(lower, found);
  found.add(lower);
  return [...found];
}

function verbLemmas(word: string, found: Set<string>): void {
  const { before, head, after } = headOfVerb(word);
  for (const lemma of verbHeadLemmas(head)) found.add(before + lemma + after);
}

function verbHeadLemmas(word: string): Set<string> {
  const found = new Set<string>(verbForms().get(word) ?? []);
  const prefixed = withoutPrefix(word);
  if (prefixed) for (const lemma of verbForms().get(prefixed.stem) ?? []) found.add(prefixed.prefix + lemma);
  const shows = (lemma: string) =>
    thirdPerson(lemma) === word ||
    gerund(lemma) === word ||
    pasts(lemma).includes(word) ||
    participles(lemma).includes(word);
  const candidates: string[] = [];
  if (/s$/.test(word)) candidates.push(...withoutS(word));
  for (const [ending, length] of [
    ["ed", 2],
    ["ing", 3],
  ] as const) {
    if (!word.endsWith(ending) || !/[aeiouy]/.test(word.slice(0, -length))) continue;
    candidates.push(...beforeVowel(word.slice(0, -length)));
    if (ending === "ed" && word.endsWith("ied")) candidates.unshift(`${word.slice(0, -3)}y`, word.slice(0, -1));
    if (ending === "ing" && word.endsWith("ying")) candidates.push(`${word.slice(0, -4)}ie`);
  }
  addBestFirst(candidates, shows, found);
  if (found.size === 0) found.add(word);
  return found;
}

function nounLemmas(word: string, found: Set<string>): void {
  if (!/[ -]/.test(word)) {
    for (const lemma of nounHeadLemmas(word)) found.add(lemma);
    return;
  }
  // The plural may stand on the head (mothers-in-law) or at the end.
  const parts = word.split(/([ -])/);
  const first = headOfNoun(word);
  const places = first.head === word ? [] : [first];
  const agents = parts.length === 3 && /(?:er|or)s$/.test(parts[0]!) && /^(?:by|up|on|in|out)$/.test(parts[2]!);
  if (agents) places.unshift({ before: "", head: parts[0]!, after: parts.slice(1).join("") });
  for (const { before, head, after } of places) {
    for (const lemma of nounHeadLemmas(head)) found.add(before + lemma + after);
  }
  const last = parts.at(-1)!;
  for (const lemma of nounHeadLemmas(last)) found.add(parts.slice(0, -1).join("") + lemma);
}

function nounHeadLemmas(word: string): Set<string> {
  const found = new Set<string>(nounForms().get(word) ?? []);
  // Singular already, more often than not: bonus, oasis, glass, news.
  if (/(?:us|is|ss)$/.test(word) || isUncountable(word)) found.add(word);
  const candidates: string[] = [];
  const restore = (endings: readonly (readonly [string, string])[]) => {
    for (const [ending, singular] of endings) {
      if (word.endsWith(ending) && word.length > ending.length)
        candidates.push(word.slice(0, -ending.length) + singular);
    }
  };
  restore(NOUN_ENDINGS);
  if (/s$/.test(word) && !/ss$/.test(word)) candidates.push(...withoutS(word));
  restore(GREEK_ENDINGS);
  addBestFirst(candidates, (lemma) => plurals(lemma).includes(word), found);
  if (found.size === 0) found.add(word);
  return found;
}

// Anything could end so: analyses, but houses.
const GREEK_ENDINGS = [
  ["ses", "sis"],
  ["xes", "xis"],
] as const;

const NOUN_ENDINGS = [
  ["men", "man"],
  ["women", "woman"],
  ["children", "child"],
  ["people", "person"],
  ["feet", "foot"],
  ["teeth", "tooth"],
  ["mice", "mouse"],
  ["geese", "goose"],
  ["lice", "louse"],
  ["ives", "ife"],
  ["ves", "f"],
  ["ves", "fe"],
  ["i", "us"],
  ["i", "o"],
  ["ae", "a"],
  ["a", "um"],
  ["a", "on"],
  ["ata", "a"],
  ["ices", "ex"],
  ["ices", "ix"],
  ["aux", "au"],
  ["eux", "eu"],
  ["im", ""],
  ["oi", "os"],
  ["ina", "en"],
  ["nges", "nx"],
  ["ides", "is"],
  ["aces", "ax"],
  ["yces", "yx"],
] as const;

function comparedLemmas(word: string, found: Set<string>): void {
  const more = /^(?:more|most) (.+)$/.exec(word);
  if (more) {
    found.add(more[1]!);
    return;
  }
  for (const lemma of COMPARED.get(word) ?? []) found.add(lemma);
  const first = /^(better|best|worse|worst)(?=-)/.exec(word)?.[0];
  if (first) for (const lemma of COMPARED.get(first)!.toReversed()) found.add(lemma + word.slice(first.length));
  const ending = /(?:er|est)$/.exec(word)?.[0];
  if (!ending) return;
  const stem = word.slice(0, -ending.length);
  if (!/[aeiouy]/.test(stem)) return;
  const candidates = beforeVowel(stem);
  if (stem.endsWith("i")) candidates.unshift(`${stem.slice(0, -1)}y`, `${stem.slice(0, -1)}ey`);
  const shows = (lemma: string) => {
    const { comparatives, superlatives } = comparisons(lemma);
    return comparatives.includes(word) || superlatives.includes(word);
  };
  addBestFirst(candidates, shows, found);
}

/** What may have stood before -ed, -ing, -er or -est, the likelier first. */
function beforeVowel(stem: string): string[] {
  const undoubled = /([bdfgklmnprstvz])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  const soft = /[aeiou]ck$/.test(stem) ? [stem.slice(0, -1)] : [];
  // A stem that can end an English word comes before one that needs its e.
  const bare =
    /(?:[aeiou][aeiou][^aeiou]|[^aeiou]{2}|[wxy])$/.test(stem) && !/(?:[^aeiou]l|[vzsc]|[rnld]g|dg|u)$/.test(stem);
  const pair = bare ? [stem, `${stem}e`] : [`${stem}e`, stem];
  return /(?:ll|ss|zz|ff)$/.test(stem) ? [stem, ...undoubled, `${stem}e`] : [...undoubled, ...pair, ...soft];
}

function withoutS(word: string): string[] {
  if (/ies$/.test(word)) {
    const both = [`${word.slice(0, -3)}y`, word.slice(0, -1)];
    return word.length > 4 ? both : both.reverse();
  }
  if (/zzes$|sses$/.test(word)) return [word.slice(0, -3), word.slice(0, -2), word.slice(0, -1)];
  if (/(?:ss|x|sh|ch|o|[^aeiou]z)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  if (/ses$|zes$/.test(word)) return [word.slice(0, -1), word.slice(0, -2), word.slice(0, -3)];
  return [word.slice(0, -1)];
}

/** Those that really give the word come first: the rest are kept, for spellings of other countries. */
function addBestFirst(candidates: readonly string[], shows: (lemma: string) => boolean, found: Set<string>): void {
  const plausible = candidates.filter((lemma) => lemma.length > 1 || lemma === "x");
  for (const lemma of plausible) if (shows(lemma)) found.add(lemma);
  for (const lemma of plausible) found.add(lemma);
}

const verbForms = once((): ReadonlyMap<string, readonly string[]> => {
  const forms = new Map<string, string[]>();
  const add = (form: string, lemma: string) => {
    const lemmas = forms.get(form) ?? [];
    if (!lemmas.includes(lemma)) lemmas.push(lemma);
    forms.set(form, lemmas);
  };
  for (const form of ["am", "are", "is", "was", "were", "been", "being", "'m", "'re"]) add(form, "be");
  add("has", "have");
  add("does", "do");
  add("goes", "go");
  for (const [lemma, { past, participle }] of irregularVerbs()) {
    for (const form of [...past, ...participle]) add(form, lemma);
  }
  return forms;
});

const nounForms = once((): ReadonlyMap<string, readonly string[]> => {
  const forms = new Map<string, string[]>();
  for (const [singular, all] of irregularNouns()) {
    for (const form of all) forms.set(form, [...(forms.get(form) ?? []), singular]);
  }
  return forms;
});
