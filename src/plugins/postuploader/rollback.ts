import { type PostKey, ScriptoriumError, shown } from "../../kernel/index.js";
import { BlogCalls } from "./blog-calls.js";
import { type Deed, type ImageUser, memory } from "./memory.js";
import type { Context } from "./options.js";
import type { Entry, Plan } from "./plan.js";
import { takeBackImages } from "./rollback-images.js";
import { PlanRows, type PostRow, postRow } from "./rows.js";
import { codeOf, Tally } from "./tally.js";

/** Takes back what an earlier run of the task made, as far as an earlier attempt at this run has not. */
export async function rollBack(ofRun: string, context: Context): Promise<void> {
  const { signal, log, runId } = context;
  if (ofRun === runId) {
    throw new ScriptoriumError(
      "bad-input",
      "A run cannot go on and take itself back. Restart the task instead of running it: that begins a new run.",
      { field: "rollbackRunId" },
    );
  }
  const plan = await memory.plan<Plan>(ofRun, context);
  if (plan === undefined) {
    throw new ScriptoriumError(
      "bad-input",
      `This task has no run "${shown(ofRun)}" that posted anything. Put the id of one of its runs into rollbackRunId, or empty it.`,
      { field: "rollbackRunId" },
    );
  }
  const isAsked = chosen(context.options.rollbackFiles);
  if (!plan.entries.some(isAsked)) {
    throw new ScriptoriumError(
      "bad-input",
      `The run "${shown(ofRun)}" has none of the files in rollbackFiles. Name files as its rows do, with the blogId behind a blank for one blog, or empty the list.`,
      { field: "rollbackFiles" },
    );
  }
  const rows = new PlanRows("taken-back.csv");
  await rows.restore(context);
  const calls = new BlogCalls();
  const tally = new Tally();
  const total = plan.entries.length;
  for (const [index, entry] of plan.entries.entries()) {
    signal.throwIfAborted();
    context.progress({ phase: "taking back", parts: { done: index, found: total } });
    if (!isAsked(entry)) continue;
    const done = rows.done(index);
    if (done !== undefined) {
      tally.add(done);
      await rows.again(index, context);
      continue;
    }
    const row = await takenBack(entry, index, { ofRun, calls, tally }, context);
    if (row === undefined) continue;
    tally.add(row);
    await rows.put(index, row, row.status === "failed", context);
    tally.refuseMore(context.options.maxFailures);
  }
  if (tally.words !== "") log.info(`Taken back: ${tally.words}.`);
  else {
    const remedy = "Name the run that posted; GET /task/runs/<id of the task> lists them.";
    log.warn(`The run ${ofRun} made nothing, so nothing was taken back. ${remedy}`, "empty-result");
  }
  tally.end(calls, "taken back");
}

/** Whether an entry is among those that are taken back. */
function chosen(lines: readonly string[]): (entry: Pick<Entry, "file" | "blogId">) => boolean {
  const asked = new Set(lines.map((line) => line.trim()).filter((line) => line !== ""));
  return ({ file, blogId }) => asked.size === 0 || asked.has(file) || asked.has(`${file} ${blogId}`);
}

interface Rollback {
  readonly ofRun: string;
  readonly calls: BlogCalls;
  readonly tally: Tally;
}

/** Undefined where the run did nothing with the entry. */
async function takenBack(
  entry: Entry,
  index: number,
  rollback: Rollback,
  context: Context,
): Promise<PostRow | undefined> {
  const { file, blogId } = entry;
  const { ofRun, calls, tally } = rollback;
  const wasStopped = calls.stopped(blogId) !== undefined;
  let postId = "";
  try {
    const deed = (await memory.deed(ofRun, index, context)) ?? (await lostDeed(entry, calls, context));
    const markers = await memory.uploads(ofRun, index, context);
    if (deed?.did === "skipped" || (deed === undefined && markers.length === 0)) return undefined;
    postId = deed?.postId ?? "";
    const status = deed === undefined ? "no-post" : await became(entry, deed, calls, context);
    const images = await imagesBack(entry, { status, postId, markers }, rollback, context);
    const notes = [NOTES[status] ?? "", images].filter((note) => note !== "").join(" ");
    if (deed !== undefined && status !== "kept") await forget(entry, postId, context);
    return postRow({ file, blogId, postId, url: deed?.url ?? "", status, notes });
  } catch (error) {
    context.signal.throwIfAborted();
    if (!ScriptoriumError.is(error)) throw error;
    tally.note(error);
    if (!wasStopped) context.log.error(`${file}: ${error.message}`, codeOf(error));
    return postRow({ file, blogId, postId, status: "failed", error: error.message });
  }
}

