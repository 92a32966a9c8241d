import { type JsonObject, ScriptoriumError, shown } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { htmlTree, safeNodes } from "../_kit/articles-in/index.js";
import { slug as fileSlug } from "../_kit/slug.js";
import type { Context } from "./context.js";
import { markdownOf } from "./html-as-markdown.js";
import { withParagraphs } from "./wxr/paragraphs.js";
import { type WxrItem, WxrReader } from "./wxr/read.js";

const PIECE = 1 << 18;
const TABLE = "articles.csv";
const LOOK = { lineBreak: "\r\n" } as const;
const NAMES = [
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
/** What is in the bin, or was never saved by anybody. */
const LEFT_OUT = /^(?:trash|auto-draft|inherit)$/;
/** Kinds of items that are no articles, but parts of the blog around them. */
const NO_ARTICLES = /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|wp_.*)$/;

/**
 * Reads a WXR file and writes each post and page as an article with front matter, and a table of all. What an item takes of
 * memory is given back when it is written.
 */
export async function importFile(line: string, context: Context): Promise<void> {
  const { output, signal } = context;
  const source = await sourceOf(line, context);
  const done = new Set<string>();
  for await (const { key } of context.checkpoints()) done.add(key);
  const images = imagesOf(source);
  let waiting: WxrItem[] = [];
  const reader = new WxrReader({ item: (item) => waiting.push(item) });
  const names = new Map<string, number>();
  let count = 0;
  let leftOut = 0;
  const isFirst = context.options.wxrFile.find((one) => one.trim() !== "")?.trim() === line;
  const write = async (at: number) => {
    const key = `${line.slice(-100)} ${at}`;
    if (isFirst && at === 0 && !done.has(key)) output.file(TABLE, csvLine(NAMES, LOOK), "text/csv");
    for (const item of waiting) {
      if (NO_ARTICLES.test(item.type)) continue;
      if (LEFT_OUT.test(item.status)) {
        leftOut += 1;
        continue;
      }
      count += 1;
      const article = articleOf(item, images, names);
      if (done.has(key)) continue;
      output.file(article.path, article.content, "text/markdown");
      output.append(TABLE, csvLine(article.cells, LOOK), "text/csv");
      output.row({ ...article.row, part: line });
    }
    waiting = [];
    if (!done.has(key)) await context.checkpoint(key, {});
  };
  for (let at = 0; at < source.length; at += PIECE) {
    signal.throwIfAborted();
    reader.write(source.slice(at, at + PIECE));
    await write(at);
  }
  const { version, problem } = reader.end();
  await write(source.length);
  if (version === "") {
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `"${shown(line)}" is no WordPress export: it names no version of WXR. Export the blog with Tools, Export.`,
    );
  }
  if (problem !== "") context.log.warn(`"${shown(line)}" is not whole: ${problem} What could be read of it is there.`);
  if (leftOut > 0) context.log.info(`Posts in the bin, and those that were never saved, were left out: ${leftOut}.`);
  if (count === 0) throw new ScriptoriumError("empty-result", `"${shown(line)}" holds no post and no page.`);
}

async function sourceOf(line: string, { providers: { folder }, signal }: Context): Promise<string> {
  if (folder === undefined) {
    throw new ScriptoriumError("PROVIDER_MISSING", `${noProvider("folder")} ${toHaveProvider("folder")}`, {
      provider: "folder",
    });
  }
  const [, above = ".", name = line] = /^(.*)[/\\]([^/\\]+)$/.exec(line) ?? [];
  return folder.read(above === "" ? "/" : above, name, { signal });
}

/** The addresses of the images by their ids, which posts name before or after them. */
function imagesOf(source: string): ReadonlyMap<string, string> {
  const images = new Map<string, string>();
  const reader = new WxrReader({
    item({ type, id, attachmentUrl, guid }) {
      if (type === "attachment") images.set(id, attachmentUrl || guid);
    },
  });
  for (let at = 0; at < source.length; at += PIECE) reader.write(source.slice(at, at + PIECE));
  reader.end();
  return images;
}

function articleOf(item: WxrItem, images: ReadonlyMap<string, string>, names: Map<string, number>) {
  const slug = decoded(item.slug) || fileSlug(item.title);
  const name = fileSlug(slug);
  const taken = names.get(name) ?? 0;
  names.set(name, taken + 1);
  const path = `articles/${taken === 0 ? name : `${name}-${item.id || taken + 1}`}.md`;
  const ofTaxonomy = (taxonomy: string) =>
    item.terms.filter((term) => term.taxonomy === taxonomy).map((term) => term.name);
  const [categories, tags] = [ofTaxonomy("category"), ofTaxonomy("post_tag")];
  const image = images.get(item.meta.get("_thumbnail_id") ?? "") ?? "";
  const date = dateOf(item);
  const { title, status, type, creator: author, excerpt, link } = item;
  const head = { title, date, slug, author, categories, tags, excerpt, image, status, type, url: link };
  const lines = Object.entries(head)
    .filter(([, value]) => value.length > 0)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const body = markdownOf(safeNodes(htmlTree(withParagraphs(item.content))));
  const row: JsonObject = { file: path, postId: Number(item.id) || 0, slug, title, date, status, categories, tags };
  const cells = [
    path,
    item.id,
    slug,
    title,
    date,
    status,
    type,
    author,
    categories.join("|"),
    tags.join("|"),
    excerpt,
    image,
    link,
  ];
  return { path, content: `---\n${lines.join("\n")}\n---\n\n${body}\n`, row, cells };
}

/** In UTC where the file says it; drafts have the time of the blog's clocks alone, or none. */
function dateOf({ date, dateUtc }: WxrItem): string {
  const isGiven = (text: string) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !text.startsWith("0000");
  if (isGiven(dateUtc)) return `${dateUtc.replace(" ", "T")}Z`;
  return isGiven(date) ? date.replace(" ", "T") : "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
