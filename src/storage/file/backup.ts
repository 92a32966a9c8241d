import { constants } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { openFile } from "./append-log.js";
import { flushFolder } from "./folder.js";
import { lineOf } from "./lines.js";
import { segmentNames } from "./main-log.js";
import type { Meta } from "./records.js";
import { linesOf, textOf } from "./replay.js";
import { codeOf, failed, storageTrouble } from "./trouble.js";

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW } = constants;
const CHUNK = 1024 * 1024;
const ATTEMPTS = 10;

/**
 * Copies a store that any process may have open, to a folder that is not there yet. Files of a store only grow, so that
 * what they held at some moment can be copied at any later one; when the main log was compacted in between, it begins anew.
 * Throws STORAGE_FAILED.
 */
export async function backupFileStore(from: string, to: string): Promise<void> {
  try {
    await mkdir(to, { mode: 0o700 });
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw storageTrouble(cause);
    throw failed("There is something at the place of the backup already. Name a folder that is not there.", cause);
  }
  try {
    for (let attempt = 1; ; attempt += 1) {
      if (await copied(from, to)) break;
      if (attempt === ATTEMPTS) throw failed("The store is being rewritten all the time. Try the backup again later.");
      for (const name of await readdir(to)) await rm(join(to, name), { recursive: true });
    }
    await flushFolder(to);
  } catch (cause) {
    await rm(to, { recursive: true, force: true });
    throw storageTrouble(cause);
  }
}

/** Says whether it came to an end with the files it began with. */
async function copied(from: string, to: string): Promise<boolean> {
  const names = await segmentNames(from);
  try {
    await copyFile(join(from, "store.json"), join(to, "store.json"));
    // The main log before the content: a run in it may lack its last lines, but never know of lines that are not there.
    const ends = new Map<string, number>();
    for (const name of names) ends.set(name, await copyFile(join(from, name), join(to, name)));
    await mkdir(join(to, "content"), { mode: 0o700 });
    for (const task of await readdir(join(from, "content")))
      await copyContent(join(from, "content", task), join(to, "content"));
    await flushFolder(join(to, "content"));
    // Tasks that were deleted since have lost their content, and so are deleted in the copy as well.
    const active = names.at(-1);
    if (active !== undefined) await appendDeletions(join(from, active), join(to, active), ends.get(active) ?? 0);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
  const after = await segmentNames(from);
  return after.length === names.length && after.every((name, place) => name === names[place]);
}

async function copyContent(folder: string, into: string): Promise<void> {
  const names = await readdir(folder).catch(gone);
  if (names === undefined) return;
  const target = join(into, basename(folder));
  await mkdir(target, { mode: 0o700 });
  // The log first: every file it names is there before it is named.
  for (const name of names.sort((one, other) => Number(other === "log.jsonl") - Number(one === "log.jsonl"))) {
    if (name.endsWith(".tmp")) continue;
    await copyFile(join(folder, name), join(target, name)).catch(gone);
  }
  // Files that were finished while the log was copied.
  for (const name of (await readdir(folder).catch(gone)) ?? []) {
    if (!names.includes(name) && name.endsWith(".bin"))
      await copyFile(join(folder, name), join(target, name)).catch(gone);
  }
  await flushFolder(target);
}

/** Copies what a file holds at this moment, and gives how many bytes that is. */
async function copyFile(from: string, to: string): Promise<number> {
  const source = await openFile(from, O_RDONLY | O_NOFOLLOW);
  try {
    const { size } = await source.stat();
    const target = await openFile(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    try {
      const buffer = Buffer.allocUnsafe(CHUNK);
      let at = 0;
      while (at < size) {
        const { bytesRead } = await source.read(buffer, 0, Math.min(CHUNK, size - at), at);
        if (bytesRead === 0) break;
        await target.writeFile(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
      await target.sync();
      return at;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function appendDeletions(from: string, to: string, end: number): Promise<void> {
  const gone: Buffer[] = [];
  const source = await openFile(from, O_RDONLY | O_NOFOLLOW);
  let whole = 0;
  try {
    for await (const { at, bytes, parts, unended } of linesOf(source)) {
      if (unended) break;
      const next = at + bytes.length + 1;
      if (next <= end) whole = next;
      const [first] = parts ?? [];
      if (next <= end || first === undefined) continue;
      const meta: Meta = JSON.parse(textOf(bytes, first));
      if ("gone" in meta && meta.gone === "task") gone.push(lineOf([JSON.stringify(meta)]).bytes);
    }
  } finally {
    await source.close();
  }
  const target = await openFile(to, O_WRONLY | O_APPEND | O_NOFOLLOW);
  try {
    // The copy may end in the middle of a line.
    await target.truncate(whole);
    await target.writeFile(Buffer.concat(gone));
    await target.sync();
  } finally {
    await target.close();
  }
}

/** The content of a task that is deleted in this moment. */
function gone(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}
