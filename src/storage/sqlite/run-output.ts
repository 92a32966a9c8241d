import type { RunWithOutput, StoredFile, TaskWithRuns } from "../../kernel/storage.js";
import type { Bound } from "./statement-results.js";
import type { Statements } from "./statements.js";

// Everything is turned into what will be stored at once: the caller may change its objects while the write waits.

type Seq = number | bigint;

/** What stores within a write what belongs to a run. The rows have the name `rowsFor` and replace those that have it. */
export function storingOutput(
  { lines, effects, rows }: Omit<RunWithOutput, "run">,
  rowsFor: string | null = null,
): (statements: Statements, run: Seq, task: Seq) => void {
  const lineRows = lines.map((line) => [line.key, JSON.stringify(line)]);
  const rowTexts = rows.map((row) => JSON.stringify(row));
  const effectRows = effects.map((effect) => [effect.key, JSON.stringify(effect)]);
  return ({ putLine, dropRows, insertRow, putEffect }, run, task) => {
    for (const row of lineRows) putLine.run(run, ...row);
    if (rowsFor !== null) dropRows.run(run, rowsFor);
    for (const text of rowTexts) insertRow.run(task, run, rowsFor, text);
    for (const row of effectRows) putEffect.run(run, ...row);
  };
}

/** What stores within a write what runs leave to their task. */
export function storingContent({
  articles,
  files,
  log,
}: Omit<TaskWithRuns, "task" | "runs">): (statements: Statements, task: Seq) => void {
  const articleRows = articles.map(({ keyword, article }) => [keyword, JSON.stringify(article)]);
  const fileRows = files.map(fileRow);
  const logTexts = log.map((entry) => JSON.stringify(entry));
  return ({ putArticle, putFile, insertLogEntry }, task) => {
    for (const row of articleRows) putArticle.run(task, ...row);
    for (const row of fileRows) putFile.run(task, ...row);
    for (const text of logTexts) insertLogEntry.run(task, text);
  };
}

function fileRow({ path, type, size, sha256, bytes }: StoredFile): Bound[] {
  return [path, type, size, sha256, new Uint8Array(bytes)];
}
