import { badField, givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, ScriptoriumError, seededRandom } from "../../kernel/index.js";
import { namesAmong, problemsOf, refuseNone, warningsOf } from "../_kit/checks.js";
import { refuseFolder } from "../_kit/folders.js";
import { Merge } from "./merge.js";
import { type Context, type MailMergeOptions, OUTPUT_FORMATS, type OutputFormat } from "./options.js";
import { readRowFilter } from "./row-filter.js";
import { listsOf } from "./tables/combined-lists.js";
import { decoderOf } from "./tables/decoded.js";
import { delimiterOf, openTable } from "./tables/source.js";
import { sourceLine } from "./tables/source-line.js";
import { placeOf } from "./tables/table-files.js";

/** What is wrong with the data object of a mail merge. */
export async function mailMergeProblems(
  options: MailMergeOptions,
  { folder }: Context["providers"],
): Promise<OptionProblem[]> {
  const { csvFile, template, templateFile, encoding } = options;
  const problems = await problemsOf([
    () => outputFormats(options),
    () => delimiterOf(options),
    () => encoding.trim().toLowerCase() !== "auto" && encoding.trim() !== "" && decoderOf(encoding),
    () => listsOf(options),
    () => readRowFilter(options.rowFilter),
    () => refuseNoTemplate(options),
    () => refuseDeepNames(options),
    ...[csvFile, template.trim() === "" ? templateFile : ""]
      .map((file, at) => [file.trim(), at === 0 ? "csvFile" : "templateFile"] as const)
      .filter(([file]) => file !== "")
      .map(
        ([file, field]) =>
          () =>
            refuseFolder(placeOf(file)[0], field, folder),
      ),
  ]);
  return [
    ...problems,
    // What is wrong with columns is seen here where the table is part of the data object, and else when a run begins.
    ...(problems.length === 0 ? await problemsOf([() => refuseTemplates(options)]) : []),
    ...warnings(options),
  ];
}

/** Throws bad-input for names that are not known, and for none. */
export function outputFormats({ outputFormats: given }: MailMergeOptions): OutputFormat[] {
  const formats = namesAmong(OUTPUT_FORMATS, given, "outputFormats");
  refuseNone(formats, OUTPUT_FORMATS, "outputFormats");
  return formats;
}

/** A draft without rows is not begun yet. */
function refuseNoTemplate(options: MailMergeOptions): void {
  if (sourceLine(options) === undefined || options.template.trim() !== "" || options.templateFile.trim() !== "") return;
  throw new ScriptoriumError(
    "no-input",
    'There is no template. Set template, such as "<p>Dear {{name}}</p>", or templateFile.',
    {
      field: "template",
    },
  );
}

/** Folders within folders that a file name may make. */
const MOST_FOLDERS = 2;

function refuseDeepNames({ fileNameTemplate }: MailMergeOptions): void {
  if (fileNameTemplate.trim() === "")
    throw badField("fileNameTemplate", "fileNameTemplate is empty. Set it to a name such as {{slug title}}.");
  const folders = fileNameTemplate.replace(/\{\{\s*\/[^{}]*\}\}/g, "").split("/").length - 1;
  if (folders > MOST_FOLDERS)
    throw badField(
      "fileNameTemplate",
      `fileNameTemplate makes ${folders} folders in one another. Make ${MOST_FOLDERS} at most.`,
    );
}

async function refuseTemplates(options: MailMergeOptions): Promise<void> {
  const rows = givenLines(options.rowsFile);
  const isHere = options.csvFile.trim() === "" && sourceLine(options) !== undefined;
  if (!isHere || options.template.trim() === "") return;
  const { header } = await openTable({
    options: { ...options, rowsFile: rows.slice(0, 50) },
    providers: {},
    signal: new AbortController().signal,
    log: SILENT,
    random: seededRandom(""),
  });
  new Merge(options.template, options, outputFormats(options), header, "", () => {});
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

function warnings(options: MailMergeOptions): OptionProblem[] {
  const hasFile = options.csvFile.trim() !== "";
  const hasRows = givenLines(options.rowsFile).length > 0;
  const hasLists = Object.values(options.combineLists).some(Array.isArray);
  return warningsOf([
    ["rowsFile", hasFile && hasRows, "rowsFile is not used, since csvFile is set. Empty one of the two."],
    [
      "combineLists",
      hasLists && (hasFile || hasRows),
      "combineLists is not used, since there is a table. Empty csvFile and rowsFile, or leave it out.",
    ],
    [
      "templateFile",
      options.template.trim() !== "" && options.templateFile.trim() !== "",
      "templateFile is not used, since template is set. Empty one of the two.",
    ],
    [
      "fileNameTemplate",
      options.mode === "single" && options.fileNameTemplate.trim() !== "{{slug title}}",
      'fileNameTemplate has no effect with mode "single", which writes articles/merged. Set mode to "file-per-row", or leave it out.',
    ],
  ]);
}
