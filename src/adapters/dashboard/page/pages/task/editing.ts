import { useEffect, useRef, useState } from "preact/hooks";
import { changesOf, isObject, type ObjectValue, type Value } from "../../parts/schema-form/schema.js";
import { toast, toastError } from "../../parts/toast.js";
import { client } from "../../state/client.js";
import { missed, onTaskEvents } from "../../state/live.js";
import { taskPage as say } from "../../strings.js";

/** A member that was changed here and elsewhere, each time otherwise. */
export interface Clash {
  readonly name: string;
  readonly mine: Value;
  readonly theirs: Value | undefined;
}

/** What is stored, as it was read last. */
interface Stored {
  readonly data: ObjectValue;
  readonly version: string;
}

export interface Editing {
  /** The data object as the form shows it; undefined before it is read. */
  readonly draft: ObjectValue | undefined;
  /** The data object as it is stored, as far as this page knows. */
  readonly stored: ObjectValue | undefined;
  readonly error: Error | undefined;
  /** What differs from what is stored. */
  readonly changes: ObjectValue;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Somebody else has changed the task since the draft was begun. */
  readonly isStale: boolean;
  /** What the server said of the last save. */
  readonly notes: readonly string[];
  /** What somebody has to decide before it can be saved. */
  readonly clashes: readonly Clash[];
  change(data: ObjectValue): void;
  discard(): void;
  /** Stores the changes; resolves with whether they are stored. */
  save(): Promise<boolean>;
  /** Brings in what was changed elsewhere. */
  compare(): Promise<void>;
  /** Ends the clashes: `theirs` are the names of which the other side is kept; undefined leaves everything as it was. */
  settle(theirs: ReadonlySet<string> | undefined): Promise<void>;
  reload(): void;
}

const same = (one: Value | undefined, other: Value | undefined) => JSON.stringify(one) === JSON.stringify(other);
/** Other data with the changes that a draft has made, what it has taken out included. */
const onTop = (data: ObjectValue, changes: ObjectValue, draft: ObjectValue): ObjectValue =>
  Object.fromEntries(Object.entries({ ...data, ...changes }).filter(([name]) => !(name in changes) || name in draft));

/** Of the task and not of its settings. */
const FIXED = ["id", "type", "_id"];

async function read(id: string, signal?: AbortSignal): Promise<Stored> {
  const { data, version } = await client.versionedData(id, signal ? { signal } : {});
  const entries = Object.entries(data as ObjectValue).filter(([name]) => !FIXED.includes(name));
  return { data: Object.fromEntries(entries), version };
}

/** The draft of a task's data object: kept until it is saved, and compared with what others have stored meanwhile. */
export function useEditing(id: string): Editing {
  const [, draw] = useState(0);
  const state = useRef({
    stored: undefined as Stored | undefined,
    draft: undefined as ObjectValue | undefined,
    error: undefined as Error | undefined,
    /** What is stored now, where that is something else than what the draft was made of. */
    newer: undefined as Stored | undefined,
    clashes: [] as readonly Clash[],
    notes: [] as readonly string[],
    isSaving: false,
  }).current;
  const redraw = () => draw((count) => count + 1);
  const changes = state.draft && state.stored ? changesOf(state.stored.data, state.draft) : {};
  const isDirty = Object.keys(changes).length > 0;

  const take = (stored: Stored) => {
    Object.assign(state, { stored, draft: stored.data, newer: undefined, error: undefined, clashes: [] });
  };
  const look = async (signal?: AbortSignal) => {
    try {
      const found = await read(id, signal);
      if (signal?.aborted || state.isSaving) return;
      const { stored, draft } = state;
      if (stored === undefined || draft === undefined || same(stored.data, draft)) take(found);
      else state.newer = found.version === stored.version ? undefined : found;
      state.error = undefined;
    } catch (error) {
      if (signal?.aborted) return;
      state.error = error as Error;
    }
    redraw();
  };

  useEffect(() => {
    const control = new AbortController();
    void look(control.signal);
    const again = () => document.hidden || void look(control.signal);
    const offs = [
      onTaskEvents(id, (events) => events.some(({ name }) => name === "task.updated") && void look(control.signal)),
      missed.subscribe((count) => count > 0 && again()),
    ];
    document.addEventListener("visibilitychange", again);
    return () => {
      control.abort();
      document.removeEventListener("visibilitychange", again);
      for (const off of offs) off();
    };
  }, [id]);

  /** Puts the changes on top of what others have stored, as far as they are of different members. */
  const rebase = (onto: Stored) => {
    const { stored, draft } = state;
    if (stored === undefined || draft === undefined) return;
    const mine = changesOf(stored.data, draft);
    const clashes: Clash[] = [];
    for (const [name, value] of Object.entries(mine)) {
      const theirs = onto.data[name];
      if (!same(theirs, stored.data[name]) && !same(theirs, value)) clashes.push({ name, mine: value, theirs });
    }
    if (clashes.length > 0) {
      Object.assign(state, { clashes, newer: onto });
      return;
    }
    const others = Object.keys(changesOf(stored.data, onto.data)).filter((name) => !(name in mine));
    Object.assign(state, { stored: onto, draft: onTop(onto.data, mine, draft), newer: undefined, clashes: [] });
    if (others.length > 0) toast(say.broughtIn(others.length));
  };

  const save = async (): Promise<boolean> => {
    if (state.isSaving || state.stored === undefined || state.draft === undefined) return false;
    state.isSaving = true;
    redraw();
    try {
      for (let attempt = 0; ; attempt += 1) {
        const { data, version } = state.stored as Stored;
        const posted = changesOf(data, state.draft as ObjectValue);
        if (Object.keys(posted).length === 0) return true;
        const notes: string[] = [];
        try {
          await client.setData(id, posted as never, {
            version,
            nulls: "remove",
            replace: Object.keys(posted).filter((name) => isObject(posted[name])),
            onNotes: (said) => notes.push(...said),
          });
          state.notes = notes;
          const draft = state.draft as ObjectValue;
          const found = await read(id);
          // What was typed while it was being stored stays.
          const typed = changesOf(draft, state.draft as ObjectValue);
          take(found);
          state.draft = onTop(found.data, typed, state.draft as ObjectValue);
          return true;
        } catch (error) {
          if ((error as { readonly code?: string }).code !== "DATA_CHANGED" || attempt >= 5) throw error;
          rebase(await read(id));
          if (state.clashes.length > 0) return false;
        }
      }
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      state.isSaving = false;
      redraw();
    }
  };

  return {
    draft: state.draft,
    stored: state.stored?.data,
    error: state.error,
    notes: state.notes,
    clashes: state.clashes,
    isSaving: state.isSaving,
    isStale: state.newer !== undefined,
    changes,
    isDirty,
    save,
    change(data) {
      state.draft = data;
      redraw();
    },
    discard() {
      const newest = state.newer ?? state.stored;
      if (newest) take(newest);
      redraw();
    },
    async compare() {
      try {
        rebase(await read(id));
      } catch (error) {
        toastError(error);
      }
      redraw();
    },
    async settle(theirs) {
      const { newer, stored, draft, clashes } = state;
      state.clashes = [];
      if (theirs !== undefined && newer && stored && draft) {
        const kept = Object.entries(changesOf(stored.data, draft)).filter(([name]) => !theirs.has(name));
        Object.assign(state, {
          stored: newer,
          draft: onTop(newer.data, Object.fromEntries(kept), draft),
          newer: undefined,
        });
        if (clashes.length > 0) {
          redraw();
          await save();
          return;
        }
      }
      redraw();
    },
    reload: () => void look(),
  };
}
