import { z } from "zod";
import { type Json, type JsonObject, TASK_STATUSES, type Task, type TaskSummary } from "../../../kernel/index.js";
import { summaryOf } from "../../../kernel/task.js";
import { runNamed } from "../../http/fuller/queries.js";
import { addressOf } from "../addresses.js";
import { fitting, inShort, PAGE_CHARACTERS, partOf } from "../in-short.js";
import { defined } from "../input.js";
import { READS, type Tool, ToolRefused, type ToolWorld } from "../tool.js";
import { DATA_OF_OTHERS, noteFor } from "../wording.js";
import { id, knownForm, offset, run } from "./fields.js";

const MOST_FILES = 200;
const MOST_KEYWORDS = 200;
/** The members of a task in a list. */
const LISTED = { id: "_id", name: "name", type: "type", status: "status", group: "group" } as const;

/** What there is: tasks, their progress, and what they have brought. */
export function readingTools({ kernel, providers }: ToolWorld): readonly Tool[] {
  const { tasks, content } = kernel;

  /** How far a task at work is, and why one has failed. */
  async function withProgress(summary: TaskSummary): Promise<JsonObject> {
    if (summary.status === "draft" || summary.status === "complete") return { ...summary };
    const { progress, error } = (await tasks.get(summary.id)) ?? {};
    return {
      ...summary,
      ...(progress ? { percent: progress.percent } : {}),
      ...(error ? { error: error.message } : {}),
    };
  }

  /** By type; asking for them makes all of its JSON Schema. */
  const knownDefaults = new Map<string, Promise<JsonObject>>();

  /** What its user has set: members of the data object that are not the default of its type. */
  async function settingsOf({ type, data }: Task): Promise<JsonObject> {
    if (kernel.plugins.find(type) === undefined) return data;
    const asked = knownDefaults.get(type) ?? tasks.describedType(type).then((found) => found.defaults);
    knownDefaults.set(type, asked);
    const defaults = await asked;
    const own = Object.entries(data).filter(
      ([name, value]) =>
        !["id", "type", "jobName", "group"].includes(name) && JSON.stringify(value) !== JSON.stringify(defaults[name]),
    );
    return Object.fromEntries(own);
  }

  async function machine(): Promise<JsonObject> {
    const { waiting, running } = await kernel.load();
    const state = await providers.machine?.state().catch(() => undefined);
    const { used, total } = state?.memory ?? { used: 0, total: 0 };
    return {
      ...{ running, waiting },
      ...(state ? { cpuPercent: Math.round(state.cpuPercent), memoryPercent: Math.round((used / total) * 100) } : {}),
    };
  }

  return [
    defined({
      name: "task_list",
      title: "List tasks",
      description:
        "The tasks there are, the newest first, with their status, and how busy the machine is. Call it first in a new conversation.",
      annotations: READS,
      input: z.object({
        type: z.string().optional().describe("Only tasks of this type, such as `webcrawler` or `web crawler`."),
        status: z.enum(TASK_STATUSES).optional().describe("Only tasks with this status."),
        group: z.string().optional().describe("Only tasks of this group."),
        name: z.string().optional().describe("Only tasks with exactly this name."),
        offset,
        limit: z.int().min(1).max(200).default(50).describe("Most tasks of the answer."),
      }),
      async run({ offset, limit, ...filter }) {
        const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
        const page = { sort: "-createdAt", skip: offset, limit: limit + 1 };
        const texts = await Array.fromAsync(tasks.listed(given, LISTED, page), String);
        const all = JSON.parse(`[${texts.filter((text) => text !== "").join(",")}]`) as TaskSummary[];
        const found = all.slice(0, limit);
        const notes = await tasks.filterNotes(given);
        return {
          tasks: await Promise.all(found.map(withProgress)),
          next_offset: all.length > limit ? offset + found.length : null,
          machine: await machine(),
          ...(notes.length > 0 ? { notes: notes.map(noteFor) } : {}),
        };
      },
    }),
    defined({
      name: "task_get",
      title: "Look at a task",
      description:
        "The status of a task, how far its run is, what it waits for, why it failed, what it has stored, and its settings.",
      annotations: READS,
      input: z.object({
        id,
        include_logs: z.boolean().default(false).describe("Adds the newest entries of its log, oldest first."),
        log_limit: z.int().min(1).max(500).default(50).describe("Most entries of the log."),
        include_data: z
          .boolean()
          .default(false)
          .describe("Adds all of the data object; without it only what differs from the defaults of the type is told."),
      }),
      async run({ id, include_logs, log_limit, include_data }) {
        const task = await tasks.existing(knownForm(id));
        const keywords = await content.keywords(task);
        const files = await Array.fromAsync(content.files(task._id, { limit: MOST_FILES + 1 }));
        const position = task.status === "waiting" ? await tasks.position(task._id) : undefined;
        return {
          ...summaryOf(task),
          ...{ createdAt: task.createdAt, updatedAt: task.updatedAt },
          progress: (task.progress ?? null) as Json,
          error: (task.error ?? null) as Json,
          ...(position === undefined ? {} : { placeInQueue: position }),
          stored: {
            rows: await content.countRows(task._id),
            files: files.length > MOST_FILES ? `more than ${MOST_FILES}` : files.length,
            articles: keywords.length,
            keywords: keywords.slice(0, MOST_KEYWORDS),
          },
          settings: inShort(include_data ? task.data : await settingsOf(task)),
          ...(include_logs ? { about_log: DATA_OF_OTHERS, log: await logOf(task._id, log_limit) } : {}),
          next: nextFor(task.status),
        };
      },
    }),
    defined({
      name: "task_results",
      title: "Read results",
      description:
        "Rows that the last run of a task has stored, page by page, with the total; with offset 0 also the files it has written. Go on with next_offset until it is null.",
      annotations: READS,
      input: z.object({
        id,
        offset,
        limit: z
          .int()
          .min(1)
          .max(1000)
          .default(100)
          .describe("Most rows of the answer; it has fewer where they would fill the context."),
        run,
        fields: z.array(z.string()).default([]).describe("Only these members of each row; all by default."),
        order: z.enum(["asc", "desc"]).default("asc").describe("`desc`: the newest row first."),
      }),
      async run({ id, offset, limit, run, fields, order }) {
        const { _id } = await tasks.existing(knownForm(id));
        const named = await runNamed(tasks, _id, run);
        const of = named === "all" || named === undefined ? {} : { runId: named._id };
        const total = named === undefined ? 0 : await content.countRows(_id, of.runId);
        const count = Math.max(0, Math.min(limit, total - offset));
        const page = { ...of, offset, limit: count };
        const rows =
          count === 0
            ? none()
            : order === "desc"
              ? content.rowsBackwards(_id, { ...page, total })
              : content.rows(_id, page);
        const { items } = await fitting(narrowed(rows, fields));
        const next = offset + items.length;
        const files = offset === 0 ? await filesOf(_id) : {};
        return {
          about: DATA_OF_OTHERS,
          ...{ total, offset, next_offset: next < total ? next : null, rows: items },
          ...files,
        };
      },
    }),
    defined({
      name: "file_read",
      title: "Read a file",
      description: "A text file that a task has written, in parts. task_results names the files.",
      annotations: READS,
      input: z.object({
        id,
        path: z.string().min(1).describe("The path of the file, as task_results names it."),
        offset,
        max_chars: z.int().min(1).max(PAGE_CHARACTERS).default(20_000).describe("Most characters of the answer."),
      }),
      async run({ id, path, offset, max_chars }) {
        const { _id } = await tasks.existing(knownForm(id));
        const { textOfFile } = await import("../stored-files.js");
        const { type, size, text } = await textOfFile(content, _id, path);
        return { about: DATA_OF_OTHERS, path, type, size, ...partOf(text, offset, max_chars) };
      },
    }),
    defined({
      name: "article_read",
      title: "Read an article",
      description: "The stored article of a keyword, in parts; without a keyword the first there is.",
      annotations: READS,
      input: z.object({
        id,
        keyword: z.string().optional().describe("One of the keywords that task_get names."),
        offset,
        max_chars: z.int().min(1).max(PAGE_CHARACTERS).default(20_000).describe("Most characters of the answer."),
      }),
      async run({ id, keyword, offset, max_chars }) {
        const { keywords, sentences } = await content.article(knownForm(id), keyword);
        return {
          ...{ about: DATA_OF_OTHERS, keyword: keywords[0] ?? "", keywords: keywords.slice(1, MOST_KEYWORDS) },
          ...partOf(sentences.join(" "), offset, max_chars),
        };
      },
    }),
    defined({
      name: "task_find",
      title: "Search tasks",
      description:
        'Tasks that match a query in the style of MongoDB, such as {"data.jobName": {"$regex": "^news"}} or {"status": "failed"}. Members: _id, group, name, type, status, data.…, createdAt, updatedAt, progress.…, error.….',
      annotations: READS,
      input: z.object({
        query: z.record(z.string(), z.json()).default({}).describe("An empty one matches every task."),
        projection: z
          .record(z.string(), z.json())
          .default({ name: 1, type: 1, status: 1, group: 1, updatedAt: 1 })
          .describe("1 shows a member, 0 leaves it out; an empty object shows all of each task."),
        sort: z.string().default("").describe("`name`, `-createdAt`, several separated by commas."),
        offset,
        limit: z.int().min(1).max(200).default(50).describe("Most tasks of the answer."),
      }),
      async run({ query, projection, sort, offset, limit }) {
        const search = { query, projection, skip: offset, limit: limit + 1, ...(sort === "" ? {} : { sort }) };
        const { items, hasMore } = await fitting(tasks.search(search));
        const found = items.slice(0, limit);
        const notes = await tasks.filterNotes({}, search);
        return {
          tasks: found,
          next_offset: hasMore || items.length > limit ? offset + found.length : null,
          ...(notes.length > 0 ? { notes: notes.map(noteFor) } : {}),
        };
      },
    }),
  ];

  async function logOf(taskId: string, limit: number): Promise<Json> {
    const entries = await content.logTail(taskId, { limit });
    // Lines at work at once are stored when each has ended, and numbered so.
    const byTime = entries.sort((a, b) => Date.parse(a.t) - Date.parse(b.t) || a.n - b.n);
    return byTime.map(({ t, level, line, msg }) => inShort({ t, level, msg, ...(line === undefined ? {} : { line }) }));
  }

  async function filesOf(taskId: string): Promise<JsonObject> {
    const found = await Array.fromAsync(content.files(taskId, { limit: MOST_FILES + 1 }));
    const files = found.slice(0, MOST_FILES).map(({ path, type, size }) => {
      return { path, type, size, uri: addressOf.file(taskId, path) };
    });
    const more = `There are more than ${MOST_FILES} files; the resource ${addressOf.files(taskId)} lists all of them.`;
    return found.length > MOST_FILES ? { files, notes: [more] } : { files };
  }
}

