import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { ScriptoriumError } from "../../../kernel/errors.js";
import { createLanguagePack, type LanguagePack } from "./language-pack.js";
import { RULES } from "./languages/index.js";
import { MalformedThesaurus, openThesaurus } from "./mythes-file.js";

/** The language packs of this machine. */
export interface Packs {
  /** Languages that have a pack, as ISO 639-1 codes in alphabetical order. */
  readonly languages: readonly string[];
  /** A sentence for every file that was passed over, and why. Grows when `find` meets a file that cannot be read. */
  readonly notes: readonly string[];
  /** Reads the index of the pack at its first use, some tenths of a second for the largest. */
  find(language: string): LanguagePack | undefined;
}

interface PacksOptions {
  /** Folders with thesauri in the MyThes format, or single `.dat` files; they go before those of the system. */
  readonly folders?: readonly string[];
  /** Where the operating system keeps its own. */
  readonly systemFolder?: string;
}

/** Where Debian, and distributions made from it, install their `mythes-*` packages. */
const SYSTEM_FOLDER = "/usr/share/mythes";
const THESAURUS = /^th(?:es)?_([a-z]{2})(?:[_.].*)?\.dat$/;

/** Throws CONFIG_INVALID when a folder that was named cannot be read; nothing of the system's is demanded. */
export async function openPacks({ folders = [], systemFolder = SYSTEM_FOLDER }: PacksOptions = {}): Promise<Packs> {
  const notes: string[] = [];
  const files = new Map<string, string[]>();
  for (const file of [...folders.flatMap(namedFiles), ...filesOf(systemFolder).sort(byCountry)]) {
    const language = languageOf(file);
    if (language === undefined || !RULES.has(language)) continue;
    files.set(language, [...(files.get(language) ?? []), file]);
  }
  const packs = new Map<string, LanguagePack | undefined>();

  return {
    languages: [...files.keys()].sort(),
    notes,
    find(language) {
      if (!packs.has(language)) packs.set(language, firstReadable(language, files.get(language) ?? [], notes));
      return packs.get(language);
    },
  };
}

function firstReadable(language: string, files: readonly string[], notes: string[]): LanguagePack | undefined {
  const rules = RULES.get(language);
  if (rules === undefined) return undefined;
  for (const file of files) {
    const name = basename(file, ".dat");
    try {
      return createLanguagePack(openThesaurus(file), rules, name);
    } catch (error) {
      notes.push(`The thesaurus ${name} ${reason(error)}. Install it anew, or take it out of the folder.`);
    }
  }
  return undefined;
}

function reason(error: unknown): string {
  if (error instanceof MalformedThesaurus) return error.message;
  if (typeof (error as NodeJS.ErrnoException).code === "string") return "could not be read";
  throw error;
}

function namedFiles(path: string): readonly string[] {
  try {
    if (statSync(path).isDirectory()) return filesOf(path).sort(byCountry);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  if (languageOf(path) !== undefined) return [path];
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    "A file in languagePacks is no thesaurus of a known language. Name a folder, or a file called like th_de_DE.dat.",
    { path },
  );
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => languageOf(name) !== undefined)
      .map((name) => join(folder, name));
  } catch (cause) {
    if (folder === SYSTEM_FOLDER || (cause as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw unreadable(folder, cause);
  }
}

function unreadable(path: string, cause: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "CONFIG_INVALID",
    "A folder in languagePacks cannot be read. Make it, or correct the setting.",
    { path },
    { cause },
  );
}

function languageOf(file: string): string | undefined {
  return THESAURUS.exec(basename(file))?.[1];
}

/** th_es_ES before th_es_AR, because the first is where the others are copied from; else by name. */
function byCountry(a: string, b: string): number {
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

function rank(file: string): number {
  const match = /^th(?:es)?_([a-z]{2})_([A-Z]{2})/.exec(basename(file));
  return match === null || match[1]?.toUpperCase() === match[2] ? 0 : 1;
}
