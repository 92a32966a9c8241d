import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { startedKernel } from "../../../../test/kernel/world.js";
import { cannedBrowser, cannedWeb } from "../../../adapters/doubles/index.js";
import { ephemeralKey } from "../../../adapters/secrets/index.js";
import {
  type BrowserProvider,
  defineTaskPlugin,
  type Json,
  type Kernel,
  type Providers,
  ScriptoriumError,
} from "../../../kernel/index.js";
import { browserField, browserProblems } from "./browser-options.js";
import { webFields, webSession } from "./options.js";
import { pageSource } from "./page-source.js";
import { noteHowItReads } from "./run-web.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const TEXT = `<p>${"Bees make honey in summer. ".repeat(60)}</p>`;
const APP = '<div id="root"></div><script src="/app.js"></script>';
const PAGES = { "https://a.test/app": APP, "https://a.test/text": TEXT };
const DRAWN = { "https://a.test/app": "<p>Drawn.</p>", "https://a.test/text": "<p>Drawn, too.</p>" };

/** Says of each line what was read and why. */
const looker = defineTaskPlugin({
  type: "looker",
  words: "looker",
  title: "Looker",
  summary: "Looks at pages.",
  uses: ["web", "browser"],
  options: z.object({ ...webFields, ...browserField("auto"), linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  check: (options, { providers }) => browserProblems(options, providers.browser),
  begin(context) {
    noteHowItReads(context);
    return webSession(context.options, context.runId, context.options.linesFile, { delayMs: [0, 0] });
  },
  async run(line, context) {
    const { page, why } = await pageSource(context, context.state).page(line);
    context.output.row({ line, text: page.text.slice(0, 20), why });
  },
  failure: (line, { code, message }) => ({ line, text: message, why: code }),
});

async function looked(providers: Partial<Providers>, data: Record<string, Json>) {
  const kernel = await startedKernel({ secrets: ephemeralKey(), plugins: [looker], providers });
  open.push({ close: () => kernel.stop() });
  const { _id: id } = await kernel.tasks.create("looker");
  return { kernel, id, ...(await ran(kernel, id, { concurrency: 1, maxRetries: 0, ...data })) };
}

/** Runs the task; the rows are those of this run. */
async function ran(kernel: Kernel, id: string, data: Record<string, Json>) {
  await kernel.tasks.patch(id, data);
  const before = await kernel.content.countRows(id);
  await kernel.tasks.restart(id);
  const task = await kernel.tasks.settled(id);
  const rows = (await Array.fromAsync(kernel.content.rows(id))).slice(before);
  const log = (await Array.fromAsync(kernel.content.log(id))).map(({ msg }) => msg);
  return { task, rows, log, runId: (await kernel.tasks.runOf(id, "last"))._id };
}

it("is as it came with never, and in a browser with always", async () => {
  const providers = { web: cannedWeb(PAGES), browser: cannedBrowser(DRAWN) };
  const linesFile = ["https://a.test/app"];
  expect((await looked(providers, { browser: "never", linesFile })).rows).toMatchObject([
    { text: APP.slice(0, 20), why: "" },
  ]);
  expect((await looked(providers, { browser: "always", linesFile })).rows).toMatchObject([
    { text: "<p>Drawn.</p>", why: "always" },
  ]);
});

it("is in a browser with auto only where what came holds next to nothing", async () => {
  const browser = cannedBrowser(DRAWN);
  const { rows } = await looked({ web: cannedWeb(PAGES), browser }, { linesFile: Object.keys(PAGES) });
  expect(rows).toMatchObject([
    { text: "<p>Drawn.</p>", why: "app-frame" },
    { text: TEXT.slice(0, 20), why: "" },
  ]);
});

it("is in a browser with auto behind a wall that asks to consent, and behind no other", async () => {
  const refusing = (kind: string) => ({
    async fetch(url: string): Promise<never> {
      throw new ScriptoriumError("FETCH_BLOCKED", `${url} is not shown. Ask its owner.`, { url, kind });
    },
  });
  const browser = cannedBrowser(DRAWN);
  const linesFile = ["https://a.test/app"];
  expect((await looked({ web: refusing("consent"), browser }, { linesFile })).rows).toMatchObject([
    { why: "consent-wall" },
  ]);
  expect((await looked({ web: refusing("challenge"), browser }, { linesFile })).rows).toMatchObject([
    { why: "blocked" },
  ]);
});

it("is as it came with auto where there is no browser, and the log says so once", async () => {
  const pages = { ...PAGES, "https://a.test/other": APP };
  const { rows, log, task } = await looked({ web: cannedWeb(pages) }, { linesFile: Object.keys(pages) });
  expect(task.status).toBe("complete");
  expect(rows).toMatchObject([{ why: "app-frame" }, { why: "" }, { why: "app-frame" }]);
  expect(log.filter((message) => message.includes("no browser is configured"))).toHaveLength(1);
});

it("is as it came with auto where the browser does not start", async () => {
  const browser: BrowserProvider = {
    render: async () => {
      throw new ScriptoriumError("no-browser", "Chromium does not start as root. Run the server as another user.");
    },
  };
  const { rows, log, task } = await looked({ web: cannedWeb(PAGES), browser }, { linesFile: ["https://a.test/app"] });
  expect([task.status, rows]).toMatchObject(["complete", [{ why: "app-frame" }]]);
  expect(log.join()).toContain("the browser cannot be used");
});

it("a task that wants every page in a browser is refused where there is none", async () => {
  const { task } = await looked({ web: cannedWeb(PAGES) }, { browser: "always", linesFile: ["https://a.test/app"] });
  expect(task).toMatchObject({ status: "failed", error: { code: "no-browser" } });
  expect(task.error?.message).toMatch(
    /^This task sets browser to "always" and no browser is installed\. Install one \(see docs: browser provider\) or set browser to "never" for pages that need no JavaScript\. /,
  );
});

it("is recorded as a browser showed it, and shown again without one", async () => {
  let shown = 0;
  const canned = cannedBrowser(DRAWN);
  const browser: BrowserProvider = {
    async render(url, request) {
      shown += 1;
      return { ...(await canned.render(url, request)), screenshots: [new Uint8Array([1, 2])] };
    },
  };
  const linesFile = Object.keys(PAGES);
  const { kernel, id, task, rows, runId } = await looked(
    { web: cannedWeb(PAGES), browser },
    { linesFile, recordExchanges: true },
  );
  expect([task.status, shown]).toEqual(["complete", 1]);
  const again = await ran(kernel, id, { recordExchanges: false, replayRunId: runId });
  expect([again.task.status, shown]).toEqual(["complete", 1]);
  expect(again.rows).toEqual(rows);
});
