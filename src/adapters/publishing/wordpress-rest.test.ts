import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Answering,
  type BlogServer,
  blogServer,
  blogWorld,
  someImage,
  somePost,
} from "../../../test/doubles/blog-world.js";
import { serveHttp } from "../../../test/doubles/loopback.js";
import { ownError } from "../../../test/own-error.js";

const signal = new AbortController().signal;
const PASSWORD = "abcd efgh";
const CAPABILITIES = { edit_posts: true, publish_posts: true, upload_files: true, edit_others_posts: true };
const ME = { id: 7, name: "Anna", slug: "anna", username: "anna", capabilities: CAPABILITIES };
const SAVED = { id: 12, link: "https://a.test/bees/", status: "draft", slug: "bees", title: { raw: "Bees" }, meta: {} };

const isMe: Answering = ({ path }) => (path.startsWith("/wp-json/wp/v2/users/me") ? { json: ME } : undefined);
/** A blog that lets everybody in and answers so to what is posted. */
const postsAnswer =
  (answer: ReturnType<Answering>): Answering =>
  (asked) =>
    isMe(asked) ?? (asked.method === "POST" && asked.path.startsWith("/wp-json/wp/v2/posts") ? answer : undefined);

let world: Awaited<ReturnType<typeof blogWorld>>;
let server: BlogServer;

beforeAll(async () => {
  world = await blogWorld({ maxBytes: 1024 * 1024 });
});
afterAll(() => world.close());
beforeEach(async () => {
  server = await blogServer(postsAnswer({ status: 201, json: SAVED }));
});
afterEach(() => server.close());

const account = (settings: Readonly<Record<string, string | boolean>> = {}) =>
  world.blog({ url: server.url, allowHttp: true, username: "anna", api: "rest", ...settings }, PASSWORD);
const posting = async (answer: ReturnType<Answering>) => {
  server.answering = postsAnswer(answer);
  return await ownError(world.publisher.post(await account(), somePost(), { signal }));
};

