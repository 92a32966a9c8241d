import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { serveHttp } from "../../../test/doubles/loopback.js";
import { ownError } from "../../../test/own-error.js";
import { describeWordPress } from "../../../test/web/wordpress.js";
import { type ProviderSamples, providerContract } from "../../kernel/contracts/provider-contract.js";
import { createKernel, type OutgoingImage, type OutgoingPost, type PublisherProvider } from "../../kernel/index.js";
import { memoryStorage } from "../../storage/memory.js";
import { inProcessQueue } from "../queue/index.js";
import { ephemeralKey } from "../secrets/index.js";
import { createRequester } from "../web/requester.js";
import { createPublisher } from "./index.js";

const signal = AbortSignal.timeout(300_000);
const asPost = { type: "post", signal };

const post = (marker: string, more: Partial<OutgoingPost> = {}): OutgoingPost => ({
  ...{ marker, title: `Title ${marker}`, html: "<h2>Combs</h2><p>Bees make <b>honey</b>.</p>", status: "draft" },
  ...{ type: "post", categories: [], tags: [], createTerms: true, meta: {} },
  ...more,
});

const image = (marker: string): OutgoingImage => ({
  fileName: "../Honey bee's.gif",
  bytes: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
  type: "image/gif",
  ...{ alt: 'A "bee"', caption: "A bee <at> work", credit: "Ann Lee, CC BY 4.0", marker },
});

/** Name, title, body, and what its page shows. */
const ODD: readonly [string, string, string, string][] = [
  ["signs beyond the basic plane", "Emoji 🐝 and 漢字", "<p>🐝 漢字 עברית</p>", "🐝 漢字 עברית"],
  [
    "blocks of its editor",
    "Blocks",
    "<!-- wp:paragraph -->\n<p>In a block.</p>\n<!-- /wp:paragraph -->",
    "<p>In a block.</p>",
  ],
  [
    "code with shortcodes",
    "Code",
    "<pre><code>if (a &lt; b &amp;&amp; [c]) {\n\n}</code></pre>",
    "if (a &lt; b &amp;&amp; &#91;c]) {\n\n}",
  ],
  [
    "a wrapped paragraph and code that looks like a shortcode",
    "Wrapped",
    "<p>Wrapped at\nsome width, with <code>[gallery]</code>\nin it.</p>\n<p>Next.</p>",
    "<p>Wrapped at some width, with <code>&#91;gallery]</code> in it.</p>\n<p>Next.",
  ],
  ["backslashes", "C:\\path\\new", "<p>C:\\path\\new \\0 \\'</p>", "C:\\path\\new \\0 \\&#8217;"],
  ["quotes in a title", `"Don't" & 'do' <3`, "<p>Quoted.</p>", "Quoted."],
  ["a list at the end", "List", "<ul>\n<li>One</li>\n<li>Two</li>\n</ul>", "<li>Two</li>"],
  ["a table at the end", "Table", "<table>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>", "<td>1</td>"],
  ["bare text", "Bare", "Bare text\n\nin two parts", "<p>in two parts"],
  ["half a megabyte", "Long", `<p>${"Bees make honey. ".repeat(30_000)}</p><p>The end.</p>`, "The end."],
  ["a long title", `Long ${"word ".repeat(60)}`.trim(), "<p>Short.</p>", "Short."],
];

interface Lossy {
  readonly url: string;
  /** Whether the answer to a request is thrown away once the blog has given it. */
  loses: (request: { readonly method: string; readonly body: string }) => boolean;
  close(): Promise<void>;
}

/** Stands before a blog and loses answers. */
async function lossy(target: string): Promise<Lossy> {
  const server = await serveHttp(async (request, response) => {
    const body = await buffer(request);
    const method = request.method ?? "GET";
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(`${target}${request.url}`, { method, headers, ...(body.length > 0 ? { body } : {}) });
    const given = Buffer.from(await answer.arrayBuffer());
    if (proxy.loses({ method, body: body.toString("latin1") })) return response.destroy();
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(given);
  });
  const proxy: Lossy = { url: server.url, loses: () => false, close: server.close };
  return proxy;
}

