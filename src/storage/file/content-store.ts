import type { JsonObject } from "../../kernel/json.js";
import type { Article, ContentStore, FileInfo, LogEntry } from "../../kernel/storage.js";
import type { ContentLog } from "./content-log.js";
import { recordOf } from "./content-log.js";
import { inPages } from "./pages.js";
import type { Parts } from "./task-store.js";

export function contentStore(opened: () => Parts): ContentStore {
  const entryOf = (taskId: string) => opened().book.entries.get(taskId);

  async function read<T>(taskId: string, work: (content: ContentLog) => T | Promise<T>): Promise<T | undefined> {
    const entry = entryOf(taskId);
    return entry && opened().contents.read(entry, work);
  }

  const rowsOf = (content: ContentLog, runId: string | undefined) =>
    runId === undefined ? content.rows : content.rows.filter(({ run }) => run === runId);

  return {
    async *keywords(taskId, page) {
      yield* inPages(opened().contents, entryOf(taskId), page, ({ keywords }) => [...keywords.keys()], String);
    },
    article: (taskId, keyword) =>
      read(taskId, ({ keywords }) => {
        const place = keywords.get(keyword);
        return place && recordOf<Article>(place);
      }),
    async *rows(taskId, page) {
      const list = (content: ContentLog) => rowsOf(content, page?.runId);
      yield* inPages(opened().contents, entryOf(taskId), page, list, ({ place }) => recordOf<JsonObject>(place));
    },
    countRows: async (taskId, runId) => (await read(taskId, (content) => rowsOf(content, runId).length)) ?? 0,
    async *files(taskId, page) {
      const list = ({ files }: ContentLog) =>
        [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
      yield* inPages(
        opened().contents,
        entryOf(taskId),
        page,
        list,
        ({ path, type, size, sha256 }): FileInfo => ({ path, type, size, sha256 }),
      );
    },
    file: (taskId, path) =>
      read(taskId, async (content) => {
        const file = content.files.get(path);
        if (file === undefined) return undefined;
        const { type, size, sha256 } = file;
        return { path, type, size, sha256, bytes: await content.bytesOf(file) };
      }),
    async *log(taskId, page) {
      yield* inPages(opened().contents, entryOf(taskId), page, ({ log }) => log, recordOf<LogEntry>);
    },
  };
}
