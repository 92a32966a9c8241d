import { wordSet } from "../word-set.js";
import type { Prose, Word } from "./prose-words.js";

/** How often a sentence denies: strongly (not, never, without) and nearly (hardly, rarely). */
interface Polarity {
  readonly strong: number;
  readonly weak: number;
}

const STRONG = wordSet(
  "not no never none nobody nothing nowhere neither nor without cannot no-one nope dont doesnt didnt isnt wasnt cant wont",
);
const WEAK = wordSet("hardly scarcely barely rarely seldom");
const PREFIX = /^(?:un|in|im|il|ir|dis|non-?)(?=[a-z]{3})/u;

/** What changed in what is denied, as sentences. */
export function changedNegations({ sentences: old }: Prose, { sentences: fresh }: Prose): string[] {
  const changes = turnedWords(old, fresh);
  const oldCounts = old.map(polarity);
  const freshCounts = fresh.map(polarity);
  const difference = total(freshCounts, "strong") - total(oldCounts, "strong");
  // "Not happy" may become "unhappy": the word that turned takes the place of the negation.
  const made = changes.filter(({ to }) => PREFIX.test(to)).length;
  const lost = changes.length - made;
  if (difference !== lost - made) {
    if (difference < 0) return ["A negation was lost."];
    if (difference > 0) return ["A negation was added."];
    return changes.map(({ from, to }) => `The word “${from}” was turned into its opposite “${to}”.`);
  }
  if (total(freshCounts, "weak") !== total(oldCounts, "weak"))
    return ["A word such as “hardly” or “rarely” was lost or added."];
  const moved =
    changes.length === 0 &&
    old.length === fresh.length &&
    oldCounts.some((count, index) => count.strong !== freshCounts[index]!.strong);
  return moved ? ["A negation moved to another sentence."] : [];
}

/** Words that deny or nearly deny, or may be turned into their opposite. */
export function mayDeny(word: string): boolean {
  const lower = small(word);
  return STRONG.has(lower) || WEAK.has(lower) || /n't$/u.test(lower) || PREFIX.test(lower);
}

function polarity(sentence: readonly Word[]): Polarity {
  let strong = 0;
  let weak = 0;
  let neither = false;
  for (let index = 0; index < sentence.length; index += 1) {
    const word = small(sentence[index]!.text);
    const next = small(sentence[index + 1]?.text ?? "");
    const previous = small(sentence[index - 1]?.text ?? "");
    if (WEAK.has(word)) weak += 1;
    if (/n't$/u.test(word)) strong += 1;
    if (!STRONG.has(word)) continue;
    // Not only ... but, whether or not, neither ... nor, number 5: one denial or none.
    const asked = previous === "or" && /^(?:whether|if)$/u.test(small(sentence[index - 2]?.text ?? ""));
    if (word === "not" && (asked || /^(?:only|just|merely|simply)$/u.test(next))) continue;
    if (word === "no" && /^\d/u.test(next)) continue;
    if (word === "nor" && neither) continue;
    if (word === "neither") neither = true;
    strong += 1;
  }
  return { strong, weak };
}

function total(counts: readonly Polarity[], key: keyof Polarity): number {
  return counts.reduce((sum, count) => sum + count[key], 0);
}

/** Words of the one text whose opposite by prefix is in the other: `happy` and `unhappy`, in either direction. */
function turnedWords(
  old: readonly (readonly Word[])[],
  fresh: readonly (readonly Word[])[],
): { from: string; to: string }[] {
  const before = counted(old);
  const after = counted(fresh);
  const made = prefixed(after, before).map(([word, stem]) => ({ from: stem, to: word }));
  return [...made, ...prefixed(before, after).map(([word, stem]) => ({ from: word, to: stem }))];
}

/** Words with a prefix that the one text has more often, and their stems that the other one has more often. */
function prefixed(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): (readonly [word: string, stem: string])[] {
  return [...one].flatMap(([word, count]) => {
    const prefix = PREFIX.exec(word)?.[0];
    if (prefix === undefined || count <= (other.get(word) ?? 0)) return [];
    const stem = word.slice(prefix.length);
    return (other.get(stem) ?? 0) > (one.get(stem) ?? 0) ? [[word, stem] as const] : [];
  });
}

function counted(sentences: readonly (readonly Word[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const { text } of sentence) counts.set(small(text), (counts.get(small(text)) ?? 0) + 1);
  }
  return counts;
}

function small(word: string): string {
  return word.toLowerCase().replaceAll("’", "'");
}
