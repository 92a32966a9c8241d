import { constants, type Dirent } from "node:fs";
import { lstat, open, opendir, realpath, stat } from "node:fs/promises";
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { FolderEntry, FolderProvider } from "../../kernel/providers.js";
import { decodeText } from "../../kernel/text/decode.js";
import { shown } from "../../kernel/values/json.js";
import { codeOf } from "./error-code.js";

export interface FoldersOptions {
  /** Folders that may be read, with everything below them. Without any, every folder is refused. */
  readonly roots: readonly string[];
  /**
   * Files and folders that one listing goes through before it is refused.
   * @default 10000
   */
  readonly maxEntries?: number;
}

const MAX_DEPTH = 16;
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/**
 * Reads the folders below the roots. A folder is named by an absolute path or relative to a root, the first that has it.
 * Whatever links it leads through, what is read is inside a root. Hidden files are left out, and so are folders deeper
 * than 16 levels and links to folders; a folder that holds more than `maxEntries` is refused rather than read in part.
 */
export function createFolders({ roots, maxEntries = 10_000 }: FoldersOptions): Required<FolderProvider> {
  const realRoots = async () =>
    (await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)))).filter(
      (root) => root !== undefined,
    );

  /** The real path of the folder a client named. */
  async function find(folder: string): Promise<string> {
    const inside = await realRoots();
    if (folder.trim() === "" || folder.includes("\0")) throw outside(folder);
    const candidates = isAbsolute(folder) ? [resolve(folder)] : roots.map((root) => resolve(root, folder));
    let missing = false;
    for (const candidate of candidates) {
      const [real, exists] = await nearest(candidate);
      if (real === undefined || !inside.some((root) => contains(root, real))) continue;
      if (exists && (await stat(real)).isDirectory()) return real;
      missing = true;
    }
    // Only inside the roots does a client learn what exists.
    throw missing ? unreadable(folder, "there is no such folder") : outside(folder);
  }

  /** The real path of a file that may be read. */
  async function findFile(folder: string, path: string, name: string): Promise<string> {
    const top = await find(folder);
    const wanted = resolve(top, path);
    if (path.includes("\0") || isAbsolute(path) || wanted === top || !contains(top, wanted)) throw outside(name);
    const [real, exists] = await nearest(wanted);
    const inside = await realRoots();
    if (real === undefined || !inside.some((root) => contains(root, real))) throw outside(name);
    if (!exists) throw unreadable(name, "there is no such file");
    return real;
  }

  async function bytes(folder: string, path: string, signal: AbortSignal): Promise<Buffer> {
    const name = `${folder}/${path}`;
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of slices(folder, path, signal, MAX_FILE_BYTES)) {
      pieces.push(piece);
      size += piece.length;
      // The file may have grown since its size was asked.
      if (size > MAX_FILE_BYTES) throw tooLarge(name);
    }
    return Buffer.concat(pieces);
  }

  async function* slices(
    folder: string,
    path: string,
    signal: AbortSignal,
    maxBytes = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<Uint8Array> {
    signal.throwIfAborted();
    const name = `${folder}/${path}`;
    try {
      yield* slicesOf(await findFile(folder, path, name), name, maxBytes, signal);
    } catch (error) {
      throw translated(error, name, signal);
    }
  }

  return {
    async list(folder, { extensions, signal }) {
      signal.throwIfAborted();
      const wanted = new Set(extensions.map((extension) => extension.toLowerCase().replace(/^\./, "")));
      const inside = await realRoots();
      try {
        const top = await find(folder);
        const found: FolderEntry[] = [];
        let seen = 0;
        for await (const [path, entry] of walk(top, "", MAX_DEPTH)) {
          signal.throwIfAborted();
          seen += 1;
          if (seen > maxEntries) {
            throw unreadable(
              folder,
              `it holds more than ${maxEntries.toLocaleString("en")} files and folders`,
              "Name a folder below it.",
            );
          }
          if (!wanted.has(extname(path).slice(1).toLowerCase())) continue;
          const size = await fileSize(join(top, path), entry, inside);
          if (size !== undefined) found.push({ path, size });
        }
        return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
      } catch (error) {
        throw translated(error, folder, signal);
      }
    },

    read: async (folder, path, { signal }) => decode(await bytes(folder, path, signal), path),

    bytes: (folder, path, { signal }) => bytes(folder, path, signal),

    slices: (folder, path, { signal }) => slices(folder, path, signal),

    async check(folder) {
      try {
        await find(folder);
      } catch (error) {
        throw translated(error, folder);
      }
    },
  };
}

