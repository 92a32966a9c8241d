import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BlogServer, blogServer, blogWorld, someImage, somePost } from "../../../test/doubles/blog-world.js";
import { ownError } from "../../../test/own-error.js";

const signal = new AbortController().signal;
const SECRET = "ab".repeat(32);
const KEY = `${"0".repeat(24)}:${SECRET}`;
const now = new Date("2026-03-01T10:00:00Z");

let world: Awaited<ReturnType<typeof blogWorld>>;
let server: BlogServer;
/** The posts of the blog, newest first. */
let posts: Record<string, unknown>[];

beforeAll(async () => {
  world = await blogWorld({ now: () => now });
});
afterAll(() => world.close());
beforeEach(async () => {
  posts = [];
  server = await blogServer(({ method, path, body }) => {
    const { pathname, searchParams } = new URL(path, server.url);
    const [, place = "", id] = /^\/ghost\/api\/admin\/(\w+)\/(?:(\w+)\/)?$/.exec(pathname) ?? [];
    if (place === "site") return { json: { site: { title: "A" } } };
    if (place === "users")
      return { json: { users: [{ id: "u1", name: "Anna Bell", slug: "anna", email: "a@b.test" }] } };
    if (place === "tags") return { json: { tags: [{ id: "t1", name: "Bees" }] } };
    if (place === "images") return { status: 201, json: { images: [{ url: "https://a.test/bee.gif", ref: "x" }] } };
    if (place !== "posts") return undefined;
    const at = posts.findIndex((one) => one["id"] === id);
    const missing = { status: 404, json: { errors: [{ type: "NotFoundError", message: "Post not found." }] } };
    if (method === "GET" && id === undefined) {
      const page = Number(searchParams.get("page"));
      return { json: { posts: posts.slice((page - 1) * 100, page * 100) } };
    }
    if (method === "POST") {
      const made = {
        ...JSON.parse(body).posts[0],
        id: `p${posts.length + 1}`,
        url: "https://a.test/p/bees/",
        updated_at: "1",
      };
      posts.unshift({ slug: "bees", ...made });
      return { status: 201, json: { posts: [posts[0]] } };
    }
    if (at < 0) return missing;
    if (method === "GET") return { json: { posts: [posts[at]] } };
    if (method === "DELETE") {
      posts.splice(at, 1);
      return { status: 204, text: "" };
    }
    posts[at] = { ...posts[at], ...JSON.parse(body).posts[0] };
    return { json: { posts: [posts[at]] } };
  });
});
afterEach(() => server.close());

const account = (key = KEY) => world.blog({ kind: "ghost", url: `${server.url}/ghost/`, allowHttp: true }, key);

describe("a Ghost", () => {
  it("is posted to with a signed token, HTML that stays as it is, and what Ghost has a place for", async () => {
    const post = somePost({
      ...{
        status: "future",
        date: "2026-03-05T08:00:00Z",
        author: "anna bell",
        categories: ["Sport > Football"],
        tags: ["bees"],
      },
      meta: { meta_title: "Title", other: "x" },
    });
    const posted = await world.publisher.post(await account(), post, { signal });
    expect(posted).toMatchObject({ id: "p1", url: "https://a.test/p/bees/", status: "scheduled" });
    expect(posted.notes).toEqual([
      'The custom field "other" was left out, because Ghost has no place for it.',
      "Ghost has no categories; they are the first tags of the post.",
    ]);
    const { headers, path, body } = server.asked.at(-1)!;
    expect(path).toBe("/ghost/api/admin/posts/?source=html");
    const [head, claims, signature] = String(headers.authorization).replace("Ghost ", "").split(".");
    const due = createHmac("sha256", Buffer.from(SECRET, "hex")).update(`${head}.${claims}`).digest("base64url");
    expect(signature).toBe(due);
    const issued = now.getTime() / 1000;
    expect(JSON.parse(Buffer.from(claims!, "base64url").toString())).toEqual({
      iat: issued,
      exp: issued + 300,
      aud: "/admin/",
    });
    expect(JSON.parse(body).posts[0]).toMatchObject({
      ...{ authors: [{ id: "u1" }], tags: [{ name: "Football" }, { name: "bees" }], meta_title: "Title" },
      html: "<!--kg-card-begin: html-->\n<p>Bees make honey.</p>\n<!--kg-card-end: html-->",
      codeinjection_foot: "<!-- scriptorium:run-1 -->",
    });
  });

  it("finds a post by its marker on a later page, updates it and takes it back", async () => {
    const id = await account();
    const { id: postId } = await world.publisher.post(id, somePost({ createTerms: false, tags: ["BEES", "none"] }), {
      signal,
    });
    posts.unshift(...Array.from({ length: 250 }, (_, index) => ({ id: `x${index}`, title: "x", slug: "x" })));
    expect((await world.publisher.find(id, { marker: "run-1" }, { type: "post", signal }))?.id).toBe(postId);
    expect((await world.publisher.update(id, postId, somePost({ title: "New" }), { signal })).title).toBe("New");
    expect(JSON.parse(server.asked.at(-1)!.body).posts[0]).toMatchObject({ updated_at: "1" });
    // What it does not name stays.
    expect(posts.find((one) => one["id"] === postId)).toMatchObject({ title: "New", tags: [{ id: "t1" }] });
    expect(await world.publisher.takeBack(id, postId, { type: "post", signal })).toBe("deleted");
    expect(await world.publisher.takeBack(id, postId, { type: "post", signal })).toBeUndefined();
  });

  it("takes an image, and says what it cannot do", async () => {
    const id = await account();
    expect((await world.publisher.upload(id, someImage(), { signal })).id).toBe("https://a.test/bee.gif");
    expect((await ownError(world.publisher.removeImage(id, "x", { signal }))).code).toBe("bad-input");
    expect((await ownError(world.publisher.post(id, somePost({ type: "product" }), { signal }))).code).toBe(
      "bad-input",
    );
    expect((await world.publisher.check(id, { signal })).way).toBe("Ghost Admin API");
  });

  it("that refuses the key, or whose key is none, is an error of the login", async () => {
    expect((await ownError(world.publisher.check(await account("not a key"), { signal }))).code).toBe("auth");
    server.answering = () => ({
      status: 401,
      json: { errors: [{ type: "UnauthorizedError", message: "Unknown key" }] },
    });
    const error = await ownError(world.publisher.check(await account(), { signal }));
    expect(error).toMatchObject({ code: "auth", message: expect.stringContaining("UnauthorizedError): Unknown key") });
  });
});
