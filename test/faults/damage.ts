import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Random } from "../../src/kernel/values/random.js";

const PAGE = 4096;

export interface Done {
  readonly said: string;
  /** The end of the file is missing, so that it looks as if it had not been written to the end. */
  readonly lacksEnd: boolean;
}

/** Damages the file, or one below the folder, larger ones rather than small ones, and says what it did. */
export async function damageOneFile(store: string, random: Random): Promise<Done> {
  const files: { readonly path: string; readonly name: string; readonly bytes: Buffer }[] = [];
  for (const path of await filesOf(store)) files.push({ path, name: basename(path), bytes: await readFile(path) });
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  let place = random.integer(
    1,
    files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  );
  const file = files.find(({ bytes }) => {
    place -= bytes.length;
    return place <= 0;
  });
  if (file === undefined) throw new Error("there is nothing to damage");
  const { path, name, bytes } = file;
  const { said, damaged } = random.pick([flipped, cut, zeroed])(bytes, random);
  await writeFile(path, damaged);
  const lacksEnd = damaged.length < bytes.length || damaged.at(-1) !== bytes.at(-1);
  return { said: `${name}: ${said}`, lacksEnd };
}

async function filesOf(store: string): Promise<string[]> {
  if ((await stat(store)).isFile()) return [store];
  const entries = await readdir(store, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

interface Damage {
  readonly said: string;
  readonly damaged: Uint8Array;
}

function flipped(bytes: Buffer, random: Random): Damage {
  const damaged = Buffer.from(bytes);
  const count = random.integer(1, 64);
  for (let flips = 0; flips < count; flips += 1) {
    const at = random.integer(0, bytes.length - 1);
    damaged[at] = (damaged[at] ?? 0) ^ random.integer(1, 255);
  }
  return { said: `${count} bytes changed`, damaged };
}

function cut(bytes: Buffer, random: Random): Damage {
  const at = random.integer(0, bytes.length - 1);
  return { said: `cut at ${at} of ${bytes.length}`, damaged: bytes.subarray(0, at) };
}

function zeroed(bytes: Buffer, random: Random): Damage {
  const page = random.integer(0, Math.floor((bytes.length - 1) / PAGE));
  const damaged = Buffer.from(bytes);
  damaged.fill(0, page * PAGE, Math.min((page + 1) * PAGE, bytes.length));
  return { said: `page ${page} zeroed`, damaged };
}
