import { ScriptoriumError } from "../../kernel/errors.js";
import type { OutgoingPost, PostKey } from "../../kernel/index.js";
import { shown } from "../../kernel/values/json.js";
import { hasMarker, markerText } from "./marker.js";
import { cleanText, folded, oneLine } from "./texts.js";
import { isSlugOf } from "./wordpress-slugs.js";

const FORMATS: ReadonlySet<string> = new Set([
  "standard",
  "aside",
  "chat",
  "gallery",
  "link",
  "image",
  "quote",
  "status",
  "video",
  "audio",
]);
const FIELD_NAME = /^[^\u0000-\u001f\u007f]{1,255}$/;

/** What both ways into a WordPress need of a post, checked: names on one line, no control characters. */
export interface CheckedPost {
  readonly title: string;
  readonly excerpt: string | undefined;
  readonly slug: string | undefined;
  readonly format: string | undefined;
  readonly date: Date | undefined;
  readonly meta: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly string[];
}

/** With `replaces` the post replaces one that is there, and may be planned without a date. */
export function checkedPost(post: OutgoingPost, { replaces = false } = {}): CheckedPost {
  const notes: string[] = [];
  if (!/^[a-z0-9_-]{1,20}$/.test(post.type)) {
    throw refusedField(
      `The post type "${shown(post.type)}" is none. Use post, page or the name of a type of the blog`,
      "type",
    );
  }
  const date = post.date === undefined ? undefined : dateOf(post.date);
  if (keepsPlan(post) && !replaces) {
    throw refusedField('A post with the status "future" has no date. Give it one', "date");
  }
  let format = post.format || undefined;
  if (format !== undefined && (post.type !== "post" || !FORMATS.has(format))) {
    notes.push(
      `The format "${shown(format)}" was left out, because WordPress has none of this name for this type of post.`,
    );
    format = undefined;
  }
  return {
    ...{ format, date, notes },
    title: oneLine(post.title),
    // The feed of WordPress puts an excerpt into CDATA as it stands.
    excerpt: post.excerpt === undefined ? undefined : cleanText(post.excerpt).replaceAll("]]>", "]]&gt;"),
    slug:
      post.slug === undefined || post.slug.trim() === "" ? undefined : oneLine(post.slug).slice(0, 200).toWellFormed(),
    meta: metaOf(post, notes),
  };
}

/** Whether a post that is planned already stays so at its date: whoever replaces it need not know when that is. */
export function keepsPlan({ status, date }: Pick<OutgoingPost, "status" | "date">): boolean {
  return status === "future" && date === undefined;
}

function metaOf(post: OutgoingPost, notes: string[]): [string, string][] {
  return Object.entries(post.meta).flatMap(([name, value]): [string, string][] => {
    if (FIELD_NAME.test(name)) return [[name, cleanText(value)]];
    notes.push(`The custom field "${shown(name)}" was left out, because its name cannot be used.`);
    return [];
  });
}

function dateOf(text: string): Date {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime()) && date.getUTCFullYear() > 0 && date.getUTCFullYear() < 10_000) return date;
  throw refusedField(`The date "${shown(text)}" is none. Write it in ISO 8601 with a zone`, "date");
}

function refusedField(says: string, field: string): ScriptoriumError {
  return new ScriptoriumError("bad-input", `${says}.`, { field });
}

/** More words than nine WordPress takes for one phrase. */
const MOST_WORDS = 6;

/** What a blog is searched for. The search finds more, which `isKeyed` sorts out. */
export function searchText(key: PostKey): string {
  if ("marker" in key) return markerText(key.marker);
  if ("slug" in key) return "";
  // Some signs are stored escaped, and some mean something in a search.
  const words = oneLine(key.title).split(/[\s&<>"'\\,]+/);
  return [...new Set(words)]
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)
    .join(" ");
}

/** Whether a post of the blog is the one with the key. */
export function isKeyed(
  post: { readonly title: string; readonly slug: string; readonly content: string },
  key: PostKey,
): boolean {
  if ("marker" in key) return hasMarker(post.content, key.marker);
  if ("slug" in key) return isSlugOf(post, key.slug);
  return folded(post.title) === folded(key.title);
}

/** What a user of a blog may do, in words. */
export const CAPABILITIES: readonly (readonly [capability: string, words: string])[] = [
  ["edit_posts", "write drafts"],
  ["publish_posts", "publish posts"],
  ["publish_pages", "publish pages"],
  ["upload_files", "upload images"],
  ["manage_categories", "make categories"],
  ["edit_others_posts", "post as other authors"],
  ["delete_posts", "delete posts"],
];

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
