import {
  type Blog,
  type PostKey,
  type PostStatus,
  type Random,
  ScriptoriumError,
  seededRandom,
  seedOf,
} from "../../kernel/index.js";
import { articleFilesIn, type SourceArticle } from "../_kit/articles-in/index.js";
import { type PlanEntry, plannedTimes } from "../_kit/drip/index.js";
import { slug as slugOf } from "../_kit/slug.js";
import { articleOf } from "./article-of.js";
import { Identities, type Renamed } from "./identity.js";
import { digest, postMarker } from "./keys.js";
import type { Context, PostUploaderOptions } from "./options.js";

/** One article for one blog. */
export interface Entry {
  readonly file: string;
  readonly blogId: string;
  readonly title: string;
  /** Of the article, from run to run. */
  readonly key: string;
  readonly textHash: string;
  readonly marker: string;
  /** Empty where the blog chooses it. */
  readonly slug: string;
  /** ISO 8601; empty for what gets no time of its own. */
  readonly at: string;
  readonly day: string;
  /** Whether it waits for approval. */
  readonly waits: boolean;
  /** Whether its blog cannot be asked what it has, so that what the task remembers has to do. */
  readonly isUnasked?: boolean;
  /** Whether its blog has a post under its slug, which is left alone or replaced. */
  readonly isTaken?: boolean;
  /** The post that an earlier run made of it. */
  readonly known?: { readonly postId: string; readonly url: string };
  /** Why it is not posted: an equal article in another file, or a file that cannot be read. */
  readonly leftOut?: { readonly failed: boolean; readonly why: string };
}

export interface Plan {
  readonly entries: readonly Entry[];
}

export interface NewPlan extends Plan {
  /** Articles that have another file or key than the task remembers. */
  readonly renamed: readonly Renamed[];
}

export type Planning = Pick<
  Context,
  "taskId" | "runId" | "options" | "providers" | "random" | "signal" | "remembered"
> & {
  readonly clock: Pick<Context["clock"], "now">;
};

/** Whether the blog has a post with the key; undefined where nobody can say. */
export type IsThere = (blogId: string, key: PostKey) => Promise<boolean | undefined>;

/** Which article goes when to which blog. Articles that the blogs have already take no time of the plan. */
export async function madePlan(blogs: readonly Blog[], isThere: IsThere, context: Planning): Promise<NewPlan> {
  const { options, providers, random, signal, clock } = context;
  const files = await articleFilesIn(options, providers.folder, signal);
  const drafts = new Drafts(blogs, new Set(files), isThere, context);
  for (const file of files) {
    signal.throwIfAborted();
    let article: SourceArticle;
    try {
      article = await articleOf(file, context);
    } catch (error) {
      signal.throwIfAborted();
      if (!ScriptoriumError.is(error)) throw error;
      drafts.addUnreadable(file, error.message);
      continue;
    }
    await drafts.add(article);
  }
  const seed = seedOf(random) ?? "";
  const timed = blogs.flatMap((blog) => {
    const own = drafts.entries.filter(({ blogId }) => blogId === blog.id);
    const open = own.filter((entry) => needsTime(entry, options));
    const inTurn = [...open.filter(({ waits }) => !waits), ...open.filter(({ waits }) => waits)];
    const world = { now: clock.now(), random: seededRandom(`${seed}:${blog.id}`) };
    const times = plannedTimes(inTurn.length, options, world);
    const byEntry = new Map(inTurn.map((entry, at) => [entry, times[at]!]));
    return own.map((entry) => ({ ...entry, ...byEntry.get(entry) }));
  });
  const order = new Map(drafts.entries.map(({ file, blogId }, at) => [`${blogId}\n${file}`, at]));
  const place = ({ blogId, file }: Entry) => order.get(`${blogId}\n${file}`) ?? 0;
  const moment = ({ at }: Entry) => (at === "" ? 0 : Date.parse(at));
  const entries = timed.sort((one, other) => moment(one) - moment(other) || place(one) - place(other));
  return { entries, renamed: drafts.identities.renamed };
}

function needsTime({ known, isTaken = false, leftOut }: Entry, { onDuplicate }: PostUploaderOptions): boolean {
  return leftOut === undefined && ((known === undefined && !isTaken) || onDuplicate === "post");
}

/** The entries of a plan before they have their times. */
class Drafts {
  readonly entries: Entry[] = [];
  readonly identities: Identities;
  private readonly approved: ReadonlySet<string>;
  private readonly seenKeys = new Map<string, string>();
  private readonly seenTexts = new Map<string, string>();
  private readonly slugs = new Set<string>();
  private readonly lots: Random;
  private turn = 0;

