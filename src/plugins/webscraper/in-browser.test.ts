import { expect, it } from "vitest";
import { closesAfterEach, item, ran, scraper, site } from "../../../test/web/scraper-world.js";
import type { BrowserProvider, RenderedPage, RenderRequest } from "../../kernel/index.js";

closesAfterEach();

const APP = '<div id="root"></div><script src="/app.js"></script>';
const LOOK = { timezone: "Europe/Berlin", locale: "de-DE", viewport: { width: 500, height: 400 }, mobile: true };
const RULES = { rowSelector: "li", columns: [{ name: "name", css: "a" }] };

/** A browser that shows a mug, and what it was asked. */
function browserOf(more: Partial<RenderedPage> = {}) {
  const asked: RenderRequest[] = [];
  const browser: BrowserProvider = {
    async render(url, request) {
      asked.push(request);
      const source = { source: "network", redirects: [], fetchedAt: "2026-01-01T00:00:00.000Z" } as const;
      const requests = { made: 1, refused: 0 };
      const answer = { url, status: 200, mediaType: "text/html", text: item("Blue"), bytes: 1, ...source };
      return { ...answer, requests, notes: [], ...more };
    },
  };
  return { asked, browser };
}

const application = () =>
  site((request, response) => {
    if (request.url === "/robots.txt") response.writeHead(404).end();
    else response.setHeader("content-type", "text/html").end(APP);
  });

it.each(["always", "auto"])("how the browser is set up holds for every page it shows, with %s", async (mode) => {
  const { asked, browser } = browserOf();
  const one = await scraper({ browser });
  const data = { ...RULES, ...LOOK, urlsFile: [`${await application()}/`], browser: mode };
  expect((await ran(one, data)).rows).toMatchObject([{ name: "Blue mug" }]);
  await one.kernel.tasks.try(one.id, {});
  expect(asked).toMatchObject([LOOK, LOOK]);
});

it.each([
  [{ mobile: true }, undefined],
  [
    { mobile: true, viewport: { width: 360, height: 640 } },
    { width: 360, height: 640 },
  ],
  [{}, { width: 1280, height: 800 }],
])("%j is shown in a window of the size %j, which a phone chooses itself", async (look, viewport) => {
  const { asked, browser } = browserOf();
  await ran(await scraper({ browser }), { ...RULES, ...look, urlsFile: ["https://a.test/"], browser: "always" });
  expect(asked.map((request) => request.viewport)).toEqual([viewport]);
});

it("what could not be done on pages is warned of once, with their number", async () => {
  const undone = ["Step 1 (click) found nothing for #more."];
  const { browser } = browserOf({ notes: [...undone, "The page made 100 requests; it was given no more."], undone });
  const { log, files } = await ran(await scraper({ browser }), {
    ...{ ...RULES, urlsFile: ["https://a.test/[1-3]"], browser: "always" },
    steps: [{ do: "click", selector: "#more" }],
  });
  expect(log.filter((entry) => entry.startsWith("warn: "))).toEqual([
    "warn: On 3 pages: Step 1 (click) found nothing for #more. Check it against the page, which was read as it stood.",
  ]);
  expect(JSON.parse(files.get("report.json")!).pages.undone).toEqual({ [undone[0]!]: 3 });
});
