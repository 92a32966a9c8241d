export { type InProcessQueueOptions, inProcessQueue } from "./in-process.js";
export { DEFAULT_LIMITS, type QueueLimits } from "./limits.js";
export { type PgBossQueueOptions, pgBossQueue, type QueuePool } from "./pg-boss.js";
export type { ReadyGuard } from "./ready-guard.js";
