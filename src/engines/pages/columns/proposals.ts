import type { Json } from "../../../kernel/values/json.js";
import { readyColumn, readyRows } from "./column.js";
import type { ColumnRule } from "./column-rule.js";
import type { Draft } from "./draft.js";
import { dataPlaces, elementPlaces, plain, sameNumber } from "./example-places.js";
import type { ParsedPage } from "./parsed-page.js";
import { pageRules } from "./proposals-of-page.js";
import { rowRules } from "./proposals-of-rows.js";

/** Rules that give the examples on a page, as the options of a task want them. */
export interface Proposal {
  readonly rowSelector: string;
  readonly columns: readonly ColumnRule[];
  /** How many rows they find. */
  readonly rows: number;
  /** Of each column, the part of rows that has it. */
  readonly fillRates: Readonly<Record<string, number>>;
  /** The first rows. */
  readonly first: readonly Readonly<Record<string, Json>>[];
}

/** Examples by the names of their columns. */
export type Examples = Readonly<Record<string, string>>;

const MOST_PROPOSALS = 5;
const MOST_TRIED = 40;
const FIRST_ROWS = 3;

/** Rules for columns of which a value on the page is known, the best first. */
export function proposals(page: ParsedPage, examples: Examples): Proposal[] {
  const given = Object.entries(examples).filter(([, example]) => plain(example) !== "");
  if (given.length === 0) return [];
  const drafts = [...pageRules(page, given), ...rowRules(page, given)].sort((a, b) => b.score - a.score);
  const found: (Proposal & { readonly score: number })[] = [];
  const seen = new Set<string>();
  for (const draft of drafts.slice(0, MOST_TRIED)) {
    const proposal = tried(page, draft, given);
    if (proposal === undefined) continue;
    const mark = JSON.stringify([proposal.rowSelector === "", proposal.rows, proposal.first]);
    if (seen.has(mark)) continue;
    seen.add(mark);
    const empty = Object.values(proposal.fillRates).reduce((sum, part) => sum + 1 - part, 0);
    found.push({ ...proposal, score: draft.score - 2 * (empty / given.length) });
  }
  // One value in every row is seldom meant where the rows hold one each.
  const hasOwn = found.some((one) => one.rows > 1 && !isRepeated(one));
  return found
    .sort((a, b) => (hasOwn ? Number(isRepeated(a)) - Number(isRepeated(b)) : 0) || b.score - a.score)
    .slice(0, MOST_PROPOSALS)
    .map(({ score: _score, ...proposal }) => proposal);
}

function isRepeated({ columns }: Proposal): boolean {
  return columns.some(({ repeat }) => repeat === true);
}

/** At how many places of the page each example stands. */
export function placesOfExamples(page: ParsedPage, examples: Examples): Record<string, number> {
  const count = (example: string) =>
    dataPlaces(page, example).length + (page.isJson ? 0 : elementPlaces(page, example).length);
  return Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, count(example)]));
}

/** The rules as a run reads by them; undefined where they do not give the examples in one row. */
function tried(
  page: ParsedPage,
  { rowSelector, columns }: Draft,
  given: readonly [string, string][],
): Proposal | undefined {
  const ready = columns.map((rule) => readyColumn(rule));
  const scopes = readyRows(rowSelector)(page);
  const rows = scopes.map((scope) =>
    Object.fromEntries(ready.map((column) => [column.rule.name, column.read(scope, page)])),
  );
  const gives = (row: Readonly<Record<string, Json>>) =>
    given.every(([name, example]) => isSame(row[name] ?? "", example, page.base));
  if (!rows.some(gives)) return undefined;
  const fillRates = Object.fromEntries(
    given.map(([name]) => [name, round(rows.filter((row) => (row[name] ?? "") !== "").length / rows.length)]),
  );
  return { rowSelector, columns, rows: rows.length, fillRates, first: rows.slice(0, FIRST_ROWS) };
}

/** Whether a value is the example, whichever way either is written. */
export function isSame(value: Json, example: string, url: string): boolean {
  const [own, its] = [plain(String(value)), plain(example)];
  if (own === its || own.toLowerCase() === its.toLowerCase() || sameNumber(own, its)) return true;
  return /^https?:/.test(own) && own === URL.parse(its, url || undefined)?.href;
}

function round(part: number): number {
  return Math.round(part * 1000) / 1000;
}
