import { countWords } from "../../../../engines/pages/terms.js";
import type { BodyBlock, BodyText } from "../../../_kit/article-body/index.js";
import { cleanHeading, titleCase } from "../../headings.js";
import type { Shaping } from "../shaping.js";
import { blocksOf, type Piece, type SectionOfSource, shareNamed, wordsOfTexts } from "../source-sections.js";
import { countedTitle, isOfKind } from "./kinds-of-things.js";
import { takeItem } from "./told-items.js";

const FEWEST_ITEMS = 3;
const MOST_ITEMS = 30;
const LONGEST_NAME = 12;
/** Of one item. */
const MOST_SENTENCES = 4;
/** Of a list within an item. */
const MOST_INNER = 8;
/** Share of the keyword that the title of a source must name for its list to be one about the keyword. */
const LEAST_NAMED = 0.6;
/** Share of the sections of a source that must have text of their own to be the items of its list. */
const MOSTLY = 0.75;
const NUMBERED =
  /^\W*(?:(?:no\.?|number|tip|way|reason|step|idea|fact|#)\s*#?)?(\d{1,2})\s*(?:[.):\u2013\u2014-]\s*|\s(?=\p{Lu}))/iu;
const KINDS =
  "ways|tips|things|reasons|ideas|facts|types|kinds|places|sights|steps|uses|benefits|signs|mistakes|tricks|habits|rules|lessons|examples|questions|books|films|plants|dishes|foods|recipes|tools|apps|games|walks|beaches|museums|attractions|spots|activities|exercises|alternatives|varieties|breeds|methods|myths|secrets|hacks";
const OF_LIST = new RegExp(`\\b(?:\\d{1,2}|best|top|${KINDS})\\b`, "i");
/** Sections of a list article that are none of its items. */
const NO_ITEM =
  /\b(?:conclusions?|introduction|overview|verdict|summary|final (?:thoughts|words)|bottom line|faqs?|questions|getting (?:there|around)|how we|about|sources|in short|what (?:you|to) need|takeaways?|when to call)\b|\?$/i;

/** Share of the words of an article that the items may have beside its lead and their names. */
const OF_ARTICLE = 0.8;
/** Blanks to fill in, and mere talk. */
const JUNK = /_{2,}|^(?:sure|no problem|ok(?:ay)?|great|right|wow|yay|cool|done)[.!]$/i;
/** Whether a keyword names the kind of thing that is to be listed. */
export const asksForKind = (keyword: string) => new RegExp(`\\b(?:${KINDS}|checklists?|to do)\\b`, "i").test(keyword);

interface Item {
  readonly name: string;
  readonly blocks: readonly BodyBlock[];
  readonly texts: readonly BodyText[];
}

interface List {
  readonly source: number;
  readonly items: readonly Item[];
  readonly value: number;
}

/** The list of a source, whole and in its order, each item with its text; undefined where no source about the keyword has one. */
export function listed(shaping: Shaping): BodyBlock[] | undefined {
  const list = chosenList(shaping);
  if (list === undefined) return undefined;
  shaping.found.title = titleOf(list, shaping);
  return list.items.flatMap(({ name, blocks, texts }, at): BodyBlock[] => {
    takeItem(name, texts, shaping);
    return [{ kind: "heading", level: 2, text: `${at + 1}. ${name}` }, ...blocks];
  });
}

export function listLength(shaping: Shaping): number {
  return chosenList(shaping)?.items.length ?? 0;
}

/** The best one; the next best for the keyword's next article. */
function chosenList(shaping: Shaping): List | undefined {
  const { article, material, mostWords } = shaping;
  return [...material.sources.keys()]
    .flatMap((source) => listsOf(source, shaping))
    .filter(({ items }) => items.reduce((sum, item) => sum + wordsOfTexts(item.texts), 0) <= OF_ARTICLE * mostWords)
    .toSorted((one, other) => other.value - one.value)
    .at(article.n - 1);
}

function listsOf(source: number, shaping: Shaping): List[] {
  const { title } = shaping.material.sources[source]!;
  const sections = shaping.sections().filter((section) => section.source === source);
  const { query } = shaping.material;
  const found = [
    { name: title, items: numberedItems(sections) },
    ...(OF_LIST.test(title) ? [{ name: title, items: namedItems(sections) }] : []),
    ...sections.flatMap(({ heading, pieces }) =>
      OF_LIST.test(`${title} ${heading}`)
        ? labelled(pieces).map((items) => ({ name: `${title} ${heading}`, items }))
        : [],
    ),
  ];
  return found.flatMap(({ name, items }): List[] => {
    if (items.length < FEWEST_ITEMS || items.length > MOST_ITEMS) return [];
    if (!isOfKind(`${name} things`, shaping.keyword)) return [];
    if (items.some(({ texts }) => texts.some(({ text }) => JUNK.test(text)))) return [];
    const all = shareNamed([name, ...items.map((item) => item.name)].join(" "), query);
    if (all < LEAST_NAMED || shareNamed(name, query) === 0) return [];
    const isCounted = countsIn(name).includes(items.length);
    return [{ source, items, value: 2 * all + (isCounted ? 1 : 0) + Math.min(items.length, 10) / 20 }];
  });
}

/** Sections whose headings count from 1 upwards, each with what stands below it. */
function numberedItems(sections: readonly SectionOfSource[]): Item[] {
  let next = 1;
  const items: Item[] = [];
  for (const [at, section] of sections.entries()) {
    if (Number(NUMBERED.exec(section.heading)?.[1] ?? 0) !== next) continue;
    next += 1;
    const item = itemOf(section.heading.replace(NUMBERED, ""), piecesBelow(sections, at));
    // A list is whole or none.
    if (item.length === 0) return [];
    items.push(...item);
  }
  return items;
}

/** The sections of the level that has most, where nearly all of them have text. */
function namedItems(sections: readonly SectionOfSource[]): Item[] {
  const levels = Map.groupBy(
    [...sections.keys()].filter((at) => sections[at]!.level > 1 && !NO_ITEM.test(sections[at]!.heading)),
    (at) => sections[at]!.level,
  );
  const [places = []] = [...levels.values()].toSorted((one, other) => other.length - one.length);
  const items = places.flatMap((at) => itemOf(sections[at]!.heading, piecesBelow(sections, at)));
  return items.length >= MOSTLY * places.length ? items : [];
}

function piecesBelow(sections: readonly SectionOfSource[], at: number): Piece[] {
  const { level } = sections[at]!;
  const end = sections.findIndex((section, place) => place > at && section.level <= level);
  return sections.slice(at, end < 0 ? undefined : end).flatMap(({ pieces }) => pieces);
}

/** Lists whose items begin with a name: `Fix dripping taps. A tap that drips ...`. */
function labelled(pieces: readonly Piece[]): Item[][] {
  return [...Map.groupBy(pieces, ({ list }) => list?.number).values()].map((items) => {
    if (items[0]?.kind !== "item") return [];
    const made = items.flatMap((piece): Item[] => labelledItem(piece));
    return made.length >= MOSTLY * items.length ? made : [];
  });
}

function labelledItem({ text, sentences, list, whole }: Piece): Item[] {
  const [first, ...others] = sentences;
  if (first === undefined || !text.startsWith(first.text)) return [];
  const item = list === undefined ? {} : { list };
  const [, label, rest] = /^([^.:!?\u2013\u2014]{3,60})(?::| [\u2013\u2014-]) (.{20,})$/u.exec(first.text) ?? [];
  if (label !== undefined && rest !== undefined) {
    const said = { ...first, text: rest.charAt(0).toUpperCase() + rest.slice(1) };
    return itemOf(label, [{ kind: "paragraph", text, sentences: [said, ...others], whole, ...item }]);
  }
  if (others.length === 0 || countWords(first.text) > LONGEST_NAME) return [];
  const isName = countWords(first.text) <= 6;
  return itemOf(first.text, [{ kind: "paragraph", text, sentences: isName ? others : sentences, whole, ...item }]);
}

function itemOf(heading: string, pieces: readonly Piece[]): Item[] {
  const name = cleanHeading(heading.replace(/[.:]$/, ""));
  const blocks = brief(blocksOf(pieces));
  const texts = blocks.flatMap((block) =>
    block.kind === "paragraph" ? block.sentences : block.kind === "list" ? block.items.flat() : [],
  );
  return name === "" || countWords(name) > LONGEST_NAME || texts.length === 0 ? [] : [{ name, blocks, texts }];
}

/** As many of the sentences as an item has room for, in one paragraph; a list whole or not at all, and nothing that leads to what is cut off. */
function brief(blocks: readonly BodyBlock[]): BodyBlock[] {
  const kept: BodyBlock[] = [];
  let left = MOST_SENTENCES;
  for (const block of blocks) {
    const isLed = block.kind === "list" && kept.length > 0;
    if (left <= 0 && !isLed) break;
    if (block.kind === "list" && block.items.length > MOST_INNER) break;
    if (block.kind === "paragraph") {
      const before = kept.at(-1);
      const sentences = block.sentences.slice(0, left);
      if (before?.kind === "paragraph")
        kept[kept.length - 1] = { ...before, sentences: [...before.sentences, ...sentences] };
      else kept.push({ ...block, sentences });
      left -= sentences.length;
    } else {
      kept.push(block);
      left = 0;
    }
  }
  const last = kept.at(-1);
  if (last?.kind !== "paragraph" || !last.sentences.at(-1)!.text.endsWith(":")) return kept;
  const sentences = last.sentences.slice(0, -1);
  return [...kept.slice(0, -1), ...(sentences.length === 0 ? [] : [{ ...last, sentences }])];
}

const NUMBER_WORDS = "two three four five six seven eight nine ten eleven twelve".split(" ");
const COUNTED = new RegExp(
  `^(?:the )?(?:top )?(?:\\d{1,3}|${NUMBER_WORDS.join("|")}) (?:(?:easy|simple|great|quick|amazing|useful|brilliant|clever|good|super|fun) )*`,
  "i",
);

/** The numbers that a title names, in figures or words. */
function countsIn(title: string): number[] {
  const words = title.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  return words
    .map((word) => (/^\d/.test(word) ? Number(word) : NUMBER_WORDS.indexOf(word) + 2))
    .filter((count) => count > 1);
}

/** With the count that is true here: `9 Ways to Help Hedgehogs in Your Garden`. */
function titleOf({ source, items }: List, { material, keyword }: Shaping): string {
  const title = material.sources[source]!.title.replace(/\s*[:(\u2013\u2014|].*$/u, "").replace(/[.!]$/, "");
  const fits = countWords(title) <= 12 && !/\b(?:my|our|we|i|me|us)\b|\?$/i.test(title);
  const asked = keyword.replace(COUNTED, "");
  if (new RegExp(`^(?:${KINDS})\\b`, "i").test(asked)) return titleCase(`${items.length} ${asked}`);
  if (fits && COUNTED.test(title)) return titleCase(`${items.length} ${title.replace(COUNTED, "")}`);
  if (fits && /^(?:the )?best /i.test(title)) return titleCase(`the ${items.length} ${title.replace(/^the /i, "")}`);
  return countedTitle(items.length, keyword);
}
