import type { Random } from "../../kernel/index.js";
import type { RenderingReason } from "../_kit/web/page-source.js";
import { choosePassages } from "./choose.js";
import type { Material, Sentence } from "./material.js";
import type { ArticleCreatorOptions } from "./options.js";
import { inParagraphs } from "./paragraphs.js";
import { arranged, headingWords, type Section, WORDS_WITH_HEADINGS } from "./sections.js";
import { chosenTitle, filledTitle, untaken } from "./title.js";

/** Sentences that stand together: a paragraph, or the items of a list. */
export type ArticlePart =
  | { readonly kind: "paragraph"; readonly sentences: readonly Sentence[] }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Sentence[])[] };

/** An article before it is written in any format. */
export interface WrittenArticle {
  readonly keyword: string;
  /** 1 for the first of its keyword. */
  readonly n: number;
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly parts: readonly ArticlePart[] }[];
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
  /** Whether sources were left with more to give than `maxSentencesPerSource` let them. */
  readonly heldBack: boolean;
}

export interface Order {
  readonly keyword: string;
  readonly n: number;
  /** Asked for by the keyword's line; empty when the article finds its own. */
  readonly title: string;
  readonly year: number;
  readonly keywords: readonly string[];
  readonly earlier: readonly WrittenArticle[];
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
  const { articleLengthFrom, articleLengthTo, paragraphSentencesFrom, paragraphSentencesTo } = options;
  const used = order.earlier.flatMap((article) => article.sentences);
  const target = random.integer(articleLengthFrom, articleLengthTo);
  const reserve = articleLengthTo < WORDS_WITH_HEADINGS ? 0 : Math.min(Math.floor(articleLengthTo * 0.08), 60);
  const wish = {
    words: Math.min(target, articleLengthTo - reserve),
    least: articleLengthFrom,
    most: articleLengthTo - reserve,
    sentencesPerSource: options.maxSentencesPerSource,
    used,
  };
  const passages = choosePassages(material, wish, random);
  const chosen = passages.flatMap(({ sentences }) => sentences);
  const words = passages.reduce((sum, passage) => sum + passage.words, 0);
  const enough = Math.min(articleLengthFrom, articleLengthTo / 2);
  if (chosen.length === 0 || (chosen.length < FEWEST_SENTENCES && words < enough)) return undefined;
  const perSource = new Map<number, number>();
  for (const { paragraph } of chosen) perSource.set(paragraph.source, (perSource.get(paragraph.source) ?? 0) + 1);
  const taken = new Set(order.earlier.map(({ title }) => title.toLowerCase()));
  const values = { keyword: order.keyword, n: String(order.n), year: String(order.year) };
  const needsOwn = order.title === "" || order.title.includes("{title}");
  const own = needsOwn ? chosenTitle(order.keyword, material, perSource, order.keywords, taken) : "";
  const found = order.title === "" ? own : filledTitle(order.title, { ...values, title: own });
  let sections: readonly Section[] = arranged(passages, material, found, paragraphSentencesFrom);
  if (words + headingWords(sections) > articleLengthTo)
    sections = sections.map((section) => ({ ...section, heading: "" }));
  const plain = untaken(
    found,
    sections.map(({ heading }) => heading),
    order.n,
    taken,
  );
  const title = order.title === "" ? filledTitle(options.articleTitle, { ...values, title: plain }) : plain;

  const laidOut = sections.map(({ heading, passages: members }) => ({
    heading,
    parts: inParagraphs(members, paragraphSentencesFrom, paragraphSentencesTo).map(
      (sentences): ArticlePart => ({ kind: "paragraph", sentences }),
    ),
  }));
  const sentences = laidOut.flatMap(({ parts }) => parts.flatMap(sentencesOf));
  const inOrderOfUse = [...new Set(sentences.map(({ paragraph }) => paragraph.source))];
  return {
    keyword: order.keyword,
    n: order.n,
    title,
    sections: laidOut,
    sentences,
    words,
    sources: inOrderOfUse.map((index) => {
      const { title: name, address, rendered } = material.sources[index]!;
      return { index, title: name || address, address, sentences: perSource.get(index) ?? 0, rendered };
    }),
    heldBack: [...perSource.values()].some((count) => count >= options.maxSentencesPerSource - 2),
  };
}

/** The sentences of a part in reading order. */
export function sentencesOf(part: ArticlePart): readonly Sentence[] {
  return part.kind === "list" ? part.items.flat() : part.sentences;
}
