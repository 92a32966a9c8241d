import { type JsonObject, type PublishedPost, shown } from "../../kernel/index.js";
import { linksIn } from "./addresses-in.js";
import { articleOf } from "./article-of.js";
import { placedImages } from "./images.js";
import { linkedFile } from "./links.js";
import { type Deed, type KnownPost, memory } from "./memory.js";
import type { Context } from "./options.js";
import { outgoingPost, replacing } from "./outgoing.js";
import type { Entry } from "./plan.js";
import { type PostRow, postRow } from "./rows.js";
import type { UploadRun } from "./run-state.js";

/** What is kept of an entry that was worked. */
interface Done extends Deed {
  readonly postedAt: string;
  readonly notes: readonly string[];
}

/** Posts one article to one blog, once whatever happens in between, and puts out what is to be remembered of it. Gives its row. */
export async function postEntry(entry: Entry, index: number, run: UploadRun, context: Context): Promise<PostRow> {
  const work = new EntryWork(entry, index, run, context);
  const { result } = await run.calls.to(
    entry.blogId,
    () =>
      context.effect(`post ${entry.file} to ${entry.blogId}`, async () => asJson(await work.act()), {
        lookup: async () => {
          const earlier = await work.earlierAttempt();
          return earlier && asJson(earlier);
        },
      }),
    context,
  );
  // With `lookup` an effect is done, and has what `act` or `lookup` gave.
  const done = result as unknown as Done;
  run.addressesIn(entry.blogId).add(entry.file, done.url);
  await remember(entry, index, done, context);
  return rowOf(entry, done);
}

class EntryWork {
  constructor(
    private readonly entry: Entry,
    private readonly index: number,
    private readonly run: UploadRun,
    private readonly context: Context,
  ) {}

  async act(): Promise<Done> {
    const { onDuplicate } = this.context.options;
    const { slug } = this.entry;
    const marked = await this.marked();
    if (marked?.isOurs === true) return await this.found(marked.post);
    const isOpen = onDuplicate !== "post" && marked === undefined && slug !== "";
    const there = marked?.post ?? (isOpen ? await this.find({ slug }) : undefined);
    if (there === undefined) return await this.posted();
    if (onDuplicate === "update") return await this.updated(there);
    return this.done("skipped", there, [`The blog has it already, as "${there.title}" (${there.status}).`]);
  }

  /** What an earlier attempt at this run made, when its answer was lost. */
  async earlierAttempt(): Promise<Done | undefined> {
    const marked = await this.marked();
    return marked?.isOurs === true ? await this.found(marked.post) : undefined;
  }

  /** The post with the mark of the entry. It is of this run unless another is known to have made it. */
  private async marked(): Promise<{ readonly post: PublishedPost; readonly isOurs: boolean } | undefined> {
    const post = await this.find({ marker: this.entry.marker });
    if (post === undefined) return undefined;
    const known = await knownPost(this.entry, this.context);
    return { post, isOurs: known?.postId !== post.id || known.runId === this.context.runId };
  }

  private async found(post: PublishedPost): Promise<Done> {
    const { html } = await articleOf(this.entry.file, this.context);
    const notes = ["It was found in the blog: the answer to an earlier attempt had been lost."];
    return this.done("posted", post, notes, this.openLinksOf(html));
  }

  private find(key: { readonly marker: string } | { readonly slug: string }) {
    const { providers, signal, options } = this.context;
    return providers.publisher.find(this.entry.blogId, key, { type: options.postType, signal });
  }

  private async posted(): Promise<Done> {
    const { publisher } = this.context.providers;
    const { post, notes } = await this.outgoing();
    const made = await publisher.post(this.entry.blogId, post, { signal: this.context.signal });
    return this.done("posted", made, [...notes, ...made.notes], this.openLinksOf(post.html));
  }

  private async updated(there: PublishedPost): Promise<Done> {
    const { publisher } = this.context.providers;
    const { post, notes } = await this.outgoing();
    const { signal } = this.context;
    const made = await publisher.update(this.entry.blogId, there.id, replacing(post, there.status), { signal });
    return this.done("updated", made, [...notes, ...made.notes], this.openLinksOf(post.html));
  }

