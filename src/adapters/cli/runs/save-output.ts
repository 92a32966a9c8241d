import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { shown } from "../../../kernel/values/json.js";
import type { ExportFormat, ScriptoriumClient } from "../../client/index.js";
import { configError } from "../config-error.js";
import { writingError } from "../written-file.js";

export interface Saved {
  /** Relative to the folder. */
  readonly files: readonly string[];
  /** The file with the rows; undefined where there is none. */
  readonly rows: string | undefined;
  readonly rowCount: number;
}

const PAGE = 1000;

/** Writes the files of a task and its rows below the folder, which is made. Files that are there are replaced. */
export async function saveOutput(
  client: ScriptoriumClient,
  id: string,
  folder: string,
  format: ExportFormat,
  signal?: AbortSignal,
): Promise<Saved> {
  const call = signal === undefined ? {} : { signal };
  await made(folder);
  const files: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await client.files(id, { offset, limit: PAGE }, call);
    for (const { path } of page.files) {
      await save(await client.file(id, path, call), folder, path);
      files.push(path);
    }
    if (page.files.length < PAGE) break;
  }
  const { total } = await client.results(id, { limit: 1 }, call);
  if (total === 0) return { files, rows: undefined, rowCount: 0 };
  const plain = `rows.${format}`;
  const rows = files.includes(plain) ? `task-rows.${format}` : plain;
  await save(await client.exported(id, format, {}, call), folder, rows);
  return { files, rows, rowCount: total };
}

/** Under its name when it is whole. Throws CONFIG_INVALID for a name that leads elsewhere, and where it cannot be written. */
async function save(response: Response, folder: string, path: string): Promise<void> {
  const segments = path.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".." || /[\\:\0]/.test(segment))) {
    await response.body?.cancel();
    throw configError(
      `The server names a file "${shown(path)}", which is outside the folder. Nothing was written for it.`,
    );
  }
  const target = join(folder, ...segments);
  const unfinished = `${target}.part`;
  await made(dirname(target));
  try {
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(unfinished));
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw writingError(error, target);
  }
}

async function made(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOTDIR")
      throw configError(
        `The folder ${folder} cannot be made, because a file has this name. Choose another place.`,
        {},
        error,
      );
    throw writingError(error, folder);
  }
}
