import { type PublishedPost, shown } from "../../kernel/index.js";
import { type KnownPost, memory } from "./memory.js";
import type { Context, PostUploaderOptions } from "./options.js";
import type { Entry } from "./plan.js";

/** A post that stands for an article in a blog already. */
export interface HeldPost {
  readonly post: PublishedPost;
  /** Who made it. Only a post of this run or task has the mark of the article. */
  readonly by: "this run" | "this task" | "others";
  /** Whether the task alone says so, because the blog cannot be asked. */
  readonly isRemembered?: boolean;
}

/** The post with the mark of the article, else the one with its slug. */
export async function duplicateOf(entry: Entry, context: Context): Promise<HeldPost | undefined> {
  if (entry.isUnasked) return await rememberedPost(entry, context);
  const { providers, signal, options, runId } = context;
  const find = (key: { readonly marker: string } | { readonly slug: string }) =>
    providers.publisher.find(entry.blogId, key, { type: options.postType, signal });
  const marked = await find({ marker: entry.marker });
  if (marked !== undefined) {
    // It is of this run unless another is known to have made it.
    const known = await knownPost(entry, context);
    const isOfOther = known?.postId === marked.id && known.runId !== runId;
    return { post: marked, by: isOfOther ? "this task" : "this run" };
  }
  if (options.onDuplicate === "post" || entry.slug === "") return undefined;
  const post = await find({ slug: entry.slug });
  return post && { post, by: "others" };
}

async function rememberedPost(entry: Entry, context: Context): Promise<HeldPost | undefined> {
  const known = await knownPost(entry, context);
  if (known?.marker !== entry.marker) return undefined;
  const { postId: id, url, status = "" } = known;
  const post = { id, url, status, title: entry.title, slug: entry.slug, notes: [] };
  return { post, by: known.runId === context.runId ? "this run" : "this task", isRemembered: true };
}

/** Whether the article may replace what the post holds. */
export function mayUpdate({ by }: HeldPost, { onDuplicate, updateOthers }: PostUploaderOptions): boolean {
  return onDuplicate === "update" && (by !== "others" || updateOthers);
}

/** As what the blog has the article, for the notes of its row. */
export function howHeld(held: HeldPost, options: PostUploaderOptions): string {
  const { post, by } = held;
  if (held.isRemembered)
    return "This task has posted it there already. The blog cannot be asked whether it still has it.";
  const named = `"${shown(post.title)}" (${shown(post.status)})`;
  if (by === "others" && mayUpdate(held, options)) return `It replaces ${named}, which this task did not make.`;
  if (by !== "others" || options.onDuplicate !== "update") return `The blog has it already, as ${named}.`;
  return `The blog has ${named} under its slug, which this task did not make, so it is left alone. Turn updateOthers on to replace it.`;
}

export async function knownPost({ key, blogId }: Entry, context: Context): Promise<KnownPost | undefined> {
  return (await memory.article(key, context))?.posts[blogId];
}
