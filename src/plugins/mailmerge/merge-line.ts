import { ScriptoriumError } from "../../kernel/index.js";
import { createTurns } from "../../kernel/values/turns.js";
import { counted } from "../_kit/counted.js";
import type { Merged } from "./merge.js";
import { FileNames } from "./pages/file-names.js";
import { MergedFiles } from "./pages/merged-files.js";
import { isWhole, MEDIA_TYPES, pageFile } from "./pages/page.js";
import { Similarity } from "./pages/similarity.js";
import type { LineContext } from "./preparation.js";
import { rowOf } from "./row.js";
import { type TableRow, UnreadableRow } from "./tables/table.js";

/** What is put out between two checkpoints at most: few enough to be held in memory, and enough to be stored at once. */
const MOST_ROWS = 2000;
const MOST_CHARACTERS = 4_000_000;
const CHECKPOINT = "rows";

/** Merges all rows of the table, which are one line of the run: rows are far too many and too quick to be a line each. */
export async function mergeRows(context: LineContext): Promise<void> {
  const { state, options, signal } = context;
  const work = new RowWork(context, await doneRows(context));
  const turns = createTurns({ signal });
  rows: for await (const batch of state.table.batches()) {
    for (const row of batch) {
      if (turns.due()) await turns.give();
      if (!work.take(row)) continue;
      if (work.isFull) await work.store();
      if (options.limit > 0 && work.wanted >= options.limit) break rows;
    }
  }
  await work.end();
}

/** What an earlier attempt at the run has put out. */
interface Done {
  readonly row: number;
  readonly merged: number;
  readonly failed: number;
  readonly firstProblem: string;
}

async function doneRows(context: LineContext): Promise<Done> {
  let done: Done = { row: 0, merged: 0, failed: 0, firstProblem: "" };
  for await (const { key, value } of context.checkpoints()) if (key === CHECKPOINT) done = value as unknown as Done;
  return done;
}

class RowWork {
  /** Rows that the filter lets through. */
  wanted = 0;
  private number = 0;
  private merged: number;
  private failed: number;
  private firstProblem: string;
  private longer = 0;
  private waiting = 0;
  private characters = 0;
  private readonly isSingle: boolean;
  private readonly files: MergedFiles;
  private readonly names = new FileNames();
  private readonly similarity: Similarity;

  constructor(
    private readonly context: LineContext,
    private readonly done: Done,
  ) {
    const { options, state } = context;
    ({ merged: this.merged, failed: this.failed, firstProblem: this.firstProblem } = done);
    this.isSingle = options.mode === "single";
    const separator = options.separator.replaceAll("\\n", "\n").replaceAll("\\t", "\t");
    this.files = new MergedFiles(state.formats, state.merge.header, separator, isWhole(state.body), done.merged);
    // The rows of one file are no pages that could be alike.
    this.similarity = new Similarity(this.isSingle ? 0 : options.similarityWarn);
  }

  /** Whether there was something to do for the row. */
  take(row: TableRow): boolean {
    const { merge } = this.context.state;
    this.number += 1;
    if (!(row instanceof UnreadableRow) && !merge.isWanted(row)) return false;
    this.wanted += 1;
    const isDone = this.number <= this.done.row;
    if (row instanceof UnreadableRow) {
      if (!isDone) this.fail("", "", [], row.problem);
      return true;
    }
    if (row.length > merge.header.names.length) this.longer += 1;
    // Names and likenesses of pages that are done bear on the others.
    if (isDone && this.isSingle) return true;
    const merged = merge.row(row, this.number);
    if (merged.problem !== "") {
      if (!isDone) this.fail(merged.page.title, "", merged.missing, merged.problem);
      return true;
    }
    const name = this.isSingle ? "merged" : this.names.claim(merged.fileName, this.number);
    const likeness = this.similarity.of(merged.text, this.number);
    if (!isDone) this.put(merged, name, likeness);
    return true;
  }

  get isFull(): boolean {
    return this.waiting >= MOST_ROWS || this.characters + this.files.size >= MOST_CHARACTERS;
  }

  async store(): Promise<void> {
    const { context } = this;
    this.files.flush(context.output);
    context.progress({ phase: "merging", parts: { done: this.number, found: this.number + 1, growing: true } });
    const { number: row, merged, failed, firstProblem } = this;
    await context.checkpoint(CHECKPOINT, { row, merged, failed, firstProblem });
    this.waiting = 0;
    this.characters = 0;
  }

  async end(): Promise<void> {
    const { context, number, merged, failed } = this;
    if (number === 0)
      throw new ScriptoriumError("no-input", "The table has the names of its columns and no rows. Add rows.", {});
    if (merged === 0 && failed > 0) {
      await this.store();
      throw new ScriptoriumError(
        "bad-input",
        `${failed === 1 ? "The only row could not" : `None of the ${failed.toLocaleString("en")} rows could`} be merged. ${this.firstProblem}`,
        { rowsArePutOut: true },
      );
    }
    if (this.isSingle && merged > 0) this.files.end(context.output);
    this.note();
  }

  private put({ page, words, missing }: Merged, name: string, similarity: number | null): void {
    const { output, state } = this.context;
    this.merged += 1;
    this.waiting += 1;
    if (this.isSingle) this.files.put(page);
    else {
      for (const format of state.formats) {
        const content = pageFile(page, format, state.merge.header);
        this.characters += content.length;
        output.file(`articles/${name}.${format}`, content, MEDIA_TYPES[format]);
      }
    }
    const file = `articles/${name}.${state.formats[0]}`;
    output.row(rowOf(this.number, { title: page.title, file, words, missing, similarity }));
  }

  private fail(title: string, file: string, missing: readonly string[], problem: string): void {
    this.failed += 1;
    this.waiting += 1;
    this.firstProblem ||= `Row ${this.number}: ${problem}`;
    this.context.output.row(rowOf(this.number, { title, file, missing, error: problem }));
  }

  private note(): void {
    const { log } = this.context;
    const { number, wanted, merged, failed, similarity } = this;
    if (wanted === 0)
      log.warn(`None of the ${counted(number, "row")} fits rowFilter. Look at its columns and values.`, "empty-result");
    else log.info(`${counted(merged, "row")} merged, ${failed} failed, ${number - wanted} left out by rowFilter.`);
    if (failed > 0) log.warn(`${counted(failed, "row")} failed. ${this.firstProblem}`);
    if (this.longer > 0)
      log.warn(
        `${counted(this.longer, "row")} with more cells than the header has names; the cells beyond are left out. Look for separators that are not in quotation marks.`,
      );
    if (similarity.first === undefined) return;
    const { row, other, likeness } = similarity.first;
    const pages = similarity.near === 1 ? "1 page has" : `${similarity.near.toLocaleString("en")} pages have`;
    log.warn(
      `${pages} nearly the same text as an earlier one; the first is that of row ${row}, which is like that of row ${other} (similarity ${likeness}, and similarityWarn is ${this.context.options.similarityWarn}). Put more into the template that differs from row to row.`,
    );
  }
}