const NOTES: Readonly<Record<string, string>> = {
  draft: "The account may not delete it, so it is a draft again.",
  gone: "It was not in the blog any more: somebody or an attempt that was interrupted has removed it.",
  kept: "It was there before the run, which replaced its text. What it held before is not kept here, so it stays as it is.",
  "no-post": "The run uploaded its images and did not come to post it.",
};

/** A post that the run replaced stays, if it is still there; one that it made goes. */
async function became(entry: Entry, deed: Deed, calls: BlogCalls, context: Context): Promise<string> {
  const { blogId } = entry;
  const { providers, options, signal } = context;
  if (deed.did !== "updated") return await post(entry, deed, calls, context);
  if (entry.isUnasked) return "kept";
  // Somebody may have taken the mark out since.
  const keys: readonly PostKey[] = [
    { marker: deed.marker },
    { title: entry.title },
    ...(entry.slug === "" ? [] : [{ slug: entry.slug }]),
  ];
  for (const key of keys) {
    const find = () => providers.publisher.find(blogId, key, { type: options.postType, signal });
    if ((await calls.to(blogId, find, context))?.id === deed.postId) return "kept";
  }
  return "gone";
}

/** Takes the images along that nothing shows any more, also those that later runs have put into the post. */
async function imagesBack(
  { key, blogId, marker }: Entry,
  {
    status,
    postId,
    markers,
  }: { readonly status: string; readonly postId: string; readonly markers: readonly string[] },
  { ofRun, calls }: Rollback,
  context: Context,
): Promise<string> {
  if (status === "kept") return markers.length === 0 ? "" : "Its images stay, because it shows them.";
  const known = (await memory.article(key, context))?.posts[blogId];
  const ofOthers = known !== undefined && known.postId === postId ? known.images : [];
  const isOver = (user: ImageUser) => user.post === marker && (status !== "no-post" || user.runId === ofRun);
  return await takeBackImages([...new Set([...markers, ...ofOthers])], { ofRun, blogId, calls, isOver }, context);
}

/** A post that the run made and was stopped before it could note that. */
async function lostDeed(entry: Entry, calls: BlogCalls, context: Context): Promise<Deed | undefined> {
  const { blogId, marker, key, leftOut, known } = entry;
  const { providers, options, signal } = context;
  const isOfOther = (await memory.article(key, context))?.posts[blogId] !== undefined;
  if (marker === "" || leftOut !== undefined || known !== undefined || isOfOther) return undefined;
  const find = () => providers.publisher.find(blogId, { marker }, { type: options.postType, signal });
  const found = await calls.to(blogId, find, context);
  if (found === undefined) return undefined;
  const { id: postId, url, status } = found;
  return { did: "posted", postId, url, marker, status, openLinks: [] };
}

/** What the post is now: `deleted`, `draft` or `gone`. */
async function post({ file, blogId }: Entry, { postId }: Deed, calls: BlogCalls, context: Context): Promise<string> {
  const { providers, options, signal } = context;
  const act = async () => {
    const became = await providers.publisher.takeBack(blogId, postId, { type: options.postType, signal });
    return { became: became ?? "gone" };
  };
  // Deleting what is deleted already does no harm.
  const effect = () => context.effect(`take ${file} back from ${blogId}`, act, { onUncertain: "retry" });
  const { result } = await calls.to(blogId, effect, context);
  return String(result?.["became"]);
}

/** The next run may post the article again. */
async function forget({ key, blogId }: Entry, postId: string, context: Context): Promise<void> {
  const known = await memory.article(key, context);
  if (known === undefined || known.posts[blogId]?.postId !== postId) return;
  const { [blogId]: _gone, ...posts } = known.posts;
  memory.keepArticle({ ...known, posts }, context.output);
}
