import { type JsonObject, type PublishedPost, shown } from "../../kernel/index.js";
import { leftOutForKeyword } from "../_kit/articles-in/index.js";
import { linksIn } from "./addresses-in.js";
import { articleOf } from "./article-of.js";
import { duplicateOf, type HeldPost, howHeld, knownPost, mayUpdate } from "./duplicates.js";
import { placedImages } from "./images.js";
import { linkedFile } from "./links.js";
import { type Deed, memory } from "./memory.js";
import type { Context } from "./options.js";
import { filledOf, outgoingPost, replacing } from "./outgoing.js";
import type { Entry } from "./plan.js";
import { type PostRow, postRow } from "./rows.js";
import type { UploadRun } from "./run-state.js";

/** What is kept of an entry that was worked. */
interface Done extends Deed {
  readonly postedAt: string;
  readonly notes: readonly string[];
  /** Markers of the images that it shows. */
  readonly images: readonly string[];
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
    const { entry, context } = this;
    const held = await duplicateOf(entry, context);
    if (held === undefined) return await this.posted();
    if (held.by === "this run") return await this.found(held.post);
    if (mayUpdate(held, context.options)) return await this.updated(held);
    const { openLinks = [] } = (await knownPost(entry, context)) ?? {};
    return this.done("skipped", held.post, { notes: [howHeld(held, context.options), ...unsetLinks(openLinks)] });
  }

  /** What an earlier attempt at this run made, when its answer was lost. */
  async earlierAttempt(): Promise<Done | undefined> {
    const held = await duplicateOf(this.entry, this.context);
    return held?.by === "this run" ? await this.found(held.post) : undefined;
  }

  private async found(post: PublishedPost): Promise<Done> {
    const { entry, index, context } = this;
    const { html } = await articleOf(entry.file, context);
    const notes = ["It was found in the blog: the answer to an earlier attempt had been lost."];
    const images = await memory.uploads(context.runId, index, context);
    return this.done("posted", post, { notes, images, openLinks: this.openLinksOf(html) });
  }

  private async posted(): Promise<Done> {
    const { publisher } = this.context.providers;
    const { post, notes, images } = await this.outgoing();
    const made = await publisher.post(this.entry.blogId, post, { signal: this.context.signal });
    const openLinks = this.openLinksOf(post.html);
    return this.done("posted", made, { notes: [...notes, ...made.notes], images, openLinks });
  }

  private async updated(held: HeldPost): Promise<Done> {
    const { signal, providers } = this.context;
    const { post, notes, images } = await this.outgoing();
    if (held.by === "others") {
      notes.unshift(howHeld(held, this.context.options));
      await this.adopt(held.post);
    }
    const next = replacing(post, held.post.status);
    const made = await providers.publisher.update(this.entry.blogId, held.post.id, next, { signal });
    const openLinks = this.openLinksOf(post.html);
    return this.done("updated", made, { notes: [...notes, ...made.notes], images, openLinks });
  }

  /** Notes before the post of somebody else gets the mark of the entry that no run made it, so that none is ever taken back. */
  private async adopt({ id: postId, url }: PublishedPost): Promise<void> {
    const { entry, index, context } = this;
    const { key, file, blogId, marker } = entry;
    const known = await memory.article(key, context);
    const post = { marker, postId, url, runId: "", images: [], openLinks: [] };
    memory.keepArticle({ key, file, posts: { ...known?.posts, [blogId]: post } }, context.output);
    await context.checkpoint(`adopted ${index}`, {});
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
    const place = { ...entry, index };
    const images = await placedImages(article, place, run.uploaded, context);
    const addressOf = (file: string) => run.addressesIn(entry.blogId).of(file);
    const { options, clock } = context;
    const post = outgoingPost({ article, entry, images, options, now: clock.now(), addressOf });
    const keywordless = leftOutForKeyword(article, options) ?? [];
    const { notes: unnamed } = filledOf(article, entry, options);
    const notes = [...images.notes, ...this.deadLinks(article.html), ...unnamed].concat(keywordless);
    return { post, images: images.markers, notes };
  }

  /** Notes on links that this run will not set. */
  private deadLinks(html: string): readonly string[] {
    const { entry, run } = this;
    const files = this.linkedFiles(html);
    const unknown = files.filter((file) => !run.isPlanned(file));
    const without = files.filter((file) => run.isPlanned(file) && !run.willHavePost(entry.blogId, file));
    return [
      ...(unknown.length === 0
        ? []
        : [`Links to files that are no articles of the plan stay as they are: ${shown(unknown.join(", "))}.`]),
      ...(without.length === 0
        ? []
        : [`Links to articles without a post in this blog stay as they are: ${shown(without.join(", "))}.`]),
    ];
  }

  /** Files of the plan that the HTML links to. */
  private openLinksOf(html: string): readonly string[] {
    return this.linkedFiles(html).filter((file) => this.run.isPlanned(file));
  }

  private linkedFiles(html: string): readonly string[] {
    if (!this.context.options.resolveInternalLinks) return [];
    return [...new Set(linksIn(html).flatMap((href) => linkedFile(href, this.entry.file)?.file ?? []))];
  }

  private done(
    did: Deed["did"],
    { id: postId, url, status }: PublishedPost,
    { images = [], openLinks = [], notes }: Partial<Done> & Pick<Done, "notes">,
  ): Done {
    const postedAt = this.context.clock.now().toISOString();
    // Two images of one article may be described in the same words.
    const once = [...new Set(notes)];
    return { did, postId, url, status, notes: once, images, openLinks, marker: this.entry.marker, postedAt };
  }
}

function unsetLinks(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  return [
    `Its links to ${shown(files.join(", "))} are not set. A run with onDuplicate set to update sets them once these have posts.`,
  ];
}

/** Sends a post once more, now that files it links to have addresses, all but the open ones. */
export async function linkEntry(
  entry: Entry,
  index: number,
  openLinks: readonly string[],
  run: UploadRun,
  context: Context,
): Promise<void> {
  const { runId, output } = context;
  const deed = await memory.deed(runId, index, context);
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
  memory.keepDeed(runId, index, { ...deed, openLinks }, output);
  const known = await memory.article(entry.key, context);
  const post = known?.posts[entry.blogId];
  if (known === undefined || post === undefined) return;
  memory.keepArticle({ ...known, posts: { ...known.posts, [entry.blogId]: { ...post, openLinks } } }, output);
}

async function remember(entry: Entry, index: number, done: Done, context: Context): Promise<void> {
  const { runId, output } = context;
  const { key, file, blogId, textHash } = entry;
  const { did, postId, url, marker, status, openLinks } = done;
  memory.keepDeed(runId, index, { did, postId, url, marker, status, openLinks }, output);
  const known = await memory.article(key, context);
  if (did !== "skipped" || known !== undefined) memory.keepText(textHash, key, output);
  if (did === "skipped") return;
  const before = known?.posts[blogId]?.postId === postId ? known.posts[blogId] : undefined;
  const images = [...new Set([...(before?.images ?? []), ...done.images])];
  const ofRun = did === "posted" ? runId : (before?.runId ?? "");
  const post = { marker, postId, url, status, runId: ofRun, images, openLinks };
  memory.keepArticle({ key, file, posts: { ...known?.posts, [blogId]: post } }, output);
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
