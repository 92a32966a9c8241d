import { randomUUID } from "node:crypto";
import type { OutgoingPost, PostKey, PublishedPost } from "../../kernel/index.js";
import { shown } from "../../kernel/values/json.js";
import type { GhostApi } from "./ghost-api.js";
import { hasMarker, imageSlug, markerComment, markerText } from "./marker.js";
import { multipartForm } from "./multipart.js";
import { blogProblem, refusal, withoutId } from "./problems.js";
import type { Target } from "./target.js";
import { folded, oneLine, safeFileName } from "./texts.js";
import { checkedPost } from "./wordpress-posts.js";

type Fields = Readonly<Record<string, unknown>>;

const STATUS: Readonly<Record<OutgoingPost["status"], string>> = {
  draft: "draft",
  publish: "published",
  pending: "draft",
  private: "draft",
  future: "scheduled",
};
/** Custom fields that a post of Ghost has a place for. */
const META: ReadonlySet<string> = new Set([
  "meta_title",
  "meta_description",
  "og_title",
  "og_description",
  "twitter_title",
  "twitter_description",
  "canonical_url",
  "feature_image_alt",
  "feature_image_caption",
]);
const PER_PAGE = 100;
const MOST_PAGES = 1000;
const MOST_TAGS = 100;

/** A Ghost over its Admin API. The marker is a comment in the code that a post adds at the foot of its page. */
export function ghostTarget(api: GhostApi): Target {
  const placeOf = (type: string) => {
    if (type === "post" || type === "page") return `${type}s`;
    throw blogProblem(api.host, "bad-input", `has posts and pages, and no type "${shown(type)}". Use post or page.`, {
      field: "type",
    });
  };

  async function* every(
    path: string,
    name: string,
    query: Readonly<Record<string, string>>,
    what: string,
    signal: AbortSignal,
  ): AsyncGenerator<Fields> {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const found = await api.list(path, name, { query: { ...query, limit: PER_PAGE, page } }, what, signal);
      yield* found;
      if (found.length < PER_PAGE) return;
    }
  }

  async function fieldsOf(post: OutgoingPost, signal: AbortSignal) {
    const checked = checkedPost({ ...post, format: "" });
    const notes = [...checked.notes];
    if (post.status === "pending" || post.status === "private") {
      notes.push(`Ghost has no status "${post.status}"; the post is a draft.`);
    }
    if (post.format) notes.push("The post format was left out, because Ghost has none.");
    if (post.commentStatus !== undefined)
      notes.push("Ghost sets comments for the whole site; the post has no setting.");
    const meta = checked.meta.filter(([name]) => META.has(name));
    for (const [name] of checked.meta) {
      if (!META.has(name))
        notes.push(`The custom field "${shown(name)}" was left out, because Ghost has no place for it.`);
    }
    const author = await authorOf(post, notes, signal);
    const tags = await tagsOf(post, notes, signal);
    const fields = {
      title: checked.title,
      // As it stands, and not as what the editor of Ghost would make of it.
      html: `${comment("kg-card-begin: html")}\n${post.html}\n${comment("kg-card-end: html")}`,
      status: STATUS[post.status],
      codeinjection_foot: markerComment(post.marker),
      // What is not named stays as it is.
      ...(tags.length === 0 ? {} : { tags }),
      ...(checked.date === undefined ? {} : { published_at: checked.date.toISOString() }),
      ...(checked.slug === undefined ? {} : { slug: checked.slug }),
      ...(checked.excerpt === undefined ? {} : { custom_excerpt: checked.excerpt.slice(0, 300).toWellFormed() }),
      ...(author === undefined ? {} : { authors: [{ id: author }] }),
      ...(post.featuredImage === undefined ? {} : { feature_image: post.featuredImage }),
      ...Object.fromEntries(meta),
    };
    return { fields, notes };
  }

  async function tagsOf(post: OutgoingPost, notes: string[], signal: AbortSignal): Promise<readonly Fields[]> {
    const categories = post.categories.map((path) => path.split(">").at(-1) ?? "");
    if (categories.length > 0) notes.push("Ghost has no categories; they are the first tags of the post.");
    const names = new Map([...categories, ...post.tags].map((name) => [folded(name), oneLine(name).slice(0, 191)]));
    names.delete("");
    if (names.size > MOST_TAGS) notes.push(`The post names ${names.size} tags; the first ${MOST_TAGS} were used.`);
    const wanted = [...names].slice(0, MOST_TAGS);
    if (post.createTerms || wanted.length === 0) return wanted.map(([, name]) => ({ name }));
    const there = await Array.fromAsync(every("tags/", "tags", { fields: "id,name" }, "the list of tags", signal));
    const known = new Map(there.map((tag) => [folded(String(tag["name"])), tag["id"]]));
    for (const [key, name] of wanted) {
      if (!known.has(key)) notes.push(`The tag "${shown(name)}" was left out, because the blog does not have it.`);
    }
    return wanted.flatMap(([key]) => (known.has(key) ? [{ id: known.get(key) }] : []));
  }

  async function authorOf(post: OutgoingPost, notes: string[], signal: AbortSignal): Promise<unknown> {
    const wanted = folded(post.author ?? "");
    if (wanted === "") return undefined;
    const users = await Array.fromAsync(every("users/", "users", {}, "the list of authors", signal));
    const found = users.find((user) =>
      ["slug", "email", "name"].some((field) => folded(String(user[field])) === wanted),
    );
    if (found === undefined) notes.push(`The blog has no author "${shown(post.author!)}"; the post is by its owner.`);
    return found?.["id"];
  }

  async function save(id: string | undefined, post: OutgoingPost, signal: AbortSignal): Promise<PublishedPost> {
    const place = placeOf(post.type);
    const what = `the post "${shown(post.title)}"`;
    const { fields, notes } = await fieldsOf(post, signal);
    const before = id === undefined ? undefined : await current(place, id, signal);
    if (id !== undefined && before === undefined) {
      throw blogProblem(api.host, "bad-input", `has no post ${shown(id)} any more. Post it again.`, {
        postId: shown(id),
      });
    }
    const sent = before === undefined ? fields : { ...fields, updated_at: before["updated_at"] };
    const [saved] = await api.list(
      id === undefined ? `${place}/` : `${place}/${encodeURIComponent(id)}/`,
      place,
      { method: id === undefined ? "POST" : "PUT", query: { source: "html" }, fields: { [place]: [sent] } },
      what,
      signal,
    );
    const published = saved && postOf(saved);
    if (published === undefined) throw withoutId(api.host, what);
    return { ...published, notes };
  }

  /** Undefined when it is gone. */
  async function current(place: string, id: string, signal: AbortSignal): Promise<Fields | undefined> {
    const answer = await api.ask(`${place}/${encodeURIComponent(id)}/`, {}, signal);
    // 422 says of an id that it is none.
    if (answer.status === 404 || answer.status === 422) return undefined;
    if (answer.status !== 200) throw refusal(api.host, answer, "the post");
    const posts = (answer.json as Record<string, unknown> | undefined)?.[place];
    return Array.isArray(posts) ? (posts[0] as Fields | undefined) : undefined;
  }

  async function find(key: PostKey, type: string, signal: AbortSignal): Promise<PublishedPost | undefined> {
    const place = placeOf(type);
    const isIt = (post: Fields) => {
      if ("marker" in key) return hasMarker(String(post["codeinjection_foot"] ?? ""), key.marker);
      return "slug" in key ? post["slug"] === key.slug : folded(String(post["title"])) === folded(key.title);
    };
    // Of the filters of Ghost the one by slug is sure; titles and markers are compared here.
    const filter: Readonly<Record<string, string>> = "slug" in key ? { filter: `slug:${quoted(key.slug)}` } : {};
    if ("marker" in key) markerText(key.marker);
    const query = { order: "updated_at desc", ...filter };
    for await (const post of every(`${place}/`, place, query, "to look a post up", signal)) {
      if (isIt(post)) return postOf(post);
    }
    return undefined;
  }

  return {
    async check(signal) {
      const answer = await api.ask("site/", {}, signal);
      if (answer.status !== 200) throw refusal(api.host, answer, "the question what it is");
      // The site is shown to everybody; a list of drafts is not.
      await api.list("posts/", "posts", { query: { limit: 1, fields: "id" } }, "to see drafts", signal);
      const may = ["publish posts", "upload images"];
      const says = `${api.host} answers over the Ghost Admin API, and its key may publish posts and upload images.`;
      return { way: "Ghost Admin API", login: "", may, says };
    },
    find,
    post: (post, signal) => save(undefined, post, signal),
    update: save,
    async takeBack(id, type, signal) {
      const place = placeOf(type);
      const path = `${place}/${encodeURIComponent(id)}/`;
      const answer = await api.ask(path, { method: "DELETE" }, signal);
      if (answer.status >= 200 && answer.status < 300) return "deleted";
      if (answer.status === 404 || answer.status === 422) return undefined;
      if (answer.status !== 403 || answer.json === undefined) throw refusal(api.host, answer, "to delete the post");
      const before = await current(place, id, signal);
      if (before === undefined) return undefined;
      const fields = { [place]: [{ status: "draft", updated_at: before["updated_at"] }] };
      await api.list(path, place, { method: "PUT", fields }, "to set the post back to draft", signal);
      return "draft";
    },
    async upload(image, signal) {
      const name = safeFileName(image);
      const ref = imageSlug(image.marker);
      const file = { field: "file", name, type: image.type, bytes: image.bytes };
      const body = multipartForm({ purpose: "image", ref }, file, `scriptorium-${randomUUID()}`);
      const what = `the image "${shown(name)}"`;
      const [uploaded] = await api.list("images/upload/", "images", { method: "POST", body }, what, signal);
      const url = uploaded?.["url"];
      if (typeof url !== "string" || url === "") throw withoutId(api.host, what);
      const notes =
        image.caption + image.credit === "" ? [] : ["Ghost keeps no caption with an image; write it below the image."];
      return { id: url, url, notes };
    },
    async removeImage() {
      const says = "has no way to remove an image over its API. Remove it on the server, or leave it.";
      throw blogProblem(api.host, "bad-input", says);
    },
  };
}

function comment(text: string): string {
  return `<!--${text}-->`;
}

/** A text in a filter of Ghost. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function postOf(post: Fields): PublishedPost | undefined {
  const text = (name: string) => (typeof post[name] === "string" ? post[name] : "");
  if (text("id") === "") return undefined;
  return {
    id: text("id"),
    url: text("url"),
    status: text("status"),
    title: text("title"),
    slug: text("slug"),
    notes: [],
  };
}
