// Pages in a browser compared with playwright-core alone (goto and content, a page each), by the same Chromium in the
// same run; and how many pages a task with `browser: auto` reads without one.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import { createBrowser } from "../../dist/adapters/browser/index.js";
import { createWeb } from "../../dist/adapters/web/index.js";
import { createScriptorium } from "../../dist/index.js";
import { median, printTable } from "../table.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const PAGES = Number(process.env.BENCH_PAGES ?? 24);
const SITE = Number(process.env.BENCH_SITE ?? 60);
const executablePath = execFileSync("sh", ["-c", "command -v chromium || command -v google-chrome"]).toString().trim();

const rows = Array.from(
  { length: 40 },
  (_, n) => `<p>Paragraph ${n} about the keepers of tower ${n * 31} and their books.</p>`,
);
const article = `<!doctype html><title>Tower</title><article><h1>The tower</h1>${rows.join("")}</article>`;
const app = `<!doctype html><title>Shop</title><div id="root"></div><script>
  fetch("/rows").then((answer) => answer.json()).then((rows) => { root.innerHTML = rows.join(""); });
</script>`;
const LAST = "Paragraph 39 about";

const server = createServer((request, response) => {
  const path = request.url.split("?")[0];
  if (path === "/rows") {
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(rows)), 100);
  } else if (path === "/robots.txt" || path === "/favicon.ico") response.writeHead(404).end();
  else response.writeHead(200, { "content-type": "text/html" }).end(path.startsWith("/app") ? app : article);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const host = `127.0.0.1:${server.address().port}`;
const addressOf = (kind, n) => `http://${host}/${kind}/${n}`;

/** Each context reads one page after the other; pages a minute of all, and how many held all they show. */
async function worked(kind, contexts, read) {
  let next = 0;
  let whole = 0;
  const reader = async (context) => {
    for (let n = next++; n < PAGES; n = next++) {
      if ((await read(addressOf(kind, n), context)).includes(LAST)) whole += 1;
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: contexts }, (_, context) => reader(context)));
  return { perMinute: (PAGES / (performance.now() - begun)) * 60_000, whole };
}

/** Megabytes that the processes of a group need for themselves. */
function memoryOf(marker) {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const text = (pid, file) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  const group = (pid) => text(pid, "stat").split(") ")[1]?.split(" ")[2];
  const groups = new Set(all.filter((pid) => text(pid, "cmdline").includes(marker)).map(group));
  let kilobytes = 0;
  for (const pid of all) {
    if (!groups.has(group(pid))) continue;
    for (const name of ["RssAnon", "RssShmem"]) {
      kilobytes += Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text(pid, "status"))?.[1] ?? 0);
    }
  }
  return kilobytes / 1024;
}

const signal = new AbortController().signal;

const HELD_MS = 6_000;

function ours() {
  const web = createWeb({ version: "0", allowPrivate: [host], perHost: 32 });
  const browser = createBrowser({ web, allowNoSandbox: true, maxPages: 8 });
  const shown = (url, context, steps = []) =>
    browser.render(url, { signal, session: { id: `context-${context}` }, timeoutMs: 60_000, steps });
  return {
    read: async (url, context = 0) => (await shown(url, context)).text,
    hold: (url, context) => shown(url, context, [{ do: "wait", milliseconds: HELD_MS }]),
    close: async () => {
      await browser.close();
      await web.close();
    },
  };
}

async function bare() {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const contexts = new Map();
  const shown = async (url, name, waitMs) => {
    if (!contexts.has(name)) contexts.set(name, browser.newContext());
    const page = await (await contexts.get(name)).newPage();
    await page.goto(url, { timeout: 60_000 });
    if (waitMs > 0) await page.waitForTimeout(waitMs);
    const html = await page.content();
    await page.close();
    return html;
  };
  return {
    read: (url, name = 0) => shown(url, name, 0),
    hold: (url, name) => shown(url, name, HELD_MS),
    close: () => browser.close(),
  };
}

