import { signal } from "@preact/signals";
import type { FileInfo, JsonObject } from "../../../../../kernel/index.js";
import { client } from "../../state/client.js";
import { type ArticleTask, articlesOf, type ListedArticle } from "./article.js";

const PROJECTION = { name: 1, type: 1, status: 1, updatedAt: 1, "progress.rows": 1, "progress.files": 1 } as const;
/** Rows of a task that are read at once. */
const PAGE = 500;
/** The most files that the first page of rows comes with. */
const FILES = 1000;
/** Articles after which it waits until more are asked for. */
const STEP = 500;
const AT_ONCE = 3;

interface Shelf {
  readonly articles: readonly ListedArticle[];
  /** Tasks that were looked through, of those that may have articles. */
  readonly looked: number;
  readonly tasks: number;
  readonly isReading: boolean;
  readonly error: Error | undefined;
}

/** The articles of all tasks, those of the tasks that changed last first; undefined before the tasks are known. */
export const shelf = signal<Shelf | undefined>(undefined);

let order: readonly ArticleTask[] = [];
const found = new Map<string, { readonly at: string; readonly articles: readonly ListedArticle[] }>();
let wanted = STEP;
let round = 0;

function publish(isReading: boolean, error?: Error): void {
  const read = order.filter(({ _id }) => found.has(_id));
  const articles = read.flatMap(({ _id }) => found.get(_id)!.articles);
  shelf.value = { articles, looked: read.length, tasks: order.length, isReading, error };
}

/**
 * Reads the list of tasks that have rows and files, and then their rows, newest task first, until there are enough articles. What
 * has not changed since is not read again. Ends when the signal aborts or another reading begins.
 */
export async function readShelf(signal: AbortSignal): Promise<void> {
  round += 1;
  const own = round;
  const isOver = () => signal.aborted || own !== round;
  try {
    const tasks = await client.find<ArticleTask>(
      {
        query: { "progress.rows": { $gt: 0 }, "progress.files": { $gt: 0 } },
        projection: PROJECTION,
        sort: "-updatedAt",
      },
      { signal },
    );
    if (isOver()) return;
    order = tasks;
    const ids = new Set(tasks.map(({ _id }) => _id));
    for (const id of found.keys()) if (!ids.has(id)) found.delete(id);
    const waiting = tasks.filter(({ _id, updatedAt }) => found.get(_id)?.at !== updatedAt);
    publish(waiting.length > 0);
    let shownAt = 0;
    const work = async () => {
      for (;;) {
        const task = waiting.shift();
        if (task === undefined || isOver()) return;
        if (shelf.value!.articles.length >= wanted && !found.has(task._id)) return;
        const articles = await articlesOfTask(task, signal);
        if (isOver()) return;
        found.set(task._id, { at: task.updatedAt, articles });
        if (Date.now() - shownAt > 150) {
          shownAt = Date.now();
          publish(true);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (!isOver()) publish(false);
  } catch (error) {
    if (!isOver()) publish(false, error as Error);
  }
}

/** Looks through more tasks; all of them for a search. */
export function wantMore(all: boolean, signal: AbortSignal): Promise<void> {
  wanted = all ? Number.POSITIVE_INFINITY : wanted + STEP;
  return readShelf(signal);
}

/** All articles of a task; none when it was deleted meanwhile. */
export async function articlesOfTask(task: ArticleTask, signal: AbortSignal): Promise<readonly ListedArticle[]> {
  try {
    const first = await client.results(task._id, { limit: PAGE }, { signal });
    const rows: JsonObject[] = [...first.rows];
    const files = storedFiles(first.files ?? []);
    if (articlesOf(task, rows, files).length === 0) return [];
    while (rows.length < first.total) {
      const next = await client.results(task._id, { limit: PAGE, offset: rows.length }, { signal });
      if (next.rows.length === 0) break;
      rows.push(...next.rows);
    }
    return articlesOf(task, rows, files);
  } catch (error) {
    if (signal.aborted || !isGone(error)) throw error;
    return [];
  }
}

const storedFiles = (files: readonly FileInfo[]): ReadonlySet<string> | undefined =>
  files.length < FILES ? new Set(files.map(({ path }) => path)) : undefined;

/** Whether what was asked for is not, or no longer, there. */
export const isGone = (error: unknown): boolean => /_NOT_FOUND$/.test((error as { code?: string }).code ?? "");
