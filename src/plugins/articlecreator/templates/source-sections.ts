import type { ItemList } from "../../../engines/pages/blocks.js";
import { splitSentences } from "../../../engines/pages/split-sentences.js";
import { countWords, termsOf } from "../../../engines/pages/terms.js";
import type { BodyBlock, BodyText } from "../../_kit/article-body/index.js";
import type { JunkFilter } from "../../_kit/inserts/junk-filter.js";
import { type BoilerplateFilter, boilerplateOf, isAboutPage } from "../boilerplate.js";
import { listItemProblem } from "../lists.js";
import type { Material } from "../material.js";
import { needsOf, OUTSIDE } from "../needs.js";
import { ownersOf } from "../owner.js";
import { announcesMore, sentenceProblem } from "../sentence-rules.js";

/** What a section of a source says, of what may be used of it. */
export interface SectionOfSource {
  readonly source: number;
  /** As it stands there; empty before the first heading. */
  readonly heading: string;
  /** 1 to 6, and 0 before the first heading. */
  readonly level: number;
  readonly pieces: readonly Piece[];
  /** Whether its first sentence may be used: without it the others may answer something else. */
  readonly begins: boolean;
}

export interface Piece {
  readonly kind: "paragraph" | "item";
  /** Of an item. */
  readonly list?: ItemList;
  /** The whole text, with what may not be used. */
  readonly text: string;
  /** Sentences that can be read without the others, in their order. */
  readonly sentences: readonly BodyText[];
  /** Whether all of the text may be used. */
  readonly whole: boolean;
}

export interface SectionRules {
  readonly isJunk: JunkFilter;
  /** Words of the longest sentence. */
  readonly longestSentence: number;
}

