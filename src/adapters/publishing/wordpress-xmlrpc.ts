import type { OutgoingPost, PostKey, PublishedPost } from "../../kernel/index.js";
import { isPlainObject, shown } from "../../kernel/values/json.js";
import { withMarker, withoutLineEnds } from "./marker.js";
import { blogProblem, withoutId } from "./problems.js";
import type { Target } from "./target.js";
import { folded } from "./texts.js";
import { CAPABILITIES, checkedPost, isKeyed, keepsPlan, listed, searchText } from "./wordpress-posts.js";
import { Terms } from "./wordpress-terms.js";
import { rpcImages } from "./wordpress-xmlrpc-images.js";
import { RpcFault, type RpcSite, translated } from "./wordpress-xmlrpc-site.js";
import { rpcTerms } from "./wordpress-xmlrpc-terms.js";
import type { RpcValue } from "./xml-rpc.js";

const PER_PAGE = 50;
const MOST_PAGES = 40;
/** A custom field beside the comment in the content, which an editor may take out. */
const MARKER_FIELD = "scriptorium_marker";

const ALL = CAPABILITIES.map(([capability]) => capability);
/** XML-RPC names the roles of a user, and not what they may do. */
const BY_ROLE: Readonly<Record<string, readonly string[]>> = {
  contributor: ["edit_posts"],
  author: ["edit_posts", "publish_posts", "upload_files", "delete_posts"],
  editor: ALL,
  administrator: ALL,
};