  /** Sends a post of this run once more. */
  async again({ did, postId, status }: Deed): Promise<void> {
    const { publisher } = this.context.providers;
    const { post } = await this.outgoing();
    const next = did === "posted" ? post : replacing(post, status);
    await publisher.update(this.entry.blogId, postId, next, { signal: this.context.signal });
  }

  private async outgoing() {
    const { entry, index, run, context } = this;
    const article = await articleOf(entry.file, context);
    const images = await placedImages(article, { blogId: entry.blogId, index }, run.uploaded, context);
    const addressOf = (file: string) => run.addressesIn(entry.blogId).of(file);
    const { options, clock } = context;
    const post = outgoingPost({ article, entry, images, options, now: clock.now(), addressOf });
    return { post, notes: [...images.notes, ...this.deadLinks(article.html)] };
  }

  /** A note on links to files that are no articles of the plan. */
  private deadLinks(html: string): readonly string[] {
    const { entry, run, context } = this;
    if (!context.options.resolveInternalLinks) return [];
    const files = linksIn(html).flatMap((href) => linkedFile(href, entry.file)?.file ?? []);
    const dead = [...new Set(files)].filter((file) => !run.isPlanned(file));
    if (dead.length === 0) return [];
    return [`Links to files that are no articles of the plan stay as they are: ${shown(dead.join(", "))}.`];
  }

  /** Whether the HTML has links to files of the plan. */
  private openLinksOf(html: string): boolean {
    const { entry, run, context } = this;
    if (!context.options.resolveInternalLinks) return false;
    return linksIn(html).some((href) => {
      const linked = linkedFile(href, entry.file);
      return linked !== undefined && run.isPlanned(linked.file);
    });
  }

  private done(did: Deed["did"], post: PublishedPost, notes: readonly string[], hasOpenLinks = false): Done {
    const { id: postId, url, status } = post;
    const postedAt = this.context.clock.now().toISOString();
    return { did, postId, url, status, notes, hasOpenLinks, marker: this.entry.marker, postedAt };
  }
}

/** Sends a post once more, now that the files it links to have addresses. */
export async function linkEntry(entry: Entry, index: number, run: UploadRun, context: Context): Promise<void> {
  const deed = await memory.deed(context.runId, index, context);
  if (deed === undefined) return;
  const work = new EntryWork(entry, index, run, context);
  await run.calls.to(
    entry.blogId,
    () =>
      context.effect(
        `link ${entry.file} in ${entry.blogId}`,
        async () => {
          await work.again(deed);
          return {};
        },
        // Replacing a text by the same one does no harm.
        { onUncertain: "retry" },
      ),
    context,
  );
}

async function knownPost({ key, blogId }: Entry, context: Context): Promise<KnownPost | undefined> {
  return (await memory.article(key, context))?.posts[blogId];
}

async function remember(entry: Entry, index: number, done: Done, context: Context): Promise<void> {
  const { runId, output } = context;
  const { key, blogId, textHash } = entry;
  const { did, postId, url, marker, status, hasOpenLinks } = done;
  memory.keepDeed(runId, index, { did, postId, url, marker, status, hasOpenLinks }, output);
  if (did !== "posted") return;
  const known = await memory.article(key, context);
  memory.keepArticle({ key, posts: { ...known?.posts, [blogId]: { marker, postId, url, runId } } }, output);
  memory.keepText(textHash, key, output);
}

function rowOf({ file, blogId, at }: Entry, { did, postId, url, status, postedAt, notes }: Done): PostRow {
  return postRow({
    ...{ file, blogId, postId, url, notes: notes.join(" ") },
    status: did === "posted" ? status : did,
    scheduledFor: did === "posted" ? at : "",
    postedAt: did === "skipped" ? "" : postedAt,
  });
}

function asJson(done: Done): JsonObject {
  return { ...done };
}
