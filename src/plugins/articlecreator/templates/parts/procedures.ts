import type { TextTable } from "../../../../engines/pages/blocks.js";
import { countWords, termsOf } from "../../../../engines/pages/terms.js";
import type { Material } from "../../material.js";
import { countingUp } from "../../sequences.js";
import { instructs, isInstruction } from "./imperatives.js";
import { isBelow, listsOfSection, type SourceSection, sectionsOfSource } from "./source-sections.js";
import { type Step, stepOf, withoutNumber } from "./step-texts.js";
import { toldIn } from "./told-steps.js";

/** All steps of one thing that a source tells to do, in their order. */
export interface Procedure {
  readonly source: number;
  /** Of the section that holds it; empty where it has none or takes several. */
  readonly heading: string;
  readonly isList: boolean;
  readonly steps: readonly Step[];
  /** Places of its sections among those of the source. */
  readonly sections: readonly number[];
  /** How well it fits the keyword. */
  readonly value: number;
}

export const NEEDS_HEADING =
  /\b(need|needs|ingredients?|tools?|materials?|supplies|equipment|requirements|prerequisites|shopping list|gear|kit)\b/i;
export const TIPS_HEADING =
  /\b(tips?|mistakes?|advice|pitfalls|troubleshooting|problems?|cautions?|warnings?|avoid|go(?:es)? wrong|never|faqs?|questions)\b/i;
