import { changedNames } from "./changed-names.js";
import { exactWordsOf } from "./exact-words.js";
import { type FixedKind, type FixedPart, fixedParts } from "./fixed-parts.js";
import { changedNegations } from "./negations.js";
import { digitsOf, numbersOf } from "./numbers.js";
import { proseOf } from "./prose-words.js";
import { protectedIn } from "./protected-words.js";
import { quotationsOf } from "./quotations.js";

export interface FactsOptions {
  /** Words and phrases that must stay, in any letter case. */
  readonly protectedWords?: readonly string[];
  /** Code of the language of both texts; English where it is left out. */
  readonly language?: string;
  /** The texts are in different languages: only digits, links, code, placeholders, markup and protected words are compared. */
  readonly translated?: boolean;
}

/**
 * What a rewriting changed that it must not, one sentence for each thing; empty when everything was kept. Numbers,
 * quotations, links, code, placeholders, markup and protected words are compared in every language; number words, names,
 * negations, substances, illnesses, times such as "yesterday", and the inflections of protected words, in English. A list given as options is one of protected words.
 *
 * A single word that only begins a sentence cannot be recognized as a name unless the grammar shows it; callers that know the names
 * of a text pass them with the protected words.
 */
export function changedFacts(
  before: string,
  after: string,
  options: FactsOptions | readonly string[] = {},
): readonly string[] {
  if (before === after) return [];
  const given: FactsOptions = "length" in options ? { protectedWords: options } : options;
  const { protectedWords = [], language = "en", translated = false } = given;
  const english = !translated && /^en(?:$|[-_])/i.test(language);
  const old = fixedParts(before);
  const fresh = fixedParts(after);
  const changes: string[] = [];
  for (const kind of ["link", "e-mail address", "code", "placeholder"] as const) {
    changes.push(...difference(kind, texts(old.parts, kind), texts(fresh.parts, kind)));
  }
  changes.push(...changedMarkup(texts(old.parts, "markup"), texts(fresh.parts, "markup")));
  const numbers = (prose: string) => (translated ? digitsOf(prose) : numbersOf(prose, english));
  changes.push(...difference("number", numbers(old.prose), numbers(fresh.prose)));
  if (!translated) changes.push(...difference("quotation", quotationsOf(old.prose), quotationsOf(fresh.prose)));
  if (protectedWords.length > 0) {
    const found = (prose: string) => protectedIn(prose, protectedWords, english);
    changes.push(...difference("protected word", found(old.prose), found(fresh.prose)));
  }
  if (!english) return changes;
  const exact = new Set(exactWordsOf(fresh.prose));
  for (const word of exactWordsOf(old.prose)) if (!exact.has(word)) changes.push(`“${word}” is missing.`);
  const oldProse = proseOf(old.prose);
  const freshProse = proseOf(fresh.prose);
  return [...changes, ...changedNames(oldProse, freshProse), ...changedNegations(oldProse, freshProse)];
}

function texts(parts: readonly FixedPart[], kind: FixedKind): string[] {
  return parts.filter((part) => part.kind === kind).map(({ text }) => text);
}

function changedMarkup(old: readonly string[], fresh: readonly string[]): string[] {
  const changes = difference("markup", old, fresh);
  if (changes.length > 0 || old.every((part, index) => part === fresh[index])) return changes;
  return ["The markup is in another order."];
}

/** What of the one list is missing in the other and the reverse, however they are ordered. */
function difference(kind: string, old: readonly string[], fresh: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of old) counts.set(item, (counts.get(item) ?? 0) + 1);
  for (const item of fresh) counts.set(item, (counts.get(item) ?? 0) - 1);
  const changes: string[] = [];
  for (const [item, count] of counts) {
    if (count > 0) changes.push(`The ${kind} “${short(item)}” is missing.`);
    else if (count < 0) changes.push(`The ${kind} “${short(item)}” was added.`);
  }
  return changes;
}

function short(item: string): string {
  return item.length > 80 ? `${item.slice(0, 80)}…` : item;
}
