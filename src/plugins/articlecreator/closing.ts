import { termsOf } from "../../engines/pages/terms.js";
import { subjectTerms } from "./keyword-sense.js";
import type { Material, Paragraph, Sentence } from "./material.js";
import { type Passage, passageOf, runsOf, standing } from "./runs.js";
import { holdsPhrase } from "./source-sentences.js";
import { definingOf } from "./subject.js";

const SUMS_UP =
  /^(in short|in the end|overall|all in all|in summary|to sum up|in conclusion|taken together|on the whole|in brief|ultimately),? /i;
/** Headings of sections that close a source. */
const CLOSES =
  /\b(conclusions?|concluding|summary|in short|in brief|bottom line|final thoughts|last words?|wrap\w* up|verdict|takeaways?|today|now|nowadays|legacy|outlook|future|significance|importance|afterwards|aftermath|lessons|in the end|looking (ahead|back)|why it matters|what remains|revival|present day)\b/i;
/** How a thing stands now, what remains of it, and what it is good for. */
const STANDS =
  /\b(remains?|still|today|nowadays|to this day|continues? to|lives? on|survives?|endures?|has become|have become|has never|have never|future|hope|legacy|remembered|symbol|honou?red|generations?|worth|important|essential|valued|prized|popular|more than ever|since then|influenced|inspired|paved the way)\b/gi;
const WEAKLY =
  /\b(most|every|everyone|always|whatever|lasts?|enough|no longer|helps?|makes? it|thanks to|good for|changed|depends? on|hardly ever)\b/gi;
const NARRATES =
  /\b(?:in|on|by|since|from|until|after|before) (?:\p{Lu}\p{Ll}+ )?(?:\d{1,2} )?(?:\p{Lu}\p{Ll}+ )?1?\d{3}\b|\b(?:the next day|that (?:day|night|year)|the following|yesterday|ago)\b/iu;
