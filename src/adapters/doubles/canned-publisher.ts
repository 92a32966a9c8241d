import {
  type Blog,
  type OutgoingImage,
  type OutgoingPost,
  type PublishedPost,
  type PublisherProvider,
  ScriptoriumError,
} from "../../kernel/index.js";

export interface CannedPublisher extends PublisherProvider {
  /** What is in the blogs now, in the order in which it was first posted; what was taken back is not. */
  posts(blogId?: string): readonly (PublishedPost & { readonly blogId: string; readonly post: OutgoingPost })[];
  images(blogId?: string): readonly { readonly blogId: string; readonly id: string; readonly image: OutgoingImage }[];
  /**
   * The next calls that post, update or upload throw these errors one after another. With the fact `uncertain: true` the blog
   * has done what was asked, and only the answer is lost.
   */
  failNext(...errors: readonly Error[]): void;
}

/** Blogs in memory. A group is named as `group:<name>`. */
export function cannedPublisher(...blogs: readonly (Partial<Blog> & { readonly id: string })[]): CannedPublisher {
  const known = blogs.map(({ id, ...more }): Blog => {
    return { id, name: id, kind: "wordpress", url: `https://${id}.test`, group: "", ...more };
  });
  const posts = new Map<string, { blogId: string; post: OutgoingPost; published: PublishedPost }>();
  const images = new Map<string, { blogId: string; id: string; image: OutgoingImage }>();
  const failures: Error[] = [];
  let last = 0;

  const blogOf = (id: string) => {
    const blog = known.find((one) => one.id === id);
    if (blog !== undefined) return blog;
    throw new ScriptoriumError("ACCOUNT_NOT_FOUND", `There is no blog "${id}". List the blogs to see which there are.`);
  };
  const put = (blogId: string, id: string, post: OutgoingPost) => {
    const slug = post.slug ?? post.title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    const url = `${blogOf(blogId).url}/${slug}/`;
    const published: PublishedPost = { id, url, status: post.status, title: post.title, slug, notes: [] };
    posts.set(`${blogId}/${id}`, { blogId, post, published });
    return published;
  };
  const failing = <T>(act: () => T): T => {
    const error = failures.shift();
    if (error === undefined) return act();
    if (ScriptoriumError.is(error) && error.facts["uncertain"] === true) act();
    throw error;
  };
  const nextId = () => {
    last += 1;
    return String(last);
  };

  return {
    posts: (blogId) =>
      [...posts.values()]
        .filter((one) => blogId === undefined || one.blogId === blogId)
        .map(({ published, ...rest }) => ({ ...published, ...rest })),
    images: (blogId) => [...images.values()].filter((one) => blogId === undefined || one.blogId === blogId),
    failNext: (...errors) => void failures.push(...errors),
    async blogs(ids) {
      const found = ids.flatMap((id) => {
        const group = /^group:(.+)$/.exec(id)?.[1];
        const fits = known.filter((blog) =>
          group === undefined ? [blog.id, blog.name].includes(id) : blog.group === group,
        );
        return fits.length === 0 ? [blogOf(id)] : fits;
      });
      return [...new Set(found)];
    },
    async check(blogId, { signal }) {
      signal.throwIfAborted();
      const { url } = blogOf(blogId);
      return { way: "REST", login: "admin", may: ["publish posts"], says: `${url} answers over REST as "admin".` };
    },
    async find(blogId, key, { type, signal }) {
      signal.throwIfAborted();
      blogOf(blogId);
      const fits = ({ post, published }: { post: OutgoingPost; published: PublishedPost }) => {
        if ("marker" in key) return post.marker === key.marker;
        return "slug" in key ? published.slug === key.slug : post.title === key.title;
      };
      return [...posts.values()].find((one) => one.blogId === blogId && one.post.type === type && fits(one))?.published;
    },
    async post(blogId, post, { signal }) {
      signal.throwIfAborted();
      blogOf(blogId);
      return failing(() => put(blogId, nextId(), post));
    },
    async update(blogId, postId, post, { signal }) {
      signal.throwIfAborted();
      blogOf(blogId);
      if (!posts.has(`${blogId}/${postId}`)) {
        throw new ScriptoriumError("bad-input", `There is no post ${postId} any more. Post it again.`, { postId });
      }
      return failing(() => put(blogId, postId, post));
    },
    async takeBack(blogId, postId, { signal }) {
      signal.throwIfAborted();
      blogOf(blogId);
      return posts.delete(`${blogId}/${postId}`) ? "deleted" : undefined;
    },
    async upload(blogId, image, { signal }) {
      signal.throwIfAborted();
      const { url } = blogOf(blogId);
      const answer = ({ id }: { id: string }) => ({ id, url: `${url}/images/${id}`, notes: [] });
      const there = [...images.values()].find((one) => one.blogId === blogId && one.image.marker === image.marker);
      if (there !== undefined) return answer(there);
      return failing(() => {
        const made = { blogId, id: nextId(), image };
        images.set(`${blogId}/${made.id}`, made);
        return answer(made);
      });
    },
    async removeImage(blogId, imageId, { signal }) {
      signal.throwIfAborted();
      blogOf(blogId);
      return images.delete(`${blogId}/${imageId}`) ? "deleted" : undefined;
    },
  };
}
