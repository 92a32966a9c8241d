import type { JsonObject, PublishedPost } from "../../kernel/index.js";
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
    const earlier = await this.earlierAttempt();
    if (earlier !== undefined) return earlier;
    const there = onDuplicate === "post" ? undefined : await this.there();
    if (there === undefined) return await this.posted();
    if (onDuplicate === "update") return await this.updated(there);
    return this.done("skipped", there, [`The blog has it already, as "${there.title}" (${there.status}).`]);
  }

  /** The post, where it is there and no other run is known to have made it: the answer to an attempt was lost. */
  async earlierAttempt(): Promise<Done | undefined> {
    const { marker, file } = this.entry;
    const found = await this.find({ marker });
    if (found === undefined) return undefined;
    const known = await knownPost(this.entry, this.context);
    if (known !== undefined && known.postId === found.id && known.runId !== this.context.runId) return undefined;
    const article = await articleOf(file, this.context);
    const notes = ["It was found in the blog: the answer to an earlier attempt had been lost."];
    return this.done("posted", found, notes, this.openLinksOf(article.html));
  }

  /** What the blog has in the place of the article. */
  private async there(): Promise<PublishedPost | undefined> {
    const { marker, slug } = this.entry;
    return (await this.find({ marker })) ?? (slug === "" ? undefined : await this.find({ slug }));
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
    return { post, notes: images.notes };
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
