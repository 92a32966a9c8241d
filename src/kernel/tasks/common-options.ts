import { z } from "zod";
import { serverTimezone } from "../values/clock.js";
import { marked } from "./field-marks.js";

/**
 * The fields of every data object, whatever the task type. `id` and `type` are next to them and cannot be posted. A post
 * is never refused for the value of one of them: what cannot be used is reported where it would have been used.
 */
export const commonOptions = z.object({
  jobName: marked(z.string().describe("The name of the task."), {
    group: "general",
    title: "Name",
    basic: true,
    examples: ["Crawl of the blog"],
  }),
  group: marked(z.string().default("").describe("The group that lists show it under."), { group: "general" }),
  jobCron: marked(
    z.string().default("").describe("When the task runs: five or six fields or a macro; empty for runs by hand only."),
    { group: "schedule", title: "Schedule", examples: ["0 9 * * 1-5"] },
  ),
  jobCronTimezone: marked(
    z
      .string()
      .default(serverTimezone)
      .describe("The time zone of `jobCron`: an IANA name such as `Europe/Berlin`; the server's by default."),
    { group: "schedule", title: "Time zone of the schedule", examples: ["Europe/Berlin"] },
  ),
  jobCronOverlap: marked(
    z.enum(["skip", "queue", "restart"]).default("skip").describe("What a tick does when the task is already running."),
    { group: "schedule", title: "When it is running already" },
  ),
  jobCronMissed: marked(
    z
      .enum(["skip", "once"])
      .default("skip")
      .describe("What happens to ticks while no server ran: `skip`, or `once` for one run instead of them."),
    { group: "schedule", title: "Missed ticks" },
  ),
  jobCronData: marked(
    z.record(z.string(), z.json()).default({}).describe("Settings that replace the task's own in scheduled runs."),
    { group: "schedule", title: "Settings of scheduled runs" },
  ),
  jobCronPausedUntil: marked(
    z.string().default("").describe("A date or time before which no tick fires: `2030-12-31` or `2030-12-31T18:00`."),
    { group: "schedule", title: "Paused until" },
  ),
  chainJobId: marked(z.string().default("").describe("The task that runs after this one."), {
    group: "chain",
    title: "Next task",
  }),
  chainOn: marked(
    z
      .enum(["complete", "always", "failed"])
      .default("complete")
      .describe("The end of a run after which that task runs; `always` for both."),
    { group: "chain", title: "Runs it after" },
  ),
  chainPassOutput: marked(
    z.boolean().default(true).describe("Fills the empty inputs of that task from what the run has produced."),
    { group: "chain", title: "Passes its output on" },
  ),
  priority: marked(z.int().default(0).describe("Higher ones are worked first."), { group: "run" }),
  concurrency: marked(z.int().min(1).max(64).default(4).describe("Lines worked at once."), { group: "run" }),
  maxRetries: marked(
    z
      .int()
      .min(0)
      .default(3)
      .describe(
        "How often a line is tried again after an error that may pass, such as a limit of a service: after 1, 2, 4 … seconds, at most 60, plus a random part. Lines that fail otherwise are left for `retry`.",
      ),
    { group: "run" },
  ),
  maxRunMinutes: marked(
    z
      .int()
      .min(0)
      .default(0)
      .describe("The run fails with `time-limit` after this time; 0 for no limit. A resumed run has this time again."),
    { group: "run", title: "Most minutes of a run" },
  ),
  maxFailures: marked(
    z
      .int()
      .min(0)
      .default(0)
      .describe("The run fails with `too-many-failures` when this many lines have failed; 0 for no limit."),
    { group: "run", title: "Most failures" },
  ),
  maxCostPerRun: marked(
    z
      .number()
      .min(0)
      .default(0)
      .describe(
        "The run fails with `budget` when language models have cost this much, in the currency of their prices; 0 for no limit. A resumed run keeps its earlier cost.",
      ),
    { group: "run", title: "Most cost of a run" },
  ),
  skipSeen: marked(
    z
      .boolean()
      .default(false)
      .describe("Skips lines that an earlier run of the task has done, as long as that run is kept."),
    { group: "run" },
  ),
  randomSeed: marked(
    z.int().nullable().default(null).describe("A number fixes every random choice; with null each run makes its own."),
    { group: "run" },
  ),
  webhookUrl: marked(
    z.string().default("").describe("The address that is notified of the events in `webhookEvents`."),
    { group: "notifications", title: "Webhook URL", examples: ["https://example.com/hook"] },
  ),
  webhookEvents: marked(
    z
      .array(z.string())
      .default(["task.complete", "task.failed"])
      .describe("The events that `webhookUrl` is notified of."),
    { group: "notifications" },
  ),
  webhookInclude: marked(
    z
      .array(z.string())
      .optional()
      .describe(
        "What `webhookUrl` is sent of the result of a run that has ended: any of `summary`, `rows`; nothing by default.",
      ),
    { group: "notifications" },
  ),
  webhookSecretId: marked(
    z
      .string()
      .meta({ secret: false })
      .default("")
      .describe("The account that holds the secret the messages are signed with."),
    { group: "notifications", title: "Account with the webhook secret" },
  ),
  outputFolder: marked(
    z
      .string()
      .default("%project_folder%")
      .describe(
        "Where the files of a run are laid: `%project_folder%` is the task's folder on the server, which has them in any case; a folder below it (`%project_folder%/%date%`), or one below an `outputRoot` of the server, gets them too. Also `%task_id%`, `%run_id%`, `%date%` (of the run's begin, in UTC) and `%job_name%`.",
      ),
    { group: "output" },
  ),
  notes: marked(z.string().default("").describe("Whatever you want to note about the task; nothing reads it."), {
    group: "general",
  }),
  tags: marked(z.array(z.string()).default([]).describe("Words to find the task by; nothing else reads them."), {
    group: "general",
  }),
});