describe("a WordPress over REST", () => {
  it("is posted to with the password of the account, and its answer comes back", async () => {
    const posted = await world.publisher.post(await account(), somePost(), { signal });
    expect(posted).toEqual({ id: "12", url: SAVED.link, status: "draft", title: "Bees", slug: "bees", notes: [] });
    const sent = server.asked.at(-1)!;
    expect(Buffer.from(String(sent.headers.authorization).slice("Basic ".length), "base64").toString()).toBe(
      `anna:${PASSWORD}`,
    );
    expect(JSON.parse(sent.body).content).toBe("<p>Bees make honey.<!-- scriptorium:run-1 --></p>");
  });

  it("keeps with an update the terms, image and excerpt that it does not name", async () => {
    await world.publisher.update(await account(), "12", somePost(), { signal });
    expect(server.asked.at(-1)!.path).toMatch(/^\/wp-json\/wp\/v2\/posts\/12\?/);
    const sent = Object.keys(JSON.parse(server.asked.at(-1)!.body));
    expect(sent).toEqual(["title", "content", "status"]);
  });

  it.each([
    ["straße", "strase", "Straße", true],
    ["straße", "strasse", "Straße", true],
    ["über-uns", "ueber-uns", "Über uns", true],
    ["über-uns", "uber-uns", "Über uns", true],
    ["лампы", "%d0%bb%d0%b0%d0%bc%d0%bf%d1%8b", "Лампы", true],
    ["й".repeat(60), "%d0%b9".repeat(16), "Й", false],
    ["й".repeat(60), "%d0%b9".repeat(33), "Й", true],
    ["2024", "2024-2", "2024", true],
    ["2024", "2024-2", "2024 2", false],
    ["bees", "bees-2", "Bees", false],
  ])("finds what was given the slug %s and is kept as %s: title %s, %s", async (given, slug, title, isFound) => {
    server.answering = (asked) => {
      const { searchParams } = new URL(asked.path, server.url);
      const slugs = searchParams.get("slug")?.split(",");
      if (slugs === undefined) return isMe(asked);
      // What was not asked for comes only where it is to be sorted out.
      return { json: isFound && !slugs.includes(slug) ? [] : [{ ...SAVED, slug, title: { raw: title } }] };
    };
    const found = await world.publisher.find(await account(), { slug: given }, { type: "post", signal });
    expect(found?.id).toBe(isFound ? "12" : undefined);
  });

  it("keeps a planned post planned when an update does not say when", async () => {
    await world.publisher.update(await account(), "12", somePost({ status: "future" }), { signal });
    expect(JSON.parse(server.asked.at(-1)!.body)).not.toHaveProperty("status");
    const error = await ownError(world.publisher.post(await account(), somePost({ status: "future" }), { signal }));
    expect(error.message).toContain("has no date");
  });

  it("gets lines that were wrapped as one, and brackets of code as what they are", async () => {
    const html = "<p>One\ntwo <code>[gallery]</code></p>\n<p>Three [b]</p><pre>a\n[c]</pre>";
    await world.publisher.post(await account(), somePost({ html }), { signal });
    expect(JSON.parse(server.asked.at(-1)!.body).content).toBe(
      "<p>One two <code>&#91;gallery]</code></p>\n<p>Three [b]</p><pre>a\n&#91;c]<!-- scriptorium:run-1 --></pre>",
    );
  });

  it("is found behind ?rest_route= where pretty links are off", async () => {
    server.answering = ({ method, path }) => {
      const { searchParams, pathname } = new URL(path, server.url);
      if (pathname !== "/") return undefined;
      if (searchParams.get("rest_route") === "/wp/v2/users/me") return { json: ME };
      return method === "POST" && searchParams.get("rest_route") === "/wp/v2/posts"
        ? { status: 201, json: SAVED }
        : undefined;
    };
    expect((await world.publisher.post(await account(), somePost(), { signal })).id).toBe("12");
  });

  it("is read behind a warning that PHP has printed", async () => {
    const text = `<br />\n<b>Warning</b>: Undefined variable [x] in <b>/srv/a.php</b>\n${JSON.stringify(SAVED)}`;
    server.answering = postsAnswer({ status: 201, text });
    expect((await world.publisher.post(await account(), somePost(), { signal })).id).toBe("12");
  });

  it("in whose form everything a caller sends stays in its place", async () => {
    const evil = 'x\r\nX-Evil: 1\r\n\r\n"; filename="y';
    server.answering = (asked) => {
      if (asked.method === "GET" && asked.path.includes("/media")) return { json: [] };
      if (asked.path.includes("/media")) return { status: 201, json: { id: 5, source_url: "https://a.test/x.gif" } };
      return postsAnswer({ status: 201, json: SAVED })(asked);
    };
    const id = await account();
    await world.publisher.upload(
      id,
      someImage({ fileName: evil, type: evil, alt: evil, caption: evil, credit: evil }),
      { signal },
    );
    const { headers, body } = server.asked.at(-1)!;
    expect(headers).not.toHaveProperty("x-evil");
    expect(body.match(/filename="[^"\r\n]*"\r\nContent-Type: application\/octet-stream\r\n/)).not.toBeNull();
    expect(body).not.toMatch(/^X-Evil/m);
    await world.publisher.post(id, somePost({ title: evil, slug: evil, excerpt: `${evil}]]>\u0000` }), { signal });
    const sent = JSON.parse(server.asked.at(-1)!.body);
    expect(sent.title).toBe('x X-Evil: 1 "; filename="y');
    expect(sent.excerpt).not.toMatch(/\]\]>|\u0000/);
  });

  it("names custom fields that the blog does not take, and its thousands of tags", async () => {
    server.answering = (asked) => {
      if (asked.path.includes("/tags") && asked.method === "GET") return { json: [] };
      if (asked.path.includes("/tags")) return { status: 201, json: { id: server.asked.length, name: "x", slug: "x" } };
      return postsAnswer({ status: 201, json: { ...SAVED, meta: { known: "1" } } })(asked);
    };
    const tags = Array.from({ length: 10_000 }, (_, index) => `tag ${index}`);
    const meta = { known: "1", other: "2", "\r\nbad": "3" };
    const { notes } = await world.publisher.post(await account(), somePost({ tags, meta }), { signal });
    expect(notes).toEqual([
      expect.stringContaining("because its name cannot be used"),
      "The post names 10000 tags; the first 100 were used.",
      expect.stringContaining('The custom field "other" was left out'),
    ]);
  });

  it("finds a term on a later page, and takes the one that another has made in between", async () => {
    const page = (from: number) =>
      Array.from({ length: 100 }, (_, at) => ({ id: from + at, name: `Bees ${from + at}`, slug: "x", parent: 0 }));
    server.answering = (asked) => {
      const { searchParams, pathname } = new URL(asked.path, server.url);
      if (pathname.endsWith("/categories/9")) return { json: { id: 9, name: "New", slug: "new", parent: 0 } };
      if (pathname.endsWith("/categories") && asked.method === "POST") {
        return { status: 400, json: { code: "term_exists", message: "x", data: { status: 400, term_id: 9 } } };
      }
      if (pathname.endsWith("/categories")) {
        if (searchParams.get("search") !== "Bees") return { json: [] };
        return {
          json: searchParams.get("page") === "1" ? page(100) : [{ id: 500, name: "BEES", slug: "bees", parent: 0 }],
        };
      }
      return postsAnswer({ status: 201, json: SAVED })(asked);
    };
    const { notes } = await world.publisher.post(await account(), somePost({ categories: ["Bees", "New"] }), {
      signal,
    });
    expect(notes).toEqual([]);
    expect(JSON.parse(server.asked.at(-1)!.body).categories).toEqual([500, 9]);
  });
});

