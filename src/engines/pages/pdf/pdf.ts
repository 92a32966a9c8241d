import { ScriptoriumError } from "../../../kernel/errors.js";
import type { Clock } from "../../../kernel/values/clock.js";
import { shown } from "../../../kernel/values/json.js";
import { runtimeImport } from "../../../kernel/values/runtime-import.js";
import { languageOf } from "../../language.js";
import { shortText } from "../blocks.js";
import { NO_METADATA } from "../extraction/no-metadata.js";
import type { ContentBlock, ExtractedPage, PageMetadata } from "../extraction/page.js";
import { countWords } from "../terms.js";
import { blocksOfPages, linesOf, type Printed } from "./pdf-lines.js";
import { dangerOf } from "./pdf-streams.js";

/** Most pages of a document that are read, pieces of text on one, and the time after which no further page is begun. */
const MAX_PAGES = 500;
const MAX_PIECES = 50_000;
const MAX_CHARACTERS = 5_000_000;
const MAX_MS = 45_000;

export interface ReadPdfOptions {
  /** What it is called in messages: its address or path. */
  readonly address: string;
  readonly clock: Clock;
  /** The library; its package is one that people install themselves when they want PDF files read. */
  readonly load?: () => Promise<Pick<typeof import("unpdf"), "getDocumentProxy">>;
}

export interface ReadPdf {
  readonly page: ExtractedPage;
  /** What a person should know, in sentences. */
  readonly notes: readonly string[];
}

export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).toString("latin1").includes("%PDF-");
}

/**
 * The text of a PDF file. Throws PAGE_UNREADABLE for one that is broken, protected by a password or without text, and
 * PROVIDER_MISSING when the library is not installed.
 */
export async function readPdf(bytes: Uint8Array, options: ReadPdfOptions): Promise<ReadPdf> {
  const { address } = options;
  const { getDocumentProxy } = await library(options.load ?? (() => runtimeImport("unpdf")));
  const danger = await dangerOf(bytes);
  if (danger !== undefined) {
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `${shown(address)} is a PDF file that is not read, because ${danger}. Leave it out.`,
      { url: shown(address) },
    );
  }
  try {
    // It takes the bytes away that it is given, and wants no Buffer, so it gets its own.
    const document = await getDocumentProxy(new Uint8Array(bytes), QUIET);
    try {
      return await readDocument(document, options);
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (error) {
    if (ScriptoriumError.is(error)) throw error;
    const locked = error instanceof Error && error.name === "PasswordException";
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      locked
        ? `${shown(address)} is a PDF file that is protected by a password. Give one that is open.`
        : `${shown(address)} is a PDF file that cannot be read, because it is broken. Give another copy of it.`,
      { url: shown(address) },
      { cause: error },
    );
  }
}

/** Nothing is drawn, run or fetched. */
const QUIET = {
  disableFontFace: true,
  useSystemFonts: false,
  isEvalSupported: false,
  enableXfa: false,
  stopAtErrors: false,
  useWasm: false,
  useWorkerFetch: false,
  maxImageSize: 0,
  verbosity: 0,
};

async function library(load: NonNullable<ReadPdfOptions["load"]>) {
  try {
    return await load();
  } catch (cause) {
    throw new ScriptoriumError(
      "PROVIDER_MISSING",
      'PDF files are read with the package unpdf, which is not installed. Run "npm install unpdf" where this server is installed, or set parsePdf to "off".',
      { provider: "unpdf" },
      { cause },
    );
  }
}

type Proxy = Awaited<ReturnType<Awaited<ReturnType<typeof library>>["getDocumentProxy"]>>;

async function readDocument(document: Proxy, { address, clock }: ReadPdfOptions): Promise<ReadPdf> {
  const until = clock.monotonic() + MAX_MS;
  const pages: Printed[][] = [];
  let characters = 0;
  while (pages.length < Math.min(document.numPages, MAX_PAGES) && characters < MAX_CHARACTERS) {
    if (clock.monotonic() > until) break;
    const lines = linesOf(await pieces(document, pages.length + 1));
    characters += lines.reduce((sum, { text }) => sum + text.length, 0);
    pages.push(lines);
  }
  const content = blocksOfPages(pages);
  if (content.length === 0) {
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `${shown(address)} is a PDF file without text, perhaps of scanned pages. Give one that holds text.`,
      { url: shown(address) },
    );
  }
  const notes =
    pages.length < document.numPages
      ? [`Of the ${document.numPages} pages of ${shown(address)} the first ${pages.length} were read.`]
      : [];
  return { page: pageOf(content, await information(document)), notes };
}

