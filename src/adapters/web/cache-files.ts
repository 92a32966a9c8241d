import { createHash, randomUUID } from "node:crypto";
import { constants, mkdirSync } from "node:fs";
import { type FileHandle, lstat, open, readdir, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ScriptoriumError } from "../../kernel/errors.js";
import { isPlainObject, type JsonObject } from "../../kernel/values/json.js";

export interface CacheEntry {
  readonly head: JsonObject;
  readonly body: Uint8Array;
}

/**
 * Entries by key as files of one folder, which other processes may use at the same time. What was not used for longest is
 * removed when all together pass the limit. A file is whole or not there: it is written next to its place and moved there,
 * and one that is not what was written, by its hash, is taken for none and removed.
 */
export interface CacheFiles {
  read(key: string): Promise<CacheEntry | undefined>;
  /** Without effect when the disk does not take it. */
  write(key: string, entry: CacheEntry): Promise<void>;
  /** Bytes of all entries on the disk now. */
  size(): Promise<number>;
}

const FORMAT = "scriptorium page 1";
const NAME = /^[0-9a-f]{64}\.page$/;
const TEMPORARY = /^[0-9a-f]{64}\.[0-9a-f-]{36}\.tmp$/;
/** What a process that ended in the middle of writing left behind. */
const ABANDONED_MS = 3_600_000;
/** Part of the limit that is kept when entries are removed, so that this is seldom done. */
const KEPT_PART = 0.9;
/** Part of the limit that may be written before the folder is looked at again, since others may write too. */
const UNSEEN_PART = 0.05;
/** Our own folder is not expected to hold anything but files; a link in it leads nowhere. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW;

/** Throws CONFIG_INVALID when the folder cannot be made. */
export function openCacheFiles(folder: string, maxBytes: number): CacheFiles {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "The folder for stored pages cannot be made. Choose another, or set none.",
      { setting: "cache" },
      { cause },
    );
  }
  let unseen = Number.POSITIVE_INFINITY;
  let tidying: Promise<void> | undefined;

  const pathOf = (key: string) => join(folder, `${createHash("sha256").update(key).digest("hex")}.page`);

  /** Brings the folder below the limit when it may have passed it; one look at a time. */
  const tidy = async (written: number) => {
    unseen += written;
    if (unseen < maxBytes * UNSEEN_PART) return;
    tidying ??= removeOldest(folder, maxBytes).finally(() => {
      tidying = undefined;
    });
    unseen = 0;
    await tidying;
  };

  return {
    async read(key) {
      const path = pathOf(key);
      let file: FileHandle | undefined;
      try {
        file = await open(path, READ_FLAGS);
        const { size } = await file.stat();
        const entry = size > maxBytes ? undefined : parsed(key, await file.readFile());
        if (entry === undefined) await unlink(path);
        else await file.utimes(new Date(), new Date());
        return entry;
      } catch {
        return undefined;
      } finally {
        await file?.close().catch(() => {});
      }
    },
    async write(key, entry) {
      const bytes = printed(key, entry);
      // A page that would push out a good part of all others is not worth it.
      if (bytes.length > maxBytes / 4) return;
      const path = pathOf(key);
      const temporary = path.replace(/\.page$/, `.${randomUUID()}.tmp`);
      try {
        await writeFile(temporary, bytes, { flag: "wx", mode: 0o600 });
        await rename(temporary, path);
        await tidy(bytes.length);
      } catch {
        await unlink(temporary).catch(() => {});
      }
    },
    async size() {
      return (await filesOf(folder)).reduce((sum, { size }) => sum + size, 0);
    },
  };
}

interface CachedFile {
  readonly path: string;
  readonly size: number;
  readonly usedAt: number;
  readonly temporary: boolean;
}

async function filesOf(folder: string): Promise<CachedFile[]> {
  const files: CachedFile[] = [];
  for (const name of await readdir(folder)) {
    const temporary = TEMPORARY.test(name);
    if (!temporary && !NAME.test(name)) continue;
    const path = join(folder, name);
    // Another process may have removed it meanwhile.
    const stats = await lstat(path).catch(() => undefined);
    if (stats !== undefined) files.push({ path, size: stats.size, usedAt: stats.mtimeMs, temporary });
  }
  return files;
}

async function removeOldest(folder: string, maxBytes: number): Promise<void> {
  const files = (await filesOf(folder)).sort((a, b) => a.usedAt - b.usedAt);
  let total = files.reduce((sum, { size }) => sum + size, 0);
  const wanted = total > maxBytes ? maxBytes * KEPT_PART : maxBytes;
  for (const { path, size, usedAt, temporary } of files) {
    if (temporary ? Date.now() - usedAt < ABANDONED_MS : total <= wanted) continue;
    await unlink(path).catch(() => {});
    total -= size;
  }
}

function printed(key: string, { head, body }: CacheEntry): Buffer {
  const line = JSON.stringify({ key, head });
  return Buffer.concat([Buffer.from(`${FORMAT}\n${digest(line, body)}\n${line}\n`), body]);
}

function parsed(key: string, bytes: Buffer): CacheEntry | undefined {
  const [first, second] = [bytes.indexOf("\n"), bytes.indexOf("\n", FORMAT.length + 1)];
  const third = bytes.indexOf("\n", second + 1);
  if (first !== FORMAT.length || second < 0 || third < 0 || bytes.toString("latin1", 0, first) !== FORMAT)
    return undefined;
  const line = bytes.toString("utf8", second + 1, third);
  const body = bytes.subarray(third + 1);
  if (bytes.toString("latin1", first + 1, second) !== digest(line, body)) return undefined;
  try {
    const read: unknown = JSON.parse(line);
    if (!isPlainObject(read) || read["key"] !== key || !isPlainObject(read["head"])) return undefined;
    return { head: read["head"] as JsonObject, body };
  } catch {
    return undefined;
  }
}

function digest(line: string, body: Uint8Array): string {
  return createHash("sha256").update(line).update("\n").update(body).digest("hex");
}
