import type { JsonObject, ShownRun } from "../../../kernel/index.js";
import { begun } from "../envelope.js";
import { disposition } from "./downloads.js";
import type { ExportFormats, Rows, TableOptions } from "./export-formats.js";
import { type FullerArea, type FullerCall, rawReply } from "./fuller.js";
import { names, noFormat, oneOf, wholeNumber } from "./queries.js";
import { runNamed } from "./run-names.js";
import { shaped } from "./shaped.js";

/** Files named next to the first rows; all of them are at GET /task/files. */
const MOST_FILES = 1000;
const PIECE = 64 * 1024;

/** The rows that runs have stored: a page in the envelope, or all of them as a table. */
export const results: FullerArea = ({ kernel, exports, knownForm }) => {
  const { content, tasks } = kernel;

  async function reply(call: FullerCall): Promise<unknown> {
    const { query, parameters } = call;
    const { _id, name } = await tasks.existing(knownForm(parameters["id"]));
    const format = oneOf(query, "format", ["json", "jsonl", "csv", "xlsx", "rss"]);
    const descending = oneOf(query, "order", ["asc", "desc"]) === "desc";
    const offset = wholeNumber(query, "offset") ?? 0;
    const limit = wholeNumber(query, "limit") ?? (format === "json" ? 100 : Number.MAX_SAFE_INTEGER);
    const fields = names(query, "fields");
    const escapeFormulas = oneOf(query, "escapeFormulas", ["true", "false"]) === "true";
    const byteOrderMark = oneOf(query, "bom", ["false", "true"]) === "true";
    const shape = shaped(fields, names(query, "omit"));
    const run = await runNamed(tasks, _id, query.get("run"));
    const runId = run === "all" || run === undefined ? {} : { runId: run._id };
    const total = run === undefined ? 0 : await content.countRows(_id, runId.runId);
    // Rows that a run adds meanwhile stay out, so that reading twice gives the same.
    const count = Math.max(0, Math.min(limit, total - offset));

    async function* rows(): AsyncGenerator<JsonObject> {
      if (count === 0) return;
      const found = descending
        ? content.rowsBackwards(_id, { ...runId, total, offset, limit: count })
        : content.rows(_id, { ...runId, offset, limit: count });
      for await (const row of found) yield shape(row);
    }

    if (format === "json") {
      const files =
        offset === 0 && run !== undefined ? await Array.fromAsync(content.files(_id, { limit: MOST_FILES })) : [];
      const head = { total, offset, limit };
      return rawReply({
        headers: [],
        body: await begun(envelope(head, rows(), { ...(offset === 0 ? { files } : {}) })),
      });
    }
    const title = name || _id;
    const file = `${title}${runName(run)}`;
    if (format === "jsonl") {
      const headers = ["Content-Type", "application/x-ndjson; charset=utf-8"];
      headers.push("Content-Disposition", disposition("attachment", `${file}.jsonl`));
      return rawReply({ headers, body: await begun(jsonLines(rows())) });
    }
    return table(format, rows, file, {
      title,
      address: `http://${String(call.request.headers["host"])}/task/results/${_id}`,
      escapeFormulas,
      byteOrderMark,
      ...(fields ? { columns: fields } : {}),
    });
  }

  async function table(
    name: Exclude<keyof ExportFormats, "zip">,
    rows: Rows,
    file: string,
    options: TableOptions,
  ): Promise<unknown> {
    const format = exports?.[name];
    if (format === undefined) throw noFormat(name);
    const headers = ["Content-Type", format.type, "Content-Disposition"];
    headers.push(disposition("attachment", `${file}.${format.extension}`));
    return rawReply({ headers, body: await begun(format.write(rows, options)) });
  }

  return [{ method: "GET", path: "/task/results/:id?", acts: false, reply }];
};

const runName = (run: ShownRun | "all" | undefined) =>
  run === undefined || run === "all" ? "" : ` ${(run.startedAt ?? run.createdAt).slice(0, 19).replaceAll(":", "-")}`;

/** A page of rows in the success envelope, however many they are. */
async function* envelope(
  head: Record<string, unknown>,
  rows: AsyncIterable<JsonObject>,
  foot: Record<string, unknown>,
): AsyncGenerator<string> {
  let piece = `{"success":true,"message":null,"result":${JSON.stringify(head).slice(0, -1)},"rows":[`;
  let separator = "";
  for await (const row of rows) {
    piece += separator + JSON.stringify(row);
    separator = ",";
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  const rest = JSON.stringify(foot).slice(1);
  yield `${piece}]${rest === "}" ? "" : ","}${rest}}`;
}

async function* jsonLines(rows: AsyncIterable<JsonObject>): AsyncGenerator<string> {
  let piece = "";
  for await (const row of rows) {
    piece += `${JSON.stringify(row)}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
