import { type OutgoingPost, POST_STATUSES, type PostStatus } from "../../kernel/index.js";
import type { SourceArticle } from "../_kit/articles-in/index.js";
import { readdressed } from "./addresses-in.js";
import type { PlacedImages } from "./images.js";
import { linkedFile } from "./links.js";
import type { PostUploaderOptions } from "./options.js";
import { type Entry, statusOf } from "./plan.js";

export interface OutgoingParts {
  readonly article: SourceArticle;
  readonly entry: Entry;
  readonly images: PlacedImages;
  readonly options: PostUploaderOptions;
  readonly now: Date;
  /** The address of the post of a file; undefined where there is none yet. */
  addressOf(file: string): string | undefined;
}

/** An article as a blog takes it. */
export function outgoingPost({ article, entry, images, options, now, addressOf }: OutgoingParts): OutgoingPost {
  const filled = (template: string) => filledIn(template, article, entry);
  const link = (href: string) => {
    const linked = options.resolveInternalLinks ? linkedFile(href, article.file) : undefined;
    const address = linked === undefined ? undefined : addressOf(linked.file);
    return address === undefined ? undefined : `${address}${linked?.fragment ?? ""}`;
  };
  const { postExcerpt, postAuthor, postFormat, commentStatus } = options;
  const excerpt = postExcerpt === "auto" ? article.excerpt : postExcerpt === "none" ? "" : filled(postExcerpt);
  const meta = Object.entries(options.postMeta).map(([name, value]) => [name, filled(value)]);
  return {
    marker: entry.marker,
    title: article.title,
    html: readdressed(article.html, { images: images.addresses, link }),
    status: statusOf(entry, options, now),
    type: options.postType.trim() || "post",
    categories: article.categories,
    tags: article.tags,
    createTerms: options.createTerms,
    meta: Object.fromEntries(meta),
    ...(entry.at !== "" && { date: entry.at }),
    ...(entry.slug !== "" && { slug: entry.slug }),
    ...(excerpt !== "" && { excerpt }),
    ...(postAuthor.trim() !== "" && { author: postAuthor.trim() }),
    ...(images.featured !== undefined && { featuredImage: images.featured }),
    ...(commentStatus !== "" && { commentStatus }),
    ...(postFormat.trim() !== "" && { format: postFormat.trim() }),
  };
}

/** A post that replaces one that is there: it keeps its status, its date and its address. */
export function replacing(post: OutgoingPost, status: string): OutgoingPost {
  const { date: _date, slug: _slug, ...rest } = post;
  return { ...rest, status: isStatus(status) ? status : post.status };
}

function isStatus(status: string): status is PostStatus {
  return (POST_STATUSES as readonly string[]).includes(status);
}

function filledIn(template: string, { title, meta }: SourceArticle, { file, slug }: Entry): string {
  const values = new Map(Object.entries({ ...meta, title, file, slug }));
  return template.replace(/\{([^{}]+)\}/g, (whole, name: string) => values.get(name.trim()) ?? whole);
}
