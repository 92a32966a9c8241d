import type { TaskQueue } from "../../kernel/index.js";
import { limitsFrom } from "./limits.js";
import { checkedSchema, type PgBossQueueOptions } from "./pg-boss-options.js";

/**
 * A queue in PostgreSQL, through the library pg-boss, for several processes or machines. Limits per type and host count
 * for all of them, `maxRunning` for this process; each process serves the types in turn. What waits outlives them all.
 */
export function pgBossQueue(options: PgBossQueueOptions): TaskQueue {
  checkedSchema(options);
  limitsFrom(options);
  let loading: Promise<TaskQueue> | undefined;
  const loaded = () => {
    loading ??= import("./pg-boss.js").then((queue) => queue.pgBossQueue(options));
    return loading;
  };
  return {
    name: "pg-boss",
    shared: true,
    start: async (handler) => (await loaded()).start(handler),
    enqueue: async (run) => (await loaded()).enqueue(run),
    cancel: async (runId, reason) => (await loaded()).cancel(runId, reason),
    position: async (runId) => (await loaded()).position(runId),
    counts: async () => (await loaded()).counts(),
    stop: async (settings) => (await loading)?.stop(settings),
  };
}
