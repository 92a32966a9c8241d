import type { ListForm, ListPart, ListValue, TaskHint } from "../../kernel/storage.js";
import type { Access } from "./open-store.js";
import { type Question, walk } from "./task-walk.js";

const COLUMN_OF = { _id: "id", group: "grp", name: "name", type: "type", status: "status" } as const;

const KEYWORDS = `
  CASE task.status WHEN 'draft' THEN '[]' ELSE (
    SELECT json_group_array(keyword) FROM (
      SELECT keyword FROM article INDEXED BY article_keyword WHERE article.task = task.seq LIMIT 2
    )
  ) END`;

/** Only between the elements of a list of texts; within one, quotes are escaped. */
const SEPARATOR = '","';

type PartRow = readonly [seq: number | null, count: number, json: Uint8Array | null, several: string | null];

export async function* listed(access: Access, form: ListForm, hint: TaskHint | undefined): AsyncGenerator<ListPart> {
  const { next } = walk(access, questionOf(form), hint);
  for (let rows = await next(); rows !== undefined; rows = await next()) {
    for (const [, , json, several] of rows as readonly PartRow[]) {
      yield { json: json ?? "", several: several === null ? [] : JSON.parse(several) };
    }
  }
}

/** The JSON is put together in SQLite, which takes less than half of the time of doing it here. */
function questionOf(form: ListForm): Question {
  const hasKeywords = Object.values(form).includes("keywords");
  const columns = ["task.seq AS seq", ...Object.values(COLUMN_OF).map((column) => `task.${column} AS ${column}`)];
  if (hasKeywords) columns.push(`${KEYWORDS} AS keywords`);
  const members = Object.entries(form).map(([name, value]) => `${quoted(name)}, ${sqlOf(value)}`);
  const several = hasKeywords ? `json_group_array(id) FILTER (WHERE instr(keywords, '${SEPARATOR}') > 0)` : "NULL";
  return {
    columns: columns.join(", "),
    readsData: false,
    perTask: true,
    // As bytes, since they are only sent on.
    gathered: `CAST(group_concat(json_object(${members.join(", ")})) AS BLOB), ${several}`,
  };
}

function sqlOf(value: ListValue): string {
  if (typeof value === "object") return quoted(value.text);
  return value === "keywords" ? "json(keywords)" : COLUMN_OF[value];
}

/** As a text in SQL. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