describeWordPress([], (site) => {
  const requester = createRequester({ allowPrivate: ["127.0.0.1"] });
  afterAll(() => requester.close());

  async function blog(settings: { readonly [name: string]: string }, password: string) {
    const kernel = createKernel({
      ...{
        storage: memoryStorage(),
        secrets: ephemeralKey(),
        queue: inProcessQueue({ maxRunning: 1 }),
        plugins: [],
        providers: {},
      },
    });
    await kernel.start();
    const account = await kernel.accounts.create({
      ...{ kind: "blog", name: "almanac", settings: { url: site.url, allowHttp: true, ...settings } },
      secrets: { password },
    });
    const publisher = createPublisher({ accounts: () => kernel.accounts, requester });
    return { publisher, id: account.id };
  }

  const page = async (url: string) => await (await fetch(url)).text();

  const ways = [
    { api: "rest", way: "REST" },
    { api: "xmlrpc", way: "XML-RPC" },
  ] as const;

  describe.each(ways)("over $way", ({ api, way }) => {
    const open = (login: "admin" | "anna" = "admin") => blog({ api, username: login }, site.passwords[login]);

    it.each(providerContract.publisher)("$name", async ({ run }) => {
      let opened: { publisher: PublisherProvider; id: string } | undefined;
      const sample = {} as { blog: string };
      const create = async () => {
        opened = await open();
        sample.blog = opened.id;
        return opened.publisher;
      };
      const provider = await create();
      await run({ create: () => provider, sample: sample as ProviderSamples["publisher"] });
    });

    it("says who it is and what they may do", async () => {
      const { publisher, id } = await open("anna");
      const { says, login, way: by } = await publisher.check(id, { signal });
      expect([login, by]).toEqual(["anna", way]);
      expect(says).toContain("write drafts, publish posts, upload images and delete posts");
    });

    it.each(["Große Straße", "Über uns", "Ærø", "Лампы й", "2024", "日本語"])(
      "finds %s by the slug that it was given, whatever the blog has made of it",
      async (title) => {
        const { publisher, id } = await open();
        const slug = title.toLowerCase().replaceAll(" ", "-");
        const marker = `slug-${api}-${Buffer.from(slug).toString("hex")}`;
        for (const status of ["publish", "draft"] as const) {
          const posted = await publisher.post(id, post(marker, { title, slug, status }), { signal });
          expect((await publisher.find(id, { slug }, asPost))?.id).toBe(posted.id);
          await publisher.takeBack(id, posted.id, asPost);
        }
      },
    );

    it("keeps with an update the categories that it does not name", async () => {
      const { publisher, id } = await open();
      const posted = await publisher.post(id, post(`kept-${api}`, { status: "publish", categories: ["Kept"] }), {
        signal,
      });
      await publisher.update(id, posted.id, post(`kept-${api}`, { status: "publish", title: "Later" }), { signal });
      const found = (await (await fetch(`${site.url}/?rest_route=/wp/v2/posts/${posted.id}&_embed`)).json()) as {
        categories: number[];
      };
      const category = await (await fetch(`${site.url}/?rest_route=/wp/v2/categories/${found.categories[0]}`)).json();
      expect(category).toMatchObject({ name: "Kept" });
      await publisher.takeBack(id, posted.id, asPost);
    });

    it("publishes with terms, author, image and all else, as the blog shows it", async () => {
      const { publisher, id } = await open();
      const name = `full-${api}`;
      const uploaded = await publisher.upload(id, image(name), { signal });
      const posted = await publisher.post(
        id,
        post(name, {
          ...{ status: "publish", slug: `slug-${name}`, excerpt: `Excerpt ]]> ${name}`, author: "Anna Bell" },
          ...{
            title: `Bees & <b>combs</b> ]]> "quoted"\u0000\u0008 ${name}`,
            format: "aside",
            commentStatus: "closed",
          },
          ...{ categories: ["Sport > Football", "Tom & Jerry"], tags: ["Bees & Co", "bees & co", "Žižek"] },
          featuredImage: uploaded.id,
          html: `<p>First ]]> &amp; <img src="${uploaded.url}" alt="A bee"></p><p>Last.</p>`,
        }),
        { signal },
      );
      expect(posted.notes).toEqual([]);
      expect(posted).toMatchObject({ status: "publish", slug: `slug-${name}`, url: `${site.url}/slug-${name}/` });
      const html = await page(posted.url);
      expect(html).toContain("Anna Bell");
      for (const shown of ["Football", "Tom &amp; Jerry", "Bees &amp; Co", "Žižek"])
        expect(html).toContain(`>${shown}</a>`);
      expect(html).toContain("First ]]&gt; &amp; <img");
      expect(html).not.toMatch(/<p>\s*<!-- scriptorium/);
      expect(html).toMatch(/Last\.<!-- scriptorium:full-\w+ --><\/p>/);
      expect(html).toContain("wp-post-image");
      expect(await page(`${site.url}/feed/`)).toMatch(new RegExp(`Excerpt ]]&(?:gt|#62); ${name}`));
      expect((await fetch(uploaded.url)).status).toBe(200);
    });

    it("schedules a post, finds it by its marker, updates it and takes it back to the bin", async () => {
      const { publisher, id } = await open();
      const marker = `later-${api}`;
      const date = new Date(Date.now() + 86_400_000).toISOString();
      const posted = await publisher.post(id, post(marker, { status: "future", date }), { signal });
      expect(posted.status).toBe("future");
      expect((await publisher.find(id, { marker }, asPost))?.id).toBe(posted.id);
      const again = await publisher.update(id, posted.id, post(marker, { status: "publish", title: "Now" }), {
        signal,
      });
      expect(again).toMatchObject({ id: posted.id, title: "Now" });
      expect(await publisher.takeBack(id, posted.id, asPost)).toBe("deleted");
      expect(await publisher.find(id, { marker }, asPost)).toBeUndefined();
    });

    it("finds a post whose answer was lost", async () => {
      const proxy = await lossy(site.url);
      try {
        const { publisher, id } = await blog({ api, username: "admin", url: proxy.url }, site.passwords.admin);
        const marker = `lost-${api}`;
        const picture = { ...image(marker), fileName: `${marker}.gif` };
        proxy.loses = ({ method, body }) => method === "POST" && body.includes(marker) && !body.includes("wp.getPosts");
        const error = await ownError(publisher.post(id, post(marker), { signal }));
        expect(error).toMatchObject({ code: "no-network", facts: { uncertain: true } });
        const found = await publisher.find(id, { marker }, asPost);
        expect(found).toMatchObject({ title: `Title ${marker}`, status: "draft" });
        proxy.loses = ({ method, body }) => method === "POST" && /filename="|wp\.uploadFile/.test(body);
        expect(await ownError(publisher.upload(id, picture, { signal }))).toMatchObject({
          facts: { uncertain: true },
        });
        proxy.loses = () => false;
        const once = await publisher.upload(id, picture, { signal });
        expect((await publisher.upload(id, picture, { signal })).id).toBe(once.id);
        expect(once.url).not.toMatch(/-1\.gif$/);
      } finally {
        await proxy.close();
      }
    });

    it.each(ODD)("shows and finds again a post that is odd: %s", async (name, title, html, shown) => {
      const { publisher, id } = await open();
      const marker = `odd-${name.replace(/[^a-z0-9]+/g, "-")}-${api}`;
      const posted = await publisher.post(id, post(marker, { title, html, status: "publish", slug: marker }), {
        signal,
      });
      expect((await publisher.find(id, { marker }, asPost))?.id).toBe(posted.id);
      if (title !== "") expect((await publisher.find(id, { title }, asPost))?.title).toBe(posted.title);
      const [, content = ""] =
        /<div class="entry-content">(.*?)<!-- \.entry-content -->/s.exec(await page(posted.url)) ?? [];
      expect(content.replace(/<!-- scriptorium:.*? -->/, "")).toContain(shown);
      expect(content).not.toMatch(/<p>\s*<!-- scriptorium|<p>\s*<\/p>/);
      await publisher.takeBack(id, posted.id, asPost);
    });

    it("posts pages, and says what they have no place for", async () => {
      const { publisher, id } = await open();
      const posted = await publisher.post(id, post(`page-${api}`, { type: "page", tags: ["a"] }), { signal });
      expect(posted.notes.join()).toMatch(/left out, because the type "page" has none/);
      expect((await publisher.find(id, { marker: `page-${api}` }, { type: "page", signal }))?.id).toBe(posted.id);
      await expect(ownError(publisher.post(id, post("x", { type: "no-such" }), { signal }))).resolves.toMatchObject({
        code: "bad-input",
      });
    });

    it("leaves out what an author may not do, with a note", async () => {
      const { publisher, id } = await open("anna");
      const posted = await publisher.post(id, post(`anna-${api}`, { author: "admin", categories: ["New one"] }), {
        signal,
      });
      expect(posted.notes.join(" ")).toContain(
        'The category "New one" was left out, because the account may not make it.',
      );
      expect(posted.notes.join(" ")).toMatch(/author "admin"|as "admin"/);
      const missing = await publisher.post(id, post(`none-${api}`, { createTerms: false, tags: ["No such"] }), {
        signal,
      });
      expect(missing.notes).toEqual(['The tag "No such" was left out, because the blog does not have it.']);
    });

    it("refuses a wrong password, and asks no second time", async () => {
      const { publisher, id } = await blog({ api, username: "admin" }, "wrong");
      const error = await ownError(publisher.post(id, post("wrong"), { signal }));
      expect(error).toMatchObject({ code: "auth", message: expect.stringContaining("refused the login") });
      expect(await ownError(publisher.post(id, post("wrong"), { signal }))).toBe(error);
    });
  });

  it("matches a term among hundreds that hold its name", async () => {
    const { publisher, id } = await blog({ api: "rest", username: "admin" }, site.passwords.admin);
    const names = Array.from({ length: 100 }, (_, index) => `many ${index}`);
    await publisher.post(id, post(`many-a`, { tags: names }), { signal });
    await publisher.post(id, post(`many-b`, { tags: [`many`] }), { signal });
    const { notes } = await publisher.post(id, post(`many-c`, { createTerms: false, tags: [`MANY`] }), { signal });
    expect(notes).toEqual([]);
  });

  it("with the usual password falls back to XML-RPC, and says so", async () => {
    const { publisher, id } = await blog({ api: "auto", username: "anna" }, "anna-password");
    expect((await publisher.check(id, { signal })).says).toContain("XML-RPC is used, because REST refuses the login");
    const { notes } = await publisher.post(id, post("auto"), { signal });
    expect(notes.join()).toContain("XML-RPC is used");
  });

  it("a contributor posts drafts and may not publish", async () => {
    const { publisher, id } = await blog({ api: "xmlrpc", username: "carl" }, "carl-password");
    expect((await publisher.post(id, post("carl-1"), { signal })).status).toBe("draft");
    await expect(
      ownError(publisher.post(id, post("carl-2", { status: "publish" }), { signal })),
    ).resolves.toMatchObject({
      code: "auth",
    });
  });
});
