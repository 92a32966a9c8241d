import { type ArchivedCopy, addressKey } from "../../engines/pages/archive/archive-addresses.js";
import { badField } from "../../engines/pages/fields.js";
import { addressPatterns } from "../../engines/pages/links/patterns.js";
import { type OptionProblem, shown } from "../../kernel/index.js";
import type { ListQuery, Match } from "../_kit/archive/list.js";
import { problemsOf } from "../_kit/checks.js";
import { patternProblems } from "../_kit/pattern-problems.js";
import { withoutName } from "../_kit/web/logins.js";
import type { WaybackOptions } from "./options.js";

/** Which copies a run wants, whatever the line. */
export interface Choice {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** For the archive, to spare both sides what would be left out here. */
  readonly filters: readonly string[];
  wanted(copy: ArchivedCopy): boolean;
}

/** What is wrong with the settings that choose copies. */
export async function choiceProblems(options: WaybackOptions): Promise<OptionProblem[]> {
  const own = await problemsOf([
    () => dateField(options, "fromDate"),
    () => dateField(options, "toDate"),
    () => dateField(options, "asOf"),
    () => refuseNoTime(options),
    () => refuseNoTimeSpan(options),
    () => statusPatterns(options.statuses),
    () => mediaTypes(options.mimesFile),
  ]);
  return [...own, ...(await patternProblems(options))];
}

function refuseNoTime({ pick, asOf }: WaybackOptions): void {
  if (pick !== "asOf" || asOf.trim() !== "") return;
  throw badField("asOf", 'pick is "asOf", but asOf is empty. Give a date such as 20140131, or choose another pick.');
}

/** Dates that cannot be read are refused by themselves. */
function refuseNoTimeSpan(options: WaybackOptions): void {
  const [from, ...ends] = [options.fromDate, ...endsOf(options)].map((text) => readTimestamp(text.trim()));
  const to = firstEnd(ends.filter((end) => end !== undefined));
  if (from === undefined || to === undefined || earliest(from) <= latest(to)) return;
  throw badField(
    "fromDate",
    `fromDate is ${from}, which is later than ${to}, the end of the time that is asked for: no copy can fit. Exchange the two or leave one out.`,
  );
}

function endsOf({ toDate, pick, asOf }: WaybackOptions): string[] {
  return pick === "asOf" ? [toDate, asOf] : [toDate];
}

function firstEnd(ends: readonly string[]): string | undefined {
  return [...ends].sort((a, b) => (latest(a) < latest(b) ? -1 : 1))[0];
}

/** Throws bad-input for settings that cannot be read. */
export function choiceOf(options: WaybackOptions): Choice {
  const from = dateField(options, "fromDate");
  const until = dateField(options, "toDate");
  const asOf = options.pick === "asOf" ? dateField(options, "asOf") : undefined;
  const to = firstEnd([until, asOf].filter((end) => end !== undefined));
  const statuses = statusPatterns(options.statuses);
  const mimes = mediaTypes(options.mimesFile);
  const ofStatus = statuses.map((status) => new RegExp(`^${status}$`));
  const ofMime = mimes.map((mime) => new RegExp(`^${mimePattern(mime)}$`));
  const included = addressPatterns(options.includePatternsFile, "includePatternsFile");
  const excluded = addressPatterns(options.excludePatternsFile, "excludePatternsFile");
  return {
    from,
    to,
    filters: [
      ...(statuses.length === 0 ? [] : [`statuscode:(?:${statuses.join("|")})`]),
      ...(mimes.length === 0 ? [] : [`mimetype:(?:${mimes.map(mimePattern).join("|")})`]),
    ],
    wanted: ({ status, mime, timestamp, original }) =>
      (ofStatus.length === 0 || ofStatus.some((pattern) => pattern.test(status))) &&
      (ofMime.length === 0 || ofMime.some((pattern) => pattern.test(mime))) &&
      (from === undefined || timestamp >= earliest(from)) &&
      (to === undefined || timestamp <= latest(to)) &&
      (included === undefined || included(original)) &&
      (excluded === undefined || !excluded(original)),
  };
}

/** What a line asks the archive for, and which of what it gets is meant. */
export interface Source {
  readonly query: Pick<ListQuery, "url" | "match">;
  meant(copy: ArchivedCopy): boolean;
}

