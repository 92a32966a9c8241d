import type { BodyBlock } from "../../../_kit/article-body/index.js";
import { sentencesOf } from "../../article.js";
import type { Sentence } from "../../material.js";
import { bodyText, type Shaping, standsAlone, withLeaning } from "../shaping.js";
import { shareNamed } from "../source-sections.js";
import { isInstruction } from "./imperatives.js";
import { INVITES, isOfIt, ownPoints, ratings, type Side, sectionsAboutIt, sideOfHeading } from "./own-judgements.js";
import { specificationsOf } from "./specifications.js";

const GOOD =
  /\b(hard to beat|advantages?|benefits?|excellent|excels?|outstanding|impressive|impress\w*|reliable|durable|sturdy|comfortable|convenient|easy|easier|easily|efficient|effective|affordable|inexpensive|safe|safer|quiet|precise|accurate|fast|faster|flexible|versatile|long-lasting|low-maintenance|improves?|improved|saves?|reduces? (?:the )?(?:risk|cost|waste|noise|time|need)|well (?:made|built|suited)|ideal|perfect|best|better than any|great|superb|delicious|lov\w+|strong point|strengths?|worth)\b/i;
const BAD =
  /\b(disadvantages?|drawbacks?|downsides?|problems?|difficult|difficulty|hard to (?!beat)|expensive|costly|costs? more|noisy|unreliable|uncomfortable|inconvenient|fragile|slow|slower|weak|weakness\w*|too (?:heavy|tight|small|big|large|short|thin)|bulky|poor|poorly|bad|worse|worst|lacks?|lacking|fails?|failed|failure|frustrat\w+|wrestle|have to put up|mid-tier|premium (?:rates|prices?|pricing)|only if|competitors|lags?|sluggish|limited|limitations?|risks?|dangerous|harmful|unfortunately|disappoint\w*|complain\w*|breaks?|broke|leak(?:s|ed|ing)?|chipped|wears? out|needs? (?:frequent|regular|constant)|time-consuming|messy|smells?|short-lived)\b/i;
const NEGATED_GOOD =
  /\b(not|never|no|hardly|less|nor|without)\s(?:\w+\s){0,2}(?:easy|easily|reliable|safe|comfortable|cheap|ideal|perfect|great|worth|effective|efficient|better|best|fast)\b/i;
const NEGATED_BAD =
  /\b(no|not|never|without|fewer|less|rarely|seldom|prevents?|avoids?|reduces?)\s(?:\w+\s){0,3}(?:problems?|risks?|drawbacks?|difficult|noisy|expensive|leaks?|failure|hard|heavy)\b/i;
const VERDICT =
  /\b(overall|on balance|in short|all in all|the verdict|bottom line|we recommend|recommended|worth (?:it|the|buying|having|trying|every)|best choice|good choice|suits?|suitable for|ideal for|best for|most people|remains? the)\b/i;
const VERDICT_HEADING =
  /\b(verdict|conclusions?|bottom line|final thoughts|our take|should you|worth (?:it|the (?:money|price)|buying|having))\b/i;
const MOST_POINTS = 6;
const MOST_FACTS = 10;
const MOST_SPECIFICATIONS = 12;
const FEWEST_SPECIFICATIONS = 3;
/** What a thing is called praises nothing: "energy-efficient homes". */
const EFFICIENT_THINGS = /\b[\p{L}]+-(?:efficient|effective|friendly|saving)\b/giu;
/** Conditions of a guarantee and purposes judge nothing. */
const NO_JUDGEMENT =
  /\b(?:warrant(?:y|ies|ed)|guarantees?|liab(?:le|ility)|shall|void|designed to|in order to|intended to)\b/i;

