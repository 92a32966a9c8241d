import sideTable from "../../../../data/english/about-me/sides.txt";
import structureTable from "../../../../data/english/about-me/structures.txt";
import business from "../../../../data/english/about-me/voices/business.txt";
import hobby from "../../../../data/english/about-me/voices/hobby.txt";
import person from "../../../../data/english/about-me/voices/person.txt";
import place from "../../../../data/english/about-me/voices/place.txt";
import product from "../../../../data/english/about-me/voices/product.txt";
import sober from "../../../../data/english/about-me/voices/sober.txt";
import { once, readSections, refuseRow, type TableFile } from "../../tables.js";
import { wordSet } from "../word-set.js";

/** Passages and noun phrases as spintax with slots, which `data/english/about-me/structures.txt` describes. */
export type Passages = readonly string[];

/** Who speaks: somebody about a hobby, a firm, a person, or the site of a place or of a product. */
export const VOICES = ["hobby", "business", "person", "place", "product"] as const;
export type Voice = (typeof VOICES)[number];

/** The sections of the files in `voices`, in the order they have in a text. */
const PARTS = {
  hobby: ["opening", "interest", "practice", "plans", "manner", "reader", "closing"],
  business: [
    ...["opening", "need", "work", "word", "closing"],
    ...["shop opening", "shop need", "shop work", "shop word", "shop closing"],
  ],
  person: ["opening", "page", "visitor", "closing"],
  place: ["opening", "visit", "life", "manner", "closing"],
  product: ["opening", "choosing", "lasting choosing", "owning", "lasting owning", "manner", "closing"],
  sober: ["opening", "contents", "manner", "reader", "closing"],
} as const;
/** Where the passages come from: the voice, or what all voices but firms and persons say about a grave subject. */
export type Form = keyof typeof PARTS;
const FORMS = Object.keys(PARTS) as readonly Form[];
const FILES: Readonly<Record<Form, TableFile>> = {
  hobby: { name: "english/about-me/voices/hobby.txt", text: hobby },
  business: { name: "english/about-me/voices/business.txt", text: business },
  person: { name: "english/about-me/voices/person.txt", text: person },
  place: { name: "english/about-me/voices/place.txt", text: place },
  product: { name: "english/about-me/voices/product.txt", text: product },
  sober: { name: "english/about-me/voices/sober.txt", text: sober },
};

/** The parts of each paragraph. */
export type Structure = readonly (readonly string[])[];

export interface Grammar {
  readonly structures: readonly Structure[];
  readonly passages: Readonly<Record<string, Passages>>;
}

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

/** The families that have sides of their own. */
const SIDED = ["food", "animal", "plant", "activity", "knowledge", "money", "nature", "anything"] as const;

const SLOTS = wordSet("topic thing is does s it one tag todo name wedo seek field first second third");

/** What texts of each form are made of. */
export const grammars = once(() => {
  const table = { name: "english/about-me/structures.txt", text: structureTable };
  const rows = readSections(table, {
    columns: { first: "sequence", second: "sequence?", third: "sequence?" },
    unique: ["first", "second", "third"],
    sections: FORMS,
  });
  const grammarOf = (form: Form): Grammar => {
    const passages: Readonly<Record<string, Passages>> = readPassages(FILES[form], PARTS[form]);
    const structures = rows[form].map(({ first, second, third, line }) => {
      const structure = [first, second, third].filter((part) => part !== undefined);
      const strange = structure.flat().find((part) => !Object.hasOwn(passages, part));
      if (strange !== undefined)
        refuseRow(table, line, `${form} has no part "${strange}"; use ${PARTS[form].join(", ")}`);
      return structure;
    });
    return { structures, passages };
  };
  return Object.fromEntries(FORMS.map((form) => [form, grammarOf(form)])) as Readonly<Record<Form, Grammar>>;
});

const sides = once(() => readPassages({ name: "english/about-me/sides.txt", text: sideTable }, SIDED));

/** Sides of a subject of that family: noun phrases without commas, since they are parts of enumerations. */
export function sidesOf(family: FamilyName): Passages {
  return sides()[SIDED.find((sided) => sided === family) ?? "anything"];
}

/** @throws ScriptoriumError CONFIG_INVALID for slots that do not exist, braces without partners, and sides with commas. */
export function readPassages<const Section extends string>(
  file: TableFile,
  sections: readonly Section[],
): Readonly<Record<Section, Passages>> {
  const rows = readSections(file, { columns: { passage: "text" }, sections });
  const lists = sections.map((section) => {
    for (const { passage, line } of rows[section]) checkPassage(file, line, passage);
    return [section, rows[section].map(({ passage }) => passage)] as const;
  });
  return Object.fromEntries(lists) as unknown as Readonly<Record<Section, Passages>>;
}

function checkPassage(file: TableFile, line: number, passage: string): void {
  const strange = [...passage.matchAll(/\{([^{}|]*)\}/g)].find(([, slot]) => !SLOTS.has(slot!))?.[0];
  if (strange !== undefined) refuseRow(file, line, `there is no slot ${strange}; use one of ${[...SLOTS].join(", ")}`);
  let open = 0;
  for (const mark of passage.match(/[{}]/g) ?? []) {
    open += mark === "{" ? 1 : -1;
    if (open < 0) break;
  }
  if (open !== 0) refuseRow(file, line, "a brace has no partner; add it or remove the brace");
  if (file.name.endsWith("sides.txt") && passage.includes(",")) {
    refuseRow(file, line, "a side is part of an enumeration; write it without commas");
  }
}
