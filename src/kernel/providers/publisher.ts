/** A place that posts go to, of an account of the kind `blog`. */
export interface Blog {
  /** As `blogIds` names it. */
  readonly id: string;
  readonly name: string;
  readonly kind: BlogKind;
  /** Its address; for a folder, what its account calls it. */
  readonly url: string;
  /** Empty when it is in none. */
  readonly group: string;
}

export const BLOG_KINDS = ["wordpress", "ghost", "webhook", "folder"] as const;
export type BlogKind = (typeof BLOG_KINDS)[number];

export const POST_STATUSES = ["draft", "publish", "pending", "private", "future"] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/** A post as a task type hands it over. What a blog has no place for is named in `notes` of the answer. */
export interface OutgoingPost {
  /** What the post is found again by, in this blog, whatever became of an earlier attempt: letters, digits and hyphens. */
  readonly marker: string;
  readonly title: string;
  /** HTML that may be trusted, of the body alone. */
  readonly html: string;
  readonly status: PostStatus;
  /** When it was or will be published, ISO 8601 with zone; absent for now. */
  readonly date?: string;
  /** `post`, `page` or a type of the blog's own. */
  readonly type: string;
  readonly slug?: string;
  readonly excerpt?: string;
  /** Login or name of a user of the blog; the account's own when absent. */
  readonly author?: string;
  /** Names; a path such as `Sport > Football` is a category below another. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** Whether categories and tags that the blog does not have are made; else they are left out with a note. */
  readonly createTerms: boolean;
  readonly meta: Readonly<Record<string, string>>;
  /** Id of an uploaded image. */
  readonly featuredImage?: string;
  readonly commentStatus?: "open" | "closed";
  /** `aside`, `gallery` ... */
  readonly format?: string;
}

export interface OutgoingImage {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** Media type. */
  readonly type: string;
  readonly alt: string;
  readonly caption: string;
  /** Of whom the image is and under which licence; kept with it. */
  readonly credit: string;
  /** As `marker` of a post. */
  readonly marker: string;
}

export interface PublishedPost {
  /** As the blog calls it. */
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly title: string;
  readonly slug: string;
  /** What was left out or done otherwise, in sentences. */
  readonly notes: readonly string[];
}

export interface UploadedImage {
  readonly id: string;
  readonly url: string;
  readonly notes: readonly string[];
}

export interface BlogCheck {
  /** `REST`, `XML-RPC`, `Ghost Admin API`, `webhook` or `folder`. */
  readonly way: string;
  /** Who one is there, as the blog says it; empty where nobody logs in. */
  readonly login: string;
  /** What the account may do: `publish posts`, `upload images` ... */
  readonly may: readonly string[];
  /** The plain answer: `https://blog.example answers over REST as "anna", who may publish posts and upload images.` */
  readonly says: string;
}

/** What a post is looked up by. */
export type PostKey = { readonly marker: string } | { readonly slug: string } | { readonly title: string };

/**
 * Publishes posts in blogs of this server's accounts. All calls throw `auth` where the login is refused (401 and 403: nobody may go on
 * trying), `no-network` where the blog cannot be reached, `rate-limited` with `waitMs`, `too-large`, `server-error`, `blocked` for a page of
 * a wall, `bad-input` for what the blog refuses and for redirects to other hosts, ADDRESS_REFUSED for an address that this server may
 * not ask, and ACCOUNT_NOT_FOUND for a blog that was removed. Where a request was sent and its answer was lost, the error has the
 * fact `uncertain: true`.
 */
export interface PublisherProvider {
  /**
   * The blogs that these ids, names or `group:<name>` stand for, each once, in this order. Throws ACCOUNT_NOT_FOUND for one
   * that there is not, and `auth` for one whose password is not stored.
   */
  blogs(ids: readonly string[]): Promise<readonly Blog[]>;
  /** What the login of the blog may do. */
  check(blogId: string, options: { readonly signal: AbortSignal }): Promise<BlogCheck>;
  /**
   * The post with this key, whatever its status; undefined when there surely is none. A post in the bin is none. A webhook cannot be
   * asked and answers undefined: its receiver leaves a marker alone that it has seen.
   */
  find(
    blogId: string,
    key: PostKey,
    options: { readonly type: string; readonly signal: AbortSignal },
  ): Promise<PublishedPost | undefined>;
  post(blogId: string, post: OutgoingPost, options: { readonly signal: AbortSignal }): Promise<PublishedPost>;
  /** Replaces the post with this id. */
  update(
    blogId: string,
    postId: string,
    post: OutgoingPost,
    options: { readonly signal: AbortSignal },
  ): Promise<PublishedPost>;
  /**
   * Takes a post back: deleted (in the bin where the blog has one) or set back to draft where deleting is not allowed. Undefined
   * when it is gone already.
   */
  takeBack(
    blogId: string,
    postId: string,
    options: { readonly type: string; readonly signal: AbortSignal },
  ): Promise<"deleted" | "draft" | undefined>;
  /** Uploads an image once: one with this marker that is there already is the answer. */
  upload(blogId: string, image: OutgoingImage, options: { readonly signal: AbortSignal }): Promise<UploadedImage>;
  /** Removes an uploaded image. Undefined when it is gone already. */
  removeImage(
    blogId: string,
    imageId: string,
    options: { readonly signal: AbortSignal },
  ): Promise<"deleted" | undefined>;
}
