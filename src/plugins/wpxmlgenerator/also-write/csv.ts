import { csvLine } from "../../../kernel/values/csv-line.js";
import type { AlsoWorld, AlsoWriter } from "./writer.js";

const LOOK = { lineBreak: "\r\n" } as const;
const NAMES = [
  "id",
  "slug",
  "title",
  "date",
  "status",
  "author",
  "categories",
  "tags",
  "excerpt",
  "image",
  "file",
  "content",
];

/** One table of all posts. */
export function csvWriter({ output }: AlsoWorld): AlsoWriter {
  return {
    begin: () => output.file("posts.csv", csvLine(NAMES, LOOK), "text/csv"),
    add({ post, article, featured, row }) {
      const { id, title, date, status, author, excerpt, html } = post;
      const joined = (names: unknown) => (names as readonly string[]).join("|");
      const terms = [joined(row["categories"]), joined(row["tags"])];
      const cells = [
        id,
        row["slug"]!,
        title,
        date,
        status,
        author.name,
        ...terms,
        excerpt,
        featured,
        article.file,
        html,
      ];
      output.append("posts.csv", csvLine(cells, LOOK), "text/csv");
    },
    end() {},
  };
}
