import { asText } from "../../../engines/pages/extraction/as-text.js";
import { keptOf } from "../../../engines/pages/extraction/formats.js";
import type { ExtractedPage } from "../../../engines/pages/extraction/page.js";
import { readWhole } from "../../../engines/pages/extraction/pagination.js";
import { fingerprint } from "../../../engines/pages/near-duplicates.js";
import { type JsonObject, shown } from "../../../kernel/index.js";
import { type ArticleFacts, articleFacts } from "../article-files.js";
import { DOUBTFUL_TEXT } from "../page-reader.js";
import { type DownloadContext, type DownloadState, finishedPage } from "./download-state.js";
import { type Fetched, fetchNextPage, fetchPage } from "./fetching.js";
import type { MetadataName } from "./options.js";
import { type PageFile, pageFiles } from "./page-files.js";
import { type PageRow, type PageStatus, pageRow } from "./page-rows.js";
import { readFetched } from "./reading.js";
import type { SeenPage } from "./seen-pages.js";

/** Everything that a page leaves behind, to be stored at once. */
export interface Outcome {
  readonly files: readonly PageFile[];
  readonly row: JsonObject;
  readonly corpus?: string | undefined;
  /** What is noted of it, for a run that is taken up again. */
  readonly note: JsonObject;
  /** Of a page that was compared with the others. */
  readonly seen?: SeenPage;
}

/** What a page is fetched as, where it is not of the web: a file with the name that rows and messages have for it. */
export type ReadFile = () => Promise<Fetched>;

/** The page's own article, or the row of one that is part of another. Throws what makes it a failure. */
export async function downloaded(url: string, context: DownloadContext, readFile?: ReadFile): Promise<Outcome> {
  const first = context.state.joined.get(url);
  if (first !== undefined) {
    const error = `It is one of the pages of ${shown(first, 500)}, and its text is in the article of that.`;
    return elsewhere({ url, error, line: context.number });
  }
  const outcome = await read(url, context, readFile);
  context.state.leftOut.page(outcome.row);
  return outcome;
}

/** A page that another line has: it is nothing to go on from, as the other line may not have ended. */
export function elsewhere(row: Omit<PageRow, "status">): Outcome {
  return { files: [], row: pageRow({ ...row, status: "duplicate" }), note: {} };
}

/** Fetches a page, reads it, and decides what becomes of it. */
async function read(url: string, context: DownloadContext, readFile?: ReadFile): Promise<Outcome> {
  const { state, log } = context;
  if (readFile === undefined && state.isBlocked(url))
    return answered({ url, status: "blocked-domain", error: ON_THE_LIST, line: context.number });
  const fetched = readFile === undefined ? await fetchPage(url, context) : await readFile();
  const { finalUrl, httpStatus } = fetched;
  const answer = { url, finalUrl, httpStatus, rendered: fetched.rendered ?? "", line: context.number };
  if (state.isBlocked(finalUrl)) return answered({ ...answer, status: "blocked-domain", error: ON_THE_LIST });
  const { page: whole, sources, added } = await readArticle(fetched, url, context);
  const page = keptOf(whole, state.look);
  const facts = { ...articleFacts(page, fetched.base || url), archive: fetched.archive };
  const { title, author, date, language: lang, words, hash, licence } = facts;
  const row = { ...answer, title, author, date, lang, words, hash, licence };
  const isEmpty = fetched.pdf === undefined && fetched.text.trim() === "";
  const unfit = isEmpty ? EMPTY : unfitness(page, facts, context);
  if (unfit !== undefined) return answered({ ...row, ...unfit });
  const print = fingerprint(asText(page.content));
  const compare = () => state.seen.judge(print, url, context.pagePlace ?? 0);
  const seen = context.inTurn === undefined ? compare() : await context.inTurn(compare);
  const note = { url, line: context.number, ...print };
  if (seen.first !== undefined) {
    const left = leftOut(pageRow({ ...row, status: "ok" }), seen.first);
    return { files: [], row: left, note: { ...finishedPage(note), ...state.seen.noteOf(seen) }, seen };
  }
  const name = state.names.claim(
    title,
    url,
    seen.instead.map((page) => page.url),
  );
  const files = await pageFiles(page, facts, sources, name, context);
  const file = files[0]?.path ?? "";
  for (const address of added) state.joined.set(address, url);
  log.info(`${shown(url)}: ${words} words in ${file}.`);
  if (page.doubtful) log.warn(`${shown(url)}: ${DOUBTFUL_TEXT}`);
  return {
    files,
    row: pageRow({ ...row, file, status: "ok" }),
    corpus: state.corpus.line(page, facts, { line: context.number, url, finalUrl, file }),
    note: finishedPage({ ...note, name, joined: added }),
    seen,
  };
}

