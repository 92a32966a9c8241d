import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scratch } from "../kernel/storage.js";
import { diskFull, failed } from "./refusals.js";

/** A file without a name in the system's temporary folder, so that nothing of it is left however the process ends. */
export async function openScratch(): Promise<Scratch> {
  const path = join(tmpdir(), `scriptorium-sort-${randomUUID()}`);
  const file = await translated(open(path, "wx+", 0o600));
  await translated(unlink(path));
  let end = 0;
  return {
    async append(texts) {
      const bytes = texts.map((text) => Buffer.from(text));
      const places = bytes.map(({ length }) => {
        end += length;
        return { start: end - length, length };
      });
      await translated(file.appendFile(Buffer.concat(bytes)));
      return places;
    },
    async read({ start, length }) {
      const { buffer } = await translated(file.read(Buffer.allocUnsafe(length), 0, length, start));
      return buffer.toString();
    },
    close: () => file.close(),
  };
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOSPC" || code === "EDQUOT") throw diskFull(cause);
    throw failed("The folder for temporary files cannot be used. Sort with a limit, or make it writable.", cause);
  }
}
