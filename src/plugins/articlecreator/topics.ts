import { countWords, termsOf } from "../../engines/pages/terms.js";
import { yearOf } from "./figures.js";
import { likeness } from "./likeness.js";
import type { SourceList } from "./lists.js";
import type { Material, Paragraph } from "./material.js";
import { openingOf, saysWhatItIs } from "./opening.js";
import { GENERAL_TERMS, placeOf, type Role, roleOf, rolesOf, WHAT } from "./roles.js";

/** A section of a source. */
export interface SourceSection {
  readonly number: number;
  readonly source: number;
  readonly heading: string;
  /** Of its heading. */
  readonly terms: ReadonlySet<string>;
  readonly role: Role | undefined;
  /** What comes before the first heading of its source. */
  readonly isLead: boolean;
  /** Its source is about the subject as a whole, and not about one side of it. */
  readonly isGeneral: boolean;
  /** Its source tells what somebody did and saw: without them little is left that hangs together. */
  readonly isPersonal: boolean;
  /** How far it is beside the subject; 0 for not at all. */
  readonly beside: 0 | 1 | 2;
  readonly paragraphs: readonly Paragraph[];
  /** By their first item. */
  readonly lists: ReadonlyMap<Paragraph, SourceList>;
  /** Mean score of its sentences. */
  readonly relevance: number;
  /** Words that may be used. */
  readonly words: number;
}

/** What one part of an article can be made of: sections, of one source or several, about one side of the subject. */
export interface Topic {
  readonly role: Role | undefined;
  readonly sections: readonly SourceSection[];
  /** Where it belongs in an article. */
  readonly place: number;
  readonly relevance: number;
  readonly words: number;
}

const SAME_HEADING = 0.5;
/** Words from which on a section can be a part of an article. */
export const FEWEST_WORDS = 20;

/**
 * The sections of the sources as parts of an article, in reading order: those of the source that tells most of the subject as
 * a whole in its own order, those of others with the same heading beside them, and every source about one side of the
 * subject as a block in its own order.
 */
export function topicsOf(material: Material): Topic[] {
  const groups: SourceSection[][] = [];
  const introducing = openingOf(material, LEAD_WORDS, () => true)?.paragraph.source;
  for (const block of blocksOf(sectionsOf(material), introducing)) {
    const own: SourceSection[][] = [];
    for (const section of block.sections) {
      const group = groups.find((each) => isSameTopic(each, section)) ?? own.find((each) => isSameTopic(each, section));
      if (group === undefined) own.push([section]);
      else group.push(section);
    }
    if (block.isGeneral && groups.length > 0) for (const group of own) insertByRole(group, groups);
    else groups.splice(placeFor(block, groups), 0, ...own);
  }
  // Single facts come after what explains, and how the thing stands today comes last, whoever tells it.
  const inTurn = [0, 1, 2].flatMap((turn) => groups.filter(([first]) => turnOf(first!) === turn));
  return inTurn.map(topicOf).filter(({ words }) => words > 0);
}

function turnOf({ heading, role }: SourceSection): number {
  return role?.name === "today" || CLOSING.test(heading) ? 2 : SINGLE_FACTS.test(heading) ? 1 : 0;
}

const CLOSING =
  /^(?:in )?(?:conclusions?|summary)$|^(?:(?:closing|concluding|final|parting) |(?:key|main) takeaways)|^after (?:the|your) [\p{L}-]+$/iu;
const SINGLE_FACTS =
  /\b(?:(?:notable|interesting|fun|quick|key|other|more|curious) facts|facts (?:and|&)|trivia|miscellan\w*|did you know)\b/i;

/** Adds a part of a further source: what explains the subject before what comes later in the first one, the rest at the end. */
function insertByRole(group: SourceSection[], groups: SourceSection[][]): void {
  const place = placeOf(group[0]!.role);
  const isEarly = group[0]!.role !== undefined && place > 0 && place <= LAST_EXPLAINING;
  const later = isEarly
    ? groups.findIndex(([first], at) => at > 0 && !NAMING.test(first!.heading) && placeOf(first!.role) > place)
    : -1;
  groups.splice(later < 0 ? groups.length : later, 0, group);
}