/** What is printed on a page; a page that is broken is an empty one. */
async function pieces(document: Proxy, number: number): Promise<Printed[]> {
  const found: Printed[] = [];
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items.slice(0, MAX_PIECES)) {
      if (!("str" in item) || item.str === "") continue;
      const [, , skew = 0, height = 0, x = 0, y = 0] = item.transform as number[];
      found.push({ text: item.str, x, y, width: item.width, size: Math.hypot(skew, height) || item.height });
    }
    page.cleanup();
  } catch {
    // The other pages may be whole.
  }
  return found;
}

/** What the document says of itself, as plain texts. */
async function information(document: Proxy): Promise<Readonly<Record<string, string>>> {
  try {
    const { info } = await document.getMetadata();
    const named = Object.entries(info as Record<string, unknown>);
    return Object.fromEntries(named.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
  } catch {
    return {};
  }
}

function pageOf(content: readonly ContentBlock[], information: Readonly<Record<string, string>>): ExtractedPage {
  const texts = content.map((block) => ("spans" in block ? block.spans.map(({ text }) => text).join("") : ""));
  const headings = content.flatMap((block, at) =>
    block.kind === "heading" && at < 8 ? [{ level: block.level, text: texts[at] ?? "" }] : [],
  );
  const [largest] = headings.toSorted((some, other) => some.level - other.level);
  const metadata: PageMetadata = {
    ...NO_METADATA,
    title: shortText(usableTitle(information["Title"] ?? "") || (largest?.text ?? ""), 300),
    description: shortText(information["Subject"] ?? "", 500),
    authors: (information["Author"] ?? "")
      .split(/\s*[;,]\s+|\s+and\s+/)
      .map((name) => shortText(name, 100))
      .filter((name) => name !== ""),
    published: pdfDate(information["CreationDate"] ?? ""),
    modified: pdfDate(information["ModDate"] ?? ""),
    language: languageOf(texts.join("\n").slice(0, 20_000)),
    tags: (information["Keywords"] ?? "")
      .split(/\s*[;,]\s*/)
      .map((tag) => shortText(tag, 100))
      .filter((tag) => tag !== "")
      .slice(0, 50),
  };
  const words = texts.reduce((sum, text) => sum + countWords(text), 0);
  return { type: "article", metadata, content, comments: [], words, method: "whole" };
}

/** Programs put in names of files and of their own where nobody gave a title. */
function usableTitle(title: string): string {
  const clean = title.replace(/^Microsoft (Word|PowerPoint|Excel) - /i, "").trim();
  return /^(untitled.*|document\d*|.*\.(docx?|odt|tex|dvi|pdf|pptx?|xlsx?|indd|rtf))$/i.test(clean) ? "" : clean;
}

/** `D:20240131120000+01'00'` in ISO 8601; empty for what is no date. */
export function pdfDate(text: string): string {
  const found = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})(\d{2})?)?(?:(Z)|([+-])(\d{2})'?(\d{2})?'?)?/.exec(
    text.trim(),
  );
  if (found === null) return "";
  const [, year = "", month = "01", day = "01", hour, minute = "00", second = "00", zulu, sign, hours, minutes] = found;
  const date = `${year}-${month}-${day}`;
  const zone = sign === undefined ? (zulu === undefined ? "" : "Z") : `${sign}${hours}:${minutes ?? "00"}`;
  const whole = hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`;
  const parsed = new Date(hour === undefined || zone === "" ? `${date}T00:00:00Z` : whole);
  if (Number.isNaN(parsed.getTime()) || Number(year) < 1900) return "";
  // A 31st of February is moved by the calendar; it is no date.
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return "";
  return hour === undefined || zone === "" ? date : whole;
}
