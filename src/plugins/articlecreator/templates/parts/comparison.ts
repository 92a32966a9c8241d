import { termsOf, wordsOf } from "../../../../engines/pages/terms.js";
import type { BodyBlock } from "../../../_kit/article-body/index.js";
import { sentencesOf } from "../../article.js";
import { titleCase } from "../../headings.js";
import { likeness } from "../../likeness.js";
import type { Material, Sentence } from "../../material.js";
import { bodyText, paragraphsOf, type Shaping, standsAlone } from "../shaping.js";
import { tablesOf } from "./compared-tables.js";
import { comparedThings, isUnderName, namedIn, namesAny, type Thing, tellsOf, thingOf } from "./compared-things.js";

const FEWEST_ROWS = 2;
const FEWEST_OF_THING = 2;
const ROWS_WITH_SHARED = 4;
const LONGEST_CELL = 30;
/** What begins so needs more around it than a cell of a table has. */
const DEPENDS = /^(?:even|if|when|while|but|and|so|also|or|unlike|think|as)\b/i;
const LEAST_ALIKE = 0.35;
const MOST_TRIED = 40;

/** What things are compared by, each with the words that speak of it. */
const ASPECTS: readonly (readonly [string, RegExp])[] = [
  ["Price", /\b(costs?|price[sd]?|pay|expensive|cheap\w*|affordable|\$\s?\d|\u20ac\s?\d|\u00a3\s?\d|dollars|euros)\b/i],
  ["Size", /\b(sizes?|tall(er)?|height|width|metres?|meters?|feet|inch(es)?|cm|mm)\b/i],
  ["Weight", /\b(weigh(s|ed)?|heavy|heavier|light(er|weight)|\d[\d.,]* ?(kg|grams?|pounds?|lbs?|tonnes?))\b/i],
  ["Speed", /\b(fast(er)?|slow(er|ly)?|speeds?|quick(er|ly)?|mph|km\/h)\b/i],
  [
    "Origin",
    /\b(invent\w*|origin\w*|introduced|founded|discovered|first (built|made|used|grown|appeared)|century|(1[0-9]|20)\d\d)\b/i,
  ],
  [
    "Material",
    /\b(made (of|from)|materials?|consists? of|wood\w*|steel|stone|metal|plastic|glass|cotton|iron|brick)\b/i,
  ],
  ["Use", /\b(used (for|to|in|by|as)|uses?|useful|suit(s|ed|able)?|ideal for|serves?)\b/i],
  ["Care", /\b(care|maintain\w*|maintenance|clean\w*|feed(ing)?|watering|upkeep|repair\w*)\b/i],
  [
    "Time",
    /\b(takes? .{0,30}(minutes|hours|days|weeks|months)|lasts?|ready (in|after)|ripens?|lifespan|lives? (for )?.{0,20}years)\b/i,
  ],
  ["Temperature", /\b(temperatures?|warm(er|th)?|cold(er)?|heat|hot(ter)?|degrees|\u00b0)\b/i],
  ["Power", /\b(watts?|kwh|power(ed)?|energy|batter(y|ies)|fuel|consum\w+)\b/i],
  ["Performance", /\b(perform\w*|powerful|efficien\w+|capacity)\b/i],
  ["Requirements", /\b(requires?|required|needs?|must|prerequisites?)\b/i],
  ["Taste", /\b(tastes?|flavou?rs?|sour(er)?|sweet(er)?|bitter|aroma)\b/i],
  ["Advantage", /\b(advantages?|benefits?|better|easier|strengths?)\b/i],
  ["Drawback", /\b(disadvantages?|drawbacks?|downsides?|worse|harder|difficult|problems?|weakness\w*)\b/i],
];

/** The tables that sources give, or one of the sides of which each thing has a sentence. */
export function compared(shaping: Shaping): BodyBlock[] {
  const things = comparedThings(shaping.keyword);
  if (things.length < 2) return [];
  const given = tablesOf(things, shaping);
  return given.length > 0 ? given : sentencesSideBySide(things, shaping);
}

