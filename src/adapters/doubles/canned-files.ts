import { type FolderProvider, type OutputProvider, ScriptoriumError } from "../../kernel/index.js";

/** One folder with these files, by path. Other folders are refused. */
export function cannedFolder(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Required<FolderProvider> {
  const held = (name: string, path: string, signal: AbortSignal): string | Uint8Array => {
    signal.throwIfAborted();
    refuseOthers(name);
    const content = Object.hasOwn(files, path) ? files[path] : undefined;
    if (content === undefined) {
      throw new ScriptoriumError("FOLDER_UNREADABLE", "The file is not there. Check its name.");
    }
    return content;
  };
  const refuseOthers = (name: string) => {
    if (name !== folder) throw new ScriptoriumError("FOLDER_REFUSED", "The folder may not be read. Choose another.");
  };
  return {
    async list(name, { extensions, signal }) {
      signal.throwIfAborted();
      refuseOthers(name);
      return Object.entries(files)
        .filter(([path]) => extensions.some((extension) => path.toLowerCase().endsWith(`.${extension}`)))
        .map(([path, content]) => ({ path, size: Buffer.byteLength(content) }))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async read(name, path, { signal }) {
      const content = held(name, path, signal);
      return typeof content === "string" ? content : Buffer.from(content).toString("utf8");
    },
    async bytes(name, path, { signal }) {
      return Uint8Array.from(Buffer.from(held(name, path, signal)));
    },
    async *slices(name, path, { signal }) {
      yield Uint8Array.from(Buffer.from(held(name, path, signal)));
    },
    check: async (name) => refuseOthers(name),
  };
}

export interface MemoryOutput extends OutputProvider {
  /** The files of each task by path, as they were written. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, Uint8Array>>;
}

/** An output folder in memory. */
export function memoryOutput(): MemoryOutput {
  const files = new Map<string, Map<string, Uint8Array>>();
  return {
    files,
    async write(taskId, path, bytes) {
      const ofTask = files.get(taskId) ?? new Map<string, Uint8Array>();
      files.set(taskId, ofTask.set(path, Uint8Array.from(bytes)));
    },
    async remove(taskId) {
      files.delete(taskId);
    },
  };
}
