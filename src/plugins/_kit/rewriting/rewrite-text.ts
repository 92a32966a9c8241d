import { changedFacts } from "../../../engines/text/checks/changed-facts.js";
import { changedFactsInSpintax } from "../../../engines/text/checks/changed-facts-in-spintax.js";
import { escapeSpintax, type Random, splitSpintax } from "../../../kernel/index.js";
import type { Form } from "./forms.js";
import { hasSameMarks } from "./inline-marks.js";
import { changeOf, readWords } from "./measures.js";
import { type RewriteUnit, type Stretch, stretchesOf } from "./units.js";

/** What a rewriter offers for one unit. */
export interface Offered {
  /** Ways to say it, best first. */
  readonly ways: readonly string[];
  /** All of them in spintax, where there is more than the ways. */
  readonly spintax?: string;
  readonly notes?: readonly string[];
}

export type Rewriter = (unit: string, seed: string) => Promise<Offered>;

export interface Rewriting {
  readonly rewriter: Rewriter;
  readonly form: Form;
  readonly unit: RewriteUnit;
  readonly language: string;
  readonly protectedWords: readonly string[];
  readonly keepsNumbers: boolean;
  /** A way that is less like its unit is rejected. */
  readonly minSimilarity: number;
  /** Of the ways, those that have less in common with their unit come first. */
  readonly maxOverlap: number;
  readonly random: Random;
  readonly signal: AbortSignal;
}

export interface RewrittenText {
  readonly units: number;
  readonly rewritten: number;
  /** Units of which every way changed a number, a name or a negation, or said something else: they stayed as they were. */
  readonly rejected: number;
  /** What was wrong with the first that was rejected. */
  readonly firstFault: string;
  readonly notes: readonly string[];
  /** The text with the given number of ways to say it, from 0 on; fewer ways come again. */
  variant(number: number): string;
  spintax(): string;
}

/** Units that are worked at once. */
const AT_ONCE = 6;

/** Says a text in other words, unit by unit. */
export async function rewrittenText(source: string, how: Rewriting): Promise<RewrittenText> {
  const stretches = stretchesOf(source, how.unit, how.form);
  const judged: Judged[] = [];
  const seeds = stretches.map(() => String(how.random.integer(0, 2 ** 31 - 1)));
  for (let from = 0; from < stretches.length; from += AT_ONCE) {
    how.signal.throwIfAborted();
    const batch = stretches.slice(from, from + AT_ONCE);
    judged.push(...(await Promise.all(batch.map((stretch, index) => judge(stretch, seeds[from + index]!, how)))));
  }
  const units = judged.filter(({ isUnit }) => isUnit);
  return {
    units: units.length,
    rewritten: units.filter(({ ways }) => ways.length > 0).length,
    rejected: units.filter(({ ways, fault }) => ways.length === 0 && fault !== "").length,
    firstFault: units.find(({ ways, fault }) => ways.length === 0 && fault !== "")?.fault ?? "",
    // What an engine says of one sentence is of use only where it could do nothing at all.
    notes: units.some(({ ways }) => ways.length > 0) ? [] : [...new Set(judged.flatMap(({ notes }) => notes))],
    variant: (number) => judged.map(({ source, ways }) => ways[number % Math.max(ways.length, 1)] ?? source).join(""),
    spintax: () => judged.map(asSpintax).join(""),
  };
}

interface Judged {
  readonly source: string;
  readonly isUnit: boolean;
  readonly ways: readonly string[];
  readonly spintax: string | undefined;
  readonly fault: string;
  readonly notes: readonly string[];
}

async function judge({ text: source, isUnit }: Stretch, seed: string, how: Rewriting): Promise<Judged> {
  if (!isUnit || hasChoice(source))
    return { source, isUnit: false, ways: [], spintax: undefined, fault: "", notes: [] };
  const offered = await how.rewriter(source, seed);
  const before = readWords(source);
  let fault = "";
  const fitting: { way: string; overlap: number }[] = [];
  for (const way of new Set(offered.ways.map((one) => inPlaceOf(source, one)))) {
    if (way === source || way.trim() === "") continue;
    const { similarity, overlap } = changeOf(before, readWords(way));
    const faults =
      similarity < how.minSimilarity ? [`Its similarity is ${similarity}.`] : faultsOf(source, way, how, changedFacts);
    if (faults.length === 0) fitting.push({ way, overlap });
    else fault ||= faults[0]!;
  }
  const ways = [
    ...fitting.filter(({ overlap }) => overlap <= how.maxOverlap),
    // What has too much in common is better than what has all.
    ...fitting.filter(({ overlap }) => overlap > how.maxOverlap).sort((one, other) => one.overlap - other.overlap),
  ].map(({ way }) => way);
  const { spintax } = offered;
  const isSafe = spintax !== undefined && faultsOf(source, spintax, how, changedFactsInSpintax).length === 0;
  return { source, isUnit, ways, spintax: isSafe ? spintax : undefined, fault, notes: offered.notes ?? [] };
}

const hasChoice = (text: string) => splitSpintax(text).some(({ kind }) => kind === "choice");

function faultsOf(source: string, made: string, how: Rewriting, check: typeof changedFacts): readonly string[] {
  const { protectedWords, language, keepsNumbers, form } = how;
  const faults = check(source, made, { protectedWords, language });
  if (check === changedFacts && !hasSameMarks(source, made, form))
    return ["Its code, links or tags are others.", ...faults];
  return keepsNumbers ? faults : faults.filter((fault) => !fault.startsWith("The number "));
}

/** Models like to answer on a line of their own. */
function inPlaceOf(source: string, way: string): string {
  return /^\s*/.exec(source)![0] + way.trim() + /\s*$/.exec(source)![0];
}

function asSpintax({ source, ways, spintax }: Judged): string {
  if (ways.length === 0) return escapeSpintax(source);
  if (spintax !== undefined) return spintax;
  return `{${[...ways, source].map(escapeSpintax).join("|")}}`;
}
