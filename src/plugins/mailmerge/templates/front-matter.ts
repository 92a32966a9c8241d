import { withoutFrontMatter } from "../../../engines/pages/plain-text.js";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import { articleFacts } from "../../_kit/articles-in/article-facts.js";
import { frontMatterOf } from "../../_kit/articles-in/front-matter.js";

/** What a document says of itself. */
export interface Head {
  /** Empty where the front matter names none. */
  readonly title: string;
  /** The lines of the head that say the rest. */
  readonly lines: string;
}

export const NO_HEAD: Head = { title: "", lines: "" };

/** What heads a template between lines `---` or `+++`, with these; empty where there is none. */
export function frontMatterIn(template: string): string {
  const text = withoutReturns(template).replace(/^\ufeff/, "");
  const body = withoutReturns(withoutFrontMatter(template).body);
  return text.slice(0, text.length - body.length);
}

const withoutReturns = (text: string) => text.replaceAll("\r\n", "\n");

/** Front matter as the head of an HTML document says it. Throws PAGE_UNREADABLE for what is none. */
export function headOf(frontMatter: string): Head {
  const { matter } = frontMatterOf(frontMatter, "the template");
  const { title, excerpt, slug, author, date, keyword, categories, tags, featuredImage, meta } = articleFacts(
    matter,
    new Map(),
  );
  const lines = [
    ...line("name", "description", excerpt),
    ...line("name", "author", author),
    ...line("name", "keyword", keyword),
    ...line("name", "keywords", tags.join(", ")),
    ...line("name", "slug", slug),
    ...line("name", "status", meta["status"] ?? ""),
    ...line("property", "article:published_time", date),
    ...categories.flatMap((category) => line("property", "article:section", category)),
    ...line("property", "og:image", featuredImage),
  ];
  return { title, lines: lines.join("") };
}

function line(kind: "name" | "property", name: string, content: string): string[] {
  return content === "" ? [] : [`<meta ${kind}="${name}" content="${escapedHtml(content)}">\n`];
}
