import { z } from "zod";
import { basic, type TaskContext, type TryContext } from "../../kernel/index.js";
import { articleFields } from "../_kit/articles-in/index.js";
import { dripFields } from "../_kit/drip/index.js";
import { choice, flag, lines, text, whole } from "../_kit/option-fields.js";
import { webFields } from "../_kit/web/options.js";

/** The data object of a post uploader, besides the fields every task has. */
export const postUploaderOptions = z.object({
  blogIds: basic(lines("Where to post: ids or names of stored blogs, or `group:<name>` for all of a group."), [
    "group:news",
  ]),
  // Images of the articles may be on the web.
  ...webFields,
  requestDelayFrom: webFields.requestDelayFrom.describe(
    "Fewest milliseconds between two images of the articles from one host of the web. Posts to a blog go one after the other, without a pause.",
  ),
  requestDelayTo: webFields.requestDelayTo.describe(
    "Most milliseconds between two images of the articles from one host of the web.",
  ),
  ...articleFields,
  ...dripFields,
  postStatus: basic(
    choice(
      { of: ["draft", "publish", "pending", "private", "future"], usual: "draft" },
      "What the posts are. With `publish` a post whose time is still to come is handed over as `future` with its date, so that the blog publishes it and this server need not stay up.",
    ),
    "publish",
  ),
  postType: text("post", "`post`, `page` or a type of the blog's own."),
  postAuthor: text("", "Login or name of a user of the blog; empty for the user of the account."),
  postExcerpt: text("auto", "`auto` for that of the article, `none`, or a text; `{title}` and the like are filled in."),
  postSlug: choice(
    { of: ["auto", "title", "filename", "none"], usual: "auto" },
    "The end of the address: that of the article, else made of its title (`auto`); made of the title or the file name; or left to the blog.",
  ),
  postMeta: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      "Custom fields, by name. `{title}`, `{file}`, `{slug}` and names of the article's front matter are filled in; what the article does not name is left empty, with a note.",
    ),
  commentStatus: choice(
    { of: ["", "open", "closed"], usual: "" },
    "Whether readers may comment; empty as the blog does.",
  ),
  postFormat: text("", "`aside`, `gallery` and so on, where the blog has it."),
  createTerms: flag(
    true,
    "Makes categories and tags that the blog does not have. Without it they are left out with a note.",
  ),
  uploadImages: basic(
    flag(true, "Uploads the images of the articles to the blog, with alternative text and credit."),
    true,
  ),
  featuredImage: choice(
    { of: ["first", "metadata", "none"], usual: "first" },
    "The image that stands for the post: the first of the article, the one that its front matter names, or none. It needs `uploadImages`.",
  ),
  onDuplicate: choice(
    { of: ["skip", "update", "post"], usual: "skip" },
    "What becomes of an article that the blog has already, by the mark of an earlier run, else by its slug: left alone, its text replaced where it has the mark, or posted once more by each run.",
  ),
  updateOthers: flag(
    false,
    "With `onDuplicate` `update`, also replaces a post of the same slug that this task did not make. What it held before is lost.",
  ),
  distribute: basic(
    choice(
      { of: ["each", "round-robin", "random"], usual: "each" },
      "Every article goes to every blog (`each`), or to one: in turn (`round-robin`) or by lot (`random`).",
    ),
    "round-robin",
  ),
  resolveInternalLinks: flag(
    false,
    "Links between the articles become the addresses of their posts: at the end, posts with links to later ones are updated.",
  ),
  requireApproval: flag(false, "Posts only what `approvedFiles` names; the rows of others say `needs-approval`."),
  approvedFiles: lines("With `requireApproval`, the files that may be posted, one per line, as rows call them."),
  rollbackRunId: text(
    "",
    "The id of an earlier run of this task. The run posts nothing then, but takes back what that one made. Empty it afterwards.",
  ),
  rollbackFiles: lines(
    "With `rollbackRunId`, the files whose posts alone are taken back, one per line, as rows call them; `a.md my-blog` for the post in one blog, by its `blogId`. All that the run made when empty.",
  ),
  dryRun: basic(
    flag(
      false,
      "Shows in the rows and the plan what would be posted. The blogs are asked what they have already; nothing is sent to them.",
    ),
    true,
  ),
  maxFailures: whole(
    { from: 0, to: 1_000_000, usual: 0 },
    "The run stops when this many posts have failed; 0 for no limit.",
  ),
});

export type PostUploaderOptions = z.output<typeof postUploaderOptions>;
export type Needed = "publisher";
export type Used = "folder" | "web";
export type Context = TaskContext<PostUploaderOptions, Needed, Used>;
export type Trying = TryContext<PostUploaderOptions, Needed, Used>;
