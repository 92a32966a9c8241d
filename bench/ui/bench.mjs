// The dashboard in Chromium against a real server: first paint of a long list, scrolling through it, many live updates, and a run of
// very many rows; next to a plain page that draws everything at once. BENCH_TASKS, BENCH_ROWS and BENCH_ROUNDS change how much.
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { median, printTable, verdict } from "../table.mjs";
import { watchPage } from "./in-page.mjs";
import { plainRows, plainTasks } from "./plain-page.mjs";

const TASKS = Number(process.env.BENCH_TASKS ?? 10_000);
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const [PER_SECOND, SECONDS] = [100, 20];
/** In which a list is scrolled to its end: some pages of it are passed in each. */
const FRAMES = 300;
/** More of them than this stop a page that draws all. */
const PLAIN_ROWS = Math.min(ROWS, 10_000);
const LIMITS = { paintMs: 1000, taskMs: 100, ageMs: 500, grownMb: 12 };

const server = fork(fileURLToPath(new URL("server.mjs", import.meta.url)), [String(TASKS)]);
const [{ port }] = await once(server, "message");
const address = `http://127.0.0.1:${port}`;
const act = (name, options) => {
  server.send({ act: name, ...options });
  return once(server, "message").then(([reply]) => reply);
};
const executablePath = execFileSync("sh", ["-c", "command -v chromium || command -v google-chrome"]).toString().trim();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

/** A tab with nothing remembered. The plain pages have addresses of their own there, of the same origin. */
async function tab(plain) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watchPage);
  if (plain !== undefined) {
    await context.route("**/plain", (route) => route.fulfill({ contentType: "text/html", body: plain }));
  }
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  return {
    page,
    close: () => context.close(),
    async heapMb() {
      await devtools.send("HeapProfiler.collectGarbage");
      return (await devtools.send("Runtime.getHeapUsage")).usedSize / 1e6;
    },
    nodes: async () => (await devtools.send("Memory.getDOMCounters")).nodes,
  };
}

const HERE = { ours: [`${address}/`, undefined, ".task-name"], plain: [`${address}/plain`, plainTasks, ".task-name"] };

async function painted() {
  const found = { ours: { cold: [], warm: [] }, plain: { cold: [], warm: [] } };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [who, [url, plain, row]] of Object.entries(HERE)) {
      const { page, close } = await tab(plain);
      for (const when of ["cold", "warm"]) {
        if (when === "cold") await page.goto(url);
        else await page.reload();
        found[who][when].push(await page.evaluate((selector) => window.bench.painted(selector), row));
      }
      await close();
    }
  }
  return found;
}

/** Scrolls a box to its end in so many frames. */
async function scrolled(who, box) {
  const [url, plain, row] = HERE[who];
  const { page, close } = await tab(plain);
  await page.goto(url);
  await page.evaluate((selector) => window.bench.painted(selector), row);
  // Until all that comes later has come.
  await page.waitForFunction(
    ([selector, least]) => document.querySelector(selector).scrollHeight > least,
    [box, TASKS * 40],
    { timeout: 60_000 },
  );
  const smooth = await page.evaluate(([selector, frames]) => window.bench.scroll(selector, frames), [box, FRAMES]);
  await close();
  return smooth;
}

async function live(who) {
  const [url, plain, row] = HERE[who];
  const { page, close } = await tab(plain);
  await page.goto(url);
  await page.evaluate((selector) => window.bench.painted(selector), row);
  await page.waitForTimeout(2000);
  await page.evaluate((selector) => window.bench.beginLive(selector), row);
  const { done, seconds } = await act("live", { perSecond: PER_SECOND, seconds: SECONDS });
  const seen = await page.evaluate(() => window.bench.endLive());
  await close();
  return { ...seen, perSecond: done / seconds };
}

async function rows(id) {
  const { page, close, heapMb, nodes } = await tab();
  await page.goto(`${address}/#/run/${id}`);
  await page.evaluate(() => window.bench.painted(".table-row [role=gridcell]"));
  await page.waitForTimeout(1000);
  const heaps = [await heapMb()];
  const halves = [];
  for (const part of [0.5, 1]) {
    halves.push(await page.evaluate((to) => window.bench.scroll(".table-box", 500, to), part));
    await page.waitForTimeout(500);
    heaps.push(await heapMb());
  }
  await page.getByText(`Item ${ROWS - 1}`, { exact: true }).waitFor();
  const drawn = await nodes();
  await close();
  return { heaps, longest: Math.max(...halves.map(({ longest }) => longest)), drawn };
}

async function rowsPlainly(id) {
  const { page, close, heapMb, nodes } = await tab(plainRows(id, PLAIN_ROWS));
  await page.goto(`${address}/plain`);
  await page.evaluate(() => window.bench.painted("td"));
  const longest = await page.evaluate(() => window.bench.longest());
  const found = { heap: await heapMb(), drawn: await nodes(), longest };
  await close();
  return found;
}

const paint = await painted();
printTable(
  [`first row of ${TASKS} tasks painted, ms`, "plain page", "dashboard", "of plain", "limit", ""],
  ["cold", "warm"].map((when) => {
    const [plain, ours] = [median(paint.plain[when]), median(paint.ours[when])];
    return [when, plain, ours, ours / plain, LIMITS.paintMs, verdict(ours, LIMITS.paintMs)];
  }),
);
process.stdout.write("\n");

const plain = await scrolled("plain", ".box");
const ours = await scrolled("ours", ".table-box");
printTable(
  [`scrolled through ${TASKS} tasks`, "plain page", "dashboard", "limit", ""],
  [
    ["longest task, ms", plain.longest, ours.longest, LIMITS.taskMs, verdict(ours.longest, LIMITS.taskMs)],
    ["slowest frame, ms", plain.slowest, ours.slowest, "", ""],
    ["frames over 34 ms", plain.late, ours.late, "", ""],
  ],
);
process.stdout.write("\n");

const updates = { plain: await live("plain"), ours: await live("ours") };
const row = (name, key, limit) => [
  name,
  updates.plain[key],
  updates.ours[key],
  limit ?? "",
  limit === undefined ? "" : verdict(updates.ours[key], limit),
];
printTable(
  [`${PER_SECOND} live updates a second, ${SECONDS} s`, "plain page", "dashboard", "limit", ""],
  [
    row("updates a second", "perSecond"),
    row("age of what is shown, median ms", "medianAge"),
    row("the same in the last quarter", "lastAge"),
    row("oldest that was shown, ms", "oldest", LIMITS.ageMs),
    row("longest task, ms", "longest", LIMITS.taskMs),
    row("frames over 34 ms", "late"),
    row("frames a second", "framesPerSecond"),
  ],
);
process.stdout.write("\n");

const { id } = await act("rows", { rows: ROWS });
const flat = await rows(id);
const whole = await rowsPlainly(id);
const grown = Math.max(...flat.heaps) - flat.heaps[0];
printTable(
  [`${ROWS} rows of a run, scrolled to their end`, `plain page, ${PLAIN_ROWS}`, "dashboard", "limit", ""],
  [
    ["JavaScript heap at the start, MB", whole.heap, flat.heaps[0], "", ""],
    ["in the middle", "", flat.heaps[1], "", ""],
    ["at the end", "", flat.heaps[2], "", ""],
    ["grown by", "", grown, LIMITS.grownMb, verdict(grown, LIMITS.grownMb)],
    ["nodes of the document", whole.drawn, flat.drawn, "", ""],
    ["longest task, ms", whole.longest, flat.longest, LIMITS.taskMs, verdict(flat.longest, LIMITS.taskMs)],
  ],
);
await browser.close();
server.disconnect();
