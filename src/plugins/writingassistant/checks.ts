import { languageCode } from "../../engines/language-codes.js";
import { badField, givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, ScriptoriumError, shown } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { namesAmong, problemsInLines, problemsOf, refuseExchanged, refuseNone, warningsOf } from "../_kit/checks.js";
import { refuseFolder } from "../_kit/folders.js";
import { imageInsertProblems } from "../_kit/image-insert/problems.js";
import { checkHeadingWriter, insertProblems } from "../_kit/inserts/index.js";
import { junkFilter } from "../_kit/inserts/junk-filter.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { checkSpinMode, hasSpintax } from "../_kit/rewriting/spun-sentences.js";
import { refuseUnknownEngines, refuseVertical } from "../_kit/search/engine-checks.js";
import { engineOf } from "../_kit/search/options.js";
import { readRegion } from "../_kit/search/region.js";
import { browserProblems } from "../_kit/web/browser-options.js";
import { webProblems } from "../_kit/web/options.js";
import { chosenWriter } from "../_kit/writing/chosen-writer.js";
import { storedVoice } from "../_kit/writing/stored-texts.js";
import { jobsOf } from "./jobs.js";
import {
  type Context,
  OUTPUT_FORMATS,
  type OutputFormat,
  STAGES,
  type Stage,
  type WritingAssistantOptions,
} from "./options.js";

/** What was asked for and not given. */
export const NOT_GIVEN = {
  prompts: "There is nothing to write about: promptsFile and rowsFile are empty. Give a subject per line, or rows.",
  urls: 'research is "urls", but sourceUrlsFile is empty. Give the addresses of the pages to read.',
  folder: 'research is "folder", but sourceFolder is empty. Give the folder that holds the texts.',
} as const;

/** What is wrong with the data object of a writing assistant. */
export async function writingAssistantProblems(
  options: WritingAssistantOptions,
  providers: Context["providers"],
): Promise<OptionProblem[]> {
  const reads = options.research === "search" || options.research === "urls";
  return [
    ...(await problemsOf([
      () =>
        hasJobs(options) &&
        chosenWriter(providers.writer, { writerProvider: options.writerProvider, what: "AI writer" }),
      () => storedVoice(options.brandVoiceId, providers.prompts),
      () => checkHeadingWriter(options, providers.writer),
      () => checkSpinMode(options, providers),
      () => outputFormats(options),
      () => stagesOf(options),
      () => refuseUnknownSettings(options),
      () => jobsOf(options),
      () => refuseNoSources(options, providers),
      () => refuseLanguage(options, "articleSpinnerTranslateSource"),
      () => refuseLanguage(options, "articleSpinnerTranslateTarget"),
      () => refuseFolder(options.sourceFolder, "sourceFolder", providers.folder),
    ])),
    ...(await problemsInLines(options.languageFilter, filteredLanguages)),
    ...(await problemsInLines(options.articleJunkFilterFile, junkFilter)),
    ...(await insertProblems(options)),
    ...imageInsertProblems(options, providers.images),
    ...(await problemsOf([() => refuseExchanged(options, ["articleLengthFrom", "articleLengthTo"])], "warning")),
    ...(await webProblems(options, providers.web)),
    ...(reads ? await browserProblems(options, providers.browser) : []),
    ...spare(options),
  ];
}

/** Whether there is anything that a writer would be asked for. */
function hasJobs({ promptsFile, rowsFile }: WritingAssistantOptions): boolean {
  return givenLines([...promptsFile, ...rowsFile]).length > 0;
}

/** The stages that are done, in their order. Throws bad-input for names that are not known. */
export function stagesOf(options: WritingAssistantOptions): Stage[] {
  const { includeFaq, includeTable, articleSpinnerTranslateTarget: target } = options;
  const asked = new Set<Stage>(namesAmong(STAGES, options.stages, "stages"));
  asked.add("draft");
  if (includeFaq) asked.add("faq");
  if (includeTable) asked.add("table");
  if (translates(options)) asked.add("translate");
  else if (asked.has("translate")) {
    throw badField(
      "articleSpinnerTranslateTarget",
      target.trim() === ""
        ? 'stages has "translate", but articleSpinnerTranslateTarget is empty. Set it to the language to translate into, such as "de".'
        : `stages has "translate", but the text is written in "${shown(target.trim())}" already. Change one of the two languages.`,
    );
  }
  if (options.requireApproval && !asked.has(options.approvalStage)) {
    throw badField(
      "approvalStage",
      `approvalStage is "${options.approvalStage}", which is not among stages, so there would be nothing to approve. Add it to stages, or set approvalStage to "draft".`,
    );
  }
  return STAGES.filter((stage) => asked.has(stage));
}

