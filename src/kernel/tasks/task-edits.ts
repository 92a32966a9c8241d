import { ScriptoriumError } from "../errors.js";
import type { StorageAdapter } from "../storage.js";
import type { Task } from "../task.js";
import { createOrder } from "../values/in-order.js";
import { shown } from "../values/json.js";
import { createSharedTurns } from "../values/turns.js";

/** How often others may be faster. */
const MOST_ATTEMPTS = 1000;

/** What becomes of a task; undefined leaves it as it is. It may be asked again with a newer task. */
export type Edit = (task: Task) => Promise<Task | undefined> | Task | undefined;
/** Writes a task with what belongs to the same step, and says whether it did. */
export type Store = (task: Task) => Promise<boolean>;

/** An edit whose caller waits for it. */
interface Asked {
  readonly edit: Edit;
  readonly resolve: (task: Task) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The one way a stored task changes: read, edit, compare-and-set, again if another process was faster. Edits of one task in
 * this process are done one after another, so an edit must not wait for another edit of its task.
 */
export class TaskEdits {
  private readonly inOrder = createOrder();
  /** By task: the edits that wait for their turn together. */
  private readonly waiting = new Map<string, Asked[]>();
  /** Of all edits together: what one does may take milliseconds, and hundreds can be asked for at once. */
  private readonly turns = createSharedTurns();

  constructor(private readonly storage: Pick<StorageAdapter, "tasks">) {}

  /**
   * Stores an edit alone. `known` saves the first reading for callers that have just read the task. Returns the task as it
   * then is; throws TASK_NOT_FOUND, BUSY, and what the edit throws.
   */
  alone(id: string, edit: Edit, known: Task | undefined, store: Store): Promise<Task> {
    // Those that are asked for after it are done after it.
    this.waiting.delete(id);
    return this.inOrder(id, async () => {
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const task = attempt === 0 && known !== undefined ? known : await this.existing(id);
        const edited = await edit(task);
        if (edited === undefined) return task;
        const next = { ...edited, revision: task.revision + 1 };
        if (await store(next)) return next;
      }
      throw busy(id);
    });
  }

  /**
   * As `alone`, but what is asked for while others of the task are stored becomes one write. Resolves with the task as this
   * edit left it, once that is stored. An edit that throws is left out, and only its own caller gets the error.
   */
  together(id: string, edit: Edit): Promise<Task> {
    const batch = this.waiting.get(id) ?? this.batch(id);
    const { promise, resolve, reject } = Promise.withResolvers<Task>();
    batch.push({ edit, resolve, reject });
    return promise;
  }

  private batch(id: string): Asked[] {
    const batch: Asked[] = [];
    this.waiting.set(id, batch);
    const results = this.inOrder(id, async () => {
      // Those that are asked for meanwhile are in it, the first one at any rate.
      if (this.turns.due()) await this.turns.give();
      else await undefined;
      if (this.waiting.get(id) === batch) this.waiting.delete(id);
      return this.stored(id, batch);
    });
    results.then(
      (settled) => this.answer(batch, settled),
      (reason: unknown) => {
        for (const { reject } of batch) reject(reason);
      },
    );
    return batch;
  }

  /** Callers go on one after the other, since nobody knows how much each then does. */
  private async answer(batch: readonly Asked[], results: readonly PromiseSettledResult<Task>[]): Promise<void> {
    for (const [place, { resolve, reject }] of batch.entries()) {
      const result = results[place]!;
      if (result.status === "fulfilled") resolve(result.value);
      else reject(result.reason);
      if (place < batch.length - 1) await this.turns.give();
    }
  }

  private async stored(id: string, batch: readonly Asked[]): Promise<readonly PromiseSettledResult<Task>[]> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const before = await this.existing(id);
      const revision = before.revision + 1;
      const results: PromiseSettledResult<Task>[] = [];
      let task = before;
      for (const { edit } of batch) {
        if (this.turns.due()) await this.turns.give();
        try {
          const edited = await edit(task);
          if (edited !== undefined) task = { ...edited, revision };
          results.push({ status: "fulfilled", value: task });
        } catch (reason) {
          results.push({ status: "rejected", reason });
        }
      }
      if (task === before || (await this.storage.tasks.replace(task))) return results;
    }
    throw busy(id);
  }

  private async existing(id: string): Promise<Task> {
    const task = await this.storage.tasks.get(id);
    if (task === undefined) throw taskNotFound(id);
    return task;
  }
}

export function taskNotFound(id: string): ScriptoriumError {
  return new ScriptoriumError(
    "TASK_NOT_FOUND",
    `The task with the id "${shown(id)}" could not be found. List the tasks to see which there are.`,
    { id: shown(id) },
  );
}

function busy(id: string): ScriptoriumError {
  return new ScriptoriumError("BUSY", "The task is being changed by too many others. Try again in a moment.", { id });
}
