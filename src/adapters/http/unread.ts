import { shown } from "../../kernel/index.js";
import { inBrief, listed } from "../../kernel/values/in-brief.js";
import { nearestName } from "../../kernel/values/nearest-name.js";

/** The members of a body that a call reads. */
const MEMBERS = {
  spin: ["text", "csvprotectedwords", "language", "strength", "seed"],
  paraphrase: ["text", "login", "sourcelanguage", "finallanguage", "csvprotectedwords", "seed"],
  aboutme: ["keyword", "voice", "seed"],
  find: ["query", "projection", "skip", "limit", "sort"],
  preview: ["cron", "timezone"],
  restart: ["overrides"],
  retry: ["only"],
  keep: ["keep"],
} as const;

/** Notes on the members of a body that the call does not read. */
export function unreadMembers(body: Record<string, unknown>, call: keyof typeof MEMBERS): readonly string[] {
  return unreadNotes(Object.keys(body), MEMBERS[call], "body");
}

/** A note on each of the names that is not among those that a call reads. */
export function unreadNotes(
  names: readonly string[],
  read: readonly string[],
  place: "body" | "query",
): readonly string[] {
  const offered = read.length === 0 ? `The call takes no ${place}.` : `There are ${read.join(", ")}.`;
  return inBrief(
    names.filter((name) => !read.includes(name)),
    (name) => `"${shown(name)}" is not read here. ${meant(name, read, offered)}`,
    (others) => `${quoted(others)} ${others.length === 1 ? "is" : "are"} not read either.`,
  );
}

/** Why a schedule cannot be previewed. */
export function previewRefusal(body: Record<string, unknown>): string | undefined {
  if (body["cron"] !== undefined) return undefined;
  const nearest = nearestName("cron", Object.keys(body));
  const remedy = nearest === undefined ? 'Send a schedule such as "0 9 * * 1-5".' : `Did you mean it by "${nearest}"?`;
  return `The field "cron" is missing. ${remedy}`;
}

/** Notes on the fields that were asked for and that no row has. */
export function missingFieldNotes(missing: readonly string[], known: readonly string[]): readonly string[] {
  const offered = `There are ${known.join(", ")}.`;
  return inBrief(
    missing,
    (field) => `No row here has the field "${shown(field)}". ${meant(field, known, offered)}`,
    (others) => `No row here has ${quoted(others)} either.`,
  );
}

function quoted(names: readonly string[]): string {
  return listed(names.map((name) => `"${shown(name)}"`));
}

function meant(name: string, known: readonly string[], offered: string): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? offered : `Did you mean "${nearest}"?`;
}
