import { familyOf, type ToldFamily } from "./families.js";
import { yearOf } from "./figures.js";
import { familyHeading, topicHeading } from "./headings.js";
import type { Material, Sentence } from "./material.js";
import { closingHeading, FINAL_THOUGHTS, IN_SHORT, withoutSummingUp } from "./opening.js";
import type { Plan } from "./plan.js";
import type { Arranged } from "./references.js";
import { type Passage, passageOf } from "./runs.js";
import { isStory } from "./subject.js";
import { byYearsOfSources, spanOf } from "./time-spans.js";
import type { SourceSection, Topic } from "./topics.js";

/** Words from which on an article gets sub-headings. */
export const WORDS_WITH_HEADINGS = 300;

export interface Arrangement {
  readonly sections: readonly Arranged[];
  /** What stands in a section of something else, since no heading fits it. */
  readonly unheaded: readonly Passage[];
}

/** The parts of an article in the order that readers want, the opening first and what closes it last. */
export function arranged(plan: Plan, material: Material, withHeadings: boolean, byTitle = false): Arrangement {
  const { opening } = plan;
  const leading = opening.paragraph.source;
  const placed = plan.parts.toSorted((one, other) => one.topic.place - other.topic.place);
  // Lives and events are ordered by years throughout.
  const parts = byYearsOfSources(placed, ({ topic, passages }) => ({
    source: topic.sections[0]!.source,
    span: tellsOfYears(topic)
      ? spanOf(
          topic.sections[0]!.heading,
          passages.flatMap(({ sentences }) => sentences.map(({ text }) => text)),
          topic.role?.name === "origin" || isStory(material),
        )
      : undefined,
  }));
  const [ending, telling] = [true, false].map((is) => parts.filter((part) => endsItsPage(part) === is));
  // What would close the article stays in its section where that is told, and a section that ends its page needs no other end.
  let closing = plan.closesGenerally && ending!.length > 0 ? undefined : plan.closing;
  const intro: Passage[] = [opening];
  const body: Part[] = [];
  for (const { topic, passages } of [...telling!, ...ending!]) {
    const isClosed = closing !== undefined && !plan.closesGenerally && isOfSections(closing, passages);
    const ordered = inOrder(topic, isClosed ? [...passages, closing!] : passages);
    if (isClosed) closing = undefined;
    // What is left of a lead belongs to it.
    const leads = new Set(topic.sections.filter(({ isLead, source }) => isLead && source === leading).map(numberOf));
    const [ofLead, others] = [true, false].map((is) =>
      ordered.filter((each) => leads.has(each.paragraph.section) === is),
    );
    intro.push(...ofLead!);
    if (others!.length > 0) body.push({ topic, passages: others! });
  }
  if (!withHeadings) {
    const all = [intro, ...body.map(({ passages }) => passages), ...(closing === undefined ? [] : [[closing]])];
    return { sections: all.map((passages) => ({ heading: "", passages })), unheaded: [] };
  }
  const unheaded: Passage[] = [];
  const taken: string[] = [];
  const sections: Arranged[] = [{ heading: "", passages: intro }];
  let family: ToldFamily | undefined;
  let above = "";
  for (const { topic, passages } of familiesTogether(body, plan.families)) {
    const own = familyOf(plan.families, passages[0]!.paragraph);
    const isAbove = own !== undefined && passages[0]!.paragraph.section === own.number;
    if (own !== family) above = own === undefined ? "" : familyHeading(own.heading, material, taken);
    if (own !== family && above !== "" && !isAbove) {
      taken.push(above);
      sections.push({ heading: above, passages: [] });
    }
    family = own;
    const heading = isAbove && above !== "" ? above : topicHeading(topic, passages, material, taken, byTitle);
    if (heading === "" && sections.length > 0) {
      const last = sections.at(-1)!;
      unheaded.push(...passages);
      sections[sections.length - 1] = { ...last, passages: [...last.passages, ...passages] };
      continue;
    }
    taken.push(heading);
    sections.push({ heading, passages, level: above !== "" && !isAbove ? 3 : 2 });
  }
  if (closing === undefined) return { sections, unheaded };
  const heading = plan.closesGenerally ? FINAL_THOUGHTS : closingHeading(closing);
  const last = sections.at(-1)!;
  if (last.heading === heading) sections[sections.length - 1] = { ...last, passages: [...last.passages, closing] };
  else sections.push({ heading, passages: [heading === IN_SHORT ? withoutSummingUp(closing) : closing] });
  return { sections, unheaded };
}

