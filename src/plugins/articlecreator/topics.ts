import { countWords, termsOf } from "../../engines/pages/terms.js";
import { likeness } from "./likeness.js";
import type { SourceList } from "./lists.js";
import type { Material, Paragraph } from "./material.js";
import { GENERAL_TERMS, placeOf, type Role, roleOf, rolesOf, WHAT } from "./roles.js";

/** A section of a source. */
export interface SourceSection {
  readonly number: number;
  readonly source: number;
  readonly heading: string;
  readonly role: Role | undefined;
  readonly paragraphs: readonly Paragraph[];
  /** By their first item. */
  readonly lists: ReadonlyMap<Paragraph, SourceList>;
  /** 0 at the beginning of its source, 1 at the end. */
  readonly position: number;
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

export function topicsOf(material: Material): Topic[] {
  const sections = sectionsOf(material);
  const groups: SourceSection[][] = [];
  for (const section of sections) {
    const group = groups.find(([first]) => first !== undefined && isSameTopic(first, section));
    if (group === undefined) groups.push([section]);
    else group.push(section);
  }
  return groups.map(topicOf).filter(({ words }) => words > 0);
}

function isSameTopic(one: SourceSection, other: SourceSection): boolean {
  if (one.role !== undefined || other.role !== undefined) return one.role === other.role;
  if (one.heading === "" || other.heading === "") return false;
  return likeness(new Set(termsOf(one.heading)), new Set(termsOf(other.heading))) >= SAME_HEADING;
}

function topicOf(sections: readonly SourceSection[]): Topic {
  const role = sections[0]!.role;
  const words = sections.reduce((sum, section) => sum + section.words, 0);
  const relevance = sections.reduce((sum, section) => sum + section.relevance * section.words, 0) / Math.max(1, words);
  const position = sections.reduce((sum, section) => sum + section.position, 0) / sections.length;
  const place = placeOf(role) + (role === undefined ? 3 * position - 1.5 : 0.1 * position);
  const ofSource = (source: number) =>
    Math.max(
      ...sections
        .filter((each) => each.source === source)
        .map((each) => each.relevance + Math.min(each.words, 120) / 120),
    );
  return {
    role,
    sections: sections.toSorted(
      (one, other) =>
        ofSource(other.source) - ofSource(one.source) || one.source - other.source || one.number - other.number,
    ),
    place,
    relevance,
    words,
  };
}

/** A section without a role of its own is about what its source is about. */
function ofSource(role: Role | undefined, heading: string): Role | undefined {
  return heading === "" || (role !== WHAT && role?.name !== "origin") ? role : undefined;
}

const NUMBERED = /^(?:(?:step|tip|way|reason|day|stage|no\.?)\s*#?)?\d{1,2}\s*[.:)\u2013\u2014-]\s*\S/i;

function sectionsOf({ sources, paragraphs, lists, query }: Material): SourceSection[] {
  const listOf = new Map(lists.map((list) => [list.paragraph, list]));
  const titles = sources.map(({ title }) => titleRole(title, query));
  return [...Map.groupBy(paragraphs, ({ section }) => section)].map(([number, members]) => {
    const [first] = members;
    const { heading, source } = first!;
    const sentences = members.flatMap((member) => member.sentences.filter((sentence) => sentence !== undefined));
    const own = NUMBERED.test(heading) ? undefined : roleOf(withoutQuery(heading, query));
    const role = own ?? ofSource(titles[source], heading);
    const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
    return {
      number,
      source,
      heading,
      role,
      paragraphs: members,
      lists: new Map(members.flatMap((member) => (listOf.has(member) ? [[member, listOf.get(member)!] as const] : []))),
      position: first!.position,
      relevance: sentences.reduce((sum, sentence) => sum + sentence.score, 0) / Math.max(1, sentences.length),
      words: words + members.reduce((sum, member) => sum + (listOf.get(member)?.words ?? 0), 0),
    };
  });
}

/** What a source is about besides the keyword: one role, `WHAT` for a source about all sides of it, or something else. */
function titleRole(title: string, query: readonly string[]): Role | undefined {
  const rest = withoutQuery(title, query);
  const roles = rolesOf(rest);
  if (roles.length > 1 && /\band\b|[&,]/.test(rest)) return WHAT;
  if (roles.length > 0 && countWords(title) <= LONGEST_TITLE) return roles[0];
  return termsOf(rest).every((term) => GENERAL_TERMS.has(term)) ? WHAT : undefined;
}

const LONGEST_TITLE = 14;

/** A heading without the words of the keyword, which would say the same everywhere: "Types of steam engine". */
function withoutQuery(text: string, query: readonly string[]): string {
  const asked = new Set(query);
  return text
    .split(" ")
    .filter((word) => !termsOf(word).some((term) => asked.has(term)))
    .join(" ");
}
