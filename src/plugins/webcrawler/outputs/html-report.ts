import type { Json, JsonObject } from "../../../kernel/index.js";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import type { IssueGroup } from "./issue-list.js";
import { ISSUES, OF_LINKS, type Severity } from "./issue-types.js";
import { REPORT_STYLE } from "./report-style.js";

/** What the page of a crawl shows. */
export interface ReportPage {
  /** The start addresses that were crawled. */
  readonly starts: readonly string[];
  /** When it ended, ISO 8601. */
  readonly at: string;
  /** What `report.json` says. */
  readonly facts: JsonObject;
  readonly issues: readonly IssueGroup[];
}

/** Rows of one list that are shown. */
const MOST_ROWS = 20;
const MOST_STARTS = 5;

/** The report of a crawl as one page that needs nothing else: no scripts, no images, no other files. */
export function htmlReport({ starts, at, facts, issues }: ReportPage): string {
  const counts = facts["counts"] as JsonObject;
  const host = starts[0] === undefined ? "" : new URL(starts[0]).host;
  const title = `Crawl of ${host}`;
  const more = starts.length > 1 ? ` and ${starts.length - 1} more` : "";
  const sections = [
    summary(counts, issues),
    changes(facts["comparison"] as JsonObject | undefined),
    overview(issues),
    ...issues.map(issueSection),
    answers(counts),
    listed("Slowest pages", facts["slow"], "responseMs", (value) => `${grouped(value)} ms`),
    listed("Largest pages", facts["large"], "bytes", bytesOf),
    listed("Most linked pages", facts["mostLinked"], "pages", (value) => grouped(value)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapedHtml(title)}</title>
<style>
${REPORT_STYLE}</style>
</head>
<body>
<header>
<h1>${escapedHtml(title)}${escapedHtml(more)}</h1>
<p>${starts.slice(0, MOST_STARTS).map(link).join("<br>")}</p>
<p>Finished on <time datetime="${escapedHtml(at)}">${escapedHtml(`${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`)}</time>.</p>
</header>
<main>
${sections.filter((section) => section !== "").join("\n")}
</main>
<footer><p>All issues are in issues.csv, all pages in pages.csv and all links in links.csv.</p></footer>
</body>
</html>
`;
}

function summary(counts: JsonObject, issues: readonly IssueGroup[]): string {
  const of = (severity: Severity) =>
    issues.reduce((sum, { type, count }) => sum + (ISSUES[type].severity === severity ? count : 0), 0);
  const cards: readonly (readonly [label: string, value: string, kind?: Severity])[] = [
    ["addresses", grouped(counts["pages"])],
    ["links", grouped(counts["links"])],
    ["errors", grouped(of("error")), "error"],
    ["warnings", grouped(of("warning")), "warning"],
    ["notices", grouped(of("notice")), "notice"],
    ["size", bytesOf(counts["bytes"])],
  ];
  const items = cards.map(
    ([label, value, kind = ""]) => `<li class="${kind}"><b>${escapedHtml(value)}</b> ${escapedHtml(label)}</li>`,
  );
  const waiting = Number(counts["waiting"]);
  const rest =
    waiting === 0
      ? ""
      : `<p>${grouped(waiting)} more addresses were found and not fetched, because maxPages or maxBytes was reached.</p>\n`;
  return `<section>\n<h2>Summary</h2>\n<ul class="cards">\n${items.join("\n")}\n</ul>\n${rest}</section>`;
}

function overview(issues: readonly IssueGroup[]): string {
  if (issues.length === 0) return "<section>\n<h2>Issues</h2>\n<p>None was found.</p>\n</section>";
  const rows = issues.map(({ type, count }) => {
    const { severity, title } = ISSUES[type];
    return [mark(severity), `<a href="#${type}">${escapedHtml(title)}</a>`, grouped(count)];
  });
  return section("Issues", table(["Severity", "Issue", "Count"], rows, "plain"));
}

function issueSection({ type, count, examples }: IssueGroup): string {
  const { severity, title, advice } = ISSUES[type];
  const columns: readonly (readonly [head: string, cell: (example: Example) => string])[] = [
    ["Address", ({ url }) => link(url)],
    ["Detail", ({ detail }) => escapedHtml(detail)],
    ["Linked on", (example) => (OF_LINKS.has(type) ? sources(example) : "")],
  ];
  const filled = columns.filter(([, cell]) => examples.some((example) => cell(example) !== ""));
  const rows = examples.map((example) => filled.map(([, cell]) => cell(example)));
  const list = table(
    filled.map(([head]) => head),
    rows,
  );
  const rest = count > examples.length ? `<p>The first ${examples.length} of ${grouped(count)}.</p>\n` : "";
  const body = `<p>${mark(severity)} ${escapedHtml(advice)}</p>\n${list}${rest}`;
  return `<section id="${type}">\n<h2>${escapedHtml(title)} <small>${grouped(count)}</small></h2>\n${body}</section>`;
}

type Example = IssueGroup["examples"][number];

function sources({ linkedFrom, inlinks }: Example): string {
  const shown = linkedFrom.slice(0, 4);
  const pages = shown.filter((from) => from !== "sitemap").length;
  const rest = inlinks > pages ? [`and ${grouped(inlinks - pages)} more`] : [];
  return [...shown, ...rest].map(link).join("<br>");
}

function answers(counts: JsonObject): string {
  const list = (title: string, name: string, shown: (key: string) => string = (key) => key) => {
    const entries = Object.entries(counts[name] as JsonObject).map(
      ([key, count]) => [escapedHtml(shown(key)), grouped(count)] as const,
    );
    return `<div>\n<h3>${title}</h3>\n${table([title, "Addresses"], entries, "plain")}</div>`;
  };
  const statuses = list("Status", "statuses", (key) => STATUS_WORDS[key] ?? key);
  const lists = `${statuses}\n${list("Media type", "mediaTypes")}\n${list("Depth", "depths")}`;
  return `<section>\n<h2>Answers</h2>\n<div class="columns">\n${lists}\n</div>\n</section>`;
}

const STATUS_WORDS: Readonly<Record<string, string>> = { none: "no answer", robots: "forbidden by robots.txt" };

function listed(
  title: string,
  list: Json | undefined,
  name: string,
  shown: (value: Json | undefined) => string,
): string {
  const items = (Array.isArray(list) ? list : []) as readonly JsonObject[];
  if (items.length === 0) return "";
  const rows = items.slice(0, MOST_ROWS).map((item) => [link(String(item["url"])), escapedHtml(shown(item[name]))]);
  const heads: Readonly<Record<string, string>> = { responseMs: "Time", bytes: "Size", pages: "Linking pages" };
  return section(title, table(["Address", heads[name] ?? name], rows));
}

function changes(comparison: JsonObject | undefined): string {
  if (comparison === undefined) return "";
  const parts = (["new", "gone", "status", "changed"] as const).map((kind) => {
    const { count, items } = comparison[kind] as { count: number; items: readonly JsonObject[] };
    if (count === 0) return "";
    const rows = items.slice(0, MOST_ROWS).map((item) => [link(String(item["url"])), changedFields(item)]);
    const rest = count > rows.length ? `<p>The first ${rows.length} of ${grouped(count)}.</p>\n` : "";
    return `<h3>${CHANGES[kind]} <small>${grouped(count)}</small></h3>\n${table(["Address", "Change"], rows)}${rest}`;
  });
  const shown = parts.join("");
  return section("Since the last crawl", shown === "" ? "<p>Nothing has changed.</p>\n" : shown);
}

const CHANGES = { new: "New", gone: "Gone", status: "Other status", changed: "Changed" } as const;

function changedFields(item: JsonObject): string {
  const fields = (item["fields"] ?? []) as readonly JsonObject[];
  if (fields.length === 0) return escapedHtml(String(item["status"] ?? item["statusBefore"] ?? ""));
  return fields
    .map(({ field, before, after }) => {
      const [was, is] = [before, after].map((value) => escapedHtml(String(value)) || "<i>nothing</i>");
      return `<b>${escapedHtml(String(field))}</b>: ${was} \u2192 ${is}`;
    })
    .join("<br>");
}

function section(title: string, body: string): string {
  return `<section>\n<h2>${escapedHtml(title)}</h2>\n${body}</section>`;
}

/** The cells are HTML. A plain one has short cells, and stays a table on a phone. */
function table(heads: readonly string[], rows: readonly (readonly string[])[], kind: "plain" | "" = ""): string {
  const head = heads.map((text) => `<th scope="col">${escapedHtml(text)}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("\n");
  return `<table class="${kind}">\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>\n`;
}

function link(text: string): string {
  if (!/^https?:\/\//i.test(text)) return escapedHtml(text);
  return `<a href="${escapedHtml(text)}" rel="noopener noreferrer nofollow">${escapedHtml(text)}</a>`;
}

function mark(severity: Severity): string {
  return `<span class="mark ${severity}">${severity}</span>`;
}

function grouped(value: Json | undefined): string {
  return Number(value ?? 0).toLocaleString("en-US");
}

function bytesOf(value: Json | undefined): string {
  const bytes = Number(value ?? 0);
  const [unit, size] =
    bytes < 1000 ? ["bytes", 1] : bytes < 1e6 ? ["kB", 1e3] : bytes < 1e9 ? ["MB", 1e6] : (["GB", 1e9] as const);
  return `${(bytes / size).toLocaleString("en-US", { maximumFractionDigits: size === 1 ? 0 : 1 })} ${unit}`;
}
