import { createHash } from "node:crypto";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { PublisherProvider } from "../../kernel/index.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { type BlogAccount, type BlogAccounts, blogsOf, openedBlog } from "./accounts.js";
import { type ConnectionOptions, connect } from "./connection.js";
import { type BlogFolders, folderTarget } from "./folder.js";
import { ghostTarget } from "./ghost.js";
import { ghostApi } from "./ghost-api.js";
import type { Target } from "./target.js";
import { webhookTarget } from "./webhook.js";
import { openWordPress } from "./wordpress.js";

export type { BlogAccounts } from "./accounts.js";
export type { BlogFolders } from "./folder.js";
export type { Requester } from "./requests.js";

export interface PublisherOptions extends ConnectionOptions {
  /** Of the kernel. */
  readonly accounts: () => BlogAccounts;
  /** Absent where the server keeps no files. */
  readonly folders?: BlogFolders;
  /** Time by which tokens are made out and what was found out of a blog grows old. @default the system's */
  readonly now?: () => Date;
}

interface Opened {
  /** Of the account as it was. */
  readonly account: string;
  readonly at: number;
  readonly target: Promise<Target>;
}

/** What opens a blog does it for all that wait, so that no one of them may stop it. */
const never = new AbortController().signal;

/** What a blog has may change: terms, users, who may log in. */
const KEPT_MS = 10 * 60_000;

/** Publishes in the blogs of the kernel's accounts: WordPress, Ghost, webhooks and folders of the server. */
export function createPublisher(options: PublisherOptions): PublisherProvider {
  const { accounts, folders, now = () => new Date() } = options;
  const opened = new Map<string, Opened>();

  async function open(blog: BlogAccount, signal: AbortSignal): Promise<Target> {
    if (blog.kind === "folder") return folderTarget(blog, folders);
    const world = { blog, connection: connect(blog, options), now };
    if (blog.kind === "webhook") return webhookTarget(world);
    if (blog.kind === "ghost") return ghostTarget(ghostApi(blog, world.connection, now));
    return await openWordPress(world, signal);
  }

  /** The blog, opened once for all that ask at the same time. With `again` it is asked once more. */
  async function target(id: string, signal: AbortSignal, again = false): Promise<Target> {
    signal.throwIfAborted();
    const blog = await openedBlog(accounts(), id);
    const account = createHash("sha256").update(JSON.stringify(blog)).digest("hex");
    const before = opened.get(id);
    const isOfUse = !again && before?.account === account && now().getTime() - before.at < KEPT_MS;
    const one = isOfUse ? before : { account, at: now().getTime(), target: open(blog, never) };
    if (!isOfUse) opened.set(id, one);
    try {
      return await untilAborted(signal, one.target);
    } catch (error) {
      // A login that is refused is not tried again with the same password for a while, because sites lock such accounts.
      const isRefused = ScriptoriumError.is(error) && error.code === "auth";
      if (!isRefused && !signal.aborted && opened.get(id) === one) opened.delete(id);
      throw error;
    }
  }

  return {
    blogs: (ids) => blogsOf(accounts(), ids),
    check: async (id, { signal }) => (await target(id, signal, true)).check(signal),
    find: async (id, key, { type, signal }) => (await target(id, signal)).find(key, type, signal),
    post: async (id, post, { signal }) => (await target(id, signal)).post(post, signal),
    update: async (id, postId, post, { signal }) => (await target(id, signal)).update(postId, post, signal),
    takeBack: async (id, postId, { type, signal }) => (await target(id, signal)).takeBack(postId, type, signal),
    upload: async (id, image, { signal }) => (await target(id, signal)).upload(image, signal),
    removeImage: async (id, imageId, { signal }) => (await target(id, signal)).removeImage(imageId, signal),
  };
}
