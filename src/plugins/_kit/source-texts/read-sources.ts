import { decodedUri } from "../../../engines/decoded-uri.js";
import { languageOf } from "../../../engines/language.js";
import type { DocumentText } from "../../../engines/pages/blocks.js";
import { leftOut } from "../../../engines/pages/code-spans.js";
import { extractHtml } from "../../../engines/pages/html-prose.js";
import { extractMarkdown } from "../../../engines/pages/markdown.js";
import { withNumberedLists } from "../../../engines/pages/numbered-lists.js";
import { extractPlainText } from "../../../engines/pages/plain-text.js";
import { ScriptoriumError, shown, type TaskContext, type WebPage, type WebSession } from "../../../kernel/index.js";
import { toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { filteredLanguages } from "../language-filter.js";
import { pageReader } from "../page-reader.js";
import type { BrowserMode } from "../web/browser-options.js";
import type { WebFields } from "../web/options.js";
import { type PageSource, pageSource, type RenderingReason } from "../web/page-source.js";
import { type PageOwner, pageOwner } from "./page-owner.js";
import { readRight } from "./read-right.js";

/** A document that articles are made from. */
export interface Source extends DocumentText, PageOwner {
  /** Address of a page, path of a file below its folder, or the name of a text of the task. */
  readonly address: string;
  /** Of a page of the web: why a browser was used for it, or would be needed. */
  readonly rendered?: RenderingReason;
}

/** What is used of the context of a run. */
export type SourceContext = TaskContext<
  WebFields & { readonly browser: BrowserMode; readonly languageFilter: readonly string[] },
  "reader",
  "web" | "folder" | "browser"
>;

/** What came of reading pages or files: what could be read, in the order asked, and what could not. */
export interface Reading {
  readonly sources: readonly Source[];
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly address: string;
  /** One sentence for people. */
  readonly reason: string;
  /** The other side was never reached, so the network may be at fault. */
  readonly unreached: boolean;
}

const FOLDER_EXTENSIONS = ["html", "htm", "xhtml", "md", "markdown", "txt"];
/** Characters of text that the sources of one run may hold together; they stay in memory. */
const MAX_CHARACTERS = 40_000_000;

export const NOTHING_READ: Reading = { sources: [], failures: [] };

/** Fetches pages and takes their text out. A page that fails is a warning in the log and an entry of `failures`. */
export async function readPages(
  urls: readonly string[],
  context: SourceContext,
  session: WebSession,
): Promise<Reading> {
  if (urls.length === 0) return NOTHING_READ;
  const pages = pageSource(context, session);
  return logged(await inTurns(urls, context.options.concurrency, (url) => readPage(url, pages, context)), context);
}

/** Does the same with each item, some of them at once, and has the results in the order of the items. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}

export async function readPage(url: string, pages: PageSource, context: SourceContext): Promise<Source | Failure> {
  const { signal, clock } = context;
  signal.throwIfAborted();
  try {
    if (url.startsWith("file:")) return await readFoundFile(url, context);
    const { page, why } = await pages.page(url);
    // A small page is read in this thread, which yields to the event loop between two of them.
    await clock.sleep(0, signal);
    const document = await pageText(page, context);
    if (document === undefined) return unreadable(url, unusable(page));
    return sourceOf(document, page.url, context, why);
  } catch (error) {
    signal.throwIfAborted();
    // None of the other pages could be shown either.
    if (ScriptoriumError.is(error) && error.code === "no-browser") throw error;
    return { address: url, ...reasonOf(error, url) };
  }
}

/** A file that a search of this server found. The folder provider decides whether its folder may be read. */
async function readFoundFile(url: string, context: SourceContext): Promise<Source | Failure> {
  const path = decodedUri(new URL(url).pathname).replace(/^\/(?=[A-Za-z]:\/)/, "");
  const provider = context.providers.folder;
  if (provider === undefined) return unreadable(url, `${shown(url)} is a file. ${toHaveProvider("folder")}`);
  const end = path.lastIndexOf("/");
  const text = await provider.read(path.slice(0, end) || "/", path.slice(end + 1), { signal: context.signal });
  await context.clock.sleep(0, context.signal);
  return sourceOf(await fileText(path, text, context), url, context);
}

/** A text as a source, or why it is none: it says nothing, or is in a language that the task does not want. */
export function sourceOf(
  document: DocumentText & PageOwner,
  address: string,
  { options }: SourceContext,
  rendered?: RenderingReason,
): Source | Failure {
  if (document.blocks.length === 0) return unreadable(address, `${shown(address)} holds no text that can be used.`);
  const languages = filteredLanguages(options.languageFilter);
  const language = languages.size === 0 ? "" : languageOf(document.blocks.map(({ text }) => text).join("\n"));
  if (languages.size > 0 && !languages.has(language)) {
    const found = language === "" ? "not known" : `"${language}"`;
    const reason = `The language of ${shown(address)} is ${found}, and languageFilter asks for another.`;
    return unreadable(address, reason);
  }
  const blocks = withNumberedLists(document.blocks.map((block) => ({ ...block, ...leftOut(block, REFERENCE_MARK) })));
  const tables = document.tables?.map((table) => ({
    ...table,
    head: table.head.map(withoutReferenceMarks),
    rows: table.rows.map((row) => row.map(withoutReferenceMarks)),
  }));
  return {
    ...document,
    blocks,
    address,
    ...(tables === undefined ? {} : { tables }),
    ...(rendered === undefined ? {} : { rendered }),
  };
}

/**
 * "within.[1] She": marks of references name what the reader of an article does not have. "One small step for [a] man" is a part of
 * the text.
 */
const REFERENCE_MARK = /(?<=\S)(?:\s?\[(?:\d{1,3}|\*{1,3}|note \d+|citation needed|update)\]|(?<!\s)\[[a-z]\])(?!\()/g;

function withoutReferenceMarks(text: string): string {
  return text.replace(REFERENCE_MARK, "");
}

function unusable({ url, mediaType }: WebPage): string {
  if (/^application\/(?:rss|atom|rdf|feed)\+/i.test(mediaType))
    return `${shown(url)} is a feed and no page. Add "rss" to sourceMode to read what it lists.`;
  return `${shown(url)} is ${mediaType}, which cannot be read as text.`;
}

function unreadable(address: string, reason: string): Failure {
  return { address, reason, unreached: false };
}

async function pageText(page: WebPage, context: SourceContext): Promise<DocumentText | undefined> {
  const { mediaType } = page;
  const text = readRight(page.text);
  const type = mediaType.toLowerCase();
  if (type === "text/markdown" || type === "text/x-markdown") return extractMarkdown(text);
  if (type === "text/plain") return extractPlainText(text);
  if (
    type === "" ||
    type === "text/html" ||
    type === "application/xhtml+xml" ||
    type === "application/xml" ||
    type === "text/xml"
  ) {
    return type === "" && !/<[a-z!]/i.test(text.slice(0, 1000)) ? extractPlainText(text) : htmlText(text, context);
  }
  return undefined;
}

async function htmlText(html: string, context: SourceContext): Promise<DocumentText & PageOwner> {
  const { signal } = context;
  const reader = pageReader(context);
  const text = await extractHtml(html, (page, options) => reader.page(page, { ...options, signal }));
  return { ...text, ...pageOwner(html) };
}

/** Reads the files of a folder. Throws bad-input when the folder itself cannot be read. */
export async function readFolder(folder: string, context: SourceContext): Promise<Reading> {
  const { signal, clock, log } = context;
  const provider = context.providers.folder;
  if (provider === undefined) throw new Error("a folder is read without a folder provider");
  const entries = await provider.list(folder, { extensions: FOLDER_EXTENSIONS, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    const reason = ScriptoriumError.is(error)
      ? error.message
      : "The folder of sourceFolder could not be read. Check its name and that the server may read it.";
    throw new ScriptoriumError("bad-input", reason, { field: "sourceFolder" }, { cause: error });
  });
  const results: (Source | Failure)[] = [];
  let characters = 0;
  for (const { path } of entries) {
    signal.throwIfAborted();
    if (characters > MAX_CHARACTERS) {
      log.warn(
        `The folder holds more text than one run can use: ${results.length} of ${entries.length} files were read.`,
      );
      break;
    }
    try {
      const text = await provider.read(folder, path, { signal });
      await clock.sleep(0, signal);
      const result = sourceOf(await fileText(path, text, context), path, context);
      results.push(result);
      if ("blocks" in result) characters += result.blocks.reduce((sum, block) => sum + block.text.length, 0);
    } catch (error) {
      signal.throwIfAborted();
      results.push({ address: path, ...reasonOf(error, path) });
    }
  }
  return logged(results, context);
}

function fileText(path: string, content: string, context: SourceContext): DocumentText | Promise<DocumentText> {
  const text = readRight(content);
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  if (extension === "md" || extension === "markdown") return extractMarkdown(text);
  return extension === "txt" ? extractPlainText(text) : htmlText(text, context);
}

/**
 * The texts given in the task itself: one text of lines, or several when an entry holds line breaks of its own.
 */
export function readTexts(entries: readonly string[], context: SourceContext): Reading {
  const texts = entries.some((entry) => /[\r\n]/.test(entry.trim())) ? entries : [entries.join("\n")];
  const documents = texts
    .map((text, index) => ({ document: extractPlainText(text), address: `text ${index + 1}` }))
    .filter(({ document }) => document.blocks.length > 0);
  return logged(
    documents.map(({ document, address }) => sourceOf(document, address, context)),
    context,
  );
}

export function logged(results: readonly (Source | Failure)[], { log }: SourceContext): Reading {
  const sources: Source[] = [];
  const failures: Failure[] = [];
  for (const result of results) {
    if ("blocks" in result) sources.push(result);
    else {
      failures.push(result);
      log.warn(`A source was left out: ${result.reason}`);
    }
  }
  return { sources, failures };
}

export function reasonOf(error: unknown, address: string): { reason: string; unreached: boolean } {
  if (!ScriptoriumError.is(error)) return { reason: `${shown(address)} could not be read.`, unreached: false };
  const unreached =
    error.code === "FETCH_TIMEOUT" || (error.code === "FETCH_FAILED" && error.facts["status"] === undefined);
  return { reason: error.message, unreached };
}

/** The one error for pages of which none could be read. */
export function nothingRead(failures: readonly Failure[]): ScriptoriumError {
  const unreached = failures.every((failure) => failure.unreached);
  const none = failures.length === 1 ? "The page could not be" : `None of the ${failures.length} pages could be`;
  const first = firstSentence(failures[0]?.reason ?? "");
  const remedies = new Set(failures.map(({ reason }) => reason.slice(firstSentence(reason).length).trim()));
  const [own = ""] = remedies.size === 1 ? remedies : [];
  const advice = unreached
    ? "Check the network or the proxy, then run again: the run resumes."
    : own || "Check the addresses or give other sources, then run again.";
  return new ScriptoriumError(
    unreached ? "no-network" : "blocked",
    `${none} ${unreached ? "fetched" : "read"}: ${first} ${advice}`,
    {
      pages: failures.length,
    },
  );
}

function firstSentence(text: string): string {
  const end = text.search(/[.!?] [A-Z]/);
  return end < 0 ? text : text.slice(0, end + 1);
}
