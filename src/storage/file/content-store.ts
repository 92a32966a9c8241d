import type { Article, ContentStore, FileInfo, Page } from "../../kernel/storage.js";
import type { JsonObject } from "../../kernel/values/json.js";
import type { ContentLog } from "./content-log.js";
import type { Place } from "./lines.js";
import { logPages } from "./log-pages.js";
import { inPages } from "./pages.js";
import { parsed } from "./records.js";
import type { Parts } from "./task-store.js";

export function contentStore(opened: () => Parts): ContentStore {
  async function read<T>(taskId: string, work: (content: ContentLog) => T | Promise<T>): Promise<T | undefined> {
    const { index, contents } = opened();
    const entry = index.entries.get(taskId);
    return entry && contents.read(entry, work);
  }

  function pages<Item, T>(
    taskId: string,
    page: Page | undefined,
    list: (content: ContentLog) => Iterable<Item>,
    former: (content: ContentLog) => (item: Item) => T,
  ): AsyncGenerator<T> {
    const { index, contents } = opened();
    return inPages(contents, index.entries.get(taskId), page, list, former);
  }

  /** The number of the run, or one that no run has. */
  const numberOf = (runId: string | undefined) =>
    runId === undefined ? undefined : (opened().index.runs.get(runId)?.number ?? -1);

  return {
    async *keywords(taskId, page) {
      yield* pages(
        taskId,
        page,
        ({ index }) => index.keywords.keys(),
        () => String,
      );
    },
    article: (taskId, keyword) =>
      read(taskId, ({ index, reading }) => {
        const place = index.keywords.get(keyword);
        return place && parsed<Article>(reading()(place));
      }),
    async *rows(taskId, page) {
      const run = numberOf(page?.runId);
      yield* pages(taskId, page, ({ index }) => index.rows.of(run), asJson<JsonObject>);
    },
    async countRows(taskId, runId) {
      const run = numberOf(runId);
      return (await read(taskId, ({ index }) => index.rows.count(run))) ?? 0;
    },
    async *files(taskId, page) {
      const byPath = ({ index }: ContentLog) =>
        [...index.files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
      yield* pages(
        taskId,
        page,
        byPath,
        () =>
          ({ path, type, size, sha256 }): FileInfo => ({ path, type, size, sha256 }),
      );
    },
    file: (taskId, path) =>
      read(taskId, async (content) => {
        const file = content.index.files.get(path);
        return file && content.stored(file);
      }),
    async *log(taskId, page) {
      const { index, contents } = opened();
      const entry = index.entries.get(taskId);
      if (entry !== undefined) yield* logPages(contents, entry, page);
    },
  };
}

/** Records of a log by where they lie. */
export function asJson<T>(content: ContentLog): (place: Place) => T {
  const read = content.reading();
  return (place) => parsed<T>(read(place));
}
