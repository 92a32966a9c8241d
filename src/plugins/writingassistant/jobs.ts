import { createHash } from "node:crypto";
import { csvRows } from "../../engines/csv-rows.js";
import { badField, givenLines } from "../../engines/pages/fields.js";
import { ScriptoriumError, shown } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { slug } from "../_kit/slug.js";
import { filled } from "../_kit/writing/placeholders.js";
import type { Context, WritingAssistantOptions } from "./options.js";

/** One article that is asked for. */
export interface Job {
  /** The line, or the cells of the row as CSV: what rows and `approvedFile` call it. */
  readonly line: string;
  readonly input: string;
  /** What it is about, in few words. */
  readonly subject: string;
  /** The cells of the row by their columns. */
  readonly cells: Readonly<Record<string, string>>;
  /** The filled-in `promptTemplate`. */
  readonly brief: string;
  /** Of its files, without ending. */
  readonly name: string;
}

type JobOptions = Pick<WritingAssistantOptions, "promptsFile" | "rowsFile" | "promptTemplate">;

const INPUT_COLUMNS = ["input", "prompt", "keyword", "topic", "subject", "title"];

/** The file that `rowsFile` names instead of holding rows; undefined where it holds them. */
export function tableFile({ rowsFile }: Pick<JobOptions, "rowsFile">): string | undefined {
  const given = givenLines(rowsFile);
  const [line = ""] = given;
  return given.length === 1 && /^[^,;\t|"]+\.(?:csv|tsv|txt)$/i.test(line) ? line : undefined;
}

/** The articles of the data object. Throws bad-input for a placeholder that stands for nothing. */
export function jobsOf(options: JobOptions): Job[] {
  const prompts = givenLines(options.promptsFile).map((line) => jobOf(line, line, { input: line }, options));
  const rows = tableFile(options) === undefined ? rowsOf(options.rowsFile.join("\n"), options) : [];
  return named([...prompts, ...rows]);
}

/** The articles of a table in a file. */
export async function jobsOfFile(file: string, { options, providers, signal }: Context): Promise<Job[]> {
  if (providers.folder === undefined) {
    throw new ScriptoriumError("no-provider", `${noProvider("folder")} ${toHaveProvider("folder")}`, {
      field: "rowsFile",
    });
  }
  const [, folder, name] = /^(.*)[/\\]([^/\\]+)$/.exec(file) ?? [undefined, ".", file];
  const text = await providers.folder.read(folder || "/", name!, { signal });
  const jobs = rowsOf(text, options);
  if (jobs.length > 0) return named(jobs);
  throw badField(
    "rowsFile",
    `The table ${shown(file)} has no rows below the names of its columns. Put rows into it, or name another.`,
  );
}

function rowsOf(text: string, options: JobOptions): Omit<Job, "name">[] {
  return [...csvRows(text)].map((cells) => {
    const columns = Object.keys(cells);
    const known = INPUT_COLUMNS.map((name) => columns.find((column) => column.toLowerCase() === name));
    const input = cells[known.find((name) => name !== undefined && cells[name]!.trim() !== "") ?? columns[0]!] ?? "";
    return jobOf(csvLine(Object.values(cells)).trim(), input.trim(), cells, options);
  });
}

function jobOf(
  line: string,
  input: string,
  cells: Readonly<Record<string, string>>,
  { promptTemplate }: JobOptions,
): Omit<Job, "name"> {
  const values = { ...cells, input };
  const brief = filled(promptTemplate, { ...LATER, ...values }, "promptTemplate");
  return { line, input, subject: subjectOf(input), cells: values, brief };
}

/** What is known only when a stage is asked for stays in the brief until then. */
const LATER = { outline: "{{outline}}", sources: "{{sources}}" } as const;

/** Throws bad-input for a line that names nothing to write about, or a file instead of it. */
export function refuseNoSubject(line: string, subject: string): void {
  if (subject === "") throw new ScriptoriumError("bad-input", "The line names nothing to write about. Give a subject.");
  if (!/^(?:\.{0,2}[/\\]|~\/|[a-z]:\\|file:)\S/i.test(line)) return;
  throw new ScriptoriumError(
    "bad-input",
    `"${shown(line)}" is a path, and lines are subjects. Give a subject, or name a table in rowsFile and texts in sourceFolder.`,
  );
}

/** Names that no two share: the second of a subject gets some digits of its hash. */
function named(jobs: readonly Omit<Job, "name">[]): Job[] {
  const taken = new Set<string>();
  const byLine = new Map<string, Job>();
  for (const job of jobs) {
    if (byLine.has(job.line)) continue;
    const plain = slug(job.subject);
    const hash = createHash("sha256").update(job.line).digest("hex").slice(0, 8);
    const name = taken.has(plain) ? `${plain}-${hash}` : plain;
    taken.add(name);
    byLine.set(job.line, { ...job, name });
  }
  return [...byLine.values()];
}

const ASKED =
  /^(?:please\s+)?(?:(?:can|could) you\s+)?(?:write|create|draft|compose|make|give me|i (?:want|need))\s+(?:me\s+|us\s+)?(?:(?:an?|the|some|one)\s+)?(?:[\w-]+\s+){0,4}?(?:article|blog post|post|guide|text|piece|essay|introduction|overview|tutorial|story|page|report|list)\s+(?:about|on|of|to|for|that explains|explaining|describing)\s+/i;

/** What a line is about, without the words that ask for an article, and without what follows the first sentence. */
export function subjectOf(input: string): string {
  const line = input.replace(/\s+/g, " ").trim();
  const rest = line.replace(ASKED, "");
  const short =
    rest === line
      ? line
      : (/^.*?(?=[.;:!?](?:\s|$)|\s(?:for|that|which|in the style|with a focus)\s)/i.exec(rest)?.[0] ?? rest);
  const subject = short
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/[\s.!,;:]+$/, "")
    .replace(/\s+/g, " ")
    .trim();
  const words = subject.split(" ");
  return words.length <= 14 ? subject : words.slice(0, 14).join(" ");
}
