import { inject, injectable } from "./di.js";
import { ScriptoriumError } from "./errors.js";
import { type JsonObject, shown } from "./json.js";
import type { Article, FileInfo, LogEntry, Page, StorageAdapter, StoredFile } from "./storage.js";
import type { Task } from "./task.js";
import { columnsOf, expandedColumns } from "./text/columns.js";
import { STORAGE } from "./tokens.js";

/** What a task has stored. */
export interface ContentListing {
  readonly keywords: readonly string[];
  readonly rows: number;
  readonly files: readonly FileInfo[];
}

/** Reads what runs have produced. */
@injectable()
export class ContentService {
  constructor(@inject(STORAGE) private readonly storage: StorageAdapter) {}

  /** Keywords with stored content, in the order of the task's keyword list; those no longer in it come last. */
  async keywords(task: Task): Promise<readonly string[]> {
    const stored = await Array.fromAsync(this.storage.content.keywords(task._id));
    const place = new Map<string, number>();
    const lines = task.data["articleKeywordsFile"];
    if (Array.isArray(lines)) {
      for (const [index, line] of lines.entries()) {
        // The keyword is the first column of its line, with its spintax expanded or not.
        const text = String(line).trim();
        for (const keyword of [text, columnsOf(text, 2)[0]!, expandedColumns(text, 2, task._id)[0]!]) {
          if (!place.has(keyword)) place.set(keyword, index);
        }
      }
    }
    const last = place.size;
    return stored.sort((a, b) => (place.get(a) ?? last) - (place.get(b) ?? last));
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
    const keywords = await this.keywords(task);
    const wanted = keyword?.toLowerCase();
    const found = wanted === undefined ? keywords[0] : keywords.find((one) => one.toLowerCase() === wanted);
    return found === undefined ? undefined : content.article(taskId, found);
  }

  async listing(task: Task): Promise<ContentListing> {
    const [keywords, rows, files] = await Promise.all([
      this.keywords(task),
      this.storage.content.countRows(task._id),
      Array.fromAsync(this.storage.content.files(task._id)),
    ]);
    return { keywords, rows, files };
  }

  file(taskId: string, path: string): Promise<StoredFile | undefined> {
    return this.storage.content.file(taskId, path);
  }

  rows(taskId: string, page?: Page & { readonly runId?: string }): AsyncIterable<JsonObject> {
    return this.storage.content.rows(taskId, page);
  }

  log(taskId: string, page?: Page): AsyncIterable<LogEntry> {
    return this.storage.content.log(taskId, page);
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
