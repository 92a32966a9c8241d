import type { FileInfo } from "../../../../../../kernel/storage/records.js";
import type { Json, JsonObject } from "../../../../../../kernel/values/json.js";
import { csvRows } from "../files/csv.js";
import { linkOf } from "../rows/cells.js";

/** A kind of thing that a report lists, such as `missing › titles`. */
export interface Kind {
  readonly title: string;
  /** How many there are, also where the report names fewer. */
  readonly count: number;
  readonly items: readonly Json[];
  /** How grave it is, where the report says so: `error`. */
  readonly severity?: string;
}

interface Figure {
  readonly title: string;
  readonly value: string | number;
}

export interface Report {
  /** What somebody should look at, by kind, the gravest first; from a table of issues where there is one. */
  readonly issues: readonly Kind[];
  readonly lists: readonly Kind[];
  readonly figures: readonly Figure[];
  /** Figures that belong together, such as pages by status. */
  readonly groups: readonly { readonly title: string; readonly figures: readonly Figure[] }[];
}

/** The files that a report is made of. */
export interface ReportFiles {
  readonly report: FileInfo;
  /** A table with a line for each issue. */
  readonly issues: FileInfo | undefined;
}

const NAME = /(?:^|\/)(?:[^/]*[-_ ])?(?:report|issues)(?:[-_ ][^/]*)?\.json$/i;
/** A report that is larger is a file to download. */
const LARGEST = 16 * 1024 * 1024;
const DEEPEST = 3;

const ISSUES = /(?:^|\/)issues\.csv$/i;
/** Of a table of issues so much is read. */
export const TABLE_PART = 4 * 1024 * 1024;
const MOST_ISSUES = 50_000;

export function reportFiles(files: readonly FileInfo[]): ReportFiles | undefined {
  const report = files.find(({ path, size }) => NAME.test(path) && size <= LARGEST);
  return report && { report, issues: files.find(({ path }) => ISSUES.test(path)) };
}

/**
 * What a JSON report lists, wherever in it: lists, and objects of a count and its items. Figures are what else it says. The table
 * of issues is a CSV with a column for their kind. `names` are those of the files: a list of them is no finding.
 */
export function readReport(text: string, table: string | undefined, names: ReadonlySet<string>): Report {
  const lists: Kind[] = [];
  const figures: Figure[] = [];
  const groups: { title: string; figures: Figure[] }[] = [];
  const isNames = (items: readonly Json[]) =>
    items.length > 0 && items.every((one) => typeof one === "string" && names.has(one));
  const walk = (value: Json | undefined, path: readonly string[]): void => {
    if (Array.isArray(value)) {
      if (!isNames(value)) lists.push({ title: titleOf(path), count: value.length, items: value });
    } else if (typeof value === "number" || (typeof value === "string" && value.length < 200)) {
      figures.push({ title: titleOf(path), value });
    } else if (value !== null && typeof value === "object") {
      const { count, items } = value as JsonObject;
      const members = Object.entries(value);
      if (typeof count === "number" && Array.isArray(items)) lists.push({ title: titleOf(path), count, items });
      else if (path.length > 0 && members.length > 0 && members.every(([, one]) => typeof one === "number")) {
        groups.push({
          title: titleOf(path),
          figures: members.map(([title, one]) => ({ title, value: one as number })),
        });
      } else if (path.length < DEEPEST) {
        for (const [name, inner] of members) walk(inner, [...path, name]);
      }
    }
  };
  walk(JSON.parse(text) as Json, []);
  const issues = table === undefined ? [] : issuesOf(table);
  const known = new Set(issues.map(({ title }) => title));
  return {
    issues,
    lists: lists.sort((one, other) => other.count - one.count),
    figures,
    // What the table of issues says already.
    groups: groups.filter((group) => !group.figures.every(({ title }) => known.has(sentence(title)))),
  };
}

const GRAVEST = ["error", "critical", "high", "warning", "medium", "notice", "low", "info"];

/** A table of issues by their kind. */
function issuesOf(table: string): Kind[] {
  const { rows } = csvRows(table, MOST_ISSUES);
  const [head = [], ...body] = rows;
  const names = head.map((name) => name.trim());
  const kindAt = names.findIndex((name) => /^(?:type|kind|issue|code)$/i.test(name));
  const severityAt = names.findIndex((name) => /^(?:severity|level)$/i.test(name));
  if (kindAt < 0) return [];
  const kinds = new Map<string, { severity: string; items: JsonObject[] }>();
  for (const row of body) {
    const title = sentence(row[kindAt] ?? "");
    const kind = kinds.get(title) ?? { severity: row[severityAt] ?? "", items: [] };
    kinds.set(title, kind);
    kind.items.push(
      Object.fromEntries(
        names.map((name, at) => [name, row[at] ?? ""] as const).filter((_, at) => at !== kindAt && at !== severityAt),
      ),
    );
  }
  const grave = (severity: string) =>
    (GRAVEST.indexOf(severity.toLowerCase()) + GRAVEST.length + 1) % (GRAVEST.length + 1);
  return [...kinds]
    .map(([title, { severity, items }]) => ({ title, severity, items, count: items.length }))
    .sort((one, other) => grave(one.severity) - grave(other.severity) || other.count - one.count);
}

/** `mostLinked` as `most linked`. */
export const spaced = (name: string): string =>
  /^[a-z]+(?:[A-Z][a-z]+)+$/.test(name) ? name.replace(/[A-Z]/g, (sign) => ` ${sign.toLowerCase()}`) : name;

/** Several addresses in one cell of a table as a list. */
export function parted(value: Json | undefined): Json | undefined {
  const parts = typeof value === "string" ? value.trim().split(/\s+/) : [];
  return parts.length > 1 && parts.every((part) => linkOf(part) !== undefined) ? parts : value;
}

/** `missing-title` as `Missing title`. */
function sentence(name: string): string {
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `mostLinked` as people write it; a group that says nothing by itself, such as `counts`, is left out. */
function titleOf(path: readonly string[]): string {
  const names = path.length > 1 && /^(?:counts|totals|summary|issues)$/i.test(path[0]!) ? path.slice(1) : path;
  const [first = "", ...others] = names.map(spaced);
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(" › ");
}
