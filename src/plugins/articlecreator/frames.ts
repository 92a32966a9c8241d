import { termsOf } from "../../engines/pages/terms.js";
import { withArticle } from "./entry.js";
import { isPlural, titleCase } from "./headings.js";
import { isDoing, isQuestion } from "./keyword-sense.js";
import type { Material } from "./material.js";
import type { Role } from "./roles.js";
import { sideOf, sidePlace } from "./sides.js";
import { definingOf, type Kind, kindOf } from "./subject.js";

/** A part of an article as its title sees it. */
export interface TitlePart {
  readonly role: Role | undefined;
  readonly words: number;
  readonly sources: readonly number[];
  /** Over the part in the article, where it has one. */
  readonly heading?: string;
  /** What it is made of: its own words say more than its role. */
  readonly texts?: readonly string[];
}

/** Nouns for what a part says, by its role: for every kind of subject, or for some. A part without one is not named. */
const LABELS: Readonly<Record<string, Partial<Record<Kind | "any", string>>>> = {
  origin: { any: "History", person: "Life", illness: "", creature: "", event: "Background" },
  today: { any: "", person: "Legacy", event: "Aftermath", illness: "Outlook", creature: "Conservation" },
  causes: { any: "Causes", person: "", place: "" },
  signs: { illness: "Symptoms" },
  treatment: { illness: "Treatment" },
  prevention: { any: "Prevention", person: "", place: "", thing: "", machine: "" },
  limits: {
    any: "Limits",
    unknown: "",
    person: "",
    place: "",
    illness: "Complications",
    creature: "Threats",
    plant: "Pests",
    event: "",
  },
  costs: { any: "Costs", person: "", creature: "", plant: "" },
  kinds: { any: "Types", person: "", place: "", event: "", illness: "Stages" },
  choice: { any: "Selection", unknown: "", person: "", place: "", event: "", illness: "", creature: "" },
  care: { any: "Care", unknown: "", person: "", place: "", event: "", illness: "Care" },
  workings: { machine: "Operation", plant: "Biology", creature: "Biology" },
  parts: {
    any: "Parts",
    person: "",
    place: "",
    event: "",
    illness: "",
    creature: "Anatomy",
    plant: "Structure",
    thing: "Materials",
  },
  making: { thing: "Making", plant: "Cultivation" },
  use: { any: "Uses", person: "", place: "", event: "", illness: "", creature: "" },
};

const MOST_LABELS = 3;
/** Share of the words that a part needs to be named in a title. */
const LEAST_SHARE = 0.08;
/** Share of the words after the opening that the named parts have together; less is not what the article is about. */
const LEAST_COVERED = 0.75;
/** From here on one part is what the article is about. */
const WHOLE = 0.65;

/** Titles for an article about the keyword, the one that says most of it first. */
export function framedTitles(name: string, keyword: string, material: Material, parts: readonly TitlePart[]): string[] {
  const kind = kindOf(material);
  const asked = isSaid(parts, material) ? asQuestion(name, keyword, material, kind) : [];
  if (isQuestion(keyword)) return [name.endsWith("?") || !asksFor(keyword) ? name : `${name}?`];
  if (isDoing(keyword)) return [/^how to\b/i.test(keyword) ? name : `How to ${name}`];
  const told = parts.slice(1).reduce((sum, { words }) => sum + words, 0);
  const labelled = labelledParts(keyword, parts, kind);
  const covered = labelled.reduce((sum, { words }) => sum + words, 0);
  const named = headedTitles(name, keyword, parts);
  if (labelled.length === 0 || covered < LEAST_COVERED * told) return [...asked, ...named, name];
  const largest = labelled.toSorted((one, other) => other.words - one.words);
  const inOrder = (count: number) =>
    labelled.filter((part) => largest.slice(0, count).includes(part)).map(({ label }) => label);
  const framed = [MOST_LABELS, 2]
    .filter((count) => count <= Math.max(2, labelled.length) && labelled.length > 1)
    .map((count) => `${name}: ${listed(inOrder(Math.min(count, labelled.length)))}`);
  const [first] = largest;
  const isMain = first!.words >= WHOLE * told && first!.label !== "Work" && termsOf(keyword).length <= LONG_KEYWORD;
  const single = isMain ? [singleTitle(name, first!.label)] : [];
  return [...framed, ...single, ...asked, ...named, name];
}

