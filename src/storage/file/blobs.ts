import { constants } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { openFile } from "./append-log.js";
import { gone } from "./file-errors.js";
import { keepFolder, stamp } from "./folder.js";
import type { FileHealth } from "./health.js";

const { O_CREAT, O_EXCL, O_WRONLY, O_RDONLY } = constants;
const BLOB = /^(\d+)\.bin$/;

export function blobName(number: number): string {
  return `${number}.bin`;
}

export function blobNumber(name: string): number | undefined {
  const [, number] = BLOB.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Files of a task's folder that hold the bytes of one larger file each. */
export interface Blobs {
  /** Puts all of them on the disk, or none. They may be swept until a line that names them is there. */
  write(contents: readonly Uint8Array[]): Promise<number[]>;
  /** Undefined when there is no such file. */
  read(number: number): Promise<Uint8Array | undefined>;
  /** Removes some that no line names any more; those that stay are swept later. */
  remove(numbers: readonly number[]): Promise<void>;
}

/**
 * Those in the folder; what is not among `named` was being written when the process ended, or was replaced, and is removed. When
 * lines were damaged it may be what they named, and is set aside.
 */
export async function openBlobs(
  folder: string,
  named: ReadonlySet<number>,
  health: FileHealth,
  setsAside: boolean,
): Promise<Blobs> {
  let last = 0;
  for (const name of await readdir(folder)) {
    const number = blobNumber(name);
    if (number === undefined) continue;
    last = Math.max(last, number);
    if (named.has(number)) continue;
    if (setsAside) await rename(join(folder, name), join(folder, `${name}.corrupt-${stamp()}`));
    else await rm(join(folder, name));
  }

  async function remove(numbers: readonly number[]): Promise<void> {
    for (const number of numbers) await rm(join(folder, blobName(number)), { force: true }).catch(() => {});
  }

  async function writeOne(number: number, bytes: Uint8Array): Promise<void> {
    await using file = await openFile(join(folder, blobName(number)), O_WRONLY | O_CREAT | O_EXCL);
    await file.writeFile(bytes);
    await health.flush(() => file.sync());
  }

  return {
    async write(contents) {
      const numbers = contents.map(() => {
        last += 1;
        return last;
      });
      if (numbers.length === 0) return [];
      try {
        for (const [index, bytes] of contents.entries()) await writeOne(numbers[index]!, bytes);
        await keepFolder(health, folder);
      } catch (error) {
        await remove(numbers);
        throw error;
      }
      return numbers;
    },
    async read(number) {
      await using file = await openFile(join(folder, blobName(number)), O_RDONLY).catch(gone);
      return file && new Uint8Array(await file.readFile());
    },
    remove,
  };
}
