import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { StoreFinding } from "../../kernel/storage.js";
import type { Book, Entry } from "./book.js";
import { type ContentLog, openContentLog } from "./content-log.js";
import { flushFolder } from "./folder.js";

/** Logs of tasks that stay open when nobody uses them. */
const KEPT = 64;

/** The content logs of all tasks, opened when first used. A task's folder is named by the number of the task. */
export interface Contents {
  /** Undefined when the task has none yet. */
  read<T>(entry: Entry, work: (content: ContentLog) => T | Promise<T>): Promise<T | undefined>;
  write<T>(entry: Entry, work: (content: ContentLog) => T | Promise<T>): Promise<T>;
  remove(entry: Entry): Promise<void>;
  close(): Promise<void>;
}

interface Slot {
  readonly content: Promise<ContentLog>;
  users: number;
}

export async function openContents(
  folder: string,
  book: Book,
  found: (finding: StoreFinding) => void,
): Promise<Contents> {
  const slots = new Map<number, Slot>();
  // Tasks that were deleted when the process ended in the middle.
  const live = new Set([...book.entries.values()].map(({ number }) => String(number)));
  for (const name of await readdir(folder)) {
    if (!live.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }

  async function use<T>({ number, task }: Entry, work: (content: ContentLog) => T | Promise<T>): Promise<T> {
    const known = slots.get(number);
    const slot: Slot = known ?? {
      content: openContentLog(
        join(folder, String(number)),
        (runId) => book.runs.has(runId),
        (trouble, repair) => found({ where: task._id, trouble, repair }),
      ),
      users: 0,
    };
    // Set again, so that the least recently used stands first.
    slots.delete(number);
    slots.set(number, slot);
    slot.users += 1;
    try {
      return await work(await slot.content);
    } catch (error) {
      // One that could not be opened is tried anew.
      await slot.content.catch(() => slots.delete(number));
      throw error;
    } finally {
      slot.users -= 1;
      await closeIdle();
    }
  }

  async function closeIdle(): Promise<void> {
    for (const [number, slot] of slots) {
      if (slots.size <= KEPT) return;
      if (slot.users > 0) continue;
      slots.delete(number);
      await (await slot.content).close();
    }
  }

  return {
    async read(entry, work) {
      const there = slots.has(entry.number) || existsSync(join(folder, String(entry.number)));
      return there ? use(entry, work) : undefined;
    },
    write: use,
    async remove({ number }) {
      const slot = slots.get(number);
      slots.delete(number);
      await slot?.content.then((content) => content.close()).catch(() => {});
      await rm(join(folder, String(number)), { recursive: true, force: true });
    },
    async close() {
      const open = [...slots.values()];
      slots.clear();
      for (const { content } of open) await content.then((one) => one.close()).catch(() => {});
      await flushFolder(folder);
    },
  };
}