/** A WordPress over XML-RPC. `because` says why, where another way was tried first. */
export function rpcTarget(site: RpcSite, now: () => Date, because?: string): Target {
  const terms = new Terms(rpcTerms(site));
  const authors = new Map<string, number | undefined>();
  const taxonomies = new Map<string, readonly string[]>([
    ["post", ["category", "post_tag"]],
    ["page", []],
  ]);
  let toSay = because;

  async function authorOf(name: string, signal: AbortSignal): Promise<number | undefined> {
    const wanted = folded(name);
    if ([site.user.login, site.user.name].some((own) => own !== "" && folded(own) === wanted)) return site.user.id;
    if (authors.has(wanted)) return authors.get(wanted);
    const fields = ["user_id", "username", "display_name", "nicename"];
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const filter = { number: PER_PAGE, offset: page * PER_PAGE };
      const what = "the list of authors";
      let answer: unknown;
      try {
        answer = await site.call("wp.getUsers", [filter, fields], what, signal);
      } catch (error) {
        // The account may not see who writes here.
        if (error instanceof RpcFault && error.code === 401) break;
        return await translated(site.host, what, () => Promise.reject(error));
      }
      const users = Array.isArray(answer) ? answer.filter(isPlainObject) : [];
      const fits = (field: string) => users.find((user) => folded(String(user[field] ?? "")) === wanted);
      const user = fits("username") ?? fits("nicename") ?? fits("display_name");
      if (user !== undefined) authors.set(wanted, Number(user["user_id"]) || undefined);
      if (user !== undefined || users.length < PER_PAGE) break;
    }
    return authors.get(wanted);
  }

  async function taxonomiesOf(type: string, signal: AbortSignal): Promise<readonly string[]> {
    const known = taxonomies.get(type);
    if (known !== undefined) return known;
    const what = `the post type "${shown(type)}"`;
    try {
      const answer = await site.call("wp.getPostType", [type, ["taxonomies"]], what, signal);
      const given = isPlainObject(answer) ? answer["taxonomies"] : undefined;
      const names = Array.isArray(given) ? given.map(String) : [];
      taxonomies.set(type, names);
      return names;
    } catch (error) {
      if (error instanceof RpcFault && error.code === 403) {
        const says = `has no post type "${shown(type)}". Use post, page or one of its own types.`;
        throw blogProblem(site.host, "bad-input", says, { field: "type" });
      }
      return await translated(site.host, what, () => Promise.reject(error));
    }
  }

  async function contentOf(post: OutgoingPost, replaces: boolean, signal: AbortSignal) {
    const checked = checkedPost(post, { replaces });
    const notes = [...checked.notes];
    const has = await taxonomiesOf(post.type, signal);
    const suited = (taxonomy: string, names: readonly string[], what: string) => {
      if (has.includes(taxonomy) || names.length === 0) return names;
      notes.push(`The ${what} were left out, because the type "${post.type}" has none.`);
      return [];
    };
    const categories = suited("category", post.categories, "categories");
    const tags = suited("post_tag", post.tags, "tags");
    const ids = await terms.of({ ...post, categories, tags }, signal);
    notes.push(...ids.notes);
    const named = post.author?.trim() ?? "";
    const author = named === "" ? undefined : await authorOf(named, signal);
    if (named !== "" && author === undefined) {
      notes.push(`The blog shows no author "${shown(named)}"; the post is by the account.`);
    }
    const fields: Record<string, RpcValue | undefined> = {
      post_type: post.type,
      post_status: keepsPlan(post) ? undefined : post.status,
      post_title: checked.title,
      post_content: withMarker(withoutLineEnds(post.html), post.marker),
      post_excerpt: checked.excerpt,
      post_name: checked.slug,
      post_author: author,
      post_date_gmt: checked.date,
      post_format: checked.format,
      comment_status: post.commentStatus,
      post_thumbnail: post.featuredImage === undefined ? undefined : Number(post.featuredImage) || 0,
      terms:
        ids.categories.length + ids.tags.length === 0
          ? undefined
          : {
              ...(ids.categories.length > 0 ? { category: ids.categories } : {}),
              ...(ids.tags.length > 0 ? { post_tag: ids.tags } : {}),
            },
    };
    return { fields, notes, meta: [...checked.meta, [MARKER_FIELD, post.marker] as const] };
  }

  async function read(id: string, signal: AbortSignal): Promise<RpcPost | undefined> {
    try {
      return postIn(now(), await site.call("wp.getPost", [id, ["post", "custom_fields"]], "the post", signal));
    } catch (error) {
      if (error instanceof RpcFault && error.code === 404) return undefined;
      throw error;
    }
  }

  /** What became of a post that is made: nothing that goes wrong here may be taken for a failed post. */
  async function made(id: string, post: OutgoingPost, notes: readonly string[], signal: AbortSignal) {
    const because = toSay === undefined ? [] : [toSay];
    toSay = undefined;
    const said = [...notes, ...because];
    const there = await read(id, signal).catch(() => undefined);
    const lost = Object.keys(post.meta).filter(
      (name) => name.startsWith("_") && there?.fields.some(({ key }) => key === name) !== true,
    );
    if (lost.length > 0) said.push(hiddenFields(lost));
    if (there !== undefined) return { ...publishedOf(there), notes: said };
    const url = `${site.url}?p=${id}`;
    return { ...{ id, url, status: post.status, title: post.title, slug: post.slug ?? "" }, notes: said };
  }

  async function find(key: PostKey, type: string, signal: AbortSignal): Promise<PublishedPost | undefined> {
    const text = searchText(key);
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const filter = {
        post_type: type,
        number: PER_PAGE,
        offset: page * PER_PAGE,
        ...("slug" in key ? {} : { s: text }),
      };
      const fields = [
        "post_id",
        "post_title",
        "post_name",
        "post_status",
        "post_date_gmt",
        "link",
        "post_content",
        "custom_fields",
      ];
      const answer = await translated(site.host, "to look a post up", () =>
        site.call("wp.getPosts", [filter, fields], "to look a post up", signal),
      );
      const posts = Array.isArray(answer) ? answer.flatMap((one) => postIn(now(), one) ?? []) : [];
      const found = posts.find((post) => isKeyed(post, key) || hasField(post, key));
      if (found !== undefined) return publishedOf(found);
      if (!Array.isArray(answer) || answer.length < PER_PAGE) break;
    }
    return undefined;
  }

  return {
    async check() {
      const { login, roles } = site.user;
      const capabilities = new Set(roles.flatMap((role) => BY_ROLE[role] ?? []));
      const may = CAPABILITIES.filter(([capability]) => capabilities.has(capability)).map(([, words]) => words);
      const can = may.length === 0 ? "whose rights it does not name" : `who may ${listed(may)}`;
      const why = because === undefined ? "" : ` ${because}`;
      const says = `${site.host} answers over XML-RPC as "${shown(login)}", ${can}.${why}`;
      return { way: "XML-RPC", login, may, says };
    },
    find,
    async post(post, signal) {
      const { fields, notes, meta } = await contentOf(post, false, signal);
      const what = `the post "${shown(post.title)}"`;
      const content = { ...fields, custom_fields: meta.map(([key, value]) => ({ key, value })) };
      const answer = await translated(site.host, what, () => site.call("wp.newPost", [content], what, signal));
      const id = String(answer ?? "").trim();
      if (!/^[1-9]\d*$/.test(id)) throw withoutId(site.host, what);
      return await made(id, post, notes, signal);
    },
    async update(id, post, signal) {
      const { fields, notes, meta } = await contentOf(post, true, signal);
      const what = `the post "${shown(post.title)}"`;
      await translated(site.host, what, async () => {
        const there = await read(id, signal);
        if (there === undefined) throw gone(site.host, id);
        // A field without its id would be added once more.
        const custom_fields = meta.map(([key, value]) => {
          const known = there.fields.find((field) => field.key === key);
          return known === undefined ? { key, value } : { id: known.id, key, value };
        });
        return await site.call("wp.editPost", [id, { ...fields, custom_fields }], what, signal);
      });
      return await made(id, post, notes, signal);
    },
    async takeBack(id, _type, signal) {
      return await translated(site.host, "to take the post back", async () => {
        const there = await read(id, signal);
        // Deleting what is in the bin would delete it for good.
        if (there === undefined || there.status === "trash") return undefined;
        try {
          await site.call("wp.deletePost", [id], "to delete the post", signal);
          return "deleted";
        } catch (error) {
          if (!(error instanceof RpcFault) || error.code !== 401) throw error;
          await site.call("wp.editPost", [id, { post_status: "draft" }], "to set the post back to draft", signal);
          return "draft";
        }
      });
    },
    ...rpcImages(site),
  };
}

