// The main job from end to end: a server with everything embedded, a small web site on loopback to read from, and a client
// that knows nothing but the HTTP API. `npm run demo` keeps serving at the end; `npm run demo -- --once` stops by itself.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createApiServer, createScriptorium, sqliteStorage } from "scriptorium";
import { serveSite } from "./support/site.mjs";

const KEYWORDS = ["sourdough starter", "honey bees"];
const TEXT =
  "If you want to grow tomatoes on a balcony, choose a sunny place and a large pot. Most varieties need at least six hours " +
  "of light every day, so a wall that faces south is ideal. Water the plants in the morning, because wet leaves often " +
  "attract disease during the night. In order to get a good harvest, you should also remove side shoots regularly.";
const once = process.argv.includes("--once");

// The world: a web site, and a server that is allowed to read it. Private addresses are refused unless they are named.
const siteFolder = fileURLToPath(new URL("sample-site/", import.meta.url));
const site = await serveSite(siteFolder);
const data = await mkdtemp(join(tmpdir(), "scriptorium-demo-"));
const scriptorium = createScriptorium({
  storage: sqliteStorage({ path: join(data, "scriptorium.db") }),
  outputFolder: join(data, "projects"),
  web: { allowPrivate: [new URL(site.address).host] },
});
await scriptorium.start();
const server = createApiServer(scriptorium.api);
const base = await listenOn(8008).catch(() => listenOn(0));
say(`Scriptorium listens on ${base}`);
say(`A sample web site is served on ${site.address}`);

// From here on: a client like any other.
const { id, data: defaults } = await call("GET", "/create/articlecreator");
say(`\nGET  /create/articlecreator        -> task ${id}, a draft with ${Object.keys(defaults).length} settings`);

const pages = (await readdir(siteFolder, { recursive: true }))
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".html") && !path.endsWith("index.html"))
  .sort();
await call("POST", `/project/data/${id}`, {
  jobName: "Demo",
  articleKeywordsFile: KEYWORDS,
  sourceMode: ["urls"],
  sourceUrlsFile: pages.map((path) => `${site.address}/${path}`),
  outputFormats: ["html", "md"],
  randomSeed: 7,
  // The site is this program itself; others are given a second or more between two pages.
  requestDelayFrom: 0,
  requestDelayTo: 0,
});
say(`POST /project/data/${id}  -> ${KEYWORDS.length} keywords, ${pages.length} addresses to read`);

await call("GET", `/project/run/${id}`);
say(`GET  /project/run/${id}   -> it runs\n`);

let task;
do {
  await wait(200);
  [task] = await call("POST", "/projects/find", {
    query: { _id: id },
    projection: { status: 1, progress: 1, error: 1 },
  });
  const { percent = 0, done = 0, total = KEYWORDS.length } = task.progress ?? {};
  process.stdout.write(
    `\r[${"#".repeat(percent / 5).padEnd(20, ".")}] ${done} of ${total} keywords, ${task.status}   `,
  );
} while (!["complete", "failed", "aborted"].includes(task.status));
say("\n");
if (task.status !== "complete") {
  process.stderr.write(`${task.error?.message ?? "The run was aborted."}\n`);
  process.exitCode = 1;
} else {
  const [project] = await call("GET", "/projects");
  const { files } = await call("GET", `/task/content/${id}/`);
  for (const keyword of project.keywords) {
    const { keywords, sentences } = await call("GET", `/project/${id}/${encodeURIComponent(keyword)}`);
    say("=".repeat(100));
    say(`Keyword: ${keyword}   (${sentences.length} sentences; related: ${keywords.slice(1).join(", ")})\n`);
    const file = files.find(({ path }) => path.endsWith(`${keyword.replaceAll(" ", "-")}.md`));
    const { content } = await call("GET", `/task/content/${id}/${encodeURIComponent(file.path)}`);
    say(folded(content));
  }
  say("=".repeat(100));
  say("What the task has stored (the same files are in the output folder):");
  for (const { path, size } of files) say(`  ${path}  ${size} bytes`);

  say("=".repeat(100));
  for (const [path, body] of [
    ["/spin", { text: TEXT, csvprotectedwords: "tomatoes" }],
    ["/paraphrase", { text: TEXT, login: "you@example.com" }],
    ["/aboutme", { keyword: KEYWORDS[0], seed: 7 }],
  ]) {
    say(`POST ${path}  <- ${JSON.stringify(body)}\n`);
    say(`${folded(await call("POST", path, body))}\n`);
  }
}

const stop = async () => {
  server.close();
  server.closeAllConnections();
  await scriptorium.stop();
  await site.close();
  await rm(data, { recursive: true, force: true });
};
if (once || process.exitCode) await stop();
else {
  say(`\nThe server goes on. Try, from another terminal:`);
  say(`  curl ${base}/all-projects`);
  say(`  curl ${base}/project/${id}/honey%20bees`);
  say(`  curl -H 'content-type: application/json' -d '{"query": {"status": "complete"}}' ${base}/projects/find`);
  say(`Files: ${join(data, "projects", id)}  (removed at the end)`);
  say(`To serve your own tasks: npm start. Ctrl+C ends this demo.`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop());
}

async function call(method, path, body) {
  const response = await fetch(base + path, {
    method,
    ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
  });
  const { success, message, result } = await response.json();
  if (!success) throw new Error(`${method} ${path}: ${message}`);
  return result;
}

function listenOn(port) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve(`http://127.0.0.1:${server.address().port}`);
    });
  });
}

/** The text with each of its lines folded to the width of a terminal. */
function folded(text) {
  return text
    .split("\n")
    .flatMap((line) => wrapped(line, 100))
    .join("\n");
}

function wrapped(line, width) {
  const lines = [""];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last !== "" && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
