import { countWords, termsOf } from "../../../../engines/pages/terms.js";
import type { BodyBlock, BodyText } from "../../../_kit/article-body/index.js";
import { cleanHeading } from "../../headings.js";
import { listItemProblem } from "../../lists.js";
import type { Paragraph, Sentence } from "../../material.js";
import { runsOf } from "../../runs.js";
import { bodyText, paragraphBlocks, paragraphsOf, type Shaping, standsAlone, withLeaning } from "../shaping.js";
import { isInstruction } from "./imperatives.js";
import { AFTER_HEADING, NEEDS_HEADING, type Procedure, proceduresOf, TIPS_HEADING } from "./procedures.js";
import { isBelow, listsOfSection, sectionsOfSource } from "./source-sections.js";
import { uniformItems } from "./step-texts.js";

const NEEDS =
  /\b(?:(?<!\bas )you(?:['\u2019]ll| will)? need (?:an?|the|some|one|two|three|at least|about|only|\d)|(?:is|are) needed\b|requires? (?:an?|the|some|only|at least|no|\d))/i;
const LEADS_TO_NEEDS = /\b(?:you(?:['\u2019]ll| will)? need|gather|ingredients|materials|tools|equipment)\b.*:$/i;
const BEFORE_HEADING = /^before (?:you|starting|beginning)\b/i;
const WE = /\b(?:we|our|us|my|me)\b/i;
const MOST_NEEDS = 30;
/** Sentences of running text that say what is needed. */
const MOST_TOLD_NEEDS = 6;
/** What is short, as "1 lemon", may stand among what is needed; what is of the page or its writer may not. */
const UNFIT = new Set([
  "speaks of the writer",
  "is about the page",
  "refers to something elsewhere",
  "holds marks of a page",
  "chats with the reader",
  "too long",
]);
/** What points out of the sentence. */
const ELSEWHERE = /\b(?:here|above|below|though|the (?:first|second|last|other) one)\b/i;
const TIP = /^(?:never|always|avoid|do not|don['\u2019]t|make sure|be sure|be careful|take care|remember|if |unless )/i;
/** A tip that begins so speaks of what stood before it. */
const UNNAMED = /^(?:\S+ ){0,6}(?:it|them|they|this|these|that|those|one)\b/i;
/** What somebody else did wrong. */
const OF_OTHERS = /^If you (?:did|didn['\u2019]t|had|were|have|used|put|made|took)\b/i;
const MOST_TIPS = 6;
/** Share of the words of an article that sections of tips may have. */
const TIPS_SHARE = 0.25;

const chosen = new WeakMap<
  Shaping,
  { readonly procedure: Procedure | undefined; readonly others: readonly Procedure[] }
>();

/** The procedure that the article is about, the same for all of its parts. */
function procedureOf(shaping: Shaping) {
  const known = chosen.get(shaping);
  if (known !== undefined) return known;
  const all = proceduresOf(shaping.material, shaping.keyword, shaping.mostWords);
  const [procedure] = all;
  const made = { procedure, others: all.filter(({ source }) => source === procedure?.source).slice(1) };
  chosen.set(shaping, made);
  return made;
}

/** All steps of one procedure of one source, in its order. */
export function steps(shaping: Shaping): BodyBlock[] {
  const { procedure, others } = procedureOf(shaping);
  if (procedure === undefined) return [];
  const { source, heading } = procedure;
  const told = procedure.steps.flat().map((text) => text.replace(/\.$/, "").toLowerCase());
  const sections = sectionsOfSource(shaping.material, source).filter((_, at) => procedure.sections.includes(at));
  for (const { text } of sections.flatMap(({ blocks }) => blocks)) {
    if (told.some((step) => text.toLowerCase().includes(step))) shaping.pool.takeText(text);
  }
  const items = procedure.steps.map((step) => step.map((text): BodyText => ({ text, source, original: text })));
  for (const { text } of items.flat()) shaping.pool.takeText(text);
  const list: BodyBlock = { kind: "list", ordered: true, items };
  // Where a page tells how to do several things, the steps say which of them they are.
  const name = others.some((other) => other.heading !== heading) ? cleanHeading(heading) : "";
  const isNamed = name !== "" && !/\b(?:steps?|instructions?|directions?|method|procedure|how to)\b/i.test(name);
  return isNamed ? [{ kind: "heading", level: 3, text: name }, list] : [list];
}

/** What has to be there before one begins: lists of the source of the steps, else what that says of it before them. */
export function needs(shaping: Shaping): BodyBlock[] {
  const { material, pool } = shaping;
  const { procedure, others } = procedureOf(shaping);
  if (procedure === undefined) return [];
  const { source } = procedure;
  const start = procedure.sections[0]!;
  const from = Math.max(-1, ...others.flatMap(({ sections }) => sections).filter((at) => at < start));
  const before = sectionsOfSource(material, source).slice(from + 1, start + 1);
  const listed = before.flatMap((section, at) => {
    if (from + 1 + at === start && procedure.isList && NEEDS_HEADING.test(section.heading)) return [];
    const lists = listsOfSection(section).filter(
      ({ before: lead, ordered }) =>
        // A numbered list may be one of steps, unless its own heading says what it is.
        (!ordered || NEEDS_HEADING.test(section.heading)) &&
        (isBelow(section, NEEDS_HEADING) || LEADS_TO_NEEDS.test(lead)),
    );
    // What stands below the name of a thing that is needed says how it should be.
    const isOfThing = !NEEDS_HEADING.test(section.heading) && section.above.some((each) => NEEDS_HEADING.test(each));
    const own = lists.flatMap(({ items }) => items.flat());
    return isOfThing ? [cleanHeading(section.heading)] : own;
  });
  if (
    listed.length >= 2 &&
    listed.length <= MOST_NEEDS &&
    listed.filter(isInstruction).length < listed.length / 2 &&
    listed.every((text) => !UNFIT.has(listItemProblem(text) ?? ""))
  ) {
    for (const text of [...listed, ...uniformItems(listed)]) pool.takeText(text);
    const items = uniformItems(listed).map((text, at): BodyText[] => [{ text, source, original: listed[at]! }]);
    return [{ kind: "list", ordered: false, items }];
  }
  const headings = new Set(before.map(({ heading }) => heading));
  const above = material.paragraphs.filter(
    (paragraph) => paragraph.source === source && headings.has(paragraph.heading) && !isOfTips(paragraph.heading),
  );
  const first = above.filter(({ heading }) => BEFORE_HEADING.test(heading));
  const [begins] = first;
  if (begins !== undefined) {
    const told = saidIn(first, shaping).filter((sentence) => !WE.test(sentence.text));
    pool.take(told);
    if (told.length > 0)
      return [{ kind: "heading", level: 2, text: cleanHeading(begins.heading) }, ...paragraphsOf(told, shaping)];
  }
  const headed = saidIn(
    above.filter(({ heading }) => NEEDS_HEADING.test(heading) && heading !== procedure.heading),
    shaping,
  ).filter((sentence) => !WE.test(sentence.text));
  if (headed.length > 0) {
    const brief = headed.slice(0, MOST_TOLD_NEEDS);
    pool.take(brief);
    return paragraphsOf(brief, shaping);
  }
  const said = above
    .flatMap(({ sentences }) => sentences.filter((sentence) => sentence !== undefined))
    .filter((sentence) => NEEDS.test(sentence.text) && !isInstruction(sentence.text) && standsAlone(sentence))
    .slice(0, 3);
  pool.take(said);
  return paragraphBlocks(said);
}

const MOST_IN_LEAD = 3;

/** What it is about: the opening of the article, else what a source says it is, or the beginning of the page with the steps. */
export function leadOfSteps(shaping: Shaping): BodyBlock[] {
  const { article, material, pool } = shaping;
  const { procedure } = procedureOf(shaping);
  const isFit = ([first]: readonly Sentence[]) =>
    first !== undefined &&
    pool.isFree(first) &&
    !first.leans &&
    !isInstruction(first.text) &&
    !isOfTips(first.paragraph.heading);
  const opening = article.sections
    .slice(0, 1)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "paragraph" ? [part.sentences] : [])));
  const beginnings = material.paragraphs
    .filter(({ kind, position, order }) => kind === "paragraph" && order === 0 && position < 0.1)
    .flatMap((paragraph) => runsOf(paragraph, (sentence) => pool.isFree(sentence)).slice(0, 1))
    .map(({ sentences }) => sentences);
  const own = beginnings.filter(([first]) => first!.paragraph.source === procedure?.source);
  const defined = beginnings.filter(([first]) => defines(first!, material.query));
  const lead = [...defined, ...opening.slice(0, 1), ...own].find(isFit);
  if (lead === undefined) return [];
  let count = MOST_IN_LEAD;
  while (lead[count]?.leans || lead[count - 1]?.announces) count += 1;
  const said = lead.slice(0, count).filter((sentence) => pool.isFree(sentence));
  pool.take(said);
  return paragraphBlocks(said);
}

/** "Frozen shoulder is a condition ...", with nothing named before the verb but what was asked for. */
function defines({ text }: Sentence, query: readonly string[]): boolean {
  const [, subject] = /^(.{3,60}?) (?:is|are) (?:an?|the|any|when)\b/.exec(text) ?? [];
  const terms = termsOf(subject ?? "");
  return terms.length > 0 && terms.every((term) => query.includes(term));
}

/** What to heed besides the steps: sections of their source on that, else single sentences. */
export function tips(shaping: Shaping): BodyBlock[] {
  const { pool, material, mostWords } = shaping;
  const { procedure } = procedureOf(shaping);
  const ofSource = material.paragraphs.filter(({ source }) => source === procedure?.source);
  const sections = [...Map.groupBy(ofSource, ({ section }) => section).values()].filter(
    ([first]) => isOfTips(first!.heading) && first!.heading !== procedure?.heading,
  );
  let words = 0;
  const blocks = sections.flatMap((paragraphs): BodyBlock[] => {
    const said = saidIn(paragraphs, shaping);
    const length = said.reduce((sum, sentence) => sum + sentence.words, 0);
    if (length === 0 || words + length > TIPS_SHARE * mostWords) return [];
    words += length;
    pool.take(said);
    return [{ kind: "heading", level: 2, text: cleanHeading(paragraphs[0]!.heading) }, ...paragraphsOf(said, shaping)];
  });
  if (blocks.length > 0) return blocks;
  const listed = listedTips(shaping, procedure);
  return listed.length > 0 ? listed : singleTips(shaping);
}

/** The list of a section of tips, whole. */
function listedTips({ pool, material, mostWords }: Shaping, procedure: Procedure | undefined): BodyBlock[] {
  if (procedure === undefined) return [];
  const { source } = procedure;
  const lists = sectionsOfSource(material, source)
    .filter(({ heading }, at) => isOfTips(heading) && !procedure.sections.includes(at))
    .flatMap((section) =>
      listsOfSection(section).map(({ items }) => ({ heading: section.heading, texts: items.flat() })),
    );
  const list = lists.find(
    ({ texts }) =>
      texts.length >= 2 &&
      texts.every((text) => listItemProblem(text) === undefined && !ELSEWHERE.test(text)) &&
      texts.reduce((sum, text) => sum + countWords(text), 0) <= TIPS_SHARE * mostWords,
  );
  if (list === undefined) return [];
  const { heading, texts } = list;
  for (const text of texts) pool.takeText(text);
  return [
    { kind: "heading", level: 2, text: cleanHeading(heading) },
    {
      kind: "list",
      ordered: false,
      items: uniformItems(texts).map((text, at): BodyText[] => [{ text, source, original: texts[at]! }]),
    },
  ];
}

function isOfTips(heading: string): boolean {
  return (
    (TIPS_HEADING.test(heading) || AFTER_HEADING.test(heading)) &&
    !/\?$|\bfaqs?\b|\bquestions\b/i.test(heading) &&
    countWords(heading) <= 9
  );
}

function saidIn(paragraphs: readonly Paragraph[], { pool }: Shaping): Sentence[] {
  return paragraphs
    .filter(({ kind }) => kind === "paragraph")
    .flatMap((paragraph) => runsOf(paragraph, (sentence) => pool.isFree(sentence) && !ELSEWHERE.test(sentence.text)))
    .flatMap(({ sentences }) => sentences);
}

/** "If the turn is limited, frozen shoulder is likely" says what is so, and not what to do. */
function isMereCase(text: string): boolean {
  const [, then] = /^(?:if|unless) [^,]+, (.+)$/i.exec(text) ?? [];
  return then !== undefined && !isInstruction(then) && !/\b(?:should|must|had better|need to)\b/i.test(then);
}

function singleTips({ pool, material }: Shaping): BodyBlock[] {
  const left = material.paragraphs.flatMap(({ sentences }) => sentences.filter((sentence) => sentence !== undefined));
  const first = left.filter(
    (sentence) =>
      pool.isNew(sentence) &&
      !ELSEWHERE.test(sentence.text) &&
      !UNNAMED.test(sentence.text) &&
      !OF_OTHERS.test(sentence.text) &&
      !isMereCase(sentence.text) &&
      standsAlone(sentence) &&
      (sentence.paragraph.kind !== "item" || TIPS_HEADING.test(sentence.paragraph.heading)) &&
      (TIP.test(sentence.text) || (TIPS_HEADING.test(sentence.paragraph.heading) && isInstruction(sentence.text))),
  );
  const items = first.slice(0, MOST_TIPS).map((sentence) => {
    const at = left.indexOf(sentence);
    return withLeaning([sentence], left.slice(at, at + 2));
  });
  pool.take(items.flat());
  return items.length === 0 ? [] : [{ kind: "list", ordered: false, items: items.map((item) => item.map(bodyText)) }];
}
