import { signal } from "@preact/signals";
import type { Progress } from "../../../../kernel/task.js";
import type { ClientEvent } from "../../../client/index.js";
import { client, onBack } from "./client.js";

type Listener = (events: readonly ClientEvent[]) => void;

const listeners = new Set<Listener>();
let waiting: ClientEvent[] = [];
let isPlanned = false;

/** How far the runs are that this page has heard of, by task. */
export const progressOf = new Map<string, Progress>();
/** Grows with every batch of events; read it in a component that shows `progressOf`. */
export const progressMoved = signal(0);
/** Grows when everything that is shown must be read again: events were missed. */
export const missed = signal(0);

/** Calls the listener with what has happened, at most once a frame, until the returned function is called. */
export function onEvents(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** As `onEvents`, for one task alone. */
export function onTaskEvents(id: string, listener: Listener): () => void {
  return onEvents((events) => {
    const own = events.filter((event) => taskOf(event) === id || event.name === "stream.reset");
    if (own.length > 0) listener(own);
  });
}

/** The task that an event is about. */
export function taskOf({ name, data }: ClientEvent): string | undefined {
  if (name === "stream.reset") return undefined;
  return "task" in data ? data.task.id : data.id;
}

function deliver(): void {
  isPlanned = false;
  const events = waiting;
  waiting = [];
  let hasMoved = false;
  for (const event of events) {
    if (event.name === "task.progress") {
      progressOf.set(event.data.id, event.data.progress);
      hasMoved = true;
    } else if (event.name === "task.deleted") progressOf.delete(event.data.id);
    else if (event.name === "stream.reset") missed.value += 1;
  }
  if (hasMoved) progressMoved.value += 1;
  for (const listener of [...listeners]) listener(events);
}

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  // A tab in the background has no frames, and must not pile events up.
  if (document.hidden) setTimeout(deliver, 500);
  else requestAnimationFrame(deliver);
}

/** Listens to the server for as long as the page is open. */
export async function follow(): Promise<void> {
  onBack(() => {
    missed.value += 1;
  });
  for (;;) {
    try {
      for await (const event of client.events()) {
        waiting.push(event);
        plan();
      }
    } catch {
      // Refused for good, such as by a server of the reduced edition: what is shown is then read when it is opened.
      await new Promise((resolve) => setTimeout(resolve, 5000));
    }
  }
}