/** A keyword of more terms says by itself what an article is about. */
const LONG_KEYWORD = 3;
/** Headings of one word that name no side of a subject. */
const NO_SIDE =
  /^(?:more|today|conclusions?|introduction|overview|tips|notes?|summary|verdict|what|questions|answers|related|references|sources|practical|quarterly|monthly|weekly|daily|\p{L}+ly)$/iu;

/** "Halifax Explosion: Background, Inquiry and Legacy", of the headings of its largest parts where those are one noun. */
function headedTitles(name: string, keyword: string, parts: readonly TitlePart[]): string[] {
  if (termsOf(keyword).length > LONG_KEYWORD) return [];
  const asked = new Set(termsOf(keyword));
  const isNoun = (heading: string) =>
    /^\p{Lu}\p{Ll}{3,}$/u.test(heading) && !NO_SIDE.test(heading) && !termsOf(heading).some((term) => asked.has(term));
  const nouns = parts.slice(1).filter(({ heading = "" }) => isNoun(heading));
  const largest = nouns.toSorted((one, other) => other.words - one.words).slice(0, MOST_LABELS);
  const wordsOf = (some: readonly TitlePart[]) => some.reduce((sum, { words }) => sum + words, 0);
  if (largest.length < 2 || wordsOf(largest) < LEAST_COVERED * wordsOf(parts.slice(1))) return [];
  return [
    `${name}: ${listed(nouns.filter((part) => largest.includes(part)).map(({ heading }) => titleCase(heading!)))}`,
  ];
}

function listed(labels: readonly string[]): string {
  return `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)!}`;
}

const OF_SUBJECT = new Set(["History", "Life", "Types", "Causes", "Uses"]);

function singleTitle(name: string, label: string): string {
  return OF_SUBJECT.has(label) && isName(name) ? `The ${label} of ${name}` : `${name}: ${label}`;
}

/** Whether a name can follow "of" without an article: "beeswax candles", and not "canal lock". */
function isName(name: string): boolean {
  return isPlural(name);
}

interface Labelled {
  readonly label: string;
  readonly words: number;
}

/** The parts that have a label, in the order of the article or of the labels of their kind; parts of one label together. */
function labelledParts(keyword: string, parts: readonly TitlePart[], kind: Kind): Labelled[] {
  const all = parts.reduce((sum, { words }) => sum + words, 0);
  const asked = new Set(termsOf(keyword));
  const found = new Map<string, number>();
  for (const part of parts.slice(1)) {
    const ofStory =
      kind === "person" || kind === "event" ? sideOf(kind, part.heading ?? "", part.texts ?? []) : undefined;
    const label = ofStory ?? labelOf(part, kind);
    if (label === "" || termsOf(label).some((term) => asked.has(term))) continue;
    found.set(label, (found.get(label) ?? 0) + part.words);
  }
  return [...found]
    .map(([label, words]) => ({ label, words }))
    .filter(({ words }) => words >= LEAST_SHARE * all)
    .toSorted((one, other) => sidePlace(kind, one.label) - sidePlace(kind, other.label));
}

function labelOf({ role, heading = "" }: TitlePart, kind: Kind): string {
  // "Why wool keeps warm" tells no causes of wool.
  if (role?.name === "causes" && kind !== "illness" && kind !== "event" && !/\bcauses?\b/i.test(heading)) return "";
  if (role?.name === "use" && /\bbenefits?\b/i.test(heading)) return "Benefits";
  const labels = LABELS[role?.name ?? ""] ?? {};
  return labels[kind] ?? labels.any ?? "";
}

