import { createLanguagePack, type LanguagePack } from "./language-pack.js";
import { RULES } from "./languages/index.js";
import { MalformedThesaurus, openThesaurus, type ThesaurusFile } from "./mythes-thesaurus.js";

/** The language packs of this machine. */
export interface Packs {
  /** Languages that have a pack, as ISO 639-1 codes in alphabetical order. */
  readonly languages: readonly string[];
  /** A sentence for every file that was passed over, and why. Grows when `find` meets a file that cannot be read. */
  readonly notes: readonly string[];
  /** Reads the index of the pack at its first use, some tenths of a second for the largest. */
  find(language: string): LanguagePack | undefined;
}

/** A thesaurus of the machine. */
export interface InstalledThesaurus extends ThesaurusFile {
  /** What its file is called, without the ending: `th_de_DE_v2`. */
  readonly name: string;
  /** ISO 639-1 code. */
  readonly language: string;
}

/** @param thesauri Those of one language in the order in which they are tried; of a language without rules none is used. */
export function createPacks(thesauri: Iterable<InstalledThesaurus>): Packs {
  const notes: string[] = [];
  const byLanguage = new Map<string, InstalledThesaurus[]>();
  for (const thesaurus of thesauri) {
    const { language } = thesaurus;
    if (RULES.has(language)) byLanguage.set(language, [...(byLanguage.get(language) ?? []), thesaurus]);
  }
  const packs = new Map<string, LanguagePack | undefined>();

  return {
    languages: [...byLanguage.keys()].sort(),
    notes,
    find(language) {
      if (!packs.has(language)) packs.set(language, firstReadable(byLanguage.get(language) ?? [], notes));
      return packs.get(language);
    },
  };
}

function firstReadable(thesauri: readonly InstalledThesaurus[], notes: string[]): LanguagePack | undefined {
  for (const thesaurus of thesauri) {
    try {
      return createLanguagePack(openThesaurus(thesaurus), RULES.get(thesaurus.language)!, thesaurus.name);
    } catch (error) {
      notes.push(`The thesaurus ${thesaurus.name} ${reason(error)}. Install it again, or take it out of the folder.`);
    }
  }
  return undefined;
}

function reason(error: unknown): string {
  if (error instanceof MalformedThesaurus) return error.message;
  // A file that was there and cannot be read: the error has the code of the operating system.
  if (error instanceof Error && "code" in error) return "could not be read";
  throw error;
}
