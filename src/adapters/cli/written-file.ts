import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { inPieces } from "../../kernel/values/in-pieces.js";
import { configError } from "./config-error.js";
import { brokenPipe } from "./interruption.js";

/** Text that is gathered before it is written. */
const CHUNK = 256 * 1024;

/**
 * Writes lines to a file that only its owner can read, and that is there under its name when it is whole: on any error
 * what was there before is there still.
 */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const target = resolve(path);
  // Next to its target, because renaming is atomic within one file system only.
  const unfinished = `${target}.${randomBytes(4).toString("hex")}.part`;
  const discard = () => rmSync(unfinished, { force: true });
  // A second signal ends the process without another turn.
  process.on("exit", discard);
  try {
    {
      await using file = await open(unfinished, "wx", 0o600);
      for await (const chunk of chunked(lines)) await file.appendFile(chunk);
      await file.sync();
    }
    await rename(unfinished, target);
    await syncFolder(dirname(target));
  } catch (error) {
    discard();
    throw writingError(error, path);
  } finally {
    process.off("exit", discard);
  }
}

/** Writes lines to standard output as fast as they are read there. Throws `Interrupted` when nobody reads any more. */
export async function printLines(lines: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  const { stdout } = process;
  const cut = Promise.withResolvers<never>();
  // It may come when nobody waits for it.
  cut.promise.catch(() => {});
  stdout.on("error", (error) => cut.reject(printingError(error)));
  signal.addEventListener("abort", () => cut.reject(signal.reason), { once: true });
  // One after the other: what was not taken is not piled up.
  for await (const chunk of chunked(lines)) {
    const taken = Promise.withResolvers<void>();
    stdout.write(chunk, (error) => (error ? taken.reject(printingError(error)) : taken.resolve()));
    await Promise.race([taken.promise, cut.promise]);
  }
}

function printingError(error: NodeJS.ErrnoException): unknown {
  return error.code === "EPIPE" ? brokenPipe() : writingError(error, "Standard output");
}

export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; there the name is durable with the file.
  if (process.platform === "win32") return;
  await using handle = await open(folder, "r");
  await handle.sync();
}

/** An error of the file system with a path that the user gave, in words; any other error as it is. */
export function writingError(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reason =
    code === "ENOSPC" || code === "EDQUOT"
      ? "because the disk is full. Free some space, or choose another place."
      : code === "ENOENT" || code === "ENOTDIR"
        ? "because its folder is not there. Make the folder, or choose another place."
        : code === "EACCES" || code === "EPERM" || code === "EROFS"
          ? "because this user may not write there. Choose another place."
          : code === "EISDIR"
            ? "because a folder has this name. Choose another name."
            : code === "EIO" || code === "EFBIG"
              ? "because of a disk error. Choose another place."
              : undefined;
  if (reason === undefined) return error;
  return configError(`${path} could not be written, ${reason}`, {}, error);
}

function chunked(lines: AsyncIterable<string>): AsyncIterable<string> {
  return inPieces(lines, (line) => `${line}\n`, { length: CHUNK });
}
