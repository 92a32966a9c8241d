import type { Stretch } from "../../engines/pages/blocks.js";
import { leftOut, stretchesIn, unmistakableCode, withoutCode } from "../../engines/pages/code-spans.js";
import { splitSentences } from "../../engines/pages/split-sentences.js";
import { countWords, termsOf } from "../../engines/pages/terms.js";
import type { JunkFilter } from "../_kit/inserts/junk-filter.js";
import { BlockShelf } from "./block-shelf.js";
import { boilerplateOf, isAboutPage, listsReading } from "./boilerplate.js";
import { headingWords, isCodeName } from "./code-names.js";
import { entrySentence } from "./entry.js";
import {
  asStatement,
  isClauseAlone,
  leadsToExhibit,
  namesExhibit,
  type Shown,
  shownOf,
  speaksOfExhibit,
  withoutLabels,
} from "./exhibits.js";
import { listedHeadings } from "./listed-headings.js";
import { listItemProblem } from "./lists.js";
import { isBareNoun, type NamedHeading, namedByHeading } from "./named-by-heading.js";
import type { ArticleCreatorOptions } from "./options.js";
import { ownersOf } from "./owner.js";
import { plainBlocks } from "./plain-blocks.js";
import { INTRODUCES_WRITER, isAside, isMissed, sentenceProblem } from "./sentence-rules.js";
import type { Paragraph } from "./source-sentences.js";
import type { Source } from "./sources.js";
import { asToldPlainly, isToldAsQuestion } from "./spoken.js";

/** A sentence of a source before it is known how much it belongs to the keyword. */
export interface DraftSentence {
  readonly text: string;
  /** As it stands in its source, where `text` is not that. */
  readonly original?: string;
  readonly words: number;
  /** What of it is written as code. */
  readonly code?: readonly string[];
  /** Code and tables right behind it. */
  readonly shows?: readonly Shown[];
  /** Speaks of the code or table before its paragraph. */
  readonly speaksOfShown?: true;
  readonly terms: readonly string[];
  readonly usable: boolean;
  /** May be used where it defines the subject: it is only long, or says who somebody is. */
  readonly mayDefine: boolean;
  /** Has too few or too many words to be used without another one. */
  readonly isOutsized: boolean;
  /** Is a question that what comes next answers. */
  readonly asks: boolean;
  /** May stand in a list that is taken whole. */
  readonly listable: boolean;
  /** May not be used, though it is a part of what is told. */
  readonly isMissed: boolean;
  /** May not be used, and what stands around it reads on without it. */
  readonly isAside: boolean;
}

export interface DraftParagraph extends Omit<Paragraph, "sentences"> {
  readonly sentences: readonly DraftSentence[];
}

/** The sentences of blocks that earlier keywords of a run have used; each run has a filter of its own. */
const shelves = new WeakMap<JunkFilter, BlockShelf<readonly DraftSentence[]>>();

function draftShelf(isJunk: JunkFilter): BlockShelf<readonly DraftSentence[]> {
  const shelf = shelves.get(isJunk) ?? new BlockShelf<readonly DraftSentence[]>();
  shelves.set(isJunk, shelf);
  return shelf;
}

const MANY_BLOCKS = 500;
/** Facts may stand before the text of an entry. */
const FIRST_BLOCKS = 15;
const MOST_PARAGRAPHS = 1_500;
/** Words of a sentence between others: "It just wasn't true." may turn round what was said. */
const FEWEST_IN_RUN = 2;
/** Words of a sentence without which others are not whole. */
const FEWEST_MISSED = 5;
/** Times the words of the longest sentence that one between others and a definition may have. */
const LONGER = 1.4;

/** Marks what belongs to the pages rather than to their subject as not usable. */
export function withoutBoilerplate(
  drafts: DraftParagraph[],
  sources: readonly Source[],
  query: readonly string[],
): void {
  const isOfOwner = ownersOf(sources, query);
  const isBoilerplate = boilerplateOf(
    drafts.flatMap(({ source, sentences }) => sentences.map(({ text }) => ({ source, text }))),
    query,
  );
  for (const [at, draft] of drafts.entries()) {
    const isHeadedByOwner = isOfOwner(draft.source, draft.heading);
    const sentences = draft.sentences.map((sentence) =>
      isBoilerplate(sentence.text) || isHeadedByOwner || isOfOwner(draft.source, sentence.text)
        ? { ...sentence, usable: false, mayDefine: false, listable: false, isAside: true }
        : sentence,
    );
    drafts[at] = { ...draft, sentences };
  }
}