function sentencesSideBySide(things: readonly Thing[], shaping: Shaping): BodyBlock[] {
  const { pool, material } = shaping;
  const usable = material.paragraphs.flatMap(({ sentences }) =>
    sentences.filter(
      (sentence): sentence is Sentence =>
        sentence !== undefined &&
        sentence.words <= LONGEST_CELL &&
        !DEPENDS.test(sentence.text) &&
        standsAlone(sentence) &&
        pool.isNew(sentence),
    ),
  );
  const bySide = things.map((thing) => usable.filter((sentence) => thingOf(sentence, things, material) === thing));
  const taken = new Set<Sentence>();
  const rows: { aspect: string; cells: Sentence[] }[] = [];
  for (const [aspect, speaks] of ASPECTS) {
    const cells = bySide.map((sentences) =>
      sentences
        .filter((sentence) => !taken.has(sentence) && speaks.test(sentence.text))
        .toSorted((one, other) => other.score - one.score || one.words - other.words)
        .at(0),
    );
    if (cells.some((cell) => cell === undefined)) continue;
    const row = { aspect, cells: cells as Sentence[] };
    for (const cell of row.cells) taken.add(cell);
    rows.push(row);
  }
  for (const term of sharedTerms(bySide, things, material)) {
    if (rows.length >= ROWS_WITH_SHARED) break;
    const cells = closest(bySide.map((sentences) => sentences.filter((one) => !taken.has(one) && one.terms.has(term))));
    if (cells === undefined) continue;
    for (const cell of cells) taken.add(cell);
    rows.push({ aspect: wordOf(term, cells), cells });
  }
  if (rows.length < FEWEST_ROWS) return [];
  pool.take([...taken]);
  shaping.cells.push(...rows.flatMap(({ cells }) => cells.map(bodyText)));
  return [
    {
      kind: "table",
      head: ["", ...things.map(({ name }) => titleCase(name))],
      rows: rows.map(({ aspect, cells }) => [aspect, ...cells.map(({ text }) => text)]),
    },
  ];
}

/** What all sides speak of, besides the things themselves: the terms that go with the keyword most first. */
function sharedTerms(bySide: readonly (readonly Sentence[])[], things: readonly Thing[], material: Material): string[] {
  const own = new Set([...things.flatMap(({ phrase }) => phrase), ...material.query]);
  return [...material.related.keys()].filter(
    (term) => !own.has(term) && bySide.every((sentences) => sentences.some(({ terms }) => terms.has(term))),
  );
}

/** Of each side the sentence most like the first side's; undefined where they hardly speak of the same. */
function closest(bySide: readonly (readonly Sentence[])[]): Sentence[] | undefined {
  const [first = [], ...others] = bySide;
  let best: { cells: Sentence[]; value: number } | undefined;
  for (const one of first.slice(0, MOST_TRIED)) {
    const cells = [one];
    let value = Number.POSITIVE_INFINITY;
    for (const sentences of others) {
      const alike = (sentence: Sentence) => likeness(one.terms, sentence.terms);
      const next = sentences.slice(0, MOST_TRIED).toSorted((a, b) => alike(b) - alike(a))[0];
      if (next === undefined) return undefined;
      cells.push(next);
      value = Math.min(value, alike(next));
    }
    if (value > (best?.value ?? LEAST_ALIKE)) best = { cells, value };
  }
  return best?.cells;
}

/** The word that a term stands for in the sentences, as a heading. */
function wordOf(term: string, sentences: readonly Sentence[]): string {
  const word = sentences.flatMap(({ text }) => wordsOf(text)).find((each) => termsOf(each)[0] === term);
  return titleCase((word ?? term).replace(/['\u2019]s$/, ""));
}

/** A section for each thing, of what is said of it alone. */
export function things(shaping: Shaping): BodyBlock[] {
  const all = comparedThings(shaping.keyword);
  if (all.length < 2) return [];
  const { pool, material } = shaping;
  // A list stands whole or not at all.
  const left = pool.left().filter(({ paragraph }) => paragraph.kind === "paragraph");
  const bySide = all.map((thing) => left.filter((sentence) => thingOf(sentence, all, material) === thing));
  const told = bySide.map((sentences, at) => {
    const first = sentences.findIndex((sentence) => isUnderName(sentence, all[at]!));
    const begun = first < 0 ? [] : sentences.slice(first);
    return begun.filter((sentence) => tellsOf(sentence, all[at]!, material));
  });
  const whole = told.map((sentences) =>
    sentences.filter((sentence) => !sentence.leans || sentences.includes(left[left.indexOf(sentence) - 1] ?? sentence)),
  );
  if (whole.some(({ length }) => length < FEWEST_OF_THING)) return [];
  return whole.flatMap((sentences, at): BodyBlock[] => {
    if (sentences.length === 0) return [];
    pool.take(sentences);
    return [{ kind: "heading", level: 2, text: titleCase(all[at]!.name) }, ...paragraphsOf(sentences, shaping)];
  });
}

/** Takes away the sections of which nobody knows which of the things they speak of. */
export function withoutUnnamed({ article, material, keyword, pool }: Shaping): void {
  const all = comparedThings(keyword);
  for (const { heading, parts } of article.sections) {
    const sentences = parts.flatMap(sentencesOf);
    const [first] = sentences;
    const title = material.sources[first?.paragraph.source ?? -1]?.title ?? "";
    const isOfAll = all.every((thing) => namesAny(title, [thing]));
    if (first === undefined || isOfAll || namedIn(`${heading} ${first.text}`, all).length > 0) continue;
    pool.take(sentences);
  }
}
