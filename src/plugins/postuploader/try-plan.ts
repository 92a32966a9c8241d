import { z } from "zod";
import { defineTry, type JsonObject, ScriptoriumError } from "../../kernel/index.js";
import { whole } from "../_kit/option-fields.js";
import { articleOf } from "./article-of.js";
import { postUploaderProblems } from "./checks.js";
import type { Needed, PostUploaderOptions, Trying, Used } from "./options.js";
import { outgoingPost } from "./outgoing.js";
import { type Entry, madePlan, shownPlan } from "./plan.js";

const asks = z.object({ posts: whole({ from: 1, to: 500, usual: 20 }, "How many posts of the plan are shown.") });

/** Shows the plan of a run and its first post, and posts nothing. */
export const tryOfPlan = defineTry<PostUploaderOptions, typeof asks, Needed, Used>({
  asks,
  async show({ posts }, given) {
    const { lines, randomOf } = given;
    const context = { ...given, random: randomOf(lines[0] ?? "") };
    const { options, providers, clock, log } = context;
    const problems = await postUploaderProblems(options, providers);
    for (const { message } of problems) log.warn(message);
    const wrong = problems.find(({ severity }) => severity !== "warning");
    if (wrong !== undefined) throw new ScriptoriumError("TRY_REFUSED", wrong.message, { field: wrong.field });
    const blogs = await providers.publisher.blogs(options.blogIds);
    const plan = await madePlan(blogs, async () => undefined, context);
    const shown = shownPlan(plan, blogs, options, clock.now());
    const first = plan.entries.find(({ at, waits }) => at !== "" && !waits) ?? plan.entries[0];
    return {
      count: shown.length,
      plan: shown.slice(0, posts).map((entry): JsonObject => ({ ...entry })),
      leftOut: plan.entries
        .filter(({ at }) => at === "")
        .slice(0, posts)
        .map(({ file, blogId, leftOut }) => ({
          file,
          blogId,
          why: leftOut?.why ?? "The blog has it from an earlier run.",
        })),
      post: first === undefined || first.leftOut?.failed === true ? null : await firstPost(first, context),
    };
  },
});

async function firstPost(entry: Entry, context: Trying): Promise<JsonObject> {
  const { options, clock } = context;
  const article = await articleOf(entry.file, context);
  const images = { addresses: new Map(), notes: [], markers: [] };
  const now = clock.now();
  const post = outgoingPost({ article, entry, images, options, now, addressOf: () => undefined });
  return {
    ...post,
    file: entry.file,
    blogId: entry.blogId,
    images: article.images.map((image) => ({ ...image })),
  } as JsonObject;
}
