import type { EventMap, Kernel } from "../../kernel/index.js";
import type { CountedFamilies } from "./families.js";

/** Most tasks whose waiting is timed. */
const MOST_WAITING = 100_000;

type Counted = Pick<CountedFamilies, "runsStarted" | "runs" | "runSeconds" | "waitSeconds" | "rows">;

/** Counts the runs of this process by their events. A run of another process counts there. */
export function countRuns({ events, plugins }: Pick<Kernel, "events" | "plugins">, families: Counted): void {
  const waiting = new Map<string, number>();
  const running = new Map<string, { readonly type: string; readonly since: number }>();
  const typeOf = (words: string): string => plugins.find(words)?.type ?? "other";

  function waits(id: string): void {
    if (waiting.has(id)) return;
    const [oldest] = waiting.keys();
    if (waiting.size >= MOST_WAITING && oldest !== undefined) waiting.delete(oldest);
    waiting.set(id, performance.now());
  }

  function begins({ id, type: words }: EventMap["task.running"]["task"]): void {
    const type = typeOf(words);
    const now = performance.now();
    const since = waiting.get(id);
    if (since !== undefined) families.waitSeconds.observe((now - since) / 1000, type);
    running.set(id, { type, since: now });
    families.runsStarted.add(1, type);
  }

  function ends({ id, type: words, status }: EventMap["task.complete"]["task"]): void {
    const run = running.get(id);
    const type = run?.type ?? typeOf(words);
    families.runs.add(1, type, status);
    if (run !== undefined) families.runSeconds.observe((performance.now() - run.since) / 1000, type, status);
  }

  events.onAny((name, event, isElsewhere) => {
    if (name === "task.row") {
      const { id, count } = event as EventMap["task.row"];
      families.rows.add(count, running.get(id)?.type ?? "other");
      return;
    }
    if (name === "task.deleted") {
      const { id } = event as EventMap["task.deleted"];
      waiting.delete(id);
      running.delete(id);
      return;
    }
    if (!("task" in event)) return;
    const { task } = event;
    if (task.status === "waiting") {
      // Also one that the stop of this process cut short.
      running.delete(task.id);
      waits(task.id);
      return;
    }
    if (name === "task.running" && !isElsewhere) begins(task);
    else if (isEnd(name) && !isElsewhere) ends(task);
    waiting.delete(task.id);
    if (isEnd(name)) running.delete(task.id);
  });
}

function isEnd(name: string): boolean {
  return name === "task.complete" || name === "task.failed" || name === "task.aborted";
}
