import { createHash } from "node:crypto";
import type { FileInfo, JsonObject, StoredWork } from "../../../kernel/index.js";
import { createTurns } from "../../../kernel/values/turns.js";
import { endingOf, readingRank } from "./read-text.js";

/** What a row says of a page, besides the file that holds it. */
export interface Described {
  readonly url: string;
  readonly title: string;
  readonly date: string;
  readonly language: string;
}

/** A page that a task has stored: where its text is, and what is known of it. */
export interface TaskPage {
  /** A path among the files of the task, or a keyword. */
  readonly path: string;
  readonly mark: string;
  readonly described: Described | undefined;
  readonly keyword?: string;
}

/** Members of rows with the path of a file, the text before the page it was taken from. */
const FILE_MEMBERS = ["file", "textFile", "rawFile"];
/** Of a copy from an archive, that is where it can still be read. */
const URL_MEMBERS = ["archiveUrl", "finalUrl", "url", "original", "link"];
const DATE_MEMBERS = ["date", "published"];
const LANGUAGE_MEMBERS = ["lang", "language"];
/** Larger files are not read. */
const MOST_BYTES = 10 * 1024 * 1024;

/** Begins the path of an article that is kept under its keyword and in no file. */
const KEYWORD = "keyword:";

/**
 * The pages of a task: files that its rows name, and files of text that none of these is another form of. Of several forms of one
 * text, such as `articles/a.txt`, `articles/a.html` and `raw/a.html`, it is the plainest; tables, lists and feeds are none.
 */
export async function pagesOfTask(stored: StoredWork, taskId: string, signal: AbortSignal): Promise<TaskPage[]> {
  // What a storage has in memory comes without a pause.
  const turns = createTurns({ signal });
  const named = new Map<string, Described>();
  const byHash = new Map<string, Described>();
  const withFile = new Set<string>();
  /** Other forms of named files. */
  const further = new Set<string>();
  for await (const row of stored.rows(taskId)) {
    if (turns.due()) await turns.give();
    const described = describedBy(row);
    const [file, ...others] = FILE_MEMBERS.map((member) => textOf(row[member])).filter((path) => path !== "");
    if (file !== undefined) {
      named.set(file, described);
      withFile.add(textOf(row["keyword"]));
    }
    for (const other of others) if (other !== file) further.add(other);
    for (const url of new Set([textOf(row["url"]), textOf(row["finalUrl"])])) {
      if (url !== "") byHash.set(hashOf(url), described);
    }
  }
  const best = new Map<string, { readonly rank: number; readonly file: FileInfo }>();
  const names = new Set([...named.keys()].map(stemOfName));
  for await (const file of stored.files(taskId)) {
    if (turns.due()) await turns.give();
    const rank = rankOf(file, named, names);
    if (rank < 0 || file.size > MOST_BYTES || (further.has(file.path) && !named.has(file.path))) continue;
    const stem = stemOfName(file.path);
    const other = best.get(stem);
    if (other === undefined || rank < other.rank) best.set(stem, { rank, file });
  }
  const described = new Map([...named].map(([path, one]) => [stemOfName(path), one]));
  const pages = [...best].map(([stem, { file }]): TaskPage => {
    // The web crawler names saved pages by a hash of their address.
    const hash = /-([0-9a-f]{10})$/.exec(stem)?.[1] ?? "";
    return { path: file.path, mark: file.sha256, described: described.get(stem) ?? byHash.get(hash) };
  });
  for await (const keyword of stored.keywords(taskId)) {
    if (turns.due()) await turns.give();
    if (withFile.has(keyword)) continue;
    const article = await stored.article(taskId, keyword);
    if (article === undefined) continue;
    const mark = createHash("sha256").update(article.sentences.join("\n")).digest("hex");
    pages.push({
      path: KEYWORD + keyword,
      mark,
      described: { url: "", title: keyword, date: "", language: "" },
      keyword,
    });
  }
  return pages;
}

/** The lower, the sooner it is taken of several forms; -1 for what is no page. */
function rankOf(file: FileInfo, named: ReadonlyMap<string, unknown>, names: ReadonlySet<string>): number {
  const rank = readingRank(file.path);
  if (rank < 0) return -1;
  if (named.has(file.path)) return rank;
  const isForm = names.has(stemOfName(file.path));
  const isText = ["txt", "md", "markdown", "html", "htm", "xhtml"].includes(endingOf(file.path));
  // Data and PDF files are pages only where a row says so; files outside of folders are tables, lists and reports.
  if (!isForm && (!isText || !file.path.includes("/"))) return -1;
  return rank + (isForm ? 10 : 20);
}

/** Without the first folder and endings: `raw/a.2.html`, the second page of an article, and `articles/a.txt` have one. */
function stemOfName(path: string): string {
  return path.slice(path.indexOf("/") + 1).replace(/(?:\.\d{1,4})?\.[^.]*$/, "");
}

function describedBy(row: JsonObject): Described {
  const first = (members: readonly string[]) =>
    members.map((member) => textOf(row[member])).find((text) => text !== "");
  return {
    url: addressOf(first(URL_MEMBERS) ?? ""),
    title: textOf(row["title"]),
    date: dateOf(first(DATE_MEMBERS) ?? ""),
    language: (first(LANGUAGE_MEMBERS) ?? "").toLowerCase().slice(0, 2),
  };
}

/** An address of the web, without a name and password in it. */
function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return "";
  url.username = "";
  url.password = "";
  return url.href;
}

function dateOf(text: string): string {
  return /^\d{4}-\d{2}-\d{2}(?:$|T)/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function hashOf(url: string): string {
  return createHash("sha256").update(url).digest("hex").slice(0, 10);
}
