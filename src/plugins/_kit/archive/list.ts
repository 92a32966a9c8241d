import {
  type ArchivedCopy,
  type ArchivePlace,
  archivePlace,
} from "../../../engines/pages/archive/archive-addresses.js";
import { ScriptoriumError, shown } from "../../../kernel/index.js";
import type { RunWeb } from "../web/run-web.js";
import { garbled, refuseRefusals } from "./archive-errors.js";

export const MATCHES = ["exact", "prefix", "host", "domain"] as const;
export type Match = (typeof MATCHES)[number];

export interface ListQuery {
  /** A host, the beginning of an address, or an address. */
  readonly url: string;
  readonly match: Match;
  /** 4 to 14 digits. */
  readonly from?: string;
  readonly to?: string;
  /** Statuses and media types to ask for, as texts or, with `expression`, as expressions of the archive's. */
  readonly filters?: readonly string[];
  /** Only the first copy of each address. */
  readonly oldest?: boolean;
  /** Only the last copies: of one address. */
  readonly newest?: boolean;
}

const FIELDS = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest"];
/** Rows asked for at once; fewer when their addresses are so long that the answer is too large. */
const ROWS = 5000;
/** Archives without resume keys are asked once. */
const ROWS_AT_ONCE = 20_000;
const FEWEST_ROWS = 10;

/** How one request of the list is made; a run waits here when the archive refuses. */
export type Ask = <T>(request: () => Promise<T>) => Promise<T>;

/**
 * The copies an archive has of an address or of all that begin with it, in the order of its list: by address, then by
 * time. They are read in pages, so there may be millions.
 * Throws what the web provider throws; PAGE_UNREADABLE with the fact `garbled` for an answer that is no list; and
 * `blocked` or `robots` where the archive does not show what it has.
 */
export async function* archivedCopies(
  query: ListQuery,
  web: RunWeb,
  place: ArchivePlace,
  ask: Ask = (request) => request(),
): AsyncIterable<ArchivedCopy> {
  let resumeKey: string | undefined;
  let rows = place.kind === "pywb" ? ROWS_AT_ONCE : ROWS;
  do {
    const url = listAddress(query, place, rows, resumeKey);
    let page: ListPage;
    try {
      page = await ask(() => listPage(url, web, place));
    } catch (error) {
      if (!ScriptoriumError.is(error) || error.code !== "FETCH_TOO_LARGE" || rows / 2 < FEWEST_ROWS) throw error;
      rows = Math.floor(rows / 2);
      continue;
    }
    yield* page.copies;
    // A key that leads nowhere new would be asked for ever.
    if (page.resumeKey === resumeKey) return;
    resumeKey = page.resumeKey;
    if (resumeKey === undefined) return;
  } while (true);
}

/**
 * The newest copy of an address that an archive received well. `archive` is the archive's own address.
 * Throws as `archivedCopies`.
 */
export async function newestCopy(
  url: string,
  web: RunWeb,
  { archive = "" }: { readonly archive?: string } = {},
): Promise<ArchivedCopy | undefined> {
  const query = { url, match: "exact", newest: true, filters: ["statuscode:200"] } as const;
  let newest: ArchivedCopy | undefined;
  for await (const copy of archivedCopies(query, web, archivePlace(archive))) {
    if (copy.status === "200" && (newest === undefined || copy.timestamp >= newest.timestamp)) newest = copy;
  }
  return newest;
}

