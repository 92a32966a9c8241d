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
    .describe("What a tick does when the task is already running."),
  jobCronMissed: z
    .enum(["skip", "once"])
    .default("skip")
    .describe("What happens to ticks while no server ran: `skip`, or `once` for one run instead of them."),
  jobCronData: z
    .record(z.string(), z.json())
    .default({})
    .describe("Settings that replace the task's own in scheduled runs."),
  jobCronPausedUntil: z
    .string()
    .default("")
    .describe("A date or time before which no tick fires: `2030-12-31` or `2030-12-31T18:00`."),
  chainJobId: z.string().default("").describe("The task that runs after this one."),
  chainOn: z
    .enum(["complete", "always", "failed"])
    .default("complete")
    .describe("The end of a run after which that task runs; `always` for both."),
  chainPassOutput: z
    .boolean()
    .default(true)
    .describe("Fills the empty inputs of that task from what the run has produced."),
  priority: z.int().default(0).describe("Higher ones are worked first."),
  concurrency: z.int().min(1).max(64).default(4).describe("Lines worked at once."),
  maxRetries: z
    .int()
    .min(0)
    .default(3)
    .describe(
      "How often a line is tried again after an error that may pass, such as a limit of a service: after 1, 2, 4 … seconds, at most 60, plus a random part. Lines that fail otherwise are left for `retry`.",
    ),
  maxRunMinutes: z
    .int()
    .min(0)
    .default(0)
    .describe("The run fails with `time-limit` after this time; 0 for no limit. A resumed run has this time again."),
  maxFailures: z
    .int()
    .min(0)
    .default(0)
    .describe("The run fails with `too-many-failures` when this many lines have failed; 0 for no limit."),
  maxCostPerRun: z
    .number()
    .min(0)
    .default(0)
    .describe(
      "The run fails with `budget` when language models have cost this much, in the currency of their prices; 0 for no limit. A resumed run keeps its earlier cost.",
    ),
  skipSeen: z
    .boolean()
    .default(false)
    .describe("Skips lines that an earlier run of the task has done, as long as that run is kept."),
  randomSeed: z
    .int()
    .nullable()
    .default(null)
    .describe("A number fixes every random choice; with null each run makes its own."),
  webhookUrl: z.string().default("").describe("The address that is notified of the events in `webhookEvents`."),
  webhookEvents: z
    .array(z.string())
    .default(["task.complete", "task.failed"])
    .describe("The events that `webhookUrl` is notified of."),
  webhookInclude: z
    .array(z.string())
    .optional()
    .describe(
      "What `webhookUrl` is sent of the result of a run that has ended: any of `summary`, `rows`; nothing by default.",
    ),
  webhookSecretId: z
    .string()
    .meta({ secret: false })
    .default("")
    .describe("The account that holds the secret the messages are signed with."),
  outputFolder: z
    .string()
    .default("%project_folder%")
    .describe(
      "Where the files of a run are laid: `%project_folder%` is the task's folder on the server, which has them in any case; a folder below it (`%project_folder%/%date%`), or one below an `outputRoot` of the server, gets them too. Also `%task_id%`, `%run_id%`, `%date%` (of the run's begin, in UTC) and `%job_name%`.",
    ),
  notes: z.string().default("").describe("Whatever you want to note about the task; nothing reads it."),
  tags: z.array(z.string()).default([]).describe("Words to find the task by; nothing else reads them."),
});
