import { htmlTree } from "../../_kit/articles-in/index.js";
import { markdownOf } from "../html-as-markdown.js";
import type { MadePost } from "../post-maker.js";
import type { AlsoWorld, AlsoWriter } from "./writer.js";

/** A file for each post, with front matter as Hugo, Jekyll and Eleventy read it. */
export function markdownWriter({ output }: AlsoWorld): AlsoWriter {
  return {
    begin() {},
    add: (made) => output.file(`markdown/${fileName(made)}.md`, asMarkdown(made), "text/markdown"),
    end() {},
  };
}

function fileName({ post, row }: MadePost): string {
  // A slug may be longer than the names of files in other scripts may be.
  return `${String(row["slug"]).slice(0, 60)}-${post.id}`;
}

function asMarkdown({ post, featured, row }: MadePost): string {
  const members = {
    title: post.title,
    date: post.date,
    slug: row["slug"],
    author: post.author.name,
    categories: row["categories"],
    tags: row["tags"],
    excerpt: post.excerpt,
    image: featured,
    ...(post.type === "post" ? {} : { type: post.type }),
    // Generators of sites know drafts alone.
    ...(post.status === "publish" || post.status === "future" ? {} : { status: post.status, draft: true }),
  };
  const lines = Object.entries(members)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n\n${markdownOf(htmlTree(post.html))}\n`;
}
