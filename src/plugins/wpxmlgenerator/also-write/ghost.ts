import type { JsonObject } from "../../../kernel/index.js";
import type { MadePost } from "../post-maker.js";
import { levelsOf } from "../wxr/terms.js";
import type { AlsoWorld, AlsoWriter } from "./writer.js";

const PATH = "ghost.json";
const TYPE = "application/json";
const STATUSES: Readonly<Record<string, string>> = { publish: "published", future: "scheduled" };

/** A file for Ghost's importer (Settings, Import). It knows tags alone, so categories and what they are within are tags, and the first is the main one. */
export function ghostWriter({ output, terms, now }: AlsoWorld): AlsoWriter {
  const append = (text: string) => output.append(PATH, text, TYPE);
  let links: (readonly [post: number, term: number])[] = [];
  let authors = new Map<number, JsonObject>();
  let posts = new Map<number, number>();
  let fresh: MadePost[] = [];
  let isFirst = true;
  const note = (post: number, author: JsonObject, ofPost: readonly number[]) => {
    links.push(...ofPost.map((term) => [post, term] as const));
    authors.set(Number(author["id"]), author);
    posts.set(post, Number(author["id"]));
    isFirst = false;
  };
  return {
    begin() {
      links = [];
      authors = new Map();
      posts = new Map();
      output.file(PATH, `{"db":[{"meta":{"exported_on":${now.getTime()},"version":"5.0.0"},"data":{"posts":[\n`, TYPE);
    },
    add(made) {
      const { post, featured, row } = made;
      const status = STATUSES[post.status] ?? "draft";
      const date = new Date(post.date).toISOString();
      const record = {
        id: post.id,
        title: post.title,
        slug: row["slug"]!,
        html: post.html,
        feature_image: featured === "" ? null : featured,
        type: post.type === "page" ? "page" : "post",
        status,
        visibility: "public",
        custom_excerpt: post.excerpt === "" ? null : post.excerpt.slice(0, 300).toWellFormed(),
        created_at: date,
        updated_at: date,
        published_at: status === "draft" ? null : date,
      };
      append(`${isFirst ? "" : ",\n"}${JSON.stringify(record)}`);
      note(post.id, authorOf(made), tagsOf(made));
      fresh.push(made);
    },
    end() {
      const tags = terms.all().map(({ id, name, slug }) => ({ id, name, slug }));
      const order = new Map<number, number>();
      const tagged = links.map(([post_id, tag_id]) => {
        order.set(post_id, (order.get(post_id) ?? -1) + 1);
        return { post_id, tag_id, sort_order: order.get(post_id)! };
      });
      const written = [...posts].map(([post_id, author_id]) => ({ post_id, author_id, sort_order: 0 }));
      const rest = { tags, posts_tags: tagged, users: [...authors.values()], posts_authors: written };
      append(`\n],${JSON.stringify(rest).slice(1)}}]}\n`);
    },
    kept() {
      const ghost = fresh.map((made) => [made.post.id, authorOf(made), tagsOf(made)]);
      fresh = [];
      return { ghost } as JsonObject;
    },
    restore({ ghost = [] }) {
      for (const [post, author, ofPost] of ghost as unknown as [number, JsonObject, number[]][])
        note(post, author, ofPost);
    },
  };
}

/** The ids of its terms and of those that these are within, each once. */
function tagsOf({ post }: MadePost): number[] {
  return [...new Set(post.terms.flatMap(levelsOf).map(({ id }) => id))];
}

function authorOf({ post: { author } }: MadePost): JsonObject {
  const email = author.email === "" ? `${author.login}@example.com` : author.email;
  return { id: author.id, name: author.name, slug: author.login, email };
}
