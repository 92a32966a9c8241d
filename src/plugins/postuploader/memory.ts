import type { Output } from "../../kernel/index.js";
import { storedJson } from "../_kit/stored-json.js";
import { digest } from "./keys.js";
import type { Context } from "./options.js";

/** A post of an article in one blog. */
export interface KnownPost {
  readonly marker: string;
  readonly postId: string;
  readonly url: string;
  /** As the blog called it last. */
  readonly status?: string;
  /** Of the run that made it; empty where somebody else did, and a run has replaced its text. */
  readonly runId: string;
  /** Markers of all images that runs uploaded for it. */
  readonly images: readonly string[];
  /** Files it links to that had no post in the blog. */
  readonly openLinks: readonly string[];
}

/** What the task knows of an article from its runs. */
export interface KnownArticle {
  readonly key: string;
  /** Where it was last; absent for the file that the key names. */
  readonly file?: string;
  /** By the id of the blog. */
  readonly posts: Readonly<Record<string, KnownPost>>;
}

/** An image in the media of a blog. */
export interface KnownImage {
  readonly blogId: string;
  readonly id: string;
  readonly url: string;
  readonly usedBy: readonly ImageUser[];
}

/** A post that shows an image, by its marker, and a run that saw to that. */
export interface ImageUser {
  readonly post: string;
  readonly runId: string;
}

/** What a run did with an entry of its plan. */
export interface Deed {
  readonly did: "posted" | "updated" | "skipped";
  readonly postId: string;
  readonly url: string;
  readonly marker: string;
  /** As the blog calls it. */
  readonly status: string;
  /** Files of the plan that it links to and that had no address yet. */
  readonly openLinks: readonly string[];
}

type Reading = Pick<Context, "remembered">;

const articleName = (key: string) => `articles/${digest([key])}.json`;
const textName = (textHash: string) => `texts/${digest([textHash])}.json`;
const nameName = (own: string) => `names/${digest([own])}.json`;
const imageName = (marker: string) => `images/${marker}.json`;
const deedName = (runId: string, index: number) => `runs/${runId}/post-${index}.json`;
const uploadsName = (runId: string, index: number) => `runs/${runId}/images-${index}.json`;
const planName = (runId: string) => `runs/${runId}/plan.json`;

/** What a task remembers from run to run, so that none posts twice and each can be taken back. */
export const memory = {
  article: (key: string, from: Reading) => read<KnownArticle>(articleName(key), from),
  keepArticle(article: KnownArticle, output: Output): void {
    const isEmpty = Object.keys(article.posts).length === 0;
    output.remember(articleName(article.key), isEmpty ? "" : JSON.stringify(article));
  },
  /** The key of the article that had this title and text before, perhaps in another file. */
  keyOfText: async (textHash: string, from: Reading) =>
    (await read<{ readonly key: string }>(textName(textHash), from))?.key,
  keepText: (textHash: string, key: string, output: Output) =>
    output.remember(textName(textHash), JSON.stringify({ key })),
  /** The key of the article whose file gives it this other one. */
  keyOfName: async (own: string, from: Reading) => (await read<{ readonly key: string }>(nameName(own), from))?.key,
  keepName: (own: string, key: string, output: Output) => output.remember(nameName(own), JSON.stringify({ key })),
  image: (marker: string, from: Reading) => read<KnownImage>(imageName(marker), from),
  keepImage: (marker: string, image: KnownImage | undefined, output: Output) =>
    output.remember(imageName(marker), image === undefined ? "" : JSON.stringify(image)),
  deed: (runId: string, index: number, from: Reading) => read<Deed>(deedName(runId, index), from),
  keepDeed: (runId: string, index: number, deed: Deed, output: Output) =>
    output.remember(deedName(runId, index), JSON.stringify(deed)),
  /** Markers of the images that a run uploaded or used for an entry, whether or not its post came to be. */
  uploads: async (runId: string, index: number, from: Reading) =>
    (await read<readonly string[]>(uploadsName(runId, index), from)) ?? [],
  keepUploads: (runId: string, index: number, markers: readonly string[], output: Output) =>
    output.remember(uploadsName(runId, index), JSON.stringify(markers)),
  plan: <Plan>(runId: string, from: Reading) => read<Plan>(planName(runId), from),
  keepPlan: (runId: string, plan: unknown, output: Output) => output.remember(planName(runId), JSON.stringify(plan)),
};

async function read<Kept>(name: string, { remembered }: Reading): Promise<Kept | undefined> {
  // Nobody else writes there.
  return storedJson(await remembered(name)) as Kept | undefined;
}
