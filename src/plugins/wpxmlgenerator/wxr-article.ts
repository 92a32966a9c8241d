import { decodedUri } from "../../engines/decoded-uri.js";
import { unescaped } from "../../engines/pages/extraction/entities.js";
import type { JsonObject } from "../../kernel/index.js";
import { htmlTree, safeNodes } from "../_kit/articles-in/index.js";
import { slug as fileSlug } from "../_kit/slug.js";
import { markdownOf } from "./html-as-markdown.js";
import { withParagraphs } from "./wxr/paragraphs.js";
import type { WxrItem } from "./wxr/read.js";
import type { Surroundings } from "./wxr/surroundings.js";

export const COLUMNS = [
  "file",
  "postId",
  "slug",
  "title",
  "date",
  "status",
  "type",
  "author",
  "categories",
  "tags",
  "excerpt",
  "image",
  "link",
];

/** The files of the articles of a run, each with a name of its own. */
export class ArticlePaths {
  private readonly names = new Map<string, number>();

  of(item: WxrItem): string {
    const name = fileSlug(slugOf(item));
    const taken = this.names.get(name) ?? 0;
    this.names.set(name, taken + 1);
    return `articles/${taken === 0 ? name : `${name}-${item.id || taken + 1}`}.md`;
  }
}

/** An item as an article with front matter, as a row, and as the cells of a table. */
export function articleOf(item: WxrItem, path: string, around: Surroundings) {
  const slug = slugOf(item);
  const title = titleOf(item);
  const categories = around.categoriesOf(item);
  const tags = item.terms.filter(({ taxonomy }) => taxonomy === "post_tag").map(({ name }) => unescaped(name));
  const image = around.featuredOf(item);
  const date = dateOf(item);
  const { type, excerpt, link } = item;
  const status = statusOf(item);
  const author = around.authorOf(item);
  const head = { title, date, slug, author, categories, tags, excerpt, image, status, type, url: link };
  const lines = Object.entries(head)
    .filter(([, value]) => value.length > 0)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const body = markdownOf(safeNodes(htmlTree(withParagraphs(item.content))));
  const row: JsonObject = { file: path, postId: Number(item.id) || 0, slug, title, date, status, categories, tags };
  const named = [path, item.id, slug, title, date, status, type, author];
  const cells = [...named, categories.join("|"), tags.join("|"), excerpt, image, link];
  return { content: `---\n${lines.join("\n")}\n---\n\n${body}\n`, row, cells };
}

const slugOf = (item: WxrItem) => decodedUri(item.slug) || fileSlug(titleOf(item));
const titleOf = ({ title }: WxrItem) => unescaped(title);

/** Nobody has to know a password to read an article, so what is public with one becomes private. */
function statusOf({ status, password }: WxrItem): string {
  return password !== "" && /^(?:publish|future)$/.test(status) ? "private" : status;
}

/** In UTC where the file says it; drafts have the time of the blog's clocks alone, or none. */
function dateOf({ date, dateUtc }: WxrItem): string {
  const isGiven = (text: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !text.startsWith("0000");
  if (isGiven(dateUtc)) return `${dateUtc.replace(" ", "T")}Z`;
  return isGiven(date) ? date.replace(" ", "T") : "";
}
