import type { Accounts, JsonObject } from "../../../kernel/index.js";
import { BodyRefused } from "../json-body.js";
import type { Query } from "../query.js";
import { NotedReply } from "./fuller.js";
import { oneOf } from "./queries.js";

const TRUTHS = ["false", "true"] as const;

/** Imports what is posted: a list, or the text of a file. The query says how. Throws ACCOUNT_REFUSED and QUERY_REFUSED. */
export async function importAsked(
  accounts: Accounts,
  body: JsonObject | readonly unknown[],
  query: Query,
  only: string | undefined,
): Promise<NotedReply> {
  const { checkedRows, importedAccounts, newKind } = await import("../../accounts/index.js");
  const kind = only ?? oneOf(query, "kind", ["blog", "mail"]);
  const whole = oneOf(query, "whole", TRUTHS) === "true";
  const dryRun = oneOf(query, "dryRun", TRUTHS) === "true";
  const rows = isList(body) ? checkedRows(body) : await rowsIn(body);
  // The kinds of the query are known ones.
  const imported = await importedAccounts(accounts, newKind(kind)!, rows, { whole, dryRun });
  const { notes, ...result } = imported;
  return new NotedReply(result, notes);
}

const isList = (body: JsonObject | readonly unknown[]): body is readonly unknown[] => Array.isArray(body);

async function rowsIn({ format, text }: JsonObject): Promise<readonly unknown[]> {
  const { formatOf, IMPORT_FORMATS, rowsOf } = await import("../../accounts/index.js");
  if (typeof text !== "string" || text.trim() === "") {
    throw new BodyRefused('The field "text" is missing. Send the text of the file, or a list of accounts as the body.');
  }
  const given = format === undefined ? formatOf(text) : IMPORT_FORMATS.find((one) => one === format);
  if (given === undefined) throw new BodyRefused(`The field "format" must be one of: ${IMPORT_FORMATS.join(", ")}.`);
  return rowsOf(text, given);
}