/** An answer may begin with so little. */
const ANSWERING = /^(?:yes|no|not always|often not|usually not|not necessarily|it depends)\b[^.]{0,40}\.$/i;
/** What a name above stands for, said without a verb: "A tower of white stone at the mouth of the river." */
const DESCRIBES = /^(?:An?|The|\p{Lu}\p{Ll}+['\u2019]s|\p{Lu}[\p{Ll}-]+) \p{Ll}.{15,}\.$/u;
/** What a heading stands for, so that a section may begin with it. */
const BY_HEADING = /^(?:it|its|they|their|these|this|he|she|his|her|one|the \p{L}+|most|some|many)\b/iu;

/** The sections of every source, with what may be used of each. */
export function sourceSections(material: Material, rules: SectionRules): SectionOfSource[] {
  const { sources, query } = material;
  const isPageText = boilerplateOf(
    sources.flatMap(({ blocks }, source) =>
      blocks.flatMap(({ kind, text }) =>
        kind === "heading" ? [] : splitSentences(text).map((each) => ({ source, text: each })),
      ),
    ),
    query,
  );
  const isOfOwner = ownersOf(sources, query);
  return [...sources.keys()].flatMap((source) =>
    sectionsOf(material, source, rules, (text) => isPageText(text) || isOfOwner(source, text)),
  );
}

function sectionsOf(
  { sources }: Material,
  source: number,
  rules: SectionRules,
  isPageText: BoilerplateFilter,
): SectionOfSource[] {
  const found: { heading: string; level: number; pieces: Piece[] }[] = [{ heading: "", level: 0, pieces: [] }];
  const { blocks } = sources[source]!;
  let isLeftOut = false;
  for (const [at, { kind, text, level = 2, list }] of blocks.entries()) {
    if (kind === "heading") {
      isLeftOut = isAboutPage(text, blocks[at + 1]?.text ?? "", sources[source]!) || rules.isJunk(text);
      if (!isLeftOut) found.push({ heading: text, level, pieces: [] });
    } else if (!isLeftOut && !isAboutPage("", text, sources[source]!)) {
      const section = found.at(-1)!;
      const isFirst = section.pieces.length === 0 || /\?$/.test(section.pieces.at(-1)!.text);
      const sentences = usableOf(
        text,
        source,
        kind === "item",
        isFirst ? section.heading || (section.pieces.at(-1)?.text ?? "") : "",
        rules,
        isPageText,
      );
      section.pieces.push({
        kind: kind === "item" ? "item" : "paragraph",
        ...(list !== undefined && { list }),
        text,
        sentences,
        whole: sentences.length === splitSentences(text).length,
      });
    }
  }
  return found.map((section) => ({ ...section, source, begins: beginsUsably(section.pieces) }));
}

function beginsUsably([first]: readonly Piece[]): boolean {
  return first !== undefined && first.sentences.length > 0 && first.text.startsWith(first.sentences[0]!.original!);
}

/** The sentences that may be used, without those that need one that may not. */
function usableOf(
  text: string,
  source: number,
  isItem: boolean,
  /** What it stands right below; empty for nothing. */
  heading: string,
  { isJunk, longestSentence }: SectionRules,
  isPageText: BoilerplateFilter,
): BodyText[] {
  const texts = splitSentences(text);
  const needs = needsOf(texts);
  const kept = new Set<number>();
  for (const [at, each] of texts.entries()) {
    const plain = each.replace(/^A(?:nswer)?:\s+/, "");
    const problem = isItem ? listItemProblem(plain) : ANSWERING.test(plain) ? undefined : sentenceProblem(plain);
    const isDescription = at === 0 && heading !== "" && !heading.endsWith("?") && DESCRIBES.test(plain);
    if (
      (problem !== undefined && !(isDescription && problem === "has no verb")) ||
      countWords(each) > longestSentence ||
      isJunk(each) ||
      isPageText(each)
    )
      continue;
    const need = needs[at]!;
    const isKnown =
      need === OUTSIDE
        ? isItem || (heading !== "" && isKnownBy(heading, texts[0]!.replace(/^A(?:nswer)?:\s+/, "")))
        : true;
    if (!isKnown) continue;
    let from = Math.max(0, need);
    while (from < at && kept.has(from)) from += 1;
    if (from === at) kept.add(at);
  }
  while (kept.size > 0 && announcesMore(texts[Math.max(...kept)]!) && /:$/.test(texts[Math.max(...kept)]!))
    kept.delete(Math.max(...kept));
  return [...kept].map((at) => ({ text: texts[at]!, source, original: texts[at]! }));
}

/** Whether a heading says what a text that begins below it speaks of. */
function isKnownBy(heading: string, text: string): boolean {
  const named = termsOf(heading);
  if (heading.endsWith("?")) return true;
  return BY_HEADING.test(text) || termsOf(text).some((term) => named.includes(term));
}

/** Paragraphs and lists of what may be used; a list with an item that may not be used goes. */
export function blocksOf(pieces: readonly Piece[]): BodyBlock[] {
  const blocks: BodyBlock[] = [];
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const last = groups.at(-1)?.[0];
    if (piece.kind === "item" && last?.kind === "item" && last.list?.number === piece.list?.number)
      groups.at(-1)!.push(piece);
    else groups.push([piece]);
  }
  for (const [at, group] of groups.entries()) {
    const [first] = group;
    if (first!.kind === "item") {
      // Without what leads to it nobody knows what it lists.
      const isLed = at === 0 || endsUsed(groups[at - 1]!.at(-1)!);
      if (isLed && group.every(({ whole }) => whole))
        blocks.push({
          kind: "list",
          ordered: first!.list?.ordered ?? false,
          items: group.map(({ sentences }) => sentences),
        });
    } else if (first!.sentences.length > 0) blocks.push({ kind: "paragraph", sentences: first!.sentences });
  }
  return blocks;
}

function endsUsed({ kind, text, sentences, whole }: Piece): boolean {
  const last = sentences.at(-1)?.original;
  return kind === "item" ? whole : last !== undefined && text.trimEnd().endsWith(last);
}

/** Share of the keyword's terms that a text holds. */
export function shareNamed(text: string, query: readonly string[]): number {
  const terms = new Set(termsOf(text));
  return query.length === 0 ? 0 : query.filter((term) => terms.has(term)).length / query.length;
}

export function wordsOfTexts(texts: readonly BodyText[]): number {
  return texts.reduce((sum, { text }) => sum + countWords(text), 0);
}
