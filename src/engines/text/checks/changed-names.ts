import { isUncountable } from "../english/inflection/index.js";
import { wordSet } from "../word-set.js";
import type { Prose, Word } from "./prose-words.js";

interface Names {
  /** Words that are names, by how often they stand as such. */
  readonly sure: ReadonlyMap<string, number>;
  /** Those that only begin sentences, but are names by grammar: enough to be missed, not enough to be taken for new. */
  readonly likely: ReadonlyMap<string, number>;
  /** All capitalised words, those included that only begin a sentence. */
  readonly possible: ReadonlyMap<string, number>;
}

/** Begin sentences, are capital by habit, or come before names without being part of them. */
const NO_NAMES = wordSet(`
  let i i'm i've i'll i'd the a an this that these those it he she we you they who what which where when why how there
  here all some any many most each every both either neither few several no nobody none nothing everyone everybody
  everything someone something anyone anything one other others another much such more less more mine yours his hers
  ours theirs its my your her our their in on at by for from with without of to and or but so yet if as not then than
  thus hence now today tomorrow yesterday once again also even only just still never always often yes ok okay please
  thanks`);
const SINGULAR_VERB = /^(?:is|was|has|does|isn't|wasn't|hasn't|doesn't)$/u;
const ANY_VERB = /^(?:had|did|will|would|can|could|may|might|must|should|says|said|didn't|won't)$/u;
const LEADS_ON = /^(?:a|an|the|and|or|of|to|in|on|at|by|for|with|from|than|that|as)$/u;
/** A line of a wrapped text is at least so long. */
const WRAPPED = 40;

/** What changed in the names of an English text, as sentences. */
export function changedNames(before: Prose, after: Prose): string[] {
  const old = namesOf(before);
  const fresh = namesOf(after);
  const changes: string[] = [];
  for (const [name, count] of [...old.sure, ...old.likely]) {
    const found = fresh.possible.get(name) ?? 0;
    if (found < count) changes.push(`The name “${short(name)}” ${found === 0 ? "is missing" : "stands less often"}.`);
  }
  for (const [name, count] of fresh.sure) {
    const found = old.possible.get(name) ?? 0;
    if (found < count) changes.push(`The name “${short(name)}” ${found === 0 ? "was added" : "stands more often"}.`);
  }
  return changes;
}

function namesOf({ text, sentences }: Prose): Names {
  const sure = new Map<string, number>();
  const likely = new Map<string, number>();
  const possible = new Map<string, number>();
  for (const sentence of sentences) {
    const loud = isLoud(sentence);
    const title = loud || isTitle(text, sentence);
    for (const [index, word] of sentence.entries()) {
      const name = bare(word.text);
      if (!/^\p{Lu}|^\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(name) || NO_NAMES.has(name.toLowerCase())) continue;
      count(possible, name);
      const initial = index === 0 || startsStretch(text, sentence[index - 1]!, word);
      if (isAcronym(name) ? !loud : !title && !initial) count(sure, name);
      else if (!title && initial && standsAsName(text, sentence, index)) count(likely, name);
    }
  }
  // What is a name in one place is the same name at the beginning of a sentence.
  for (const name of sure.keys()) {
    sure.set(name, possible.get(name)!);
    likely.delete(name);
  }
  return { sure, likely, possible };
}

/** Without the ending of the possessive. */
function bare(word: string): string {
  return word.replace(/['’]s?$/iu, "").replace(/['’](?:ll|re|ve|d|m)$/iu, "");
}

function isAcronym(name: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}.&-]+s?$/u.test(name) || /^\p{Ll}+\p{Lu}|^\p{Lu}\p{Ll}+\p{Lu}/u.test(name);
}

/**
 * Whether a stretch starts at the word: after a colon, an opening bracket or quotation mark, and on a new line unless the one
 * before was full.
 */
function startsStretch(text: string, before: Word, word: Word): boolean {
  const gap = text.slice(before.end, Math.min(word.start, before.end + 40));
  if (/[:>•\u2029]/u.test(gap) || /["“‘«]$/u.test(gap)) return true;
  // A name in brackets is alone.
  if (/[([]$/u.test(gap)) return !/[)\]]/u.test(text[word.end] ?? "");
  if (!gap.includes("\n") || LEADS_ON.test(before.text)) return false;
  return before.end - text.lastIndexOf("\n", before.end - 1) < WRAPPED;
}

/** A first word that English grammar allows only as a name: London is, Merkel's, Angela Merkel said. */
function standsAsName(text: string, sentence: readonly Word[], index: number): boolean {
  const word = sentence[index]!;
  const [next, third] = [sentence[index + 1], sentence[index + 2]];
  const small = word.text.toLowerCase();
  if (/(?:ing|ly|tion|ness|ment|ity|ism|ship|hood)$/u.test(small) || isUncountable(small)) return false;
  if (/['’]s$/u.test(word.text)) return true;
  if (!next || !isAdjacent(text, word, next)) return false;
  const verb = next.text.replaceAll("’", "'");
  if (SINGULAR_VERB.test(verb) || /^\p{Ll}{3,}ed$/u.test(verb))
    return SINGULAR_VERB.test(verb) || !/[^su]s$/u.test(small);
  if (ANY_VERB.test(verb)) return !/[^su]s$/u.test(small);
  if (!/^\p{Lu}\p{Ll}/u.test(next.text) || NO_NAMES.has(next.text.toLowerCase())) return false;
  // A second capital: Angela Merkel said, but Visit Norway in May.
  if (!third || !isAdjacent(text, next, third)) return true;
  return /^\p{Lu}|(?:ed|s)$/u.test(third.text) || SINGULAR_VERB.test(third.text) || ANY_VERB.test(third.text);
}

function isAdjacent(text: string, word: Word, next: Word): boolean {
  return next.start - word.end < 3 && /^\s+$/u.test(text.slice(word.end, next.start));
}

/** All in capitals, where acronyms cannot be distinguished from words. */
function isLoud(sentence: readonly Word[]): boolean {
  const letters = sentence.filter(({ text }) => /\p{L}{2}/u.test(text));
  return letters.length > 2 && letters.every(({ text }) => text === text.toUpperCase());
}

/** A heading Written Like This, where capitals show nothing. */
function isTitle(text: string, sentence: readonly Word[]): boolean {
  const long = sentence.filter(({ text: word }) => /^\p{L}{4}/u.test(word));
  const capitals = sentence.filter(({ text: word }) => /^\p{Lu}/u.test(word)).length;
  const end = sentence.at(-1)!.end;
  return (
    capitals >= 3 &&
    !text.slice(sentence[0]!.start, end).includes(",") &&
    capitals >= 0.6 * sentence.length &&
    long.every(({ text: word }) => /^\p{Lu}/u.test(word)) &&
    !/^[^\s]?[.]/u.test(text.slice(end, end + 2))
  );
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function short(name: string): string {
  return name.length > 80 ? `${name.slice(0, 80)}…` : name;
}
