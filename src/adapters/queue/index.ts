export { type InProcessQueueOptions, inProcessQueue } from "./in-process.js";
export { DEFAULT_LIMITS, type QueueLimits } from "./limits.js";
export type { QueuePool } from "./pg-boss-connection.js";
export type { PgBossQueueOptions } from "./pg-boss-options.js";
export { pgBossQueue } from "./pg-boss-when-used.js";
export type { ReadyGuard } from "./ready-guard.js";
