import { expect, it } from "vitest";
import type { Capture } from "../../../test/web/archive-server.js";
import { archiveWorld } from "../../../test/web/archive-world.js";
import { type BrowserProvider, type Clock, type Json, ScriptoriumError, systemClock } from "../../kernel/index.js";

const at = "20100101000000";
const text = `<p>${"The pump stands in the old garden behind the house, where nobody has looked for it in years. ".repeat(8)}</p>`;
const page = (title: string, body: string) =>
  `<html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
const app = page("Pump", '<div id="root"></div><script src="/app.js"></script>');
const captures: readonly Capture[] = [
  { original: "http://shop.test/app", timestamp: at, body: app },
  { original: "http://shop.test/well", timestamp: at, body: page("Well", `<article>${text}</article>`) },
];

/** A browser that shows what is at an address, drawn: what it asks for comes from the archive itself. */
function drawing(shown: string[] = [], leadsTo?: string): BrowserProvider {
  return {
    async render(url, { signal }) {
      shown.push(url);
      const answer = await fetch(url, { signal });
      const html = (await answer.text()).replace('<div id="root"></div>', `<article>${text}</article>`);
      const mediaType = (answer.headers.get("content-type") ?? "").split(";", 1)[0]!;
      return {
        ...{ url: leadsTo ?? answer.url, status: answer.status, mediaType, text: html, bytes: html.length },
        ...{ headers: Object.fromEntries(answer.headers), requests: { made: 1, refused: 0 }, notes: [] },
      };
    },
  };
}

async function scraped(data: Readonly<Record<string, Json>>, browser?: BrowserProvider) {
  await using world = await archiveWorld(captures, browser === undefined ? {} : { browser });
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "article", ...data });
  const notes = await world.kernel.tasks.notesOn(task, data);
  const { status, error } = await world.run(task);
  const [rows, files, log] = [await world.rows(task), await world.files(task), await world.log(task)];
  return { status, error, rows, files, log, notes, url: world.archive.url };
}

it("reads in a browser what holds next to nothing without one, at the address without bars", async () => {
  const shown: string[] = [];
  const { status, rows, files, url } = await scraped({ browser: "auto" }, drawing(shown));
  expect(status).toBe("complete");
  expect(rows).toMatchObject([
    { original: "http://shop.test/app", rendered: "app-frame", title: "Pump", bytes: app.length, note: "", error: "" },
    { original: "http://shop.test/well", rendered: "", title: "Well" },
  ]);
  expect(shown).toEqual([`${url}/web/${at}if_/http://shop.test/app`]);
  expect(files["articles/pump.txt"]).toContain("The pump stands in the old garden");
  expect(files["articles/pump.txt"]).not.toMatch(/ARCHIVED ON|127\.0\.0\.1:\d+\/web\/\d+if_/);
});

it("keeps the bytes as they were archived while the text is that of the browser", async () => {
  const { rows, files } = await scraped({ browser: "always", saveAs: "both" }, drawing());
  expect(rows.map(({ rendered }) => rendered)).toEqual(["always", "always"]);
  expect(files["site/shop.test/app/index.html"]).toBe(app);
  expect(rows[0]?.["words"]).toBeGreaterThan(100);
});

it("reads a page as it came that led out of the archive in the browser, and says so", async () => {
  const { rows } = await scraped({ browser: "always" }, drawing([], "https://shop.test/today"));
  const note =
    "In the browser it led out of the archive, to https://shop.test/today, and its text is that of the copy as it came.";
  expect(rows).toMatchObject([
    { rendered: "", note: `${note} There is nothing to read on it.` },
    { rendered: "", note },
  ]);
});

it("shows no wall against programs in a browser that was archived in place of a page", async () => {
  const shown: string[] = [];
  const body =
    '<html><script src="/x.js"></script><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=1"></iframe></html>';
  const wall = [{ original: "http://shop.test/wall", timestamp: at, body }];
  await using world = await archiveWorld(wall, { browser: drawing(shown) });
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "article", browser: "auto" });
  expect((await world.run(task)).status).toBe("complete");
  expect(await world.rows(task)).toMatchObject([{ original: "http://shop.test/wall", rendered: "", error: "" }]);
  expect(shown).toEqual([]);
});

it("says in the log once, and in the rows, what would need a browser where there is none", async () => {
  const { status, rows, log } = await scraped({ browser: "auto" });
  expect(status).toBe("complete");
  expect(rows.map(({ rendered }) => rendered)).toEqual(["app-frame", ""]);
  expect(log.filter((line) => line.includes("no browser is configured"))).toHaveLength(1);
});

it("is refused with browser always and no browser", async () => {
  const { status, error } = await scraped({ browser: "always" });
  expect([status, error?.code]).toEqual(["failed", "no-browser"]);
  expect(error?.message).toContain('This task sets browser to "always" and no browser is installed.');
});

it("stops at the first page where the browser does not start, and asks the archive for no other", async () => {
  const render = async (): Promise<never> => {
    throw new ScriptoriumError("no-browser", "Chromium does not start as root. Run the server as another user.");
  };
  await using world = await archiveWorld(captures, { browser: { render } });
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "article", browser: "always" });
  const { status, error } = await world.run(task);
  expect([status, error?.code]).toEqual(["failed", "no-browser"]);
  expect(error?.message).toContain("Chromium does not start as root. Run the server as another user.");
  expect(world.archive.copies()).toHaveLength(1);
});

it.each(["raw", "list"])("needs no browser for saveAs %s, and says that it asks none", async (saveAs) => {
  const { status, rows, notes } = await scraped({ browser: "always", saveAs });
  expect(status).toBe("complete");
  expect(rows.map(({ rendered }) => rendered)).toEqual(["", ""]);
  expect(notes.join()).toContain(`browser is "always", but saveAs is "${saveAs}", so a run does not act on it.`);
});

it.each([
  [{ kind: "status", status: 429 }, "rate-limited", "is refusing connections after 0 of 2 pages"],
  [{ kind: "status", status: 503 }, "rate-limited", "is refusing connections after 0 of 2 pages"],
  [{ kind: "page" }, "rate-limited", "is refusing connections after 0 of 2 pages"],
] as const)("knows %j of the archive in the browser for a refusal and no page", async (refusal, code, message) => {
  await using world = await archiveWorld(captures, { browser: drawing() });
  world.archive.refuse(refusal, { on: "replays" });
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "article", browser: "always" });
  const { status, error } = await world.run(task);
  expect([status, error?.code, error?.message]).toEqual(["failed", code, expect.stringContaining(message)]);
});

it("asks again for a replay that the archive refused, as for a copy", async () => {
  // Nobody sleeps for long.
  const clock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal) };
  await using world = await archiveWorld(captures, { browser: drawing(), clock });
  world.archive.refuse({ kind: "status", status: 429, retryAfter: "60" }, { on: "replays", times: 1 });
  const task = await world.draft({
    domainsFile: ["shop.test/app"],
    match: "exact",
    saveAs: "article",
    browser: "auto",
    maxRetries: 1,
  });
  expect((await world.run(task)).status).toBe("complete");
  expect(await world.rows(task)).toMatchObject([{ rendered: "app-frame", error: "" }]);
  expect((await world.log(task)).join()).toContain("refuses (status 429); the next try is in 60 seconds.");
});
