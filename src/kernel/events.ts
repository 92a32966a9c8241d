import type { LogEntry } from "./storage.js";
import type { Progress, TaskError, TaskSummary } from "./task.js";
import type { JsonObject } from "./values/json.js";

/** What happens to tasks, by name. Listeners are called after the change is stored. */
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

const NAMES: Readonly<Record<EventName, true>> = {
  "task.created": true,
  "task.updated": true,
  "task.deleted": true,
  "task.waiting": true,
  "task.running": true,
  "task.aborting": true,
  "task.aborted": true,
  "task.failed": true,
  "task.complete": true,
  "task.progress": true,
  "task.log": true,
  "task.row": true,
  "schedule.fired": true,
  "schedule.skipped": true,
  "chain.started": true,
};
/** Every event there is. */
export const EVENT_NAMES = Object.keys(NAMES) as readonly EventName[];

export const isEventName = (text: string): text is EventName => Object.hasOwn(NAMES, text);

/**
 * What happens to tasks, in this process and, where the storage reports changes, in others. Listeners are called at once and
 * in turn; one that throws disturbs nobody.
 */
export interface Events {
  /** Calls the listener on every such event until the returned function is called. */
  on<Name extends EventName>(name: Name, listener: (event: EventMap[Name]) => void): () => void;
  /** As `on`, for events of every name; `isElsewhere`: another process did it and notifies its own listeners, too. */
  onAny(
    listener: <Name extends EventName>(name: Name, event: EventMap[Name], isElsewhere: boolean) => void,
  ): () => void;
  emit<Name extends EventName>(name: Name, event: EventMap[Name], isElsewhere?: boolean): void;
}

/** A listener that throws disturbs neither the others nor the sender; `onError` is called. */
export function createEvents(onError: (name: EventName, error: unknown) => void): Events {
  const listeners = new Map<EventName, Set<(event: never) => void>>();
  const ofAll = new Set<(name: never, event: never, isElsewhere: boolean) => void>();
  return {
    onAny(listener) {
      // A function of its own, so that one who listens twice is called twice.
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
      for (const listener of listeners.get(name) ?? []) notify(() => listener(event as never));
      for (const listener of ofAll) notify(() => listener(name as never, event as never, isElsewhere));

      function notify(listener: () => void): void {
        try {
          listener();
        } catch (error) {
          onError(name, error);
        }
      }
    },
  };
}

/** Longest text of one event. */
const MAX_TEXT = 256 * 1024;

/** The JSON of an event; what is left out of a list that is too long is still counted in it. */
export function eventText(event: object): string {
  const text = JSON.stringify(event);
  return text.length <= MAX_TEXT ? text : JSON.stringify(shortened(event, text.length));
}

/** The event, with no more of its lists than fits when its JSON, which is so long, is too long. */
export function shortened<T extends object>(event: T, length = JSON.stringify(event).length): T {
  if (length <= MAX_TEXT) return event;
  let left = MAX_TEXT;
  const isTooMuch = (item: unknown) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0;
  };
  const cut = Object.entries(event).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value] as const;
    const end = value.findIndex(isTooMuch);
    return [name, end === -1 ? value : value.slice(0, end)] as const;
  });
  return { ...Object.fromEntries(cut), truncated: true } as unknown as T;
}
