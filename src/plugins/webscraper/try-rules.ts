import { z } from "zod";
import { readyColumn, readyRows } from "../../engines/pages/columns/column.js";
import type { Inspected } from "../../engines/pages/columns/inspection.js";
import type { ColumnsRead } from "../../engines/pages/columns/page-columns.js";
import { defineTry, type Json, type JsonObject, ScriptoriumError, shown } from "../../kernel/index.js";
import { problemsOf } from "../_kit/checks.js";
import { text, whole } from "../_kit/option-fields.js";
import { webScraperProblems } from "./checks.js";
import { DateOrders } from "./date-orders.js";
import type { Needed, Trying, Used, WebScraperOptions } from "./options.js";
import { emptyPage, isEmptyPage, readingOf, rowsOfPage, whyNoClick } from "./reading.js";
import { type TriedPage, triedPage } from "./try-page.js";

/** What a try of rules may be asked. */
export const triedRules = z.object({
  url: text("", "The page; the first of the task's when it is empty. With `html` where that is from."),
  html: text("", "A saved page, HTML, XML or JSON, instead of fetching one."),
  rows: whole({ from: 0, to: 50, usual: 5 }, "How many rows are shown."),
  examples: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .default({})
    .describe(
      "By the names of columns, a value that stands on the page, as text or number: rules that find it are proposed.",
    ),
});

/** Longest value of a row that is shown. */
const LONGEST = 2000;

/** Shows what the rules of a task find on one page, and proposes rules for examples. */
export const tryOfRules = defineTry<WebScraperOptions, typeof triedRules, Needed, Used>({
  asks: triedRules,
  async show(asked, context) {
    const { options, providers, log } = context;
    const page = await triedPage(asked, context);
    const columns = await usableColumns(options);
    const rowProblem = await problemIn(() => readyRows(options.rowSelector));
    const given = Object.entries(asked.examples)
      .map(([name, example]) => [name, String(example)] as const)
      .filter(([, example]) => example.trim() !== "");
    const inUse = columns.filter(({ problem }) => problem === "").map(({ rule }) => rule);
    const usable = { ...options, columns: inUse, rowSelector: rowProblem === "" ? options.rowSelector : "" };
    // What is wrong with a rule stands beside it, and who asks for rules need have none.
    const beside = new Set([rowProblem, ...columns.map(({ problem }) => problem)]);
    for (const { field, message } of await webScraperProblems(options, providers)) {
      const isWanting = field === "columns" && columns.length === 0 && given.length > 0;
      if (!beside.has(message) && !isWanting) log.warn(message);
    }
    const wanted = rowProblem === "" ? asked.rows : 0;
    const orders = new DateOrders();
    const { rows, read } = await rowsOfPage(
      { text: page.text, url: page.url, mediaType: page.mediaType },
      readingOf(usable),
      context,
      { orders, inspect: wanted, ...(given.length === 0 ? {} : { examples: Object.fromEntries(given) }) },
    );
    orders.sayUnsure(log);
    const why = rowProblem === "" && read.rows.length === 0 ? await whyNoRows(page, read, usable, context) : "";
    noteProposals(given, read, log);
    const shownRows = rowProblem === "" ? rows : [];
    return {
      page: page.facts,
      rowSelector: {
        selector: options.rowSelector,
        found: rowProblem === "" ? read.rows.length : 0,
        problem: rowProblem,
        why,
      },
      rows: shownRows.slice(0, wanted).map(({ values, problem }) => ({
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, brief(value)])),
        ...(problem === "" ? {} : { _error: problem }),
      })),
      columns: columns.map(({ rule, problem }): JsonObject => {
        const name = rule.name.trim();
        const at = inUse.indexOf(rule);
        const isRead = problem === "" && rowProblem === "";
        const first = isRead ? (read.inspected ?? []).map((row) => row[at]!) : [];
        const filledRows = isRead
          ? read.rows.filter((row) => row[name] !== "").length - (read.defaults?.[name]?.length ?? 0)
          : 0;
        return { name, problem, filledRows, first: first.map((one) => looked(one)) };
      }),
      ...(options.nextSelector.trim() === ""
        ? {}
        : { next: read.next ?? null, whyNoNext: whyNoNext(page, read, options) }),
      ...(given.length === 0 ? {} : { examples: given.map(([name]) => lookedFor(name, read)) }),
      ...(read.proposals === undefined ? {} : { proposals: read.proposals as unknown as Json }),
    };
  },
});

