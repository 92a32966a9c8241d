import type { EventName, Events } from "../events.js";
import { filesOf } from "../files/files-of.js";
import type { StoredChange, StoredTask, StoredWork } from "../providers/stored-work.js";
import type { Selection, StorageAdapter } from "../storage.js";
import { atRest } from "../task.js";

const STORED_TASKS: Selection<StoredTask> = {
  reads: ["_id", "revision", "status"],
  pick: ({ _id, revision, status }) => ({ id: _id, revision, isAtRest: atRest(status) }),
};

const KINDS = {
  "task.row": "grows",
  "task.progress": "grows",
  "task.created": "changed",
  "task.waiting": "changed",
  "task.complete": "changed",
  "task.failed": "changed",
  "task.aborted": "changed",
  "task.deleted": "deleted",
} as const satisfies Partial<Record<EventName, StoredChange["kind"]>>;

/** What is in a storage, once `ready` resolves. */
export function storedWork(storage: StorageAdapter, events: Events, ready: () => Promise<void>): StoredWork {
  const { content } = storage;
  return {
    async *tasks() {
      await ready();
      yield* storage.tasks.scan(STORED_TASKS);
    },
    async task(id) {
      await ready();
      const task = await storage.tasks.get(id);
      return task && STORED_TASKS.pick(task);
    },
    async *keywords(taskId) {
      await ready();
      yield* content.keywords(taskId);
    },
    async article(taskId, keyword) {
      await ready();
      return content.article(taskId, keyword);
    },
    async *files(taskId) {
      await ready();
      yield* (await filesOf(content)).files(taskId);
    },
    async file(taskId, path) {
      await ready();
      return (await filesOf(content)).file(taskId, path);
    },
    async *rows(taskId) {
      await ready();
      yield* content.rows(taskId);
    },
    watch: (tell) =>
      events.onAny((name, event) => {
        const kind = Object.hasOwn(KINDS, name) ? KINDS[name as keyof typeof KINDS] : undefined;
        if (kind !== undefined) tell({ taskId: "task" in event ? event.task.id : event.id, kind });
      }),
  };
}
