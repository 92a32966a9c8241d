import type { ExtractOptions } from "../../engines/pages/extraction/page.js";
import { badField } from "../../engines/pages/fields.js";
import { SeenTexts } from "../../engines/pages/near-duplicates.js";
import { type Checkpoint, shown, type WebSession } from "../../kernel/index.js";
import type { ArticleFormat, ArticleLook } from "../_kit/article-files.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { PageNames } from "../_kit/page-names.js";
import { addressLines } from "../_kit/web/logins.js";
import { webSession } from "../_kit/web/options.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { outputFormats, requiredMetadata, selectorsOf } from "./checks.js";
import type { Context } from "./context.js";
import { Corpus } from "./corpus.js";
import { inputLine, inputLines, webAddressOf } from "./input-line.js";
import { LeftOut } from "./left-out.js";
import type { ArticleDownloaderOptions, MetadataName } from "./options.js";
import { RowOrder } from "./row-order.js";

export interface PageHolder {
  /** Of the page in its line. */
  readonly key: string;
  /** Of the line. */
  readonly number: number;
  /** Resolves when the page is stored or has failed. */
  readonly ended: Promise<void>;
}

/** What all lines of a run share. */
export interface RunState {
  readonly session: WebSession;
  readonly formats: readonly ArticleFormat[];
  readonly look: ArticleLook;
  readonly extract: ExtractOptions;
  readonly required: readonly MetadataName[];
  /** ISO 639-1; empty for all. */
  readonly languages: ReadonlySet<string>;
  readonly isBlocked: DomainFilter;
  readonly names: PageNames;
  readonly seen: SeenTexts;
  /** The keys of pages that an earlier attempt at the run has finished, and of those of long lines finished since. */
  readonly finished: Set<string>;
  /** By address, what has it. */
  readonly pages: Map<string, PageHolder>;
  /** By the key of their checkpoint, a mark of the rows of failures that are there. */
  readonly failures: Map<string, string>;
  /** By the address of a further page, that of the first page of its article. */
  readonly joined: Map<string, string>;
  readonly leftOut: LeftOut;
  /** Pages in work at once of one line that names many. */
  readonly workers: number;
  /** By its text, the number of a line among those that were given, counted from 1. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly corpus: Corpus;
  readonly order: RowOrder;
}

export type LineContext = Context & {
  readonly state: RunState;
  /** Of the line among those of the run. */
  readonly place: number;
  /** Of the line among those that were given, counted from 1. */
  readonly number: number;
};

/** Takes up what an earlier attempt at the run has finished. */
export async function prepared(context: Context & { readonly lines: readonly string[] }): Promise<RunState> {
  const { options, runId, lines } = context;
  const corpus = new Corpus(options.corpus);
  const state: RunState = {
    session: webSession(options, runId, options.urlsFile.flatMap(webAddressOf), { cacheHours: options.cacheMaxAge }),
    formats: outputFormats(options),
    look: {
      links: options.keepLinks,
      images: options.keepImages || options.downloadImages,
      tables: options.keepTables,
      comments: options.keepComments,
      formatting: options.keepFormatting,
    },
    extract: {
      mode: options.extractMode,
      ...selectorsOf(options),
      comments: options.keepComments,
    },
    required: requiredMetadata(options),
    languages: filteredLanguages(options.languageFilter),
    isBlocked: blockedDomains(options.blockedDomainsFile),
    names: new PageNames(),
    seen: new SeenTexts(options.dedupeContent, options.nearDistance),
    finished: new Set(),
    pages: new Map(),
    failures: new Map(),
    joined: new Map(),
    leftOut: new LeftOut(),
    workers: Math.max(1, Math.floor(options.concurrency / Math.min(lines.length, options.concurrency))),
    numbers: lineNumbers(options),
    corpus,
    order: new RowOrder(lines, corpus),
  };
  if (lines.some((line) => !/^(file|folder)$/.test(inputLine(line).kind))) noteHowItReads(context);
  for await (const checkpoint of context.checkpoints()) restore(checkpoint, state);
  return state;
}

/** What is noted of a finished page: enough to go on as if the run had never stopped. */
export function finishedPage(page: {
  readonly url: string;
  /** Of its line. */
  readonly line: number;
  readonly name?: string;
  readonly hash?: string;
  readonly simhash?: string;
  /** Addresses of its further pages. */
  readonly joined?: readonly string[];
}): Checkpoint["value"] {
  const { url, line, name = "", hash = "", simhash = "", joined = [] } = page;
  return { url, line, name, hash, simhash, ...(joined.length > 0 && { joined: [...joined] }) };
}

/** Repeated lines are done once, where they are first. */
function lineNumbers({ urlsFile, inputFolder }: ArticleDownloaderOptions): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [index, line] of inputLines(addressLines(urlsFile), inputFolder).entries()) {
    const text = line.trim();
    if (!numbers.has(text)) numbers.set(text, index + 1);
  }
  return numbers;
}

function restore({ key, value }: Checkpoint, state: RunState): void {
  state.finished.add(key);
  state.order.restore(value);
  state.corpus.restore(value);
  const { url, name, hash, simhash, joined, mark } = value;
  if (typeof mark === "string") state.failures.set(key, mark);
  if (typeof url !== "string") return;
  if (Array.isArray(joined)) for (const address of joined) state.joined.set(String(address), url);
  const number = Number(value["line"] ?? 0);
  const holder = state.pages.get(url);
  if (holder === undefined || number < holder.number) state.pages.set(url, { key, number, ended: Promise.resolve() });
  if (typeof name !== "string" || name === "") return;
  state.leftOut.saved();
  state.names.restore(name, url);
  if (typeof hash === "string" && typeof simhash === "string") state.seen.remember({ hash, simhash }, url);
}

/** Whether an address is of one of the domains that are left alone. */
export type DomainFilter = (url: string) => boolean;

/**
 * `a.test` means itself and all names below it; `*.a.test`, an address of it and names with capitals mean the same.
 * Lines that name no domain are left out.
 */
export function blockedDomains(lines: readonly string[]): DomainFilter {
  const domains = new Set(lines.map(domainOf).filter((domain) => domain !== ""));
  return (url) => {
    if (domains.size === 0 || !URL.canParse(url)) return false;
    const labels = hostOf(new URL(url)).split(".");
    return labels.some((_label, at) => domains.has(labels.slice(at).join(".")));
  };
}

/** Throws bad-input for a line that names no domain and is no comment. */
export function refuseNoDomain(line: string): void {
  if (line.startsWith("#") || domainOf(line) !== "") return;
  throw badField("blockedDomainsFile", `"${shown(line)}" names no domain. Write one such as example.com.`);
}

function domainOf(line: string): string {
  const text = line.trim().replace(/^\*?\./, "");
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return text === "" || text.startsWith("#") || !URL.canParse(address) ? "" : hostOf(new URL(address));
}

function hostOf({ hostname }: URL): string {
  return hostname.toLowerCase().replace(/\.$/, "");
}