async function* none(): AsyncGenerator<JsonObject> {}

async function* narrowed(rows: AsyncIterable<JsonObject>, fields: readonly string[]): AsyncGenerator<JsonObject> {
  const seen = new Set<string>();
  let isKnown = fields.length === 0;
  for await (const row of rows) {
    if (fields.length === 0) yield row;
    else {
      const kept = Object.entries(row).filter(([name]) => fields.includes(name));
      isKnown ||= kept.length > 0;
      for (const name of Object.keys(row)) seen.add(name);
      yield Object.fromEntries(kept);
    }
  }
  if (isKnown || seen.size === 0) return;
  throw new ToolRefused(`No row has any of the "fields". The rows have: ${[...seen].slice(0, 50).join(", ")}.`);
}

/** What one does with a task in this state. */
export function nextFor(status: Task["status"]): string {
  switch (status) {
    case "draft":
      return "It has not run. Change its settings with task_set_data, or start it with task_run.";
    case "waiting":
    case "running":
      return "It is at work. Look again with task_get in 20 to 60 seconds, or wait with task_wait; task_cancel stops it.";
    case "aborting...":
      return "It is being stopped, which takes some seconds.";
    case "complete":
      return "Read what it brought with task_results.";
    case "failed":
      return "task_get with include_logs says why. task_retry works the failed lines again, task_restart all of them.";
    case "aborted":
      return "It was stopped. task_run goes on with it, task_restart begins again; task_results has what it brought.";
  }
}
