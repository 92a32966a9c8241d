import { MOST_TEXT } from "../../engines/pages/columns/column.js";
import { counted } from "../_kit/counted.js";
import { LAST_RATES } from "./file-names.js";
import { countsTogether, type KeptLine, type PageCounts } from "./kept-lines.js";
import { isOfPage } from "./last-rows.js";
import type { Context } from "./options.js";
import { markOf } from "./page-rows.js";
import type { RunState } from "./preparation.js";
import { sayUnread, textsTogether } from "./read-texts.js";
import { isOfEmptyRow } from "./reading.js";

/** A column that was filled in so much less of the rows than before is warned of. */
const FALLEN = 0.2;

type RunContext = Context & { readonly state: RunState };

/** Writes how many lines, pages and rows there were and how full each column is, and says the same in the log. */
export async function report(kept: readonly KeptLine[], context: RunContext): Promise<void> {
  const { output, log, state, options } = context;
  const pages = pagesTogether(kept.map((line) => line.pages));
  const counts = rowCounts(kept, pages);
  const texts = textsTogether(kept.map((line) => line.texts));
  const cut = countsTogether(kept.map((line) => line.cut));
  const summary = {
    lines: linesOf(kept, state),
    pages,
    rows: counts,
    columns: (await filled(kept, pages.failed, context)).map((column) => {
      const { kind, count, unread, example } = texts[column.name] ?? {};
      const cutTexts = cut[column.name] ?? 0;
      return {
        ...column,
        ...(cutTexts === 0 ? {} : { cut: cutTexts }),
        ...(unread ? { notRead: { kind, values: count, unread, example } } : {}),
      };
    }),
  };
  output.file("report.json", `${JSON.stringify(summary, null, 2)}\n`, "application/json");
  const same = options.mode === "changes" ? `, ${counts.unchanged} unchanged` : "";
  log.info(
    `${counted(counts.found, "row")} with values, ${counts.empty} without${same}, from ${counted(pages.read, "page")}; ${counted(pages.failed, "page")} could not be read.`,
  );
  for (const [note, count] of Object.entries(pages.undone))
    log.warn(`On ${counted(count, "page")}: ${note} Check it against the page, which was read as it stood.`);
  for (const [name, count] of Object.entries(cut))
    log.warn(
      `${counted(count, "text")} in the column "${name}" ${count === 1 ? "was" : "were"} cut at ${MOST_TEXT.toLocaleString("en")} characters. Make its rule narrower.`,
    );
  const looked = kept.filter(({ hasNext }) => hasNext !== undefined);
  if (looked.length > 0 && !looked.some(({ hasNext }) => hasNext))
    log.warn(
      "nextSelector found nothing on the first page of any line, so that no further page was read. Check it against a page, or leave it out.",
    );
  sayUnread(texts, log);
  state.orders.sayUnsure(log);
}

/** Each page that could not be read has one row; `unusable` rows stand for a page without rows or are none by the schema. */
function rowCounts(kept: readonly KeptLine[], { failed }: PageCounts) {
  const rows = kept.flatMap((line) => line.rows);
  const empty = rows.filter((row) => isOfEmptyRow(row["_error"])).length;
  const found = rows.filter((row) => row["_error"] === "").length;
  const unchanged = kept.reduce((sum, line) => sum + line.unchanged.count, 0);
  return { found, empty, unchanged, failed, unusable: rows.length - found - empty - failed };
}

/** As the last entry of the log counts them: a line without an entry has failed before it gave anything. */
function linesOf(kept: readonly KeptLine[], { lines }: RunState) {
  const done = kept.filter(({ fails }) => !fails).length;
  const known = new Set(kept.map(({ line }) => line));
  const silent = new Set(lines.map((line) => markOf(line)).filter((mark) => !known.has(mark)));
  return { done, failed: kept.length - done + silent.size };
}

function pagesTogether(parts: readonly PageCounts[]): PageCounts {
  const sum = (of: (part: PageCounts) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    read: sum(({ read }) => read),
    failed: sum(({ failed }) => failed),
    blocked: countsTogether(parts.map(({ blocked }) => blocked)),
    rendered: countsTogether(parts.map(({ rendered }) => rendered)),
    undone: countsTogether(parts.map(({ undone }) => undone)),
  };
}

interface FilledColumn {
  readonly name: string;
  readonly fillRate: number;
  readonly lastFillRate?: number;
}

/**
 * Of every column the part of the rows of pages that has it by more than its default, unchanged ones included; warns of one that has
 * become empty.
 */
async function filled(
  kept: readonly KeptLine[],
  failed: number,
  { output, remembered, log, state }: RunContext,
): Promise<FilledColumn[]> {
  const looked = kept.flatMap(({ rows }) => rows.filter(isOfPage));
  const count = kept.reduce((sum, { unchanged }) => sum + unchanged.count, looked.length);
  const bytes = await remembered(LAST_RATES);
  const before = bytes === undefined ? {} : (JSON.parse(Buffer.from(bytes).toString()) as Record<string, number>);
  const defaults = countsTogether(kept.map((line) => line.defaults));
  const columns = state.reading.names.map((name): FilledColumn => {
    const full = kept.reduce(
      (sum, { unchanged }) => sum + (unchanged.filled[name] ?? 0),
      looked.filter((row) => row[name] !== "").length - (defaults[name] ?? 0),
    );
    const last = before[name];
    return {
      ...{ name, fillRate: count === 0 ? 0 : round(full / count) },
      ...(last === undefined ? {} : { lastFillRate: last }),
    };
  });
  if (count === 0) return columns;
  for (const { name, fillRate, lastFillRate = 0 } of columns) {
    if (lastFillRate - fillRate >= FALLEN) {
      log.warn(
        `The column "${name}" is filled in ${percent(fillRate)} of the rows, ${percent(lastFillRate)} in the last run. ${failed === 0 ? "The pages may have changed: check its rule." : `${counted(failed, "page")} could not be read, which may be why: run ${failed === 1 ? "it" : "them"} again before you change the rule.`}`,
      );
    } else if (fillRate === 0) {
      log.warn(`The column "${name}" is empty in every row. Check its rule.`);
    }
  }
  output.remember(LAST_RATES, JSON.stringify(Object.fromEntries(columns.map((one) => [one.name, one.fillRate]))));
  return columns;
}

function round(part: number): number {
  return Math.round(part * 1000) / 1000;
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
