import type { FileInfo, JsonObject } from "../../../../../kernel/index.js";
import { client } from "../../state/client.js";
import { type ArticleTask, endingOf, formsOf, type ListedArticle, stemOf } from "./article.js";
import { articlesOfTask, isGone } from "./articles-store.js";
import { type Block, countWords, fromText, plain } from "./document.js";
import { type Fact, placed, readFacts, type Source } from "./facts.js";
import { fromHtml } from "./from-html.js";

/** Longest text that is read as one; more of it is offered for download. */
export const LONGEST = 4 * 1024 * 1024;
/** Facts of more bytes are not read. */
const FACTS = 64 * 1024 * 1024;

export interface ReadArticle {
  readonly article: ListedArticle;
  /** The articles before and behind it in its task. */
  readonly before: ListedArticle | undefined;
  readonly behind: ListedArticle | undefined;
  /** The files that it is in, one for each format. */
  readonly forms: readonly FileInfo[];
  readonly blocks: readonly Block[];
  readonly words: number;
  /** Whether only its beginning was read. */
  readonly isPart: boolean;
  readonly facts: readonly Fact[];
  readonly places: ReturnType<typeof placed>;
  readonly sources: readonly Source[];
  /** Why sentences are linked with no source, where they should be. */
  readonly lacks: "facts" | "unreadable" | undefined;
  /** The longest run of words that one of its sources has, too, as the run measured it. */
  readonly longestRun: number | undefined;
  readonly checks: readonly Check[];
}

export interface Check {
  readonly name: string;
  readonly points: number;
  readonly of: number;
  readonly reason: string;
}

/** The formats in the order in which they are good for reading. */
const READABLE = ["html", "htm", "md", "markdown", "txt"];

/** An article with all that is stored of it; undefined when the task or the article is no longer there. */
export async function readArticle(id: string, part: string, signal: AbortSignal): Promise<ReadArticle | undefined> {
  const task = await findTask(id, signal);
  if (task === undefined) return undefined;
  const [articles, files] = await Promise.all([articlesOfTask(task, signal), allFiles(id, signal)]);
  const at = articles.findIndex((one) => one.part === part || one.file === part);
  const index = at < 0 ? articles.findIndex(({ keyword }) => keyword.toLowerCase() === part.toLowerCase()) : at;
  const article = articles[index];
  if (article === undefined) return undefined;

  const forms = formsOf(article.file, files);
  const form =
    READABLE.flatMap((ending) => forms.filter(({ path }) => endingOf(path) === ending))[0] ??
    forms.find(({ path }) => path === article.file);
  const paths = new Set(files.map(({ path }) => path));
  const sized = new Map(files.map(({ path, size }) => [path, size]));
  const json = async (path: string): Promise<unknown> =>
    (sized.get(path) ?? Number.POSITIVE_INFINITY) > FACTS ? undefined : parsed(await textOf(id, path, signal));
  const [content, stored, lines, report, seo] = await Promise.all([
    form === undefined ? "" : textOf(id, form.path, signal, form.size),
    json("facts.json"),
    paths.has("sources.jsonl") ? textOf(id, "sources.jsonl", signal, sized.get("sources.jsonl")) : "",
    json("report.json"),
    json(`seo/${stemOf(article.file).split("/").at(-1)}.json`),
  ]);
  const blocks = withoutTitle(await blocksOf(content, endingOf(form?.path ?? "txt")), article.title);
  const names = new Set(forms.map(({ path }) => path));
  const listed = (lines ?? "")
    .split("\n")
    .map(parsed)
    .filter((line) => names.has(String((line as JsonObject | undefined)?.["file"])));
  const rowSources = article.row["sources"];
  const ofRow = Array.isArray(rowSources) ? rowSources : [];
  const { facts, sources } = readFacts(stored, names, [...ofRow, ...listed]);
  return {
    article,
    before: articles[index - 1],
    behind: articles[index + 1],
    forms,
    blocks,
    words: countWords(blocks),
    isPart: (form?.size ?? 0) > LONGEST,
    facts,
    places: placed(blocks, facts),
    sources,
    lacks: facts.length > 0 || ofRow.length === 0 ? undefined : paths.has("facts.json") ? "unreadable" : "facts",
    longestRun: longestRunIn(report, names),
    checks: checksIn(seo),
  };
}

export async function findTask(id: string, signal: AbortSignal): Promise<ArticleTask | undefined> {
  const projection = { name: 1, type: 1, status: 1, updatedAt: 1, "progress.rows": 1, "progress.files": 1 } as const;
  const [task] = await client.find<ArticleTask>({ query: { _id: id }, projection, limit: 1 }, { signal });
  return task;
}

async function allFiles(id: string, signal: AbortSignal): Promise<readonly FileInfo[]> {
  const files: FileInfo[] = [];
  for (;;) {
    const next = await client.files(id, { offset: files.length, limit: 1000 }, { signal });
    files.push(...next.files);
    if (next.files.length < 1000) return files;
  }
}

/** The text of a file, or its beginning; undefined without such a file. */
export async function textOf(id: string, path: string, signal?: AbortSignal, size = 0): Promise<string | undefined> {
  try {
    const options = { ...(signal && { signal }), ...(size > LONGEST && { range: [0, LONGEST - 1] as const }) };
    return await (await client.file(id, path, options)).text();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function parsed(text: string | undefined): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function blocksOf(content: string | undefined, ending: string): Promise<Block[]> {
  if (content === undefined) return [];
  if (content.includes("\0")) return [];
  if (/^html?$/.test(ending)) return fromHtml(content);
  if (/^(?:md|markdown)$/.test(ending)) return (await import("./from-markdown.js")).fromMarkdown(content);
  return fromText(content);
}

/** The page shows the title itself. */
function withoutTitle(blocks: readonly Block[], title: string): readonly Block[] {
  const [first, ...rest] = blocks;
  if (first?.kind !== "heading" && first?.kind !== "paragraph") return blocks;
  const words = plain(first.runs).trim();
  return (first.kind === "heading" && first.level === 1) || words === title ? rest : blocks;
}

function longestRunIn(report: unknown, names: ReadonlySet<string>): number | undefined {
  const list = (report as { list?: unknown } | undefined)?.list;
  if (!Array.isArray(list)) return undefined;
  const words = list.find((one) => names.has(one?.file))?.longestRun?.words;
  return typeof words === "number" ? words : undefined;
}

function checksIn(seo: unknown): Check[] {
  const checks = (seo as { checks?: unknown } | undefined)?.checks;
  if (!Array.isArray(checks)) return [];
  return checks.filter(
    (one): one is Check =>
      typeof one?.name === "string" && typeof one.points === "number" && typeof one.of === "number",
  );
}
