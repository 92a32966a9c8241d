import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BlogServer, blogServer, blogWorld, someImage, somePost } from "../../../test/doubles/blog-world.js";
import { ownError } from "../../../test/own-error.js";

const signal = new AbortController().signal;

/** Values as WordPress writes them: padded with white space. */
const padded = (value: string) => `\n  <value>\n    ${value}\n  </value>\n`;
const text = (value: string) => padded(`<string>${value}</string>`);
const struct = (members: Record<string, string>) =>
  padded(
    `<struct>${Object.entries(members)
      .map(([name, value]) => `<member><name> ${name}\n</name>${value}</member>`)
      .join("")}</struct>`,
  );
const list = (...values: string[]) => padded(`<array><data>${values.join("\n")}</data></array>`);
const answer = (value: string) =>
  `<?xml version="1.0"?>\n<methodResponse><params><param>${value}</param></params></methodResponse>`;
const fault = (code: number, says: string) =>
  `<?xml version="1.0"?><methodResponse><fault>${struct({ faultCode: padded(`<int> ${code} </int>`), faultString: text(says) })}</fault></methodResponse>`;

const BASICS: Record<string, string> = {
  "wp.getUsersBlogs": answer(
    list(struct({ blogid: text("1"), url: text("https://a.test/"), isAdmin: padded("<boolean>1</boolean>") })),
  ),
  "wp.getProfile": answer(struct({ user_id: text("7"), username: text("anna"), roles: list(text("editor")) })),
  "wp.getPost": answer(
    struct({
      post_id: text("12"),
      post_title: text("Bees &amp; combs"),
      post_status: text("draft"),
      link: text("https://a.test/?p=12"),
    }),
  ),
};

let world: Awaited<ReturnType<typeof blogWorld>>;
let server: BlogServer;
let methods: Record<string, string>;
let called: string[];

beforeAll(async () => {
  world = await blogWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  methods = { ...BASICS, "wp.newPost": answer(text("12")) };
  called = [];
  server = await blogServer(({ path, body }) => {
    if (path !== "/xmlrpc.php") return undefined;
    const [, method = ""] = /<methodName>(.*?)<\/methodName>/.exec(body) ?? [];
    called.push(method);
    const said = methods[method];
    if (said === "") return (response) => void response.destroy();
    return { headers: { "content-type": "text/xml" }, text: said ?? fault(-32601, "no such method") };
  });
});
afterEach(() => server.close());

const account = (settings: Readonly<Record<string, string>> = {}) =>
  world.blog(
    { url: `${server.url}/xmlrpc.php`, allowHttp: true, username: "an<na", api: "xmlrpc", ...settings },
    "p&w]]>",
  );

