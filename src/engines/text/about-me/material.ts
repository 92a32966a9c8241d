import {
  families,
  grammar,
  type Move,
  type PersonGrammar,
  personGrammars,
  type Sentences,
  type Structure,
  soberFamilies,
  soberGrammar,
  structures,
} from "./grammar.js";
import type { Subject } from "./subject.js";

/** What a text about one subject can be made of. */
export interface Material {
  readonly structures: readonly Structure[];
  readonly aspects: Sentences;
  sentences(move: Move): Sentences;
}

export function materialFor(subject: Subject, thirdPersonText: boolean): Material {
  if (subject.person) return personMaterial(personGrammars()[thirdPersonText ? "thirdPerson" : "firstPerson"]);
  if (subject.gravity) {
    const { any: sober, [subject.gravity]: gravity } = soberFamilies();
    return {
      structures: structures().sober,
      aspects: [...sober.aspects, ...gravity.aspects],
      sentences: (move) => ({ ...soberGrammar(), saying: sober.sayings, note: gravity.sayings, page: [] })[move],
    };
  }
  const { anything, [subject.family]: family } = families();
  // A few general sentences between those of the family: more texts before one repeats another.
  const sayings =
    subject.family === "anything"
      ? family.sayings
      : [...family.sayings, ...anything.sayings.filter((_, index) => index % 2 === 0)];
  return {
    structures: structures().everyday,
    aspects: family.aspects,
    sentences: (move) => ({ ...grammar(), saying: sayings, note: [], page: [] })[move],
  };
}

function personMaterial({ opening, page, trait, work, closing }: PersonGrammar): Material {
  const lists: Partial<Record<Move, Sentences>> = { opening, page, saying: trait, method: work, closing };
  return { structures: structures().person, aspects: [], sentences: (move) => lists[move] ?? [] };
}
