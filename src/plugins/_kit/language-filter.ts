import { languageCode } from "../../engines/language-codes.js";
import { badField, givenLines } from "../../engines/pages/fields.js";
import { shown } from "../../kernel/index.js";

/** The codes of two letters that the lines of `languageFilter` mean. Throws bad-input for one that names no language. */
export function filteredLanguages(lines: readonly string[]): ReadonlySet<string> {
  return new Set(
    givenLines(lines).map((line) => {
      const code = languageCode(line);
      if (code !== "") return code;
      throw badField(
        "languageFilter",
        `languageFilter has "${shown(line)}", which is no language code. Use codes of two letters such as "en" or "de".`,
      );
    }),
  );
}
