import { z } from "zod";
import { basic, inGroup } from "../../../kernel/index.js";
import { lines, text } from "../option-fields.js";

/** Where the articles of a task are, and what they are called. */
export const articleFields = inGroup("articles", {
  articleFolder: basic(
    text("", "The folder of the articles. Empty in a chain: the articles that the run before has written."),
    "/srv/articles",
  ),
  articleFilesPattern: text(
    "**/*.{html,md,txt}",
    "Which files of the folder are articles: `*` stands for any name, `**/` for any folders, `{md,txt}` for one of several. Of files that differ in their ending alone one is read: HTML before Markdown before text.",
  ),
  articleTitle: basic(
    text(
      "Use filename",
      "`Use filename`, `Use first line`, `Use first heading`, `Use metadata`, or a template: `{title}` (of the metadata, else the first heading), `{filename}`, `{heading}`, `{firstline}`, `{keyword}`, `{author}`, `{date}`, `{year}`, `{category}` (the first), any other member of the front matter, and spintax.",
    ),
    "Use first heading",
  ),
  articleCategory: basic(
    lines(
      "Categories besides those of the article, one per line. `{keyword}` is that of the article, and an entry with it is left out where an article names none; `Sport > Football` is a category within another.",
    ),
    ["News"],
  ),
  articleTags: lines(
    "Tags besides those of the article, one per line. `{keyword}` is that of the article, and an entry with it is left out where an article names none.",
  ),
});

const articleSchema = z.object(articleFields);

export type ArticleOptions = z.output<typeof articleSchema>;
