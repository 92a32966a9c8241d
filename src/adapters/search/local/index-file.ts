import type { DatabaseSync } from "node:sqlite";
import { find } from "./find.js";
import type { KnownPage, LocalHit, LocalPage, LocalQuestion } from "./page.js";
import { IN_MEMORY, isDamage, openIndex, removeIndex } from "./schema.js";
import { indexTerms } from "./words.js";

/** How many pages, of how many tasks or folders. */
export interface IndexCounts {
  readonly pages: number;
  readonly sources: number;
  readonly undated: number;
}

/**
 * An index on the disk, or without a path in memory. It is opened by the first call. All of it happens at once, on this thread:
 * callers hand over some pages at a time. One that turns out to be damaged is begun again, and `onRebuilt` is called.
 */
export class IndexFile {
  private database: DatabaseSync | undefined;
  private isClosed = false;

  constructor(
    private readonly path: string = IN_MEMORY,
    private readonly scope: string,
    private readonly onRebuilt: () => void,
  ) {}

  /** Puts pages in, instead of earlier ones of the same source and path. */
  put(pages: readonly LocalPage[]): Promise<void> {
    return this.change((database) => {
      for (const page of pages) {
        removePage(database, page.source, page.path);
        insertPage(database, page);
      }
    });
  }

  remove(source: string, paths: readonly string[]): Promise<void> {
    return this.change((database) => {
      for (const path of paths) removePage(database, source, path);
    });
  }

  known(source: string): Promise<KnownPage[]> {
    return this.work((database) => {
      const rows = database.prepare("SELECT path, mark, described FROM pages WHERE source = ?").all(source);
      return rows.map(({ path, mark, described }) => ({
        path: String(path),
        mark: String(mark),
        isDescribed: described === 1,
      }));
    });
  }

  /** The tasks that were taken in as a whole, with the revision that was seen. */
  tasks(): Promise<Map<string, number>> {
    return this.work((database) => {
      const rows = database.prepare("SELECT id, revision FROM tasks").all();
      return new Map(rows.map(({ id, revision }) => [String(id), Number(revision)]));
    });
  }

  sources(): Promise<string[]> {
    return this.work((database) =>
      database
        .prepare("SELECT DISTINCT source FROM pages UNION SELECT id FROM tasks")
        .all()
        .map(({ source }) => String(source)),
    );
  }

  markTask(id: string, revision: number): Promise<void> {
    return this.change((database) => {
      database.prepare("INSERT OR REPLACE INTO tasks (id, revision) VALUES (?, ?)").run(id, revision);
    });
  }

  forgetTask(id: string): Promise<void> {
    return this.change((database) => {
      database.prepare("DELETE FROM tasks WHERE id = ?").run(id);
    });
  }

  /** Takes what was removed out of the files of the index, where it could still be read. */
  scrub(): Promise<void> {
    return this.work((database) => {
      if (this.path !== IN_MEMORY) database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    });
  }

  find(question: LocalQuestion): Promise<LocalHit[]> {
    return this.work((database) => find(database, question));
  }

  text(id: number): Promise<string> {
    return this.work((database) =>
      String(database.prepare("SELECT text FROM texts WHERE id = ?").get(id)?.["text"] ?? ""),
    );
  }

  counts(): Promise<IndexCounts> {
    return this.work((database) => {
      const sql =
        "SELECT count(*) AS pages, count(DISTINCT source) AS sources, total(date = '') AS undated FROM pages WHERE title <> ''";
      const { pages, sources, undated } = database.prepare(sql).get() ?? {};
      return { pages: Number(pages), sources: Number(sources), undated: Number(undated) };
    });
  }

  close(): void {
    this.isClosed = true;
    this.database?.close();
    this.database = undefined;
  }

  private change(work: (database: DatabaseSync) => void): Promise<void> {
    return this.work((database) => {
      database.exec("BEGIN IMMEDIATE");
      try {
        work(database);
        database.exec("COMMIT");
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    });
  }

  private async work<T>(work: (database: DatabaseSync) => T): Promise<T> {
    const first = await this.opened();
    try {
      return work(first);
    } catch (error) {
      if (!isDamage(error) || this.path === IN_MEMORY) throw error;
      // Another call may have begun it again meanwhile.
      if (this.database === first) {
        this.database = undefined;
        first.close();
        removeIndex(this.path);
        this.onRebuilt();
      }
      return work(await this.opened());
    }
  }

  private opening: Promise<DatabaseSync> | undefined;

  private async opened(): Promise<DatabaseSync> {
    if (this.isClosed) throw new Error("The index is closed.");
    if (this.database !== undefined) return this.database;
    this.opening ??= openIndex(this.path, this.scope).finally(() => {
      this.opening = undefined;
    });
    const database = await this.opening;
    if (this.isClosed) {
      if (database.isOpen) database.close();
      throw new Error("The index is closed.");
    }
    this.database = database;
    return database;
  }
}

function insertPage(database: DatabaseSync, page: LocalPage): void {
  const { source, path, mark, isDescribed, url, title, text, date, language } = page;
  const host = URL.parse(url)?.hostname ?? "";
  const { lastInsertRowid: id } = database
    .prepare(
      "INSERT INTO pages (source, path, mark, described, url, host, title, date, language) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .run(source, path, mark, isDescribed ? 1 : 0, url, host, title, date, language);
  database.prepare("INSERT INTO texts (id, text) VALUES (?, ?)").run(id, text);
  database
    .prepare("INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)")
    .run(id, indexTerms(title).join(" "), indexTerms(text).join(" "));
}

/** FTS5 is told the terms again, as it keeps none of the texts. */
function removePage(database: DatabaseSync, source: string, path: string): void {
  const row = database
    .prepare("SELECT p.id, p.title, t.text FROM pages p JOIN texts t ON t.id = p.id WHERE p.source = ? AND p.path = ?")
    .get(source, path);
  if (row === undefined) return;
  const [id, title, text] = [Number(row["id"]), String(row["title"]), String(row["text"])];
  database
    .prepare("INSERT INTO words (words, rowid, title, body) VALUES ('delete', ?, ?, ?)")
    .run(id, indexTerms(title).join(" "), indexTerms(text).join(" "));
  database.prepare("DELETE FROM texts WHERE id = ?").run(id);
  database.prepare("DELETE FROM pages WHERE id = ?").run(id);
}