function listAddress(query: ListQuery, place: ArchivePlace, rows: number, resumeKey: string | undefined): string {
  const { url, match, from, to, filters = [], oldest = false, newest = false } = query;
  const asked = new URLSearchParams({ url, matchType: match, output: "json" });
  if (from !== undefined) asked.set("from", from);
  if (to !== undefined) asked.set("to", to);
  if (place.kind === "pywb") {
    asked.set("limit", String(rows));
    return `${place.list}?${asked}`;
  }
  asked.set("fl", FIELDS.join(","));
  for (const filter of filters) asked.append("filter", filter);
  if (oldest) asked.set("collapse", "urlkey");
  asked.set("limit", newest ? "-1" : String(rows));
  if (!newest) asked.set("showResumeKey", "true");
  // The key comes ready for an address; made ready once more it would mean something else.
  const ready = resumeKey !== undefined && /^[\w%+.~!*'()-]+$/.test(resumeKey);
  const key = resumeKey === undefined ? "" : `&resumeKey=${ready ? resumeKey : encodeURIComponent(resumeKey)}`;
  return `${place.list}?${asked}${key}`;
}

interface ListPage {
  readonly copies: readonly ArchivedCopy[];
  readonly resumeKey?: string | undefined;
}

async function listPage(url: string, web: RunWeb, place: ArchivePlace): Promise<ListPage> {
  const page = await web.fetch(url, { statuses: "any", headers: { accept: "application/json" } });
  refuseRefusals(page, place);
  const text = page.text.trim();
  const isList = /^[[{]/.test(text);
  if (!isList && /AccessControlException|Blocked (?:Site|By)/i.test(text.slice(0, 2000))) throw excluded(text, place);
  if (page.status === 404 && place.kind === "pywb" && /no captures found/i.test(text)) return { copies: [] };
  if (page.status < 200 || page.status > 299) {
    throw new ScriptoriumError(
      page.status === 401 || page.status === 403 ? "blocked" : "bad-input",
      `${place.name} answered with status ${page.status} instead of a list of copies. Check archiveUrl and the line.`,
      { status: page.status },
    );
  }
  return text.startsWith("{") ? objectLines(text, place) : rowsOf(text, place);
}

/** As the Wayback Machine answers: an array of arrays, the first with the names, the last with the resume key. */
function rowsOf(text: string, place: ArchivePlace): ListPage {
  if (text === "") return { copies: [] };
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch (error) {
    throw garbled(place, error);
  }
  if (!Array.isArray(rows) || !rows.every(isRow)) throw garbled(place);
  // Some servers leave the names out.
  const named = rows[0]?.includes("timestamp") === true;
  const names = named ? rows[0]! : FIELDS;
  const rest = named ? rows.slice(1) : rows;
  const end = rest.findIndex((row) => row.length === 0);
  const resumeKey = end < 0 ? undefined : rest[end + 1]?.[0];
  const cells = end < 0 ? rest : rest.slice(0, end);
  return {
    copies: cells.flatMap((row) => copyOf(new Map(names.map((name, at) => [name, row[at] ?? ""])), place)),
    resumeKey,
  };
}

/** As pywb answers: an object a line. */
function objectLines(text: string, place: ArchivePlace): ListPage {
  const copies = text.split("\n").flatMap((line) => {
    let entry: unknown;
    try {
      entry = JSON.parse(line);
    } catch (error) {
      throw garbled(place, error);
    }
    if (typeof entry !== "object" || entry === null) throw garbled(place);
    return copyOf(new Map(Object.entries(entry).map(([name, value]) => [name, textOf(value)])), place);
  });
  return { copies };
}

/** What is neither text nor number says nothing, and an object might not even be made a text. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function copyOf(fields: ReadonlyMap<string, string>, place: ArchivePlace): ArchivedCopy[] {
  const field = (...names: readonly string[]) => names.map((name) => fields.get(name)).find((value) => value) ?? "";
  const original = field("original", "url");
  const timestamp = field("timestamp");
  // Lists hold lines of damaged records.
  if (!/^\d{14}$/.test(timestamp) || !URL.canParse(original) || !/^https?:/i.test(original)) return [];
  return [
    {
      key: field("urlkey") || original,
      original,
      timestamp,
      mime: field("mimetype", "mime").toLowerCase(),
      status: field("statuscode", "status") || "-",
      digest: field("digest").replace(/^sha1:/i, ""),
      copies: place.copies,
    },
  ];
}

function isRow(row: unknown): row is string[] {
  return Array.isArray(row) && row.every((cell) => typeof cell === "string");
}

function excluded(text: string, place: ArchivePlace): ScriptoriumError {
  const byRobots = /robot/i.test(text.slice(0, 2000));
  const why = byRobots ? "because of the robots.txt of the site" : "because the site was excluded";
  return new ScriptoriumError(
    byRobots ? "robots" : "blocked",
    `${place.name} does not show its copies, ${why}. Leave this line out.`,
    { answer: shown(text) },
  );
}