/** The paragraphs of a source, without what is about the page itself. */
export function draftParagraphs(
  source: Source,
  index: number,
  query: readonly string[],
  options: ArticleCreatorOptions,
  isJunk: JunkFilter,
): DraftParagraph[] {
  const found: DraftParagraph[] = [];
  let heading = "";
  let headingCode: readonly string[] | undefined;
  let outer: { readonly level: number; readonly text: string; readonly section: number }[] = [];
  let section = 0;
  let order = 0;
  let aboutPage = false;
  const known = draftShelf(isJunk);
  let before: SourceBlock | undefined;
  const blocks = withoutLabels(plainBlocks(source.blocks));
  const listed = listedHeadings(source.title, blocks);
  let listedUnder: string | undefined;
  const isManual = blocks.some(({ followedBy }) => followedBy?.some(({ kind }) => kind === "code") === true);
  for (const [at, block] of blocks.entries()) {
    const around = { before, after: blocks[at + 1] };
    before = block;
    if (block.kind === "heading") {
      heading = isJunk(block.text) ? "" : (listed.withoutNumber(at) ?? block.text);
      listedUnder = listed.listedUnder(at);
      headingCode = codeOfHeading(block, isManual);
      const level = block.level ?? 2;
      section += 1;
      outer = [...outer.filter((each) => each.level < level), { level, text: heading, section }];
      aboutPage =
        isAboutPage(block.text, blocks[at + 1]?.text ?? "", source) ||
        outer.some((each) => each.level > 1 && listsReading(each.text));
      order = 0;
      continue;
    }
    if (found.length >= MOST_PARAGRAPHS) break;
    if (aboutPage || isAboutPage("", block.text, source)) continue;
    // Of a book only what names the keyword is looked at: the rest would take long and hardly be chosen.
    if (at > MANY_BLOCKS && !termsOf(block.text).some((term) => query.includes(term))) continue;
    const begins = at < FIRST_BLOCKS && block.kind === "paragraph" ? source : undefined;
    const sentences = known.of(block, () =>
      draftSentences(
        block,
        { ...around, heading: order === 0 ? { heading, code: headingCode ?? [], isManual } : undefined },
        options,
        isJunk,
        begins,
      ),
    );
    const position = at / Math.max(1, blocks.length - 1);
    const above = outer.at(-2);
    found.push({
      source: index,
      heading,
      ...(headingCode !== undefined && { headingCode }),
      above: above?.text ?? "",
      ...(above !== undefined && above.level > 1 && { under: numberOf(index, above.section) }),
      ...(listedUnder !== undefined &&
        (above === undefined || above.level <= 1) && { above: listedUnder, under: numberOf(index, LISTED) }),
      section: numberOf(index, section),
      position,
      order,
      kind: block.kind,
      ...(block.list !== undefined && { list: block.list }),
      ...(block.followedBy !== undefined &&
        shownBehind(block, around.after) === undefined && { isCutOff: true as const }),
      sentences,
    });
    order += 1;
  }
  return found;
}

/** The section that a page would have whose title says what its sections list. */
const LISTED = 99_999;

function numberOf(source: number, section: number): number {
  return source * 100_000 + section;
}

type SourceBlock = Source["blocks"][number];

/** The names of code in a heading: those that are marked, or in a manual those that are written like some. */
function codeOfHeading({ text, code }: SourceBlock, isManual: boolean): readonly string[] | undefined {
  if (code !== undefined) return code.map(({ from, to }) => text.slice(from, to));
  const names = isManual ? headingWords(text).filter(isCodeName) : [];
  return names.length === 0 ? undefined : names;
}

/** Code and tables behind a block, where an article can have them with it. */
function shownBehind({ kind, followedBy }: SourceBlock, after: SourceBlock | undefined): readonly Shown[] | undefined {
  // "If this is asked for:", and behind the code "then the answer is".
  const goesOn = after?.kind === "paragraph" && /^\p{Ll}/u.test(after.text) && after.code?.[0]?.from !== 0;
  return kind === "paragraph" && !goesOn ? shownOf(followedBy) : undefined;
}

/** The sentences of a block with their code; one that begins with code begins there, whatever its first letter. */
function sentencesIn({ text, code = [] }: SourceBlock): { readonly text: string; readonly code: readonly Stretch[] }[] {
  const begins = code.flatMap(({ from }) =>
    ENDED.test(text.slice(Math.max(0, from - LONGEST_END), from)) ? from : [],
  );
  let at = 0;
  let nextBegin = 0;
  let nextCode = 0;
  return splitSentences(text).flatMap((sentence) => {
    const starts = [text.indexOf(sentence, at)];
    at = starts[0]! + sentence.length;
    for (; nextBegin < begins.length && begins[nextBegin]! < at; nextBegin += 1)
      if (begins[nextBegin]! > starts[0]!) starts.push(begins[nextBegin]!);
    return starts.map((start, index) => {
      const part = text.slice(start, starts[index + 1] ?? at).trimEnd();
      const first = nextCode;
      while (nextCode < code.length && code[nextCode]!.from < start + part.length) nextCode += 1;
      return { text: part, code: stretchesIn(code.slice(first, nextCode), { from: start, to: start + part.length }) };
    });
  });
}

