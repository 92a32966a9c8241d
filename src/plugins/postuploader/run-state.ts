import type { Blog } from "../../kernel/index.js";
import type { BlogCalls } from "./blog-calls.js";
import type { Uploaded } from "./images.js";
import { FileAddresses } from "./links.js";
import type { Context } from "./options.js";
import type { Plan } from "./plan.js";
import { PlanRows } from "./rows.js";

/** What the entries of a run share. */
export interface UploadRun {
  readonly blogs: readonly Blog[];
  readonly plan: Plan;
  readonly rows: PlanRows;
  readonly calls: BlogCalls;
  readonly uploaded: Uploaded;
  /** Whether a link to this file leads to an article of the plan. */
  isPlanned(file: string): boolean;
  /** Whether the file has a post in the blog, or gets one in this run if nothing goes wrong. */
  willHavePost(blogId: string, file: string): boolean;
  addressesIn(blogId: string): FileAddresses;
}

export async function uploadRun(
  given: Pick<UploadRun, "blogs" | "plan" | "calls">,
  context: Context,
): Promise<UploadRun> {
  const rows = new PlanRows("posted.csv");
  await rows.restore(context);
  const byBlog = new Map<string, FileAddresses>();
  const addressesIn = (blogId: string) => {
    const addresses = byBlog.get(blogId) ?? new FileAddresses();
    byBlog.set(blogId, addresses);
    return addresses;
  };
  // What is posted once more is linked among itself, and not to the posts of earlier runs.
  const isAnew = context.options.onDuplicate === "post";
  for (const { file, blogId, known } of given.plan.entries) {
    if (known !== undefined && !isAnew) addressesIn(blogId).add(file, known.url);
  }
  const planned = new FileAddresses();
  const expected = new Map(given.blogs.map(({ id }) => [id, new FileAddresses()]));
  for (const { file, blogId, waits, leftOut } of given.plan.entries) {
    planned.add(file, file);
    if (!waits && leftOut === undefined) expected.get(blogId)?.add(file, file);
  }
  return {
    ...{ ...given, rows, addressesIn, uploaded: new Map() },
    isPlanned: (file) => planned.of(file) !== undefined,
    willHavePost: (blogId, file) => (expected.get(blogId)?.of(file) ?? addressesIn(blogId).of(file)) !== undefined,
  };
}
