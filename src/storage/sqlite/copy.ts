import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { failed, patiently, storageError } from "./sqlite-errors.js";

/**
 * Copies the store, which is a file or else a database in memory, to a path where nothing is yet, while it is in use. The copy is whole when it has its name: the name is
 * taken first, so that nothing is written over, and what is copied gets it at the end.
 */
export async function copyTo(path: string, source: string | DatabaseSync): Promise<void> {
  takeName(path);
  const unfinished = `${path}.part`;
  try {
    // What an earlier process that was killed may have left.
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, "wx", 0o600));
    if (typeof source === "string") await copyFile(source, unfinished);
    else source.prepare("VACUUM INTO ?").run(unfinished);
    synced(unfinished, "r+");
    renameSync(unfinished, path);
    synced(dirname(path), "r");
  } catch (error) {
    for (const remains of [unfinished, `${unfinished}-journal`, path]) rmSync(remains, { force: true });
    throw isOfFiles(error) ? fileProblem(error) : storageError(error);
  }
}

/** Through a connection of its own, which goes on seeing the store as it is now, so that writes meanwhile do no harm. */
async function copyFile(from: string, to: string): Promise<void> {
  const { DatabaseSync, backup } = await import("node:sqlite");
  using source = await patiently(() => new DatabaseSync(from));
  source.exec("BEGIN");
  await patiently(() => source.exec("SELECT count(*) FROM sqlite_schema"));
  await backup(source, to);
}

/** A path next to the store for its copy, which nobody has yet: `tasks.db.before-2`. */
export function nameBefore(path: string, version: number): string {
  const name = `${path}.before-${version}`;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(candidate)) return candidate;
  }
}

function takeName(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (cause) {
    throw fileProblem(cause);
  }
}

function synced(path: string, flags: "r" | "r+"): void {
  // Windows cannot open folders, and needs no such thing.
  if (flags === "r" && process.platform === "win32") return;
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function isOfFiles(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function fileProblem(cause: unknown) {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EEXIST")
    return failed("Something has the name of the copy already. Choose another name for it.", cause);
  if (code === "ENOSPC" || code === "EDQUOT")
    return storageError(Object.assign(new Error("full", { cause }), { errcode: 13 }));
  return failed(
    "The copy of the store cannot be written. See that its folder exists and that the server may write to it.",
    cause,
  );
}