/** The row of a page that says the same as another one, which is kept. */
export function leftOut(row: JsonObject, first: SeenPage): JsonObject {
  return {
    ...row,
    file: "",
    status: "duplicate",
    error: `It says the same as ${shown(first.url, 500)}, which came before.`,
  };
}

/** Why a page that was read is not wanted, if it is not. */
function unfitness(
  page: ExtractedPage,
  { words, language }: ArticleFacts,
  { options, state }: DownloadContext,
): { readonly status: PageStatus; readonly error: string } | undefined {
  const { minWords, maxWords } = options;
  if (words === 0) {
    const isSelected = options.extractMode === "selector";
    const error = isSelected
      ? "Nothing with text in it fits includeSelectorsFile. Correct the selectors."
      : "It holds no text that can be used.";
    return { status: "too-short", error };
  }
  if (words < minWords) {
    return { status: "too-short", error: `It has ${words} words, and minWords asks for ${minWords}.` };
  }
  if (maxWords > 0 && words > maxWords) {
    return { status: "too-long", error: `It has ${words} words, and maxWords allows ${maxWords}.` };
  }
  if (state.languages.size > 0 && !state.languages.has(language)) {
    const found = language === "" ? "not known" : `"${language}"`;
    return { status: "other-language", error: `Its language is ${found}, and languageFilter asks for another.` };
  }
  const missing = missingMetadata(page, state);
  if (missing.length > 0) return { status: "missing-metadata", error: `It does not say its ${missing.join(", ")}.` };
  return undefined;
}

function missingMetadata({ metadata }: ExtractedPage, { required }: DownloadState): MetadataName[] {
  const said: Readonly<Record<MetadataName, string>> = {
    title: metadata.title,
    author: metadata.authors.join(),
    date: metadata.published || metadata.modified,
    language: metadata.language,
    licence: metadata.licence,
    description: metadata.description,
    image: metadata.image,
    site: metadata.site,
  };
  return required.filter((name) => said[name] === "");
}

/** The article that begins on a page, with the pages it goes on over. Those of a copy or a file are not looked for. */
async function readArticle(
  first: Fetched,
  url: string,
  context: DownloadContext,
): Promise<{
  readonly page: ExtractedPage;
  readonly sources: readonly Fetched[];
  /** Addresses of the pages after the first. */
  readonly added: readonly string[];
}> {
  const page = await readFetched(first, url, context);
  if (first.base === "" || first.base !== first.finalUrl) return { page, sources: [first], added: [] };
  const sources = [first];
  const next = async (address: string) => {
    const fetched = await fetchNextPage(address, context);
    const read = await readFetched(fetched, address, context);
    sources.push(fetched);
    return read;
  };
  const join = context.options.joinPages;
  const maxPages = join === "always" ? 100 : 10;
  const whole = await readWhole(page, next, { join, maxPages, url: first.base, signal: context.signal });
  if (whole.note !== "") context.log.warn(`${shown(url)}: ${whole.note}`);
  return { page: whole.page, sources: sources.slice(0, whole.added.length + 1), added: whole.added };
}

const EMPTY = { status: "too-short", error: "The answer is empty. It holds no text that can be used." } as const;
const ON_THE_LIST = "Its domain is on the list of blockedDomainsFile.";

function answered(row: PageRow & Pick<Required<PageRow>, "line">): Outcome {
  return { files: [], row: pageRow(row), note: finishedPage({ url: row.url, line: row.line }) };
}