describe("a WordPress over XML-RPC", () => {
  it("is posted to with values that no text can leave, and padded answers are read", async () => {
    const id = await account();
    const evil = "</string>]]>\u0000\u000b\ud800 & <!--";
    const post = somePost({
      title: `Bees ${evil}`,
      meta: { [`k${"</name>"}`]: evil },
      date: "2026-03-01T10:00:00+02:00",
    });
    const posted = await world.publisher.post(id, post, { signal });
    expect(posted).toMatchObject({ id: "12", title: "Bees & combs", status: "draft", url: "https://a.test/?p=12" });
    const { body } = server.asked.find((one) => one.body.includes("wp.newPost"))!;
    expect(body).toContain("<string>an&lt;na</string>");
    expect(body).toContain("<string>p&amp;w]]&gt;</string>");
    expect(body).toContain("Bees &lt;/string&gt;]]&gt;");
    expect(body).not.toMatch(/[\u0000\u000b]/);
    expect(body).toContain("<dateTime.iso8601>20260301T08:00:00</dateTime.iso8601>");
    expect(body).toContain("scriptorium_marker</string>");
  });

  it.each([
    [403, "Incorrect username or password.", "auth"],
    [401, "Sorry, you are not allowed to post on this site.", "auth"],
    [405, "XML-RPC services are disabled on this site.", "bad-input"],
    [500, "Invalid term.", "bad-input"],
  ])("that answers with fault %i says so, and is certain", async (code, says, kind) => {
    methods["wp.newPost"] = fault(code, says);
    const error = await ownError(world.publisher.post(await account(), somePost(), { signal }));
    expect(error.code).toBe(kind);
    if (code === 403) {
      expect(error.message).toMatch(
        /Check the account "blog \d+": the user name "an<na" and the password, the usual one or an application password,/,
      );
    }
    expect(error.facts["uncertain"]).toBeUndefined();
  });

  it("leaves out custom fields that it keeps to itself, and a note names them", async () => {
    const meta = { _hidden: "1", _thumbnail_id: "2", color: "red" };
    const { notes } = await world.publisher.post(await account(), somePost({ meta }), { signal });
    expect(notes).toEqual([
      'The custom fields "_hidden" and "_thumbnail_id" were left out, because WordPress takes none whose name begins with _ over XML-RPC.',
    ]);
  });

  it("takes a tag whose name has markup by its words", async () => {
    methods["wp.getTerms"] = answer(list());
    methods["wp.newTerm"] = answer(text("31"));
    const tags = ["<b>Bees</b> & <i>combs</i>", 'a < b "c"'];
    const { notes } = await world.publisher.post(await account(), somePost({ tags }), { signal });
    expect(notes).toEqual([]);
    const names = server.asked
      .filter(({ body }) => body.includes("wp.newTerm"))
      .map(({ body }) => /<name>name<\/name><value><string>(.*?)<\/string>/.exec(body)?.[1]);
    expect(names).toEqual(["Bees &amp; combs", expect.stringMatching(/^a &lt; b /)]);
  });

  it("whose answer is lost or says no id is uncertain", async () => {
    methods["wp.newPost"] = "";
    const lost = await ownError(world.publisher.post(await account(), somePost(), { signal }));
    expect(lost).toMatchObject({ code: "no-network", facts: { uncertain: true } });
    methods["wp.newPost"] = answer(text("no id"));
    const without = await ownError(world.publisher.post(await account(), somePost(), { signal }));
    expect(without).toMatchObject({ code: "server-error", facts: { uncertain: true } });
  });

  it("has made a post also when what it became cannot be asked", async () => {
    methods["wp.getPost"] = fault(500, "broken");
    const posted = await world.publisher.post(await account(), somePost(), { signal });
    expect(posted).toMatchObject({ id: "12", url: `${server.url}/?p=12` });
  });

  it("gives a type of the blog's own the terms that it has", async () => {
    methods["wp.getPostType"] = answer(struct({ name: text("recipe"), taxonomies: list(text("category")) }));
    methods["wp.getTerms"] = answer(
      list(struct({ term_id: text("4"), name: text("Tom &amp;amp; Jerry"), slug: text("t"), parent: text("0") })),
    );
    const post = somePost({ type: "recipe", categories: ["tom & jerry"], tags: ["b"] });
    const { notes } = await world.publisher.post(await account(), post, { signal });
    expect(notes).toEqual(['The tags were left out, because the type "recipe" has none.']);
    const { body } = server.asked.find((one) => one.body.includes("wp.newPost"))!;
    expect(body).toMatch(/<name>category<\/name><value><array><data><value><int>4<\/int>/);
    methods["wp.getPostType"] = fault(403, "Invalid post type.");
    expect((await ownError(world.publisher.post(await account(), post, { signal }))).code).toBe("bad-input");
  });

  it("finds a post by its custom field where an editor took out the comment, and says when it is planned", async () => {
    const found = struct({
      ...{
        post_id: text("9"),
        post_title: text("Bees"),
        post_status: text("publish"),
        post_content: text("no comment"),
      },
      post_date_gmt: padded("<dateTime.iso8601>29990101T00:00:00</dateTime.iso8601>"),
      custom_fields: list(struct({ id: text("1"), key: text("scriptorium_marker"), value: text("run-1") })),
    });
    methods["wp.getPosts"] = answer(list(found));
    const id = await account();
    expect(await world.publisher.find(id, { marker: "run-1" }, { type: "post", signal })).toMatchObject({
      id: "9",
      status: "future",
    });
    expect(await world.publisher.find(id, { marker: "run-11" }, { type: "post", signal })).toBeUndefined();
  });

  it("does not delete for good what is in the bin, and sets back to draft what it may not delete", async () => {
    const id = await account();
    methods["wp.deletePost"] = fault(401, "Sorry.");
    methods["wp.editPost"] = answer(padded("<boolean>1</boolean>"));
    expect(await world.publisher.takeBack(id, "12", { type: "post", signal })).toBe("draft");
    methods["wp.getPost"] = answer(struct({ post_id: text("12"), post_status: text("trash") }));
    called = [];
    expect(await world.publisher.takeBack(id, "12", { type: "post", signal })).toBeUndefined();
    expect(called).not.toContain("wp.deletePost");
  });

  it("stores an image once, and says that its alternative text has no place", async () => {
    methods["wp.getPosts"] = answer(list());
    methods["wp.uploadFile"] = answer(struct({ id: text("5"), url: text("https://a.test/bee.gif") }));
    methods["wp.editPost"] = answer(padded("<boolean>1</boolean>"));
    const uploaded = await world.publisher.upload(await account(), someImage(), { signal });
    expect(uploaded).toMatchObject({
      id: "5",
      url: "https://a.test/bee.gif",
      notes: [expect.stringContaining("alternative text")],
    });
    const { body } = server.asked.find((one) => one.body.includes("wp.uploadFile"))!;
    expect(body).toContain(`<base64>${Buffer.from("GIF89a").toString("base64")}</base64>`);
    expect(body).toContain("bee-scriptorium-image-1.gif");
  });

  it("is what an account falls back to whose blog has no REST API, and says so", async () => {
    const id = await account({ api: "auto" });
    expect((await world.publisher.post(id, somePost(), { signal })).notes).toEqual([
      "XML-RPC is used, because the REST API is switched off.",
    ]);
    expect((await world.publisher.check(id, { signal })).says).toContain("answers over XML-RPC");
  });

  it("is asked once with a wrong password that REST has refused, and the refusal stays", async () => {
    const answering = server.answering;
    const json = { code: "incorrect_password", message: "No.", data: { status: 401 } };
    server.answering = (asked) => (asked.path.startsWith("/wp-json") ? { status: 401, json } : answering(asked));
    methods["wp.getUsersBlogs"] = fault(403, "Incorrect username or password.");
    const id = await account({ api: "auto" });
    for (const _ of [1, 2, 3]) {
      const error = await ownError(world.publisher.post(id, somePost(), { signal }));
      expect(error).toMatchObject({ code: "auth", message: expect.stringContaining("application password") });
    }
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    [
      "an entity bomb",
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><methodResponse><params><param><value>&c;</value></param></params></methodResponse>',
    ],
    ["half a document", "<methodResponse><params><param>"],
    ["nothing", ""],
  ])("that answers with %s is not believed", async (_, said) => {
    methods["wp.newPost"] = said || " ";
    const error = await ownError(world.publisher.post(await account(), somePost(), { signal }));
    expect(error).toMatchObject({ facts: { uncertain: true } });
  });
});
