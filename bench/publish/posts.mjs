// What a post costs beside the bare requests: the post uploader posts to a server of this process that answers as WordPress does
// over REST, and curl sends it the same requests again, in the same order over one connection. BENCH_POSTS changes how many.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createScriptorium, sqliteStorage } from "scriptorium";
import { keyText } from "scriptorium/adapters/secrets";
import { median, printTable } from "../table.mjs";

const POSTS = Number(process.env.BENCH_POSTS ?? 200);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const run = promisify(execFile);

let asked = [];
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request)).toString();
  const { method, url, headers } = request;
  asked.push({ method, url, body, type: headers["content-type"] ?? "", authorization: headers.authorization ?? "" });
  response.setHeader("content-type", "application/json");
  response.statusCode = method === "POST" ? 201 : 200;
  response.end(JSON.stringify(answerTo(method, url)));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;
const folder = mkdtempSync(join(tmpdir(), "scriptorium-posts-"));
try {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await uploader(join(folder, String(round)));
    rounds.push({ ours, curl: await curl(asked), requests: asked.length });
  }
  const of = (value) => median(rounds.map(value)) / POSTS;
  const [ours, bare] = [of(({ ours }) => ours), of(({ curl }) => curl)];
  printTable(
    [`${POSTS} posts, ${(rounds[0].requests / POSTS).toFixed(1)} requests each`, "post uploader", "curl", "more"],
    [["milliseconds a post", ours, bare, ours - bare]],
  );
} finally {
  server.close();
  rmSync(folder, { recursive: true });
}

function answerTo(method, url) {
  if (url.startsWith("/wp-json/wp/v2/users/me")) {
    const capabilities = { edit_posts: true, publish_posts: true, upload_files: true, edit_others_posts: true };
    return { id: 7, name: "Anna", slug: "anna", username: "anna", capabilities };
  }
  if (method !== "POST") return [];
  return {
    id: asked.length,
    link: `${address}/?p=${asked.length}`,
    status: "draft",
    slug: "a",
    title: { raw: "A" },
    meta: {},
  };
}

/** Milliseconds of a run that posts everything. */
async function uploader(place) {
  const articles = join(place, "articles");
  mkdirSync(articles, { recursive: true });
  const text = "Glass bends the light of a lamp. ".repeat(60);
  for (let number = 1; number <= POSTS; number += 1) {
    writeFileSync(join(articles, `${number}.md`), `# Lamp ${number}\n\n${text}\n\n## More\n\n${text}\n`);
  }
  const { kernel, start, stop } = createScriptorium({
    storage: sqliteStorage({ path: join(place, "store.db") }),
    secrets: keyText("0".repeat(64)),
    sourceRoots: [articles],
    web: { allowPrivate: ["127.0.0.1"] },
  });
  await start();
  const settings = { url: address, username: "anna", allowHttp: true, api: "rest" };
  const { id } = await kernel.accounts.create({ kind: "blog", name: "bench", settings, secrets: { password: "abcd" } });
  const task = await kernel.tasks.create("postuploader", { blogIds: [id], articleFolder: articles });
  asked = [];
  const begun = performance.now();
  await kernel.tasks.run(task._id);
  const { status, error } = await kernel.tasks.settled(task._id);
  const took = performance.now() - begun;
  await stop();
  if (status !== "complete") throw new Error(error?.message ?? status);
  return took;
}

/** Milliseconds of one curl with all the requests. */
async function curl(requests) {
  const config = join(folder, "requests");
  const quoted = (value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
  const parts = requests.map(({ method, url, body, type, authorization }) =>
    [
      `url = ${quoted(address + url)}`,
      `request = ${method}`,
      `header = ${quoted(`authorization: ${authorization}`)}`,
      `output = /dev/null`,
      ...(body === "" ? [] : [`header = ${quoted(`content-type: ${type}`)}`, `data-raw = ${quoted(body)}`]),
    ].join("\n"),
  );
  writeFileSync(config, parts.join("\nnext\n"));
  asked = [];
  const begun = performance.now();
  await run("curl", ["--silent", "--globoff", "--config", config]);
  const took = performance.now() - begun;
  if (asked.length !== requests.length) throw new Error(`curl sent ${asked.length} of ${requests.length} requests`);
  return took;
}
