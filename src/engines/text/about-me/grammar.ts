import persons from "../../../../data/english/about-me/persons.txt";
import sentences from "../../../../data/english/about-me/sentences.txt";
import soberSentences from "../../../../data/english/about-me/sober-sentences.txt";
import soberSubjects from "../../../../data/english/about-me/sober-subjects.txt";
import structureTable from "../../../../data/english/about-me/structures.txt";
import subjects from "../../../../data/english/about-me/subjects.txt";
import { once, readSections, refuseRow, type TableFile } from "../../tables.js";
import { wordSet } from "../word-set.js";
import type { Gravity } from "./sensitive.js";

/** Sentences and noun phrases as spintax with slots, which `data/english/about-me/sentences.txt` describes. */
export type Sentences = readonly string[];

/** What can be said about one sort of subject. */
export interface Family {
  readonly sayings: Sentences;
  /** Noun phrases for what a reader finds, without commas: they are parts of enumerations. */
  readonly aspects: Sentences;
}

const PARTS = [
  "opening",
  "question",
  "fondness",
  "definition",
  "contents",
  "method",
  "lately",
  "reader",
  "aside",
  "closing",
] as const;
const MOVES = [...PARTS, "saying", "note", "page"] as const;

/** The parts of a text by what they do in it; `note` is what a grave subject asks for, `page` what the page of a person is. */
export type Move = (typeof MOVES)[number];
export type Grammar = Readonly<Record<(typeof PARTS)[number], Sentences>>;

/** The moves of each paragraph. */
export type Structure = readonly (readonly Move[])[];

export const FAMILIES = [
  "food",
  "artifact",
  "animal",
  "plant",
  "activity",
  "place",
  "people",
  "knowledge",
  "money",
  "nature",
  "anything",
] as const;
export type FamilyName = (typeof FAMILIES)[number];

const GRAVITIES = ["any", "health", "grave", "regulated"] as const satisfies readonly ("any" | Gravity)[];

const PERSON_PARTS = ["opening", "page", "trait", "work", "closing"] as const;
export type PersonGrammar = Readonly<Record<(typeof PERSON_PARTS)[number], Sentences>>;

const SLOTS = wordSet(
  "I my me am My solo topic goal thing is does s one one-is tag todo name gloss first second third",
);

export const grammar = once(
  (): Grammar => readSentences({ name: "english/about-me/sentences.txt", text: sentences }, PARTS),
);

/** For illness, death, violence, weapons, addiction. */
export const soberGrammar = once(
  (): Grammar => readSentences({ name: "english/about-me/sober-sentences.txt", text: soberSentences }, PARTS),
);

export const families = once(() => readFamilies({ name: "english/about-me/subjects.txt", text: subjects }, FAMILIES));

/** What a sober text says of any subject, and what it adds for each sort. */
export const soberFamilies = once(() =>
  readFamilies({ name: "english/about-me/sober-subjects.txt", text: soberSubjects }, GRAVITIES),
);

/** For a keyword that is a person's name. */
export const personGrammars = once(() => {
  const voices = ["first person", "third person"] as const;
  const sections = voices.flatMap((voice) => PERSON_PARTS.map((part) => `${voice}: ${part}` as const));
  const lists = readSentences({ name: "english/about-me/persons.txt", text: persons }, sections);
  const ofVoice = (voice: (typeof voices)[number]) =>
    Object.fromEntries(PERSON_PARTS.map((part) => [part, lists[`${voice}: ${part}`]])) as unknown as PersonGrammar;
  return { firstPerson: ofVoice("first person"), thirdPerson: ofVoice("third person") };
});

export const structures = once(() => {
  const sections = ["everyday", "sober", "person"] as const;
  const rows = readSections(
    { name: "english/about-me/structures.txt", text: structureTable },
    {
      columns: { first: "sequence", second: "sequence?", third: "sequence?" },
      unique: ["first", "second", "third"],
      known: { first: MOVES, second: MOVES, third: MOVES },
      sections,
    },
  );
  const ofSection = (name: (typeof sections)[number]) =>
    rows[name].map(({ first, second, third }) =>
      [first, second, third].filter((part) => part !== undefined),
    ) as Structure[];
  return { everyday: ofSection("everyday"), sober: ofSection("sober"), person: ofSection("person") };
});

function readFamilies<const Name extends string>(
  file: TableFile,
  names: readonly Name[],
): Readonly<Record<Name, Family>> {
  const sections = names.flatMap((name) => [`${name}: sayings`, `${name}: aspects`] as const);
  const lists: Readonly<Record<string, Sentences>> = readSentences(file, sections);
  return Object.fromEntries(
    names.map((name) => [name, { sayings: lists[`${name}: sayings`]!, aspects: lists[`${name}: aspects`]! }]),
  ) as Readonly<Record<Name, Family>>;
}

/** @throws ScriptoriumError CONFIG_INVALID for slots that do not exist, braces without partners, and aspects with commas. */
export function readSentences<const Section extends string>(
  file: TableFile,
  sections: readonly Section[],
): Readonly<Record<Section, Sentences>> {
  const rows = readSections(file, { columns: { sentence: "text" }, sections });
  const lists = sections.map((section) => {
    for (const { sentence, line } of rows[section]) checkSentence(file, line, sentence, section);
    return [section, rows[section].map(({ sentence }) => sentence)] as const;
  });
  return Object.fromEntries(lists) as unknown as Readonly<Record<Section, Sentences>>;
}

function checkSentence(file: TableFile, line: number, sentence: string, section: string): void {
  const strange = [...sentence.matchAll(/\{([^{}|]*)\}/g)].find(([, slot]) => !SLOTS.has(slot!))?.[0];
  if (strange !== undefined) refuseRow(file, line, `there is no slot ${strange}; use one of ${[...SLOTS].join(", ")}`);
  let open = 0;
  for (const mark of sentence.match(/[{}]/g) ?? []) {
    open += mark === "{" ? 1 : -1;
    if (open < 0) break;
  }
  if (open !== 0) refuseRow(file, line, "a brace has no partner; add it or remove the brace");
  if (section.endsWith("aspects") && sentence.includes(",")) {
    refuseRow(file, line, "an aspect is part of an enumeration; write it without commas");
  }
}
