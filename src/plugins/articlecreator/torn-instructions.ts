import { isDoing } from "./keyword-sense.js";
import type { Material } from "./material.js";
import type { Plan } from "./plan.js";
import type { Passage } from "./runs.js";
import { isInstruction } from "./templates/parts/imperatives.js";

/**
 * What an article takes of sources that tell how something is done, where it leaves out most of what they tell one to do: without
 * the steps, neither what leads to them nor the things they need say anything.
 */
export function tornInstructions(material: Material, { opening, parts }: Plan): Passage[] {
  if (isActivity(material.keyword)) return [];
  const passages = parts.flatMap((part) => part.passages);
  return [...Map.groupBy(passages, ({ paragraph }) => paragraph.source)].flatMap(([source, taken]) => {
    const { title } = material.sources[source]!;
    if (source === opening.paragraph.source) return [];
    if (EXERCISE.test(title) && !EXERCISE.test(material.keyword)) return taken;
    if (!TELLS_HOW.test(title)) return [];
    const told = count(taken.flatMap(({ sentences }) => sentences.map(({ text }) => text)));
    const all = count(material.sources[source]!.blocks.flatMap(({ text }) => text.split(/(?<=[.!?])\s+/)));
    // What explains without telling anybody what to do stands by itself.
    return all >= FEWEST && told < MOST * all ? taken.filter(isMostlyTold) : [];
  });
}

/** Whether a passage tells what to do, or leads to what does. */
function isMostlyTold({ sentences, paragraph }: Passage): boolean {
  const texts = sentences.map(({ text }) => text);
  return (
    count(texts) > MOST_EXPLAINING * texts.length || /\bstep \d/i.test(paragraph.heading) || LEADS.test(texts.at(-1)!)
  );
}

/** Share of instructions in what explains. */
const MOST_EXPLAINING = 0.34;
const LEADS = /\b(?:(?:these|the following|next|few|simple) steps|you(?:'ll| will)? need|follow these|as follows)\b/i;

/** Whether the keyword names something that people do: "bike repair", "restoring furniture". One page of advice about it is no torn recipe. */
function isActivity(keyword: string): boolean {
  return isDoing(keyword) || ACTIVITY.test(keyword.trim());
}

const ACTIVITY =
  /^\p{L}{2,}ing \p{L}|\b(?:\p{L}{3,}ing|\p{L}{3,}[^mn]ation|repairs?|maintenance|care|training|management|replacement|removal|treatment|improvement|renovation|restoration)$/iu;

function count(texts: readonly string[]): number {
  return texts.filter(isInstruction).length;
}

const TELLS_HOW = /\bhow (?:to|(?:do|does|can|should) (?:you|one|i|we))\b|\bstep by step\b/i;
/** What a class does tells of its subject only what the class is to find out. */
const EXERCISE = /\b(?:lab|worksheets?|homework|assignments?|lesson plan|quiz|syllabus)\b/i;
/** Sentences that tell to do something, of a source that tells how. */
const FEWEST = 4;
/** Share of them that makes instructions whole. */
const MOST = 0.7;

/** The sections of a process of which the article leaves out most: "Tempering" and "Packaging" of eight steps of production. */
export function tornProcesses({ keyword, sources, paragraphs }: Material, { parts }: Plan): Passage[] {
  if (PROCESS.test(keyword)) return [];
  const passages = parts.flatMap((part) => part.passages);
  const ofProcess = paragraphs.filter(
    ({ above, heading, source }) => heading !== "" && PROCESS.test(above === "" ? sources[source]!.title : above),
  );
  return [...Map.groupBy(ofProcess, ({ source, above }) => `${source} ${above}`).values()].flatMap((members) => {
    const sections = new Set(members.map(({ section }) => section));
    const taken = passages.filter(({ paragraph }) => sections.has(paragraph.section));
    const told = new Set(taken.map(({ paragraph }) => paragraph.section)).size;
    return sections.size >= FEWEST_SECTIONS && told < MOST_SECTIONS * sections.size ? taken : [];
  });
}

const PROCESS =
  /\b(?:process|processing|production|manufactur\w+|steps|procedure|preparation|making|how (?:it|they|\p{L}+) (?:is|are) (?:made|done))\b/iu;
const FEWEST_SECTIONS = 4;
const MOST_SECTIONS = 0.6;