/** Which way a sentence speaks; undefined for one that does not judge, or both ways. */
function judges({ text: whole, paragraph }: Sentence): Side | undefined {
  const text = whole.replace(EFFICIENT_THINGS, "");
  if (/^(?:if|when|whether|as is|to)\b/i.test(text)) return undefined;
  if (NO_JUDGEMENT.test(text)) return undefined;
  const headed = sideOfHeading(paragraph.heading);
  if (headed !== undefined) return headed;
  const good = (GOOD.test(text) && !NEGATED_GOOD.test(text)) || NEGATED_BAD.test(text);
  const bad = (BAD.test(text) && !NEGATED_BAD.test(text)) || NEGATED_GOOD.test(text);
  return good === bad ? undefined : good ? "for" : "against";
}

/** What the sources conclude and how they rate it, each named, or what single sentences of them do. */
export function verdict(shaping: Shaping): BodyBlock[] {
  const { pool, material } = shaping;
  const rated = ratings(material);
  const ratingBlocks: BodyBlock[] = rated.length === 0 ? [] : [{ kind: "paragraph", sentences: rated }];
  const concluded = conclusions(shaping).flatMap(({ source, heading, sentences }): BodyBlock[] => {
    for (const { text } of sentences) pool.takeText(text);
    const { title, address } = material.sources[source]!;
    const asked = /^[^:]*\?$/.test(heading) ? ` on the question "${heading}"` : "";
    return [
      { kind: "paragraph", sentences: [{ text: `The verdict of "${title === "" ? address : title}"${asked}:` }] },
      { kind: "paragraph", sentences },
    ];
  });
  if (concluded.length > 0) return [...concluded, ...ratingBlocks];
  const said = pool
    .left()
    .filter((sentence) => standsAlone(sentence) && VERDICT.test(sentence.text) && isAboutIt(sentence, shaping))
    .slice(0, 3);
  pool.take(said);
  return [
    ...(said.length === 0 ? [] : [{ kind: "paragraph", sentences: said.map(bodyText) } as const]),
    ...ratingBlocks,
  ];
}

/** Of each source the section that concludes with the most sentences. */
function conclusions(shaping: Shaping) {
  const found = sectionsAboutIt(shaping)
    .filter(({ heading }) => VERDICT_HEADING.test(heading))
    .map((section) => ({
      ...section,
      sentences: section.pieces
        .flatMap((piece) => piece.sentences)
        .filter(({ text }) => section.heading.endsWith("?") || !MERE_ANSWER.test(text))
        .slice(0, LONGEST_VERDICT),
    }))
    .filter(({ sentences }) => sentences.length > 0);
  const bySource = [...Map.groupBy(found, ({ source }) => source).values()];
  return bySource.map((own) =>
    own.reduce((most, each) => (each.sentences.length > most.sentences.length ? each : most)),
  );
}

const LONGEST_VERDICT = 6;
/** It needs its question. */
const MERE_ANSWER = /^(?:absolutely|definitely|certainly|of course|yes|no|sure|maybe)\b[^.!]{0,12}[.!]$/i;

export function forIt(shaping: Shaping): BodyBlock[] {
  return pointsOf("for", shaping);
}

export function againstIt(shaping: Shaping): BodyBlock[] {
  return pointsOf("against", shaping);
}

/** What stands under the sources' own headings, and then what speaks so elsewhere. */
function pointsOf(side: Side, shaping: Shaping): BodyBlock[] {
  const { pool } = shaping;
  const own = ownPoints(side, shaping);
  for (const { text } of own.flat()) pool.takeText(text);
  const others = judging(side, shaping).slice(0, Math.max(0, MOST_POINTS - own.length));
  const [list] = listOf(others, shaping.material.paragraphs.flatMap(usable), pool);
  const items = [...own, ...(list?.kind === "list" ? list.items : [])];
  return items.length === 0 ? [] : [{ kind: "list", ordered: false, items }];
}

/** Those of the article, and the strongest others that its sources hold. What opens the article says what it is. */
function judging(side: Side, { material, pool, article }: Shaping): Sentence[] {
  const chosen = new Set(article.sentences);
  const value = (sentence: Sentence) => sentence.score + (chosen.has(sentence) ? 2 : 0);
  return material.paragraphs
    .flatMap(usable)
    .filter(
      (sentence) =>
        standsAlone(sentence) &&
        sentence !== article.sentences[0] &&
        !SAYS_WHAT.test(sentence.text) &&
        !isInstruction(sentence.text) &&
        !INVITES.test(sentence.text) &&
        isAboutIt(sentence, { material }) &&
        judges(sentence) === side &&
        pool.isNew(sentence),
    )
    .toSorted((one, other) => value(other) - value(one))
    .slice(0, MOST_POINTS);
}

