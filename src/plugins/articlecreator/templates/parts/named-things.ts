import { countWords, termsOf } from "../../../../engines/pages/terms.js";
import type { BodyBlock, BodyText } from "../../../_kit/article-body/index.js";
import { cleanHeading } from "../../headings.js";
import { likeness } from "../../likeness.js";
import { leansOnPrevious, sentenceProblem } from "../../sentence-rules.js";
import type { Shaping } from "../shaping.js";
import { type Piece, type SectionOfSource, shareNamed, wordsOfTexts } from "../source-sections.js";
import { countedTitle, isOfKind, KIND } from "./kinds-of-things.js";
import { takeItem } from "./told-items.js";

/** A thing that a source lists under a name, with what it says of it. */
interface NamedThing {
  readonly name: string;
  readonly texts: readonly BodyText[];
}

/** The things of one list of a source. */
interface Group {
  readonly source: number;
  /** What is said of all of them: the title of the source and the headings above. */
  readonly names: string;
  readonly things: readonly NamedThing[];
  readonly value: number;
  /** Whether they are of the kind that the keyword names, so that others of it may stand beside them. */
  readonly isAlike: boolean;
}

const FEWEST_THINGS = 3;
/** Of a list that only adds to another one. */
const FEWEST_FURTHER = 2;
const MOST_THINGS = 20;
const MOST_SENTENCES = 4;
const LONGEST_NAME = 10;
const FEWEST_WORDS = 6;
const FEWEST_LEFT = 12;
const SAME_NAME = 0.6;
/** Share of the headings of a list that must have text that can be used. */
const MOSTLY = 0.6;
/** Share of the words of an article that the things may have beside its lead and their names. */
const OF_ARTICLE = 0.85;
const NUMBER =
  /^\W*(?:(?:no\.?|number|tip|way|reason|idea|fact|rule|mistake|myth|step|#)\s*#?)?(\d{1,2})\s*(?:[.):\u2013\u2014-]\s*|\s(?=\p{Lu}))/iu;
const NO_THING =
  /\b(?:conclusions?|introduction|overview|verdict|summary|final (?:thoughts|words)|bottom line|faqs?|questions|getting (?:there|around|here)|how to get|where to (?:eat|stay|sleep)|when to (?:go|visit)|tickets|opening (?:times|hours)|about|sources|in short|what (?:you|to) need|takeaways?|stay protected|next steps|contact|stop by|let (?:us|our)|our|we|i|my)\b|\?$/i;
const BULLET = /^[\u2022\u25cf\u25aa\u2023*\u00b7]\s*/;

const chosenOf = new WeakMap<Shaping, readonly NamedThing[]>();

/** How many things the sources list that are about the keyword; none where they are too few. */
export function thingCount(shaping: Shaping): number {
  const { length } = chosenThings(shaping);
  return length < FEWEST_THINGS ? 0 : length;
}

/** The things that the sources list and that are about the keyword, each under its number and name; undefined for too few. */
export function namedThings(shaping: Shaping): BodyBlock[] | undefined {
  if (thingCount(shaping) === 0) return undefined;
  const things = chosenThings(shaping);
  shaping.found.title = countedTitle(things.length, shaping.keyword);
  return things.flatMap(({ name, texts }, at): BodyBlock[] => {
    takeItem(name, texts, shaping);
    return [
      { kind: "heading", level: 2, text: `${at + 1}. ${name}` },
      { kind: "paragraph", sentences: texts },
    ];
  });
}

/** Whether two texts are of one place of a source, be one of them without its label. */
function isSame(one: BodyText, other: BodyText): boolean {
  return one.text === other.text || (one.source === other.source && one.original === other.original);
}

function chosenThings(shaping: Shaping): readonly NamedThing[] {
  const known = chosenOf.get(shaping) ?? thingsOf(shaping);
  chosenOf.set(shaping, known);
  return known;
}

/** Those of the best list first, and of the next ones while more words are wanted. */
function thingsOf(shaping: Shaping): readonly NamedThing[] {
  const { material, leastWords, mostWords, article } = shaping;
  const groups = [...material.sources.keys()]
    .flatMap((source) => groupsOf(source, shaping))
    .toSorted((one, other) => other.value - one.value);
  const first = groups.filter(({ things }) => things.length >= FEWEST_THINGS)[article.n - 1];
  if (first === undefined) return [];
  const chosen = [...first.things];
  const isNew = ({ name, texts }: NamedThing) =>
    chosen.every(
      (other) =>
        likeness(new Set(termsOf(name)), new Set(termsOf(other.name))) < SAME_NAME &&
        texts.every((text) => other.texts.every((own) => !isSame(own, text) && other.name !== cleanHeading(text.text))),
    );
  const words = () => chosen.reduce((sum, { texts }) => sum + wordsOfTexts(texts), 0);
  for (const { things, isAlike } of groups.slice(groups.indexOf(first) + 1)) {
    if (words() >= leastWords) break;
    if (!isAlike) continue;
    for (const thing of things) if (isNew(thing)) chosen.push(thing);
  }
  return withinWords(chosen.slice(0, MOST_THINGS), OF_ARTICLE * mostWords);
}

/** Each with as many of its sentences as leave room for all; else the first of them. */
function withinWords(things: readonly NamedThing[], most: number): readonly NamedThing[] {
  for (let count = MOST_SENTENCES; count >= 2; count -= 1) {
    const cut = things.map(({ name, texts }) => ({ name, texts: texts.slice(0, count) }));
    if (cut.reduce((sum, { texts }) => sum + wordsOfTexts(texts), 0) <= most) return cut;
  }
  const kept: NamedThing[] = [];
  let words = 0;
  for (const { name, texts } of things) {
    const said = texts.slice(0, 2);
    words += wordsOfTexts(said);
    if (words > most) break;
    kept.push({ name, texts: said });
  }
  return kept;
}

function groupsOf(source: number, { material, keyword, sections }: Shaping): Group[] {
  const { title } = material.sources[source]!;
  const own = sections().filter((section) => section.source === source);
  const asked = KIND.exec(keyword)?.[0].toLowerCase();
  const topic = material.query.filter((term) => !termsOf(asked ?? "").includes(term));
  const query = topic.length === 0 ? material.query : topic;
  const isAbout = timesNamed(own, query) >= FEWEST_NAMED;
  const groups = [
    ...bySections(own, title),
    ...own.flatMap((section) => inSection(section, [title, section.heading].join(" "))),
    { names: title, things: own.flatMap(headedByLines) },
  ];
  return groups.flatMap(({ names, things }): Group[] => {
    const named = distinct(things);
    if (named.length < FEWEST_FURTHER || !isOfKind(names, keyword)) return [];
    const share = Math.max(shareNamed(names, query), isAbout ? LEAST_SHARE : 0);
    if (share < LEAST_SHARE) return [];
    const isKind = asked !== undefined && new RegExp(`\\b${asked.replace(/s$/, "")}s?\\b`, "i").test(names);
    const isAlike = isKind || /^(?:things|to do|to see|to visit|places|sights)$/.test(asked ?? "");
    return [
      { source, names, things: named, isAlike, value: 2 * share + (isKind ? 1 : 0) + Math.min(named.length, 10) / 10 },
    ];
  });
}

const LEAST_SHARE = 0.5;
/** How often a source names all of a subject that its title leaves out. */
const FEWEST_NAMED = 1;

function timesNamed(sections: readonly SectionOfSource[], query: readonly string[]): number {
  return sections.flatMap(({ pieces }) => pieces).filter(({ text }) => shareNamed(text, query) === 1).length;
}

function distinct(things: readonly NamedThing[]): NamedThing[] {
  const names = new Set<string>();
  return things.filter(({ name }) => !names.has(name.toLowerCase()) && names.add(name.toLowerCase()));
}

interface Found {
  readonly names: string;
  readonly things: readonly NamedThing[];
}

/** Headings of one level below the same heading, or those that have numbers, each with what stands below it. */
function bySections(sections: readonly SectionOfSource[], title: string): Found[] {
  const above: SectionOfSource[] = [];
  const siblings = new Map<string, { names: string; places: number[] }>();
  for (const [at, section] of sections.entries()) {
    if (section.level === 0) continue;
    while (above.length > 0 && above.at(-1)!.level >= section.level) above.pop();
    const parent = above.at(-1)?.heading ?? "";
    const isNumbered = NUMBER.test(section.heading);
    const key = `${section.level} ${parent} ${isNumbered}`;
    const group = siblings.get(key) ?? { names: [title, parent, isNumbered ? "things" : ""].join(" "), places: [] };
    if (!NO_THING.test(section.heading)) group.places.push(at);
    siblings.set(key, group);
    above.push(section);
  }
  return [...siblings.values()].flatMap(({ names, places }) => {
    const things = places.flatMap((at) => thingOf(sections[at]!.heading.replace(NUMBER, ""), below(sections[at]!)));
    return things.length >= MOSTLY * places.length ? [{ names, things }] : [];
  });
}

/** Its paragraphs; where it has none, its items, which are sentences too. */
function below({ pieces }: SectionOfSource): readonly Piece[] {
  const paragraphs = pieces.filter(({ kind, sentences }) => kind === "paragraph" && sentences.length > 0);
  return paragraphs.length > 0 && pieces[0]!.kind === "paragraph"
    ? paragraphs
    : pieces.filter(({ list }) => list?.inner !== true);
}

/** Items or paragraphs that begin with a name, and names that stand alone with a paragraph below each. */
function inSection({ pieces }: SectionOfSource, names: string): Found[] {
  const labelled = pieces.flatMap((piece): NamedThing[] => labelledThing(piece));
  const found: Found[] = [{ names, things: labelled }];
  const above: { name: string; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    if (isNameAlone(piece)) above.push({ name: piece.text, pieces: [] });
    else if (piece.kind === "paragraph") above.at(-1)?.pieces.push(piece);
  }
  const things = above.flatMap(({ name, pieces: own }) => thingOf(name, own.slice(0, 1)));
  found.push({ names, things: withoutCommonLabel(things) });
  return found.filter((each) => each.things.length >= FEWEST_THINGS);
}

/** Short paragraphs, each with a longer one right below it: "Tune up, not down." */
function headedByLines({ pieces }: SectionOfSource): NamedThing[] {
  return pieces.flatMap((piece, at) => {
    const next = pieces[at + 1];
    if (!isLine(piece) || next?.kind !== "paragraph" || isLine(next)) return [];
    return thingOf(piece.text.replace(/\.$/, ""), [next]);
  });
}

function isLine({ kind, text }: Piece): boolean {
  const words = countWords(text);
  return kind === "paragraph" && words > 1 && words <= LONGEST_NAME && !/[.!?:;] |[!?:;]$/.test(text);
}

function isNameAlone({ kind, text, list }: Piece): boolean {
  const plain = text.replace(/[.:]$/, "");
  return kind === "item" && list?.inner !== true && countWords(plain) <= LONGEST_NAME && !/[.!?;]/.test(plain);
}

/** "Check: Air filter", "Check: Spark plugs": what all begin with names none of them. */
function withoutCommonLabel(things: readonly NamedThing[]): readonly NamedThing[] {
  const [label] = /^\p{L}+: /u.exec(things[0]?.name ?? "") ?? [];
  if (label === undefined || !things.every(({ name }) => name.startsWith(label))) return things;
  return things.map(({ name, texts }) => ({ name: cleanHeading(name.slice(label.length)), texts }));
}

/** "Skara Brae: A settlement of ten houses ...", "Walk across the ravine. A path drops ...". */
function labelledThing({ text, sentences, list }: Piece): NamedThing[] {
  if (list?.inner === true) return [];
  const plain = text.replace(BULLET, "").replace(NUMBER, "");
  const [, label, rest = ""] = /^([^.:!?\u2013\u2014]{3,60})(?::| [\u2013\u2014-]) (\p{Lu}.{20,})$/su.exec(plain) ?? [];
  if (label !== undefined) {
    const said = sentences.map((sentence) => {
      const own = sentence.text.replace(BULLET, "").replace(NUMBER, "");
      return own.startsWith(label) ? { ...sentence, text: own.slice(label.length).replace(/^\W+/u, "") } : sentence;
    });
    return thing(label, rest.startsWith(said[0]?.text ?? "\n") ? said : []);
  }
  const [, short] = /^([^.:!?]{3,50})\. \S/u.exec(plain) ?? [];
  if (short === undefined || countWords(short) > LONGEST_NAME) return [];
  const others = sentences.filter((sentence) => !sentence.text.replace(BULLET, "").startsWith(short));
  return others.length === 0 ||
    !plain
      .slice(short.length + 1)
      .trim()
      .startsWith(others[0]!.text)
    ? []
    : thing(short, others);
}

function thingOf(heading: string, pieces: readonly Piece[]): NamedThing[] {
  const made = thing(
    heading,
    pieces.flatMap(({ sentences }) => sentences),
  );
  // What is left of a text without its beginning must say enough by itself.
  return made.filter(
    ({ texts }) => (pieces[0]?.text.startsWith(texts[0]!.text) ?? false) || wordsOfTexts(texts) >= FEWEST_LEFT,
  );
}

/** With up to four sentences that stand by themselves below its name. */
function thing(heading: string, sentences: readonly BodyText[]): NamedThing[] {
  const name = cleanHeading(heading.replace(/[.:]$/, ""));
  if (name === "" || countWords(name) > LONGEST_NAME || /[?!]$/.test(name)) return [];
  const fit = sentences.filter(({ text }) => /[.!]$/.test(text) && isFit(text));
  const isNamed = (text: string) => termsOf(text).some((term) => termsOf(name).includes(term));
  const first = fit.findIndex(({ text }) => !leansOnPrevious(text) || STANDS_BY_NAME.test(text) || isNamed(text));
  const texts = first < 0 ? [] : fit.slice(first, first + MOST_SENTENCES);
  return wordsOfTexts(texts) < FEWEST_WORDS ? [] : [{ name, texts }];
}

/** A description without a verb may follow a name; an exclamation and what points at the page may not. */
function isFit(text: string): boolean {
  if (countWords(text) < 3 || /\blike (?:this|these)\b/i.test(text)) return false;
  const problem = sentenceProblem(text);
  return problem === undefined || problem === "has no verb" || problem === "has no subject";
}

/** What the name above stands for. */
const STANDS_BY_NAME = /^(?:It|They|Its|Their|This|These) (?:is|are|was|were|has|have|can|will|\p{Ll}+s)\b/u;
