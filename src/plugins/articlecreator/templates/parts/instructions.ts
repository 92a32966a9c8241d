import { countWords, termsOf } from "../../../../engines/pages/terms.js";
import type { BodyBlock, BodyText } from "../../../_kit/article-body/index.js";
import type { Sentence } from "../../material.js";
import { bodyText, bodyTexts, type Shaping, standsAlone, withLeaning } from "../shaping.js";
import { listsOfSource, type SourceBlock } from "./blocks-of-sources.js";
import { isInstruction } from "./imperatives.js";

const FEWEST_STEPS = 3;
const MOST_STEPS = 20;
/** Share of the items of a list that tell what to do, from which on the list is one of steps. */
const MOSTLY = 0.6;
const STEPS_HEADING = /\b(steps?|instructions?|method|directions?|procedure|how to|guide|making|process)\b/i;
const NEEDS_HEADING = /\b(need|needs|ingredients|tools?|materials?|supplies|equipment|requirements|prerequisites)\b/i;
const TIPS_HEADING = /\b(tips?|mistakes?|advice|pitfalls|troubleshooting|problems?|cautions?|warnings?|avoid)\b/i;
const NEEDS =
  /\b(?:(?<!\bas )you(?:['\u2019]ll| will)? need (?:an?|the|some|one|two|three|at least|about|only|\d)|(?:is|are) needed\b|requires? (?:an?|the|some|only|at least|no|\d))/i;
const TIP = /^(?:never|always|avoid|do not|don['\u2019]t|make sure|be sure|be careful|take care|remember|if |unless )/i;

/** Ordered steps: a list of a source, whole, else what its sentences tell to do, in the order of the source. */
export function steps(shaping: Shaping): BodyBlock[] {
  const items = listedSteps(shaping) ?? toldSteps(shaping);
  if (items === undefined) return [];
  for (const { text } of items.flat()) shaping.pool.takeText(text);
  return [{ kind: "list", ordered: true, items }];
}

function listedSteps(shaping: Shaping): BodyText[][] | undefined {
  const { material, mostWords } = shaping;
  let best: { list: SourceBlock[]; value: number } | undefined;
  for (const source of material.sources.keys()) {
    for (const list of listsOfSource(material, source)) {
      const told = list.filter(({ text }) => isInstruction(text)).length / list.length;
      const words = list.reduce((sum, { text }) => sum + countWords(text), 0);
      if (list.length < FEWEST_STEPS || list.length > MOST_STEPS || told < MOSTLY || words > 0.7 * mostWords) continue;
      if (NEEDS_HEADING.test(list[0]!.heading) || TIPS_HEADING.test(list[0]!.heading)) continue;
      const near = nearness(list, shaping);
      if (near === 0) continue;
      const value = near + told + (STEPS_HEADING.test(list[0]!.heading) ? 0.5 : 0) + Math.min(list.length, 8) / 16;
      if (value > (best?.value ?? 0)) best = { list, value };
    }
  }
  return best?.list.map(({ text, source }) => bodyTexts(withoutNumber(text), source));
}

/** How much of the keyword its source and the list name. */
function nearness(list: readonly SourceBlock[], { material }: Shaping): number {
  const title = material.sources[list[0]!.source]?.title ?? "";
  const terms = new Set(termsOf([title, list[0]!.heading, ...list.map(({ text }) => text)].join(" ")));
  const { query } = material;
  return query.length === 0 ? 0 : query.filter((term) => terms.has(term)).length / query.length;
}

function withoutNumber(text: string): string {
  return text.replace(/^(?:step\s*)?\d{1,2}[.):]\s+/i, "");
}

function toldSteps(shaping: Shaping): BodyText[][] | undefined {
  const { material, pool, mostWords } = shaping;
  let best: Sentence[][] | undefined;
  const wordsOf = (told: readonly Sentence[][]) => told.flat().reduce((sum, sentence) => sum + sentence.words, 0);
  const fits = (told: readonly Sentence[][]) =>
    told.length >= FEWEST_STEPS && told.length <= MOST_STEPS && wordsOf(told) <= 0.6 * mostWords;
  for (const members of Map.groupBy(material.paragraphs, ({ source }) => source).values()) {
    const told: Sentence[][] = [];
    for (const { sentences, heading } of members) {
      if (TIPS_HEADING.test(heading) || NEEDS_HEADING.test(heading)) continue;
      const step: Sentence[] = [];
      for (const sentence of sentences) {
        if (sentence === undefined || !pool.isFree(sentence)) {
          if (step.length > 0) break;
        } else if (TIP.test(sentence.text)) continue;
        else if (isInstruction(sentence.text) || (step.length > 0 && sentence.leans && step.length < 3))
          step.push(sentence);
        else if (step.length > 0) break;
      }
      if (step[0] !== undefined && !step[0].leans) told.push(step);
    }
    // Of a long one the first step of each section leads through to its end all the same.
    const inBrief = [...Map.groupBy(told, ([first]) => first!.paragraph.section).values()].map(([first]) => first!);
    const whole = [told, inBrief].find(fits);
    if (whole !== undefined && whole.length > (best?.length ?? 0)) best = whole;
  }
  return best?.map((step) => step.map(bodyText));
}

/** What has to be there before one begins: a list of a source, else sentences that say so. */
export function needs(shaping: Shaping): BodyBlock[] {
  const { material, pool } = shaping;
  for (const source of material.sources.keys()) {
    const list = listsOfSource(material, source).find(
      (each) =>
        NEEDS_HEADING.test(each[0]!.heading) && each.length >= 2 && each.length <= 30 && nearness(each, shaping) > 0,
    );
    if (list === undefined) continue;
    for (const { text } of list) pool.takeText(text);
    const items = list.map(({ text }): BodyText[] => [{ text, source, original: text }]);
    return [{ kind: "list", ordered: false, items }];
  }
  const said = pool
    .left()
    .filter((sentence) => NEEDS.test(sentence.text) && standsAlone(sentence))
    .slice(0, 4);
  pool.take(said);
  return said.length === 0 ? [] : [{ kind: "paragraph", sentences: said.map(bodyText) }];
}

const MOST_TIPS = 6;

/** What to heed besides the steps. */
export function tips({ pool, material }: Shaping): BodyBlock[] {
  const left = material.paragraphs.flatMap(({ sentences }) => sentences.filter((sentence) => sentence !== undefined));
  const first = left.filter(
    (sentence) =>
      pool.isNew(sentence) &&
      standsAlone(sentence) &&
      (TIP.test(sentence.text) || (TIPS_HEADING.test(sentence.paragraph.heading) && isInstruction(sentence.text))),
  );
  const items = first.slice(0, MOST_TIPS).map((sentence) => {
    const at = left.indexOf(sentence);
    return withLeaning([sentence], left.slice(at, at + 2));
  });
  pool.take(items.flat());
  return items.length === 0 ? [] : [{ kind: "list", ordered: false, items: items.map((item) => item.map(bodyText)) }];
}
