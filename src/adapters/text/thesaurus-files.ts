import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { ThesaurusFile } from "../../engines/text/packs/mythes-thesaurus.js";
import { createPacks, type InstalledThesaurus, type Packs } from "../../engines/text/packs/packs.js";
import { ScriptoriumError } from "../../kernel/index.js";

interface PacksOptions {
  /** Folders with thesauri in the MyThes format, or single `.dat` files; they are tried before those of the system. */
  readonly folders?: readonly string[];
  /** Where the operating system keeps its own. */
  readonly systemFolder?: string;
}

/** Where Debian, and distributions made from it, install their `mythes-*` packages. */
const SYSTEM_FOLDER = "/usr/share/mythes";
const THESAURUS = /^th(?:es)?_([a-z]{2})(?:[_.].*)?\.dat$/;

/** The language packs of this machine. Throws CONFIG_INVALID when a named folder cannot be read; the system need not have one. */
export function openPacks({ folders = [], systemFolder = SYSTEM_FOLDER }: PacksOptions = {}): Packs {
  const files = [...folders.flatMap(namedFiles), ...filesOf(systemFolder).sort(byCountry)];
  return createPacks(files.map(installed));
}

function installed(path: string): InstalledThesaurus {
  return { name: basename(path, ".dat"), language: languageOf(path)!, ...thesaurusFile(path) };
}

/** Opened again for each read, so nothing has to be closed. */
function thesaurusFile(path: string): ThesaurusFile {
  return {
    read: (offset, size) => readPart(path, offset, size),
    readAll: () => readFileSync(path),
    readIndex() {
      try {
        return readFileSync(path.replace(/\.dat$/, ".idx"));
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw cause;
      }
    },
  };
}

function readPart(path: string, offset: number, size: number): Uint8Array {
  const bytes = Buffer.alloc(size);
  const descriptor = openSync(path, "r");
  try {
    let filled = 0;
    while (filled < size) {
      const count = readSync(descriptor, bytes, filled, size - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(descriptor);
  }
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
    { path, setting: "languagePacks" },
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
    { path, setting: "languagePacks" },
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