/** Whether a sentence, or else its source, names it, and neither another thing of its family. */
function isAboutIt(
  { text, paragraph }: Sentence,
  { material: { sources, query } }: Pick<Shaping, "material">,
): boolean {
  if (shareNamed(text, query) === 1) return isOfIt(text, query);
  return isOfIt(sources[paragraph.source]!.title, query);
}

/** `The Falcon is a grinder ...`: what it is, whatever else the sentence says. */
const SAYS_WHAT =
  /^(?:the |an? )?(?:[\p{L}\d'\u2019-]+ ){1,5}(?:is|are) (?!one of)(?:an? |the )?(?:\p{Ll}+ ){0,3}\p{Ll}+ (?:of|that|which|with|for|poured|made)\b/iu;

function usable({ sentences }: { readonly sentences: readonly (Sentence | undefined)[] }): Sentence[] {
  return sentences.filter((sentence) => sentence !== undefined);
}

const MEASURE =
  /\d[\d.,]*\s?(?:%|\u00b0|per cent|percent|cm|mm|km|m\b|metres?|meters?|feet|inch(?:es)?|miles?|kg|g\b|grams?|pounds?|tonnes?|litres?|liters?|ml|watts?|kw|volts?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|degrees|\$|\u20ac|\u00a3|dollars|euros|mph|km\/h|gb|mb|mah)|[$\u20ac\u00a3]\s?\d/i;

/** What the sources about it give by name, and what can be measured. */
export function facts(shaping: Shaping): BodyBlock[] {
  const { pool, material } = shaping;
  const left = material.paragraphs.flatMap(usable);
  const measured = left
    .filter(
      (sentence) =>
        standsAlone(sentence) &&
        MEASURE.test(sentence.text) &&
        !isInstruction(sentence.text) &&
        shareNamed(sentence.text, material.query) >= 0.5 &&
        isAboutIt(sentence, shaping) &&
        pool.isNew(sentence),
    )
    .slice(0, MOST_FACTS);
  return [...specifications(shaping), ...listOf(measured, left, pool)];
}

function specifications({ material: { sources, query }, cells }: Shaping): BodyBlock[] {
  const found = sources.map((source, at) => ({
    source: at,
    given: isOfIt(source.title, query) ? specificationsOf(source).slice(0, MOST_SPECIFICATIONS) : [],
  }));
  // What two sources give may be of two versions of it.
  const { source, given } = found.reduce((most, each) => (each.given.length > most.given.length ? each : most));
  if (given.length < FEWEST_SPECIFICATIONS) return [];
  cells.push(...given.map(({ value, original }) => ({ text: value, source, original })));
  return [{ kind: "table", head: [], rows: given.map(({ name, value }) => [name, value]) }];
}

function listOf(sentences: readonly Sentence[], left: readonly Sentence[], pool: Shaping["pool"]): BodyBlock[] {
  if (sentences.length === 0) return [];
  const items = sentences.map((sentence) => {
    const at = left.indexOf(sentence);
    return withLeaning([sentence], left.slice(at, at + 2));
  });
  pool.take(items.flat());
  return [{ kind: "list", ordered: false, items: items.map((item) => item.map(bodyText)) }];
}

/** Takes away what a review has no place for: other things of the family, and what tells somebody to do something. */
export function withoutOthers(shaping: Shaping): void {
  const { article, pool } = shaping;
  pool.take(article.sentences.filter((sentence) => !isAboutIt(sentence, shaping)));
  for (const { parts } of article.sections) {
    const sentences = parts.flatMap(sentencesOf);
    const doing = sentences.filter(({ text }) => isInstruction(text));
    if (2 * doing.length >= sentences.length) pool.take(sentences);
  }
}
