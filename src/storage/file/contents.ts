import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { StoreFinding } from "../../kernel/storage.js";
import type { ContentEnd } from "./content-index.js";
import { type ContentLog, openContentLog } from "./content-log.js";
import { notOpen, storageError } from "./file-errors.js";
import { keepFolder, stamp } from "./folder.js";
import type { FileHealth } from "./health.js";
import { type Entry, runsOf, type StoreIndex } from "./store-index.js";

/** Logs of tasks that stay open when nobody uses them, and how much they may know the place of. */
const KEPT = 64;
const KEPT_PLACES = 4_000_000;
const NUMBER = /^\d+$/;

type Work<T> = (content: ContentLog) => T | Promise<T>;

/** The content logs of all tasks, opened when first used. A task's folder is named by the number of the task. */
export interface Contents {
  /** Undefined when the task has none, or is gone. */
  read<T>(entry: Entry, work: Work<T>): Promise<T | undefined>;
  /** Undefined when the task is gone. */
  write<T>(entry: Entry, work: Work<T>): Promise<T | undefined>;
  /** Undefined when nobody has used it for some time. */
  inMemory<T>(entry: Entry, work: Work<T>): Promise<T | undefined>;
  /** Has the log opened again as soon as nobody uses it, which gives back what is not needed of the disk. */
  reopen(entry: Entry): void;
  /** How far the log of the task is on the disk, as far as that is known, for the main log to keep. */
  endOf(entry: Entry): ContentEnd | undefined;
  folderOf(entry: Entry): string;
  /** Of a task that is gone. */
  remove(entry: Entry): Promise<void>;
  close(): Promise<void>;
}

interface Slot {
  readonly opening: Promise<ContentLog>;
  content?: ContentLog;
  users: number;
  isStale?: boolean;
}

/** `isWhole`: whether all tasks are known that were not deleted. */
export async function openContents(
  folder: string,
  index: StoreIndex,
  health: FileHealth,
  isWhole: boolean,
  found: (finding: StoreFinding) => void,
): Promise<Contents> {
  const slots = new Map<number, Slot>();
  let closed = false;
  const working = new Set<Promise<unknown>>();
  const flushParent = coalesced(() => keepFolder(health, folder));
  await sweep();

  /** Tasks that were deleted when the process ended in the middle leave their content behind, and so do tasks that are damaged. */
  async function sweep(): Promise<void> {
    const live = new Set(Array.from(index.entries.values(), ({ number }) => number));
    for (const name of await readdir(folder)) {
      if (!NUMBER.test(name) || live.has(Number(name))) continue;
      if (isWhole) {
        await rm(join(folder, name), { recursive: true, force: true });
        continue;
      }
      const aside = `${name}.corrupt-${stamp()}`;
      await rename(join(folder, name), join(folder, aside));
      found({
        where: `content/${name}`,
        trouble: "The task of this content is missing.",
        repair: `The content was set aside in content/${aside}.`,
      });
    }
  }

  function slotOf(entry: Entry): Slot {
    const { number, task } = entry;
    const known = slots.get(number);
    // Set again, so that the least recently used comes first.
    slots.delete(number);
    if (known !== undefined) {
      slots.set(number, known);
      return known;
    }
    const runs = new Set(runsOf(entry).map((run) => run.number));
    const slot: Slot = {
      opening: openContentLog(join(folder, String(number)), {
        health,
        rewritten: entry.end?.[0] ?? 0,
        isRun: (run) => runs.has(run),
        found: (trouble, repair) => found({ where: task._id, trouble, repair }),
        flushParent,
      }),
      users: 0,
    };
    slots.set(number, slot);
    slot.opening.then(
      (content) => {
        slot.content = content;
      },
      // One that could not be opened is tried again.
      () => {
        if (slots.get(number) === slot) slots.delete(number);
      },
    );
    return slot;
  }

  async function use<T>(entry: Entry, work: Work<T>): Promise<T | undefined> {
    const slot = slotOf(entry);
    slot.users += 1;
    try {
      const content = await slot.opening;
      return entry.live ? await work(content) : undefined;
    } catch (error) {
      health.doubt();
      throw storageError(error);
    } finally {
      slot.users -= 1;
      await closeIdle();
    }
  }

  function tracked<T>(entry: Entry, work: Work<T>): Promise<T | undefined> {
    if (closed) return Promise.reject(notOpen());
    if (!entry.live) return Promise.resolve(undefined);
    const using = use(entry, work);
    const settled = using.catch(() => {}).finally(() => working.delete(settled));
    working.add(settled);
    return using;
  }

  /** The one that was used last always stays, unless it is to be reopened. */
  async function closeIdle(): Promise<void> {
    for (const [number, { isStale, users, content }] of slots) {
      if (isStale !== true || users > 0 || content === undefined) continue;
      slots.delete(number);
      await content.close();
    }
    let places = 0;
    for (const { content } of slots.values()) places += content?.index.size() ?? 0;
    for (const [number, slot] of [...slots].slice(0, -1)) {
      if (slots.size <= KEPT && places <= KEPT_PLACES) return;
      // Another may have closed it while this one waited, and it may have been opened again.
      if (slots.get(number) !== slot || slot.users > 0 || slot.content === undefined) continue;
      places -= slot.content.index.size();
      slots.delete(number);
      await slot.content.close();
    }
  }

  const folderOf = ({ number }: Entry) => join(folder, String(number));

  return {
    async read(entry, work) {
      return slots.has(entry.number) || existsSync(folderOf(entry)) ? tracked(entry, work) : undefined;
    },
    write: tracked,
    async inMemory(entry, work) {
      return slots.has(entry.number) ? tracked(entry, work) : undefined;
    },
    reopen({ number }) {
      const slot = slots.get(number);
      if (slot !== undefined) slot.isStale = true;
    },
    endOf(entry) {
      entry.end = slots.get(entry.number)?.content?.end() ?? entry.end;
      return entry.end;
    },
    folderOf,
    async remove(entry) {
      const slot = slots.get(entry.number);
      slots.delete(entry.number);
      try {
        await slot?.opening.then((content) => content.close()).catch(() => {});
        await rm(folderOf(entry), { recursive: true, force: true });
      } catch {
        // The task is gone all the same; its content is swept when the store is opened next.
      }
    },
    async close() {
      closed = true;
      await Promise.all(working);
      for (const { content } of slots.values()) await content?.close();
      slots.clear();
    },
  };
}

/** Does the work for all who asked before it began. */
function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        running = work();
        return running;
      });
    return next;
  };
}
