import type {
  Article,
  ContentStore,
  FileInfo,
  KeptLogEntry,
  LogEntry,
  LogLevel,
  StoredFile,
} from "../../kernel/storage.js";
import type { JsonObject } from "../../kernel/values/json.js";
import { paged } from "../../kernel/values/paged.js";
import { intact } from "../intact-file.js";
import type { Access, ListOrder, Sequenced } from "./open-store.js";
import { all, countOf, one, type Recorded, recordOf, some } from "./statement-results.js";

interface RecordRow extends Recorded, Sequenced {}

interface LogRow extends Recorded {
  readonly n: number;
}

type KeywordRow = readonly [place: number, seq: number, keyword: string];

/** Keywords of several tasks that are read by one statement. */
const MOST_KEYWORDS = 10_000;

/** No text is between one and the same with a NUL at its end, and no path has a NUL. */
const BY_PATH: ListOrder<FileInfo> = { start: "", next: ({ path }) => `${path}\0` };

export function contentStore({ read, list, listBy }: Access): ContentStore {
  return {
    async *keywords(taskId, page) {
      for await (const { keyword } of list<Sequenced & { readonly keyword: string }>("keywords", [taskId], page)) {
        yield keyword;
      }
    },
    async keywordsOfFirst(taskIds) {
      const list = JSON.stringify(taskIds);
      const rows = await read(({ statements }) => all<KeywordRow>(statements.keywordsOfEach, list, MOST_KEYWORDS));
      // Of the last task there may be more.
      const end = rows.length < MOST_KEYWORDS ? taskIds.length : rows.at(-1)![0];
      const found = Array.from({ length: end }, (): KeywordRow[] => []);
      for (const row of rows) found[row[0]]?.push(row);
      return found.map((own) => own.sort(([, one], [, other]) => one - other).map(([, , keyword]) => keyword));
    },
    article: (taskId, keyword) =>
      read(({ statements }) => some(one<Recorded>(statements.getArticle, taskId, keyword), recordOf<Article>)),
    async *rows(taskId, page) {
      const rows =
        page?.runId === undefined
          ? list<RecordRow>("rowsOfTask", [taskId], page)
          : list<RecordRow>("rowsOfRun", [taskId, page.runId], page);
      for await (const row of rows) yield recordOf<JsonObject>(row);
    },
    countRows: (taskId, runId) =>
      read(({ statements }) =>
        runId === undefined ? countOf(statements.countRows, taskId) : countOf(statements.countRowsOfRun, taskId, runId),
      ),
    async *files(taskId, page) {
      // Where both orders are the same, the database passes over what comes before the page.
      const skips = page?.offset
        ? await read(({ statements }) => one(statements.highPath, taskId) === undefined)
        : false;
      if (!skips) yield* paged(inCodeUnitOrder(listBy(BY_PATH, "files", [taskId])), page);
      else for await (const file of listBy(BY_PATH, "files", [taskId], page)) yield { ...file };
    },
    file: (taskId, path) =>
      read(({ statements }) => some(one<StoredFile>(statements.getFile, taskId, path), (file) => intact({ ...file }))),
    async *log(taskId, page) {
      const { after = 0, levels } = page ?? {};
      const order: ListOrder<LogRow> = { start: after, next: ({ n }) => n };
      if (levels === undefined) yield* kept(listBy(order, "log", [taskId], page));
      else yield* paged(kept(listBy(order, "log", [taskId]), levels), page);
    },
  };
}

async function* kept(rows: AsyncIterable<LogRow>, levels?: readonly LogLevel[]): AsyncGenerator<KeptLogEntry> {
  for await (const row of rows) {
    const entry = recordOf<LogEntry>(row);
    if (levels?.includes(entry.level) ?? true) yield { ...entry, n: row.n };
  }
}

/**
 * SQLite orders text by code point, the contract by code unit. The two differ only among texts that are alike up to a
 * place and have a character from U+E000 on there; those follow one another in either order, and are sorted together.
 */
async function* inCodeUnitOrder(files: AsyncIterable<FileInfo>): AsyncGenerator<FileInfo> {
  let alike: FileInfo[] = [];
  let start = "";
  for await (const file of files) {
    const { path } = file;
    if (alike.length > 0 && !(path.startsWith(start) && isHigh(path.charCodeAt(start.length)))) {
      yield* sorted(alike);
      alike = [];
    }
    const info = { ...file };
    if (alike.length > 0) {
      alike.push(info);
      continue;
    }
    const place = path.search(/[\ud800-\uffff]/);
    if (place === -1) {
      yield info;
      continue;
    }
    start = path.slice(0, place);
    alike.push(info);
  }
  yield* sorted(alike);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800;
}

function sorted(files: FileInfo[]): FileInfo[] {
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}
