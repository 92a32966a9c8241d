import type { Task } from "../../src/kernel/task.js";

export function taskCalled(_id: string, changes: Partial<Task> = {}): Task {
  return {
    _id,
    group: "",
    name: `Task ${_id}`,
    type: "web scraper",
    status: "draft",
    data: { jobName: `Task ${_id}` },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
    ...changes,
  };
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** Does it again and again until it succeeds, for no longer than `limitMs`. */
export async function eventually<T>(limitMs: number, work: () => Promise<T> | T): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