const NAMING = /\b(?:etymology|names?|terminology|spelling)\b/i;

/** The sections of one source. */
interface Block {
  readonly role: Role | undefined;
  readonly isGeneral: boolean;
  readonly sections: readonly SourceSection[];
}

/** Words of an opening that says who introduces the subject best. */
const LEAD_WORDS = 110;

/** The sources in reading order: the one that introduces the subject first, and others by how much they tell of it. */
function blocksOf(sections: readonly SourceSection[], introducing: number | undefined): Block[] {
  const blocks = [...Map.groupBy(sections, ({ source }) => source).values()].map((own): Block & { weight: number } => {
    const [first] = own;
    return {
      role: first!.isLead ? first!.role : undefined,
      isGeneral: first!.isGeneral,
      sections: own,
      weight: own.reduce((sum, { relevance, words }) => sum + relevance * words, 0),
    };
  });
  const heaviest = blocks.toSorted((one, other) => other.weight - one.weight);
  const isFirst = (block: Block) => block.sections[0]!.source === introducing;
  const general = heaviest
    .filter((block) => block.isGeneral)
    .toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  const others = heaviest
    .filter((block) => !block.isGeneral)
    .toSorted((one, other) => placeOf(one.role) - placeOf(other.role));
  return [...general, ...others];
}

/** Place of the last role that explains a subject; others say what one does with it. */
const LAST_EXPLAINING = 5;

/** Where a block goes among what is there: after what is about the same, else before what readers want to know later. */
function placeFor({ role, isGeneral }: Block, groups: readonly (readonly SourceSection[])[]): number {
  const roles = groups.map(([first]) => first?.role);
  if (!isGeneral && role !== undefined && roles.includes(role)) return roles.lastIndexOf(role) + 1;
  if (isGeneral || role === undefined || placeOf(role) > LAST_EXPLAINING) return groups.length;
  const later = roles.findIndex(
    (each, at) => at > 0 && each !== undefined && each !== WHAT && placeOf(each) > placeOf(role),
  );
  return later < 0 ? groups.length : later;
}

function isSameTopic(group: readonly SourceSection[], section: SourceSection): boolean {
  const [first] = group;
  if (first === undefined) return false;
  // Sections of one source are about different things, or their author would have made one of them.
  if (group.some(({ source }) => source === section.source)) return false;
  if (first.isLead !== section.isLead && first.heading === "" && section.heading === "") return false;
  if (first.role !== undefined && first.role === section.role && first.role !== WHAT) return true;
  if (first.heading === "" || section.heading === "")
    return first.role === WHAT && section.role === WHAT && first.isGeneral && section.isGeneral;
  return likeness(first.terms, section.terms) >= SAME_HEADING;
}

function topicOf(sections: readonly SourceSection[], place: number): Topic {
  const words = sections.reduce((sum, section) => sum + section.words, 0);
  const relevance = sections.reduce((sum, section) => sum + section.relevance * section.words, 0) / Math.max(1, words);
  return { role: sections[0]!.role, sections: inOrder(sections), place, relevance, words };
}

/** Sections of several sources by their years, where each has some, or else with the most telling first. */
function inOrder(sections: readonly SourceSection[]): readonly SourceSection[] {
  const years = new Map(sections.map((section) => [section, firstYear(section)]));
  if ([...years.values()].every((year) => year !== undefined))
    return sections.toSorted((one, other) => years.get(one)! - years.get(other)!);
  const weight = ({ relevance, words }: SourceSection) => relevance + Math.min(words, 120) / 120;
  return sections.toSorted((one, other) => weight(other) - weight(one) || one.number - other.number);
}

function firstYear({ paragraphs }: SourceSection): number | undefined {
  for (const { sentences } of paragraphs)
    for (const sentence of sentences) {
      const year = sentence === undefined ? undefined : yearOf(sentence.text);
      if (year !== undefined) return year;
    }
  return undefined;
}

