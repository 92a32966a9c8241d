import { languageCode } from "../../engines/language-codes.js";
import { badField } from "../../engines/pages/fields.js";
import { shown } from "../../kernel/index.js";
import type { BulkTranslatorOptions } from "./options.js";

/** The languages of a field, each once. Throws bad-input for what is none. */
export function languagesIn(given: string, field: string): readonly string[] {
  const names = given.split(/[,;\s]+/).filter((name) => name !== "");
  const codes = names.map((name) => {
    const code = languageCode(name);
    if (code !== "") return code;
    throw badField(
      field,
      `${field} has "${shown(name)}", which is no code of a language. Write codes such as de, or de,fr,es for several.`,
    );
  });
  return [...new Set(codes)];
}

/** The language of the texts; undefined where it is to be found out. Throws bad-input. */
export function sourceLanguage({ articleSpinnerTranslateSource: given }: BulkTranslatorOptions): string | undefined {
  const name = given.trim().toLowerCase();
  if (name === "" || name === "auto") return undefined;
  const [code, ...more] = languagesIn(name, "articleSpinnerTranslateSource");
  if (code !== undefined && more.length === 0) return code;
  throw badField(
    "articleSpinnerTranslateSource",
    "articleSpinnerTranslateSource names more than one language. Name one, or auto to have it found out for each text.",
  );
}

/** The languages to translate into; an empty one stands for the text's own. */
export function targetLanguages({ articleSpinnerTranslateTarget: given }: BulkTranslatorOptions): readonly string[] {
  const codes = languagesIn(given, "articleSpinnerTranslateTarget");
  return codes.length === 0 ? [""] : codes;
}

/** The languages that a text goes through, its own first; one alone where nothing is to be translated. */
export function routeOf(from: string, target: string, via: readonly string[]): readonly string[] {
  const route: string[] = [from];
  for (const code of [...via, target === "" ? from : target]) if (code !== route.at(-1)) route.push(code);
  return route;
}
