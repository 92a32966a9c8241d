import type { FileInfo, JsonObject } from "../../../../../kernel/index.js";
import { number } from "../../state/format.js";

/** A stored text that a row of a task tells of. */
export interface ListedArticle {
  readonly task: ArticleTask;
  readonly title: string;
  /** What it was asked for by; empty where the row does not say. */
  readonly keyword: string;
  /** The path among the files of the task. */
  readonly file: string;
  readonly words: number | undefined;
  readonly uniqueness: number | undefined;
  readonly seoScore: number | undefined;
  /** The last segment of its address: its keyword, or its file where a keyword has several. */
  readonly part: string;
  /** The row as it is stored. */
  readonly row: JsonObject;
}

export interface ArticleTask {
  readonly _id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly updatedAt: string;
  readonly progress?: { readonly rows: number; readonly files: number };
}

const TEXT = /\.(?:html?|md|markdown|txt|spintax|json)$/i;

/** The path without its ending: the formats of one article have it in common. */
export const stemOf = (path: string): string => path.replace(/\.[^./]+$/, "");

/** The ending of a path in small letters; empty without one. */
export const endingOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/**
 * The articles among rows: those that name a stored text, whatever the field is called and whatever type the task has. `files` are
 * the stored ones, or undefined where there are more than are known.
 */
export function articlesOf(
  task: ArticleTask,
  rows: readonly JsonObject[],
  files: ReadonlySet<string> | undefined,
): ListedArticle[] {
  const found = rows.flatMap((row) => {
    const file = fileOf(row, files);
    if (file === undefined) return [];
    const keyword = text(row["keyword"]) || text(row["line"]);
    const name = file.split("/").at(-1)!;
    return [
      {
        task,
        title: text(row["title"]) || keyword || stemOf(name).replace(/[-_]+/g, " "),
        keyword,
        file,
        words: figure(row["words"]),
        uniqueness: figure(row["uniqueness"]),
        seoScore: figure(row["seoScore"]),
        row,
      },
    ];
  });
  const times = new Map<string, number>();
  for (const { keyword } of found) times.set(keyword, (times.get(keyword) ?? 0) + 1);
  return found.map((one) => ({ ...one, part: one.keyword && times.get(one.keyword) === 1 ? one.keyword : one.file }));
}

/** The stored text that a row names, if it names one. */
export function fileOf(row: JsonObject, files: ReadonlySet<string> | undefined): string | undefined {
  return Object.values(row).find((value): value is string => {
    if (typeof value !== "string" || value.length > 1024 || !TEXT.test(value)) return false;
    return files === undefined ? value.includes("/") && !/^[a-z]+:/i.test(value) : files.has(value);
  });
}

/** The other forms of a text among the stored files, the text itself first. */
export function formsOf(file: string, files: readonly FileInfo[]): FileInfo[] {
  const stem = stemOf(file);
  return files
    .filter(({ path }) => stemOf(path) === stem)
    .sort((one, other) => Number(other.path === file) - Number(one.path === file));
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const figure = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** A share of 1 as people read it. */
export const percent = (share: number): string => `${number(Math.round(share * 100))}%`;