function noteProposals(
  given: readonly (readonly [string, string])[],
  { proposals, examplePlaces }: ColumnsRead,
  log: Trying["log"],
): void {
  if (proposals === undefined) return;
  const missing = given.map(([name]) => name).filter((name) => (examplePlaces?.[name] ?? 0) === 0);
  if (proposals.length === 0 && missing.length < given.length)
    log.warn(
      "The examples that stand on the page are given in one row by no rules. Take all of them from one item of it.",
    );
  if (missing.length > 0)
    log.warn(
      `Rules are proposed without ${missing.map((name) => `"${shown(name)}"`).join(", ")}, whose example stands nowhere on the page. Copy it from the page.`,
    );
}

/** Why rowSelector finds nothing, also by the page as a browser shows it where the task may use one. */
async function whyNoRows(
  page: TriedPage,
  { whyNoRows: onPage = "", isJson }: ColumnsRead,
  options: WebScraperOptions,
  context: Trying,
): Promise<string> {
  if (isEmptyPage(page.text)) return emptyPage(page.url);
  if (page.shownInBrowser === undefined || isJson === true) return onPage;
  if (options.browser === "never")
    return `${onPage} Whether a browser shows more was not tried, as browser is "never".`;
  if (context.providers.browser === undefined)
    return `${onPage} Whether a browser shows more was not tried: there is none.`;
  try {
    const { text, url, mediaType } = await page.shownInBrowser();
    const columns: WebScraperOptions["columns"] = [];
    const reading = readingOf({ ...options, columns, templateColumns: [], jsonSchema: null });
    const { read } = await rowsOfPage({ text, url, mediaType }, reading, context);
    const found = read.rows.length;
    if (found === 0) return `${onPage} It finds nothing in the page as a browser shows it either.`;
    return `It finds nothing in the page as it comes, but ${found} in the page as a browser shows it. Set browser to "always".`;
  } catch (error) {
    if (context.signal.aborted || !ScriptoriumError.is(error)) throw error;
    return `${onPage} Whether a browser shows more is not known. ${error.message}`;
  }
}

/** Why nextSelector leads to no address. */
function whyNoNext({ url }: TriedPage, { next, whyNoNext = "" }: ColumnsRead, options: WebScraperOptions): string {
  if (next !== "") return whyNoNext;
  return (
    whyNoClick(url || "the page", options) ??
    "nextSelector finds no link, only something to click, which a run does in the browser."
  );
}

function lookedFor(name: string, { examplePlaces, isJson }: ColumnsRead): JsonObject {
  const places = examplePlaces?.[name] ?? 0;
  const why =
    places > 0
      ? ""
      : isJson === true
        ? "It stands nowhere in the JSON. Copy it from there."
        : "It stands nowhere on the page as a text, an attribute or in data. Copy it from the page, or check whether the page needs a browser.";
  return { name, places, why };
}

function looked({ matched, excerpt, raw, value, why }: Inspected): JsonObject {
  return { matched, excerpt, raw, value: brief(value), why };
}

function brief(value: Json): Json {
  return typeof value === "string" ? shown(value, LONGEST) : value;
}

/** Each column with what is wrong with its rule. */
async function usableColumns({ columns }: WebScraperOptions) {
  return await Promise.all(columns.map(async (rule) => ({ rule, problem: await problemIn(() => readyColumn(rule)) })));
}

async function problemIn(check: () => unknown): Promise<string> {
  return (await problemsOf([check])).map(({ message }) => message).join(" ");
}
