import { firstVariant } from "../../../kernel/text/spintax.js";
import { changedFacts } from "../checks/changed-facts.js";
import { changedFactsInSpintax } from "../checks/changed-facts-in-spintax.js";
import type { Rewrite } from "../rewriting/rewriter.js";
import type { ReadSentence } from "./read-sentences.js";
import type { Stretch } from "./spun-stretches.js";
import type { TextNouns } from "./text-nouns.js";

/** What of the text a sentence is said in. */
interface Spun {
  readonly text: string;
  readonly nouns: TextNouns;
  /** Those of the sentence. */
  readonly stretches: readonly Stretch[];
  readonly protectedWords: readonly string[];
}

/** A stretch of the text in spintax, what the text has there being the last option of its group. */
function written({ raw, others }: Stretch): string {
  return others.length === 0 ? raw : `{${[...others, raw].join("|")}}`;
}

/** The ways to say a sentence, as spintax, the sentence itself last. */
export function waysToSay(read: ReadSentence, { text, nouns, stretches, protectedWords }: Spun): string[] {
  const original = text.slice(read.start, read.end);
  const keepsFacts = (option: string) => changedFactsInSpintax(original, option, protectedWords).length === 0;
  let kept = stretches.map((stretch) => withoutMixed(withoutCounted(stretch, text, read), text, read, nouns));
  let own = kept.map(written).join("");
  // Which word it was is asked only where one of them was wrong.
  if (!keepsFacts(own)) {
    kept = kept.map((stretch) => withoutChanges(stretch, text, read, protectedWords));
    own = kept.map(written).join("");
    if (!keepsFacts(own)) {
      kept = stretches.map((stretch) => ({ ...stretch, others: [] }));
      own = kept.map(written).join("");
    }
  }
  const ways: string[] = [];
  for (const rewrite of read.rewrites) {
    if (rewrite.kinds.every((kind) => POINTLESS.has(kind))) continue;
    if (nouns.mixes(read, original, rewrite.text)) continue;
    const spun = spunRewrite(rewrite, read, text, kept);
    ways.push(changedFacts(original, firstVariant(spun), protectedWords).length === 0 ? spun : rewrite.text);
  }
  return [...new Set([...ways, own])];
}

/** Nobody asks for a paraphrase that says "which" for "that", or "do not" for "don't", and nothing else. */
const POINTLESS: ReadonlySet<string> = new Set(["pronoun", "contraction", "that clause", "also"]);

const COUNT = /(?:\p{N}|\b(?:hundred|thousand|million|billion|trillion|dozen))[\s-]*$/iu;

/** What is counted or measured is part of the number: 40 million euros are not 40 million dollars. */
function withoutCounted(stretch: Stretch, text: string, read: ReadSentence): Stretch {
  if (stretch.others.length === 0) return stretch;
  const before = text.slice(Math.max(read.start, stretch.start - 12), stretch.start);
  // "no more than 40" is not "no over 40".
  const compared = /^(?:more|less|fewer)\b/iu.test(stretch.raw) && /\b(?:no|not|any|much|far|many)\s+$/iu.test(before);
  const counted = compared || COUNT.test(before);
  return counted ? { ...stretch, others: [] } : stretch;
}

/** The stretch without the options that would give a thing of the text a second name, or two things the same one. */
function withoutMixed(stretch: Stretch, text: string, read: ReadSentence, nouns: TextNouns): Stretch {
  if (stretch.others.length === 0) return stretch;
  const own = text.slice(stretch.start, stretch.end);
  return { ...stretch, others: stretch.others.filter((other) => !nouns.mixes(read, own, firstVariant(other))) };
}

/** The stretch without the options that would change a fact of the sentence. */
function withoutChanges(
  stretch: Stretch,
  text: string,
  read: ReadSentence,
  protectedWords: readonly string[],
): Stretch {
  if (stretch.others.length === 0) return stretch;
  const before = text.slice(read.start, stretch.start);
  const after = text.slice(stretch.end, read.end);
  const own = text.slice(read.start, read.end);
  const others = stretch.others.filter(
    (other) => changedFacts(own, before + firstVariant(other) + after, protectedWords).length === 0,
  );
  return { ...stretch, others };
}

/** The rewriting with the choices of words that the sentence had, where their words came through together. */
function spunRewrite(rewrite: Rewrite, read: ReadSentence, text: string, stretches: readonly Stretch[]): string {
  const { tokens } = read.sentence;
  const groups = new Map<number, Stretch>();
  for (const stretch of stretches) if (stretch.others.length > 0) groups.set(stretch.start - read.origin, stretch);
  let spun = "";
  let at = 0;
  for (let index = 0; index < rewrite.kept.length; index += 1) {
    const first = rewrite.kept[index]!;
    const group = groups.get(tokens[first.token]!.start);
    if (group === undefined) continue;
    let last = index;
    const end = group.end - read.origin;
    while (last < rewrite.kept.length && tokens[rewrite.kept[last]!.token]!.end < end) last += 1;
    const final = rewrite.kept[last];
    if (final === undefined || tokens[final.token]!.end !== end) continue;
    const before = rewrite.text.slice(0, first.start);
    // What opens a sentence has other words than what stands in it.
    if (opensSentence(before) !== opensSentence(text.slice(read.start, group.start))) continue;
    const shown = rewrite.text.slice(first.start, final.end);
    const own = text.slice(group.start, group.end);
    if (shown.toLowerCase() !== own.toLowerCase() || !sameArticle(rewrite.text, first.start, text, group)) continue;
    const others = group.others
      .filter((other) => !doubles(other, before, rewrite.text.slice(final.end)))
      .map((other) => inCaseOf(shown, own, other));
    if (others.length === 0) continue;
    spun += `${rewrite.text.slice(at, first.start)}{${[...others, shown].join("|")}}`;
    at = final.end;
    index = last;
  }
  return spun + rewrite.text.slice(at);
}

/** Whether the option repeats a word that the rewriting has put next to it: "that" before "that". */
function doubles(option: string, before: string, after: string): boolean {
  const shown = firstVariant(option).toLowerCase();
  const word = (part: string, place: RegExp) => place.exec(part.toLowerCase())?.[1] ?? "";
  const [first, last] = [word(shown, /^([\p{L}']+)/u), word(shown, /([\p{L}']+)$/u)];
  return (
    (first !== "" && first === word(before.slice(-30), /([\p{L}']+)\s+$/u)) ||
    (last !== "" && last === word(after.slice(0, 30), /^\s+([\p{L}']+)/u))
  );
}

/** Whether a sentence begins behind this beginning of a text. */
const opensSentence = (before: string) => !/[\p{L}\p{N}]/u.test(before.replace(/^.*[.!?]\s+/su, ""));

/** Whether the word before is the same article as in the text, or neither is one, so that the options fit it as well. */
function sameArticle(rewritten: string, start: number, text: string, group: Stretch): boolean {
  const before = (part: string) => /(?:^|[^\p{L}])(an?)\s+$/iu.exec(part)?.[1]?.toLowerCase();
  const now = before(rewritten.slice(Math.max(0, start - 4), start));
  return now === before(text.slice(Math.max(0, group.start - 4), group.start));
}

/** An option in the letter case its place has now. */
function inCaseOf(shown: string, own: string, option: string): string {
  const letter = shown[0]!;
  if (letter === own[0]) return option;
  const first = option.search(/[\p{L}\p{N}]/u);
  if (first === -1) return option;
  const changed = letter === letter.toUpperCase() ? option[first]!.toUpperCase() : option[first]!.toLowerCase();
  return option.slice(0, first) + changed + option.slice(first + 1);
}
