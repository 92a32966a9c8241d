import type { OutgoingPost } from "../../kernel/index.js";
import { asMarkdown } from "./markdown.js";
import { escapedHtml, oneLine } from "./texts.js";
import type { CheckedPost } from "./wordpress-posts.js";

/** What a file says of its post. */
export interface FileHead {
  /** Empty for a file of others. */
  readonly marker: string;
  readonly title: string;
  readonly slug: string;
  readonly status: string;
  readonly type: string;
  /** ISO 8601; empty for a post without one. */
  readonly date: string;
}

type Value = string | boolean | readonly string[];

const OWN: ReadonlySet<string> = new Set([
  "title",
  "slug",
  "status",
  "draft",
  "type",
  "date",
  "author",
  "categories",
  "tags",
  "excerpt",
  "image",
  "format",
  "comments",
  "marker",
]);

/**
 * A post as the text of a file, and the custom fields that it has no place for. Of the head of the file that it replaces stays
 * what the post does not name.
 */
export async function filedPost(
  post: OutgoingPost,
  { title, excerpt, meta, date }: CheckedPost,
  { slug, format, before }: { readonly slug: string; readonly format: "markdown" | "html"; readonly before: string },
): Promise<{ readonly text: string; readonly lost: readonly string[] }> {
  const isOwn = (name: string) =>
    /^[a-z_][\w-]{0,99}$/i.test(name) && !OWN.has(name.toLowerCase()) && name !== "__proto__";
  const head: readonly (readonly [string, Value])[] = [
    ["title", title],
    ["slug", slug],
    ["status", post.status],
    ["draft", post.status !== "publish" && post.status !== "future"],
    ["type", post.type],
    ...(date === undefined ? [] : [["date", date.toISOString()] as const]),
    ["author", oneLine(post.author ?? "")],
    ["categories", post.categories.map(oneLine)],
    ["tags", post.tags.map(oneLine)],
    ["excerpt", excerpt ?? ""],
    ["image", post.featuredImage ?? ""],
    ["format", post.format ?? ""],
    ["comments", post.commentStatus ?? ""],
    ...meta.filter(([name]) => isOwn(name)),
    ["marker", post.marker],
  ];
  const said = head.filter(([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0));
  const kept = (heads: RegExpStringIterator<RegExpExecArray>) =>
    [...heads].filter(([, name]) => !said.some(([own]) => own === name)).map(([whole]) => whole);
  const text =
    format === "html"
      ? page(post, title, said, kept(headOfPage(before).matchAll(META_TAG)))
      : `${matter(said, kept(matterOf(before).matchAll(MATTER_ENTRY)))}\n${await asMarkdown(post.html)}`;
  return { text, lost: meta.map(([name]) => name).filter((name) => !isOwn(name)) };
}

/** JSON is YAML, and a text of JSON is on one line whatever it holds. */
function matter(head: readonly (readonly [string, Value])[], kept: readonly string[]): string {
  const lines = head.map(
    ([name, value]) => `${name}: ${JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, asEscape)}`,
  );
  return `---\n${[...lines, ...kept].join("\n")}\n---\n`;
}

function asEscape(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function page(
  post: OutgoingPost,
  title: string,
  head: readonly (readonly [string, Value])[],
  kept: readonly string[],
): string {
  const metas = head.map(([name, value]) => {
    const content = Array.isArray(value) ? value.join(", ") : String(value);
    return `<meta name="${name}" content="${escapedHtml(content)}">`;
  });
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>${escapedHtml(title)}</title>
${[...metas, ...kept].join("\n")}
</head>
<body>
<article>
<h1>${escapedHtml(title)}</h1>
${post.html}
</article>
</body>
</html>
`;
}

/** What a file says of its post; the name of the file is the slug of one that does not say it. */
export function headOf(path: string, text: string): FileHead {
  const named = path.endsWith(".html") ? metaTags(text) : matterLines(text);
  const of = (name: string) => named.get(name) ?? "";
  return {
    marker: of("marker"),
    title: of("title"),
    slug: of("slug") || path.replace(/\.\w+$/, ""),
    // A file of others says at most whether it is a draft.
    status: of("status") || (of("draft") === "true" ? "draft" : "publish"),
    type: of("type") || "post",
    date: of("date"),
  };
}

/** With the lines that go on below it. */
const MATTER_ENTRY = /^([\w-]+):.*(?:\r?\n(?![\w-]+:).*)*/gm;
const META_TAG = /<meta name="([\w-]+)" content="([^"]*)">/g;

function matterOf(text: string): string {
  return /^\ufeff?---\r?\n(.*?)\r?\n---(?:\r?\n|$)/s.exec(text)?.[1] ?? "";
}

function headOfPage(text: string): string {
  return text.split("</head>", 1)[0]!;
}

function matterLines(text: string): Map<string, string> {
  const lines = matterOf(text)
    .split(/\r?\n/)
    .map((line) => /^([\w-]+):\s*(.*?)\s*$/.exec(line));
  return new Map(lines.flatMap((line) => (line === null ? [] : [[line[1]!, plain(line[2]!)] as const])));
}

/** A value as it was written here, or as a person has since: without quotes, or with single ones. */
function plain(value: string): string {
  try {
    return String(JSON.parse(value));
  } catch {
    return value.replace(/^'(.*)'$/, "$1");
  }
}

function metaTags(text: string): Map<string, string> {
  const tags = headOfPage(text).matchAll(META_TAG);
  return new Map([...tags].map(([, name, content]) => [name!, unescapedHtml(content!)]));
}

function unescapedHtml(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