const WAYS = { ours: async () => ours(), bare };
const first = { ours: [], bare: [] };
const speed = new Map();
const memory = { ours: [], bare: [] };
const MARKER = { ours: "scriptorium-browser-", bare: "playwright_chromiumdev_profile-" };

for (let round = 0; round < ROUNDS; round += 1) {
  for (const [way, open] of Object.entries(WAYS)) {
    const begun = performance.now();
    const browser = await open();
    await browser.read(addressOf("page", "first"));
    first[way].push(performance.now() - begun);
    for (const kind of ["page", "app"]) {
      for (const contexts of [1, 4]) {
        const key = `${kind === "page" ? "read as they come" : "drawn by a script"}, ${contexts === 1 ? "one context" : "four contexts"}`;
        const { perMinute, whole } = await worked(kind, contexts, browser.read);
        const known = speed.get(key) ?? { ours: [], bare: [], whole: {} };
        known[way].push(perMinute);
        known.whole[way] = whole;
        speed.set(key, known);
      }
    }
    const before = memoryOf(MARKER[way]);
    const held = Array.from({ length: 4 }, (_, n) => browser.hold(addressOf("page", `held-${n}`), `held-${n}`));
    await new Promise((resolve) => setTimeout(resolve, HELD_MS - 1_000));
    memory[way].push((memoryOf(MARKER[way]) - before) / 4);
    await Promise.all(held);
    await browser.close();
  }
}

const speeds = [...speed].map(([key, { ours, bare, whole }]) => {
  const [mine, theirs] = [median(ours), median(bare)];
  return [key, theirs, mine, mine / theirs, `${whole.bare} and ${whole.ours} of ${PAGES}`];
});
printTable(["pages a minute", "bare", "ours", "ours of it", "whole pages"], speeds);
process.stdout.write("\n");
const others = [
  ["to the first page, ms", median(first.bare), median(first.ours), median(first.ours) / median(first.bare)],
  ["memory of a context, MB", median(memory.bare), median(memory.ours), median(memory.ours) / median(memory.bare)],
];
printTable(["", "bare", "ours", "ours of it"], others);
process.stdout.write("\n");

/** A site of which every tenth page needs a browser, read by a task. */
async function task(mode) {
  let shown = 0;
  const web = createWeb({ version: "0", allowPrivate: [host] });
  const browser = createBrowser({ web, allowNoSandbox: true });
  const counting = {
    render(url, request) {
      shown += 1;
      return browser.render(url, request);
    },
  };
  const scriptorium = createScriptorium({ web: { allowPrivate: [host] }, providers: { browser: counting } });
  await scriptorium.start();
  const { tasks, content } = scriptorium.kernel;
  const quick = { requestDelayFrom: 0, requestDelayTo: 0, minWords: 5, dedupeContent: "off", saveRaw: false };
  const urlsFile = Array.from({ length: SITE }, (_, n) => addressOf(n % 10 === 9 ? "app" : "page", `${mode}-${n}`));
  const { _id } = await tasks.create("articledownloader", { ...quick, browser: mode, urlsFile });
  const begun = performance.now();
  await tasks.run(_id);
  await tasks.settled(_id);
  const seconds = (performance.now() - begun) / 1000;
  const done = (await Array.fromAsync(content.rows(_id))).filter(({ status }) => status === "ok").length;
  await scriptorium.stop();
  await browser.close();
  await web.close();
  return { mode, seconds, shown, done };
}

const tasks = [];
for (const mode of ["never", "auto", "always"]) tasks.push(await task(mode));
const always = tasks[2].seconds;
printTable(
  [`articledownloader, ${SITE} pages`, "in a browser", "articles", "seconds", "of always"],
  tasks.map(({ mode, shown, done, seconds }) => [
    `browser: ${mode}`,
    String(shown),
    String(done),
    seconds,
    seconds / always,
  ]),
);
server.close();
