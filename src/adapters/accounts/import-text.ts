import { csvRows } from "../../engines/csv-rows.js";
import { refused } from "./account-kinds.js";

export const IMPORT_FORMATS = ["csv", "json"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Most accounts of one import. */
export const MAX_ROWS = 5_000;

/** The rows of a file, whatever they hold. Throws ACCOUNT_REFUSED; no message repeats the text, which holds passwords. */
export function rowsOf(text: string, format: ImportFormat): readonly unknown[] {
  return checkedRows(format === "csv" ? tableRows(text) : listIn(text));
}

export function checkedRows(rows: unknown): readonly unknown[] {
  if (!Array.isArray(rows)) {
    throw refused(
      'The accounts are not in a list. Send them as [{"url": "...", "username": "...", "password": "..."}].',
    );
  }
  if (rows.length === 0) throw refused("The list is empty. Send at least one account.");
  if (rows.length > MAX_ROWS) throw refused(`There are more than ${MAX_ROWS} rows. Import them in parts.`);
  return rows;
}

/** What the text looks like. */
export function formatOf(text: string): ImportFormat {
  return /^\uFEFF?\s*[[{]/.test(text) ? "json" : "csv";
}

function tableRows(text: string): readonly unknown[] {
  const rows: unknown[] = [];
  for (const row of csvRows(text)) {
    rows.push(row);
    if (rows.length === 0) throw refused("The list is empty. Send at least one account.");
    if (rows.length > MAX_ROWS) break;
  }
  if (rows.length === 0) {
    throw refused(
      "The table has no rows below its first, which names the columns. Begin it with a line such as url,username,password.",
    );
  }
  return rows;
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw refused("The text is not valid JSON. Correct it, or say that it is a table with the format csv.");
  }
}
