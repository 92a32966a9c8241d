import { TASK_STATUSES } from "../../../kernel/index.js";
import * as s from "../json-schema.js";

/** Parameters of paths, whatever the operation. */
export const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  id: "The id of the task.",
  keyword: "The keyword, whole and percent-encoded; it may hold any character.",
  taskname: "The name of the task type: `webcrawler`, `Web Crawler` and `web-crawler` are the same.",
  name: "The name of the task type.",
  path: "The path of the file, or the keyword. Slashes in it may be sent as they are.",
  run: "The id of the run, or `last`.",
  file: "The name of the file.",
};

export const filters = {
  group: s.text("Only tasks in exactly this group."),
  name: s.text("Only tasks of exactly this name."),
  type: s.text("Only tasks of this type; blanks, dashes and case do not matter."),
  status: s.text(`Only tasks in this state: ${TASK_STATUSES.join(", ")}; also \`done\` and \`aborting\`.`),
};

/** Of the lists of tasks. */
export const listPage = {
  skip: s.whole("Tasks passed over.", { minimum: 0 }),
  limit: s.whole("Most tasks; all when absent.", { minimum: 0 }),
  sort: s.text("`name`, `-createdAt`, or several separated by commas; in creation order when absent."),
};

/** Of the pages of other lists. */
export const page = (most: number) => ({
  offset: s.whole("Entries passed over.", { minimum: 0, default: 0 }),
  limit: s.whole("Most entries.", { minimum: 0, maximum: most, default: 100 }),
});

export const wait = {
  wait: s.whole("Seconds to wait until the task is at rest; the answer is then its summary.", {
    minimum: 0,
    maximum: 300,
  }),
};

export const origin = {
  origin: s.choice(["api", "ui", "cli", "webhook", "mcp", "library"], "Who asks for the run.", { default: "api" }),
};

export const run = { run: s.text("The id of a run, or `last`.", { default: "last" }) };

export const seed = s.anyOf(s.text(), s.number());
