import {
  type Blog,
  type OutgoingImage,
  type OutgoingPost,
  type PublishedPost,
  type PublisherProvider,
  ScriptoriumError,
} from "../../src/kernel/index.js";

interface HeldPost extends OutgoingPost {
  readonly id: string;
}

interface HeldBlog extends Blog {
  readonly posts: Map<string, HeldPost>;
  readonly images: Map<string, OutgoingImage & { readonly id: string }>;
}

type Call = "find" | "post" | "update" | "takeBack" | "upload" | "removeImage";

export interface MemoryPublisher extends PublisherProvider {
  readonly calls: { readonly call: Call; readonly blogId: string; readonly what: string }[];
  /** What a blog has, in the order it came. */
  postsOf(blogId: string): HeldPost[];
  imagesOf(blogId: string): (OutgoingImage & { readonly id: string })[];
  /** Throws, or does something else, before (`isDone` false) or after a call has had its effect. */
  interfere: (call: Call, blogId: string, isDone: boolean) => Promise<void> | void;
  /** A post that somebody else wrote. */
  write(blogId: string, post: Partial<OutgoingPost>): string;
  /** Somebody deletes a post in the blog. */
  erase(blogId: string, postId: string): void;
  removeBlog(blogId: string): void;
}

/** Blogs in memory that keep to the port. */
export function memoryPublisher(ids: readonly string[] = ["one"], { mayDelete = true } = {}): MemoryPublisher {
  const blogs = new Map<string, HeldBlog>(ids.map((id) => [id, newBlog(id)]));
  let next = 100;
  const blogOf = (id: string) => {
    const blog = blogs.get(id);
    if (blog !== undefined) return blog;
    throw new ScriptoriumError("ACCOUNT_NOT_FOUND", `The blog "${id}" could not be found. List the blogs.`);
  };
  const call = async <T>(what: Call, blogId: string, subject: string, act: (blog: HeldBlog) => T): Promise<T> => {
    const blog = blogOf(blogId);
    self.calls.push({ call: what, blogId, what: subject });
    await self.interfere(what, blogId, false);
    const answer = act(blog);
    await self.interfere(what, blogId, true);
    return answer;
  };
  const hold = (blog: HeldBlog, post: OutgoingPost, id = String(next++)) => {
    const held = { ...post, id };
    blog.posts.set(id, held);
    return held;
  };
  const self: MemoryPublisher = {
    calls: [],
    interfere: () => {},
    postsOf: (id) => [...(blogs.get(id)?.posts.values() ?? [])],
    imagesOf: (id) => [...(blogs.get(id)?.images.values() ?? [])],
    write: (id, post) => hold(blogOf(id), { ...EMPTY, ...post }).id,
    erase: (id, postId) => void blogOf(id).posts.delete(postId),
    removeBlog: (id) => void blogs.delete(id),
    async blogs(given) {
      const groups = given.flatMap((id) =>
        id.startsWith("group:") ? [...blogs.values()].filter(({ group }) => `group:${group}` === id) : [blogOf(id)],
      );
      return [...new Set(groups)].map(({ posts: _posts, images: _images, ...blog }) => blog);
    },
    check: async (id) => ({ way: "memory", login: "anna", may: [], says: `${blogOf(id).url} answers.` }),
    find: (id, key) =>
      call("find", id, Object.values(key)[0] ?? "", (blog) => {
        const [name, value] = Object.entries(key)[0]!;
        const found = [...blog.posts.values()].find((post) => post[name as "slug"] === value);
        return found && answerOf(blog, found);
      }),
    post: (id, post) => call("post", id, post.title, (blog) => answerOf(blog, hold(blog, post))),
    update: (id, postId, post) =>
      call("update", id, post.title, (blog) =>
        answerOf(blog, hold(blog, { ...blog.posts.get(postId), ...post }, postId)),
      ),
    takeBack: (id, postId) =>
      call("takeBack", id, postId, (blog) => {
        const post = blog.posts.get(postId);
        if (post === undefined) return undefined;
        if (mayDelete) blog.posts.delete(postId);
        else blog.posts.set(postId, { ...post, status: "draft" });
        return mayDelete ? "deleted" : "draft";
      }),
    upload: (id, image) =>
      call("upload", id, image.fileName, (blog) => {
        const held = blog.images.get(image.marker) ?? { ...image, id: String(next++) };
        blog.images.set(image.marker, held);
        return { id: held.id, url: `${blog.url}/media/${held.id}-${image.fileName}`, notes: [] };
      }),
    removeImage: (id, imageId) =>
      call("removeImage", id, imageId, (blog) => {
        const held = [...blog.images].find(([, image]) => image.id === imageId);
        return held !== undefined && blog.images.delete(held[0]) ? "deleted" : undefined;
      }),
  };
  return self;
}

const EMPTY: OutgoingPost = {
  ...{ marker: "", title: "", html: "", status: "draft", type: "post" },
  ...{ categories: [], tags: [], createTerms: true, meta: {} },
};

function newBlog(id: string): HeldBlog {
  const url = `https://${id}.example`;
  return { id, name: id, kind: "wordpress", url, group: "all", posts: new Map(), images: new Map() };
}

function answerOf({ url }: Blog, { id, title, status, slug }: HeldPost): PublishedPost {
  return { id, url: `${url}/?p=${id}`, status, title, slug: slug ?? "", notes: [] };
}