  constructor(
    private readonly blogs: readonly Blog[],
    files: ReadonlySet<string>,
    private readonly isThere: IsThere,
    private readonly context: Planning,
  ) {
    this.identities = new Identities(files, context);
    this.approved = new Set(context.options.approvedFiles.map((line) => line.trim()));
    this.lots = seededRandom(`${seedOf(context.random) ?? ""}:blogs`);
  }

  addUnreadable(file: string, why: string): void {
    const leftOut = { failed: true, why };
    for (const { id } of this.blogs) this.entries.push({ ...emptyEntry(file, id), leftOut });
  }

  async add(article: SourceArticle): Promise<void> {
    const { taskId, runId, options } = this.context;
    const { file, title } = article;
    const textHash = digest([title, article.hash]);
    const known = await this.identities.of(article, textHash);
    const { key } = known;
    const twin = this.seenKeys.get(key) ?? this.seenTexts.get(textHash);
    const isRepeated = twin !== undefined && options.onDuplicate !== "post";
    if (twin === undefined) {
      this.seenKeys.set(key, file);
      this.seenTexts.set(textHash, file);
    }
    const slug = this.slug(article);
    const waits = options.requireApproval && !this.approved.has(file);
    for (const { id: blogId, kind } of this.chosen(Object.keys(known.posts))) {
      const post = known.posts[blogId];
      const isAnew = options.onDuplicate === "post";
      const marker = isAnew ? postMarker(taskId, blogId, file, runId) : postMarker(taskId, blogId, key);
      const isUnasked = kind === "webhook";
      const stays =
        post !== undefined && (isUnasked || (await this.isThere(blogId, { marker: post.marker })) !== false);
      const isNew = !stays && !isAnew && !isUnasked && !isRepeated && slug !== "";
      const isTaken = isNew && (await this.isThere(blogId, { slug })) === true;
      this.entries.push({
        ...emptyEntry(file, blogId),
        ...{ title, key, textHash, slug, waits, marker },
        ...(isUnasked && { isUnasked }),
        ...(isTaken && { isTaken }),
        ...(stays && { known: { postId: post.postId, url: post.url } }),
        ...(isRepeated && { leftOut: { failed: false, why: `The same article is in ${twin}.` } }),
      });
    }
  }

  /** An article that is shared out stays with the blog that has it. */
  private chosen(having: readonly string[]): readonly Blog[] {
    const { blogs, lots } = this;
    const { distribute } = this.context.options;
    if (distribute === "each") return blogs;
    const turn = this.turn;
    this.turn += 1;
    const chosen = distribute === "random" ? lots.pick(blogs) : blogs[turn % blogs.length]!;
    return [blogs.find(({ id }) => having.includes(id)) ?? chosen];
  }

  private slug(article: SourceArticle): string {
    const { postSlug } = this.context.options;
    if (postSlug === "none") return "";
    const name = article.file.slice(article.file.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
    const source =
      postSlug === "filename" ? name : postSlug === "auto" && article.slug !== "" ? article.slug : article.title;
    // A title of signs alone names nothing that others could not have, too.
    const plain = /[\p{L}\p{N}]/u.test(source) ? slugOf(source) : `post-${digest([article.hash]).slice(0, 12)}`;
    let unique = plain;
    for (let number = 2; this.slugs.has(unique); number += 1) unique = `${plain}-${number}`;
    this.slugs.add(unique);
    return unique;
  }
}

function emptyEntry(file: string, blogId: string): Entry {
  return { file, blogId, title: file, key: "", textHash: "", marker: "", slug: "", at: "", day: "", waits: false };
}

/** What a post is handed over as at this moment. */
export function statusOf({ at }: Pick<Entry, "at">, { postStatus }: PostUploaderOptions, now: Date): PostStatus {
  if (postStatus !== "publish" && postStatus !== "future") return postStatus;
  return at !== "" && Date.parse(at) > now.getTime() ? "future" : "publish";
}

/** The plan for people: what has a time, in its order. */
export function shownPlan(
  { entries }: Plan,
  blogs: readonly Blog[],
  options: PostUploaderOptions,
  now: Date,
): PlanEntry[] {
  const names = new Map(blogs.map(({ id, url, name }) => [id, url === "" ? name : `${name} (${url})`]));
  return entries
    .filter(({ at }) => at !== "")
    .map((entry) => ({
      ...{ at: entry.at, day: entry.day, file: entry.file, title: entry.title },
      target: names.get(entry.blogId) ?? entry.blogId,
      status: entry.waits ? "needs-approval" : statusOf(entry, options, now),
    }));
}