const ENDED = /[.!?]["\u201d\u2019)]? $/;
const LONGEST_END = 3;

/** Where a block stands. */
interface Around {
  readonly before: SourceBlock | undefined;
  readonly after: SourceBlock | undefined;
  /** Of a block right below a heading. */
  readonly heading: (NamedHeading & { /** Its page explains code. */ readonly isManual: boolean }) | undefined;
}

/**
 * The sentences of a block; the entry that a source begins with gets its verb. What leads to code or a table, or speaks of it,
 * may be used only where that comes along.
 */
function draftSentences(
  block: SourceBlock,
  { before, after, heading }: Around,
  options: ArticleCreatorOptions,
  isJunk: JunkFilter,
  begins: Source | undefined,
): readonly DraftSentence[] {
  const given = sentencesIn(block);
  const [first] = given;
  const named = first === undefined || heading === undefined ? undefined : namedByHeading(first, heading);
  const parts = named === undefined ? given : [named, ...given.slice(1)];
  const texts = parts.map(({ text }) => text);
  const speaking =
    before?.followedBy === undefined || block.kind !== "paragraph" ? -1 : texts.findIndex(speaksOfExhibit);
  const isShown = before !== undefined && shownBehind(before, block) !== undefined;
  const shown = shownBehind(block, after);
  return parts.map(({ text, code }, index): DraftSentence => {
    const entry =
      index === 0 && begins !== undefined ? entrySentence(text, begins.title, () => textOf(begins)) : undefined;
    const isLast = index === texts.length - 1;
    const leads = isLast && block.followedBy !== undefined && leadsToExhibit(text);
    const made = draftSentence(
      { text, original: given[index]!.text, entry, code },
      options,
      isJunk,
      leads && shown !== undefined,
    );
    const lacks =
      (speaking >= 0 && index >= speaking && !isShown) ||
      (leads && (shown === undefined || isClauseAlone(text))) ||
      (namesExhibit(text) && shown === undefined && !isShown) ||
      (index === 0 && heading?.isManual === true && isBareNoun(withoutCode(text, code)));
    if (lacks) return { ...made, usable: false, mayDefine: false, listable: false, isMissed: false };
    return {
      ...made,
      ...(isLast && shown !== undefined && { shows: shown }),
      ...(speaking >= 0 && speaksOfExhibit(text) && { speaksOfShown: true as const }),
    };
  });
}

function draftSentence(
  part: {
    readonly text: string;
    /** As it stands in its source. */
    readonly original: string;
    readonly entry: string | undefined;
    readonly code: readonly Stretch[];
  },
  options: ArticleCreatorOptions,
  isJunk: JunkFilter,
  /** Whether what it leads to stands behind it. */
  leads: boolean,
): DraftSentence {
  const read = part.entry === undefined ? asToldPlainly(leftOut(part, POINTS_ELSEWHERE)) : { text: part.entry };
  const { text } = read;
  const asks = isToldAsQuestion(text);
  const code = unmistakableCode(text, read.code ?? []);
  const words = countWords(text);
  const isLong = words > options.sentenceMaxWords && words <= LONGER * options.sentenceMaxWords;
  const isOutsized = words < options.sentenceMinWords || isLong || asks;
  const fits = words >= FEWEST_IN_RUN && (words <= options.sentenceMaxWords || isLong);
  const plain = withoutCode(text, read.code ?? []);
  const statement = asks ? plain.replace(/\?$/, ".") : leads ? asStatement(plain) : plain;
  const problem = isJunk(text) ? "is junk" : sentenceProblem(statement, { asks });
  return {
    text,
    ...(text !== part.original && { original: part.original }),
    words,
    ...(code.length > 0 && { code }),
    terms: termsOf(text),
    usable: fits && problem === undefined,
    isOutsized,
    asks,
    mayDefine: fits && (problem === undefined || problem === INTRODUCES_WRITER),
    isAside: problem !== undefined && isAside(problem),
    isMissed: problem !== undefined && words >= FEWEST_MISSED && isMissed(text, problem),
    listable: words <= options.sentenceMaxWords && listItemProblem(plain) === undefined && !isJunk(text),
  };
}

/** "(see Significance in Christianity)", "(Harlow and Penn 2019)", "(NAO, Ch. 4)": parts of a page that the readers of an article do not have. */
const POINTS_ELSEWHERE =
  /\s\((?:(?:[Ss]ee|[Cc]f\.|[Ww]hat\?)(?: [^()]{2,200})?|(?:[Mm]ore )?(?:[Ee]xamples?|[Dd]etails|[Dd]ocs|[Dd]ocumentation|[Dd]emo|[Ss]ource|README|[Rr]eadme)|(?:\p{Lu}[\p{L}.-]*(?:,? (?:and |& )?)){1,5}(?:et al\.,?)? ?(?:19|20)\d{2}[a-z]?|[^()]{0,60}\b(?:[Cc]h\.|[Cc]hapter|pp?\.|page|[Ff]igs?\.|[Ff]igure|[Tt]able) \d[^()]{0,40})\)(?=[\s.,;:])/gu;

function textOf({ blocks }: Source): string {
  return blocks.map(({ text }) => text).join(" ");
}
