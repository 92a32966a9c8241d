import { filesOf } from "../files/files-of.js";
import type { OpenFile } from "../files/task-files.js";
import type { OutputPlace, OutputProvider } from "../providers.js";
import { type FileInfo, type StorageAdapter, UNSETTLED } from "../storage.js";
import { atRest } from "../task.js";
import type { Logger } from "../values/logger.js";
import { createTurns } from "../values/turns.js";

/** A file of the store that the output folder lacks, or has in another state. */
export interface FileNotLaidOut {
  readonly taskId: string;
  readonly file: FileInfo;
}

export interface Comparison {
  /** The tasks whose files are compared. When absent all, or those of this machine where several share a store. */
  readonly only?: ReadonlySet<string>;
  /** Tasks whose files are compared by their bytes; of others the size is enough. All of them when absent. */
  readonly byBytes?: ReadonlySet<string>;
  /** Whether tasks that run are compared, too. */
  readonly running?: boolean;
  readonly signal?: AbortSignal;
}

/** Compares the output folder with the store, and changes nothing. */
export async function* notLaidOut(
  { tasks, content, watch }: StorageAdapter,
  { has, tasks: known }: OutputProvider,
  { only, byBytes, running = false, signal }: Comparison = {},
): AsyncGenerator<FileNotLaidOut> {
  if (has === undefined) return;
  const here = only ?? (watch === undefined ? undefined : await known?.());
  const ids = tasks.scan({
    reads: ["_id", "status"],
    pick: ({ _id, status }) =>
      status !== "draft" && (running || atRest(status)) && (here?.has(_id) ?? true) ? _id : undefined,
  });
  const turns = createTurns(signal === undefined ? {} : { signal });
  for await (const taskId of ids) {
    if (turns.due()) await turns.give();
    for await (const file of (await filesOf(content)).files(taskId)) {
      if (!(await has(taskId, file, byBytes?.has(taskId) ?? true))) yield { taskId, file };
    }
  }
}

/** Bytes of the files that are laid out at the same time; one alone may be larger. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Lays out what the store has and the output folder lacks, `atOnce` files at the same time, and says how many that were.
 * Throws the signal's reason.
 */
export async function laidOut(
  storage: StorageAdapter,
  output: OutputProvider,
  comparison: Comparison = {},
  atOnce = 1,
): Promise<number> {
  const { signal } = comparison;
  let waiting: FileNotLaidOut[] = [];
  let bytes = 0;

  /** A run may replace the file, and somebody delete the task, in the same moment. */
  async function place(taskId: string, path: string): Promise<void> {
    for (let placed: string | undefined; ; ) {
      signal?.throwIfAborted();
      const file = await (await filesOf(storage.content)).open(taskId, path);
      if (file === undefined || file.sha256 === placed) break;
      await placedWhole(output, taskId, file);
      placed = file.sha256;
    }
    if ((await storage.tasks.get(taskId)) === undefined) await output.remove(taskId);
  }

  async function placeWaiting(): Promise<void> {
    const placing = waiting.map(({ taskId, file }) => place(taskId, file.path));
    waiting = [];
    bytes = 0;
    // Nothing goes on when this has failed.
    await Promise.allSettled(placing);
    await Promise.all(placing);
  }

  let count = 0;
  for await (const one of notLaidOut(storage, output, comparison)) {
    count += 1;
    bytes += one.file.size;
    waiting.push(one);
    if (waiting.length >= atOnce || bytes >= MOST_BYTES) await placeWaiting();
  }
  await placeWaiting();
  return count;
}

/** Writes a file of a task into the output folder, in slices where the folder takes them. */
export async function placedWhole(output: OutputProvider, taskId: string, file: OpenFile): Promise<void> {
  if (output.writeSlices !== undefined) return output.writeSlices(taskId, file.path, file.slices());
  await output.write(taskId, file.path, Buffer.concat(await Array.fromAsync(file.slices())));
}

/** The same for another folder. */
export async function placedAt(place: OutputPlace, file: OpenFile): Promise<void> {
  if (place.writeSlices !== undefined) return place.writeSlices(file.path, file.slices());
  await place.write(file.path, Buffer.concat(await Array.fromAsync(file.slices())));
}

export type LayingOut = ReturnType<typeof layingOut>;

/** Lays files out again when a server starts: a process may be killed between storing a file and laying it out. */
export function layingOut(storage: StorageAdapter, output: OutputProvider, logger: Logger) {
  const stop = new AbortController();
  let working: Promise<void> | undefined;

  async function layOut(byBytes: ReadonlySet<string>): Promise<void> {
    const count = await laidOut(storage, output, { byBytes, running: true, signal: stop.signal });
    if (count > 0)
      logger.info(`${count} files of the store were missing in the output folder and were laid out again.`);
  }

  return {
    /** Resolves when it is known which runs were cut off; the files are laid out in the background. */
    async start(): Promise<void> {
      const hint = { path: "status", values: UNSETTLED };
      const cutOff = storage.tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id }, hint);
      const byBytes = new Set(await Array.fromAsync(cutOff));
      working = layOut(byBytes).catch((error: unknown) => {
        if (!stop.signal.aborted) logger.error("The output folder could not be compared with the store.", error);
      });
    },
    async stop(): Promise<void> {
      stop.abort();
      await working;
    },
  };
}