/** The real path, and whether it exists; of something that cannot be found, the real path of the folder it would be in. */
async function nearest(path: string): Promise<[real: string | undefined, exists: boolean]> {
  let exists = true;
  for (let rest = path; ; rest = dirname(rest)) {
    try {
      return [await realpath(rest), exists];
    } catch (error) {
      const code = codeOf(error);
      // A link that leads nowhere, or in a circle, leads outside as far as anybody can see.
      if (
        code === "ELOOP" ||
        code === "ENAMETOOLONG" ||
        (code === "ENOENT" && (await lstat(rest).catch(() => undefined))?.isSymbolicLink())
      )
        return [undefined, false];
      const missing = code === "ENOENT" || code === "ENOTDIR" || code === "EACCES";
      if (!missing || dirname(rest) === rest) throw error;
      exists = false;
    }
  }
}

/** Every file and folder below, hidden ones and links to folders apart; the path has `/` between segments. */
async function* walk(top: string, below: string, depth: number): AsyncGenerator<[path: string, entry: Dirent]> {
  for await (const entry of await opendir(join(top, below))) {
    if (entry.name.startsWith(".")) continue;
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    yield [path, entry];
    if (!entry.isDirectory() || depth <= 1) continue;
    try {
      yield* walk(top, path, depth - 1);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
}

/** Undefined for what is not a file inside the roots, or has gone since it was listed. */
async function fileSize(path: string, entry: Dirent, inside: readonly string[]): Promise<number | undefined> {
  try {
    if (entry.isFile()) return (await lstat(path)).size;
    if (!entry.isSymbolicLink()) return undefined;
    const real = await realpath(path);
    if (!inside.some((root) => contains(root, real))) return undefined;
    const target = await stat(real);
    return target.isFile() ? target.size : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ELOOP") return undefined;
    throw error;
  }
}

async function* slicesOf(
  real: string,
  name: string,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  // Not following a link that was put there since the check, and not waiting for the writer of a pipe.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw unreadable(name, "it is not a file");
    if (stats.size > maxBytes) throw tooLarge(name);
    const end = Number.isFinite(maxBytes) ? { end: maxBytes } : {};
    for await (const chunk of file.createReadStream({ autoClose: false, ...end })) {
      signal.throwIfAborted();
      yield chunk;
    }
  } finally {
    await file.close();
  }
}

async function decode(bytes: Buffer, path: string): Promise<string> {
  const extension = extname(path).toLowerCase();
  const xml = extension === ".xml" || extension === ".rss" || extension === ".atom";
  if (!xml && !/^\.x?html?$/.test(extension)) return decodeText(bytes);
  const { default: sniff } = await import("html-encoding-sniffer");
  const declared = sniff(bytes, { xml, defaultEncoding: "" });
  return decodeText(bytes, declared === "" ? undefined : declared);
}

function contains(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(name: string): ScriptoriumError {
  return new ScriptoriumError(
    "FOLDER_REFUSED",
    `The folder "${shown(name)}" is not one this server may read. Start the server with --source-root FOLDER to allow it.`,
    { folder: shown(name) },
  );
}

function tooLarge(name: string): ScriptoriumError {
  return unreadable(name, "it is larger than 10 MB", "Make it smaller, or split it.");
}

function unreadable(name: string, why: string, advice = "Check the name.", cause?: unknown): ScriptoriumError {
  const message = `"${shown(name)}" could not be read: ${why}. ${advice}`;
  return new ScriptoriumError("FOLDER_UNREADABLE", message, { folder: shown(name) }, { cause });
}

function translated(error: unknown, name: string, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (ScriptoriumError.is(error)) return error;
  const code = codeOf(error);
  if (code === undefined) return error;
  if (code === "EACCES" || code === "EPERM") {
    return unreadable(name, "this server has no permission", "Change the permissions of the folder.", error);
  }
  return unreadable(name, "the disk reported an error", "Try again later.", error);
}
