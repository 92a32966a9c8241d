import { termsOf } from "../../engines/pages/terms.js";
import { subjectTerms } from "./keyword-sense.js";
import type { Material, Paragraph, Sentence } from "./material.js";
import { type Passage, passageOf, runsOf } from "./runs.js";
import { nameIn } from "./thing-names.js";

/** What is said of the whole of a subject: what decides, what to keep in mind, what comes of it in the long run. */
const GENERAL: readonly RegExp[] = [
  /\b(?:comes? down to|depends? on|boils? down to|is (?:all |really )?about|(?:it|this) is (?:all )?a matter of)\b/i,
  /\b(?:keep in mind|bear in mind|remember(?: that)?|don['\u2019]t forget)\b/i,
  /\b(?:whatever|whichever|no matter|regardless of|there(?:['\u2019]s| is) no (?:single|one|perfect|right)|no single|one size|every \p{L}+ is different)\b/iu,
  /\b(?:in the end|ultimately|at the end of the day|all in all|overall,|above all|what matters|matters? most|most important(?:ly)?)\b/i,
  /\b(?:the (?:right|ideal|perfect) (?:\p{L}+ ){1,6}(?:is|are|for|will|can|should|makes?|depends?|helps?)|(?:choosing|picking|finding|selecting) (?:the|an?) (?:right|best|good|reliable))\b/iu,
  /\b(?:the (?:goal|key|aim|point|secret|bottom line|idea|important thing|takeaway) (?:is|to|of|here is))\b/i,
  /\b(?:in the long (?:run|term)|long[- ]term|over time|for years|years to come|in the coming years|ongoing|lifelong|continues? to|keeps? (?:changing|evolving|growing|improving)|evolv(?:es?|ing)|the future|as long as)\b/i,
  /\bwith (?:the right|a little|a bit of|some|enough|proper|careful|good) (?:\p{L}+ ){0,2}(?:tools?|planning|preparation|practice|patience|care|effort|approach|knowledge|research|help|support|guidance|mindset|strategy|choice|thought|experience|attention)\b/iu,
  /\b(?:takes? (?:some |a little |more )?(?:time|patience|practice|effort|planning)|patience|persistence|consistency|well worth|worth (?:it|the|your)|pays? (?:off|dividends)|makes? (?:all the|a (?:big|real|huge|significant|lasting)) difference|make the most of)\b/i,
  /\b(?:for most (?:people|homeowners|families|users|beginners|businesses|households|buyers|readers|of us)|more than (?:just|ever)|not just|isn['\u2019]t just|is not only|opens? (?:up|the door)|within reach)\b/i,
  /\b(?:successful|success|confidence|confident(?:ly)?|peace of mind|rewarding|enjoy(?:able|ment)?|meaningful|quality of life|improve your)\b/i,
];

const CLOSES =
  /\b(?:conclusions?|concluding|summary|in short|in brief|bottom line|(?:final|closing|parting) (?:thoughts?|words?|advice)|last words?|wrap\w* up|verdict|takeaways?|outlook|looking ahead|why it matters|recap|the end|moving forward|in closing)\b/i;

/** What leans on something else, points at a page, gives one case or sells. */
const UNFIT =
  /^(?:for (?:example|instance)|plus|another|some|others?|in addition|next|finally|second|first|third|according|unlike|yes\b|no\.|no,|as (?:with|noted|mentioned|described)|however|but|if|whether|what(?! matters)|ready|looking)\b|\bunderstanding the (?:\p{L}+ )?(?:types|kinds|categories|options|differences|basics)\b|\b(?:these|those(?! (?:who|that|of|with)\b)|for example|for instance|such as|like the|below|above(?! all)|following|mentioned|listed|said|says|told|wrote|argued?|figure \d|table \d|chapters?|articles?|posts?|guides?|lists?|blogs?|pages?|readers?|tips|faqs?|we|our|ours|us|i|my|me|click|subscribe|sign up|contact|comments?|newsletter|check out|shop|order (?:now|today|yours)|book (?:now|today)|get started|last|also|study|studies|survey|report|found that|ago|yesterday|hopefully|this (?:was|has been))\b|[:"\u201c\u201d()!?$%]|\b\d/iu;

const NUMBERED = /^#?\d+[.):]?\s/;
/** "Plotters are devices that ...": what one thing is. */
const DEFINES = /^(?:an? |the )?(?:[\p{L}-]+ ){1,4}(?:is|are) (?:[\p{L}-]+ ){1,6}(?:that|which|who|used|designed)\b/iu;
const FEWEST_WORDS = 12;
const MOST_WORDS = 75;
const MOST_SENTENCES = 3;
/** As far into its source as what is not in its last section or in one that closes it. */
const LATE = 0.65;
const EARLY = 0.12;
/** What a closing is worth at least, and one that does not name all of the subject itself. */
const LEAST = 1;
const LEAST_UNNAMED = 1.3;
/** What goes with the subject to this degree speaks of it. */
const NEAR = 0.5;

/**
 * The most general statement about the subject with which a page ends or is introduced, for an article that nothing closes that
 * sums up: one to three sentences that say of all of it what decides, what to keep in mind or what comes of it.
 */
export function generalClosingOf(
  material: Material,
  isAvailable: (sentence: Sentence) => boolean,
): Passage | undefined {
  const query = subjectTerms(material.keyword, material.query);
  const lasts = new Map(material.paragraphs.map(({ source, section }) => [source, section]));
  const common = commonTerms(material);
  let best: { passage: Passage; value: number } | undefined;
  for (const paragraph of material.paragraphs) {
    if (paragraph.kind !== "paragraph" || paragraph.beside !== undefined) continue;
    const closes = CLOSES.test(paragraph.heading);
    const isLast = lasts.get(paragraph.source) === paragraph.section;
    const isLead = paragraph.position <= EARLY;
    if (!closes && !isLast && !isLead && paragraph.position < LATE) continue;
    // What is said of one of several things is not said of all.
    if (!closes && (NUMBERED.test(paragraph.heading) || nameIn(paragraph.heading, query, material) !== undefined))
      continue;
    const place = (closes ? 0.6 : isLast ? 0.3 : isLead ? -0.1 : 0) + 0.3 * paragraph.position;
    for (const passage of passagesIn(paragraph, isAvailable)) {
      const worth = worthOf(passage, query, material, closes, common);
      const value = worth <= 0 ? 0 : worth + place;
      const least = namesAll(passage, query) ? LEAST : LEAST_UNNAMED;
      if (value > (best?.value ?? least)) best = { passage, value };
    }
  }
  return best?.passage;
}

function namesAll({ sentences }: Passage, query: readonly string[]): boolean {
  return query.every((term) => sentences.some(({ terms }) => terms.has(term)));
}

/** One to three sentences in a row, from every place where one can stand. */
function passagesIn(paragraph: Paragraph, isAvailable: (sentence: Sentence) => boolean): Passage[] {
  const fits = (sentence: Sentence) =>
    isAvailable(sentence) && !sentence.announces && sentence.shows === undefined && sentence.code === undefined;
  return paragraph.sentences.flatMap((start) => {
    if (start === undefined || !fits(start) || start.needs !== start.index) return [];
    const [run] = runsOf(paragraph, (sentence) => sentence.index >= start.index && fits(sentence));
    if (run === undefined || run.sentences[0]!.index !== start.index) return [];
    return [1, 2, 3]
      .filter((count) => count <= Math.min(MOST_SENTENCES, run.sentences.length))
      .filter((count) => !leadsOn(run.sentences[count - 1]!))
      .map((count) => passageOf(run.sentences.slice(0, count), paragraph))
      .filter(({ words }) => words >= FEWEST_WORDS && words <= MOST_WORDS);
  });
}

/** Whether what comes next turns round what a sentence says. */
function leadsOn({ paragraph, index }: Sentence): boolean {
  return paragraph.turns?.has(index + 1) === true;
}

function worthOf(
  { sentences }: Passage,
  query: readonly string[],
  material: Material,
  closes: boolean,
  common: ReadonlySet<string>,
): number {
  const [first] = sentences;
  if (sentences.some(({ text }) => UNFIT.test(text) || DEFINES.test(text) || names(text, query, common))) return 0;
  const title = termsOf(material.sources[first!.paragraph.source]?.title ?? "");
  const heading = termsOf(first!.paragraph.heading);
  const held = query.filter((term) => heading.includes(term) || sentences.some(({ terms }) => terms.has(term)));
  const isOwn = query.filter((term) => title.includes(term)).length >= query.length / 2;
  const isNear = [...first!.terms].some((term) => query.includes(term) || (material.related.get(term) ?? 0) >= NEAR);
  if (!isNear || held.length === 0) return 0;
  if (held.length < query.length / 2 && !(closes && isOwn)) return 0;
  const marks = sentences.map(({ text }) => GENERAL.filter((mark) => mark.test(text)).length);
  if (marks.every((count) => count === 0)) return 0;
  const found = marks.reduce((sum, count) => sum + Math.min(2, count), 0);
  const bare = marks.filter((count) => count === 0).length;
  const terms = new Set(sentences.flatMap((sentence) => [...sentence.terms]).filter((term) => !query.includes(term)));
  const rare = [...terms].filter((term) => !common.has(term)).length / Math.max(1, terms.size);
  return Math.min(3, found) * 0.5 + held.length / query.length - 0.25 * bare - 0.8 * rare + 0.1;
}

/** Names in the middle of sentences besides those of the keyword: of firms, of products, of places. */
function names(text: string, query: readonly string[], common: ReadonlySet<string>): boolean {
  const found = text.match(/(?<=[\p{L}\p{N},;\u2019'&-] )\p{Lu}[\p{L}\p{N}'\u2019-]*/gu) ?? [];
  return found.some((name) =>
    termsOf(name).some((term) => !query.includes(term) && !(/^\p{Lu}{2,5}s?$/u.test(name) && common.has(term))),
  );
}

/** Terms that more than a few paragraphs hold. */
function commonTerms({ paragraphs }: Material): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { sentences } of paragraphs) {
    const own = new Set(sentences.flatMap((sentence) => (sentence === undefined ? [] : [...sentence.terms])));
    for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= COMMON).map(([term]) => term));
}

/** So many paragraphs hold a term that the sources speak of more than once. */
const COMMON = 3;
