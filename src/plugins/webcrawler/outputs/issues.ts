import type { CrawlSettings } from "../crawl-settings.js";
import { FLAG, type Frontier, NOBODY, REFUSED, ROBOTS } from "../frontier.js";
import type { PageRecord } from "../record.js";
import type { InLinks } from "./inlinks.js";
import { ISSUES, type IssueType, OF_LINKS } from "./issue-types.js";
import type { Duplicates } from "./list.js";
import { chainFrom, endOf } from "./redirects.js";

/** From so many milliseconds on an answer is slow, and from so many bytes on a page is large. */
export const SLOW_MS = 2000;
export const LARGE_BYTES = 1_000_000;

/** Something about a page that its owner may want to change. */
export interface Issue {
  readonly type: IssueType;
  readonly url: string;
  readonly detail: string;
}

/** What is known of a crawl when all of its pages were looked at once. */
export interface CrawlFacts {
  readonly frontier: Frontier;
  readonly settings: CrawlSettings;
  readonly inLinks: InLinks;
  readonly titles: Duplicates;
  readonly descriptions: Duplicates;
  readonly contents: Duplicates;
  /** Why a page is not there although its status says it is; empty when it is. */
  soft404(record: PageRecord): string;
}

/** The issues of one page, the gravest first. */
export function* issuesOf(page: number, record: PageRecord, facts: CrawlFacts): Generator<Issue> {
  const issue = (type: IssueType, detail = ""): Issue => ({ type, url: record.url, detail });
  const status = facts.frontier.status(page);
  if (status === ROBOTS) yield issue("robots-blocked");
  else if (status === REFUSED) yield issue("refused", record.error);
  else if (record.code === "FETCH_TOO_LARGE") yield issue("large-page", record.error);
  else if (record.to !== undefined) yield* redirectIssues(page, record, facts, issue);
  else if (record.code !== undefined) {
    const isLinked = facts.inLinks.count(page) > 0;
    yield issue(isLinked ? "broken-link" : "broken-page", record.status === 0 ? (record.error ?? "") : `${status}`);
  } else if (record.words !== undefined) yield* pageIssues(page, record, facts, issue);
  else if (record.error !== undefined) yield issue("wrong-media-type", record.error);
  if (record.ms >= SLOW_MS && status !== ROBOTS) yield issue("slow-page", `${record.ms} ms`);
  if (record.bytes >= LARGE_BYTES) yield issue("large-page", `${record.bytes} bytes`);
}

type Made = (type: IssueType, detail?: string) => Issue;

function* redirectIssues(page: number, record: PageRecord, facts: CrawlFacts, issue: Made): Generator<Issue> {
  const { frontier, inLinks } = facts;
  const { pages, isLoop } = chainFrom(frontier, page);
  const way = pages.map((step) => frontier.address(step)).join(" -> ");
  // Where nothing leads to it, nobody is sent round.
  const isNamed = inLinks.count(page) > 0 || frontier.has(page, FLAG.sitemap) || frontier.has(page, FLAG.start);
  if (!isNamed) return;
  if (isLoop) return yield issue("redirect-loop", way);
  const end = endOf(frontier, page);
  const status = frontier.status(end);
  if (frontier.isDone(end) && isBroken(status)) {
    yield issue("redirect-to-broken", `${way} (${status === 0 ? "no answer" : status})`);
  } else if (pages.length > 2) yield issue("redirect-chain", way);
  else if (!frontier.has(page, FLAG.start)) yield issue("redirect", `${record.status} to ${record.to}`);
}

function* pageIssues(page: number, record: PageRecord, facts: CrawlFacts, issue: Made): Generator<Issue> {
  const { frontier, settings, inLinks } = facts;
  const soft = facts.soft404(record);
  if (soft !== "") return yield issue("soft-404", soft);
  const { canonical, mixed = 0 } = record;
  const normal = canonical === undefined ? undefined : settings.normal(canonical);
  const isElsewhere = normal !== undefined && normal !== frontier.addresses.at(page);
  if (record.noindex) yield issue("noindex");
  if (isElsewhere) {
    const target = frontier.addresses.find(normal);
    const status = target !== undefined && frontier.isDone(target) ? frontier.status(target) : undefined;
    const isBad = status !== undefined && (status >= 300 || status === 0);
    if (isBad) yield issue("canonical-broken", `${canonical} (${status === 0 ? "no answer" : status})`);
    else yield issue("canonical-elsewhere", canonical);
  }
  if (record.nofollow) yield issue("nofollow");
  // What search engines are not to list need not look well in their lists.
  if (!record.noindex && !isElsewhere) yield* wordingIssues(record, facts, issue);
  if (mixed > 0) yield issue("mixed-content", `${mixed} ${mixed === 1 ? "image or frame" : "images or frames"}`);
  const isOrphan = frontier.has(page, FLAG.sitemap) && !frontier.has(page, FLAG.start) && inLinks.count(page) === 0;
  if (isOrphan) yield issue("orphan-page");
}

function* wordingIssues(record: PageRecord, facts: CrawlFacts, issue: Made): Generator<Issue> {
  const { title, description, h1, hash, words = 0, imagesWithoutAlt = 0, images = 0 } = record;
  if (words === 0) yield issue("empty-page");
  if (title === undefined) yield issue("missing-title");
  if (description === undefined) yield issue("missing-description");
  if (h1 === undefined) yield issue("missing-h1");
  if (imagesWithoutAlt > 0) yield issue("missing-alt", `${imagesWithoutAlt} of ${images} images`);
  const shared = (what: Duplicates, text: string | undefined) => {
    const same = what.of(text);
    return same === undefined || same.count < 2 ? undefined : `${same.count} pages, the first ${same.first}`;
  };
  const content = words > 0 ? shared(facts.contents, hash) : undefined;
  if (content !== undefined) yield issue("duplicate-content", content);
  const titled = shared(facts.titles, title);
  if (titled !== undefined) yield issue("duplicate-title", `"${title}": ${titled}`);
  const described = shared(facts.descriptions, description);
  if (described !== undefined) yield issue("duplicate-description", `"${description}": ${described}`);
}

export function isBroken(status: number): boolean {
  return status === 0 || status >= 400;
}

export const ISSUE_COLUMNS = "type severity url detail linkedFrom inlinks".split(" ");

/** So many of the pages that link to a page are named where the issue is one of the page itself. */
const FEW_SOURCES = 3;

/** The row of an issue, with the first pages that link to the address; `sitemap` comes before them where one names it. */
export function issueRow({ type, url, detail }: Issue, page: number, { frontier, inLinks }: CrawlFacts) {
  const named = frontier.has(page, FLAG.sitemap) ? ["sitemap"] : [];
  const from = frontier.from(page);
  const sources = inLinks.sources(page).slice(0, OF_LINKS.has(type) ? undefined : FEW_SOURCES);
  const found = sources.length === 0 && from !== NOBODY && from !== page ? [frontier.address(from)] : sources;
  const linkedFrom = [...named, ...found];
  return { type, severity: ISSUES[type].severity, url, detail, linkedFrom, inlinks: inLinks.count(page) };
}