describe("a WordPress over REST that refuses", () => {
  const refused = (status: number, code: string) => ({
    status,
    json: { code, message: "Sorry &#8211; <b>no</b>.", data: { status } },
  });

  it.each([
    ["the password", 401, "incorrect_password", "auth"],
    ["the right to post", 403, "rest_cannot_create", "auth"],
    ["a field", 400, "rest_invalid_param", "bad-input"],
    ["the size", 413, "too_large", "too-large"],
  ])("%s, says so with its code and words", async (_, status, code, kind) => {
    const error = await posting(refused(status, code));
    expect(error).toMatchObject({ code: kind, facts: { status, host: server.host } });
    if (status !== 413) expect(error.message).toContain(`(HTTP ${status} ${code}): Sorry – no`);
    expect(error.facts["uncertain"]).toBeUndefined();
  });

  it("too many requests, says how long to wait", async () => {
    const error = await posting({ status: 429, headers: { "retry-after": "7" }, text: "slow" });
    expect(error).toMatchObject({ code: "rate-limited", facts: { waitMs: 7000 } });
  });

  it("the login is asked once for all, and again only when the account has changed or is checked", async () => {
    server.answering = () => refused(401, "incorrect_password");
    const id = await account();
    const errors = await Promise.all([1, 2, 3].map(() => ownError(world.publisher.post(id, somePost(), { signal }))));
    expect(errors.map(({ code }) => code)).toEqual(["auth", "auth", "auth"]);
    expect(server.asked).toHaveLength(1);
    const checked = await ownError(world.publisher.check(id, { signal }));
    expect(checked.code).toBe("auth");
    expect(checked.message).toMatch(
      /Check the account "blog \d+": the user name "anna" and the password, not the usual one but an application password, which/,
    );
    expect(server.asked).toHaveLength(2);
    server.answering = postsAnswer({ status: 201, json: SAVED });
    await world.kernel.accounts.update(id, { secrets: { password: "right" } });
    expect((await world.publisher.post(id, somePost(), { signal })).id).toBe("12");
  });
});

describe("a WordPress over REST whose answer is lost", () => {
  it.each([
    [
      "breaks down after the post was made",
      { status: 500, text: "<p>There has been a critical error.</p>" },
      "server-error",
    ],
    ["answers without an id", { status: 201, json: {} }, "server-error"],
    [
      "answers with a page to log in",
      { text: '<form action="/wp-login.php"><input name="log"><input name="pwd"></form>' },
      "blocked",
    ],
    ["answers with many MB", { status: 201, json: { id: 1, x: "x".repeat(2 * 1024 * 1024) } }, "server-error"],
    [
      "answers with what is neither JSON nor a page",
      { status: 200, headers: { "content-type": "text/plain" }, text: "ok" },
      "server-error",
    ],
  ])("because it %s, is uncertain", async (_, answer, code) => {
    expect(await posting(answer)).toMatchObject({ code, facts: { uncertain: true } });
  });

  it("because it never comes, is uncertain", async () => {
    const hasty = await blogWorld({ timeoutMs: 500 });
    try {
      server.answering = postsAnswer(() => {});
      const id = await hasty.blog({ url: server.url, allowHttp: true, username: "anna", api: "rest" }, PASSWORD);
      let error = await ownError(hasty.publisher.post(id, somePost(), { signal }));
      // On a busy machine the login may be late too.
      while (!server.asked.some(({ method }) => method === "POST")) {
        error = await ownError(hasty.publisher.post(id, somePost(), { signal }));
      }
      expect(error).toMatchObject({ code: "no-network", facts: { uncertain: true } });
    } finally {
      await hasty.close();
    }
  });

  it("because it breaks off, is uncertain", async () => {
    expect(await posting((response) => response.destroy())).toMatchObject({
      code: "no-network",
      facts: { uncertain: true },
    });
  });

  it("is not uncertain where nothing could be sent", async () => {
    const id = await account();
    await world.publisher.find(id, { slug: "x" }, { type: "post", signal }).catch(() => {});
    await server.close();
    const error = await ownError(world.publisher.post(id, somePost(), { signal }));
    expect(error).toMatchObject({ code: "no-network" });
    expect(error.facts["uncertain"]).toBeUndefined();
  });
});

