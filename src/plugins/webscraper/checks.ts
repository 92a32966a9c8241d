import { readyColumn, readyRows } from "../../engines/pages/columns/column.js";
import { nextRule } from "../../engines/pages/columns/page-columns.js";
import { badField } from "../../engines/pages/fields.js";
import { isPlainObject, type OptionProblem, shown } from "../../kernel/index.js";
import { namesAmong, problemsOf, refuseNone } from "../_kit/checks.js";
import { refuseFolder } from "../_kit/folders.js";
import { browserProblems, noBrowser } from "../_kit/web/browser-options.js";
import { webProblems } from "../_kit/web/options.js";
import { expandedLines } from "./addresses.js";
import { refuseModel } from "./model-rows.js";
import { NOTES } from "./notes.js";
import { type Context, RESULT_FORMATS, type ResultFormat, type WebScraperOptions } from "./options.js";
import { noColumns, renderingOf } from "./reading.js";

/** What is wrong with the data object of a web scraper. */
export async function webScraperProblems(
  options: WebScraperOptions,
  { web, browser, folder, reader, writer }: Partial<Context["providers"]>,
): Promise<OptionProblem[]> {
  return [
    ...(await problemsOf([
      () => expandedLines(options),
      () => readyRows(options.rowSelector),
      ...options.columns.map((rule) => () => readyColumn(rule)),
      () => refuseNoColumns(options),
      () => refuseModel(options, writer),
      () => {
        if (reader !== undefined && reader.columns === undefined) throw noColumns();
      },
      () => refuseTwice(options),
      () => refuseTemplates(options),
      () => refuseKey(options),
      () => resultFormats(options),
      () => refusePagination(options),
      () => refuseRendering(options, browser !== undefined),
      () => refuseTimezone(options),
      () => refuseLocale(options),
    ])),
    // Pages of urlsFile are read all the same.
    ...(await problemsOf(
      [() => refuseFolder(options.inputFolder, "inputFolder", folder), ...NOTES.map((note) => () => note(options))],
      "warning",
    )),
    ...(await browserProblems(options, browser)),
    ...(await webProblems(options, web)),
  ];
}

export function resultFormats({ outputFormats }: WebScraperOptions): ResultFormat[] {
  const formats = namesAmong(RESULT_FORMATS, outputFormats, "outputFormats");
  refuseNone(formats, RESULT_FORMATS, "outputFormats");
  return formats;
}

/** A draft without pages is not begun yet. */
function refuseNoColumns(options: WebScraperOptions): void {
  const { columns, jsonSchema, urlsFile, inputFolder } = options;
  const hasPages = urlsFile.some((line) => line.trim() !== "") || inputFolder.trim() !== "";
  if (columns.length === 0 && jsonSchema === null && hasPages)
    throw badField("columns", 'columns is empty. Give at least one, such as {"name": "title", "css": "h1"}.');
}

function refuseTwice({ columns, templateColumns, jsonSchema }: WebScraperOptions): void {
  const names = [...columns, ...templateColumns].map(({ name }) => name.trim()).concat(modelNames(jsonSchema));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw badField("columns", `Two columns have the name "${twice}". Give each its own.`);
  const own = names.find((name) => name.startsWith("_"));
  if (own !== undefined)
    throw badField(
      "columns",
      `The column "${own}" begins with an underscore, as those of the web scraper do. Name it otherwise.`,
    );
}

function refuseTemplates({ columns, templateColumns, jsonSchema }: WebScraperOptions): void {
  const known = new Set([...columns.map(({ name }) => name.trim()), ...modelNames(jsonSchema)]);
  for (const { name, template } of templateColumns) {
    if (name.trim() === "") throw badField("templateColumns", "A template column has no name. Give each a name.");
    const strange = [...template.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].find(([, column]) => !known.has(column!));
    if (strange)
      throw badField(
        "templateColumns",
        `The template of "${name}" names the column "${strange[1]}", which there is not. Use one of ${[...known].join(", ")}.`,
      );
  }
}

function refuseKey({ mode, keyColumn, columns, templateColumns, jsonSchema }: WebScraperOptions): void {
  const key = keyColumn.trim();
  const shownColumns = [...columns.filter(({ hidden }) => !hidden), ...templateColumns];
  const names = [...shownColumns.map(({ name }) => name.trim()), ...modelNames(jsonSchema)];
  if (mode !== "changes" || key === "" || names.length === 0 || names.includes(key)) return;
  throw badField(
    "keyColumn",
    `keyColumn is "${shown(key)}", which is no column of the rows. Use one of ${names.join(", ")}, or leave it empty.`,
  );
}

function refusePagination({ nextSelector, urlPattern }: WebScraperOptions): void {
  if (nextSelector.trim() !== "" && urlPattern.trim() !== "") {
    throw badField("nextSelector", "Both nextSelector and urlPattern say where the next page is. Leave one empty.");
  }
  if (urlPattern.trim() !== "" && !/\{(?:page|offset)\}/.test(urlPattern)) {
    throw badField(
      "urlPattern",
      "urlPattern has neither {page} nor {offset}, so every page would be the same. Put one in.",
    );
  }
  if (nextSelector.trim() !== "") readyColumn({ name: "nextSelector", ...nextRule(nextSelector) });
}

const NEEDS: Readonly<Record<string, readonly string[]>> = {
  click: ["selector"],
  type: ["selector", "text"],
  press: ["key"],
  evaluate: ["script"],
};

/** Throws bad-input and no-browser. */
export function refuseRendering(options: WebScraperOptions, hasBrowser: boolean): void {
  for (const [index, step] of options.steps.entries()) {
    const lacks = (NEEDS[step.do] ?? []).find((member) => step[member as keyof typeof step] === undefined);
    if (lacks !== undefined)
      throw badField("steps", `Step ${index + 1} is "${step.do}" and has no "${lacks}". Give it one.`);
  }
  if (renderingOf(options) === undefined) return;
  if (options.browser === "never") {
    throw badField(
      "browser",
      'browser is "never", but steps, scroll, waitFor and screenshot need one. Set browser to "auto", or leave them out.',
    );
  }
  if (!hasBrowser) throw noBrowser("This task uses steps, scroll, waitFor or screenshot, which need a browser,");
}

function refuseTimezone({ timezone }: WebScraperOptions): void {
  const name = timezone.trim();
  if (name === "") return;
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    throw badField("timezone", `timezone is "${shown(name)}", which is no time zone. Name one such as Europe/Berlin.`);
  }
}

function refuseLocale({ locale }: WebScraperOptions): void {
  const name = locale.trim();
  if (name === "") return;
  try {
    Intl.getCanonicalLocales(name);
  } catch {
    throw badField("locale", `locale is "${shown(name)}", which is no code of a language. Write one such as de-DE.`);
  }
}

/** The columns of rows by a schema, as far as it has any. */
function modelNames(jsonSchema: WebScraperOptions["jsonSchema"]): string[] {
  const row = isPlainObject(jsonSchema?.["items"]) ? jsonSchema["items"] : jsonSchema;
  const properties = row?.["properties"];
  return isPlainObject(properties) ? Object.keys(properties).map((name) => name.trim()) : [];
}
