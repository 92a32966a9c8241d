import { z } from "zod";
import { serverTimezone } from "../values/clock.js";

/**
 * The fields of every data object, whatever the task type. `id` and `type` are next to them and cannot be posted. A post
 * is never refused for the value of one of them: what cannot be used is reported where it would have been used.
 */
export const commonOptions = z.object({
  jobName: z.string(),
  group: z.string().default(""),
  /** Five or six fields or a macro; empty for runs by hand only. */
  jobCron: z.string().default(""),
  /** IANA name. */
  jobCronTimezone: z.string().default(serverTimezone),
  /** What a tick does that finds the task still at work. */
  jobCronOverlap: z.enum(["skip", "queue", "restart"]).default("skip"),
  /** What becomes of ticks that came while no server ran. */
  jobCronMissed: z.enum(["skip", "once"]).default("skip"),
  /** Settings that replace the task's own in scheduled runs. */
  jobCronData: z.record(z.string(), z.json()).default({}),
  /** A date or time before which the schedule rests. */
  jobCronPausedUntil: z.string().default(""),
  /** The task that runs after this one. */
  chainJobId: z.string().default(""),
  /** The end of a run after which it does. */
  chainOn: z.enum(["complete", "always", "failed"]).default("complete"),
  /** Fills the empty inputs of that task from what the run has produced. */
  chainPassOutput: z.boolean().default(true),
  /** Higher ones are worked first. */
  priority: z.int().default(0),
  /** Input lines in work at once. */
  concurrency: z.int().min(1).max(64).default(4),
  /** How often a line that failed is tried again. */
  maxRetries: z.int().min(0).default(3),
  /** A run that takes longer stops with what it has; 0 for no limit. */
  maxRunMinutes: z.int().min(0).default(0),
  /** A run in which so many lines failed stops; 0 for no limit. */
  maxFailures: z.int().min(0).default(0),
  /** Passes over lines that an earlier run of the task has done. */
  skipSeen: z.boolean().default(false),
  /** Fixes every random choice; null for others in each run. */
  randomSeed: z.int().nullable().default(null),
  /** Receives the events named in `webhookEvents`. */
  webhookUrl: z.string().default(""),
  webhookEvents: z.array(z.string()).default(["task.complete", "task.failed"]),
  /** The account that holds the secret the messages are signed with. */
  webhookSecretId: z.string().meta({ secret: false }).default(""),
});