const NUMBERED = /^(?:(?:step|tip|way|reason|day|stage|no\.?)\s*#?)?\d{1,2}\s*[.:)\u2013\u2014-]\s*\S/i;

function sectionsOf({ sources, paragraphs, lists, query }: Material): SourceSection[] {
  const listOf = new Map(lists.map((list) => [list.paragraph, list]));
  const titles = sources.map(({ title }, source) => {
    const role = titleRole(title, query);
    const lead = paragraphs.find((paragraph) => paragraph.source === source)?.sentences.slice(0, LEAD) ?? [];
    // Whoever begins by saying what the thing is goes on to tell all sides of it.
    return role === undefined && lead.some((each) => each !== undefined && saysWhatItIs(each.text, query))
      ? WHAT
      : role;
  });
  const personal = sources.map(({ blocks }) => isPersonal(blocks.map(({ text }) => text).join(" ")));
  return [...Map.groupBy(paragraphs, ({ section }) => section)].map(([number, members]) => {
    const [first] = members;
    const { heading, source } = first!;
    const sentences = members.flatMap((member) => member.sentences.filter((sentence) => sentence !== undefined));
    const own = NUMBERED.test(heading) ? undefined : roleOf(withoutQuery(heading, query));
    const isLead = heading === "" || (own === undefined && isTitleOf(heading, sources[source]!.title));
    const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
    return {
      number,
      source,
      heading,
      terms: new Set(termsOf(heading)),
      role: isLead ? titles[source] : own,
      isLead,
      isGeneral: titles[source] === WHAT && !personal[source]!,
      isPersonal: personal[source]!,
      beside: members.find((member) => member.beside !== undefined)?.beside ?? 0,
      paragraphs: members,
      lists: new Map(members.flatMap((member) => (listOf.has(member) ? [[member, listOf.get(member)!] as const] : []))),
      relevance: sentences.reduce((sum, sentence) => sum + sentence.score, 0) / Math.max(1, sentences.length),
      words: words + members.reduce((sum, member) => sum + (listOf.get(member)?.words ?? 0), 0),
    };
  });
}

/** Whether a heading says what the page as a whole is called. */
function isTitleOf(heading: string, title: string): boolean {
  return likeness(new Set(termsOf(heading)), new Set(termsOf(title))) >= SAME_TITLE;
}

const SAME_TITLE = 0.8;

function isPersonal(text: string): boolean {
  const sentences = text.split(/(?<=[.!?])\s+/);
  const own = sentences.filter((sentence) => /\b(?:I|I['\u2019]\p{Ll}+|me|my|myself|we|our)\b/u.test(sentence)).length;
  return own >= PERSONAL_SHARE * sentences.length;
}

/** Share of sentences in the first person. */
const PERSONAL_SHARE = 0.2;

/** Sentences with which a source introduces its subject. */
const LEAD = 2;

/** What a source is about besides the keyword: one role, `WHAT` for a source about all sides of it, or something else. */
function titleRole(title: string, query: readonly string[]): Role | undefined {
  const rest = withoutQuery(title, query);
  const roles = rolesOf(rest);
  if (roles.length > 1 && /\band\b|[&,]/.test(rest)) return WHAT;
  if (roles.length > 0 && countWords(title) <= LONGEST_TITLE) return roles[0];
  const named = new Set(termsOf(title));
  const isNamed = query.filter((term) => named.has(term)).length >= LEAST_NAMED * query.length;
  return isNamed && termsOf(rest).every((term) => GENERAL_TERMS.has(term)) ? WHAT : undefined;
}

/** Share of the keyword that the title of a source about it names. */
const LEAST_NAMED = 0.6;
const LONGEST_TITLE = 14;

/** A heading without the words of the keyword, which would say the same everywhere: "Types of steam engine". */
function withoutQuery(text: string, query: readonly string[]): string {
  const asked = new Set(query);
  return text
    .split(" ")
    .filter((word) => !termsOf(word).some((term) => asked.has(term)))
    .join(" ");
}
