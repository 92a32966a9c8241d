import { ScriptoriumError, shown } from "../../kernel/index.js";
import { isEnd } from "./article.js";
import { type Job, jobsOfFile, tableFile } from "./jobs.js";
import { ROW, type RunContext } from "./preparation.js";
import { failedRow, writeJob } from "./write-job.js";

const DONE = "done ";

/** Does one line: an article, or those of all rows of a file. */
export async function writeLine(line: string, context: RunContext): Promise<void> {
  const job = context.state.jobs.get(line);
  if (job !== undefined) return await writeJob(job, context);
  const file = tableFile(context.options);
  if (file === undefined) throw new ScriptoriumError("bad-input", "There is no such line. Give it in promptsFile.");
  await writeRows(await jobsOfFile(file, context), context);
}

/** The rows one after another; one that fails leaves its row, and one that ends the run leaves the rest for the next. */
async function writeRows(jobs: readonly Job[], context: RunContext): Promise<void> {
  const done = new Set<string>();
  for await (const { key } of context.checkpoints()) if (key.startsWith(DONE)) done.add(key.slice(DONE.length));
  let failure: ScriptoriumError | undefined;
  let written = done.size;
  for (const [at, job] of jobs.entries()) {
    context.progress({ parts: { done: at, found: jobs.length } });
    if (done.has(job.line)) continue;
    try {
      await writeJob(job, context);
      await context.checkpoint(`${DONE}${job.line}`, {});
      written += 1;
    } catch (error) {
      if (!ScriptoriumError.is(error) || context.signal.aborted) throw error;
      if (error.facts["hasRows"] !== true) {
        context.output.row(failedRow(job.line, error.message));
        await context.checkpoint(`${ROW}${job.name}`, {}, { replacesRows: true });
      }
      failure = error;
      if (isEnd(error) && error.code !== "bad-input") break;
      context.log.warn(`"${shown(job.subject)}" came to nothing. ${error.message}`);
    }
  }
  if (failure === undefined) return;
  if (written > 0 && !isEnd(failure)) return;
  throw new ScriptoriumError(failure.code, failure.message, { ...failure.facts, hasRows: true }, { cause: failure });
}
