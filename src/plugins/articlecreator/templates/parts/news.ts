import { type BodyBlock, type BodyText, isWebAddress } from "../../../_kit/article-body/index.js";
import { cleanHeading } from "../../headings.js";
import type { Sentence } from "../../material.js";
import { paragraphBlocks, type Shaping, standsAlone } from "../shaping.js";
import { blocksOfSource } from "./blocks-of-sources.js";
import { type DateInText, dateIn } from "./dates-in-text.js";

const LONGEST_ITEM = 4;
/** Of what a source says without a date. */
const LONGEST_REST = 6;
/** A page that gives its date says it near its beginning, in a line of little else. */
const BLOCKS_WITH_DATE = 3;
const LONGEST_DATELINE = 80;

interface Item {
  readonly date?: DateInText | undefined;
  readonly source: number;
  readonly sentences: readonly Sentence[];
}

/** What happened, the newest first, each item with its date and its source. */
export function dated(shaping: Shaping): BodyBlock[] {
  const items = itemsOf(shaping);
  if (!items.some(({ date }) => date !== undefined)) return [];
  const order = items.toSorted((one, other) => compare(other.date?.iso ?? "", one.date?.iso ?? ""));
  return order.flatMap((item): BodyBlock[] => {
    shaping.pool.take(item.sentences);
    const { title, address } = shaping.material.sources[item.source]!;
    const name = title === "" ? address : cleanHeading(title);
    return [
      { kind: "heading", level: 2, text: item.date === undefined ? name : `${item.date.shown}: ${name}` },
      ...paragraphBlocks(item.sentences),
      { kind: "paragraph", sentences: [sourceLine(name, address)] },
    ];
  });
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** `Source: The Harbour Times`, linked where there is a page to go to. */
function sourceLine(name: string, address: string): BodyText {
  const text = `Source: ${name}`;
  if (!isWebAddress(address)) return { text };
  return { text, links: [{ from: "Source: ".length, to: text.length, url: address, nofollow: false, newTab: false }] };
}

function itemsOf(shaping: Shaping): Item[] {
  const items: Item[] = [];
  for (const [source, sentences] of Map.groupBy(sentencesOfSources(shaping), ({ paragraph }) => paragraph.source)) {
    const ofPage = dateOfPage(shaping, source);
    const byDay = sentences.filter((sentence) => standsAlone(sentence) && dateIn(sentence.text) !== undefined);
    if (ofPage !== undefined || byDay.length === 0) {
      if (sentences[0]!.leans) continue;
      items.push({ date: ofPage, source, sentences: sentences.slice(0, LONGEST_ITEM) });
      continue;
    }
    const told = new Set<Sentence>();
    for (const sentence of byDay) {
      if (told.has(sentence)) continue;
      const at = sentences.indexOf(sentence);
      const end = sentences.findIndex(
        (other, place) => place > at && (!other.leans || other.paragraph !== sentence.paragraph),
      );
      const run = sentences.slice(at, end < 0 ? undefined : end).slice(0, LONGEST_ITEM);
      items.push({ date: dateIn(sentence.text), source, sentences: run });
      for (const each of run) told.add(each);
    }
    const others = sentences.filter((sentence) => !told.has(sentence));
    if (others.length > 1 && !others[0]!.leans) items.push({ source, sentences: others.slice(0, LONGEST_REST) });
  }
  return items;
}

/** What the article has, and of sources that name days every sentence with one. */
function sentencesOfSources({ material, pool, article }: Shaping): Sentence[] {
  const chosen = new Set(article.sentences.filter((sentence) => pool.isFree(sentence)));
  return material.paragraphs.flatMap(({ sentences }) =>
    sentences.filter(
      (sentence): sentence is Sentence =>
        sentence !== undefined &&
        (chosen.has(sentence) || (pool.isFree(sentence) && dateIn(sentence.text) !== undefined)),
    ),
  );
}

function dateOfPage(shaping: Shaping, source: number): DateInText | undefined {
  const { address } = shaping.material.sources[source]!;
  const inAddress = dateIn(address.replace(/[_]/g, "-"));
  if (inAddress !== undefined) return inAddress;
  for (const { text } of blocksOfSource(shaping.material, source).slice(0, BLOCKS_WITH_DATE)) {
    const date = text.length <= LONGEST_DATELINE ? dateIn(text) : undefined;
    if (date !== undefined) return date;
  }
  return undefined;
}
