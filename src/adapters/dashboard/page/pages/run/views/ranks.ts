import type { ShownRun } from "../../../../../../kernel/index.js";
import { client } from "../../../state/client.js";
import { plainText, type Row, slim } from "../rows/cells.js";
import { pagesOfRows } from "../rows/reading.js";

/** Columns of rows that rank something. */
export interface RankColumns {
  readonly rank: string;
  /** What was asked for: the keyword. */
  readonly keyword: string;
  /** What stands at the rank, where a keyword has several rows: an address. */
  readonly place: string | undefined;
  /** When, where rows say it themselves. */
  readonly date: string | undefined;
}

const RANK = /^(?:rank|ranking|position|pos)$/i;
const KEYWORD = /^(?:keyword|query|term|phrase|search|searchterm)$/i;
const PLACE = /^(?:url|link|domain|site|host|page)$/i;
const DATE = /^(?:date|day|time|at|checkedat|checked|timestamp|createdat)$/i;
/** Runs that are looked at, and rows of each. */
const MOST_RUNS = 20;
const MOST_ROWS = 5000;

/** Rows have ranks when most have a whole number of 1 or more in a column called rank or position, and a keyword. */
export function rankColumns(rows: readonly Row[]): RankColumns | undefined {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const rank = names.find((name) => RANK.test(name));
  const keyword = names.find((name) => KEYWORD.test(name));
  if (rank === undefined || keyword === undefined) return undefined;
  const count = rows.filter((row) => rankOf(row, rank) !== undefined).length;
  if (count === 0 || count * 2 < rows.length) return undefined;
  const place = names.find((name) => PLACE.test(name) && name !== keyword);
  return { rank, keyword, place, date: names.find((name) => DATE.test(name)) };
}

function rankOf(row: Row, column: string): number | undefined {
  const value = row[column];
  const rank = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof rank === "number" && Number.isInteger(rank) && rank >= 1 ? rank : undefined;
}

const textOf = (row: Row, column: string): string => plainText(slim({ cell: row[column] ?? "" }, 0).cells["cell"]);

/** The ranks of one thing: at each moment the best, or null. */
export interface Series {
  readonly name: string;
  readonly ranks: readonly (number | null)[];
}

export interface History {
  /** Seconds since 1970, rising. */
  readonly times: readonly number[];
  /** By keyword; a single one of the name "" when each keyword has one row, and the series are the keywords. */
  readonly byKeyword: ReadonlyMap<string, readonly Series[]>;
}

interface Point {
  readonly keyword: string;
  readonly place: string;
  readonly rank: number;
  readonly time: number;
}

/**
 * Ranks over time: by the dates of rows, where the same thing has several of them; otherwise by the runs of the task, of which the
 * newest are read.
 */
export async function historyOf(
  id: string,
  columns: RankColumns,
  scanSize: number,
  signal: AbortSignal,
): Promise<History> {
  const { runs } = await client.runs(id, { limit: MOST_RUNS }, { signal });
  const fields = [columns.rank, columns.keyword, columns.place, columns.date].filter((one) => one !== undefined);
  const points: Point[] = [];
  const dated: Point[] = [];
  for (const run of runs.filter(({ progress }) => (progress?.rows ?? 0) > 0)) {
    const time = timeOf(run);
    const pages = pagesOfRows(id, { run: run._id, scanSize, fields, most: MOST_ROWS }, signal);
    for await (const { rows } of pages) {
      for (const row of rows) {
        const rank = rankOf(row, columns.rank);
        const keyword = textOf(row, columns.keyword);
        if (rank === undefined || keyword === "") continue;
        const point = { keyword, place: columns.place === undefined ? "" : textOf(row, columns.place), rank, time };
        points.push(point);
        const date = columns.date === undefined ? Number.NaN : Date.parse(textOf(row, columns.date));
        if (!Number.isNaN(date)) dated.push({ ...point, time: date / 1000 });
      }
    }
  }
  return history(hasHistory(dated) ? dated : points);
}

/** Whether the same thing has several dates: others tell when a page is of, and not when its rank is. */
function hasHistory(points: readonly Point[]): boolean {
  const times = new Map<string, number>();
  for (const { keyword, place, time } of points) {
    const key = `${keyword}\n${place}`;
    const known = times.get(key);
    if (known !== undefined && known !== time) return true;
    times.set(key, time);
  }
  return false;
}

const timeOf = ({ finishedAt, startedAt, createdAt }: ShownRun): number =>
  Date.parse(finishedAt ?? startedAt ?? createdAt) / 1000;

function history(points: readonly Point[]): History {
  const times = [...new Set(points.map(({ time }) => time))].sort((one, other) => one - other);
  const index = new Map(times.map((time, at) => [time, at]));
  const found = new Map<string, Map<string, (number | null)[]>>();
  for (const { keyword, place, rank, time } of points) {
    const places = found.get(keyword) ?? new Map<string, (number | null)[]>();
    found.set(keyword, places);
    const ranks = places.get(place) ?? times.map(() => null);
    places.set(place, ranks);
    const at = index.get(time)!;
    ranks[at] = Math.min(ranks[at] ?? rank, rank);
  }
  const isSingle = [...found.values()].every((places) => places.size === 1);
  if (isSingle) {
    const series = [...found].map(([name, places]) => ({ name, ranks: [...places.values()][0]! }));
    return { times, byKeyword: new Map([["", series.sort(byRank)]]) };
  }
  const byKeyword = [...found].map(([keyword, places]) => {
    const series = [...places].map(([name, ranks]) => ({ name, ranks }));
    return [keyword, series.sort(byRank)] as const;
  });
  return { times, byKeyword: new Map(byKeyword) };
}

/** The best at the last moment first. */
function byRank(one: Series, other: Series): number {
  const last = ({ ranks }: Series) => ranks.at(-1) ?? Number.POSITIVE_INFINITY;
  const best = ({ ranks }: Series) => Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
  return last(one) - last(other) || best(one) - best(other) || 0;
}
