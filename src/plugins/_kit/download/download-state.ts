import type { ExtractOptions } from "../../../engines/pages/extraction/page.js";
import type { Checkpoint, JsonObject, TaskContext, WebSession } from "../../../kernel/index.js";
import type { ArticleFormat, ArticleLook } from "../article-files.js";
import { filteredLanguages } from "../language-filter.js";
import { PageNames } from "../page-names.js";
import { outputFormats, requiredMetadata, selectorsOf } from "./checks.js";
import { Corpus } from "./corpus.js";
import { blockedDomains, type DomainFilter } from "./domain-filter.js";
import { LeftOut } from "./left-out.js";
import type { DownloadOptions, MetadataName } from "./options.js";
import { SeenPages } from "./seen-pages.js";

/** What all pages that a run downloads share. */
export interface DownloadState {
  readonly session: WebSession;
  readonly formats: readonly ArticleFormat[];
  readonly look: ArticleLook;
  readonly extract: ExtractOptions;
  readonly required: readonly MetadataName[];
  /** ISO 639-1; empty for all. */
  readonly languages: ReadonlySet<string>;
  readonly isBlocked: DomainFilter;
  readonly names: PageNames;
  readonly seen: SeenPages;
  /** By the address of a further page, that of the first page of its article. */
  readonly joined: Map<string, string>;
  readonly leftOut: LeftOut;
  readonly corpus: Corpus;
}

/** What is used of the context of a line. */
export type DownloadContext = Pick<
  TaskContext<DownloadOptions, "reader", "web" | "browser">,
  "runId" | "options" | "providers" | "output" | "signal" | "log" | "progress" | "stored"
> & {
  readonly state: DownloadState;
  /** Of the line among those that were given, counted from 1. */
  readonly number: number;
  /** Of the page in the order of the run, where pages come in one. */
  readonly pagePlace?: number;
  /** Where pages that are stored together are compared in their order: does it when those before the page have been. */
  inTurn?<T>(compare: () => T): Promise<T>;
};

/** `session` has the hours of `cacheMaxAge`. */
export function downloadState(options: DownloadOptions, session: WebSession): DownloadState {
  return {
    session,
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
    seen: new SeenPages(options.dedupeContent, options.nearDistance),
    joined: new Map(),
    leftOut: new LeftOut(),
    corpus: new Corpus(options.corpus),
  };
}

/** Takes up a page that an earlier attempt at the run has finished, by its note. */
export function restoreDownload(note: JsonObject, state: DownloadState, key = ""): void {
  state.corpus.restore(note);
  const { url, name, joined } = note;
  if (typeof url !== "string") return;
  state.seen.restore(note, key);
  if (Array.isArray(joined)) for (const address of joined) state.joined.set(String(address), url);
  if (typeof name !== "string" || name === "") return;
  state.leftOut.saved();
  state.names.restore(name, url);
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
