import type { JsonObject, SearchAnswer, SearchHit, SearchVertical } from "../../kernel/index.js";
import type { DomainOf } from "../_kit/registrable-domains.js";
import type { KeyOf } from "../_kit/search/dedupe.js";
import type { Kind } from "./options.js";

const COLUMNS = [
  ...["keyword", "engine", "vertical", "page", "rank", "title", "url", "domain", "snippet", "date", "kind"],
] as const;
const DOWNLOAD_COLUMNS = ["file", "status", "error", "rendered"] as const;

export function columnsOf({ downloadPages }: { readonly downloadPages: boolean }): string[] {
  return [...COLUMNS, ...(downloadPages ? DOWNLOAD_COLUMNS : [])];
}

/** A row with every column in its place. `error` is in the task's rows in any case. */
export function resultRow(columns: readonly string[], values: JsonObject): JsonObject {
  const row: JsonObject = Object.fromEntries(columns.map((name) => [name, values[name] ?? ""]));
  return { ...row, error: values["error"] ?? "" };
}

export interface PageOfResults {
  readonly keyword: string;
  readonly vertical: SearchVertical;
  /** From 1 on. */
  readonly page: number;
  /** Results of the keyword before this page. */
  readonly rank: number;
  readonly kinds: readonly Kind[];
}

/** Rows of an answer: what stands on top first, then the results, then what is below them. */
export function rowsOf(
  answer: SearchAnswer,
  { keyword, vertical, page, rank, kinds }: PageOfResults,
  columns: readonly string[],
  domainOf: DomainOf,
): { readonly results: JsonObject[]; readonly above: JsonObject[]; readonly below: JsonObject[] } {
  const engine = answer.engines[0] ?? "search";
  const row = (kind: Kind, place: number, values: JsonObject) =>
    resultRow(columns, { keyword, engine, vertical, page, rank: place, ...values, kind });
  const ofHit = (kind: Kind) => (hit: SearchHit, index: number) =>
    row(kind, index + 1, {
      ...{ title: hit.title, url: hit.url, domain: domainAt(hit.url, domainOf), snippet: hit.snippet },
      ...{ date: hit.date ?? "", engine: hit.engine ?? engine },
    });
  const of = (kind: Kind, hits: readonly SearchHit[]) => (kinds.includes(kind) ? hits.map(ofHit(kind)) : []);
  const main: Kind = vertical === "news" ? "news" : "organic";
  const results = answer.hits.filter(isResult);
  const questions = page === 1 && kinds.includes("paa") ? (answer.questions ?? []) : [];
  const related = page === 1 && kinds.includes("related") ? (answer.related ?? []) : [];
  return {
    above: [
      ...of("featured", page === 1 ? answer.hits.filter(({ kind }) => kind === "featured") : []),
      ...of(
        "ads",
        answer.hits.filter(({ kind }) => kind === "ad"),
      ),
    ],
    results:
      kinds.includes("organic") || kinds.includes(main)
        ? results.map((hit, index) => ofHit(main)(hit, rank + index))
        : [],
    below: [
      ...questions.map(({ question, answer: says = "", url = "" }, index) =>
        row("paa", index + 1, { title: question, url, domain: domainAt(url, domainOf), snippet: says }),
      ),
      ...related.map((title, index) => row("related", index + 1, { title })),
    ],
  };
}

export function isResult({ kind }: SearchHit): boolean {
  return kind !== "featured" && kind !== "ad";
}

/** Rows of which each page, host or domain is there once. */
export function deduped(rows: readonly JsonObject[], keyOf: KeyOf | undefined, seen: Set<string>): JsonObject[] {
  if (keyOf === undefined) return [...rows];
  return rows.filter(({ url }) => {
    const key = keyOf(String(url));
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function domainAt(url: string, domainOf: DomainOf): string {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "" ? "" : domainOf(host);
}
