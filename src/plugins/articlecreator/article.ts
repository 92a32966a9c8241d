import { countWords } from "../../engines/pages/terms.js";
import type { Random } from "../../kernel/index.js";
import type { RenderingReason } from "../_kit/web/page-source.js";
import { arranged, WORDS_WITH_HEADINGS } from "./arrange.js";
import { keyOf, type Wish } from "./chosen.js";
import { headingWithCode } from "./code-names.js";
import { withDisagreements } from "./disagreement.js";
import type { Material, Sentence } from "./material.js";
import type { ArticleCreatorOptions } from "./options.js";
import { inParagraphs } from "./paragraphs.js";
import { type Plan, planned } from "./plan.js";
import { type Arranged, withReferences } from "./references.js";
import type { Passage } from "./runs.js";
import { sequencesOf } from "./sequences.js";
import { loneNamed } from "./thing-names.js";
import { chosenTitle, filledTitle, type TitlePart, untaken } from "./title.js";
import { advisedTwice, toldTwice } from "./told-twice.js";
import { type Topic, topicsOf } from "./topics.js";
import { tornInstructions, tornProcesses } from "./torn-instructions.js";
import { unkept } from "./unkept.js";

/** Sentences that stand together: a paragraph, or the items of a list. */
export type ArticlePart =
  | { readonly kind: "paragraph"; readonly sentences: readonly Sentence[] }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Sentence[])[] };

export interface ArticleSection {
  readonly heading: string;
  /** Of the heading: 3 below another one. */
  readonly level: 2 | 3;
  /** What of the heading is written as code. */
  readonly code: readonly string[];
  readonly parts: readonly ArticlePart[];
}

/** An article before it is written in any format. */
export interface WrittenArticle {
  readonly keyword: string;
  /** 1 for the first of its keyword. */
  readonly n: number;
  readonly title: string;
  readonly sections: readonly ArticleSection[];
  /** In reading order, without headings. */
  readonly sentences: readonly Sentence[];
  /** Of its sentences; headings are not counted. */
  readonly words: number;
  /** Sources that were used, in the order of their first sentence. */
  readonly sources: readonly {
    readonly index: number;
    readonly title: string;
    readonly address: string;
    readonly sentences: number;
    readonly rendered: RenderingReason | undefined;
  }[];
  /** Most sentences that one source gave; more than `maxSentencesPerSource` where there were few sources. */
  readonly mostPerSource: number;
}

export interface Order {
  readonly keyword: string;
  readonly n: number;
  /** Asked for by the keyword's line; empty when the article finds its own. */
  readonly title: string;
  readonly year: number;
  readonly keywords: readonly string[];
  readonly earlier: readonly WrittenArticle[];
  /** Sentences that are not to be in it, by their key. */
  readonly without?: ReadonlySet<string>;
}

/** Fewer good sentences make no article, unless a shorter one was asked for. */
const FEWEST_SENTENCES = 3;

