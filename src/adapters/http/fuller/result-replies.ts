import { isPlainObject, type Json, type JsonObject, type ShownRun } from "../../../kernel/index.js";
import type { ExportFormats, Rows, TableOptions } from "../../../kernel/values/export-formats.js";
import { inPieces } from "../../../kernel/values/in-pieces.js";
import { begun, elementText, jsonLine, successBody } from "../envelope.js";
import { disposition } from "./downloads.js";
import { type FullerCall, type FullerParts, rawReply } from "./fuller.js";
import { names, noFormat, oneOf, runNamed, wholeNumber } from "./queries.js";

/** Files named next to the first rows; all of them are at GET /task/files. */
const MOST_FILES = 1000;
/** Names of fields that notes choose from. */
const MOST_NAMES = 100;

/** What answers for the rows that runs have stored. */
export function resultReplies({ kernel, exports, knownForm, hasNotes }: FullerParts) {
  const { content, tasks } = kernel;

  async function rowsOf(call: FullerCall): Promise<unknown> {
    const { query, parameters } = call;
    const { _id, name } = await tasks.existing(knownForm(parameters["id"]));
    const format = oneOf(query, "format", ["json", "jsonl", "csv", "xlsx", "rss"]);
    const descending = oneOf(query, "order", ["asc", "desc"]) === "desc";
    const offset = wholeNumber(query, "offset") ?? 0;
    const limit = wholeNumber(query, "limit") ?? (format === "json" ? 100 : Number.MAX_SAFE_INTEGER);
    const fields = names(query, "fields");
    const escapeFormulas = oneOf(query, "escapeFormulas", ["true", "false"]) === "true";
    const byteOrderMark = oneOf(query, "bom", ["false", "true"]) === "true";
    const omit = names(query, "omit");
    const shape = shaped(fields, omit);
    const missing = new MissingFields([...(fields ?? []), ...(omit ?? [])]);
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
      for await (const row of found) {
        missing.see(row);
        yield shape(row);
      }
    }

    if (format === "json") {
      const files =
        offset === 0 && run !== undefined ? await Array.fromAsync(content.files(_id, { limit: MOST_FILES })) : [];
      // A page in the success envelope, however long it is.
      const head = successBody({ total, offset, limit }).replace(/\}\}$/, ',"rows":[');
      const foot = async () => {
        const notes = hasNotes ? [...(await query.notes()), ...(await missing.notes())] : [];
        const noted = notes.length === 0 ? "" : `,"notes":${JSON.stringify(notes)}`;
        return offset === 0 ? `],"files":${JSON.stringify(files)}}${noted}}` : `]}${noted}}`;
      };
      return rawReply({ headers: [], body: await begun(inPieces(rows(), elementText, { head, foot })) });
    }
    const title = name || _id;
    const file = `${title}${runName(run)}`;
    if (format === "jsonl") {
      const headers = ["Content-Type", "application/x-ndjson; charset=utf-8"];
      headers.push("Content-Disposition", disposition("attachment", `${file}.jsonl`));
      return rawReply({ headers, body: await begun(inPieces(rows(), jsonLine)) });
    }
    return table(format, rows, file, {
      title,
      address: `${rootOf(call)}/task/results/${_id}`,
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

  return { rowsOf };
}

const rootOf = ({ request }: FullerCall) => request.root ?? `http://${String(request.headers["host"])}`;

const runName = (run: ShownRun | "all" | undefined) =>
  run === undefined || run === "all" ? "" : ` ${(run.startedAt ?? run.createdAt).slice(0, 19).replaceAll(":", "-")}`;

/**
 * What `fields` and `omit` leave of a row. A field is a member by its name, or one further inside by its path with dots,
 * which then is a member called by that path. Fields come in the order they were asked for; one that the row has not is
 * left out.
 */
function shaped(
  fields: readonly string[] | undefined,
  omit: readonly string[] | undefined,
): (row: JsonObject) => JsonObject {
  if (fields === undefined && omit === undefined) return (row) => row;
  const omitted = new Set(omit);
  return (row) => {
    const members = fields === undefined ? Object.entries(row) : fields.flatMap((field) => member(row, field));
    // fromEntries makes members of its own, whatever they are called.
    return Object.fromEntries(members.filter(([name]) => !omitted.has(name)));
  };
}

/** The fields that were asked for and that no row has. */
class MissingFields {
  private readonly missing: Set<string>;
  private readonly known = new Set<string>();

  constructor(asked: readonly string[]) {
    this.missing = new Set(asked);
  }

  see(row: JsonObject): void {
    if (this.missing.size === 0) return;
    for (const field of this.missing) if (member(row, field).length > 0) this.missing.delete(field);
    for (const name of Object.keys(row)) if (this.known.size < MOST_NAMES) this.known.add(name);
  }

  async notes(): Promise<readonly string[]> {
    if (this.missing.size === 0 || this.known.size === 0) return [];
    const { missingFieldNotes } = await import("../unread.js");
    return missingFieldNotes([...this.missing], [...this.known]);
  }
}

function member(row: JsonObject, field: string): [string, Json][] {
  const value = Object.hasOwn(row, field) ? row[field] : valueAt(row, field);
  return value === undefined ? [] : [[field, value]];
}

function valueAt(row: JsonObject, path: string): Json | undefined {
  let at: Json | undefined = row;
  for (const name of path.split(".")) {
    if (Array.isArray(at)) at = /^\d{1,9}$/.test(name) ? at[Number(name)] : undefined;
    else if (isPlainObject(at) && Object.hasOwn(at, name)) at = (at as JsonObject)[name];
    else return undefined;
  }
  return at;
}
