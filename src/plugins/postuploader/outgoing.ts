import { type OutgoingPost, POST_STATUSES, type PostStatus } from "../../kernel/index.js";
import { filledFields, type SourceArticle } from "../_kit/articles-in/index.js";
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
  const link = (href: string) => {
    const linked = options.resolveInternalLinks ? linkedFile(href, article.file) : undefined;
    const address = linked === undefined ? undefined : addressOf(linked.file);
    return address === undefined ? undefined : `${address}${linked?.fragment ?? ""}`;
  };
  const { postAuthor, postFormat, commentStatus } = options;
  const { meta, excerpt } = filledOf(article, entry, options);
  return {
    marker: entry.marker,
    title: article.title,
    html: readdressed(article.html, { images: images.addresses, link }),
    status: statusOf(entry, options, now),
    type: options.postType.trim() || "post",
    categories: article.categories,
    tags: article.tags,
    createTerms: options.createTerms,
    meta,
    ...(entry.at !== "" && { date: entry.at }),
    ...(entry.slug !== "" && { slug: entry.slug }),
    ...(excerpt !== "" && { excerpt }),
    ...(postAuthor.trim() !== "" && { author: postAuthor.trim() }),
    ...(images.featured !== undefined && { featuredImage: images.featured }),
    ...(commentStatus !== "" && { commentStatus }),
    ...(postFormat.trim() !== "" && { format: postFormat.trim() }),
  };
}

/** Custom fields and excerpt, and notes on what the article does not name for them. */
export function filledOf(
  article: SourceArticle,
  { slug }: Entry,
  { postExcerpt, postMeta }: PostUploaderOptions,
): { readonly meta: Readonly<Record<string, string>>; readonly excerpt: string; readonly notes: readonly string[] } {
  const { fields: meta, notes } = filledFields(postMeta, article, { slug, option: "postMeta" });
  if (postExcerpt === "auto") return { meta, excerpt: article.excerpt, notes };
  if (postExcerpt === "none") return { meta, excerpt: "", notes };
  const { fields, notes: more } = filledFields({ excerpt: postExcerpt }, article, { slug, option: "postExcerpt" });
  return { meta, excerpt: fields["excerpt"] ?? "", notes: [...notes, ...more] };
}

/** A post that replaces one that is there: it keeps its status, its date and its address. */
export function replacing(post: OutgoingPost, status: string): OutgoingPost {
  const { date: _date, slug: _slug, ...rest } = post;
  return { ...rest, status: isStatus(status) ? status : post.status };
}

function isStatus(status: string): status is PostStatus {
  return (POST_STATUSES as readonly string[]).includes(status);
}
