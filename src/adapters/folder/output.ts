import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, readFile, realpath, rename, rm } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { OutputPlace, OutputProvider } from "../../kernel/providers.js";
import type { FileInfo } from "../../kernel/storage.js";
import { Batches } from "../../kernel/values/batches.js";
import { shown } from "../../kernel/values/json.js";
import { codeOf } from "./error-code.js";

export interface OutputFolderOptions {
  /** The folder that gets one folder for each task; it is made when it is first needed. */
  readonly root: string;
  /** Folders that tasks may name others below; none by default. */
  readonly roots?: readonly string[];
}

const TASK_ID = /^[A-Za-z0-9_-]{1,64}$/;
const TEMPORARY = /^\.scriptorium-(\d+)-[0-9a-f]{16}\.tmp$/;
/** Not of a task: where posts are laid for blogs that are folders. */
const OF_BLOGS = "blogs";
const SWEPT_LIMIT = 1_000;

// Shared by all output folders of the process, because two of them may have one root.
const temporaries = new Set<string>();

/**
 * Lays finished files at `<root>/<task id>/<path>`. A reader sees the old file or the new one, never a part, also after a
 * crash or a power cut. Links inside the root are never followed.
 */
export function createOutputFolder({ root, roots = [] }: OutputFolderOptions): OutputProvider {
  // Folders whose temporary files of killed processes have been removed; those of this process remove themselves.
  const swept = new Set<string>();
  // Every task has its folder in the root: one flush is for all who ask while the one before goes on.
  const rootFlushes = new Batches<string, void>(async ([folder]) => {
    await syncFolder(folder!);
    return [];
  });

  async function write(taskId: string, path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    await writeBelow(root, [taskId], path, checkedPath(taskId, path), bytes);
  }

  async function writeBelow(
    top: string,
    below: readonly string[],
    path: string,
    folders: string[],
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const name = folders.pop() as string;
    try {
      const folder = await realFolder(top, [...below, ...folders], (parent) => rootFlushes.add(parent));
      await sweep(folder);
      await place(folder, name, bytes);
    } catch (error) {
      throw problem(error, `The file "${shown(path)}" could not be written`);
    }
  }

  async function place(folder: string, name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    // Rename is atomic only within one filesystem, so the temporary file is next to its target.
    const temporary = join(folder, `.scriptorium-${process.pid}-${randomBytes(8).toString("hex")}.tmp`);
    temporaries.add(temporary);
    try {
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, join(folder, name));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    } finally {
      temporaries.delete(temporary);
    }
    await syncFolder(folder);
  }

  async function sweep(folder: string): Promise<void> {
    if (swept.has(folder)) return;
    for (const name of await readdir(folder)) {
      const writer = TEMPORARY.exec(name)?.[1];
      if (writer === undefined) continue;
      const path = join(folder, name);
      // The number of a killed process may be this one's now.
      const written = Number(writer) === process.pid ? temporaries.has(path) : isAlive(Number(writer));
      if (!written) await rm(path, { force: true });
    }
    if (swept.size >= SWEPT_LIMIT) swept.clear();
    swept.add(folder);
  }

  return {
    write,
    writeSlices: write,
    removeFile: async (taskId, path) => removeBelow(join(root, taskId), path, checkedPath(taskId, path)),
    place(folder): OutputPlace {
      const [top, below] = placeIn(roots, folder);
      const put = (path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) =>
        writeBelow(top, below, path, segmentsOf(path), bytes);
      return {
        ...{ write: put, writeSlices: put },
        async removeFile(path) {
          const segments = segmentsOf(path);
          if (await isTrueFolder(top, [...below, ...segments.slice(0, -1)])) {
            await removeBelow(join(top, ...below), path, segments);
          }
        },
        async has(file) {
          const segments = segmentsOf(file.path);
          const isTrue = await isTrueFolder(top, [...below, ...segments.slice(0, -1)]);
          return isTrue && (await isThere(join(top, ...below, ...segments), file, true));
        },
      };
    },
    async has(taskId, file, byBytes) {
      const { path } = file;
      const folders = checkedPath(taskId, path);
      const name = folders.pop() as string;
      const folder = join(root, taskId, ...folders);
      try {
        await sweep(folder);
      } catch (error) {
        if (isAbsent(error)) return false;
        throw problem(error, `The file "${shown(path)}" could not be read`);
      }
      return await isThere(join(folder, name), file, byBytes);
    },
    async tasks() {
      const names = await readdir(root).catch((error: unknown) => {
        if (codeOf(error) === "ENOENT") return [];
        throw problem(error, "The output folder could not be read");
      });
      return new Set(names.filter((name) => TASK_ID.test(name) && name !== OF_BLOGS));
    },
    async remove(taskId) {
      if (!TASK_ID.test(taskId)) throw refusedId(taskId);
      try {
        // Of a link only the link is removed.
        await rm(join(root, taskId), { recursive: true, force: true });
        swept.clear();
      } catch (error) {
        throw problem(error, `The files of task ${taskId} could not be removed`);
      }
    },
  };
}

