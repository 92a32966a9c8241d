import { z } from "zod";
import { basic, marked } from "../../kernel/index.js";
import { articleFields } from "../_kit/articles-in/index.js";
import { dripFields } from "../_kit/drip/index.js";
import { choice, flag, lines, text, whole } from "../_kit/option-fields.js";

export const FORMATS = ["ghost", "markdown", "blogger", "csv"] as const;

/** The data object of a WordPress XML generator, besides the fields every task has. */
export const wpXmlGeneratorOptions = z.object({
  ...articleFields,
  wxrFile: lines(
    "The other way round: WXR files, one path per line, whose posts become articles and a table. With one, `articleFolder` is left alone.",
  ),
  siteUrl: basic(
    text("https://example.com", "The address of the blog that the posts go into."),
    "https://blog.example",
  ),
  siteTitle: basic(text("", "Its title; empty for its host."), "All about bees"),
  siteLanguage: text("en-US", "Its language."),
  authorLogin: basic(text("admin", "The login of the author of all posts."), "anna"),
  authorEmail: text("", "The author's address of mail; empty for none."),
  authorName: text("", "The author's name as readers see it; empty for the login."),
  articleAuthors: flag(false, "Uses the authors that articles name instead, each with a login made of the name."),
  postStatus: basic(
    choice(
      { of: ["draft", "publish", "pending", "private", "future"], usual: "draft" },
      "The status of the posts. With `publish` and `future`, those whose time is to come are `future`. An article that calls itself a draft, pending or private stays that.",
    ),
    "publish",
  ),
  postType: text("post", "`post`, `page` or a type of the blog's own."),
  ...dripFields,
  dateSource: choice(
    { of: ["plan", "article"], usual: "plan" },
    "Where dates come from: the plan, which may begin in the past, or the article, where it has one.",
  ),
  imageMode: choice(
    { of: ["attachment", "hotlink", "none"], usual: "attachment" },
    "Images: entries of the media library that the importer fetches, links to where they are, or none.",
  ),
  featuredImage: choice(
    { of: ["first", "metadata", "none"], usual: "first" },
    "The image that stands for the post: the first of the article, or that of the front matter where it has none; the one that the front matter names; or none. Only with `attachment`.",
  ),
  postMeta: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      "Custom fields of every post by their keys. Values may have `{title}`, `{excerpt}`, `{slug}`, `{file}` and members of the front matter; what an article does not name is left empty, with a note.",
    ),
  splitCount: marked(whole({ from: 0, to: 1_000_000, usual: 0 }, "Most posts in a file; 0 for any number."), {
    group: "output",
  }),
  splitMb: marked(whole({ from: 0, to: 1000, usual: 10 }, "Most megabytes of a file; 0 for any size."), {
    group: "output",
  }),
  startPostId: whole({ from: 1, to: 1_000_000_000, usual: 1000 }, "The id of the first post."),
  alsoWrite: marked(lines("More files of the same posts: any of `ghost`, `markdown`, `blogger` and `csv`."), {
    group: "output",
  }),
});

export type WpXmlGeneratorOptions = z.output<typeof wpXmlGeneratorOptions>;
