import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Answering, blogServer } from "../../../test/doubles/blog-world.js";
import { serveHttp } from "../../../test/doubles/loopback.js";
import { memoryPublisher } from "../../../test/doubles/memory-publisher.js";
import { rpcBlog } from "../../../test/doubles/rpc-blog.js";
import { uploadWorld } from "../../../test/doubles/upload-world.js";
import { createFolders } from "../../adapters/folder/folder.js";
import { createOutputFolder } from "../../adapters/folder/output.js";
import { createPublisher } from "../../adapters/publishing/index.js";
import { createWeb } from "../../adapters/web/index.js";
import { createRequester } from "../../adapters/web/requester.js";
import type { Kernel } from "../../index.js";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const files = (): Record<string, string | Uint8Array> => ({
  "1.md":
    '---\ntitle: Lamps\ntags: ["<b>light</b> & shade"]\n---\nSee [lenses](2.md).\n\n![A](a.png)\n\n![A too](b.png)',
  "2.md": "---\ntitle: Linsen für Straßen\n---\nThey bend light.",
  "a.png": png,
  "b.png": Buffer.concat([png, Buffer.from("b")]),
});
const column = (rows: readonly Record<string, unknown>[], name: string) => rows.map((row) => row[name]);

/** A server with the publisher of the product, and one blog of its accounts. */
async function realWorld(settings: Record<string, string | boolean>, password?: string) {
  const root = mkdtempSync(join(tmpdir(), "scriptorium-uploads-"));
  const requester = createRequester({ allowPrivate: ["127.0.0.1"] });
  const inUse: { kernel?: Kernel } = {};
  const publisher = createPublisher({
    requester,
    accounts: () => inUse.kernel!.accounts,
    folders: { root, write: createOutputFolder({ root }), read: createFolders({ roots: [root] }) },
  });
  const world = await uploadWorld(files(), publisher);
  inUse.kernel = world.kernel;
  onTestFinished(async () => {
    await requester.close();
    rmSync(root, { recursive: true });
  });
  const { id } = await world.kernel.accounts.create({
    ...{ kind: "blog", name: "almanac", settings: { allowHttp: true, ...settings } },
    ...(password === undefined ? {} : { secrets: { password } }),
  });
  const data = { blogIds: [id], articleFilesPattern: "*.md", articleTitle: "Use metadata", resolveInternalLinks: true };
  const back = (runId: string | undefined) => world.ran({ rollbackRunId: runId! }, { restart: true });
  return { ...world, root, data, back };
}

it("posts to a webhook, tells it of links and images, and tells it to take all back", async () => {
  let made = 0;
  const server = await blogServer(({ body }) => {
    const { event } = JSON.parse(body);
    if (!/created$/.test(event)) return { json: {} };
    made += 1;
    return { json: { id: made, url: `https://receiver.test/${made}` } };
  });
  onTestFinished(server.close);
  const world = await realWorld({ kind: "webhook", url: server.url }, "secret");

  const { task, rows } = await world.ran(world.data);

  expect(rows).toMatchObject([
    { file: "1.md", postId: "3", url: "https://receiver.test/3", status: "draft", error: "" },
    { file: "2.md", postId: "4", url: "https://receiver.test/4", status: "draft", error: "" },
  ]);
  const told = () => server.asked.map(({ body }) => JSON.parse(body));
  expect(told().map(({ event }) => event)).toEqual([
    ...["image.created", "image.created", "post.created", "post.created"],
    // The second address is known only now.
    ...["post.updated"],
  ]);
  expect(told().at(-1)).toMatchObject({ id: "3", post: { html: expect.stringContaining("https://receiver.test/4") } });

  const back = await world.back(task.runId);

  expect(back.rows.map(({ status, notes }) => [status, notes])).toEqual([
    ...[
      ["deleted", "2 images removed."],
      ["deleted", ""],
    ],
  ]);
  expect(told().slice(5)).toMatchObject([
    ...[{ event: "post.removed", id: "3" }, { event: "image.removed" }, { event: "image.removed" }],
    ...[{ event: "post.removed", id: "4" }],
  ]);
});