describe("what stands before a WordPress", () => {
  it("a security plugin's page is named, and is no wrong password", async () => {
    const text =
      "<html><title>403 Forbidden</title><body>A potentially unsafe operation has been detected. Your access to this site has been blocked by Wordfence.</body></html>";
    const error = await posting({ status: 403, text });
    expect(error).toMatchObject({ code: "blocked", message: expect.stringContaining("Let this server pass") });
  });

  it("a page to log in instead of the API is named", async () => {
    server.answering = () => ({
      text: '<title>Log In</title><form><input name="log"><input name="pwd" type="password"></form>',
    });
    const error = await ownError(world.publisher.post(await account(), somePost(), { signal }));
    expect(error).toMatchObject({
      code: "blocked",
      message: expect.stringContaining("page to log in instead of its API"),
    });
  });

  it("a REST API that is switched off is named", async () => {
    server.answering = () => undefined;
    const error = await ownError(world.publisher.post(await account(), somePost(), { signal }));
    expect(error).toMatchObject({ code: "bad-input", message: expect.stringContaining("has no REST API") });
    expect(server.asked.map(({ path }) => path.split(/[?&]_fields|context/)[0])).toHaveLength(2);
  });

  it("a redirect to another host is not followed, and names it", async () => {
    const other = await serveHttp((_request, response) => response.end());
    try {
      server.answering = ({ path }) => ({ status: 301, headers: { location: `${other.url}${path}` }, text: "" });
      const error = await ownError(world.publisher.post(await account(), somePost(), { signal }));
      expect(error).toMatchObject({ code: "bad-input", message: expect.stringContaining(`redirects to ${other.url}`) });
      expect(other.connections()).toBe(0);
    } finally {
      await other.close();
    }
  });

  it("a redirect of the same host is followed", async () => {
    server.answering = (asked) => {
      if (asked.path.startsWith("/wp-json/"))
        return { status: 308, headers: { location: `/blog${asked.path}` }, text: "" };
      const path = asked.path.replace("/blog", "");
      return postsAnswer({ status: 201, json: SAVED })({ ...asked, path });
    };
    expect((await world.publisher.post(await account(), somePost(), { signal })).id).toBe("12");
  });

  it("plain http is refused with a password, unless the account allows it", async () => {
    const error = await ownError(world.publisher.post(await account({ allowHttp: false }), somePost(), { signal }));
    expect(error).toMatchObject({ code: "bad-input", message: expect.stringContaining("allowHttp") });
    expect(server.asked).toEqual([]);
  });

  it.each(["ftp://a.test", "https://user:pw@a.test", "no address", "https://a.test/\r\nx"])(
    "the address %s is refused",
    async (url) => {
      const error = await ownError(world.publisher.post(await account({ url }), somePost(), { signal }));
      expect(error.code).toBe("bad-input");
      expect(error.message).not.toContain("pw@");
    },
  );

  it("a private address that the server does not allow is refused", async () => {
    const error = await ownError(
      world.publisher.post(await account({ url: "https://10.0.0.1" }), somePost(), { signal }),
    );
    expect(error.code).toBe("ADDRESS_REFUSED");
    expect(error.message).toBe(
      "The address https://10.0.0.1/ of the account is refused: private address. To allow it, start the server with --allow-private 10.0.0.1.",
    );
  });

  it.each(["a--b", "-a", "a b", "a\nb", "", "x".repeat(101)])("the marker %j is refused", async (marker) => {
    const error = await ownError(world.publisher.post(await account(), somePost({ marker }), { signal }));
    expect(error.code).toBe("bad-input");
  });

  it.each([{ date: "2026-02-31T99:00" }, { status: "future" as const }, { type: "../users" }])(
    "a post with %j is refused",
    async (more) => {
      const error = await ownError(world.publisher.post(await account(), somePost(more), { signal }));
      expect(error.code).toBe("bad-input");
    },
  );
});
