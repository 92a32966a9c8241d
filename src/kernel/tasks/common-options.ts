import { z } from "zod";
import { serverTimezone } from "../values/clock.js";

/**
 * The fields of every data object, whatever the task type. `id` and `type` are next to them and cannot be posted. A post
 * is never refused for the value of one of them: what cannot be used is reported where it would have been used.
 */
export const commonOptions = z.object({
  jobName: z.string().describe("The name of the task."),
  group: z.string().default("").describe("The group that lists show it under."),
  jobCron: z
    .string()
    .default("")
    .describe("When the task runs: five or six fields or a macro; empty for runs by hand only."),
  jobCronTimezone: z
    .string()
    .default(serverTimezone)
    .describe("The time zone of `jobCron`: an IANA name such as `Europe/Berlin`; the server's by default."),
  jobCronOverlap: z
    .enum(["skip", "queue", "restart"])
    .default("skip")
    .describe("What a tick does that finds the task at work."),
  jobCronMissed: z
    .enum(["skip", "once"])
    .default("skip")
    .describe("What becomes of ticks while no server ran: `skip`, or `once` for one run in all."),
  jobCronData: z
    .record(z.string(), z.json())
    .default({})
    .describe("Settings that replace the task's own in runs by the schedule."),
  jobCronPausedUntil: z
    .string()
    .default("")
    .describe("A date or time before which no tick comes: `2030-12-31` or `2030-12-31T18:00`."),
  chainJobId: z.string().default("").describe("The task that runs after this one."),
  chainOn: z
    .enum(["complete", "always", "failed"])
    .default("complete")
    .describe("The end of a run after which it does; `always` for both."),
  chainPassOutput: z
    .boolean()
    .default(true)
    .describe("Fills the empty inputs of that task from what the run has produced."),
  priority: z.int().default(0).describe("Higher ones are worked first."),
  concurrency: z.int().min(1).max(64).default(4).describe("Input lines in work at once."),
  maxRetries: z
    .int()
    .min(0)
    .default(3)
    .describe("How often a line is tried again whose failure may pass, such as a limit of a service."),
  maxRunMinutes: z.int().min(0).default(0).describe("The run fails with `time-limit` after so long; 0 for no limit."),
  maxFailures: z
    .int()
    .min(0)
    .default(0)
    .describe("The run fails with `too-many-failures` when so many lines have failed; 0 for no limit."),
  maxCostPerRun: z
    .number()
    .min(0)
    .optional()
    .describe(
      "The run fails with `budget` when language models have cost so much, in the currency of their prices; no limit without it.",
    ),
  skipSeen: z.boolean().default(false).describe("Passes over lines that an earlier run of the task has done."),
  randomSeed: z
    .int()
    .nullable()
    .default(null)
    .describe("Fixes every random choice; null for other choices in each run."),
  webhookUrl: z.string().default("").describe("The address that is notified of the events in `webhookEvents`."),
  webhookEvents: z
    .array(z.string())
    .default(["task.complete", "task.failed"])
    .describe("The events that `webhookUrl` is notified of."),
  webhookSecretId: z
    .string()
    .meta({ secret: false })
    .default("")
    .describe("The account that holds the secret the messages are signed with."),
});
