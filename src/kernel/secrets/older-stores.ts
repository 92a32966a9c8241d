import { ScriptoriumError } from "../errors.js";
import type { Account, StorageAdapter } from "../storage.js";
import type { Clock } from "../values/clock.js";
import type { Ids } from "../values/ids.js";
import { type Marks, NO_MARKS } from "./marks.js";
import { takenOut } from "./taking-out.js";

/** The kind of accounts that are none: one of them says that nothing in the store is a secret in the clear. */
export const SERVER_KIND = "scriptorium";
/** Counts the changes of what is a secret; a store that was looked through by earlier rules is looked through again. */
const RULES = 3;

export interface OlderStore {
  readonly storage: StorageAdapter;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The marks of a task type. */
  readonly marksOf: (type: string) => Promise<Marks>;
  /** Seals one task and its runs. */
  readonly seal: (id: string) => Promise<void>;
  /** Called with what could not be sealed. */
  readonly logError: (message: string, error: unknown) => void;
}

/**
 * Versions that knew no secrets stored passwords as they were posted, where every search finds them. Once in the life of a
 * store, and after a change of the rules, all its tasks and their runs are looked through and sealed, and what they were before is removed from
 * the disk; what fails is logged, and tried again at the next start.
 */
export async function sealOlderTasks(store: OlderStore): Promise<void> {
  const { storage, seal, logError } = store;
  for await (const { settings } of storage.accounts.list({ kind: SERVER_KIND })) {
    if (Number(settings["rules"]) >= RULES) return;
  }
  const marks = new Map<string, Marks>();
  let problems = 0;
  const attempt = async (what: string, work: () => Promise<void>, remedy = "Post its data again.") => {
    try {
      await work();
    } catch (error) {
      // Of all that can go wrong only a key that cannot be used may keep the server down.
      if (ScriptoriumError.is(error) && error.code === "CONFIG_INVALID") throw error;
      problems += 1;
      logError(`Secrets of ${what} may be stored in the clear. ${remedy}`, error);
    }
  };
  for await (const type of storage.tasks.scan({ reads: ["type"], pick: (task) => task.type })) {
    if (marks.has(type)) continue;
    marks.set(type, NO_MARKS);
    await attempt(`the task type "${type}"`, async () => void marks.set(type, await store.marksOf(type)));
  }
  const unsealed = storage.tasks.scan({
    reads: ["_id", "type", "data", "runId"],
    pick: ({ _id, type, data, runId }) =>
      runId !== undefined || takenOut(data, marks.get(type) ?? NO_MARKS).fresh.size > 0 ? _id : undefined,
  });
  for (const id of await Array.fromAsync(unsealed)) await attempt(`the task ${id}`, () => seal(id));
  await attempt(
    "replaced and deleted data",
    async () => {
      if ((await storage.tasks.count()) > 0) await storage.scrub?.();
    },
    "The next start tries again to remove them.",
  );
  if (problems > 0) return;
  try {
    await storage.accounts.insert(doneMark(store));
  } catch (error) {
    logError(
      "It could not be noted that no secret is stored in the clear. This is looked at again at the next start.",
      error,
    );
  }
}

function doneMark({ ids, clock }: OlderStore): Account {
  const [id, now] = [ids.next(), clock.now().toISOString()];
  // The name is its own, so that it is in nobody's way when the store is imported into another.
  const name = `tasks are sealed ${id}`;
  return {
    _id: id,
    kind: SERVER_KIND,
    name,
    settings: { rules: RULES },
    sealed: {},
    createdAt: now,
    updatedAt: now,
    revision: 0,
  };
}
