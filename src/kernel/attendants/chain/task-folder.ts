import { ScriptoriumError } from "../../errors.js";
import { filesOf } from "../../files/files-of.js";
import type { OpenFile } from "../../files/task-files.js";
import type { FolderEntry, FolderProvider } from "../../providers.js";
import type { ContentStore, FileInfo, StorageAdapter } from "../../storage.js";
import { decodeText } from "../../text/decode.js";
import { shown } from "../../values/json.js";
import { toHaveProvider } from "../../values/provider-settings.js";
import { filesOfRun } from "./files-of-run.js";

const FORM = /^task:([A-Za-z0-9_-]{1,64})(?:@([A-Za-z0-9_-]{1,64}))?(?:\/(.*))?$/;
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/**
 * Names the stored files of a task as a folder: `task:<id>/articles`, or `task:<id>@<run>/articles`, which lists what this run
 * has written, and reads the others, too: an article may show an image of an earlier run. It means what the storage holds, so
 * it is the same with every storage and on every machine, whether or not the files are laid in an output folder, too.
 */
export function taskFolder(taskId: string, path: string, runId?: string): string {
  return `task:${taskId}${runId === undefined ? "" : `@${runId}`}/${path}`;
}

/** A folder provider that knows such folders, and asks `folders` for all others. */
export function withTaskFolders(storage: TaskStorage, folders: FolderProvider | undefined): FolderProvider {
  const { content } = storage;
  return {
    async list(folder, { extensions, signal }) {
      const named = FORM.exec(folder.trim());
      if (named === null) return otherFolders(folders, folder).list(folder, { extensions, signal });
      const [, taskId = "", runId, below = ""] = named;
      const start = below.replace(/\/*$/, below === "" ? "" : "/");
      const wanted = new Set(extensions.map((extension) => extension.toLowerCase().replace(/^\./, "")));
      const found: FolderEntry[] = [];
      for await (const { path, size } of filesIn(storage, taskId, runId)) {
        signal.throwIfAborted();
        const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
        if (path.startsWith(start) && wanted.has(extension)) found.push({ path: path.slice(start.length), size });
      }
      return found;
    },
    async read(folder, path, options) {
      const stored = await storedFile(content, folder, path, options.signal);
      return stored === undefined ? otherFolders(folders, folder).read(folder, path, options) : decodeText(stored);
    },
    async bytes(folder, path, options) {
      const stored = await storedFile(content, folder, path, options.signal);
      if (stored !== undefined) return stored;
      const others = otherFolders(folders, folder);
      if (others.bytes !== undefined) return others.bytes(folder, path, options);
      throw unreadable(path, "the folders of this server give texts only", "Convert it to text.");
    },
    async *slices(folder, path, options) {
      const file = await openStored(content, folder, path, options.signal);
      if (file !== undefined) {
        for await (const slice of file.slices()) {
          options.signal.throwIfAborted();
          yield slice;
        }
        return;
      }
      const others = otherFolders(folders, folder);
      if (others.slices !== undefined) yield* others.slices(folder, path, options);
      else if (others.bytes !== undefined) yield await others.bytes(folder, path, options);
      else yield Buffer.from(await others.read(folder, path, options));
    },
    async check(folder) {
      if (!FORM.test(folder.trim())) await otherFolders(folders, folder).check?.(folder);
    },
  };
}

type TaskStorage = Pick<StorageAdapter, "content" | "runs">;

async function* filesIn(
  { content, runs }: TaskStorage,
  taskId: string,
  runId: string | undefined,
): AsyncGenerator<FileInfo> {
  if (runId === undefined) yield* (await filesOf(content)).files(taskId);
  else {
    const run = await runs.get(runId);
    if (run?.taskId === taskId) yield* await filesOfRun(content, run);
  }
}

/** A file of a task, whole; undefined for a folder that is none of a task. */
async function storedFile(
  content: ContentStore,
  folder: string,
  path: string,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const file = await openStored(content, folder, path, signal);
  if (file === undefined) return undefined;
  if (file.size > MAX_FILE_BYTES) throw unreadable(path, "it is larger than 10 MB", "Make it smaller, or split it.");
  return Buffer.concat(await Array.fromAsync(file.slices()));
}

async function openStored(
  content: ContentStore,
  folder: string,
  path: string,
  signal: AbortSignal,
): Promise<OpenFile | undefined> {
  const named = FORM.exec(folder.trim());
  if (named === null) return undefined;
  signal.throwIfAborted();
  const [, taskId = "", , below = ""] = named;
  const full = below === "" ? path : `${below.replace(/\/+$/, "")}/${path}`;
  const file = await (await filesOf(content)).open(taskId, full);
  if (file === undefined) {
    throw unreadable(path, "the task has no such file", `GET /task/files/${taskId} lists those that there are.`);
  }
  return file;
}

function otherFolders(folders: FolderProvider | undefined, folder: string): FolderProvider {
  if (folders !== undefined) return folders;
  throw new ScriptoriumError(
    "FOLDER_REFUSED",
    `The folder "${shown(folder)}" cannot be read, because this server may read no folders. ${toHaveProvider("folder")}`,
  );
}

function unreadable(path: string, why: string, remedy: string): ScriptoriumError {
  return new ScriptoriumError("FOLDER_UNREADABLE", `The file "${shown(path)}" could not be read: ${why}. ${remedy}`);
}