/** Throws bad-input for a line that is no address. */
export function sourceOf(line: string, match: Match): Source {
  const [text, kind]: [string, Match] = /^\*\./.test(line)
    ? [line.slice(2), "domain"]
    : line.endsWith("*")
      ? [line.slice(0, -1), "prefix"]
      : [line, match];
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  const key = /^(?!https?:)[a-z][a-z\d+.-]*:\/\//i.test(text) ? undefined : addressKey(address);
  if (key === undefined || /\s/.test(text) || new URL(address).username !== "") {
    throw badField("domainsFile", `"${shown(withoutName(line))}" is not a domain or an address. Correct the line.`);
  }
  // Archives forget the last slash and would give /blogger for /blog/.
  const folder = kind === "prefix" && new URL(address).pathname.endsWith("/") && !key.endsWith("/");
  const meant = ({ original }: ArchivedCopy) => {
    const own = addressKey(original) ?? "";
    return !folder || own === key || own.startsWith(`${key}/`) || own.startsWith(`${key}?`);
  };
  // Archives know names with letters of other scripts as their hosts do.
  return { query: { url: /[^\x20-\x7e]/.test(text) ? new URL(address).href : text, match: kind }, meant };
}

/**
 * One copy of each address, or all, from a list in the order of an archive: by address, then by time. Only as much is
 * held as one address needs.
 */
export async function* picked(
  copies: AsyncIterable<ArchivedCopy>,
  { pick, collapseDigest }: Pick<WaybackOptions, "pick" | "collapseDigest">,
): AsyncIterable<ArchivedCopy> {
  let best: ArchivedCopy | undefined;
  for await (const copy of copies) {
    const same = best !== undefined && best.key === copy.key;
    if (pick === "all") {
      const twin = same && best?.timestamp === copy.timestamp;
      const unchanged = same && collapseDigest && best?.digest === copy.digest && copy.digest !== "";
      if (!twin && !unchanged) yield copy;
      best = copy;
    } else if (!same) {
      if (best !== undefined) yield best;
      best = copy;
    } else if (pick !== "oldest") best = copy;
  }
  if (pick !== "all" && best !== undefined) yield best;
}

function statusPatterns(statuses: string): string[] {
  const parts = statuses.toLowerCase().split(/[\s,;]+/);
  return parts
    .filter((part) => part !== "" && part !== "any" && part !== "all")
    .map((part) => {
      if (!/^([1-9]\d\d|[1-9]xx|-)$/.test(part)) {
        throw badField(
          "statuses",
          `statuses has "${shown(part)}", which is no status. Write 200 or 2xx, several with commas between, or leave it empty for all.`,
        );
      }
      return part.replaceAll("x", ".");
    });
}

/** Archives list `unk` and `-` for copies whose media type they do not know. */
function mediaTypes(lines: readonly string[]): string[] {
  const types = lines.map((line) => line.trim().toLowerCase()).filter((line) => line !== "");
  const strange = types.find((type) => !/[/*]|^(?:unk|-)$/.test(type));
  if (strange === undefined) return types;
  throw badField(
    "mimesFile",
    `mimesFile has "${shown(strange)}", which is no media type. Write one with a slash, such as text/html or image/*.`,
  );
}

function mimePattern(mime: string): string {
  return mime.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
}

function dateField(options: WaybackOptions, field: "fromDate" | "toDate" | "asOf"): string | undefined {
  const text = options[field].trim();
  if (text === "") return undefined;
  const timestamp = readTimestamp(text);
  if (timestamp !== undefined) return timestamp;
  throw badField(
    field,
    `${field} is "${shown(text)}", which is no date. Write it as 2014-01-31, or as 4 to 14 digits such as 2014.`,
  );
}

/**
 * A date as archives write it: 4 to 14 digits, `2014` to `20140131235959`. Signs between the digits are passed over, so
 * that `2014-01-31` is read too. Undefined for anything else.
 */
export function readTimestamp(text: string): string | undefined {
  const digits = text.trim().replace(/(?<=\d)[-/:.T ]+(?=\d)|Z$/g, "");
  if (!/^\d{4,14}$/.test(digits)) return undefined;
  const parts = digits.slice(4);
  const month = parts.slice(0, 2);
  const day = parts.slice(2, 4);
  // A part may be cut short, as in 201 or 2014013.
  if (month.length === 2 && (month < "01" || month > "12")) return undefined;
  if (day.length === 2 && (day < "01" || day > "31")) return undefined;
  return digits;
}

/** The first moment of what a timestamp names. */
export function earliest(timestamp: string): string {
  return timestamp.padEnd(14, "0");
}

/** No copy of what a timestamp names is later; it is made for comparing and need not be a date. */
export function latest(timestamp: string): string {
  return timestamp.padEnd(14, "9");
}
