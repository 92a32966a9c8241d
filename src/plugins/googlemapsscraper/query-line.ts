import { badField } from "../../engines/pages/fields.js";
import { kindsFor } from "../../engines/places/index.js";
import { shown } from "../../kernel/index.js";

/** What a line asks for. */
export interface QueryLine {
  readonly what: string;
  /** Absent where the line names no place. */
  readonly where?: string;
  /** How the line ties the two: within the place, or near it; `here` for "near me"; by a comma alone, which may divide words. */
  readonly relation: "in" | "near" | "comma" | "here" | "none";
}

const NEAR = new Set(["near", "around", "close to", "bei", "nähe", "près de", "autour de", "cerca de"]);
// The word in front is looked at, so that "walk in clinic" is one.
const RELATION = /(?<=\S)\s+(near|around|close to|bei|près de|autour de|cerca de|in|im|à|en)\s+(?=\S)/giu;
const HERE =
  /\s+(?:near me|nearby|near here|around here|around me|in meiner nähe|près de moi|près d'ici|cerca de mí|cerca de mi)$/iu;
const BEGINS_WITH_RELATION = /^(?:near|around|close to|bei|près de|autour de|cerca de|in|im|à|en)\s/iu;
/** What is said with "in" or "à" and is no place. */
const PHRASES = /\b(?:walk|drive|built|plug|sit|live|check|log|sign)$/iu;
const NO_PLACES = /^(?:emporter|domicile|la carte|clinics?|cinemas?|theat(?:er|re)s?|restaurants?|wardrobes?)\b/iu;

/** Reads `plumbers in denver`, `cafés près de Lyon`, `dentists, boulder`; the last place word counts. */
export function readLine(line: string): QueryLine {
  const text = line.normalize("NFC").replace(/\s+/g, " ").trim();
  const here = HERE.exec(text);
  if (here !== null && here.index > 0) return { what: text.slice(0, here.index), relation: "here" };
  const tie = [...text.matchAll(RELATION)].findLast(({ index, 0: all }) => {
    const [before, after] = [text.slice(0, index), text.slice(index + all.length)];
    return !(PHRASES.test(before) && NO_PLACES.test(after)) && !/^(?:emporter|domicile|la carte)\b/iu.test(after);
  });
  if (tie !== undefined) {
    const { index, 0: all, 1: word = "" } = tie;
    const relation = NEAR.has(word.toLowerCase()) ? "near" : "in";
    return { what: text.slice(0, index), where: text.slice(index + all.length), relation };
  }
  const comma = /^([^,]*[^,\s])\s*,\s*(\S.*)$/.exec(text);
  // "cafes, bakeries" are two kinds of places.
  if (comma !== null && kindsFor(text) === undefined) return { what: comma[1]!, where: comma[2]!, relation: "comma" };
  return { what: text, relation: "none" };
}

/** What a task says of where to look, besides its lines. */
export interface KnownAreas {
  readonly hasPlaces: boolean;
  readonly hasArea: boolean;
  /** Saved places are searched, all of them where no area is named. */
  readonly isSaved: boolean;
}

/** Throws bad-input for a line that a run could not use. */
export function usableLine(line: string, known: KnownAreas): QueryLine {
  const read = readLine(line);
  const name = shown(line);
  if (line.length > 300) throw badField("queriesFile", `"${name}" is too long. Write what is looked for and where.`);
  if (!/[\p{L}\p{N}*]/u.test(read.what)) {
    throw badField("queriesFile", `"${name}" does not say what is looked for. Write it as "plumbers in denver".`);
  }
  if (known.hasPlaces) {
    if (read.relation !== "comma" && read.relation !== "none") {
      throw badField(
        "queriesFile",
        `"${name}" names a place, and placesFile has places. Leave the place out of the line, or empty placesFile.`,
      );
    }
    return { what: line.trim(), relation: "none" };
  }
  if (read.where !== undefined || known.hasArea) return read;
  if (read.relation === "here") {
    throw badField(
      "queriesFile",
      `"${name}" asks for what is near you, but not where that is. Name a place, or set lat and lon.`,
    );
  }
  if (known.isSaved) return read;
  // "in denver" is a place alone; "in n out burger" is not, so the sentence is true of both.
  if (BEGINS_WITH_RELATION.test(read.what)) {
    throw badField(
      "queriesFile",
      `"${name}" does not say both what is looked for and where. Write it as "plumbers in denver".`,
    );
  }
  throw badField(
    "queriesFile",
    `"${name}" names no place. Write it as "${shown(read.what, 40)} in denver", fill placesFile, or set lat and lon.`,
  );
}
