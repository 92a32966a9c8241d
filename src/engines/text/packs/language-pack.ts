import type { LanguageRules, Place, Shape, Surroundings } from "./language-rules.js";
import type { Thesaurus } from "./mythes-thesaurus.js";
import { createSimilarity } from "./similarity.js";

export interface LanguagePack {
  /** ISO 639-1. */
  readonly language: string;
  /** The name of the file, without its folder and ending. */
  readonly name: string;
  /**
   * Words that can replace `word` without a change of grammar around it, best first, at most 5, in lower case. `word` and
   * its surroundings are given as they are in the text: German needs the capitals.
   */
  alternatives(word: string, sentence: Surroundings): readonly string[];
}

const MAX_ALTERNATIVES = 5;
/** How many of the thesaurus's own are offered; beyond the first few they are rarely right. */
const MAX_UNREVIEWED = 3;
const MAX_WORD_LENGTH = 40;
const WORD = /^\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]+)*$/u;
const UPPER = /^\p{Lu}/u;

/** The words of one thesaurus, with the rules of its language for when they may be exchanged. */
export function createLanguagePack(thesaurus: Thesaurus, rules: LanguageRules, name: string): LanguagePack {
  const similarity = createSimilarity(thesaurus, rules);
  const reviewed = rules.reviewed();

  return {
    language: rules.language,
    name,
    alternatives(word, sentence) {
      if (word.length > MAX_WORD_LENGTH || !WORD.test(word)) return [];
      const written = word.toLowerCase();
      // A second capital is an abbreviation or a brand.
      if (word.slice(1) !== written.slice(1)) return [];
      const place = placeOf(word, sentence);
      const readings = readingsOf(written, place, rules);
      const sound = (text: string) => text !== written && soundsRight(text, written, place, rules);

      const chosen = readings.flatMap((reading) =>
        (reviewed.get(`${reading.shape.family} ${reading.headword}`) ?? []).flatMap((other) =>
          inForm(other, reading, rules.shapes),
        ),
      );
      if (readings.some(({ shape, headword }) => reviewed.has(`${shape.family} ${headword}`))) {
        return [...new Set(chosen)].filter(sound).slice(0, MAX_ALTERNATIVES);
      }
      const scores = new Map<string, number>();
      const shapes = rules.shapes.filter(({ reviewedOnly }) => reviewedOnly !== true);
      for (const reading of readings) {
        if (reading.shape.reviewedOnly === true) continue;
        for (const [other, score] of similarity(reading.headword, reading.shape)) {
          for (const text of inForm(other, reading, shapes)) {
            if (sound(text) && (scores.get(text) ?? 0) < score) scores.set(text, score);
          }
        }
      }
      return [...scores]
        .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a < b ? -1 : 1))
        .slice(0, MAX_UNREVIEWED)
        .map(([text]) => text);
    },
  };
}

/** One way to understand a word: the dictionary form it may come from, and the cells of the paradigm it may be in. */
interface Reading {
  readonly shape: Shape;
  readonly headword: string;
  readonly cells: readonly number[];
}

function readingsOf(written: string, place: Place, { shapes }: LanguageRules): readonly Reading[] {
  return shapes.flatMap((shape) => {
    if (shape.fits !== undefined && !shape.fits(place)) return [];
    if (!place.first && place.capital !== (shape.capital ?? false)) return [];
    const byHeadword = new Map<string, number[]>();
    shape.cells.forEach((ending, cell) => {
      if (!written.endsWith(ending)) return;
      const headword = written.slice(0, written.length - ending.length) + (shape.cells[0] ?? "");
      if (hasShape(headword, shape)) byHeadword.set(headword, [...(byHeadword.get(headword) ?? []), cell]);
    });
    return [...byHeadword].map(([headword, cells]) => ({ shape, headword, cells }));
  });
}

/** The other word in the form of the reading; none when its shape has not one form for all the cells that may be meant. */
function inForm(other: string, { shape: { family }, cells }: Reading, shapes: readonly Shape[]): readonly string[] {
  const shape = shapes.find((one) => one.family === family && hasShape(other, one));
  if (shape === undefined) return [];
  const stem = other.slice(0, other.length - (shape.cells[0]?.length ?? 0));
  const forms = new Set(cells.map((cell) => shape.cells[cell]));
  const [ending] = forms;
  return forms.size === 1 && ending !== undefined ? [stem + ending] : [];
}

function placeOf(word: string, { before, after }: Surroundings): Place {
  return {
    previous: (before.at(-1) ?? "").toLowerCase(),
    next: (after[0] ?? "").toLowerCase(),
    capital: UPPER.test(word),
    // Opening quotation marks and dashes do not make a word the second one of its sentence.
    first: !before.some((token) => /[\p{L}\p{N}]/u.test(token)),
  };
}

function hasShape(dictionaryForm: string, { pattern, cells, except }: Shape): boolean {
  return (
    dictionaryForm.endsWith(cells[0] ?? "") && pattern.test(dictionaryForm) && except?.has(dictionaryForm) !== true
  );
}

function soundsRight(text: string, written: string, { previous }: Place, { onset, sensitive }: LanguageRules): boolean {
  if (onset === undefined || (sensitive !== undefined && !sensitive.has(previous))) return true;
  return onset(text) === onset(written);
}
