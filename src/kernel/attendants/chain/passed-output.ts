import { taskFiles } from "../../files/task-files.js";
import { withoutMasks } from "../../secrets/address-secrets.js";
import { changedTexts } from "../../secrets/pointers.js";
import type { ContentStore, Run } from "../../storage.js";
import type { Json, JsonObject } from "../../values/json.js";
import { filesOfRun } from "./files-of-run.js";
import { taskFolder } from "./task-folder.js";

/** Most lines that are handed on; more would make the record of a run unwieldy. */
const MAX_LINES = 20_000;

interface Parent {
  readonly content: ContentStore;
  readonly taskId: string;
  readonly runId: string;
  readonly run: Run;
}

/** Where tasks put texts for others: what they wrote, or what they made of the texts they were given. */
const ARTICLES = ["articles", "out"];

/** What a field of a task can be given from the run before it; undefined when that run has nothing of the kind. */
type Giver = (parent: Parent) => Promise<Json | undefined>;

/**
 * The fields that take what a run before has produced. Those of one row are alternatives: the first that can be
 * filled is, and none is when one of them has something by hand.
 */
const INPUTS: readonly Readonly<Record<string, Giver>>[] = [
  { articleFolder: articles },
  { urlsFile: urls, inputFolder: articles, textsFile: texts },
  { csvFile: table, rowsFile: rows },
  { startUrlsFile: urls },
  { feedsFile: urls },
  { domainsFile: urls },
  { sourceFolder: articles },
  { sourceUrlsFile: urls },
];

/** Values for the empty inputs of the next task, for its run only. A field that its data object does not have stays out. */
export async function passedOutput(content: ContentStore, run: Run, child: JsonObject): Promise<JsonObject> {
  const parent = { content, taskId: run.taskId, runId: run._id, run };
  const passed: Record<string, Json> = {};
  for (const inputs of INPUTS) {
    const fields = Object.entries(inputs).filter(([field]) => Object.hasOwn(child, field));
    if (!fields.every(([field]) => isEmpty(child[field]))) continue;
    for (const [field, give] of fields) {
      const value = await give(parent);
      if (value === undefined) continue;
      // A secret that was masked in the output is nothing that the next task could have.
      passed[field] = changedTexts(value, withoutMasks);
      break;
    }
  }
  return passed;
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.every((line) => isEmpty(line));
  return typeof value === "string" && value.trim() === "";
}

/** Those of the run, also where it has written none: the next task shall not fall back on what earlier runs have. */
async function articles({ content, taskId, runId }: Parent): Promise<string | undefined> {
  const found = new Set<string>();
  for await (const { path } of taskFiles(content).files(taskId)) found.add(path.slice(0, path.indexOf("/")));
  const folder = ARTICLES.find((name) => found.has(name));
  return folder === undefined ? undefined : taskFolder(taskId, folder, runId);
}

/** Addresses in the rows of the run, else those of `urls.csv` or `urls.txt`. */
async function urls({ content, taskId, runId }: Parent): Promise<string[] | undefined> {
  const found = new Set<string>();
  for await (const { url, status } of content.rows(taskId, { runId })) {
    if (isAddress(url) && !isFailure(status)) found.add(url);
    if (found.size >= MAX_LINES) break;
  }
  if (found.size === 0) {
    for (const line of await linesOf(content, taskId, "urls.csv")) {
      const address = cells(line).find(isAddress);
      if (address !== undefined) found.add(address);
    }
  }
  if (found.size === 0) {
    for (const line of await linesOf(content, taskId, "urls.txt")) if (isAddress(line.trim())) found.add(line.trim());
  }
  return found.size === 0 ? undefined : [...found].slice(0, MAX_LINES);
}

const FAILURES = new Set(["failed", "not-found", "robots", "blocked", "blocked-domain", "rate-limited", "unreadable"]);

/** Whether a row says, in a word or as an HTTP status, that its address gave nothing. */
function isFailure(status: Json | undefined): boolean {
  return typeof status === "number"
    ? status < 200 || status >= 300
    : typeof status === "string" && FAILURES.has(status);
}

/** The texts in the rows of the run, each as one line. */
async function texts({ content, taskId, runId }: Parent): Promise<string[] | undefined> {
  const found: string[] = [];
  for await (const { text } of content.rows(taskId, { runId })) {
    if (typeof text === "string" && text.trim() !== "") found.push(text.replace(/\s*[\r\n]+\s*/g, " ").trim());
    if (found.length >= MAX_LINES) break;
  }
  return found.length === 0 ? undefined : found;
}

/** The first table of the task, else those that the run has written among its articles, as one file or as a pattern. */
async function table({ content, taskId, runId, run }: Parent): Promise<string | undefined> {
  for await (const { path } of taskFiles(content).files(taskId)) {
    if (isTable(path) && !path.startsWith("articles/")) return taskFolder(taskId, path);
  }
  const written = (await filesOfRun(content, run)).filter(({ path }) => isTable(path));
  if (written.length === 1) return taskFolder(taskId, written[0]!.path, runId);
  return written.length === 0 ? undefined : taskFolder(taskId, "articles/**/*.csv", runId);
}

const isTable = (path: string) => path.toLowerCase().endsWith(".csv");

/** The rows of the run as comma-separated values, headed by the names in them. */
async function rows({ content, taskId, runId }: Parent): Promise<string[] | undefined> {
  const names = new Set<string>();
  const found: JsonObject[] = [];
  for await (const row of content.rows(taskId, { runId, limit: MAX_LINES })) {
    found.push(row);
    for (const name of Object.keys(row)) names.add(name);
  }
  if (found.length === 0) return undefined;
  const line = (values: readonly (Json | undefined)[]) => values.map(cell).join(",");
  return [line([...names]), ...found.map((row) => line([...names].map((name) => row[name])))];
}

function cell(value: Json | undefined): string {
  const text = typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  // A line of the list is a line of the table.
  const oneLine = text.replace(/[\r\n]+/g, " ");
  return /[",]/.test(oneLine) ? `"${oneLine.replaceAll('"', '""')}"` : oneLine;
}

function cells(line: string): string[] {
  const found = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...found].map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? "").trim());
}

async function linesOf(content: ContentStore, taskId: string, path: string): Promise<string[]> {
  const file = await taskFiles(content).file(taskId, path);
  return file === undefined ? [] : new TextDecoder().decode(file.bytes).split(/\r\n|\r|\n/);
}

function isAddress(value: Json | undefined): value is string {
  return typeof value === "string" && /^https?:\/\/\S+$/i.test(value);
}
