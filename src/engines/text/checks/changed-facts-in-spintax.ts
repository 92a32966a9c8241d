import {
  firstVariant,
  groupEnd,
  MARK_SIZE,
  optionsOf,
  parseSpintax,
  renderSpintax,
  type Spintax,
  unescapeSpintax,
} from "../../../kernel/text/spintax.js";
import { seededRandom } from "../../../kernel/values/random.js";
import { lemmasOf } from "../english/inflection/index.js";
import { changedFacts, type FactsOptions } from "./changed-facts.js";
import { isExact } from "./exact-words.js";
import { mayDeny } from "./negations.js";
import { isNumberWord } from "./numbers.js";

// Enough of the surroundings to see the sentence an option is in.
const CONTEXT = 200;
const SAMPLES = 4;
// Characters that may be walked per character of the text, before its nesting is too deep to be checked.
const WORK = 64;

/**
 * The same for a rewriting in spintax: the variant of first options and a few others are compared with the text, and every
 * option of every group with the first of its group, each in the sentence it is in. So every option is looked at
 * once, in time that grows with the text and not with the number of its variants.
 */
export function changedFactsInSpintax(
  before: string,
  spintax: string,
  options: FactsOptions | readonly string[] = {},
): readonly string[] {
  const program = parseSpintax(spintax);
  const changes = new Set(changedFacts(before, firstVariant(program), options));
  if (program.marks.length === 2 * MARK_SIZE) return [...changes];
  try {
    for (const [original, variant] of optionsInContext(program, quietUnder(options))) {
      for (const change of changedFacts(original, variant, options)) changes.add(change);
    }
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    changes.add("The spintax is nested too deeply to be checked.");
  }
  const random = seededRandom(spintax);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    for (const change of changedFacts(before, renderSpintax(program, random), options)) changes.add(change);
  }
  return [...changes];
}

/** Tells of small plain words that no fact can be in, nor a part of one: most options are such, and need no closer look. */
function quietUnder(options: FactsOptions | readonly string[]): (option: string) => boolean {
  const list = "length" in options ? options : (options.protectedWords ?? []);
  const guarded = new Set(list.flatMap((phrase) => phrase.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  const isGuarded = (word: string) =>
    guarded.size > 0 &&
    (guarded.has(word) ||
      (["noun", "verb"] as const).some((kind) => lemmasOf(word, kind).some((lemma) => guarded.has(lemma))));
  return (option) =>
    /^[a-z ,;]*$/.test(option) &&
    !option.split(/[ ,;]+/).some((word) => mayDeny(word) || isNumberWord(word) || isExact(word) || isGuarded(word));
}

class TooDeep extends Error {}

/** For every option but the first of each group: the first option and this one, with what is around them. */
function* optionsInContext(
  program: Spintax,
  isQuiet: (option: string) => boolean,
): Generator<readonly [string, string]> {
  const { source, marks } = program;
  let work = WORK * (source.length + 1000);
  const writtenAfter = (mark: number) => unescapeSpintax(source.slice(marks[mark]! + 1, marks[mark + MARK_SIZE]!));
  const read = (from: number, to: number, enough: number) => {
    let text = "";
    for (let mark = from; mark !== to && text.length < enough; ) {
      const piece = writtenAfter(mark);
      text += piece;
      work -= piece.length + 1;
      const next = mark + MARK_SIZE;
      const aim = marks[next + 1]!;
      if (aim === 0) break;
      mark = aim < 0 ? next : aim;
    }
    return text;
  };
  // What comes before a mark, on the way that takes the first option wherever it can. Marks lead forward only.
  const lefts = new Map<number, string>([[0, ""]]);
  for (let mark = 0; mark < marks.length - 2 * MARK_SIZE; mark += MARK_SIZE) {
    const left = sentenceEnd((lefts.get(mark) ?? "") + writtenAfter(mark));
    lefts.delete(mark);
    const next = mark + MARK_SIZE;
    const aim = marks[next + 1]!;
    if (aim > 0) {
      if (!lefts.has(aim)) lefts.set(aim, left);
      continue;
    }
    const options = optionsOf(marks, next);
    for (const option of options) lefts.set(option, left);
    const exit = groupEnd(marks, next);
    const main = read(next, exit, Number.POSITIVE_INFINITY);
    const quiet = isQuiet(main);
    let right: string | undefined;
    const seen = new Set([main]);
    for (const option of options) {
      const other = read(option, exit, Number.POSITIVE_INFINITY);
      if (work < 0) throw new TooDeep();
      if (seen.has(other)) continue;
      seen.add(other);
      if (quiet && isQuiet(other)) continue;
      right ??= sentenceStart(read(exit, -1, CONTEXT));
      yield [left + main + right, left + other + right];
    }
  }
}

/** The last sentence of what comes before, as far as it is begun. */
function sentenceEnd(left: string): string {
  const near = left.slice(-CONTEXT);
  const last = [...near.matchAll(/[.!?]\s+(?=\p{Lu})/gu)].at(-1);
  return last ? near.slice(last.index + last[0].length) : near;
}

/** The rest of the sentence. */
function sentenceStart(right: string): string {
  const end = /[.!?](?=\s+\p{Lu})/u.exec(right);
  return (end ? right.slice(0, end.index + 1) : right).slice(0, CONTEXT);
}
