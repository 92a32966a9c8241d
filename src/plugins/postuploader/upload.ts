import { type Blog, type PostKey, ScriptoriumError, shown } from "../../kernel/index.js";
import { lateStart, planFiles } from "../_kit/drip/index.js";
import { BlogCalls } from "./blog-calls.js";
import { foreseen } from "./dry-run.js";
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
  if (tally.failed === 0) log.info(`The plan has ${total} posts: ${tally.sums}.`);
  else log.warn(`The plan has ${total} posts: ${tally.sums}.`);
  // A dry run says in its rows which blogs could not be asked.
  tally.end(options.dryRun ? new BlogCalls() : calls, "made");
}

/** That of an earlier attempt at the run; else it is made, and stored before anything is posted. */
async function keptPlan(blogs: readonly Blog[], calls: BlogCalls, context: Context): Promise<Plan> {
  const { runId, options, output, clock, providers, signal, taskId } = context;
  const kept = await memory.plan<Plan>(runId, context);
  if (kept !== undefined) return kept;
  const isThere = async (blogId: string, key: PostKey) => {
    if (options.onDuplicate === "post") return undefined;
    try {
      const find = () => providers.publisher.find(blogId, key, { type: options.postType, signal });
      return (await calls.to(blogId, find, context)) !== undefined;
    } catch (error) {
      signal.throwIfAborted();
      // It is said of the post itself when its turn comes.
      if (ScriptoriumError.is(error)) return undefined;
      throw error;
    }
  };
  const { entries, renamed } = await madePlan(blogs, isThere, context);
  const plan = { entries };
  for (const { own, article } of renamed) {
    memory.keepArticle(article, output);
    memory.keepName(own, article.key, output);
  }
  const now = clock.now();
  for (const { path, content, type } of planFiles(shownPlan(plan, blogs, options, now), { name: taskId, now })) {
    output.file(path, content, type);
  }
  memory.keepPlan(runId, plan, output);
  const late = lateStart(options, now);
  if (late !== undefined) context.log.warn(late);
  noteUnknownFiles(plan, context);
  await context.checkpoint("plan", { entries: entries.length });
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
  const row = unposted(entry) ?? (await worked(entry, index, run, tally, context));
  await rows.put(index, row, row.status === "failed", context);
  return row;
}

/** The row of an entry that is not to be posted by this run. */
function unposted(entry: Entry): PostRow | undefined {
  const { file, blogId, at: scheduledFor, waits, leftOut } = entry;
  const row = { file, blogId, scheduledFor };
  if (leftOut?.failed === true) return postRow({ ...row, status: "failed", error: leftOut.why });
  if (leftOut !== undefined) return postRow({ ...row, status: "skipped", notes: leftOut.why });
  return waits ? postRow({ ...row, status: "needs-approval" }) : undefined;
}

async function worked(entry: Entry, index: number, run: UploadRun, tally: Tally, context: Context): Promise<PostRow> {
  if (context.options.dryRun) return await foreseen(entry, run, context);
  const { file, blogId, at: scheduledFor } = entry;
  try {
    return await postEntry(entry, index, run, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!ScriptoriumError.is(error)) throw error;
    tally.note(error);
    // Of all posts of a blog that was given up the first alone says so in the log.
    if (!run.calls.wasTold(blogId)) context.log.error(`${file}: ${error.message}`, codeOf(error));
    return postRow({ file, blogId, scheduledFor, status: "failed", error: error.message });
  }
}

/** The second pass: what was posted before the files it links to had addresses. */
async function resolveLinks(run: UploadRun, context: Context): Promise<void> {
  const { signal, log, runId } = context;
  for (const [index, entry] of run.plan.entries.entries()) {
    signal.throwIfAborted();
    const deed = await memory.deed(runId, index, context);
    if (deed === undefined || deed.openLinks.length === 0) continue;
    const addresses = run.addressesIn(entry.blogId);
    const open = deed.openLinks.filter((file) => addresses.of(file) === undefined);
    try {
      if (open.length < deed.openLinks.length) await linkEntry(entry, index, open, run, context);
      if (open.length === 0) continue;
      log.warn(
        `Links of ${shown(entry.file)} are not set, because there are no posts of ${shown(open.join(", "))} yet.`,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!ScriptoriumError.is(error)) throw error;
      log.warn(`The links between articles in ${entry.file} could not be set: ${error.message}`, codeOf(error));
    }
  }
}
