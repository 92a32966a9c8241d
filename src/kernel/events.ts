import type { LogEntry } from "./storage.js";
import type { Progress, TaskError, TaskSummary } from "./task.js";
import type { JsonObject } from "./values/json.js";

/** What happens to tasks, by name. Listeners are told after the change is stored. */
export interface EventMap {
  "task.created": { readonly task: TaskSummary };
  "task.updated": { readonly task: TaskSummary };
  "task.deleted": { readonly id: string };
  "task.waiting": { readonly task: TaskSummary };
  "task.running": { readonly task: TaskSummary };
  "task.aborting": { readonly task: TaskSummary };
  "task.aborted": { readonly task: TaskSummary };
  "task.failed": { readonly task: TaskSummary; readonly error: TaskError };
  "task.complete": { readonly task: TaskSummary };
  /** At most two a second for one run, and one at its end. */
  "task.progress": { readonly id: string; readonly progress: Progress };
  "task.log": { readonly id: string; readonly entries: readonly LogEntry[] };
  /** Rows that were stored together; of very many the first 100. */
  "task.row": {
    readonly id: string;
    readonly runId: string;
    readonly rows: readonly JsonObject[];
    readonly count: number;
  };
  "schedule.fired": { readonly id: string; readonly at: string };
  /** `why`: the last run still works, ticks were missed while nothing ran, or the run was refused. */
  "schedule.skipped": { readonly id: string; readonly at: string; readonly why: "overlap" | "missed" | "refused" };
  /** The run `runId` of the task `id` started a run of the task `childId`. */
  "chain.started": { readonly id: string; readonly runId: string; readonly childId: string };
}
export type EventName = keyof EventMap;

export interface Events {
  /** Calls the listener on every such event until the returned function is called. */
  on<Name extends EventName>(name: Name, listener: (event: EventMap[Name]) => void): () => void;
  /** As `on`, for events of every name; `isElsewhere`: another process did it and tells its own listeners, too. */
  onAny(
    listener: <Name extends EventName>(name: Name, event: EventMap[Name], isElsewhere: boolean) => void,
  ): () => void;
  emit<Name extends EventName>(name: Name, event: EventMap[Name], isElsewhere?: boolean): void;
}

/** A listener that throws disturbs neither the others nor the sender; `onTrouble` is told. */
export function createEvents(onTrouble: (name: EventName, error: unknown) => void): Events {
  const listeners = new Map<EventName, Set<(event: never) => void>>();
  const ofAll = new Set<(name: never, event: never, isElsewhere: boolean) => void>();
  return {
    onAny(listener) {
      // A function of its own, so that one who listens twice is told twice.
      const own = (name: EventName, event: EventMap[EventName], isElsewhere: boolean) =>
        listener(name, event, isElsewhere);
      ofAll.add(own);
      return () => ofAll.delete(own);
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    emit(name, event, isElsewhere = false) {
      for (const listener of listeners.get(name) ?? []) tell(() => listener(event as never));
      for (const listener of ofAll) tell(() => listener(name as never, event as never, isElsewhere));

      function tell(listener: () => void): void {
        try {
          listener();
        } catch (error) {
          onTrouble(name, error);
        }
      }
    },
  };
}
