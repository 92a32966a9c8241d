import type { LogEntry } from "./storage.js";
import type { Progress, TaskError, TaskSummary } from "./task.js";

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
}
export type EventName = keyof EventMap;

export interface Events {
  /** Calls the listener on every such event until the returned function is called. */
  on<Name extends EventName>(name: Name, listener: (event: EventMap[Name]) => void): () => void;
  emit<Name extends EventName>(name: Name, event: EventMap[Name]): void;
}

/** A listener that throws disturbs neither the others nor the sender; `onTrouble` is told. */
export function createEvents(onTrouble: (name: EventName, error: unknown) => void): Events {
  const listeners = new Map<EventName, Set<(event: never) => void>>();
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    emit(name, event) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(event as never);
        } catch (error) {
          onTrouble(name, error);
        }
      }
    },
  };
}
