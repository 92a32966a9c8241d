import { isNoText } from "../../../engines/binary-files.js";
import { givenLines } from "../../../engines/pages/fields.js";
import { basic, type FolderProvider, inGroup, ScriptoriumError, shown } from "../../../kernel/index.js";
import { madeOnce } from "../../../kernel/values/made-once.js";
import { noProvider, toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { filePattern, READABLE } from "../articles-in/file-pattern.js";
import { lines, text } from "../option-fields.js";
import { type Form, formOf } from "./forms.js";

/** The fields of a task type that works on texts, for its schema to spread among its own. */
export const textsInFields = inGroup("main", {
  inputFolder: basic(
    text(
      "",
      "The folder of the texts, below one that the server may read. Empty in a chain: the articles of the task before.",
    ),
    "/srv/texts",
  ),
  textsFile: basic(lines("Texts, one per line, besides those of the folder."), [
    "The quick brown fox jumps over the lazy dog.",
  ]),
  inputPattern: text(
    "**/*.{txt,html,md}",
    "Which files of the folder are texts: `*` stands for any name, `**/` for any folders, `{md,txt}` for one of several.",
  ),
  languageFilter: lines(
    "Only texts in these languages: ISO 639-1 codes such as `en`; empty for all. Others have rows with the status `skipped`.",
  ),
});

/** Where the texts of a task are. */
export interface TextFields {
  readonly inputFolder: string;
  readonly textsFile: readonly string[];
  readonly inputPattern: string;
}

/** One text to be worked on; a line of `textsFile` is called `text-1.txt`. */
export interface SourceText {
  /** Path below the folder, with `/` between segments. */
  readonly file: string;
  readonly form: Form;
  /** Throws FOLDER_REFUSED and FOLDER_UNREADABLE, and PAGE_UNREADABLE for what is no text, is empty or too large. */
  read(signal: AbortSignal): Promise<string>;
}

/** Characters of a file; more is no text that somebody will read. */
const LONGEST = 5_000_000;
const collator = madeOnce(() => new Intl.Collator("en", { numeric: true, sensitivity: "base" }));

/** The one line of a run that does all texts of a task; undefined for a task that has none. */
export function textsLine({ inputFolder, textsFile }: TextFields): string | undefined {
  const count = givenLines(textsFile).length;
  if (inputFolder.trim() !== "") return inputFolder.trim();
  return count === 0 ? undefined : `${count} ${count === 1 ? "text" : "texts"}`;
}

/**
 * The files of the folder that fit the pattern, in natural order (2 before 10), then the texts of the list, each once. Throws
 * no-input where the folder has none, bad-input for the pattern, FOLDER_REFUSED, FOLDER_UNREADABLE and PROVIDER_MISSING.
 */
export async function textsIn(
  { inputFolder, textsFile, inputPattern }: TextFields,
  folder: FolderProvider | undefined,
  signal: AbortSignal,
): Promise<readonly SourceText[]> {
  const lines = [...new Set(givenLines(textsFile))];
  const width = String(lines.length).length;
  const texts = lines.map((line, index): SourceText => {
    const file = `text-${String(index + 1).padStart(width, "0")}`;
    // One paragraph of HTML is HTML; anything else may hold a lone `<`.
    const form = /^<[a-z][\s\S]*<\/[a-z][a-z0-9]*>$/i.test(line) ? "html" : "txt";
    return { file: `${file}.${form}`, form, read: async () => line };
  });
  const name = inputFolder.trim();
  return name === "" ? texts : [...(await filesIn(name, inputPattern, folder, signal)), ...texts];
}

async function filesIn(
  name: string,
  pattern: string,
  folder: FolderProvider | undefined,
  signal: AbortSignal,
): Promise<readonly SourceText[]> {
  const fits = filePattern(pattern, "inputPattern");
  if (folder === undefined) {
    throw new ScriptoriumError("PROVIDER_MISSING", `${noProvider("folder")} ${toHaveProvider("folder")}`, {
      provider: "folder",
    });
  }
  const found = (await folder.list(name, { extensions: READABLE, signal }))
    .map(({ path }) => path)
    .filter(fits)
    .sort((one, other) => collator().compare(one, other) || (one < other ? -1 : 1));
  if (found.length === 0) {
    throw new ScriptoriumError(
      "no-input",
      `No text was found in ${shown(name)} (pattern ${shown(pattern)}). Put html, md or txt files there, or change inputFolder or inputPattern.`,
      { field: "inputFolder" },
    );
  }
  return found.map((file) => ({
    file,
    form: formOf(file),
    async read(signal) {
      const text = await folder.read(name, file, { signal });
      if (isNoText(text)) throw unreadable(file, "is no text, although its name says so. Leave it out.");
      if (text.length > LONGEST) throw unreadable(file, "is longer than 5,000,000 characters. Split it.");
      if (text.trim() === "") throw unreadable(file, "is empty. Leave it out, or write some.");
      return text;
    },
  }));
}

function unreadable(file: string, why: string): ScriptoriumError {
  return new ScriptoriumError("PAGE_UNREADABLE", `${shown(file)} ${why}`, { path: shown(file) });
}
