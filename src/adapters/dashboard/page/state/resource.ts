import { useEffect, useRef, useState } from "preact/hooks";
import { missed, onEvents, onTaskEvents } from "./live.js";

export interface Resource<T> {
  /** What was read last, also while it is read again; undefined before the first time. */
  readonly data: T | undefined;
  /** Why the last reading failed; `data` keeps what there was. */
  readonly error: Error | undefined;
  readonly loading: boolean;
  /** Reads again. */
  reload(): void;
  /** Shows something else until it is read again. */
  set(data: T): void;
}

interface ResourceOptions {
  /** Reads again after events of this task, or of any task with `true`. */
  readonly live?: string | true;
  /** Shortest time between two readings that events cause, in milliseconds; 500 by default. */
  readonly every?: number;
}

const KEPT = 60;
const kept = new Map<string, unknown>();

function keep(key: string, data: unknown): void {
  kept.delete(key);
  kept.set(key, data);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
}

/**
 * Reads something from the server, under a key that says what it is. What was read under this key before is shown at once and
 * read again; leaving ends the call. An undefined key reads nothing.
 */
export function useResource<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  { live, every = 500 }: ResourceOptions = {},
): Resource<T> {
  const [, show] = useState(0);
  const state = useRef({
    key,
    data: undefined as T | undefined,
    error: undefined as Error | undefined,
    loading: key !== undefined,
  });
  const loader = useRef(load);
  loader.current = load;
  const trigger = useRef<() => void>(() => {});
  if (state.current.key !== key || state.current.data === undefined) {
    const earlier = key === undefined ? undefined : (kept.get(key) as T | undefined);
    if (state.current.key !== key) state.current = { key, data: earlier, error: undefined, loading: true };
    else state.current.data = earlier;
  }
  const redraw = () => show((count) => count + 1);

  useEffect(() => {
    if (key === undefined) return;
    let control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastAt = 0;
    const read = async () => {
      clearTimeout(timer);
      timer = undefined;
      control.abort();
      control = new AbortController();
      const { signal } = control;
      lastAt = Date.now();
      state.current = { ...state.current, loading: true };
      redraw();
      try {
        const data = await loader.current(signal);
        if (signal.aborted) return;
        keep(key, data);
        state.current = { key, data, error: undefined, loading: false };
      } catch (error) {
        if (signal.aborted) return;
        state.current = { ...state.current, error: error as Error, loading: false };
      }
      redraw();
    };
    const soon = () => {
      timer ??= setTimeout(read, Math.max(0, lastAt + every - Date.now()));
    };
    trigger.current = read;
    void read();
    const offs = [missed.subscribe((count) => count > 0 && soon())];
    if (live === true) offs.push(onEvents(soon));
    else if (live !== undefined) offs.push(onTaskEvents(live, soon));
    return () => {
      control.abort();
      clearTimeout(timer);
      for (const off of offs) off();
    };
  }, [key, live, every]);

  return {
    ...state.current,
    reload: () => trigger.current(),
    set(data) {
      if (key !== undefined) keep(key, data);
      state.current = { ...state.current, key, data };
      redraw();
    },
  };
}
