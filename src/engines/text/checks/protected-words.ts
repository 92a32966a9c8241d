import { inflect } from "../english/inflection/index.js";
import type { Form } from "../english/types.js";

const PIECE = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const FORMS: readonly Form[] = ["plural", "third", "past", "participle", "gerund"];

/** Every place where a protected word or phrase occurs, in small letters, its inflections included. */
export function protectedIn(text: string, protectedWords: readonly string[], english: boolean): string[] {
  const lower = text.toLowerCase();
  const { sequences, literals } = prepared(protectedWords, english);
  const found: string[] = [];
  for (const literal of literals) {
    for (let at = lower.indexOf(literal); at >= 0; at = lower.indexOf(literal, at + literal.length)) {
      if (!/[\p{L}\p{N}]/u.test(lower[at - 1] ?? "") && !/[\p{L}\p{N}]/u.test(lower[at + literal.length] ?? ""))
        found.push(literal);
    }
  }
  if (sequences.size === 0) return found;
  const pieces = Array.from(lower.matchAll(PIECE), ([piece]) => piece);
  for (let index = 0; index < pieces.length; index += 1) {
    const longest = sequences
      .get(pieces[index]!)
      ?.find((sequence) => sequence.every((piece, offset) => pieces[index + offset] === piece));
    if (!longest) continue;
    found.push(longest.join(" "));
    index += longest.length - 1;
  }
  return found;
}

interface Prepared {
  /** By their first word, longest first. */
  readonly sequences: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Such as `c++`: with more in them than letters, digits, blanks, hyphens and apostrophes. */
  readonly literals: readonly string[];
}

function prepared(protectedWords: readonly string[], english: boolean): Prepared {
  const sequences = new Map<string, string[][]>();
  const literals: string[] = [];
  const seen = new Set<string>();
  for (const phrase of protectedWords) {
    const lower = phrase.trim().toLowerCase();
    if (lower === "" || seen.has(lower)) continue;
    seen.add(lower);
    if (/[^\p{L}\p{M}\p{N}\s'’-]/u.test(lower)) {
      literals.push(lower);
      continue;
    }
    for (const variant of english ? variants(lower) : [lower]) {
      const sequence = Array.from(variant.matchAll(PIECE), ([piece]) => piece);
      const first = sequence[0];
      if (first === undefined) continue;
      const others = sequences.get(first) ?? [];
      others.push(sequence);
      sequences.set(first, others);
    }
  }
  for (const others of sequences.values()) others.sort((one, other) => other.length - one.length);
  return { sequences, literals };
}

function variants(phrase: string): Set<string> {
  const found = new Set([phrase]);
  if (!/^[a-z]/.test(phrase) || phrase.length > 60) return found;
  for (const form of FORMS) found.add(inflect(phrase, form));
  return found;
}
