import { ScriptoriumError } from "../errors.js";
import type { StorageAdapter } from "../storage.js";
import type { Task } from "../task.js";
import { createOrder } from "../values/in-order.js";
import { shown } from "../values/json.js";
import { createTurns } from "../values/turns.js";

/** How often others may be faster. */
const MOST_ATTEMPTS = 1000;

/** What becomes of a task; undefined leaves it as it is. It may be asked again with a newer task. */
export type Edit = (task: Task) => Promise<Task | undefined> | Task | undefined;
/** Writes a task with what belongs to the same step, and says whether it did. */
export type Store = (task: Task) => Promise<boolean>;

interface Batch {
  readonly edits: Edit[];
  readonly results: Promise<readonly PromiseSettledResult<Task>[]>;
}

/**
 * The one way a stored task changes: read, edit, compare-and-set, again if another process was faster. Edits of one task in
 * this process are done one after another, so an edit must not wait for another edit of its task.
 */
export class TaskEdits {
  private readonly inOrder = createOrder();
  /** By task: the edits that wait for their turn together. */
  private readonly waiting = new Map<string, Batch>();

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
  async together(id: string, edit: Edit): Promise<Task> {
    const batch = this.waiting.get(id) ?? this.batch(id);
    const place = batch.edits.push(edit) - 1;
    const result = (await batch.results)[place]!;
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }

  private batch(id: string): Batch {
    const edits: Edit[] = [];
    const results = this.inOrder(id, async () => {
      // The first edit is only put in when this has returned.
      await undefined;
      if (this.waiting.get(id) === batch) this.waiting.delete(id);
      return this.stored(id, edits);
    });
    const batch = { edits, results };
    this.waiting.set(id, batch);
    return batch;
  }

  private async stored(id: string, edits: readonly Edit[]): Promise<readonly PromiseSettledResult<Task>[]> {
    const turns = createTurns({ stepsPerLook: 1 });
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const before = await this.existing(id);
      const revision = before.revision + 1;
      const results: PromiseSettledResult<Task>[] = [];
      let task = before;
      for (const edit of edits) {
        if (turns.due()) await turns.give();
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
