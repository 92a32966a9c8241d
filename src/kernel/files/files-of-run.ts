import { hash } from "node:crypto";
import type { ContentStore, Effect, FileInfo, Page, RunStore, StoredFile } from "../storage.js";
import { earlierPath } from "./hidden-paths.js";
import { type OpenFile, taskFiles } from "./task-files.js";

interface Stores {
  readonly content: Pick<ContentStore, "files" | "file">;
  readonly runs: Pick<RunStore, "effect" | "effects">;
}

/** Of a file that a run replaces, what it held before is kept up to this size. */
const MOST_KEPT = 1024 * 1024;

/** Under what a run notes a file that it has put out or removed. */
const keyOf = (path: string) => `file-${hash("sha256", path, "hex").slice(0, 32)}`;

/** What a run notes of its files, in the same step that stores them; undefined stands for one that it has removed. */
export function fileNotes(made: ReadonlyMap<string, FileInfo | undefined>, at: string): Effect[] {
  return [...made].map(([path, info]) => ({
    key: keyOf(path),
    what: JSON.stringify(info ?? { path }),
    state: "checkpoint",
    at,
  }));
}

/** The file that an entry of a run's journal is about; undefined for any other entry, and for a file that was removed. */
function noted({ key, what }: Effect): FileInfo | undefined {
  if (!key.startsWith("file-")) return undefined;
  const info = JSON.parse(what) as FileInfo;
  return info.sha256 === undefined ? undefined : info;
}

/** The files that a run has put out, as it left them. */
export interface FilesOfRun {
  /** Sorted by path, by code unit. */
  files(page?: Page): Promise<readonly FileInfo[]>;
  /**
   * That of the task while it is the same, else what the run that replaced it has kept. Undefined when the run has put out no such
   * file, and when what it held is kept no more.
   */
  open(path: string): Promise<OpenFile | undefined>;
}

export function filesOfRun({ content, runs }: Stores, taskId: string, runId: string): FilesOfRun {
  return {
    async files({ offset = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      const found: FileInfo[] = [];
      for await (const entry of runs.effects(runId)) {
        const info = noted(entry);
        if (info !== undefined) found.push(info);
      }
      return found.sort((one, other) => (one.path < other.path ? -1 : 1)).slice(offset, offset + limit);
    },
    async open(path) {
      const entry = await runs.effect(runId, keyOf(path));
      const info = entry && noted(entry);
      if (info === undefined) return undefined;
      const now = await taskFiles(content).open(taskId, path);
      if (now?.sha256 === info.sha256) return now;
      const kept = await content.file(taskId, earlierPath(path));
      if (kept?.sha256 !== info.sha256) return undefined;
      return {
        ...info,
        async *slices(start, end) {
          yield kept.bytes.subarray(start, end);
        },
      };
    },
  };
}

/** What a file of the task holds before a run puts out something else for the first time, to be stored beside it. */
export async function earlierFile(
  { content, runs }: Stores,
  taskId: string,
  runId: string,
  { path, sha256 }: FileInfo,
): Promise<StoredFile | undefined> {
  const before = await taskFiles(content).open(taskId, path);
  if (before === undefined || before.sha256 === sha256 || before.size > MOST_KEPT) return undefined;
  if ((await runs.effect(runId, keyOf(path))) !== undefined) return undefined;
  const { slices, ...info } = before;
  return { ...info, path: earlierPath(path), bytes: Buffer.concat(await Array.fromAsync(slices())) };
}
