import { useEffect, useState } from "preact/hooks";
import { client } from "../../state/client.js";
import { tasksPage as say } from "../../strings.js";
import type { ListedTask } from "./tasks-store.js";

export interface Found {
  /** Whether a task is found. */
  readonly has: (task: ListedTask) => boolean;
  /** What is wrong with a query. */
  readonly problem?: string;
  readonly isQuery: boolean;
}

/** The search box: words are looked for in what the list shows, a query is put to the server, which says what is wrong with it. */
export function useSearch(text: string): Found {
  const isQuery = text.trim().startsWith("{");
  const [answer, set] = useState<{
    readonly text: string;
    readonly ids?: ReadonlySet<string>;
    readonly problem?: string;
  }>();
  useEffect(() => {
    if (!isQuery) return;
    const control = new AbortController();
    const timer = setTimeout(async () => {
      let query: Record<string, never>;
      try {
        query = JSON.parse(text);
      } catch (error) {
        set({ text, problem: say.queryNoJson((error as Error).message) });
        return;
      }
      const notes: string[] = [];
      try {
        const found = await client.find<{ readonly _id: string }>(
          { query, projection: { _id: 1 } },
          { signal: control.signal, onNotes: (said) => notes.push(...said) },
        );
        set({
          text,
          ids: new Set(found.map(({ _id }) => _id)),
          ...(notes.length > 0 ? { problem: notes.join(" ") } : {}),
        });
      } catch (error) {
        if (!control.signal.aborted) set({ text, problem: (error as Error).message });
      }
    }, 250);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text, isQuery]);

  if (isQuery) {
    const { ids, problem } = answer ?? {};
    const said = answer?.text === text && problem !== undefined ? { problem } : {};
    return { isQuery, has: (task) => ids === undefined || ids.has(task._id), ...said };
  }
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    isQuery,
    has: (task) => {
      const hay =
        `${task.name} ${task.type} ${task.group} ${task.status} ${task._id} ${task.data?.tags?.join(" ") ?? ""}`.toLowerCase();
      return words.every((word) => hay.includes(word));
    },
  };
}
