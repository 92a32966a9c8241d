import type { Turns } from "../../../kernel/values/turns.js";
import { changedFacts } from "../checks/changed-facts.js";
import type { English, Sentence, Token } from "../english/types.js";
import { blocks } from "../markup/index.js";
import type { Rewrite, Rewriter } from "../rewriting/rewriter.js";
import { quotationsOf } from "../spinner/quotations.js";
import { continuedItems, goesOn } from "./continued-items.js";

/** A sentence of a text with other ways to say it. Places are those of the text. */
export interface ReadSentence {
  readonly start: number;
  readonly end: number;
  readonly sentence: Sentence;
  /** What the places of the sentence's tokens count from. */
  readonly origin: number;
  readonly rewrites: readonly Rewrite[];
}

interface Reading {
  readonly english: English;
  readonly rewriter: Rewriter;
  readonly protectedWords: readonly string[];
}

/** The most characters that are tagged at once. */
const LONGEST_TAGGED = 2000;
/** How many rewritings of one sentence are offered. */
const OFFERED = 6;

/** A sentence without a final mark may be cut off, or no sentence at all. */
const FINISHED = /[.!?…:;][\p{Pe}\p{Pf}"'*_]*$/u;

/** The sentences of a text in reading order, apart from each other. */
export async function sentencesOf(
  text: string,
  { english, rewriter, protectedWords }: Reading,
  turns: Turns,
): Promise<ReadSentence[]> {
  const sentences: ReadSentence[] = [];
  if (turns.due()) await turns.give();
  const read = blocks(text);
  const continued = continuedItems(text, read);
  for (const block of read) {
    const quoted = quotationsOf(block.legible);
    for (const [from, to] of stretches(block.legible)) {
      if (turns.due()) await turns.give();
      const origin = block.start + from;
      const shown = text.slice(origin, block.start + to);
      const fixed = block.passages
        .filter(({ kind }) => kind === "fixed")
        .map(({ start, end }) => ({ start: start - origin, end: end - origin }));
      let next = 0;
      for (const tagged of english.tagger.tag(block.legible.slice(from, to))) {
        if (turns.due()) await turns.give();
        while (next < fixed.length && fixed[next]!.end <= tagged.start) next += 1;
        const whole = withFixed(tagged, fixed, next);
        const sentence = whole ?? tagged;
        const original = shown.slice(sentence.start, sentence.end);
        // Braces, bars and backslashes mean what they mean where they stand.
        let rewrites: readonly Rewrite[] = [];
        const isSaid = quoted.some(({ start, end }) => start <= from + sentence.start && end >= from + sentence.end);
        const isWhole = FINISHED.test(block.legible.slice(from + sentence.start, from + sentence.end).trimEnd());
        if (whole !== undefined && isWhole && !isSaid && !/[\\{|}]/.test(original)) {
          rewrites = await unhurried(rewriter.steps(sentence, shown), turns);
          if (continued.has(block)) rewrites = rewrites.filter(({ text }) => goesOn(original, text));
          // The rewriter keeps all facts but those it does not know.
          if (protectedWords.length > 0) {
            rewrites = rewrites.filter(({ text }) => changedFacts(original, text, protectedWords).length === 0);
          }
        }
        sentences.push({
          start: origin + sentence.start,
          end: origin + sentence.end,
          sentence,
          origin,
          rewrites: different(rewrites),
        });
      }
    }
  }
  return sentences;
}

async function unhurried<Value>(steps: Generator<void, Value>, turns: Turns): Promise<Value> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (turns.due()) await turns.give();
  }
}

/**
 * The sentence with each token that represents something fixed, such as an address, covering the whole of it. Undefined when
 * the sentence begins or ends within something fixed.
 */
function withFixed(
  sentence: Sentence,
  fixed: readonly { readonly start: number; readonly end: number }[],
  from: number,
): Sentence | undefined {
  const tokens: Token[] = [];
  let { end } = sentence;
  let next = from;
  if (fixed[next] !== undefined && fixed[next]!.start < sentence.start) return undefined;
  for (const token of sentence.tokens) {
    while (next < fixed.length && fixed[next]!.end <= token.start) next += 1;
    const passage = fixed[next];
    if (passage === undefined || passage.start >= token.end) {
      tokens.push(token);
      continue;
    }
    if (passage.start > token.start || token.end > passage.end) return undefined;
    if (tokens.at(-1)?.end === passage.end) continue;
    tokens.push({ ...token, start: passage.start, end: passage.end });
    end = Math.max(end, passage.end);
  }
  return { start: sentence.start, end, tokens };
}

/** Parts of a block short enough to be tagged, cut between sentences where there are any, else between words. */
function* stretches(block: string): Generator<readonly [number, number]> {
  let from = 0;
  while (block.length - from > LONGEST_TAGGED) {
    const part = block.slice(from, from + LONGEST_TAGGED);
    const sentence = part.lastIndexOf(". ") + 2;
    const blank = part.lastIndexOf(" ") + 1;
    const length = sentence > LONGEST_TAGGED / 4 ? sentence : blank > 0 ? blank : LONGEST_TAGGED;
    yield [from, from + length];
    from += length;
  }
  yield [from, block.length];
}

/** The best rewritings, at first without those that say most of it as a better one does. */
function different(rewrites: readonly Rewrite[]): Rewrite[] {
  const chosen: { readonly rewrite: Rewrite; readonly runs: ReadonlySet<string> }[] = [];
  for (const limit of [0.45, 0.75, 0.95]) {
    for (const rewrite of rewrites) {
      if (chosen.length >= OFFERED) break;
      if (chosen.some((other) => other.rewrite === rewrite)) continue;
      const runs = runsOf(rewrite.text);
      if (chosen.every((other) => shared(runs, other.runs) <= limit)) chosen.push({ rewrite, runs });
    }
  }
  return chosen.map(({ rewrite }) => rewrite);
}

/** Every four words in a row. */
function runsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const runs = new Set<string>();
  for (let index = 0; index + 4 <= words.length; index += 1) runs.add(words.slice(index, index + 4).join(" "));
  return runs;
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const run of one) if (other.has(run)) common += 1;
  return one.size === 0 ? 0 : common / one.size;
}