/** One article from the material, or undefined when it holds too little that belongs to the keyword or is new. */
export function writtenArticle(
  material: Material,
  order: Order,
  options: ArticleCreatorOptions,
  random: Random,
): WrittenArticle | undefined {
  const { articleLengthFrom, articleLengthTo } = options;
  const topics = topicsOf(material);
  const target = random.integer(articleLengthFrom, articleLengthTo);
  const withHeadings = articleLengthTo >= WORDS_WITH_HEADINGS && target >= WORDS_WITH_HEADINGS;
  const reserve = withHeadings ? Math.min(Math.floor(articleLengthTo * 0.06), 60) : 0;
  // Without headings an article stays below the length that has some.
  const longest = withHeadings || articleLengthFrom >= WORDS_WITH_HEADINGS ? articleLengthTo : WORDS_WITH_HEADINGS - 1;
  const most = Math.min(articleLengthTo, longest) - reserve;
  const wish = {
    words: Math.min(Math.max(target, Math.min(articleLengthFrom + 20, most)), most),
    least: Math.min(articleLengthFrom, most),
    most,
    withHeadings,
    sentencesPerSource: options.maxSentencesPerSource,
    used: order.earlier.flatMap((article) => article.sentences),
    luck: new Map(topics.map((topic) => [topic, random.next()])),
    banned: order.without ?? new Set<string>(),
  };
  const plan = checkedPlan(material, topics, wish);
  if (plan === undefined) return undefined;
  const { parts: found, topicParts } = plan;
  const count = found.reduce(
    (sum, { passages }) => sum + passages.reduce((all, { sentences }) => all + sentences.length, 0),
    0,
  );
  const words = wordsOf(found);
  const enough = Math.min(articleLengthFrom, articleLengthTo / 2);
  if (count < FEWEST_SENTENCES && words < enough) return undefined;
  const own = ownTitle(order, material, topicParts);
  const values = { keyword: order.keyword, n: String(order.n), year: String(order.year) };
  const filled = order.title === "" ? own : filledTitle(order.title, { ...values, title: own });
  const plain = untaken(
    filled,
    found.map(({ heading }) => heading),
    order.n,
    new Set(order.earlier.map(({ title }) => title.toLowerCase())),
  );
  const title = order.title === "" ? filledTitle(options.articleTitle, { ...values, title: plain }) : plain;

  const sections = withDisagreements(found, material, articleLengthTo - words - headingWords(found)).map(
    ({ heading, level = 2, passages }): ArticleSection => ({
      level,
      ...headingWithCode(
        heading,
        passages.flatMap(({ paragraph }) => paragraph.headingCode ?? []),
      ),
      parts: laidOut(passages, options),
    }),
  );
  const sentences = sections.flatMap(({ parts }) => parts.flatMap(sentencesOf));
  const perSource = new Map<number, number>();
  for (const { paragraph } of sentences) perSource.set(paragraph.source, (perSource.get(paragraph.source) ?? 0) + 1);
  return {
    keyword: order.keyword,
    n: order.n,
    title,
    sections,
    sentences,
    words: sentences.reduce((sum, sentence) => sum + sentence.words, 0),
    sources: [...perSource].map(([index, sentencesOfIt]) => {
      const { title: name, address, rendered } = material.sources[index]!;
      return { index, title: name || address, address, sentences: sentencesOfIt, rendered };
    }),
    mostPerSource: Math.max(...perSource.values()),
  };
}

interface CheckedPlan {
  readonly parts: readonly Arranged[];
  readonly topicParts: readonly TitlePart[];
}

/**
 * Plans again without what turned out to speak of something unknown, to have no heading of its own or to be torn, as long as
 * there is such a thing. Where that is too short, beginnings of other pages may stand below the titles of these, and where next to
 * nothing is left, what has no heading may stay.
 */
function checkedPlan(material: Material, topics: readonly Topic[], wish: Wish): CheckedPlan | undefined {
  const complete = planWithout(material, topics, wish, { isStrict: true, tellsSeveral: true });
  if (complete !== undefined && wordsOf(complete.parts) >= wish.least) return complete;
  const strict = planWithout(material, topics, wish, { isStrict: true });
  const words = strict === undefined ? 0 : wordsOf(strict.parts);
  if (strict !== undefined && words >= wish.least) return strict;
  const titled = wish.withHeadings ? planWithout(material, topics, wish, { isStrict: true, byTitle: true }) : undefined;
  const plans = [strict, titled, complete].filter((plan) => plan !== undefined);
  const best = plans.toSorted((one, other) => wordsOf(other.parts) - wordsOf(one.parts))[0];
  if (best !== undefined && wordsOf(best.parts) >= Math.min(wish.least / 2, NEXT_TO_NOTHING)) return best;
  return planWithout(material, topics, wish, { isStrict: false }) ?? best;
}

const NEXT_TO_NOTHING = 120;

interface PlanRules {
  readonly isStrict: boolean;
  readonly byTitle?: boolean;
  /** Of things by name, such as products, several or none are told. */
  readonly tellsSeveral?: boolean;
}

