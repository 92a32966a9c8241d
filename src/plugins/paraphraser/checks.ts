import { badField } from "../../engines/pages/fields.js";
import { LANGUAGES, type OptionProblem, ScriptoriumError, shown } from "../../kernel/index.js";
import { noProvider, settingsFor, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { filePattern } from "../_kit/articles-in/file-pattern.js";
import { problemsOf, warningsOf } from "../_kit/checks.js";
import { refuseFolder } from "../_kit/folders.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { refuseUnknownWriter } from "../_kit/rewriting/named-services.js";
import type { Context, ParaphraserOptions } from "./options.js";

type Providers = Context["providers"];

/** What is wrong with the data object of a paraphraser. */
export async function paraphraserProblems(options: ParaphraserOptions, providers: Providers): Promise<OptionProblem[]> {
  const problems = await problemsOf([
    () => filePattern(options.inputPattern, "inputPattern"),
    () => filteredLanguages(options.languageFilter),
    () => refuseFolder(options.inputFolder, "inputFolder", providers.folder),
    () => languagesOf(options),
    () => refuseWithout(options, providers),
  ]);
  const isBuiltIn = options.paraphraseProvider === "builtin";
  return [
    ...problems,
    ...warningsOf([
      [
        "tone",
        isBuiltIn && options.tone.trim() !== "",
        'tone has no effect on the built-in engine. Set paraphraseProvider to "llm", or leave it out.',
      ],
      [
        "writerProvider",
        isBuiltIn && options.writerProvider.trim() !== "",
        'writerProvider has no effect, since paraphraseProvider is "builtin". Set it to "llm", or leave writerProvider out.',
      ],
      [
        "variants",
        options.output === "spintax" && options.variants > 1,
        'variants has no effect with output "spintax", which has all ways in one file. Set output to "plain", or variants to 1.',
      ],
    ]),
  ];
}

/** The two languages, the same where none is set. Throws bad-input for one that is not known. */
export function languagesOf({ sourcelanguage, finallanguage }: ParaphraserOptions): { from: string; to: string } {
  const from = known(sourcelanguage, "sourcelanguage") || "en";
  return { from, to: known(finallanguage, "finallanguage") || from };
}

function known(given: string, field: string): string {
  const code = given.trim().toLowerCase();
  if (code === "" || Object.hasOwn(LANGUAGES, code)) return code;
  throw badField(
    field,
    `${field} is "${shown(given)}", which is not a language code that this server knows. Use one of: ${Object.keys(LANGUAGES).join(", ")}.`,
  );
}

function refuseWithout(options: ParaphraserOptions, { translator, writer, paraphraser }: Providers): void {
  const hasTexts = options.inputFolder.trim() !== "" || options.textsFile.some((text) => text.trim() !== "");
  if (!hasTexts) return;
  const refuse = (field: string, message: string): never => {
    throw new ScriptoriumError("no-provider", message, { field });
  };
  if (options.paraphraseProvider === "llm" && writer === undefined)
    refuse("paraphraseProvider", `paraphraseProvider is "llm". ${noProvider("writer")} ${toHaveProvider("writer")}`);
  if (options.paraphraseProvider === "llm" && writer !== undefined) refuseUnknownWriter(options.writerProvider, writer);
  if (options.paraphraseProvider === "builtin" && paraphraser === undefined)
    refuse("paraphraseProvider", `${noProvider("paraphraser")} ${toHaveProvider("paraphraser")}`);
  const { finallanguage, sourcelanguage } = options;
  const isOther =
    finallanguage.trim() !== "" && finallanguage.trim().toLowerCase() !== sourcelanguage.trim().toLowerCase();
  if (isOther && translator === undefined)
    refuse(
      "finallanguage",
      `A target language is set but no translation provider is configured. Set ${settingsFor("translator")}, or clear finallanguage to keep the language of the texts.`,
    );
}
