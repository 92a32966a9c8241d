import type { Article, ContentStore, FileInfo, LogEntry } from "../../kernel/storage.js";
import type { JsonObject } from "../../kernel/values/json.js";
import { intact } from "../intact-file.js";
import { type Database, prepared } from "./connection.js";
import { isStorable, keyOf } from "./keys.js";
import { listed } from "./pages.js";
import { parsed, recordList, records, texts } from "./records.js";

interface FileRow extends Omit<FileInfo, "size"> {
  readonly size: string;
  readonly place: Buffer;
}

interface KeywordRow {
  /** Of the task among those that were asked for, the first being 1. */
  readonly place: string;
  readonly keyword: string;
}

/** Keywords of several tasks that are read by one statement. */
const MOST_KEYWORDS = 10_000;

export function createContentStore(database: Database, schema: string): ContentStore {
  const statements = statementsOf(schema);

  return {
    async *keywords(taskId, page) {
      if (!isStorable(taskId)) return;
      const rows = listed(
        (after: string = "0", limit, offset) =>
          database.read<{ seq: string; keyword: string }>(statements.keywords, keyOf(taskId), after, limit, offset),
        ({ seq }) => seq,
        ({ keyword }) => keyword.length,
        page,
      );
      for await (const { keyword } of rows) yield keyword;
    },
    async keywordsOfFirst(taskIds) {
      const ids = taskIds.map((id) => (isStorable(id) ? keyOf(id) : null));
      const rows = await database.read<KeywordRow>(statements.keywordsOfEach, ids, MOST_KEYWORDS);
      // Of the last task there may be more.
      const end = rows.length < MOST_KEYWORDS ? taskIds.length : Number(rows.at(-1)!.place) - 1;
      const found = Array.from({ length: end }, (): string[] => []);
      for (const { place, keyword } of rows) found[Number(place) - 1]?.push(keyword);
      return found;
    },
    async article(taskId, keyword) {
      if (!isStorable(taskId) || !isStorable(keyword)) return undefined;
      const [row] = await database.read<{ record: string }>(statements.article, keyOf(taskId), keyOf(keyword));
      return row && parsed<Article>(row.record);
    },
    async *rows(taskId, page) {
      const runId = page?.runId;
      if (!isStorable(taskId) || (runId !== undefined && !isStorable(runId))) return;
      yield* runId === undefined
        ? records<JsonObject>(database, statements.rowsOfTask, [keyOf(taskId)], page)
        : records<JsonObject>(database, statements.rowsOfRun, [keyOf(taskId), keyOf(runId)], page);
    },
    async countRows(taskId, runId) {
      if (!isStorable(taskId) || (runId !== undefined && !isStorable(runId))) return 0;
      const [row] = await (runId === undefined
        ? database.read<{ count: string }>(statements.countRowsOfTask, keyOf(taskId))
        : database.read<{ count: string }>(statements.countRowsOfRun, keyOf(taskId), keyOf(runId)));
      return Number(row?.count ?? 0);
    },
    async *files(taskId, page) {
      if (!isStorable(taskId)) return;
      const rows = listed(
        (after: Buffer = Buffer.alloc(0), limit, offset) =>
          database.read<FileRow>(statements.files, keyOf(taskId), after, limit, offset),
        ({ place }) => place,
        ({ path }) => path.length,
        page,
      );
      for await (const { path, type, size, sha256 } of rows) yield { path, type, size: Number(size), sha256 };
    },
    async file(taskId, path) {
      if (!isStorable(taskId) || !isStorable(path)) return undefined;
      const [row] = await database.read<FileRow & { readonly bytes: Buffer }>(
        statements.file,
        keyOf(taskId),
        keyOf(path),
      );
      if (row === undefined) return undefined;
      return intact({
        path: row.path,
        type: row.type,
        size: Number(row.size),
        sha256: row.sha256,
        bytes: new Uint8Array(row.bytes.buffer, row.bytes.byteOffset, row.bytes.length),
      });
    },
    async *log(taskId, page) {
      if (!isStorable(taskId)) return;
      const owner = [keyOf(taskId), page?.after ?? 0, page?.levels ?? null];
      for await (const { seq, text } of texts(database, statements.log, owner, page)) {
        yield { ...parsed<LogEntry>(text), n: Number(seq) };
      }
    },
  };
}

function statementsOf(schema: string) {
  const task = `(SELECT seq FROM ${schema}.task WHERE id = $1)`;
  const ofTask = `task = ${task}`;
  const ofRun = `run = (SELECT seq FROM ${schema}.run WHERE id = $2 AND task = ${task})`;
  return {
    keywords: prepared(`
      SELECT seq, keyword FROM ${schema}.article WHERE ${ofTask} AND seq > $2 ORDER BY seq LIMIT $3 OFFSET $4`),
    // In the order of the list without sorting, which would read all keywords first: the inner statement is done for each id.
    keywordsOfEach: prepared(`
      SELECT place, keyword FROM unnest($1::text[]) WITH ORDINALITY AS given (id, place)
      CROSS JOIN LATERAL (
        SELECT article.seq, keyword FROM ${schema}.task JOIN ${schema}.article ON article.task = task.seq
        WHERE task.id = given.id ORDER BY article.seq
      ) AS own
      LIMIT $2`),
    article: prepared(`SELECT record FROM ${schema}.article WHERE ${ofTask} AND key = $2`),
    rowsOfTask: recordList(`${schema}.result_row`, ofTask, 1),
    rowsOfRun: recordList(`${schema}.result_row`, ofRun, 2),
    countRowsOfTask: prepared(`SELECT count(*) AS count FROM ${schema}.result_row WHERE ${ofTask}`),
    countRowsOfRun: prepared(`SELECT count(*) AS count FROM ${schema}.result_row WHERE ${ofRun}`),
    // The index holds the beginning of the place, which is all of it unless the path is long.
    files: prepared(`
      SELECT place, path, type, size, sha256 FROM ${schema}.file
      WHERE ${ofTask} AND (substring(place FROM 1 FOR 512), place) > (substring($2::bytea FROM 1 FOR 512), $2::bytea)
      ORDER BY substring(place FROM 1 FOR 512), place LIMIT $3 OFFSET $4`),
    file: prepared(`SELECT path, type, size, sha256, bytes FROM ${schema}.file WHERE ${ofTask} AND key = $2`),
    log: recordList(
      `${schema}.log_entry`,
      `${ofTask} AND seq > $2::bigint AND ($3::text[] IS NULL OR level = ANY ($3::text[]))`,
      3,
    ),
  };
}
