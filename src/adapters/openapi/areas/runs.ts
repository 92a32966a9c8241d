import * as s from "../json-schema.js";
import { alias, type Operation, type Operations } from "../operation.js";
import { origin, page, run, wait } from "./shared.js";

const restart: Operation = {
  id: "restartTask",
  tag: "runs",
  summary: "Begins a new run of all lines",
  query: { ...wait, ...origin },
  body: {
    schema: s.object({ "overrides?": s.anyObject("Settings that replace those of the task in this run alone.") }),
    example: {},
    optional: true,
  },
  result: s.ref("BegunRun"),
  errors: ["TASK_NOT_FOUND", "TRANSITION_REFUSED", "QUERY_REFUSED", "DATA_REFUSED", "SECRETS_UNAVAILABLE"],
};
const { body: _body, ...restartByGet } = restart;
const one: Operation = {
  id: "taskRun",
  tag: "runs",
  summary: "Returns one run of a task",
  result: s.ref("Run"),
  errors: ["TASK_NOT_FOUND", "RUN_NOT_FOUND"],
};
const keep: Operation = {
  id: "keepRun",
  tag: "runs",
  summary: "Keeps a run whatever its age, or no longer",
  body: { schema: s.object({ "keep?": s.flag("True when absent.") }), example: { keep: true }, optional: true },
  result: s.ref("Run"),
  errors: ["TASK_NOT_FOUND", "RUN_NOT_FOUND", "QUERY_REFUSED"],
};

/** The runs of a task, and when they begin. */
export const runs: Operations = {
  "GET /task/runs/:id?": {
    id: "taskRuns",
    tag: "runs",
    summary: "Lists the runs of a task",
    query: {
      skip: s.whole("Runs passed over.", { minimum: 0, default: 0 }),
      limit: s.whole("Most runs.", { minimum: 0, maximum: 1000, default: 100 }),
      order: s.choice(["desc", "asc"], "Newest or oldest first.", { default: "desc" }),
    },
    result: s.ref("RunList"),
    errors: ["TASK_NOT_FOUND", "QUERY_REFUSED"],
  },
  "GET /task/run/:id/:run?": [
    { ...one, id: "lastRun", path: "/task/run/{id}", summary: "Returns the last run of a task" },
    one,
  ],
  "GET /task/lines/:id?": {
    id: "runLines",
    tag: "runs",
    summary: "Lists how the lines of a run have ended",
    query: {
      ...run,
      state: s.choice(["all", "done", "failed"], "Only lines that ended so.", { default: "all" }),
      ...page(1000),
    },
    result: s.ref("Lines"),
    errors: ["TASK_NOT_FOUND", "RUN_NOT_FOUND", "QUERY_REFUSED"],
  },
  "GET /task/effects/:id?": {
    id: "runEffects",
    tag: "runs",
    summary: "Lists what a run did in the outside world",
    query: { ...run, ...page(1000) },
    result: s.ref("Effects"),
    errors: ["TASK_NOT_FOUND", "RUN_NOT_FOUND", "QUERY_REFUSED"],
  },
  "GET /task/progress/:id?": {
    id: "taskProgress",
    tag: "runs",
    summary: "Says how far a task is",
    about: "With `wait` it answers when the task is at rest or the time is over, and starts nothing.",
    query: wait,
    result: s.ref("TaskProgress"),
    errors: ["TASK_NOT_FOUND"],
  },
  "POST /task/restart/:id?": restart,
  "GET /task/restart/:id?": alias(restartByGet, "restartTaskByGet"),
  "POST /task/retry/:id?": {
    id: "retryTask",
    tag: "runs",
    summary: "Works again those lines of the last run that failed",
    query: { ...wait, ...origin },
    body: {
      schema: s.object({ "only?": s.choice(["failed"], "The one kind of line there is to retry.") }),
      example: { only: "failed" },
      optional: true,
    },
    result: s.ref("BegunRun"),
    errors: ["TASK_NOT_FOUND", "TRANSITION_REFUSED", "QUERY_REFUSED"],
  },
  "POST /task/keep/:id/:run?": [
    {
      ...keep,
      id: "keepLastRun",
      path: "/task/keep/{id}",
      summary: "Keeps the last run whatever its age, or no longer",
    },
    keep,
  ],
  "POST /task/try/:id": {
    id: "tryTask",
    tag: "runs",
    summary: "Shows what a task would make of a little of its input",
    about: "Nothing is stored. What is asked and answered besides `data` is up to the task type.",
    body: {
      schema: {
        ...s.object({ "data?": s.anyObject("Merged over the data object for this call alone.") }),
        additionalProperties: true,
      },
      example: { url: "https://example.org/", rows: 5 },
      optional: true,
    },
    result: s.anyObject("As the task type shows it."),
    errors: ["TASK_NOT_FOUND", "DATA_REFUSED", "TRY_REFUSED", "TRY_BUSY", "TRY_TIMEOUT"],
  },
  "GET /task/schedule/:id": {
    id: "taskSchedule",
    tag: "schedule",
    summary: "Says when a task runs next",
    query: { count: s.whole("How many of the next times are given.", { minimum: 0, maximum: 500, default: 5 }) },
    result: s.ref("ScheduleView"),
    errors: ["TASK_NOT_FOUND", "ATTENDANT_MISSING", "QUERY_REFUSED"],
  },
  "POST /task/schedule/preview": {
    id: "previewSchedule",
    tag: "schedule",
    summary: "Says when a schedule would fire",
    body: {
      schema: s.object({
        cron: s.text("Five or six fields, or a macro."),
        "timezone?": s.text("A name such as `Europe/Berlin`; the server's when absent."),
      }),
      example: { cron: "0 9 * * 1-5", timezone: "Europe/Berlin" },
    },
    result: s.ref("SchedulePreview"),
    errors: ["INPUT_REFUSED", "ATTENDANT_MISSING"],
  },
  "GET /task/tree/:id": {
    id: "taskTree",
    tag: "schedule",
    summary: "Shows the tasks that a task is chained with",
    result: s.ref("ChainTree"),
    errors: ["TASK_NOT_FOUND"],
  },
};
