import type { Random } from "../../values/random.js";
import { unescapeSpintax } from "./escape.js";
import { MARK_SIZE, type Marks, marksOf } from "./marks.js";

/** A parsed text. Never changed once made: it may be shared and rendered any number of times. */
export interface Spintax {
  /** The text as it was given. */
  readonly source: string;
  /** The braces and bars of its groups, in a form of their own. */
  readonly marks: Marks;
  /** Whether any character in it is escaped. */
  readonly escaped: boolean;
}

/**
 * The text, ready to be rendered. Never throws: whatever is not a group is text, to the last character.
 * Linear in time and memory, whatever the nesting.
 */
export function parseSpintax(text: string): Spintax {
  const { marks, escaped } = marksOf(text);
  return { source: text, marks, escaped };
}

/**
 * One variant: in every group met, each option is equally likely. Draws from `random` once per group met and never for
 * text. Time is linear in the text, and mostly in what is written; a text that is rendered often should be parsed once.
 */
export function renderSpintax(spintax: Spintax | string, random: Random): string {
  const program = parsed(spintax);
  const { marks } = program;
  return walk(program, (open, options) => {
    let option = open;
    for (let left = random.integer(1, options); left > 1; left -= 1) option = marks[option + 2]!;
    return option;
  });
}

/** The variant of first options everywhere: what a spun text was before it was spun. */
export function firstVariant(spintax: Spintax | string): string {
  return walk(parsed(spintax), (open) => open);
}

/**
 * How many ways there are to choose, exactly. Two choices that give the same text count as two: `{a|a}` has 2, and a text
 * without groups has 1. Needs no recursion. The answer has up to 0.4 bits per character, so besides one pass over the text
 * there is the arithmetic on numbers of that length.
 */
export function countVariants(spintax: Spintax | string): bigint {
  const { marks } = parsed(spintax);
  // Of each open group: the sum of its finished options, and the factors of the option being read.
  const outer: { sum: bigint; factors: bigint[] }[] = [];
  let group = { sum: 0n, factors: [] as bigint[] };
  for (let mark = MARK_SIZE; marks[mark + 1] !== 0; mark += MARK_SIZE) {
    const aim = marks[mark + 1]!;
    if (aim < 0) {
      outer.push(group);
      group = { sum: 0n, factors: [] };
      continue;
    }
    group.sum += product(group.factors);
    group.factors = [];
    if (aim === mark) {
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

/**
 * The variant whose options `choose` decides: it is given the opening brace of a group and the number of options, and gives the
 * mark at which the wanted one begins.
 */
export function walk(spintax: Spintax, choose: (open: number, options: number) => number): string {
  const { source, marks, escaped } = spintax;
  let written = "";
  let mark = 0;
  for (;;) {
    const from = marks[mark]! + 1;
    mark += MARK_SIZE;
    const to = marks[mark]!;
    if (from < to) written += escaped ? unescapeSpintax(source.slice(from, to)) : source.slice(from, to);
    const aim = marks[mark + 1]!;
    if (aim === 0) return written;
    // Every mark leads forward, so every walk ends.
    mark = aim < 0 ? choose(mark, -aim) : aim;
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
