import type { Random } from "../../values/random.js";
import { unescapeSpintax } from "./escape.js";
import { LAST, marksOf, OPEN } from "./marks.js";

/**
 * A parsed text: steps numbered from 0, in flat lists. Step `i` writes the source after `bounds[i]` and before
 * `bounds[i + 1]`, its escapes resolved, and goes on at one of the steps `ways[firsts[i]]` up to, not including,
 * `ways[firsts[i + 1]]`. Several ways are a choice, one is where an option or a group ends, none is the end of the text.
 * Every way leads forward, so every walk ends. Never changed once made: it may be shared and rendered any number of times.
 */
export interface Spintax {
  /** The text as it was given. */
  readonly source: string;
  /** Where the braces and bars of groups stand, between -1 and the length of the source. */
  readonly bounds: Int32Array;
  /** Where the ways of each step begin; one entry more than there are steps. */
  readonly firsts: Int32Array;
  /** The steps to go on at. */
  readonly ways: Int32Array;
}

/**
 * The text, ready to be rendered. Never throws: whatever is not a group is text, to the last character.
 * Linear in time and memory, whatever the nesting.
 */
export function parseSpintax(text: string): Spintax {
  const { positions, nexts } = marksOf(text);
  // One step per mark of a group, which writes what stands before it, and one for what stands after the last.
  const steps = new Int32Array(nexts.length);
  let stepCount = 0;
  for (let mark = 0; mark < nexts.length; mark += 1) {
    if (nexts[mark]! >= 0) steps[mark] = stepCount++;
  }
  const bounds = new Int32Array(stepCount + 2);
  const firsts = new Int32Array(stepCount + 2);
  // Every option is the aim of one way and the start of one, and there are fewer options than marks.
  const ways = new Int32Array(2 * stepCount);
  const exits = new Int32Array(nexts.length);
  let step = 0;
  let wayCount = 0;
  bounds[0] = -1;
  for (let mark = 0; mark < nexts.length; mark += 1) {
    if (nexts[mark]! < 0) continue;
    const position = positions[mark]!;
    firsts[step] = wayCount;
    step += 1;
    bounds[step] = position;
    if (text.charCodeAt(position) === OPEN) {
      let member = mark;
      for (; nexts[member] !== LAST; member = nexts[member]!) ways[wayCount++] = steps[member]! + 1;
      const exit = steps[member]! + 1;
      for (let before = nexts[mark]!; before !== member; before = nexts[before]!) exits[before] = exit;
      exits[member] = exit;
    } else {
      ways[wayCount++] = exits[mark]!;
    }
  }
  firsts[step] = wayCount;
  firsts[step + 1] = wayCount;
  bounds[step + 1] = text.length;
  return { source: text, bounds, firsts, ways: ways.subarray(0, wayCount) };
}

/**
 * One variant: in every group met, each option is equally likely. Draws from `random` once per group met and never for
 * text. Time is linear in the steps walked; a text that is rendered often should be parsed once.
 */
export function renderSpintax(spintax: Spintax | string, random: Random): string {
  return walk(parsed(spintax), (first, last) => random.integer(first, last));
}

/** The variant of first options everywhere: what a spun text was before it was spun. */
export function firstVariant(spintax: Spintax | string): string {
  return walk(parsed(spintax), (first) => first);
}

/**
 * How many ways there are to choose, exactly. Two choices that give the same text count as two: `{a|a}` has 2, and a text
 * without groups has 1. Needs no recursion. The answer has up to 0.4 bits per character, so besides one pass over the text
 * there is the arithmetic on numbers of that length.
 */
export function countVariants(spintax: Spintax | string): bigint {
  const { firsts, ways } = parsed(spintax);
  // Of each open group: the sum of its finished options, and the factors of the option being read.
  const outer: { sum: bigint; factors: bigint[] }[] = [];
  let group = { sum: 0n, factors: [] as bigint[] };
  for (let step = 0; step < firsts.length - 2; step += 1) {
    const first = firsts[step]!;
    if (firsts[step + 1]! - first > 1) {
      outer.push(group);
      group = { sum: 0n, factors: [] };
      continue;
    }
    group.sum += product(group.factors);
    group.factors = [];
    // Only the closing brace leads to the very next step: an option always ends before the brace does.
    if (ways[first] === step + 1) {
      const { sum } = group;
      group = outer.pop()!;
      group.factors.push(sum);
    }
  }
  return product(group.factors);
}

export function parsed(spintax: Spintax | string): Spintax {
  return typeof spintax === "string" ? parseSpintax(spintax) : spintax;
}

/** What the steps write on the way that `choose` decides; it is given the first and the last of several ways. */
export function walk(spintax: Spintax, choose: (first: number, last: number) => number): string {
  const { source, bounds, firsts, ways } = spintax;
  const escaped = source.includes("\\");
  let written = "";
  let step = 0;
  for (;;) {
    const from = bounds[step]! + 1;
    const to = bounds[step + 1]!;
    if (from < to) written += escaped ? unescapeSpintax(source.slice(from, to)) : source.slice(from, to);
    const first = firsts[step]!;
    const last = firsts[step + 1]! - 1;
    if (last < first) return written;
    step = ways[first === last ? first : choose(first, last)]!;
  }
}

/** Multiplied in pairs, for the time of multiplying grows with the length of both numbers. */
function product(factors: readonly bigint[]): bigint {
  while (factors.length > 1) {
    const halved: bigint[] = [];
    for (let index = 0; index < factors.length; index += 2) halved.push(factors[index]! * (factors[index + 1] ?? 1n));
    factors = halved;
  }
  return factors[0] ?? 1n;
}