const TELLS_TO =
  /\b(you|your|yours|must|should|step|click|then|make sure|remember|don't|do not|please|try|see your|ask)\b/i;
const UNFIT =
  /^(?:for (?:example|instance|an?|this|that)\b|an? [^,]{3,40} (?:that|which|who) |if|when|while|another|some|one of|others?|in addition|next|finally|second|third|first|to |there (?:is|are|was|were)|according|no\b|yes\b|as (?:with|for|noted|mentioned|described)|unlike)|\b(?:for example|for instance|such as|below|above|following|said|says|told|wrote|asked|argued?|called|known as|figure \d|table \d|chapter|website|book|however)\b|[:;"\u201c()]/i;
/** A year tells of one event, which has its place among the others. */
const OF_THE_PAST = /\b1\d{3}\b/;
const FEWEST_WORDS = 9;
const MOST_WORDS = 60;
const MOST_SENTENCES = 3;
/** As far into its source a closing may come from its text, where no heading says that it closes. */
const LATE = 0.55;
const LEAST_CLOSING = 1.3;
const CLOSING_SECTION = 0.7;

/**
 * The passage that closes an article best: sentences that sum up, that say what remains of the subject, what it is good for
 * or how it stands now. They come from the end of a source or of a section that closes it, and name the subject.
 */
export function closingOf(material: Material, isAvailable: (sentence: Sentence) => boolean): Passage | undefined {
  const query = subjectTerms(material.keyword, material.query);
  const opening = definingOf(material)[0]?.sentence;
  const lasts = new Map(material.paragraphs.map((paragraph) => [paragraph.source, paragraph.section]));
  /** The last paragraph of every section. */
  const ends = new Map(material.paragraphs.map((paragraph) => [`${paragraph.source} ${paragraph.section}`, paragraph]));
  let best: { passage: Passage; value: number } | undefined;
  for (const paragraph of material.paragraphs) {
    const closes = CLOSES.test(paragraph.heading);
    if (ends.get(`${paragraph.source} ${paragraph.section}`) !== paragraph) continue;
    const isLast = lasts.get(paragraph.source) === paragraph.section;
    if (paragraph.kind !== "paragraph" || paragraph.beside !== undefined || paragraph.heading.endsWith("?")) continue;
    if (!closes && !isLast && paragraph.position < LATE) continue;
    if (opening !== undefined && paragraph === opening.paragraph) continue;
    for (const passage of endsOf(paragraph, isAvailable)) {
      // The end of a page closes nothing by being its end.
      if (!closes && !SUMS_UP.test(passage.sentences[0]!.text) && !speaksOfAll(passage, query)) continue;
      if (!SUMS_UP.test(passage.sentences[0]!.text) && !speaksOfIt(passage, query)) continue;
      if (!closes && sumsUpSomethingElse(passage, query)) continue;
      const own = worthOf(passage, query, material, opening);
      const value = own <= 0 ? 0 : own + (closes ? CLOSING_SECTION : 0) + (isLast ? 0.3 : 0);
      if (value > (best?.value ?? LEAST_CLOSING)) best = { passage, value };
    }
  }
  return best?.passage;
}

/** Whether a passage begins with the thing that the subject is and says how it stands now. */
function speaksOfAll(passage: Passage, query: readonly string[]): boolean {
  const begins = termsOf(passage.sentences[0]!.text).slice(0, query.length + 2);
  return closingHeading(passage) !== IN_SHORT && begins.includes(query.at(-1) ?? "");
}

/** Whether a passage ends a section on something else, "Overall, the brass bell is ..." below "Brass bells", and does not speak of the subject. */
function sumsUpSomethingElse(
  { sentences: [first], paragraph: { heading } }: Passage,
  query: readonly string[],
): boolean {
  if (heading === "" || termsOf(heading).some((term) => query.includes(term))) return false;
  return !holdsPhrase(termsOf(first!.text.replace(SUMS_UP, "")).slice(0, query.length + 2), query);
}

/** Whether a passage names the thing that the subject is in the first half of its first sentence. */
function speaksOfIt({ sentences: [first] }: Passage, query: readonly string[]): boolean {
  const terms = termsOf(first!.text);
  return terms.slice(0, Math.max(query.length, Math.ceil(terms.length / 2))).some((term) => query.includes(term));
}

/** Up to three sentences that can stand together, from every place of a paragraph; those at its end may be left out. */
function endsOf(paragraph: Paragraph, isAvailable: (sentence: Sentence) => boolean): Passage[] {
  return paragraph.sentences.flatMap((start) => {
    if (start === undefined || !isAvailable(start)) return [];
    const [run] = runsOf(paragraph, (sentence) => sentence.index >= start.index && isAvailable(sentence));
    if (run === undefined || run.sentences[0]!.index !== start.index) return [];
    const lengths = [...new Set([Math.min(MOST_SENTENCES, run.sentences.length), 2, 1])];
    return lengths
      .filter((count) => count <= run.sentences.length)
      .map((count) => passageOf(run.sentences.slice(0, count), paragraph))
      .filter(({ sentences }) => sentences.at(-1)!.index === paragraph.sentences.length - 1)
      .filter(({ sentences }) => sentences.every(({ shows, code }) => shows === undefined && code === undefined))
      .filter(({ words, sentences }) => words >= FEWEST_WORDS && words <= MOST_WORDS && !sentences.at(-1)!.announces);
  });
}

function worthOf(
  { sentences, paragraph, words }: Passage,
  query: readonly string[],
  material: Material,
  opening: Sentence | undefined,
): number {
  const [first] = sentences;
  const text = sentences.map((sentence) => sentence.text).join(" ");
  const begins = termsOf(first!.text.replace(SUMS_UP, ""));
  const named = holdsPhrase(begins.slice(0, query.length + 2), query)
    ? 1
    : holdsPhrase(begins, query)
      ? 0.8
      : namesPart(sentences, query, material);
  const sums = SUMS_UP.test(text) ? 1.2 : 0;
  const found = (marks: RegExp) => new Set(text.toLowerCase().match(marks) ?? []).size;
  const tone = Math.min(2, found(STANDS)) * 0.5 + Math.min(2, found(WEAKLY)) * 0.25;
  if (!holdsPhrase(begins, query) && /\bits?\b/i.test(first!.text)) return 0;
  // "Every" and "most" close nothing by themselves.
  if (sums === 0 && found(STANDS) === 0 && !CLOSES.test(paragraph.heading)) return 0;
  if (
    named === 0 ||
    sums + tone === 0 ||
    sentences.some((each) => OF_THE_PAST.test(each.text) || UNFIT.test(each.text.replace(SUMS_UP, "")))
  )
    return 0;
  const figures = (text.match(/\d[\d.,]*/g) ?? []).length;
  const narrated = sentences.filter((each) => NARRATES.test(each.text)).length;
  const addressed = sentences.filter((each) => TELLS_TO.test(each.text)).length;
  const repeats = opening === undefined ? 0 : sharedShare(first!, opening, query);
  const unlikely = 0.4 * figures + 0.5 * narrated + 0.8 * addressed + 0.4 * newNames(text, query, material) + repeats;
  const atEnd = sentences.at(-1)!.index === paragraph.sentences.length - 1 ? 0.3 : 0;
  const length = words < 14 && !CLOSES.test(paragraph.heading) ? 0.2 : 0;
  return named + sums + tone + atEnd - unlikely - length;
}

/** "The candles" for beeswax candles names the subject; in a source about nothing else a section that closes means it. */
function namesPart(sentences: readonly Sentence[], query: readonly string[], material: Material): number {
  const [first] = sentences;
  const { source, heading } = first!.paragraph;
  const thing = query.at(-1)!;
  const isOwn = query.some((term) => termsOf(material.sources[source]?.title ?? "").includes(term));
  if (query.length > 1 && termsOf(first!.text).slice(0, 3).includes(thing)) return isOwn ? 0.7 : 0.4;
  if (query.length > 1 && query.some((term) => term.length > 3 && sentences.some(({ terms }) => terms.has(term))))
    return 0.4;
  return isOwn && CLOSES.test(heading) ? 0.3 : 0;
}

/** Names in the middle of sentences that the keyword does not hold and few sentences of the sources bring up. */
function newNames(text: string, query: readonly string[], { paragraphs }: Material): number {
  const names = [...text.matchAll(/(?<=\p{Ll},? )\p{Lu}[\p{L}-]+/gu)].flatMap(([name]) => termsOf(name));
  const other = [...new Set(names)].filter((name) => !query.includes(name));
  return other.filter((name) => {
    const holding = paragraphs.filter(({ sentences }) => sentences.some((sentence) => sentence?.terms.has(name)));
    return holding.length < 4;
  }).length;
}

function sharedShare(one: Sentence, other: Sentence, query: readonly string[]): number {
  const own = [...one.terms].filter((term) => !query.includes(term));
  const shared = own.filter((term) => other.terms.has(term)).length;
  return own.length === 0 ? 1 : shared / own.length;
}

/** The passage without the words that sum up, for where a heading says that already. */
export function withoutSummingUp(passage: Passage): Passage {
  const [first, ...rest] = passage.sentences;
  const bare = first!.text.replace(SUMS_UP, "");
  if (bare === first!.text) return passage;
  return passageOf([standing(first!, bare.charAt(0).toUpperCase() + bare.slice(1)), ...rest], passage.paragraph);
}

/** The heading of a last paragraph, by what it does. */
export function closingHeading({ sentences, paragraph }: Passage): string {
  const text = sentences.map((sentence) => sentence.text).join(" ");
  const own = /^(?:today|legacy|outlook|aftermath|revival)$/i.exec(paragraph.heading.trim());
  if (own !== null) return own[0].charAt(0).toUpperCase() + own[0].slice(1).toLowerCase();
  return /\b(today|nowadays|now|still|remains?|to this day|no longer)\b/i.test(text) && !SUMS_UP.test(text)
    ? "Today"
    : IN_SHORT;
}

export const IN_SHORT = "In Short";

/** Above the last paragraph that sums up nothing. */
export const FINAL_THOUGHTS = "Final Thoughts";
