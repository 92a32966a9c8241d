import { languageOf } from "../../../engines/language.js";
import { type JsonObject, type RunLog, ScriptoriumError, shown } from "../../../kernel/index.js";
import { filteredLanguages } from "../language-filter.js";

/** Throws the reason for skipping a text in another language than those of `languageFilter`. */
export function skipOtherLanguages(
  text: string,
  file: string,
  { languageFilter }: { readonly languageFilter: readonly string[] },
): void {
  const languages = filteredLanguages(languageFilter);
  const language = languages.size === 0 ? "" : languageOf(text);
  if (languages.size === 0 || languages.has(language)) return;
  const found = language === "" ? "not known" : `"${language}"`;
  throw new ScriptoriumError(
    "empty-result",
    `The language of ${shown(file)} is ${found}, and languageFilter asks for another. Add it to languageFilter to have the text done.`,
    { field: "languageFilter", isSkipped: true },
  );
}

export const isSkipped = ({ facts }: ScriptoriumError): boolean => facts["isSkipped"] === true;

/** The row of a text that was not done, failed or skipped, and what the log says of it. */
export function rowOfUndone(
  row: JsonObject,
  error: ScriptoriumError,
  file: string,
  log: Pick<RunLog, "info" | "error">,
): JsonObject {
  if (!isSkipped(error)) {
    log.error(`${file}: ${error.message}`, error.code);
    return row;
  }
  log.info(error.message);
  return { ...row, status: "skipped" };
}