function asksFor(keyword: string): boolean {
  return /\b(is|are|was|were|do|does|did|can|could|should|will|has|have)\b/i.test(keyword);
}

/** Whether the article says what its subject is, in its opening or further on. */
function isSaid(parts: readonly TitlePart[], material: Material): boolean {
  const told = new Set(parts.flatMap(({ texts = [] }) => texts));
  return definingOf(material).some(
    ({ sentence, definition }) => definition.strength >= LEAST_STRENGTH && told.has(sentence.text),
  );
}

/** "What Is a Canal Lock?" for an article that begins by saying so. */
function asQuestion(name: string, keyword: string, material: Material, kind: Kind): string[] {
  const [best] = definingOf(material);
  if (best === undefined || kind === "place" || kind === "unknown" || best.definition.strength < LEAST_STRENGTH)
    return [];
  const { verb, subject } = best.definition;
  // "Knife sharpening is ..." for the keyword "sharpening knives", and what is said of several for that of one.
  const order = termsOf(subject).filter((term) => material.query.includes(term));
  if (order.join(" ") !== material.query.join(" ")) return [];
  if (/^(?:are|were)$/.test(verb) && isPlural(subject) && !isPlural(keyword))
    return [`What ${verb === "are" ? "Are" : "Were"} ${titleCase(subject)}?`];
  const isPast = kind === "person" || kind === "event" || !isStill(subject, material);
  const was = /^(was|were)$/.test(verb) && isPast;
  // "Unsharp mask was first used in photography" says nothing about whether it is in use.
  if (was && !DATED_KINDS.has(kind) && TELLS_OF_PAST.test(best.sentence.text)) return [];
  // "Diabetes is a disease", "physics is a science".
  const isOneThing =
    /^(?:is|was)$/.test(verb) && !/^an? /i.test(subject) && termsOf(subject).length === termsOf(keyword).length;
  const isSeveral = isPlural(keyword) && !isOneThing;
  const be = isSeveral ? (was ? "Were" : "Are") : was ? "Was" : "Is";
  const article = isSeveral ? "" : (/^(An?|The) /i.exec(subject)?.[1]?.toLowerCase() ?? "");
  const isOneOfMany = article === "the" && keyword === keyword.toLowerCase() && isCounted(keyword, kind, material);
  const isOne = isOneOfMany || article === "a" || article === "an";
  const asked = isOne ? withArticle(name) : article === "" ? name : `${article} ${name}`;
  return [`${kind === "person" ? "Who" : "What"} ${be} ${asked}?`];
}

const DATED_KINDS: ReadonlySet<Kind> = new Set(["person", "event"]);
const TELLS_OF_PAST =
  /\b(?:was|were) (?:first |originally |initially |once |long )?(?:\p{L}{2,}ed|made|known|built|found|drawn|grown|sold)\b/u;

/** Whether the sources speak of the subject as of something that there is: "Shogi was the first ..." and "Shogi is played by ...". */
function isStill(subject: string, { paragraphs }: Material): boolean {
  const begins = [`${subject} is `, `${subject} are `];
  return paragraphs.some(({ sentences }) =>
    sentences.some((sentence) => begins.some((beginning) => sentence?.text.startsWith(beginning))),
  );
}

/** Whether "the ukulele" is said of every one: of a creature or a machine, or where the sources say "a ukulele" as well. */
function isCounted(keyword: string, kind: Kind, { paragraphs }: Material): boolean {
  if (COUNTED.has(kind)) return true;
  const one = withArticle(keyword.trim()).toLowerCase();
  return paragraphs.some(({ sentences }) =>
    sentences.some((sentence) => sentence?.text.toLowerCase().includes(` ${one} `)),
  );
}

const LEAST_STRENGTH = 0.7;
/** "The hedgehog is ..." speaks of every hedgehog. */
const COUNTED: ReadonlySet<Kind> = new Set(["creature", "plant", "machine"]);
