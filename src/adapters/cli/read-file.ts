import { createReadStream, type ReadStream, rmSync } from "node:fs";
import { mkdtemp, open, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScriptoriumError } from "../../kernel/index.js";
import { configError } from "./config-error.js";
import { writingError } from "./written-file.js";

/** A file that can be read more than once. */
export interface Readable {
  readonly size: number;
  /** Its bytes from the beginning; `progress` receives how many were read. */
  bytes(progress: (read: number) => void): AsyncIterable<Uint8Array>;
  /** Removes what was made to read it. */
  end(): void;
}

/** The file, or standard input for `-`. That and pipes are kept in a temporary file, because they can be read once only. */
export async function readable(path: string, signal: AbortSignal): Promise<Readable> {
  if (path === "-") return kept(process.stdin, "Standard input", signal);
  const isPipe = await stat(path).then(
    (found) => !found.isFile() && !found.isDirectory(),
    () => false,
  );
  return isPipe ? kept(createReadStream(path), path, signal) : fileAt(path, path);
}

async function fileAt(path: string, name: string): Promise<Readable> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    return { size: found.size, bytes: (progress) => bytesOf(path, name, progress), end() {} };
  } catch (error) {
    throw readingError(error, name);
  }
}

async function* bytesOf(path: string, name: string, progress: (read: number) => void): AsyncGenerator<Uint8Array> {
  let read = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const bytes: Uint8Array = chunk;
      read += bytes.byteLength;
      progress(read);
      yield bytes;
    }
  } catch (error) {
    throw readingError(error, name);
  }
}

async function kept(input: NodeJS.ReadStream | ReadStream, name: string, signal: AbortSignal): Promise<Readable> {
  const folder = await mkdtemp(join(tmpdir(), "scriptorium-import-"));
  const end = () => rmSync(folder, { recursive: true, force: true });
  process.on("exit", end);
  // Nothing else ends the wait for more.
  const stop = () => input.destroy(signal.reason);
  signal.addEventListener("abort", stop);
  const path = join(folder, "lines");
  try {
    {
      await using file = await open(path, "wx", 0o600);
      for await (const chunk of input) await file.appendFile(chunk);
    }
    return { ...(await fileAt(path, name)), end };
  } catch (error) {
    end();
    throw writingError(error, `The temporary file for ${name}`);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function readingError(error: unknown, name: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || ScriptoriumError.is(error)) return error;
  if (code === "EISDIR") return configError(`${name} is a folder. Name the file that was exported.`, {}, error);
  return configError(`${name} could not be read. Check its name and permissions.`, {}, error);
}
