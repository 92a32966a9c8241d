import { yearOf } from "./figures.js";
import { topicHeading } from "./headings.js";
import type { Material } from "./material.js";
import { closingHeading, IN_SHORT, withoutSummingUp } from "./opening.js";
import type { Plan } from "./plan.js";
import type { Arranged } from "./references.js";
import { WHAT } from "./roles.js";
import type { Passage } from "./runs.js";
import type { Topic } from "./topics.js";

/** Words from which on an article gets sub-headings. */
export const WORDS_WITH_HEADINGS = 300;

/** The parts of an article in the order that readers want, the opening first and what closes it last. */
export function arranged(plan: Plan, material: Material, withHeadings: boolean): Arranged[] {
  const { opening, closing } = plan;
  const parts = plan.parts.toSorted((one, other) => one.topic.place - other.topic.place);
  const intro: Passage[] = [opening];
  const body: Part[] = [];
  for (const { topic, passages } of parts) {
    const ordered = inOrder(topic, passages);
    // What is left of a lead belongs to it.
    if (topic.role === WHAT && ordered.every(({ paragraph }) => paragraph.heading === "")) intro.push(...ordered);
    else body.push({ topic, passages: ordered });
  }
  if (!withHeadings) {
    const all = [intro, ...body.map(({ passages }) => passages), ...(closing === undefined ? [] : [[closing]])];
    return all.map((passages) => ({ heading: "", passages }));
  }
  const taken: string[] = [];
  const sections: Arranged[] = [{ heading: "", passages: intro }];
  for (const { topic, passages } of body.flatMap((part) => (plan.words < WORDS_WITH_SUBJECTS ? [part] : apart(part)))) {
    const heading = topicHeading(topic, passages, material, taken);
    if (heading === "" && sections.length > 0) {
      const last = sections.at(-1)!;
      sections[sections.length - 1] = { ...last, passages: [...last.passages, ...passages] };
      continue;
    }
    taken.push(heading);
    sections.push({ heading, passages });
  }
  if (closing === undefined) return sections;
  const heading = closingHeading(closing);
  const last = sections.at(-1)!;
  if (last.heading === heading) sections[sections.length - 1] = { ...last, passages: [...last.passages, closing] };
  else sections.push({ heading, passages: [heading === IN_SHORT ? withoutSummingUp(closing) : closing] });
  return sections;
}

/** Words from which on every section of a source that is long enough keeps its own heading. */
const WORDS_WITH_SUBJECTS = 500;
const OWN_HEADING_WORDS = 35;

interface Part {
  readonly topic: Topic;
  readonly passages: readonly Passage[];
}

function apart({ topic, passages }: Part): Part[] {
  const parts: { topic: Topic; passages: Passage[]; section: number }[] = [];
  for (const passage of passages) {
    const { section, heading } = passage.paragraph;
    const last = parts.at(-1);
    const own = passages.filter(({ paragraph }) => paragraph.section === section);
    const isLong = heading !== "" && own.reduce((sum, { words }) => sum + words, 0) >= OWN_HEADING_WORDS;
    if (last !== undefined && (topic.role?.name === "origin" || last.section === section || !isLong))
      last.passages.push(passage);
    else parts.push({ topic, passages: [passage], section });
  }
  return parts;
}

/** Passages by section and place, or by year where the topic tells of the past. */
function inOrder(topic: Topic, passages: readonly Passage[]): readonly Passage[] {
  const place = new Map(topic.sections.map(({ number }, index) => [number, index]));
  const ordered = passages.toSorted(
    (one, other) =>
      place.get(one.paragraph.section)! - place.get(other.paragraph.section)! ||
      one.paragraph.order - other.paragraph.order ||
      one.sentences[0]!.index - other.sentences[0]!.index,
  );
  const years = ordered.map(({ sentences }) =>
    sentences.map(({ text }) => yearOf(text)).find((year) => year !== undefined),
  );
  const dated = years.filter((year) => year !== undefined).length;
  if (dated < 2 || (topic.role?.name !== "origin" && dated < 0.6 * ordered.length)) return ordered;
  const sectionAt = (index: number) => ordered[index]?.paragraph.section;
  const yearAt = (index: number): number => {
    // What has no year goes with what is before it, or else after it, in its section.
    const section = sectionAt(index);
    const first = ordered.findIndex((_, at) => sectionAt(at) === section);
    const end = ordered.findLastIndex((_, at) => sectionAt(at) === section) + 1;
    return (
      years.slice(first, index + 1).findLast((year) => year !== undefined) ??
      years.slice(index, end).find((year) => year !== undefined) ??
      Number.POSITIVE_INFINITY
    );
  };
  const keys = ordered.map((passage, index) => ({ passage, year: yearAt(index), index }));
  return keys
    .sort((one, other) => (one.year === other.year ? one.index - other.index : one.year - other.year))
    .map(({ passage }) => passage);
}
