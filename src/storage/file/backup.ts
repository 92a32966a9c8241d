import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, readdir, realpath, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openFile } from "./append-log.js";
import { blobName } from "./blobs.js";
import type { Step, StepFile } from "./content-index.js";
import { CONTENT_LOG, eachStep } from "./content-steps.js";
import { codeOf, failed, storageError } from "./file-errors.js";
import { flushFolder } from "./folder.js";
import { lineOf } from "./lines.js";
import { isStore, MANIFEST } from "./manifest.js";
import type { Meta } from "./records.js";
import { linesOf, textOf } from "./replay.js";
import { segmentsIn } from "./segments.js";

const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_EXCL } = constants;
const NEWLINE = 0x0a;
const CHUNK = 1024 * 1024;
const ATTEMPTS = 10;
const NUMBER = /^\d+$/;

/**
 * Copies a store that any process may have open, to a folder that is not there yet. Files of a store only grow, so what they
 * held at some moment can be copied at any later one; when the main log was compacted meanwhile, the copy starts again. Throws
 * STORAGE_FAILED.
 */
export async function backupFileStore(from: string, to: string): Promise<void> {
  let source: string;
  try {
    source = await realpath(from);
    if (!(await isStore(source))) throw noStore();
  } catch (cause) {
    throw codeOf(cause) === "ENOENT" ? noStore(cause) : storageError(cause);
  }
  try {
    await mkdir(to, { mode: 0o700 });
  } catch (cause) {
    throw placeProblem(cause);
  }
  try {
    for (let attempt = 1; !(await isCopied(source, to)); attempt += 1) {
      if (attempt === ATTEMPTS) throw failed("The store is being rewritten all the time. Try the backup again later.");
      for (const name of await readdir(to)) await rm(join(to, name), { recursive: true });
    }
    await flushFolder(to);
    await flushFolder(dirname(to));
  } catch (cause) {
    await rm(to, { recursive: true, force: true });
    throw storageError(cause);
  }
}

function noStore(cause?: unknown) {
  return failed("There is no file store to make a backup of. Name the folder of one.", cause);
}

function placeProblem(cause: unknown) {
  switch (codeOf(cause)) {
    case "EEXIST":
      return failed("There is something at the place of the backup already. Name a folder that is not there.", cause);
    case "ENOENT":
    case "ENOTDIR":
      return failed("The backup cannot be made there. See that the folder exists that it shall be in.", cause);
    default:
      return storageError(cause);
  }
}

/** Says whether it came to an end with the files it began with. */
async function isCopied(from: string, to: string): Promise<boolean> {
  const { live } = await segmentsIn(from);
  const names = live.map(({ name }) => name);
  try {
    // The main log first: a run in it may lack its last steps, but is never complete without them.
    for (const name of names) await copyFile(join(from, name), join(to, name));
    await mkdir(join(to, "content"), { mode: 0o700 });
    for (const name of await readdir(join(from, "content"))) {
      if (NUMBER.test(name)) await copyContent(join(from, "content", name), join(to, "content", name));
    }
    await flushFolder(join(to, "content"));
    const last = names.at(-1);
    if (last !== undefined) await repeatDeletions(join(from, last), join(to, last));
    // Last, since a store is of a later version before it holds anything that needs that.
    await copyFile(join(from, MANIFEST), join(to, MANIFEST));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
  const after = (await segmentsIn(from)).live.map(({ name }) => name);
  return after.join() === names.join();
}

/** Copies the content of a task, except one that is being deleted. */
async function copyContent(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    if ((await lstat(from).catch(() => undefined)) === undefined) return;
    await mkdir(to, { mode: 0o700 });
    try {
      await copyFile(join(from, CONTENT_LOG), join(to, CONTENT_LOG));
      for (const { blob } of (await filesIn(join(to, CONTENT_LOG))).values()) {
        if (blob !== undefined) await copyFile(join(from, blobName(blob)), join(to, blobName(blob)));
      }
      return await flushFolder(to);
    } catch (error) {
      // A file was replaced since the log was copied, or is missing from the store itself.
      if (codeOf(error) !== "ENOENT") throw error;
      if (attempt === ATTEMPTS) return await flushFolder(to);
    }
    await rm(to, { recursive: true });
  }
}

/** The files that a content log names. */
async function filesIn(log: string): Promise<ReadonlyMap<string, StepFile>> {
  const files = new Map<string, StepFile>();
  const enter = (step: Step) => {
    for (const file of step.files) files.set(file.path, file);
    return undefined;
  };
  await eachStep(log, enter, []);
  return files;
}

/** Copies what a file holds at this moment. */
async function copyFile(from: string, to: string): Promise<void> {
  await using source = await openFile(from, O_RDONLY);
  const { size } = await source.stat();
  await using target = await openFile(to, O_WRONLY | O_CREAT | O_EXCL);
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(CHUNK, size - at), at);
    if (bytesRead === 0) break;
    await target.writeFile(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  await target.sync();
}

/** Tasks that were deleted since their line was copied have lost their content, and so are deleted in the copy as well. */
async function repeatDeletions(from: string, to: string): Promise<void> {
  await using source = await openFile(from, O_RDONLY);
  await using target = await openFile(to, O_RDWR);
  const whole = await wholeLength(target);
  const gone: Buffer[] = [];
  for await (const lines of linesOf(source, () => {}, whole)) {
    for (const { bytes, parts } of lines) {
      const [first] = parts ?? [];
      if (first === undefined) continue;
      const meta: Meta = JSON.parse(textOf(bytes, first));
      if ("gone" in meta && meta.gone === "task") gone.push(lineOf([JSON.stringify(meta)]).bytes);
    }
  }
  const added = Buffer.concat(gone);
  await target.truncate(whole);
  await target.write(added, 0, added.length, whole);
  await target.sync();
}

/** How long the file is up to its last end of a line. */
async function wholeLength(file: FileHandle): Promise<number> {
  const buffer = Buffer.allocUnsafe(CHUNK);
  let { size } = await file.stat();
  while (size > 0) {
    const from = Math.max(0, size - CHUNK);
    const { bytesRead } = await file.read(buffer, 0, size - from, from);
    const last = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (last !== -1) return from + last + 1;
    size = from;
  }
  return 0;
}