function translates({
  articleSpinnerTranslateSource: from,
  articleSpinnerTranslateTarget: to,
}: WritingAssistantOptions): boolean {
  return to.trim() !== "" && to.trim().toLowerCase() !== from.trim().toLowerCase();
}

/** Throws bad-input for names that are not known, and for none. */
export function outputFormats(options: WritingAssistantOptions): OutputFormat[] {
  const formats = namesAmong(OUTPUT_FORMATS, options.outputFormats, "outputFormats");
  refuseNone(formats, OUTPUT_FORMATS, "outputFormats");
  return formats;
}

function refuseUnknownSettings({ stageSettings }: WritingAssistantOptions): void {
  namesAmong(STAGES, Object.keys(stageSettings), "stageSettings");
}

function refuseNoSources(options: WritingAssistantOptions, { web, search, folder }: Context["providers"]): void {
  const { research } = options;
  const lacks = (provider: "web" | "search" | "folder", what: string) =>
    new ScriptoriumError(
      "no-provider",
      `${noProvider(provider)} The writing assistant needs one to ${what}. ${toHaveProvider(provider)}`,
      { field: "research" },
    );
  if (research === "search" && search === undefined) throw lacks("search", "find pages");
  if ((research === "search" || research === "urls") && web === undefined) throw lacks("web", "read pages");
  if (research === "folder" && folder === undefined) throw lacks("folder", "read sourceFolder");
  if (research === "urls" && givenLines(options.sourceUrlsFile).length === 0) {
    throw new ScriptoriumError("no-input", NOT_GIVEN.urls, { field: "sourceUrlsFile" });
  }
  if (research === "folder" && options.sourceFolder.trim() === "") {
    throw new ScriptoriumError("no-input", NOT_GIVEN.folder, { field: "sourceFolder" });
  }
  if (research === "search" && search !== undefined) {
    readRegion(options.articleGoogleCountry);
    refuseUnknownEngines(search, engineOf(options), "searchProvider");
    refuseVertical(search, engineOf(options), "web", "searchProvider");
  }
  if (research === "none" && options.writerProvider.trim() === "template") {
    throw new ScriptoriumError(
      "no-input",
      'The offline writer puts together what sources say, and research is "none". Set research to "search", "urls" or "folder", or set a language model as writerProvider.',
      { field: "research" },
    );
  }
}

function refuseLanguage(
  options: WritingAssistantOptions,
  field: "articleSpinnerTranslateSource" | "articleSpinnerTranslateTarget",
): void {
  const given = options[field].trim();
  if (given === "" || languageCode(given) !== "") return;
  throw badField(field, `${field} is "${shown(given)}", which is no language code. Use two letters, such as "en".`);
}

function spare(options: WritingAssistantOptions): OptionProblem[] {
  const { research, requireApproval, headingInsert } = options;
  return warningsOf([
    [
      "sourceUrlsFile",
      research !== "urls" && givenLines(options.sourceUrlsFile).length > 0,
      `sourceUrlsFile has addresses, but research is "${research}", so a run does not read them. Set research to "urls".`,
    ],
    [
      "sourceFolder",
      research !== "folder" && options.sourceFolder.trim() !== "",
      `sourceFolder is set, but research is "${research}", so a run does not read it. Set research to "folder".`,
    ],
    [
      "outputFormats",
      options.spinMode === "spintax" && !hasSpintax(options.outputFormats),
      'spinMode is "spintax", but outputFormats has no "spintax", so the variants are written nowhere. Add it.',
    ],
    [
      "approvedFile",
      !requireApproval && givenLines(options.approvedFile).length > 0,
      "approvedFile has no effect without requireApproval: all articles are finished. Set requireApproval, or empty the list.",
    ],
    [
      "headingInsert",
      options.articleUseHeadingInsert && headingInsert.Source === "extracted",
      'headingInsert.Source is "extracted", but a text that is written stood under no headings of its sources, so none are added. Use "ai", "keywords" or "file".',
    ],
    [
      "stages",
      research === "none" && options.stages.some((stage) => stage.trim().toLowerCase() === "research"),
      'stages has "research", but research is "none", so nothing is looked for. Set research to "search".',
    ],
  ]);
}
