import * as s from "../json-schema.js";
import type { Operations } from "../operation.js";
import { page } from "./shared.js";

const text = (about: string) => ({ about });
const bytes = (about: string) => ({ about, schema: {} });

const validators = {
  "if-none-match": s.text("The ETag of a copy that the client has."),
};
const UNCHANGED = "The copy of the client is what there is.";

/** What runs have left behind. */
export const results: Operations = {
  "GET /task/log/:id?": {
    id: "taskLog",
    tag: "results",
    summary: "Returns what the runs of a task had to say",
    about: "The newest entries, oldest first; with `after` those behind that number.",
    query: {
      level: s.choice(["debug", "info", "warn", "error"], "Only entries of this level or above.", { default: "debug" }),
      after: s.whole("Only entries with a higher number.", { minimum: 0 }),
      limit: s.whole("Most entries.", { minimum: 0, maximum: 100_000, default: 200 }),
      run: s.text("The id of a run, `last` or `all`.", { default: "all" }),
      format: s.choice(["json", "jsonl", "text"], "The form of the reply.", { default: "json" }),
    },
    result: s.list(s.ref("LogEntry")),
    raw: {
      "application/x-ndjson": text("With `format=jsonl`: one entry a line."),
      "text/plain": text("With `format=text`: one entry a line, for people."),
    },
    errors: ["TASK_NOT_FOUND", "RUN_NOT_FOUND", "QUERY_REFUSED"],
  },
  "GET /task/results/:id?": {
    id: "taskResults",
    tag: "results",
    summary: "Returns the rows that a task has stored",
    about: "As JSON a page of them with the total; in the other formats all of them unless limited.",
    query: {
      format: s.choice(["json", "jsonl", "csv", "xlsx", "rss"], "The form of the reply.", { default: "json" }),
      order: s.choice(["asc", "desc"], "Oldest or newest first.", { default: "asc" }),
      offset: s.whole("Rows passed over.", { minimum: 0, default: 0 }),
      limit: s.whole("Most rows; 100 for json and all for other formats when absent.", { minimum: 0 }),
      fields: s.text("Only these members of the rows, separated by commas; `a.b` is one further inside."),
      omit: s.text("Not these members, separated by commas."),
      run: s.text("The id of a run, `last` or `all`.", { default: "last" }),
      escapeFormulas: s.choice(["true", "false"], "Whether cells that a spreadsheet would work out are made plain.", {
        default: "true",
      }),
      bom: s.choice(["false", "true"], "Whether a CSV begins with a byte order mark.", { default: "false" }),
    },
    result: s.ref("Results"),
    raw: {
      "application/x-ndjson": text("With `format=jsonl`: one row a line."),
      "text/csv": text("With `format=csv`: a table with the names of the columns in its first line."),
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": bytes("With `format=xlsx`: a workbook."),
      "application/rss+xml": text("With `format=rss`: a feed."),
    },
    errors: ["TASK_NOT_FOUND", "RUN_NOT_FOUND", "QUERY_REFUSED", "PROVIDER_MISSING"],
  },
  "GET /task/files/:id?": {
    id: "taskFiles",
    tag: "results",
    summary: "Lists the files of a task",
    about: "With `run` those that a run has put out, as it left them.",
    query: { ...page(1000), run: s.text("The id of a run, or `last`.") },
    result: s.ref("Files"),
    errors: ["TASK_NOT_FOUND", "RUN_NOT_FOUND", "QUERY_REFUSED"],
  },
  "GET /task/files/:id/*path": {
    id: "taskFile",
    tag: "results",
    summary: "Sends a file of a task",
    about:
      "With `run` the file as a run left it, while it is kept: when a run replaces a file, what it held before is kept up to 1 MiB, and one " +
      "version of it.",
    query: { run: s.text("The id of a run, or `last`.") },
    headers: {
      ...validators,
      range: s.text("The part that is wanted: `bytes=0-1023`."),
      "if-range": s.text("The ETag that the part must be of."),
    },
    raw: {
      "*/*": bytes("The file with its own content type."),
      "application/json": bytes("A file of JSON, or the envelope of a failure."),
    },
    others: { "206": "The part that was asked for.", "304": UNCHANGED },
    errors: ["TASK_NOT_FOUND", "RUN_NOT_FOUND", "FILE_NOT_FOUND"],
  },
  "GET /task/zip/:id?": {
    id: "taskZip",
    tag: "results",
    summary: "Sends all files of a task in one archive",
    raw: { "application/zip": bytes("The archive.") },
    errors: ["TASK_NOT_FOUND", "FILE_NOT_FOUND", "QUERY_REFUSED", "PROVIDER_MISSING"],
  },
  "GET /task/feed/:id?": {
    id: "taskFeed",
    tag: "results",
    summary: "Sends the feed that a task publishes",
    headers: validators,
    raw: {
      "application/rss+xml": text("A feed in RSS."),
      "application/atom+xml": text("A feed in Atom."),
      "application/feed+json": { about: "A JSON Feed.", schema: s.anything() },
    },
    others: { "304": UNCHANGED },
    errors: ["TASK_NOT_FOUND", "FILE_NOT_FOUND"],
  },
};
