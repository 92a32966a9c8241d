import type { BodyBlock } from "../../../_kit/article-body/index.js";
import { type ArticlePart, sentencesOf } from "../../article.js";
import type { Sentence } from "../../material.js";
import { bodyText, paragraphBlocks, type Shaping } from "../shaping.js";
import { shareNamed } from "../source-sections.js";
import { instructs, isInstruction } from "./imperatives.js";

/** Sentences of the opening that stand above a form of its own. */
const SHORT_LEAD = 3;
/** Share of the keyword that these name. */
const LEAST_NAMED = 0.5;

/** What the article opens with: its first section. */
export function wholeLead({ article, pool }: Shaping): BodyBlock[] {
  return sectionBlocks(article.sections.slice(0, 1), pool);
}

/** The first sentences of the opening, and those that lean on them. */
export function shortLead({ article, material, pool }: Shaping): BodyBlock[] {
  for (const part of article.sections.slice(0, 1).flatMap(({ parts }) => parts)) {
    const [free] = part.kind === "paragraph" ? freeOf(part, pool) : [];
    if (free?.kind !== "paragraph" || free.sentences[0]!.leans) continue;
    if (isInstruction(free.sentences[0]!.text)) continue;
    const begins = free.sentences.slice(0, SHORT_LEAD).map(({ text }) => text);
    if (begins.some((text) => text.endsWith(":"))) continue;
    if (shareNamed(begins.join(" "), material.query) < LEAST_NAMED) continue;
    let count = SHORT_LEAD;
    while (free.sentences[count]?.leans || free.sentences[count - 1]?.announces) count += 1;
    return partBlocks({ kind: "paragraph", sentences: free.sentences.slice(0, count) }, pool);
  }
  return [];
}

/** What is left of the sections, under their headings. */
export function sections({ article, pool }: Shaping): BodyBlock[] {
  return sectionBlocks(
    article.sections.filter((section) => standsBySteps(section, article.sections)),
    pool,
  );
}

const OF_NEEDS =
  /^(?:(?:things|what|all|everything) (?:that )?you(?:['\u2019]ll| will)? need|(?:ingredients|materials|equipment|tools|supplies|shopping list)(?: (?:you(?:['\u2019]ll| will)? need|needed))?$)/i;
const ASKS_HOW = /^how (?:do|can|should) (?:you|i|we)\b|^how to\b/i;
const FEWEST_STEPS = 3;
/** What is done, be it told as a custom. */
const TELLS_HOW =
  /\b(?:you (?:can|need|should|must|have to|may|will)|(?:can|should|must|may) be|(?:is|are) \p{L}+(?:ed|en|t)\b|by \p{L}+ing)\b/u;

type Section = Shaping["article"]["sections"][number];

/** Whether a section of what is needed has its steps beside it, and one that is headed by how to do something says so. */
function standsBySteps(section: Section, all: readonly Section[]): boolean {
  if (OF_NEEDS.test(section.heading)) {
    const source = sourceOf(section);
    return all.some((other) => other !== section && sourceOf(other) === source && other.parts.some(isOfSteps));
  }
  if (!ASKS_HOW.test(section.heading)) return true;
  // It stands above sections that tell it.
  if (section.parts.length === 0) return true;
  const texts = section.parts.flatMap(sentencesOf).map(({ text }) => text);
  return section.parts.some(isOfSteps) || texts.some((text) => instructs(text) || TELLS_HOW.test(text));
}

function sourceOf({ parts }: Section): number | undefined {
  return parts.flatMap(sentencesOf)[0]?.paragraph.source;
}

function isOfSteps(part: ArticlePart): boolean {
  return (
    part.kind === "list" &&
    part.ordered &&
    part.items.filter(([first]) => instructs(first!.text)).length >= FEWEST_STEPS
  );
}

/** What is left, without headings. */
export function plainText({ article, pool }: Shaping): BodyBlock[] {
  return article.sections.flatMap(({ parts }) => parts.flatMap((part) => partBlocks(part, pool)));
}

/** A section that has lost most of itself to other parts has too little for a heading. */
const FEWEST_UNDER_HEADING = 2;

function sectionBlocks(all: Shaping["article"]["sections"], pool: Shaping["pool"]): BodyBlock[] {
  const told = all.map(({ heading, level, code, parts }): BodyBlock[] => {
    const whole = parts.reduce((sum, part) => sum + sentencesIn(part), 0);
    const free = freeParts(parts, pool);
    const left = free.reduce((sum, part) => sum + sentencesIn(part), 0);
    if (left === 0 || (heading !== "" && left < whole && left < FEWEST_UNDER_HEADING)) return [];
    const blocks = free.flatMap((part) => partBlocks(part, pool));
    if (heading === "") return blocks;
    return [headingBlock({ heading, level, code }), ...blocks];
  });
  return told.flatMap((blocks, at) => {
    const section = all[at]!;
    if (blocks.length > 0 || section.heading === "" || section.parts.length > 0) return blocks;
    // It stands above the sections that follow it.
    const next = all.findIndex(({ level }, index) => index > at && level === 2);
    const below = told.slice(at + 1, next < 0 ? undefined : next);
    return below.some((own) => own.length > 0) ? [headingBlock(section)] : [];
  });
}

function headingBlock({ heading, level, code }: Omit<Section, "parts">): BodyBlock {
  return { kind: "heading", level, text: heading, ...(code.length > 0 && { code }) };
}

/** What is free of the parts, without what leads to a list that is taken. */
function freeParts(parts: readonly ArticlePart[], pool: Shaping["pool"]): ArticlePart[] {
  const free = parts.map((part) => freeOf(part, pool));
  return free.flatMap((own, at) => {
    const [part] = own;
    const next = parts[at + 1];
    const isLost = next?.kind === "list" && free[at + 1]!.length === 0;
    if (!isLost || part?.kind !== "paragraph" || !part.sentences.at(-1)!.text.endsWith(":")) return own;
    const sentences = part.sentences.slice(0, -1);
    return sentences.length === 0 ? [] : [{ ...part, sentences }];
  });
}

function sentencesIn(part: ArticlePart): number {
  return part.kind === "list" ? part.items.flat().length : part.sentences.length;
}

function partBlocks(part: ArticlePart, pool: Shaping["pool"]): BodyBlock[] {
  return freeOf(part, pool).flatMap((free): BodyBlock[] => {
    pool.take(free.kind === "list" ? free.items.flat() : free.sentences);
    return free.kind === "list"
      ? [{ kind: "list", ordered: free.ordered, items: free.items.map((item) => item.map(bodyText)) }]
      : paragraphBlocks(free.sentences);
  });
}

/**
 * The part without what is taken, and without what stood behind that in the source: it may speak of it. A list stands whole or
 * not at all.
 */
function freeOf(part: ArticlePart, pool: Shaping["pool"]): ArticlePart[] {
  if (part.kind === "list") return part.items.flat().every((sentence) => pool.isFree(sentence)) ? [part] : [];
  const kept: Sentence[] = [];
  let lost: Sentence | undefined;
  for (const sentence of part.sentences) {
    const follows = lost !== undefined && sentence.paragraph === lost.paragraph;
    if (pool.isFree(sentence) && !follows && !(lost !== undefined && sentence.leans)) {
      kept.push(sentence);
      lost = undefined;
    } else lost = sentence;
  }
  const isScrap = kept.length < FEWEST_UNDER_HEADING && kept.length < part.sentences.length;
  return isScrap || kept.length === 0 ? [] : [{ kind: "paragraph", sentences: kept }];
}
