import { constants } from "node:fs";
import { lstat, mkdir, open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { failed } from "./trouble.js";

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW, O_DIRECTORY, O_RDONLY } = constants;

/** Makes what was created, renamed or removed in a folder durable. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder for the server alone. Throws when a file or a link is in its place. */
export async function makeFolder(path: string): Promise<void> {
  if ((await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined) await flushFolder(dirname(path));
  else if (!(await lstat(path)).isDirectory()) {
    throw failed("A folder of the store is a link to somewhere else. Put the folder itself in its place.");
  }
}

/** Keeps bytes of a file that cannot be read beside it, and gives the name of the file they are in. */
export async function setAside(path: string, bytes: Buffer): Promise<string> {
  const target = `${path}.corrupt-${new Date().toISOString().replaceAll(":", "-").slice(0, 19)}`;
  const file = await open(target, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  try {
    await file.writeFile(Buffer.concat([bytes, Buffer.from("\n")]));
    await file.sync();
  } finally {
    await file.close();
  }
  await flushFolder(dirname(path));
  return basename(target);
}
