import type { KeptLogEntry, LogLevel, ShownRun } from "../../../kernel/index.js";
import { inPieces } from "../../../kernel/values/in-pieces.js";
import { jsonLine } from "../envelope.js";
import { type FullerCall, type FullerParts, rawReply } from "./fuller.js";
import { oneOf, runNamed, wholeNumber } from "./queries.js";

const LEVELS: readonly [LogLevel, ...LogLevel[]] = ["debug", "info", "warn", "error"];
const MOST = 100_000;

/** What answers with what a task's runs had to say. */
export function logReplies({ kernel, knownForm }: FullerParts) {
  const { content, tasks } = kernel;

  async function entries(id: string, query: URLSearchParams): Promise<AsyncIterable<KeptLogEntry> | KeptLogEntry[]> {
    const level = oneOf(query, "level", LEVELS);
    const after = wholeNumber(query, "after");
    const limit = wholeNumber(query, "limit", MOST) ?? 200;
    const run = await runNamed(tasks, id, query.get("run") || "all");
    if (run === undefined) return [];
    const page = {
      limit,
      ...(level === "debug" ? {} : { levels: LEVELS.slice(LEVELS.indexOf(level)) }),
      ...(run === "all" ? {} : await spanOf(run)),
    };
    return after === undefined ? content.logTail(id, page) : content.log(id, { ...page, after });
  }

  /** Entries carry no run, but a task has one run at a time. */
  async function spanOf({ _id, taskId, createdAt }: ShownRun): Promise<{ from: string; before?: string }> {
    let isNext = false;
    for await (const run of tasks.runs(taskId)) {
      if (isNext) return { from: createdAt, before: run.createdAt };
      isNext = run._id === _id;
    }
    return { from: createdAt };
  }

  async function reply({ parameters, query }: FullerCall): Promise<unknown> {
    const { _id } = await tasks.existing(knownForm(parameters["id"]));
    const format = oneOf(query, "format", ["json", "jsonl", "text"]);
    const found = await entries(_id, query);
    if (format === "json") return Array.fromAsync(found);
    if (format === "jsonl")
      return rawReply({
        headers: ["Content-Type", "application/x-ndjson; charset=utf-8"],
        body: inPieces(found, jsonLine),
      });
    // Lines at work at once are stored when each has ended, and numbered so; people read by time.
    const byTime = (await Array.fromAsync(found)).sort((a, b) => Date.parse(a.t) - Date.parse(b.t) || a.n - b.n);
    return rawReply({ headers: ["Content-Type", "text/plain; charset=utf-8"], body: inPieces(byTime, textLine) });
  }

  return reply;
}

function textLine({ t, level, line, msg, code }: KeptLogEntry): string {
  // A sentence that has the address of its line already says which it is about.
  const isNamed = line?.includes("://") === true && msg.includes(line);
  const place = line === undefined || isNamed ? "" : ` [${line}]`;
  const mark = code === undefined ? "" : ` (${code})`;
  // What was scraped must not steer the terminal it is read on, nor look like an entry of its own.
  const text = `${place} ${msg}${mark}`.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
  return `${t} ${level.toUpperCase().padEnd(5)}${text}\n`;
}