interface Part {
  readonly topic: Topic;
  readonly passages: readonly Passage[];
}

/** "Making your hedge decision", "The bottom line": a section that stands last on its page, whatever another page tells. */
const ENDS_PAGE =
  /^(?:making (?:your|the|an?) (?:[\p{L}-]+ ){0,3}(?:decision|choice)|(?:the )?bottom line|wrapping (?:it (?:all )?)?up|(?:your )?next steps|putting it all together|where to go from here)\b/iu;

function endsItsPage({ passages }: Part): boolean {
  return passages.every(({ paragraph }) => ENDS_PAGE.test(paragraph.heading) && paragraph.position > 0.5);
}

/** The same parts, with those of a family where its first one is, in the order of their source. */
function familiesTogether(parts: readonly Part[], families: readonly ToldFamily[]): readonly Part[] {
  const familyOfPart = ({ passages }: Part) => familyOf(families, passages[0]!.paragraph);
  const sectionOf = ({ passages }: Part) => passages[0]!.paragraph.section;
  const placed = new Set<ToldFamily>();
  return parts.flatMap((part) => {
    const family = familyOfPart(part);
    if (family === undefined) return [part];
    if (placed.has(family)) return [];
    placed.add(family);
    return parts
      .filter((each) => familyOfPart(each) === family)
      .toSorted((one, other) => sectionOf(one) - sectionOf(other));
  });
}

/** What has another place in an article, such as kinds and limits, keeps it whatever years it names. */
function tellsOfYears({ role, sections }: Topic): boolean {
  return role === undefined
    ? !/\b(?:etymology|names?|terminology|spelling)\b/i.test(sections[0]!.heading)
    : role.name === "origin";
}

function numberOf({ number }: SourceSection): number {
  return number;
}

function isOfSections({ paragraph: { section, heading } }: Passage, passages: readonly Passage[]): boolean {
  if (heading === "") return false;
  return passages.some(({ paragraph }) => paragraph.section === section);
}

/**
 * Passages in the order of the sections of their topic, and within each of its source; where several sources tell of the past,
 * by years.
 */
function inOrder(topic: Topic, passages: readonly Passage[]): readonly Passage[] {
  const place = new Map(topic.sections.map(({ number }, index) => [number, index]));
  const ordered = passages.toSorted(
    (one, other) =>
      place.get(one.paragraph.section)! - place.get(other.paragraph.section)! ||
      one.paragraph.order - other.paragraph.order ||
      one.sentences[0]!.index - other.sentences[0]!.index,
  );
  const isOfOne = ordered.every(({ paragraph }) => paragraph.section === ordered[0]?.paragraph.section);
  return topic.role?.name === "origin" && !isOfOne ? byYears(ordered) : ordered;
}

/** Sentences by their years; what has none stays behind what is before it in its source. */
function byYears(passages: readonly Passage[]): readonly Passage[] {
  const told: { year: number; passage: Passage }[] = [];
  let section: number | undefined;
  for (const passage of passages.flatMap(apartByYears)) {
    const year = passage.sentences.map(({ text }) => yearOf(text)).find((each) => each !== undefined);
    const before = section === passage.paragraph.section ? told.at(-1)?.year : undefined;
    told.push({ year: year ?? before ?? Number.NEGATIVE_INFINITY, passage });
    section = passage.paragraph.section;
  }
  return told.sort((one, other) => one.year - other.year).map(({ passage }) => passage);
}

/** A passage, parted before every sentence with a year that stands by itself. */
function apartByYears(passage: Passage): Passage[] {
  if (passage.list !== undefined) return [passage];
  const parts: Sentence[][] = [];
  for (const sentence of passage.sentences) {
    const isOwn = sentence.needs === sentence.index && yearOf(sentence.text) !== undefined;
    if (parts.length === 0 || isOwn) parts.push([sentence]);
    else parts.at(-1)!.push(sentence);
  }
  return parts.map((sentences) => passageOf(sentences, passage.paragraph));
}