function planWithout(
  material: Material,
  topics: readonly Topic[],
  wish: Wish,
  { isStrict, byTitle = false, tellsSeveral = false }: PlanRules,
): CheckedPlan | undefined {
  const banned = new Set(wish.banned);
  for (let attempt = 1; ; attempt += 1) {
    const plan = planned(material, topics, { ...wish, banned });
    if (plan === undefined) return undefined;
    const { sections, unheaded } = arranged(plan, material, wish.withHeadings, byTitle);
    const { parts, unknown } = withReferences(sections, material.keyword, material);
    const unwanted = isStrict
      ? [
          ...unheaded,
          ...tornSequences(material, plan),
          ...tornInstructions(material, plan),
          ...tornProcesses(material, plan),
        ]
      : [];
    const unfit = [
      ...unknown,
      ...toldTwice(parts, material),
      ...advisedTwice(parts),
      ...(isStrict ? unkept(parts, material.query) : []),
      ...(tellsSeveral
        ? loneNamed(
            plan.parts.flatMap((part) => part.passages),
            material,
          )
        : []),
      ...unwanted.flatMap(({ sentences }) => sentences.map((sentence) => keyOf(sentence))),
    ];
    if (unfit.length > 0 && attempt < MOST_PLANS) {
      for (const key of unfit) banned.add(key);
      continue;
    }
    const topicParts = plan.parts
      .toSorted((one, other) => one.topic.place - other.topic.place)
      .map(({ topic, passages }) => ({
        role: topic.role,
        words: passages.reduce((sum, passage) => sum + passage.words, 0),
        sources: [...new Set(passages.map(({ paragraph }) => paragraph.source))],
        heading: passages[0]?.paragraph.heading ?? "",
        texts: passages.flatMap(({ sentences }) => sentences.map(({ text }) => text)),
      }));
    const { paragraph, sentences, words } = plan.opening;
    const texts = sentences.map(({ text }) => text);
    const opening = { role: undefined, words, sources: [paragraph.source], texts };
    return { parts, topicParts: [opening, ...topicParts] };
  }
}

/** The passages of sections that count up, "Day one" and "Day two", where some of their row are missing. */
function tornSequences(material: Material, { parts }: Plan): Passage[] {
  const passages = parts.flatMap((part) => part.passages);
  return sequencesOf(material.paragraphs)
    .filter(({ kind, members }) => TOLD_WHOLE.has(kind) || (kind === "numbered" && members.length <= SHORT_ROW))
    .flatMap(({ members }) => {
      const found = members.map((member) => passages.filter(({ paragraph }) => member.paragraphs.includes(paragraph)));
      return found.every((own) => own.length > 0) ? [] : found.flat();
    });
}

const TOLD_WHOLE: ReadonlySet<string> = new Set(["ordinal", "day", "time of day", "countdown"]);

/** Of so many numbered sections each is missed. */
const SHORT_ROW = 4;

const MOST_PLANS = 12;

function ownTitle(order: Order, material: Material, parts: readonly TitlePart[]): string {
  if (order.title !== "" && !order.title.includes("{title}")) return "";
  const taken = new Set(order.earlier.map(({ title }) => title.toLowerCase()));
  return chosenTitle(order.keyword, material, parts, order.keywords, taken);
}

/** Passages as paragraphs of the wished length, and lists between them. */
function laidOut(passages: readonly Passage[], options: ArticleCreatorOptions): ArticlePart[] {
  const parts: ArticlePart[] = [];
  let run: Passage[] = [];
  const end = () => {
    const { paragraphSentencesFrom: from, paragraphSentencesTo: to } = options;
    for (const sentences of inParagraphs(run, from, to)) parts.push({ kind: "paragraph", sentences });
    run = [];
  };
  for (const passage of passages) {
    const { list } = passage;
    if (list === undefined) {
      run.push(passage);
      continue;
    }
    end();
    const intro = passage.sentences.slice(0, passage.sentences.length - list.items.flat().length);
    if (intro.length > 0) parts.push({ kind: "paragraph", sentences: intro });
    parts.push({ kind: "list", ordered: list.ordered, items: list.items });
  }
  end();
  return parts;
}

function wordsOf(parts: readonly Arranged[]): number {
  return parts.reduce((sum, { passages }) => sum + passages.reduce((all, passage) => all + passage.words, 0), 0);
}

/** Words of the headings of an article. */
function headingWords(parts: readonly Arranged[]): number {
  return parts.reduce((sum, { heading }) => sum + countWords(heading), 0);
}

/** The sentences of a part in reading order. */
export function sentencesOf(part: ArticlePart): readonly Sentence[] {
  return part.kind === "list" ? part.items.flat() : part.sentences;
}
