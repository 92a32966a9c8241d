import type { BodyBlock, BodyText } from "../../../_kit/article-body/index.js";
import type { Sentence } from "../../material.js";
import { bodyText, type Shaping, standsAlone, withLeaning } from "../shaping.js";

const GOOD =
  /\b(hard to beat|advantages?|benefits?|excellent|excels?|outstanding|impressive|impress\w*|reliable|durable|sturdy|comfortable|convenient|easy|easier|easily|efficient|effective|affordable|inexpensive|safe|safer|quiet|precise|accurate|fast|faster|flexible|versatile|long-lasting|low-maintenance|improves?|improved|saves?|reduces? (?:the )?(?:risk|cost|waste|noise|time|need)|well (?:made|built|suited)|ideal|perfect|best|better|great|superb|delicious|lov\w+|strong point|strengths?|worth)\b/i;
const BAD =
  /\b(disadvantages?|drawbacks?|downsides?|problems?|difficult|difficulty|hard to (?!beat)|expensive|costly|costs? more|noisy|unreliable|uncomfortable|inconvenient|fragile|slow|slower|weak|weakness\w*|heavy|bulky|poor|poorly|bad|worse|worst|lacks?|lacking|fails?|failed|failure|frustrat\w+|wrestle|have to put up|limited|limitations?|risks?|dangerous|harmful|unfortunately|disappoint\w*|complain\w*|breaks?|leaks?|wears? out|needs? (?:frequent|regular|constant)|time-consuming|messy|smells?|short-lived)\b/i;
const NEGATED_GOOD =
  /\b(not|never|no|hardly|less|nor|without)\s(?:\w+\s){0,2}(?:easy|easily|reliable|safe|comfortable|cheap|ideal|perfect|great|worth|effective|efficient|better|best|fast)\b/i;
const NEGATED_BAD =
  /\b(no|not|never|without|fewer|less|rarely|seldom|prevents?|avoids?|reduces?)\s(?:\w+\s){0,3}(?:problems?|risks?|drawbacks?|difficult|noisy|expensive|leaks?|failure|hard|heavy)\b/i;
const VERDICT =
  /\b(overall|on balance|in short|all in all|the verdict|bottom line|we recommend|recommended|worth (?:it|the|buying|having|trying|every)|best choice|good choice|suits?|suitable for|ideal for|best for|most people|remains? the)\b/i;
const VERDICT_HEADING = /\b(verdict|conclusions?|bottom line|final thoughts|our take|should you)\b/i;
const FOR_HEADING = /^(?:the )?(?:pros|advantages|benefits|what (?:we|i) like\w*|strengths|plus points|the good)\b/i;
const AGAINST_HEADING =
  /^(?:the )?(?:cons|disadvantages|drawbacks|what (?:we|i) (?:don't|do not|didn't) like|weaknesses|limitations|minus points|the bad)\b/i;
const MOST_POINTS = 6;
const MOST_FACTS = 10;
const FEWEST_JUDGEMENTS = 3;

/** Which way a sentence speaks; undefined for one that does not judge, or both ways. */
function judges({ text, paragraph }: Sentence): "for" | "against" | undefined {
  if (/^(?:if|when|whether|as is|to)\b/i.test(text)) return undefined;
  if (FOR_HEADING.test(paragraph.heading)) return "for";
  if (AGAINST_HEADING.test(paragraph.heading)) return "against";
  const good = (GOOD.test(text) && !NEGATED_GOOD.test(text)) || NEGATED_BAD.test(text);
  const bad = (BAD.test(text) && !NEGATED_BAD.test(text)) || NEGATED_GOOD.test(text);
  return good === bad ? undefined : good ? "for" : "against";
}

/** What the sources conclude, and how much of what they say speaks for it and against it. */
export function verdict(shaping: Shaping): BodyBlock[] {
  const { pool } = shaping;
  const said = pool
    .left()
    .filter(
      (sentence) =>
        standsAlone(sentence) && (VERDICT_HEADING.test(sentence.paragraph.heading) || VERDICT.test(sentence.text)),
    )
    .slice(0, 3);
  pool.take(said);
  const [good, bad] = [judging("for", shaping).length, judging("against", shaping).length];
  if (good + bad < FEWEST_JUDGEMENTS) return [];
  return [{ kind: "paragraph", sentences: [...said.map(bodyText), balance(good, bad)] }];
}

/** The sum of the judgements, which no source says. */
function balance(good: number, bad: number): BodyText {
  const points = (count: number) => `${count === 0 ? "none" : count} ${count === 1 ? "speaks" : "speak"}`;
  return {
    text: `Of the ${good + bad} statements below that judge it, ${points(good)} for it and ${points(bad)} against it.`,
  };
}

export function forIt(shaping: Shaping): BodyBlock[] {
  return pointsOf("for", shaping);
}

export function againstIt(shaping: Shaping): BodyBlock[] {
  return pointsOf("against", shaping);
}

function pointsOf(side: "for" | "against", shaping: Shaping): BodyBlock[] {
  return listOf(judging(side, shaping), shaping.material.paragraphs.flatMap(usable), shaping.pool);
}

/** Those of the article, and the strongest others that its sources hold. */
function judging(side: "for" | "against", { material, pool, article }: Shaping): Sentence[] {
  const chosen = new Set(article.sentences);
  const value = (sentence: Sentence) => sentence.score + (chosen.has(sentence) ? 2 : 0);
  return material.paragraphs
    .flatMap(usable)
    .filter((sentence) => standsAlone(sentence) && judges(sentence) === side && pool.isNew(sentence))
    .toSorted((one, other) => value(other) - value(one))
    .slice(0, MOST_POINTS);
}

function usable({ sentences }: { readonly sentences: readonly (Sentence | undefined)[] }): Sentence[] {
  return sentences.filter((sentence) => sentence !== undefined);
}

const MEASURE =
  /\d[\d.,]*\s?(?:%|\u00b0|per cent|percent|cm|mm|km|m\b|metres?|meters?|feet|inch(?:es)?|miles?|kg|g\b|grams?|pounds?|tonnes?|litres?|liters?|ml|watts?|kw|volts?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|degrees|\$|\u20ac|\u00a3|dollars|euros|mph|km\/h|gb|mb|mah)|[$\u20ac\u00a3]\s?\d/i;

/** What can be measured. */
export function facts({ pool, material }: Shaping): BodyBlock[] {
  const left = material.paragraphs.flatMap(usable);
  const measured = left
    .filter((sentence) => standsAlone(sentence) && MEASURE.test(sentence.text) && pool.isNew(sentence))
    .slice(0, MOST_FACTS);
  return listOf(measured, left, pool);
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
