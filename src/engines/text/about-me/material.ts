import { activity, animal, artifact, food, place, plant } from "./grammar/everyday.js";
import type { Family, Move, Sentences } from "./grammar/grammar.js";
import { anything, knowledge, money, nature, people } from "./grammar/ideas.js";
import { grammar } from "./grammar/index.js";
import { firstPerson, type PersonGrammar, thirdPerson } from "./grammar/person.js";
import { grave, health, regulated, sober, soberGrammar } from "./grammar/sober.js";
import type { FamilyName, Subject } from "./subject.js";

/** The moves of each paragraph. */
export type Structure = readonly (readonly Move[])[];

/** What a text about one subject can be made of. */
export interface Material {
  readonly structures: readonly Structure[];
  readonly aspects: Sentences;
  sentences(move: Move): Sentences;
}

const STRUCTURES: readonly Structure[] = [
  [["opening", "saying", "contents"], ["method", "saying", "reader"], ["closing"]],
  [
    ["fondness", "opening"],
    ["saying", "contents", "saying"],
    ["method", "aside", "closing"],
  ],
  [
    ["question", "opening", "contents"],
    ["saying", "method", "saying"],
    ["reader", "closing"],
  ],
  [
    ["reader", "opening"],
    ["contents", "saying", "saying", "method"],
    ["lately", "closing"],
  ],
  [["opening", "saying", "contents", "method", "saying", "aside", "reader", "closing"]],
  [
    ["saying", "opening", "saying"],
    ["method", "contents", "reader", "closing"],
  ],
  [
    ["definition", "opening"],
    ["contents", "saying", "method"],
    ["reader", "saying", "closing"],
  ],
  [
    ["opening", "fondness", "saying"],
    ["lately", "method", "contents"],
    ["aside", "closing"],
  ],
  [["saying", "question"], ["opening", "contents", "method", "saying"], ["closing"]],
  [
    ["opening", "method"],
    ["saying", "saying", "saying", "contents"],
    ["lately", "reader", "closing"],
  ],
];

const SOBER_STRUCTURES: readonly Structure[] = [
  [
    ["opening", "note", "contents"],
    ["method", "saying", "reader"],
    ["method", "saying", "closing"],
  ],
  [
    ["question", "opening"],
    ["saying", "note", "method", "method"],
    ["contents", "reader", "closing"],
  ],
  [
    ["saying", "opening", "contents"],
    ["note", "method", "saying", "reader", "closing"],
  ],
  [["opening", "saying", "method", "contents", "reader", "note", "saying", "closing"]],
  [
    ["opening", "aside", "saying"],
    ["contents", "saying", "method"],
    ["note", "lately", "reader", "closing"],
  ],
  [
    ["reader", "opening"],
    ["method", "contents", "saying", "saying"],
    ["note", "method", "closing"],
  ],
];

const PERSON_STRUCTURES: readonly Structure[] = [
  [
    ["opening", "page"],
    ["saying", "saying", "method", "saying"],
    ["method", "closing"],
  ],
  [["opening", "saying", "method"], ["page", "saying", "saying"], ["closing"]],
  [["opening", "saying", "page", "method", "saying", "method", "saying", "closing"]],
  [
    ["opening", "method", "saying"],
    ["saying", "method", "page", "saying", "closing"],
  ],
  [["opening"], ["page", "saying", "method", "saying"], ["saying", "method", "closing"]],
];

const FAMILIES: Readonly<Record<FamilyName, Family>> = {
  food,
  artifact,
  animal,
  plant,
  activity,
  place,
  people,
  knowledge,
  money,
  nature,
  anything,
};
const GRAVITIES = { health, grave, regulated };

export function materialFor(subject: Subject, thirdPersonText: boolean): Material {
  if (subject.person) return personMaterial(thirdPersonText ? thirdPerson : firstPerson);
  if (subject.gravity) {
    const gravity = GRAVITIES[subject.gravity];
    return {
      structures: SOBER_STRUCTURES,
      aspects: [...sober.aspects, ...gravity.aspects],
      sentences: (move) => ({ ...soberGrammar, saying: sober.sayings, note: gravity.sayings, page: [] })[move],
    };
  }
  const family = FAMILIES[subject.family];
  // A few general sentences between those of the family: more texts before one repeats another.
  const sayings =
    subject.family === "anything"
      ? family.sayings
      : [...family.sayings, ...anything.sayings.filter((_, index) => index % 2 === 0)];
  return {
    structures: STRUCTURES,
    aspects: family.aspects,
    sentences: (move) => ({ ...grammar, saying: sayings, note: [], page: [] })[move],
  };
}

function personMaterial({ opening, page, trait, work, closing }: PersonGrammar): Material {
  const lists: Partial<Record<Move, Sentences>> = { opening, page, saying: trait, method: work, closing };
  return { structures: PERSON_STRUCTURES, aspects: [], sentences: (move) => lists[move] ?? [] };
}