it("tells a webhook of an article once, and of its later text as an update, though it cannot be asked", async () => {
  let made = 0;
  const server = await blogServer(() => {
    made += 1;
    return { json: { id: `n${made}`, url: `https://receiver.test/${made}` } };
  });
  onTestFinished(server.close);
  const world = await realWorld({ kind: "webhook", url: server.url });
  const first = await world.ran({ ...world.data, resolveInternalLinks: false });
  const told = () => server.asked.splice(0).map(({ body }) => JSON.parse(body));
  expect(told()).toHaveLength(4);

  const skipped = await world.ran({}, { restart: true });
  const dry = await world.ran({ onDuplicate: "update", dryRun: true }, { restart: true });
  expect(column(skipped.rows, "status")).toEqual(["skipped", "skipped"]);
  expect(skipped.rows[0]?.["notes"]).toMatch(/^This task has posted it there already\./);
  expect(column(dry.rows, "status")).toEqual(["would-update", "would-update"]);
  expect(told()).toEqual([]);

  world.files["2.md"] = "---\ntitle: Linsen\n---\nThey bend it.";
  const updated = await world.ran({ dryRun: false }, { restart: true });
  expect(column(updated.rows, "postId")).toEqual(column(first.rows, "postId"));
  expect(told()).toMatchObject([
    {
      event: "post.updated",
      id: first.rows[0]?.["postId"],
      post: { html: expect.stringContaining("receiver.test/1") },
    },
    { event: "post.updated", id: first.rows[1]?.["postId"], post: { title: "Linsen", status: "draft" } },
  ]);

  const back = await world.back(updated.task.runId);
  expect(column(back.rows, "status")).toEqual(["kept", "kept"]);
  const repeated = await world.ran({ rollbackRunId: "", onDuplicate: "post" }, { restart: true });
  expect(column(repeated.rows, "status")).toEqual(["draft", "draft"]);
  expect(told().map(({ event }) => event)).toEqual(["post.created", "post.created"]);
});

it("posts to a Ghost, and says that its images stay when the run is taken back", async () => {
  const server = await blogServer(ghost());
  onTestFinished(server.close);
  const world = await realWorld({ kind: "ghost", url: server.url }, `${"0".repeat(24)}:${"ab".repeat(32)}`);

  const { task, rows } = await world.ran(world.data);

  expect(rows).toMatchObject([
    { file: "1.md", postId: "p1", url: "https://ghost.test/p1/", status: "draft", error: "" },
    { file: "2.md", postId: "p2", url: "https://ghost.test/p2/", status: "draft", error: "" },
  ]);
  const update = server.asked.findLast(({ method }) => method === "PUT")!;
  expect(JSON.parse(update.body).posts[0].html).toContain('<a href="https://ghost.test/p2/">lenses</a>');

  const again = await world.ran({}, { restart: true });
  expect(column(again.rows, "status")).toEqual(["skipped", "skipped"]);

  const back = await world.back(task.runId);
  expect(column(back.rows, "status")).toEqual(["deleted", "deleted"]);
  expect(back.rows[0]?.["notes"]).toMatch(/^2 images stayed: .* has no way to remove an image over its API\./);
});

it("lays posts in a folder, with links to the files beside them and the dates of the plan", async () => {
  const world = await realWorld({ kind: "folder" });

  const { task, rows } = await world.ran({ ...world.data, postStatus: "publish" });

  const place = join(world.root, "almanac");
  expect(column(rows, "url")).toEqual(["blogs/almanac/lamps.md", "blogs/almanac/linsen-fur-strassen.md"]);
  const text = readFileSync(join(place, "lamps.md"), "utf8");
  expect(text).toContain("See [lenses](linsen-fur-strassen.md).");
  const dates = readdirSync(place)
    .filter((name) => name.endsWith(".md"))
    .map((name) => /^date: "(.*)"$/m.exec(readFileSync(join(place, name), "utf8"))?.[1]);
  expect(dates).toEqual(rows.map(({ scheduledFor }) => new Date(String(scheduledFor)).toISOString()));
  expect(readdirSync(join(place, "images"))).toHaveLength(2);

  const dry = await world.ran({ dryRun: true, onDuplicate: "update" }, { restart: true });
  expect(column(dry.rows, "status")).toEqual(["would-update", "would-update"]);

  await world.ran({ dryRun: false });
  const back = await world.back(task.runId);
  expect(column(back.rows, "status")).toEqual(["deleted", "deleted"]);
  expect(readdirSync(place)).toEqual(["images"]);
  expect(readdirSync(join(place, "images"))).toEqual([]);
});

