import type { OutgoingPost, PostKey, PublishedPost } from "../../kernel/index.js";
import { isPlainObject, shown } from "../../kernel/values/json.js";
import { withMarker, withoutLineEnds } from "./marker.js";
import { blogProblem, codeIn, refusal, withoutId } from "./problems.js";
import type { Target } from "./target.js";
import { folded } from "./texts.js";
import { CAPABILITIES, checkedPost, isKeyed, keepsPlan, listed, searchText } from "./wordpress-posts.js";
import { restImages } from "./wordpress-rest-images.js";
import type { RestSite } from "./wordpress-rest-site.js";
import { restTerms } from "./wordpress-rest-terms.js";
import { slugsOf } from "./wordpress-slugs.js";
import { Terms } from "./wordpress-terms.js";

const ANSWERED = "id,link,status,title,slug,meta,format";
const RECENT = 20;

interface PostType {
  readonly route: string;
  readonly taxonomies: readonly string[];
}

const KNOWN_TYPES: ReadonlyMap<string, PostType> = new Map([
  ["post", { route: "/wp/v2/posts", taxonomies: ["category", "post_tag"] }],
  ["page", { route: "/wp/v2/pages", taxonomies: [] }],
]);

/** A WordPress over its REST API. */
export function restTarget(site: RestSite): Target {
  const terms = new Terms(restTerms(site));
  const types = new Map(KNOWN_TYPES);
  const authors = new Map<string, number | undefined>();

  async function typeOf(name: string, signal: AbortSignal): Promise<PostType> {
    const known = types.get(name);
    if (known !== undefined) return known;
    const answer = await site.ask(`/wp/v2/types/${encodeURIComponent(name)}`, { query: { context: "edit" } }, signal);
    const { json } = answer;
    if (answer.status === 404) {
      const says = `has no post type "${shown(name)}" that its REST API shows. Use post, page or one of its own types.`;
      throw blogProblem(site.host, "bad-input", says, { field: "type" });
    }
    if (answer.status !== 200 || !isPlainObject(json))
      throw refusal(site.host, answer, `the post type "${shown(name)}"`);
    const space = typeof json["rest_namespace"] === "string" ? json["rest_namespace"] : "wp/v2";
    const taxonomies = Array.isArray(json["taxonomies"]) ? json["taxonomies"].map(String) : [];
    const type = { route: `/${space}/${String(json["rest_base"] || name)}`, taxonomies };
    types.set(name, type);
    return type;
  }

  async function authorOf(name: string, signal: AbortSignal): Promise<number | undefined> {
    const wanted = folded(name);
    if ([site.user.login, site.user.name].some((own) => own !== "" && folded(own) === wanted)) return site.user.id;
    if (authors.has(wanted)) return authors.get(wanted);
    for (const context of ["edit", "view"]) {
      const query = { search: name, context, per_page: 100, _fields: "id,name,slug,username" };
      const answer = await site.ask("/wp/v2/users", { query }, signal);
      // Only who may list users sees their logins.
      if ([401, 403, 404].includes(answer.status) && answer.json !== undefined) continue;
      if (answer.status !== 200 || !Array.isArray(answer.json)) throw refusal(site.host, answer, "the list of authors");
      const users = answer.json.filter(isPlainObject);
      const fits = (field: string) => users.find((user) => folded(String(user[field] ?? "")) === wanted);
      const user = fits("username") ?? fits("slug") ?? fits("name");
      if (user !== undefined || context === "view") {
        authors.set(wanted, typeof user?.["id"] === "number" ? user["id"] : undefined);
        break;
      }
    }
    return authors.get(wanted);
  }

  async function fieldsOf(post: OutgoingPost, type: PostType, isUpdate: boolean, signal: AbortSignal) {
    const checked = checkedPost(post, { replaces: isUpdate });
    const notes = [...checked.notes];
    const suited = (taxonomy: string, names: readonly string[], what: string) => {
      if (type.taxonomies.includes(taxonomy) || names.length === 0) return names;
      notes.push(`The ${what} were left out, because the type "${post.type}" has none.`);
      return [];
    };
    const ids = await terms.of(
      {
        ...post,
        categories: suited("category", post.categories, "categories"),
        tags: suited("post_tag", post.tags, "tags"),
      },
      signal,
    );
    notes.push(...ids.notes);
    let author: number | undefined;
    if (post.author !== undefined && post.author.trim() !== "") {
      const mayChoose = site.user.may?.("edit_others_posts") ?? true;
      author = await authorOf(post.author, signal);
      if (author === undefined)
        notes.push(`The blog has no author "${shown(post.author)}"; the post is by the account.`);
      else if (author !== site.user.id && !mayChoose) {
        notes.push(`The account may not post as "${shown(post.author)}"; the post is by the account.`);
        author = undefined;
      }
    }
    // What is not named stays as it is; a new post without categories gets the usual one of the blog.
    const termed = (taxonomy: string, given: readonly number[]) =>
      type.taxonomies.includes(taxonomy) && given.length > 0;
    const fields = {
      title: checked.title,
      content: withMarker(withoutLineEnds(post.html), post.marker),
      ...(keepsPlan(post) ? {} : { status: post.status }),
      ...(checked.date === undefined ? {} : { date_gmt: checked.date.toISOString().slice(0, 19) }),
      ...(checked.slug === undefined ? {} : { slug: checked.slug }),
      ...(checked.excerpt === undefined ? {} : { excerpt: checked.excerpt }),
      ...(author === undefined ? {} : { author }),
      ...(termed("category", ids.categories) ? { categories: ids.categories } : {}),
      ...(termed("post_tag", ids.tags) ? { tags: ids.tags } : {}),
      ...(checked.meta.length === 0 ? {} : { meta: Object.fromEntries(checked.meta) }),
      ...(post.featuredImage === undefined ? {} : { featured_media: Number(post.featuredImage) || 0 }),
      ...(checked.format === undefined ? {} : { format: checked.format }),
      ...(post.commentStatus === undefined ? {} : { comment_status: post.commentStatus }),
    };
    return { fields, notes, meta: checked.meta };
  }

  async function save(id: string | undefined, post: OutgoingPost, signal: AbortSignal): Promise<PublishedPost> {
    const type = await typeOf(post.type, signal);
    const { fields, notes, meta } = await fieldsOf(post, type, id !== undefined, signal);
    const route = id === undefined ? type.route : `${type.route}/${encodeURIComponent(id)}`;
    const request = { method: "POST", query: { _fields: ANSWERED }, fields } as const;
    const answer = await site.ask(route, request, signal);
    const what = `the post "${shown(post.title)}"`;
    if (answer.status < 200 || answer.status > 299 || answer.json === undefined) throw refusal(site.host, answer, what);
    const saved = postIn(answer.json);
    if (saved === undefined) throw withoutId(site.host, what);
    const kept = isPlainObject(answer.json) && isPlainObject(answer.json["meta"]) ? answer.json["meta"] : {};
    const lost = meta.filter(([name]) => !Object.hasOwn(kept, name)).map(([name]) => `"${shown(name)}"`);
    if (lost.length > 0) {
      const which = lost.length === 1 ? `field ${lost[0]} was` : `fields ${listed(lost)} were`;
      notes.push(
        `The custom ${which} left out, because the blog does not take such over REST until a plugin registers them.`,
      );
    }
    return { ...publishedOf(saved), notes };
  }

  async function list(type: PostType, query: Readonly<Record<string, string | number>>, signal: AbortSignal) {
    const asked = { status: "any", context: "edit", _fields: "id,link,status,title,slug,content", ...query };
    const json = await site.get(type.route, { query: asked }, "to look a post up", signal);
    return Array.isArray(json) ? json.flatMap((one) => postIn(one) ?? []) : [];
  }

  async function find(key: PostKey, name: string, signal: AbortSignal): Promise<PublishedPost | undefined> {
    const type = await typeOf(name, signal);
    const queries: readonly Readonly<Record<string, string | number>>[] =
      "slug" in key
        ? [{ slug: slugsOf(key.slug).join(",") }]
        : [
            { search: searchText(key), per_page: 100 },
            // A search plugin may not have seen what was posted a moment ago.
            ...("marker" in key ? [{ orderby: "modified", order: "desc", per_page: RECENT }] : []),
          ];
    for (const query of queries) {
      const found = (await list(type, query, signal)).find((post) => isKeyed(post, key));
      if (found !== undefined) return publishedOf(found);
    }
    return undefined;
  }

  async function takeBack(id: string, name: string, signal: AbortSignal): Promise<"deleted" | "draft" | undefined> {
    const { route: base } = await typeOf(name, signal);
    const route = `${base}/${encodeURIComponent(id)}`;
    let answer = await site.ask(route, { method: "DELETE" }, signal);
    if (codeIn(answer.json) === "rest_trash_not_supported") {
      answer = await site.ask(route, { method: "DELETE", query: { force: "true" } }, signal);
    }
    if (answer.status >= 200 && answer.status < 300) return "deleted";
    if (isGone(answer.status, codeIn(answer.json))) return undefined;
    if (answer.status !== 403 || answer.json === undefined) throw refusal(site.host, answer, "to delete the post");
    const request = { method: "POST", fields: { status: "draft" }, query: { _fields: "id" } } as const;
    await site.get(route, request, "to set the post back to draft", signal);
    return "draft";
  }

  return {
    async check() {
      const { login, name, may } = site.user;
      const words = CAPABILITIES.flatMap(([capability, says]) => (may?.(capability) ? [says] : []));
      const who = login || name || "a user that it does not name";
      const can = words.length === 0 ? "whose rights it does not name" : `who may ${listed(words)}`;
      return {
        way: "REST",
        login: login || name,
        may: words,
        says: `${site.host} answers over REST as "${shown(who)}", ${can}.`,
      };
    },
    find,
    post: (post, signal) => save(undefined, post, signal),
    update: save,
    takeBack,
    ...restImages(site),
  };
}

function isGone(status: number, code: string): boolean {
  return status === 410 || (status === 404 && code === "rest_post_invalid_id");
}

interface RestPost extends Omit<PublishedPost, "notes"> {
  readonly content: string;
}

function postIn(json: unknown): RestPost | undefined {
  if (!isPlainObject(json) || typeof json["id"] !== "number" || json["id"] <= 0) return undefined;
  const { id, link, status, slug } = json;
  return {
    id: String(id),
    url: String(link ?? ""),
    status: String(status ?? ""),
    title: rawOf(json["title"]),
    slug: String(slug ?? ""),
    content: rawOf(json["content"]),
  };
}

function publishedOf({ content: _, ...post }: RestPost): PublishedPost {
  return { ...post, notes: [] };
}

/** As it was written, else as it is shown. */
function rawOf(value: unknown): string {
  if (!isPlainObject(value)) return "";
  return String(value["raw"] ?? value["rendered"] ?? "");
}
