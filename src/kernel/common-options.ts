import { z } from "zod";

/**
 * The fields of every data object, whatever the task type. `id` and `type` stand beside them and cannot be posted.
 * `jobCron` and `chainJobId` are kept for the clients that read them; a run that finds one set says in its log that it
 * has no effect yet.
 */
export const commonOptions = z.object({
  jobName: z.string(),
  group: z.string().default(""),
  jobCron: z.string().default(""),
  chainJobId: z.string().default(""),
  /** Input lines in work at once. */
  concurrency: z.int().min(1).max(64).default(4),
  /** Fixes every random choice; null for others in each run. */
  randomSeed: z.int().nullable().default(null),
});