/** WordPress leaves them out without a word. */
function hiddenFields(names: readonly string[]): string {
  const quoted = listed(names.map((name) => `"${shown(name)}"`));
  const which = names.length === 1 ? `field ${quoted} was` : `fields ${quoted} were`;
  return `The custom ${which} left out, because WordPress takes none whose name begins with _ over XML-RPC.`;
}

function gone(host: string, id: string): Error {
  return blogProblem(host, "bad-input", `has no post ${shown(id)} any more. Post it again.`, { postId: shown(id) });
}

interface RpcPost extends Omit<PublishedPost, "notes"> {
  readonly content: string;
  readonly fields: readonly { readonly id: string; readonly key: string; readonly value: string }[];
}

function postIn(now: Date, value: unknown): RpcPost | undefined {
  if (!isPlainObject(value)) return undefined;
  const text = (name: string) => String(value[name] ?? "");
  const id = text("post_id").trim();
  const status = text("post_status").trim();
  if (!/^[1-9]\d*$/.test(id)) return undefined;
  const fields = Array.isArray(value["custom_fields"]) ? value["custom_fields"].filter(isPlainObject) : [];
  return {
    id,
    url: text("link").trim(),
    // XML-RPC says "publish" of what is only planned.
    status: status === "publish" && dateOf(text("post_date_gmt")) > now.getTime() ? "future" : status,
    title: text("post_title"),
    slug: text("post_name").trim(),
    content: text("post_content"),
    fields: fields.map((field) => ({
      id: String(field["id"] ?? "").trim(),
      key: String(field["key"] ?? ""),
      value: String(field["value"] ?? ""),
    })),
  };
}

/** Of a date like 20260131T08:00:00, in UTC; not a number for none. */
function dateOf(text: string): number {
  const parts = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d:\d\d:\d\d)/.exec(text.trim());
  return parts === null ? Number.NaN : Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}Z`);
}

function hasField(post: RpcPost, key: PostKey): boolean {
  return "marker" in key && post.fields.some((field) => field.key === MARKER_FIELD && field.value === key.marker);
}

function publishedOf({ content: _, fields: __, ...post }: RpcPost): PublishedPost {
  return { ...post, notes: [] };
}
