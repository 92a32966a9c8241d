import { givenLines } from "../../../engines/pages/fields.js";
import { isStopWord, termsOf } from "../../../engines/pages/terms.js";
import { escapeSpintax, type Random, renderSpintax } from "../../../kernel/index.js";
import type { ArticleBody, BodyBlock, BodyText } from "../article-body/model.js";
import { inOrder } from "../checks.js";
import { distinct } from "./categories.js";
import type { InsertOptions } from "./options.js";
import { textsOf } from "./places.js";

/** What headings can be made of, besides the lines of the user. */
export interface HeadingMaterial {
  /** The heading that a text stood under in its source; empty for none. */
  readonly headingOf?: (text: BodyText) => string;
  /** Phrases that go with the keyword. */
  readonly phrases?: readonly string[];
  /** Writes headings over paragraphs of the article, one for each in their order. */
  readonly writeHeadings?: (paragraphs: readonly string[], body: ArticleBody) => Promise<readonly string[]>;
}

/** The article with as many more headings as were drawn, as far as there are some that fit. */
export function withHeadings(
  body: ArticleBody,
  { headingInsert }: Pick<InsertOptions, "headingInsert">,
  material: HeadingMaterial,
  random: Random,
): ArticleBody {
  const { Levels, Source, HeadingsFile } = headingInsert;
  const wanted = wantedHeadings(headingInsert, random);
  const taken = takenHeadings(body);
  const isFree = (text: string) => text !== "" && !taken.has(text.toLowerCase());
  const free = freePlaces(body.blocks);
  if (Source === "extracted") {
    const chosen = new Map<number, string>();
    for (const at of free) {
      const text = ownHeading(body.blocks[at]!, material);
      if (chosen.size >= wanted || !isFree(text)) continue;
      taken.add(text.toLowerCase());
      chosen.set(at, text);
    }
    return { ...body, blocks: withThem(body.blocks, chosen, Levels) };
  }
  const offered = {
    // A word alone says too little over a paragraph.
    keywords: (material.phrases ?? []).filter((phrase) => phrase.includes(" ")).map(capitalised),
    file: givenLines(HeadingsFile).map((line) =>
      renderSpintax(line.replaceAll("{keyword}", escapeSpintax(body.keyword)), random),
    ),
    ai: [],
  }[Source];
  const candidates = distinct(offered.map((text) => text.trim())).filter(isFree);
  const chosen = fitted(body, free, candidates, wanted, Source === "file");
  return { ...body, blocks: withThem(body.blocks, chosen, Levels) };
}

export function wantedHeadings({ FrequencyFrom, FrequencyTo }: InsertOptions["headingInsert"], random: Random): number {
  return random.integer(...inOrder(FrequencyFrom, FrequencyTo));
}

/** What a further heading may not be, in small letters. */
export function takenHeadings({ title, keyword, blocks }: ArticleBody): Set<string> {
  const present = blocks.filter((block) => block.kind === "heading").map(({ text }) => text);
  return new Set([title, keyword, ...present].map((text) => text.toLowerCase()));
}

/** Which heading stands over which block. A heading that fits none is used only where the user wrote it. */
function fitted(
  body: ArticleBody,
  free: readonly number[],
  candidates: readonly string[],
  count: number,
  isOwn: boolean,
): ReadonlyMap<number, string> {
  const { blocks } = body;
  const about = new Set(termsOf(body.keyword));
  const terms = new Map(free.map((at) => [at, textsOf(blocks[at]!).map(termsOf)]));
  const pairs = candidates.flatMap((text) => {
    const own = termsOf(text).filter((term) => !about.has(term) && !isStopWord(term));
    return free.map((at) => ({ text, at, score: own.length === 0 ? 0 : aboutness(own, terms.get(at)!) }));
  });
  const chosen = new Map<number, string>();
  const used = new Set<string>();
  const take = (text: string, at: number) => {
    if (chosen.size >= count || chosen.has(at) || used.has(text)) return;
    chosen.set(at, text);
    used.add(text);
  };
  pairs.sort((one, other) => other.score - one.score || one.at - other.at);
  for (const { text, at, score } of pairs) if (score > 0) take(text, at);
  if (isOwn) {
    const left = free.filter((at) => !chosen.has(at));
    const unused = candidates.filter((text) => !used.has(text)).slice(0, Math.max(0, count - chosen.size));
    for (const [index, text] of unused.slice(0, left.length).entries())
      take(text, left[Math.floor((index * left.length) / Math.min(unused.length, left.length))]!);
  }
  return chosen;
}

/** How much of a paragraph speaks of the terms; 0 where less than two of its sentences have them all. */
function aboutness(terms: readonly string[], sentences: readonly (readonly string[])[]): number {
  const speaking = sentences.filter((sentence) => terms.every((term) => sentence.includes(term))).length;
  return speaking < 2 ? 0 : speaking / sentences.length;
}

/** Paragraphs that may have a heading: not the first one, and none that has one. */
export function freePlaces(blocks: readonly BodyBlock[]): number[] {
  return [...blocks.keys()].filter(
    (at) => at > 0 && blocks[at]!.kind === "paragraph" && blocks[at - 1]!.kind !== "heading",
  );
}

/** The heading that more than half of a paragraph stood under. */
function ownHeading(block: BodyBlock, { headingOf }: HeadingMaterial): string {
  if (block.kind !== "paragraph" || headingOf === undefined) return "";
  const headings = block.sentences.map(headingOf);
  return (
    headings.find((text) => text !== "" && headings.filter((other) => other === text).length * 2 > headings.length) ??
    ""
  );
}

/** A heading below another of level 2 is one of level 3 where both are wanted; the first level is the other way round. */
export function withThem(
  blocks: readonly BodyBlock[],
  chosen: ReadonlyMap<number, string>,
  levels: InsertOptions["headingInsert"]["Levels"],
): readonly BodyBlock[] {
  const hasOwn = blocks.some((block) => block.kind === "heading" && block.level === 2);
  let isBelow = false;
  return blocks.flatMap((block, at): readonly BodyBlock[] => {
    if (block.kind === "heading") isBelow = block.level === 2;
    const text = chosen.get(at);
    if (text === undefined) return [block];
    const level = levels.includes("h3") && ((hasOwn && isBelow) || !levels.includes("h2")) ? 3 : 2;
    return [{ kind: "heading", level, text }, block];
  });
}

function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
