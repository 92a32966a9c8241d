import type { DatabaseSync } from "node:sqlite";
import type { LocalHit, LocalQuestion } from "./page.js";
import { type Group, matchOf, readQuery } from "./words.js";

/** How often words of a title count compared with those of the text. */
const TITLE_WEIGHT = 6;
/**
 * Pages that one query compares with each other, about: of words that more pages have, it is those with the words in their title,
 * and the newest. Which of all they are makes little difference, as such words tell pages apart badly.
 */
const MOST_COMPARED = 3000;

type Bound = string | number;
interface Filter {
  readonly sql: string;
  readonly bound: readonly Bound[];
}

/**
 * The best pages for a query: first those that have all of its words, by BM25, then those that have some. Of several pages with
 * one address the best counts.
 */
export function find(database: DatabaseSync, question: LocalQuestion): LocalHit[] {
  const { groups, isExact } = readQuery(question.text);
  if (groups.length === 0) return [];
  const filter = filterOf(question);
  const found = new Map<number, LocalHit>();
  const addresses = new Set<string>();
  const isEnough = () => found.size >= question.most;
  const frequency = frequencies(database);
  const take = (match: string, pages: number) => {
    if (isEnough()) return;
    for (const hit of ranked(database, match, pages, filter, question)) {
      if (isEnough()) return;
      const address = hit.url === "" ? `${hit.source}/${hit.path}` : hit.url.replace(/#.*$/s, "");
      if (addresses.has(address)) continue;
      addresses.add(address);
      found.set(hit.id, hit);
    }
  };
  const all = matchOf(groups, "AND");
  const pages = Math.min(...groups.map(({ terms }) => Math.min(...terms.map(frequency))));
  if (pages > MOST_COMPARED && !question.sortByDate) take(`{title} : (${all})`, MOST_COMPARED);
  take(all, pages);
  const single = rareEnough(groups, frequency);
  if (!isExact && groups.length > 1 && single.length > 0) {
    take(
      matchOf(single, "OR"),
      single.reduce((sum, { terms }) => sum + frequency(terms[0]!), 0),
    );
  }
  return [...found.values()];
}

/** The single terms of a query, the rarest first, as far as not too many pages have them. */
function rareEnough(groups: readonly Group[], frequency: (term: string) => number): Group[] {
  const terms = [...new Set(groups.flatMap(({ terms }) => terms))]
    .map((term) => ({ term, pages: frequency(term) }))
    .filter(({ pages }) => pages > 0)
    .sort((a, b) => a.pages - b.pages);
  let sum = 0;
  return terms.flatMap(({ term, pages }, index) => {
    sum += pages;
    return index === 0 || sum <= MOST_COMPARED ? [{ terms: [term] }] : [];
  });
}

function frequencies(database: DatabaseSync): (term: string) => number {
  const statement = database.prepare("SELECT doc FROM frequency WHERE term = ?");
  const known = new Map<string, number>();
  return (term) => {
    const count = known.get(term) ?? Number(statement.get(term)?.["doc"] ?? 0);
    known.set(term, count);
    return count;
  };
}

function ranked(
  database: DatabaseSync,
  match: string,
  pages: number,
  { sql, bound }: Filter,
  { most, sortByDate }: LocalQuestion,
): LocalHit[] {
  const joined = sql === "" && !sortByDate ? "" : "CROSS JOIN pages AS p ON p.id = words.rowid";
  const from = `FROM words ${joined} WHERE words MATCH ?`;
  // Some are of the same address and fall out.
  const limit = most * 2 + 20;
  if (sortByDate) {
    const newest = `SELECT words.rowid AS id ${from} ${sql} ORDER BY p.date DESC, words.rowid DESC LIMIT ?`;
    return rowsOf(database, newest, [match, ...bound, limit]);
  }
  let floor = 0;
  if (pages > MOST_COMPARED) {
    const newest = `SELECT words.rowid AS id ${from} ${sql} ORDER BY words.rowid DESC LIMIT ${MOST_COMPARED}`;
    floor = Number(database.prepare(`SELECT min(id) AS id FROM (${newest})`).get(match, ...bound)?.["id"] ?? 0);
  }
  const best = `SELECT words.rowid AS id ${from} AND words.rowid >= ? ${sql}
    ORDER BY bm25(words, ${TITLE_WEIGHT}.0, 1.0), words.rowid LIMIT ?`;
  return rowsOf(database, best, [match, floor, ...bound, limit]);
}

function rowsOf(database: DatabaseSync, ids: string, bound: readonly Bound[]): LocalHit[] {
  const found = database.prepare(ids).all(...bound);
  const page = database.prepare("SELECT id, source, path, url, title, date FROM pages WHERE id = ?");
  return found.flatMap(({ id }) => {
    const row = page.get(id as number);
    return row === undefined ? [] : [{ ...row } as unknown as LocalHit];
  });
}

function filterOf({ from, to, language, includeDomains, excludeDomains }: LocalQuestion): Filter {
  const parts: string[] = [];
  const bound: Bound[] = [];
  const add = (sql: string, ...values: Bound[]) => {
    parts.push(`AND ${sql}`);
    bound.push(...values);
  };
  if (from !== undefined || to !== undefined) add("p.date <> ''");
  if (from !== undefined) add("p.date >= ?", from);
  // A day alone is before all times of the day.
  if (to !== undefined) add("substr(p.date, 1, ?) <= ?", to.length, to);
  if (language !== undefined) add("p.language IN (?, '')", language);
  const within = "substr('.' || p.host, -length(?)) = ?";
  const domains = (names: readonly string[]) => names.flatMap((name) => [`.${name}`, `.${name}`]);
  if (includeDomains.length > 0) {
    add(`(${includeDomains.map(() => within).join(" OR ")})`, ...domains(includeDomains));
  }
  for (const name of excludeDomains) add(`NOT ${within}`, ...domains([name]));
  return { sql: parts.join(" "), bound };
}
