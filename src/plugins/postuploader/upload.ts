import { type Blog, ScriptoriumError, shown } from "../../kernel/index.js";
import { planFiles } from "../_kit/drip/index.js";
import { BlogCalls } from "./blog-calls.js";
import { memory } from "./memory.js";
import type { Context } from "./options.js";
import { type Entry, madePlan, type Plan, shownPlan } from "./plan.js";
import { linkEntry, postEntry } from "./post-entry.js";
import { type PostRow, postRow } from "./rows.js";
import { type UploadRun, uploadRun } from "./run-state.js";
import { codeOf, Tally } from "./tally.js";

/** Posts the articles of the folder, as far as an earlier attempt at the run has not. */
export async function uploadArticles(context: Context): Promise<void> {
  const { options, providers, log, signal } = context;
  const blogs = await providers.publisher.blogs(options.blogIds);
  const calls = new BlogCalls();
  const plan = await keptPlan(blogs, calls, context);
  const run = await uploadRun({ blogs, plan, calls }, context);
  const tally = new Tally();
  const total = plan.entries.length;
  for (const [index, entry] of plan.entries.entries()) {
    signal.throwIfAborted();
    context.progress({ phase: options.dryRun ? "planning" : "posting", parts: { done: index, found: total } });
    tally.add(await rowFor(entry, index, run, tally, context));
    tally.refuseMore(options.maxFailures);
  }
  if (options.resolveInternalLinks && !options.dryRun) await resolveLinks(run, context);
  log.info(`The plan has ${total} posts: ${tally.words}.`);
  tally.end(calls, "made");
}

/** That of an earlier attempt at the run; else it is made, and stored before anything is posted. */
async function keptPlan(blogs: readonly Blog[], calls: BlogCalls, context: Context): Promise<Plan> {
  const { runId, options, output, clock, providers, signal, taskId } = context;
  const kept = await memory.plan<Plan>(runId, context);
  if (kept !== undefined) return kept;
  const isThere = async (blogId: string, marker: string) => {
    if (options.dryRun || options.onDuplicate === "post") return undefined;
    try {
      const find = () => providers.publisher.find(blogId, { marker }, { type: options.postType, signal });
      return (await calls.to(blogId, find, context)) !== undefined;
    } catch (error) {
      signal.throwIfAborted();
      // It is said of the post itself when its turn comes.
      if (ScriptoriumError.is(error)) return undefined;
      throw error;
    }
  };
  const plan = await madePlan(blogs, isThere, context);
  for (const { path, content, type } of planFiles(shownPlan(plan, blogs, options, clock.now()), { name: taskId })) {
    output.file(path, content, type);
  }
  memory.keepPlan(runId, plan, output);
  noteUnknownFiles(plan, context);
  await context.checkpoint("plan", { entries: plan.entries.length });
  return plan;
}

function noteUnknownFiles({ entries }: Plan, { options, log }: Context): void {
  const files = new Set(entries.map(({ file }) => file));
  const unknown = options.approvedFiles.map((line) => line.trim()).filter((file) => file !== "" && !files.has(file));
  if (unknown.length === 0 || !options.requireApproval) return;
  const named = shown(unknown.slice(0, 5).join(", "));
  log.warn(
    `approvedFiles has ${unknown.length} that are no articles of the folder: ${named}. Name them as the rows do.`,
  );
}

/** Does an entry and stores its row, unless it is done. */
async function rowFor(entry: Entry, index: number, run: UploadRun, tally: Tally, context: Context): Promise<PostRow> {
  const { rows } = run;
  const done = rows.done(index);
  if (done !== undefined) {
    if (done.url !== "") run.addressesIn(entry.blogId).add(entry.file, done.url);
    await rows.again(index, context);
    return done;
  }
  const row = unposted(entry, context) ?? (await posted(entry, index, run, tally, context));
  await rows.put(index, row, row.status === "failed", context);
  return row;
}

/** The row of an entry that is not to be posted by this run. */
function unposted(entry: Entry, { options }: Context): PostRow | undefined {
  const { file, blogId, at: scheduledFor, waits, leftOut, known } = entry;
  const row = { file, blogId, scheduledFor };
  if (leftOut?.failed === true) return postRow({ ...row, status: "failed", error: leftOut.why });
  if (leftOut !== undefined) return postRow({ ...row, status: "skipped", notes: leftOut.why });
  if (waits) return postRow({ ...row, status: "needs-approval" });
  if (!options.dryRun) return undefined;
  if (known === undefined || options.onDuplicate === "post") return postRow({ ...row, status: "would-post" });
  return postRow({ ...row, ...known, status: options.onDuplicate === "skip" ? "would-skip" : "would-update" });
}

async function posted(entry: Entry, index: number, run: UploadRun, tally: Tally, context: Context): Promise<PostRow> {
  const { file, blogId, at: scheduledFor } = entry;
  const wasStopped = run.calls.stopped(blogId) !== undefined;
  try {
    return await postEntry(entry, index, run, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!ScriptoriumError.is(error)) throw error;
    tally.note(error);
    // Of all posts of a blog that was given up the first alone says so in the log.
    if (!wasStopped) context.log.error(`${file}: ${error.message}`, codeOf(error));
    return postRow({ file, blogId, scheduledFor, status: "failed", error: error.message });
  }
}

/** The second pass: what was posted before the files it links to had addresses. */
async function resolveLinks(run: UploadRun, context: Context): Promise<void> {
  const { signal, log, runId } = context;
  for (const [index, entry] of run.plan.entries.entries()) {
    signal.throwIfAborted();
    const deed = await memory.deed(runId, index, context);
    if (deed?.hasOpenLinks !== true) continue;
    try {
      await linkEntry(entry, index, run, context);
    } catch (error) {
      signal.throwIfAborted();
      if (!ScriptoriumError.is(error)) throw error;
      log.warn(`The links between articles in ${entry.file} could not be set: ${error.message}`, codeOf(error));
    }
  }
}
