import { inject, injectable } from "../di.js";
import { ScriptoriumError } from "../errors.js";
import { filesOf } from "../files/files-of.js";
import type { FilesOfRun } from "../files/files-of-run.js";
import type { OpenFile } from "../files/task-files.js";
import type { Article, FileInfo, KeptLogEntry, Page, Selection, StorageAdapter, StoredFile } from "../storage.js";
import type { Task } from "../task.js";
import { columnsOf, expandedColumns } from "../text/columns.js";
import { STORAGE } from "../tokens.js";
import { type JsonObject, shown } from "../values/json.js";
import type { LogPage } from "./log-tail.js";

/** What a task has stored. */
export interface ContentListing {
  readonly keywords: readonly string[];
  readonly rows: number;
  readonly files: readonly FileInfo[];
}

export interface RowsBackwards extends Page {
  readonly runId?: string;
  /** How many there are; those added later stay out. */
  readonly total: number;
}

/** How many rows are read at once where they are needed the other way round. */
const PART = 500;

/** Keywords of the list that are looked up one by one, before all that are stored are read. */
const MOST_LOOKS = 20;

/** Tasks whose keywords are looked up one by one at the same time. */
const AT_ONCE = 64;

/** Reads what runs have produced. */
@injectable()
export class ContentService {
  constructor(@inject(STORAGE) private readonly storage: StorageAdapter) {}

  /**
   * Keywords with stored content, in the order of the task's keyword list; those no longer in it come last. The list is read
   * when it is not given and there is something to order.
   */
  async keywords({ _id, data }: Pick<Task, "_id"> & Partial<Task>): Promise<readonly string[]> {
    const stored = await Array.fromAsync(this.storage.content.keywords(_id));
    if (stored.length < 2) return stored;
    const task = data === undefined ? await this.storage.tasks.get(_id) : { _id, data };
    return task === undefined ? stored : inOrderOfLines(stored, task);
  }

  /** As `keywords`, of the first of these tasks, a list for each in their order: of one at least. */
  async keywordsOfFirst(taskIds: readonly string[]): Promise<readonly (readonly string[])[]> {
    const { content, tasks } = this.storage;
    const found = (await content.keywordsOfFirst?.(taskIds)) ?? [];
    if (found.length === 0) return Promise.all(taskIds.slice(0, AT_ONCE).map((_id) => this.keywords({ _id })));
    const several = new Map(found.flatMap((stored, place) => (stored.length < 2 ? [] : [[taskIds[place]!, place]])));
    if (several.size === 0) return found;
    const lists = [...found];
    const order: Selection<undefined> = {
      reads: ["_id", "data"],
      pick(task) {
        const place = several.get(task._id);
        if (place !== undefined) lists[place] = inOrderOfLines(lists[place]!, task);
        return undefined;
      },
    };
    await Array.fromAsync(tasks.scan(order, { path: "_id", values: [...several.keys()] }));
    return lists;
  }

  /**
   * The content of a keyword: an exact match first, then one that differs in case. Without a keyword the first there
   * is. Throws CONTENT_NOT_FOUND, for an unknown task too.
   */
  async article(taskId: string, keyword?: string): Promise<Article> {
    const article = await this.findArticle(taskId, keyword);
    if (article === undefined) throw noContent(taskId, keyword);
    return article;
  }

  private async findArticle(taskId: string, keyword: string | undefined): Promise<Article | undefined> {
    const { content } = this.storage;
    if (keyword !== undefined) {
      const exact = await content.article(taskId, keyword);
      if (exact !== undefined) return exact;
    }
    const task = await this.storage.tasks.get(taskId);
    if (task === undefined) return undefined;
    const wanted = keyword?.toLowerCase();
    const isWanted = (one: string) => wanted === undefined || one.toLowerCase() === wanted;
    let looks = 0;
    for (const [, names] of namesOfLines(task)) {
      const asked = names.filter(isWanted);
      if (asked.length === 0) continue;
      looks += asked.length;
      if (looks > MOST_LOOKS) break;
      const found = await Promise.all(asked.map((one) => content.article(taskId, one)));
      const articles = found.filter((article) => article !== undefined);
      if (articles.length === 1) return articles[0];
      // Which of several is the first one says the order in which they were stored.
      if (articles.length > 1) break;
    }
    const found = (await this.keywords(task)).find(isWanted);
    return found === undefined ? undefined : content.article(taskId, found);
  }

  /** What a task has stored: keywords of articles, the number of rows, and the files without their bytes. */
  async listing(task: Task): Promise<ContentListing> {
    const [keywords, rows, files] = await Promise.all([
      this.keywords(task),
      this.storage.content.countRows(task._id),
      Array.fromAsync(this.files(task._id)),
    ]);
    return { keywords, rows, files };
  }