/** What is below tells what to heed at any time, and no steps. */
const MAXIMS_HEADING = /\b(?:best practices|golden rules|principles|guidelines|habits|dos and don['\u2019]?ts)\b/i;
export const AFTER_HEADING = /\b(stor(?:e|ing|age)|aftercare|care|caring|safety|maintenance|keeping)\b/i;
const STEPS_HEADING =
  /\b(steps?|instructions?|directions?|procedure|how to|making|process)\b|^(?:the )?(?:method|preparation)\b/i;
const HOW_TO = /\bhow (?:to|do)\b|\bstep[- ]by[- ]step\b|\b(?:tutorial|instructions|recipe)\b/i;
const FEWEST_STEPS = 3;
const MOST_STEPS = 30;
/** Share of the steps that must tell what to do. */
const MOSTLY = 0.6;
const NEARLY_ALL = 0.8;
/** A first step that speaks of something named before it: "Install this package". */
const POINTS_BACK = /^\S+ (?:this|these|those|it|them)\b/i;
const NUMBERED = /^(?:step\s*(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\b|(\d{1,2})\s?[.):]\s)/i;
const WORDS = "one two three four five six seven eight nine ten".split(" ");
/** Of a step under a heading of its own, where all of it would be too long. */
const BRIEF = 2;

interface Found {
  readonly heading: string;
  readonly isList: boolean;
  readonly isNumbered: boolean;
  readonly steps: readonly (Step | undefined)[];
  readonly sections: readonly number[];
}

/** What the sources tell to do step by step, whole and of at most so many words, the one that fits the keyword best first. */
export function proceduresOf(material: Material, keyword: string, mostWords: number): Procedure[] {
  return [...material.sources.keys()]
    .flatMap((source) => {
      const sections = sectionsOfSource(material, source);
      const title = material.sources[source]!.title;
      return [
        ...sections.flatMap((section, at) => inSection(section, at, title, material.query)),
        ...inTables(material.sources[source]!.tables ?? [], sections),
        ...bySequence(sections),
        ...byHeadings(sections, title),
      ].flatMap((found) => usable(found, { material, keyword, mostWords, source, title, sections }));
    })
    .toSorted((one, other) => other.value - one.value);
}

interface Case {
  readonly material: Material;
  readonly keyword: string;
  readonly mostWords: number;
  readonly source: number;
  readonly title: string;
  readonly sections: readonly SourceSection[];
}

function usable(found: Found, { material, keyword, mostWords, source, title, sections }: Case): Procedure[] {
  const { heading, isList, sections: own } = found;
  if (found.steps.length < FEWEST_STEPS || found.steps.length > MOST_STEPS) return [];
  if (found.steps.some((step) => step === undefined)) return [];
  if (POINTS_BACK.test(found.steps[0]?.[0] ?? "")) return [];
  const first = sections[own[0]!]!;
  if (isBelow(first, MAXIMS_HEADING) || MAXIMS_HEADING.test(title)) return [];
  if (isBelow(first, NEEDS_HEADING) || isBelow(first, TIPS_HEADING) || AFTER_HEADING.test(first.heading)) {
    if (!STEPS_HEADING.test(first.heading)) return [];
  }
  const steps = withinLength(found.steps as readonly Step[], isList, mostWords);
  const near = nearness(material, keyword, [title, ...first.above, heading].join(" "), steps);
  if (steps === undefined || near === undefined) return [];
  const value =
    near +
    Math.min(steps.length, 12) / 12 +
    (STEPS_HEADING.test(heading) ? 0.4 : 0) +
    (HOW_TO.test(title) ? 0.5 : 0) +
    (found.isNumbered ? 0.4 : 0);
  return [{ source, heading, isList, steps, sections: own, value }];
}

function withinLength(steps: readonly Step[], isList: boolean, mostWords: number): readonly Step[] | undefined {
  const words = (all: readonly Step[]) => all.flat().reduce((sum, text) => sum + countWords(text), 0);
  const fits = (all: readonly Step[]) => words(all) <= 0.7 * mostWords;
  if (fits(steps)) return steps;
  const brief = steps.map((step) => step.slice(0, BRIEF));
  return !isList && fits(brief) ? brief : undefined;
}

/** How much of the keyword is named: what is above the steps counts double. Undefined where it is about something else. */
function nearness(material: Material, keyword: string, names: string, steps: readonly Step[] = []): number | undefined {
  const { query } = material;
  if (query.length === 0) return undefined;
  const named = new Set(termsOf(names));
  const all = new Set([...named, ...termsOf(steps.flat().join(" "))]);
  const share = (terms: ReadonlySet<string>) => query.filter((term) => terms.has(term)).length / query.length;
  if (share(all) < 0.5 || (share(named) === 0 && share(all) < 1)) return undefined;
  // Who asks how to season a pan is not told how to clean one.
  const [action] = termsOf(keyword.split(/\s+/)[0] ?? "");
  const isAction = action !== undefined && query.length > 1 && isInstruction(`${keyword}.`);
  if (isAction && !all.has(action)) return undefined;
  return 2 * share(named) + share(all);
}

/** Whether most of the steps tell to do something. */
function tellsToDo(steps: readonly (Step | undefined)[], share: number): boolean {
  const told = steps.filter((step) => step?.slice(0, 3).some(instructs)).length;
  return told >= share * steps.length;
}

function inSection(section: SourceSection, at: number, title: string, query: readonly string[]): Found[] {
  const { heading } = section;
  const isNamed = termsOf(heading).some((term) => query.includes(term));
  const isPromised = isNamed && section.above.some((above) => HOW_TO.test(above));
  const isOfSteps = STEPS_HEADING.test(heading) || isPromised || (heading === "" && HOW_TO.test(title));
  const listed = listsOfSection(section).flatMap(({ ordered, items }): Found[] => {
    const steps = items.map(stepOf);
    const isProcedure = tellsToDo(steps, ordered || isOfSteps ? MOSTLY : NEARLY_ALL) && (ordered || isOfSteps);
    return isProcedure ? [{ heading, isList: true, isNumbered: ordered, steps, sections: [at] }] : [];
  });
  const numbered = numberedParagraphs(section).map(
    (steps): Found => ({ heading, isList: false, isNumbered: true, steps, sections: [at] }),
  );
  const found = [...listed, ...numbered.filter(({ steps }) => tellsToDo(steps, MOSTLY))];
  if (found.length > 0) return found;
  const told = toldIn(section, isOfSteps);
  return told === undefined ? [] : [{ heading, isList: true, isNumbered: false, steps: told, sections: [at] }];
}

/** Paragraphs that begin with numbers: "Step 1: ...", "2) ...". */
function numberedParagraphs({ blocks }: SourceSection): (Step | undefined)[][] {
  const all: string[][][] = [];
  for (const { kind, text } of blocks) {
    const [, word = "", figure = ""] = (kind === "paragraph" && NUMBERED.exec(text)) || [];
    const number = figure === "" ? WORDS.indexOf(word.toLowerCase()) + 1 || Number(word) : Number(figure);
    const run = all.at(-1);
    if (number === 1) all.push([[text]]);
    else if (number > 0 && run !== undefined && number === run.length + 1) run.push([text]);
    else run?.at(-1)?.push(text);
  }
  return all.map((run) => {
    // What follows a step belongs to it where all steps are lines with something below them.
    const areLabels = run.slice(0, -1).every((texts) => texts.length > 1);
    return run.map((texts, index) => stepOf(index < run.length - 1 ? texts : texts.slice(0, areLabels ? 2 : 1)));
  });
}

/** Tables whose rows count up: "Step | What to do". */
function inTables(tables: readonly TextTable[], sections: readonly SourceSection[]): Found[] {
  return tables.flatMap(({ heading, head, rows }): Found[] => {
    const at = sections.findIndex((section) => section.heading === heading);
    const isCounted = /^(?:steps?|stage|no\.?|#|)$/i.test(head[0] ?? "") && head.length === 2;
    if (at < 0 || !isCounted || !rows.every(([number], index) => stepNumber(number!) === index + 1)) return [];
    const steps = rows.map(([, text]) => stepOf([text!]));
    return tellsToDo(steps, MOSTLY) ? [{ heading, isList: true, isNumbered: true, steps, sections: [at] }] : [];
  });
}

function stepNumber(cell: string): number {
  return Number(/^(?:step )?(\d{1,2})\.?$/i.exec(cell.trim())?.[1]);
}

/** Sections whose headings count up: "Step 1: Mark the line". */
function bySequence(sections: readonly SourceSection[]): Found[] {
  return countingUp(sections.map(({ heading }) => heading))
    .filter(({ kind }) => kind === "numbered" || kind === "ordinal")
    .flatMap(({ at }) => {
      const members = at.map((from, index) => withSubsections(sections, from, at[index + 1]));
      return headed(sections, members);
    });
}

/** The section and those below it. */
function withSubsections(sections: readonly SourceSection[], from: number, next = sections.length): number[] {
  const end = sections.findIndex((section, at) => at > from && section.level <= sections[from]!.level);
  const last = Math.min(end < 0 ? sections.length : end, next);
  return Array.from({ length: last - from }, (_, index) => from + index);
}

/** Headings that tell what to do, below one that promises it: "Mark the line", "Digging the trench". */
function byHeadings(sections: readonly SourceSection[], title: string): Found[] {
  const siblings = Map.groupBy(sections.keys(), (at) => `${sections[at]!.level} ${sections[at]!.above.join("\n")}`);
  return [...siblings.values()].flatMap((members) => {
    const above = sections[members[0]!]!.above.at(-1);
    const isPromised = HOW_TO.test(above ?? title);
    const nameOf = (at: number) => withoutNumber(sections[at]!.heading);
    const isAside = (at: number) =>
      [NEEDS_HEADING, TIPS_HEADING, AFTER_HEADING, /\?$/].some((aside) => aside.test(nameOf(at)));
    const isStep = (at: number) =>
      !isAside(at) && (isInstruction(`${nameOf(at)}.`) || (above !== undefined && /^\p{L}+ing\b/u.test(nameOf(at))));
    // Below a heading of steps all that is no aside is one, whatever its verb; else all from the first to the last.
    const isWhole = above !== undefined && STEPS_HEADING.test(above);
    const last = isWhole ? members.length : members.findLastIndex(isStep) + 1;
    const first = isWhole ? 0 : Math.max(0, members.findIndex(isStep));
    const all = isPromised ? members.slice(first, last).filter((at) => !isAside(at)) : [];
    const run = all.filter(isStep).length < MOSTLY * all.length ? [] : all;
    return headed(
      sections,
      run.map((at) => withSubsections(sections, at)),
    );
  });
}

function headed(sections: readonly SourceSection[], members: readonly (readonly number[])[]): Found[] {
  const below = (member: readonly number[]) => member.flatMap((at) => sections[at]!.blocks);
  // Each with steps of its own: these are ways to do it, and no steps.
  const areWays = members.filter((member) => member.some((at) => hasSteps(sections[at]!))).length > members.length / 2;
  const steps = members.map((member) => {
    const label = withoutNumber(sections[member[0]!]!.heading);
    return stepOf(
      [/\p{L}/u.test(label) ? label : "", ...below(member).map(({ text }) => text)].filter((text) => text !== ""),
    );
  });
  if (areWays || !tellsToDo(steps, MOSTLY)) return [];
  return [{ heading: "", isList: false, isNumbered: true, steps, sections: members.flat() }];
}

function hasSteps(section: SourceSection): boolean {
  return listsOfSection(section).some(({ ordered, items }) => ordered && items.length >= FEWEST_STEPS);
}
