import { badField } from "../../engines/pages/fields.js";
import { type OptionProblem, ScriptoriumError } from "../../kernel/index.js";
import { noProvider, settingsFor, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { filePattern } from "../_kit/articles-in/file-pattern.js";
import { namesAmong, problemsInLines, problemsOf, refuseExchanged, refuseNone, warningsOf } from "../_kit/checks.js";
import { refuseFolder } from "../_kit/folders.js";
import { imageInsertProblems } from "../_kit/image-insert/problems.js";
import { checkHeadingWriter, insertProblems, wantsWrittenHeadings } from "../_kit/inserts/index.js";
import { junkFilter } from "../_kit/inserts/junk-filter.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { refuseUnknownService, refuseUnknownWriter } from "../_kit/rewriting/named-services.js";
import { SPIN_UNITS, type SpinUnit } from "../_kit/rewriting/spintax-shape.js";
import { readGlossary } from "../_kit/rewriting/terms.js";
import { insertsBlocks } from "../_kit/text-inserts/inserted-text.js";
import { webProblems } from "../_kit/web/options.js";
import { languagesIn, sourceLanguage, targetLanguages } from "./languages.js";
import type { BulkTranslatorOptions, Context } from "./options.js";

type Providers = Context["providers"];

/** What is wrong with the data object of a bulk translator. */
export async function bulkTranslatorProblems(
  options: BulkTranslatorOptions,
  providers: Providers,
): Promise<OptionProblem[]> {
  const problems = await problemsOf([
    () => filePattern(options.inputPattern, "inputPattern"),
    () => filteredLanguages(options.languageFilter),
    () => refuseFolder(options.inputFolder, "inputFolder", providers.folder),
    () => sourceLanguage(options),
    () => targetLanguages(options),
    () => languagesIn(options.translateVia, "translateVia"),
    () => readGlossary(options.glossaryFile),
    () => spinUnits(options),
    () => refuseIdle(options),
    () => refuseWithout(options, providers),
    () => checkHeadingWriter(options, providers.writer),
  ]);
  const junk = await problemsInLines(options.articleJunkFilterFile, junkFilter);
  const inserting = [...(await insertProblems(options)), ...imageInsertProblems(options, providers.images)];
  const exchanged = await problemsOf([() => refuseExchanged(options, ["minChange", "maxChange"])], "warning");
  return [
    ...problems,
    ...junk,
    ...inserting,
    ...exchanged,
    ...warnings(options, providers),
    ...(await webProblems(options, providers.web)),
  ];
}

/** Throws bad-input for names that are not known, and for none. */
export function spinUnits({ spinUnits: given }: BulkTranslatorOptions): ReadonlySet<SpinUnit> {
  const units = namesAmong(SPIN_UNITS, given, "spinUnits");
  refuseNone(units, SPIN_UNITS, "spinUnits");
  return new Set(units);
}

/** Whether anything is translated, as far as the options alone say it. */
export function translates({
  articleSpinnerTranslateSource: source,
  articleSpinnerTranslateTarget: target,
  translateVia,
}: BulkTranslatorOptions): boolean {
  const isSame = target.trim().toLowerCase() === source.trim().toLowerCase();
  return translateVia.trim() !== "" || (target.trim() !== "" && !isSame);
}

/** Whether a language model translates. */
export function usesModel({ translateProvider }: Pick<BulkTranslatorOptions, "translateProvider">): boolean {
  return translateProvider.trim() === "llm";
}

/** The translation service that is asked for by its name; empty for all of them in turn. */
export function serviceName({ translateProvider }: Pick<BulkTranslatorOptions, "translateProvider">): string {
  const name = translateProvider.trim();
  return name === "default" || name === "llm" ? "" : name;
}

function refuseIdle(options: BulkTranslatorOptions): void {
  const hasTexts = options.inputFolder.trim() !== "" || options.textsFile.some((text) => text.trim() !== "");
  if (!hasTexts || options.spinMode !== "none" || translates(options)) return;
  const links = options.articleUseLinks ? options.linkSets.flatMap(({ keywordsFile }) => keywordsFile) : [];
  const lines = [...options.articleReplaceFilterFile, ...options.articleJunkFilterFile, ...links];
  if (insertsBlocks(options) || lines.some((line) => line.trim() !== "")) return;
  throw badField(
    "articleSpinnerTranslateTarget",
    'There is nothing to do: articleSpinnerTranslateTarget is empty or the language of the texts, and spinMode is "none". Set one of them.',
  );
}

function refuseWithout(options: BulkTranslatorOptions, { translator, writer, spinner, paraphraser }: Providers): void {
  const refuse = (field: string, message: string): never => {
    throw new ScriptoriumError("no-provider", message, { field });
  };
  const { spinMode } = options;
  if (translates(options) && usesModel(options)) {
    if (writer === undefined)
      refuse("translateProvider", `translateProvider is "llm". ${noProvider("writer")} ${toHaveProvider("writer")}`);
    else refuseUnknownWriter(options.writerProvider, writer);
  } else if (translates(options)) {
    if (translator === undefined)
      refuse(
        "articleSpinnerTranslateTarget",
        `A target language is set but no translation provider is configured. Set ${settingsFor("translator")}, or clear articleSpinnerTranslateTarget to spin only.`,
      );
    else if (serviceName(options) !== "")
      refuseUnknownService("translateProvider", serviceName(options), translator, ["default", "llm"]);
  }
  if ((spinMode === "spin" || spinMode === "spintax") && spinner === undefined)
    refuse("spinMode", `${noProvider("spinner")} ${toHaveProvider("spinner")}`);
  if (spinMode === "paraphrase" && paraphraser === undefined)
    refuse("spinMode", `${noProvider("paraphraser")} ${toHaveProvider("paraphraser")}`);
}

function warnings(options: BulkTranslatorOptions, { translator }: Providers): OptionProblem[] {
  const { spinMode } = options;
  const isModel = usesModel(options);
  const isSpun = spinMode === "spin" || spinMode === "spintax";
  return warningsOf([
    [
      "variants",
      options.variants > 1 && (spinMode === "none" || spinMode === "spintax"),
      `variants has no effect with spinMode "${spinMode}", which writes one file. Set spinMode to "spin" or "paraphrase", or variants to 1.`,
    ],
    [
      "reorderParagraphs",
      options.reorderParagraphs && !isSpun,
      `reorderParagraphs has no effect with spinMode "${spinMode}". Set spinMode to "spin" or "spintax", or leave it out.`,
    ],
    [
      "formality",
      options.formality !== "default" &&
        !isModel &&
        translator !== undefined &&
        translator.heedsFormality?.(serviceName(options)) !== true,
      'formality has no effect on this translation service. Set translateProvider to "llm" or to a service of the kind "deepl", or leave it out.',
    ],
    [
      "writerProvider",
      options.writerProvider.trim() !== "" && !isModel && !wantsWrittenHeadings(options),
      'writerProvider has no effect, since translateProvider is not "llm". Set it to "llm", or leave writerProvider out.',
    ],
    [
      "headingInsert",
      options.articleUseHeadingInsert && options.headingInsert.Source === "extracted",
      'headingInsert.Source is "extracted", but texts have their headings already, so none are added. Use "keywords", "file" or "ai".',
    ],
    [
      "glossaryFile",
      options.glossaryFile.some((line) => line.trim() !== "") && !translates(options),
      "glossaryFile has no effect, since nothing is translated. Set articleSpinnerTranslateTarget, or leave it out.",
    ],
  ]);
}