async function isThere(place: string, { path, size, sha256 }: FileInfo, byBytes: boolean): Promise<boolean> {
  try {
    const there = await lstat(place);
    if (!there.isFile() || there.size !== size) return false;
    if (!byBytes) return true;
    return (
      createHash("sha256")
        .update(await readFile(place))
        .digest("hex") === sha256
    );
  } catch (error) {
    if (isAbsent(error)) return false;
    throw problem(error, `The file "${shown(path)}" could not be read`);
  }
}

function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

async function removeBelow(folder: string, path: string, segments: readonly string[]): Promise<void> {
  try {
    // Of a link only the link is removed; a folder of the name stays.
    await rm(join(folder, ...segments), { force: true });
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") return;
    throw problem(error, `The file "${shown(path)}" could not be removed`);
  }
}

/** Whether a folder is there and no part of the way to it from the root is a link. */
async function isTrueFolder(root: string, segments: readonly string[]): Promise<boolean> {
  const [top, found] = await Promise.all([root, join(root, ...segments)].map((one) => realpath(one).catch(() => "")));
  return top !== "" && found === join(top!, ...segments);
}

/** The root that a folder is below, the first for one that is not absolute, and the way from there. */
function placeIn(roots: readonly string[], folder: string): readonly [root: string, below: readonly string[]] {
  for (const root of isAbsolute(folder) ? roots : roots.slice(0, 1)) {
    const way = relative(resolve(root), resolve(root, folder));
    const below = way.split(sep).filter((segment) => segment !== "");
    if (isAbsolute(way) || below[0] === ".." || !isPath(below.join("/"))) continue;
    return [root, below];
  }
  const others =
    roots.length === 0
      ? "and the server has none that tasks may write to. Name one in outputRoot in the config file of the server,"
      : "which is below no folder that tasks may write to. Name it in outputRoot in the config file of the server,";
  throw new ScriptoriumError(
    "bad-input",
    `outputFolder is "${shown(folder)}", ${others} or begin outputFolder with %project_folder%.`,
    { field: "outputFolder" },
  );
}

/** The segments of the path of a task. */
function checkedPath(taskId: string, path: string): string[] {
  if (!TASK_ID.test(taskId)) throw refusedId(taskId);
  return segmentsOf(path);
}

/** Whether a way leads to something below and has one name on all systems; an empty one leads to the folder itself. */
function isPath(way: string): boolean {
  return way === "" || (!/[\0\\]|^[a-z]:/i.test(way) && way.isWellFormed());
}

function segmentsOf(path: string): string[] {
  const segments = path.split("/");
  const bad = segments.some(
    (segment) => segment === "" || segment === "." || segment === ".." || TEMPORARY.test(segment),
  );
  // A backslash or a drive letter is a way out on some systems only, but a file should have one name on all of them.
  if (bad || !isPath(path)) {
    throw new ScriptoriumError(
      "PLUGIN_INVALID",
      `The file name "${shown(path)}" leaves the folder of its task. Use names with / between segments and without "..".`,
      { path: shown(path) },
    );
  }
  return segments;
}

function refusedId(taskId: string): ScriptoriumError {
  return new ScriptoriumError(
    "PLUGIN_INVALID",
    `"${shown(taskId)}" is no task id that a folder can be made for. Use up to 64 letters, digits, "_" and "-".`,
    { taskId: shown(taskId) },
  );
}

/** The folder, made where it is missing. Each part of the way below the root must be a true folder. */
async function realFolder(
  root: string,
  segments: readonly string[],
  syncRoot: (folder: string) => Promise<void>,
): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const top = await realpath(resolve(root));
  let folder = top;
  for (const segment of segments) {
    const parent = folder;
    folder = join(parent, segment);
    try {
      await mkdir(folder, { mode: 0o700 });
      await (parent === top ? syncRoot(parent) : syncFolder(parent));
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      if (!(await lstat(folder)).isDirectory()) throw new Obstacle();
    }
  }
  return folder;
}

/** Makes a name in the folder survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder and does not need to.
  if (process.platform === "win32") return;
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link or file where a folder is expected. */
class Obstacle extends Error {}

function problem(error: unknown, what: string): ScriptoriumError {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new ScriptoriumError(
      "STORAGE_FULL",
      `${what}, because the disk is full. Make room on it.`,
      {},
      { cause: error },
    );
  }
  const why =
    error instanceof Obstacle || code === "ENOTDIR" || code === "EISDIR"
      ? "because something else is in its way. Remove the link, file or folder of that name."
      : code === "EACCES" || code === "EPERM" || code === "EROFS"
        ? "because this server has no permission. Change the permissions of the output folder."
        : code === "ENAMETOOLONG"
          ? "because its name is too long. Use a shorter one."
          : "because the disk reported an error. Check the output folder.";
  return new ScriptoriumError("STORAGE_FAILED", `${what}, ${why}`, {}, { cause: error });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
