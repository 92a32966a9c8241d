import { isNoText } from "../../../engines/binary-files.js";
import { languageOf } from "../../../engines/language.js";
import { asText } from "../../../engines/pages/extraction/as-text.js";
import type { ExtractedPage, ExtractOptions } from "../../../engines/pages/extraction/page.js";
import { ScriptoriumError } from "../../../kernel/errors.js";
import type { ReaderProvider } from "../../../kernel/index.js";
import { decodeText } from "../../../kernel/text/decode.js";

/** What a file holds, as plain text. What it does not say is empty. */
export interface TextOfFile {
  readonly title: string;
  readonly text: string;
  readonly date: string;
  readonly language: string;
  /** The address it gives as its own. */
  readonly canonical: string;
}

/** By the ending of a name: those of one text in several forms, the one to read first. */
const READABLE = ["txt", "md", "markdown", "html", "htm", "xhtml", "json", "pdf"];
/** Characters of one text that are indexed. */
const MOST_TEXT = 400_000;
/** A page with fewer words in its content is no article: all that it shows is taken. */
const FEW_WORDS = 30;
const LANGUAGE_SAMPLE = 600;

/** How much a form of a file is preferred, 0 for the most; -1 for one that is not read. */
export function readingRank(path: string): number {
  return READABLE.indexOf(endingOf(path));
}

export function endingOf(path: string): string {
  return /\.([^./]{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** Undefined for a file without text. Rejects with the signal's reason. */
export async function textOfFile(
  bytes: Uint8Array,
  path: string,
  reader: ReaderProvider,
  signal: AbortSignal,
  /** What is known already and need not be found out. */
  known: { readonly language: string } = { language: "" },
): Promise<TextOfFile | undefined> {
  try {
    const read = await readAs(endingOf(path), bytes, path, reader, signal);
    if (read === undefined) return undefined;
    const text = cleaned(read.text).slice(0, MOST_TEXT).toWellFormed();
    if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
    const language = known.language || read.language || languageOf(text.slice(0, LANGUAGE_SAMPLE));
    const title = cleaned(read.title.replace(/<\/?(?:strong|b|em|i|code|tt)>/g, ""))
      .replace(/\s+/g, " ")
      .slice(0, 500)
      .toWellFormed();
    return { ...read, title: title || nameOf(path), text: withoutTitle(text, title), language };
  } catch (error) {
    signal.throwIfAborted();
    // A page or file that cannot be read is none; what else a reader throws is for the server's log.
    if (ScriptoriumError.is(error)) return undefined;
    throw error;
  }
}

async function readAs(
  ending: string,
  bytes: Uint8Array,
  path: string,
  reader: ReaderProvider,
  signal: AbortSignal,
): Promise<TextOfFile | undefined> {
  // The kernel does not know what pages are made of; the reader does.
  const { page, pdf } = reader as ReaderProvider<ExtractedPage, ExtractOptions>;
  if (ending === "pdf") return ofPage((await pdf.call(reader, bytes, { address: path, signal })).page);
  const raw = decodeText(bytes);
  if (isNoText(raw)) return undefined;
  if (ending === "txt") return ofLines(raw);
  if (ending === "md" || ending === "markdown") return ofMarkdown(raw);
  if (ending === "json") return ofJson(raw);
  const options = { url: "http://nowhere.invalid/", mode: "fast", signal } as const;
  const content = ofPage(await page.call(reader, raw, options));
  if ((content.text.match(/\S+/g) ?? []).length >= FEW_WORDS) return content;
  const whole = ofPage(await page.call(reader, raw, { ...options, mode: "full" }));
  return { ...whole, title: content.title || whole.title };
}

function ofPage({ metadata, content }: ExtractedPage): TextOfFile {
  const { title, published, modified, language, canonical } = metadata;
  const url = /^https?:\/\/(?!nowhere\.invalid\/)/.test(canonical) ? canonical : "";
  return { title, text: asText(content), date: published || modified, language, canonical: url };
}

function ofLines(text: string): TextOfFile {
  const [, first = ""] = /^\s*([^\n]{1,200}?)[^\S\n]*(?:\n|$)/.exec(text) ?? [];
  // A letter says in its head what it is about.
  if (/^[A-Z][\w-]{1,20}: \S/.test(first)) {
    const [, subject = ""] = /^(?:Subject|Title): *(.{1,200})$/im.exec(text.slice(0, 2000)) ?? [];
    return { title: subject.trim(), text, date: "", language: "", canonical: "" };
  }
  // A first line that ends as a sentence does is the text itself.
  return { title: /[.!?:;,]$/.test(first) ? "" : first, text, date: "", language: "", canonical: "" };
}

/** Its words; of the head between lines of `---` the title and the date. */
function ofMarkdown(text: string): TextOfFile {
  const head = /^---\r?\n([\s\S]*?)\r?\n---\s*\r?\n/.exec(text);
  const body = text.slice(head?.[0].length ?? 0);
  const said = (name: string) =>
    new RegExp(`^${name}:[ \\t]*["']?(.*?)["']?[ \\t]*$`, "im").exec(head?.[1] ?? "")?.[1] ?? "";
  const heading = /^#{1,2}\s+(.+?)\s*#*\s*$/m.exec(body.slice(0, 2000))?.[1] ?? "";
  const plain = body
    .replace(/!?\[([^\]\n]{0,500})\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,200}\])/g, "$1")
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|```\w*)(?=\s|$)/gm, "")
    .replace(/\*\*|__|`|\\(?=[^\w\s])/g, "");
  const date = /^\d{4}-\d{2}-\d{2}/.test(said("date")) ? said("date") : "";
  return {
    title: said("title") || heading,
    text: plain,
    date,
    language: said("lang") || said("language"),
    canonical: "",
  };
}

/** An article in JSON, as task types write it; nothing of other data. */
function ofJson(raw: string): TextOfFile | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value !== "object" || value === null) return undefined;
    const { title, text, metadata } = value as Readonly<Record<string, unknown>>;
    const own = (metadata ?? {}) as Readonly<Record<string, unknown>>;
    const said = (given: unknown) => (typeof given === "string" ? given : "");
    if (said(text) === "") return undefined;
    const language = said(own["language"]);
    return {
      title: said(title) || said(own["title"]),
      text: said(text),
      date: said(own["published"]),
      language,
      canonical: "",
    };
  } catch {
    return undefined;
  }
}

/** Without characters that are none, and marks that only typesetting needs. */
function cleaned(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\ufeff]/g, "")
    .trim();
}

/** A title counts for more than the text, so once is enough. */
function withoutTitle(text: string, title: string): string {
  return title !== "" && text.startsWith(`${title}\n`) ? text.slice(title.length).trim() : text;
}

function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  return name.replace(/[-_]+/g, " ");
}