  /** A file of a task with its bytes; undefined when there is none of this path. */
  async file(taskId: string, path: string): Promise<StoredFile | undefined> {
    return (await filesOf(this.storage.content)).file(taskId, path);
  }

  /** A file of a task whose bytes are read as they are asked for: it may be larger than memory. */
  async open(taskId: string, path: string): Promise<OpenFile | undefined> {
    return (await filesOf(this.storage.content)).open(taskId, path);
  }

  /** The files of a task without their bytes, in the order of their paths. */
  async *files(taskId: string, page?: Page): AsyncGenerator<FileInfo> {
    yield* (await filesOf(this.storage.content)).files(taskId, page);
  }

  /** The files of a run, as it left them. */
  async filesOfRun(taskId: string, runId: string): Promise<FilesOfRun> {
    const { filesOfRun } = await import("../files/files-of-run.js");
    return filesOfRun(this.storage, taskId, runId);
  }

  /** Rows of a task, or of one of its runs, in the order they were stored. */
  rows(taskId: string, page?: Page & { readonly runId?: string }): AsyncIterable<JsonObject> {
    return this.storage.content.rows(taskId, page);
  }

  /** Rows, newest first, of the first `total` there are; read in parts, so that no more than one of them is in memory. */
  async *rowsBackwards(
    taskId: string,
    { runId, total, offset = 0, limit = total }: RowsBackwards,
  ): AsyncGenerator<JsonObject> {
    const of = runId === undefined ? {} : { runId };
    const first = Math.max(0, total - offset - limit);
    for (let end = total - offset; end > first; ) {
      const start = Math.max(first, end - PART);
      const part = await Array.fromAsync(this.rows(taskId, { ...of, offset: start, limit: end - start }));
      yield* part.reverse();
      end = start;
    }
  }

  /** How many rows a task or one of its runs has; 0 for an unknown task. */
  countRows(taskId: string, runId?: string): Promise<number> {
    return this.storage.content.countRows(taskId, runId);
  }

  /** Entries of the log, oldest first: those numbered above `after`, of the levels asked for and within the span. */
  async *log(
    taskId: string,
    { after = 0, levels, limit = Number.POSITIVE_INFINITY, from = "", before }: LogPage = {},
  ): AsyncGenerator<KeptLogEntry> {
    let left = limit;
    if (left <= 0) return;
    for await (const entry of this.storage.content.log(taskId, { after, ...(levels ? { levels } : {}) })) {
      if (before !== undefined && entry.t >= before) return;
      if (entry.t < from) continue;
      yield entry;
      left -= 1;
      if (left === 0) return;
    }
  }

  /** The newest `limit` entries of the levels asked for and within the span, oldest first. */
  async logTail(taskId: string, page: Omit<LogPage, "after"> & { readonly limit: number }): Promise<KeptLogEntry[]> {
    const { logTail } = await import("./log-tail.js");
    return logTail(this.storage.content, taskId, page);
  }
}

/** Keywords in the order of the task's keyword list; those not in it come last. */
function inOrderOfLines(stored: readonly string[], task: Pick<Task, "_id" | "data">): readonly string[] {
  const place = new Map<string, number>();
  for (const [index, names] of namesOfLines(task)) {
    for (const keyword of names) if (!place.has(keyword)) place.set(keyword, index);
  }
  // Not Infinity, of which the difference is no number.
  const last = Number.MAX_SAFE_INTEGER;
  return stored.toSorted((a, b) => (place.get(a) ?? last) - (place.get(b) ?? last));
}

/** By the index of each line in the task's keyword list: what the content of it may be stored under. */
function* namesOfLines(task: Pick<Task, "_id" | "data">): Generator<[index: number, names: readonly string[]]> {
  const lines = task.data["articleKeywordsFile"];
  if (!Array.isArray(lines)) return;
  for (const [index, line] of lines.entries()) {
    // The keyword is the first column of its line, with its spintax expanded or not.
    const text = String(line).trim();
    if (/[{|\\]/.test(text)) {
      yield [index, [...new Set([text, columnsOf(text, 2)[0]!, expandedColumns(text, 2, task._id)[0]!])]];
    } else yield [index, [text]];
  }
}

export function noContent(taskId: string, keyword: string | undefined): ScriptoriumError {
  const subject =
    keyword === undefined ? "No content was found" : `No content was found for the keyword "${shown(keyword)}"`;
  return new ScriptoriumError(
    "CONTENT_NOT_FOUND",
    `${subject} in the project with the id "${shown(taskId)}". List the projects to see what they hold.`,
    { id: shown(taskId), ...(keyword === undefined ? {} : { keyword: shown(keyword) }) },
  );
}