it("posts over XML-RPC, says once what is lost of its images, and takes the run back", async () => {
  const blog = rpcBlog();
  const server = await blogServer(blog.answering);
  onTestFinished(server.close);
  const world = await realWorld({ kind: "wordpress", api: "xmlrpc", url: server.url, username: "anna" }, "secret");

  const { task, rows } = await world.ran({ ...world.data, postMeta: { _hidden: "1" } });

  expect(rows).toMatchObject([
    { file: "1.md", status: "draft", error: "" },
    { file: "2.md", status: "draft", error: "" },
  ]);
  const [first] = column(rows, "notes");
  expect(String(first).match(/The alternative text of the image could not be stored/g)).toHaveLength(1);
  expect(first).toContain('The custom field "_hidden" was left out');
  expect(blog.terms()).toEqual(["light & shade"]);
  expect(blog.posts().map(({ title }) => title)).toEqual(["Lamps", "Linsen für Straßen"]);
  expect(blog.posts()[0]?.content).toContain(`<a href="${rows[1]?.["url"]}">lenses</a>`);

  const again = await world.ran({}, { restart: true });
  expect(column(again.rows, "status")).toEqual(["skipped", "skipped"]);

  const back = await world.back(task.runId);
  expect(back.rows.map(({ status, notes }) => [status, notes])).toEqual([
    ...[
      ["deleted", "2 images removed."],
      ["deleted", ""],
    ],
  ]);
  expect(blog.posts()).toEqual([]);
});

it("leaves the pause of requestDelayFrom between images of one host of the web", async () => {
  const pause = 300;
  const arrivals: number[] = [];
  const server = await serveHttp((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    arrivals.push(performance.now());
    response.writeHead(200, { "content-type": "image/png" }).end(png);
  });
  const web = createWeb({ allowPrivate: ["127.0.0.1"] });
  onTestFinished(async () => {
    await web.close();
    await server.close();
  });
  const images = [1, 2, 3].map((number) => `![${number}](${server.url}/${number}.png)`).join("\n\n");
  const publisher = memoryPublisher();
  const world = await uploadWorld({ "1.md": `# One\n\n${images}` }, publisher, { web });

  await world.ran({ requestDelayFrom: pause, requestDelayTo: pause });

  expect(arrivals).toHaveLength(3);
  // Timers may be early by a millisecond.
  for (const at of [1, 2]) expect(arrivals[at]! - arrivals[at - 1]!).toBeGreaterThan(pause - 20);
});

/** A Ghost as far as posts and images go. */
function ghost(): Answering {
  const posts = new Map<string, Record<string, unknown>>();
  let count = 0;
  return ({ method, path, body }) => {
    const [, place, id] = /^\/ghost\/api\/admin\/(\w+)\/(?:(\w+)\/)?(?:\?|$)/.exec(path) ?? [];
    if (place === "images") {
      count += 1;
      return { status: 201, json: { images: [{ url: `https://ghost.test/content/${count}.png` }] } };
    }
    if (place !== "posts") return undefined;
    if (method === "GET" && id === undefined) return { json: { posts: [...posts.values()] } };
    const own = id ?? `p${posts.size + 1}`;
    const before = posts.get(own);
    if (id !== undefined && before === undefined) return { status: 404, json: { errors: [{ type: "NotFoundError" }] } };
    if (method === "DELETE") {
      posts.delete(own);
      return { status: 204, text: "" };
    }
    const sent = method === "GET" ? {} : JSON.parse(body).posts[0];
    posts.set(own, { ...before, ...sent, id: own, url: `https://ghost.test/${own}/`, updated_at: "1" });
    return { json: { posts: [posts.get(own)] } };
  };
}
