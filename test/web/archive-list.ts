/** A line of the list with what it represents. Its fields are called as the CDX server calls them. */
export interface Entry {
  readonly urlkey: string;
  readonly timestamp: string;
  readonly original: string;
  readonly mimetype: string;
  readonly statuscode: string;
  readonly digest: string;
  readonly length: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const FIELDS = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"] as const;
type Field = (typeof FIELDS)[number];

/** An address as the list sorts by it: `com,example)/path`, whatever its scheme, `www.`, last slash and letter case. */
export function surt(address: string): string {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = new URL(whole.replace(/^https:/i, "http:"));
  const host = url.hostname
    .replace(/^www\d*\./, "")
    .split(".")
    .reverse()
    .join(",");
  const port = url.port === "" || url.port === "80" || url.port === "443" ? "" : `:${url.port}`;
  const query = url.search.slice(1).split("&").sort().join("&");
  const path = url.pathname.replace(/(?!^)\/$/, "");
  return `${host}${port})${path}${query === "" ? "" : `?${query}`}`.toLowerCase();
}

/** What the CDX server answers to a query. */
export function answerList(
  entries: readonly Entry[],
  query: URLSearchParams,
  { maxRows, blockRows }: { readonly maxRows: number; readonly blockRows: number },
): { readonly status: number; readonly type: string; readonly text: string } {
  const plain = "text/plain";
  const url = query.get("url") ?? "";
  if (url === "") return { status: 400, type: plain, text: "The url= param must be specified" };
  let matcher: (urlkey: string) => boolean;
  let filters: readonly ((entry: Entry) => boolean)[];
  try {
    matcher = matching(url, query.get("matchType"));
    filters = query.getAll("filter").map(filterOf);
  } catch (error) {
    return { status: 400, type: plain, text: String(error) };
  }
  const from = (query.get("from") ?? "").padEnd(14, "0");
  const to = (query.get("to") ?? "").padEnd(14, "9");
  let found = entries.filter(({ urlkey }) => matcher(urlkey));

  // A page is so many blocks of the unfiltered list; what is filtered out of a block makes its page shorter.
  const pageRows = blockRows * Number(query.get("pageSize") ?? 50);
  if (query.get("showNumPages") === "true") {
    return { status: 200, type: plain, text: `${Math.max(1, Math.ceil(found.length / pageRows))}\n` };
  }
  const page = query.get("page");
  if (page !== null && Number(page) >= 0) {
    found = found.slice(Number(page) * pageRows, (Number(page) + 1) * pageRows);
  }
  const resumeKey = query.get("resumeKey");
  if (resumeKey !== null) {
    const [, key, timestamp] = /^(\S+) (\d{14})!$/.exec(resumeKey) ?? [];
    if (key === undefined || timestamp === undefined) return { status: 400, type: plain, text: "Bad resumeKey" };
    found = found.filter((entry) => entry.urlkey > key || (entry.urlkey === key && entry.timestamp > timestamp));
  }
  found = found.filter(({ timestamp }) => timestamp >= from && timestamp <= to);
  found = found.filter((entry) => filters.every((passes) => passes(entry)));
  for (const collapse of query.getAll("collapse")) found = collapsed(found, collapse);
  if (query.get("sort") === "reverse") found = [...found].reverse();
  if (query.get("sort") === "closest") found = byDistance(found, query.get("closest") ?? "");
  found = found.slice(Number(query.get("offset") ?? 0));

  const asked = Number(query.get("limit") ?? (query.get("fastLatest") === "true" ? -1 : maxRows));
  const limit = Math.min(Math.abs(asked), maxRows);
  const rows = asked < 0 ? found.slice(-limit) : found.slice(0, limit);
  const last = rows.at(-1);
  const more = asked >= 0 && found.length > rows.length && query.get("showResumeKey") === "true";
  const key = more && last ? encodeURIComponent(`${last.urlkey} ${last.timestamp}!`).replaceAll("%20", "+") : undefined;
  const fields = (query.get("fl") ?? FIELDS.join(",")).split(",").filter(isField);
  const cells = rows.map((row) => fields.map((field) => row[field]));
  if (query.get("output") === "json") {
    if (rows.length === 0) return { status: 200, type: "application/json", text: "[]\n" };
    const lines = [fields, ...cells, ...(key === undefined ? [] : [[], [key]])];
    return {
      status: 200,
      type: "application/json",
      text: `[${lines.map((line) => JSON.stringify(line)).join(",\n")}]\n`,
    };
  }
  const lines = [...cells.map((row) => row.join(" ")), ...(key === undefined ? [] : ["", key])];
  return { status: 200, type: plain, text: lines.map((line) => `${line}\n`).join("") };
}

function matching(url: string, matchType: string | null): (urlkey: string) => boolean {
  const [address, type] = url.startsWith("*.")
    ? [url.slice(2), "domain"]
    : url.endsWith("*")
      ? [url.slice(0, -1), "prefix"]
      : [url, matchType ?? "exact"];
  const key = surt(address);
  const host = key.slice(0, key.indexOf(")"));
  switch (type) {
    case "exact":
      return (urlkey) => urlkey === key;
    case "prefix":
      return (urlkey) => urlkey.startsWith(key);
    case "host":
      return (urlkey) => urlkey.startsWith(`${host})`);
    case "domain":
      return (urlkey) => urlkey.startsWith(`${host})`) || urlkey.startsWith(`${host},`);
    default:
      throw new Error(`Unknown matchType ${type}`);
  }
}

function filterOf(filter: string): (entry: Entry) => boolean {
  const [, not, name = "", expression = ""] = /^(!?)(?:(\w+):)?(.*)$/s.exec(filter) ?? [];
  // The whole field must match, as with Java's `matches`.
  const wanted = new RegExp(`^(?:${expression})$`);
  const field = /^\d$/.test(name) ? FIELDS[Number(name)] : name;
  if (name !== "" && !isField(field)) throw new Error(`Unknown field ${name}`);
  return (entry) => {
    const text = isField(field) ? entry[field] : FIELDS.map((each) => entry[each]).join(" ");
    return wanted.test(text) !== (not === "!");
  };
}

function collapsed(entries: readonly Entry[], collapse: string): Entry[] {
  const [name, length] = collapse.split(":");
  if (!isField(name)) return [...entries];
  const part = (entry: Entry) => entry[name].slice(0, length === undefined ? undefined : Number(length));
  return entries.filter((entry, index) => index === 0 || part(entry) !== part(entries[index - 1]!));
}

function byDistance(entries: readonly Entry[], closest: string): Entry[] {
  const wanted = Number(closest.padEnd(14, "0"));
  return [...entries].sort((a, b) => Math.abs(Number(a.timestamp) - wanted) - Math.abs(Number(b.timestamp) - wanted));
}

function isField(name: string | undefined): name is Field {
  return FIELDS.includes(name as Field);
}
