import { expect, it } from "vitest";
import { closesAfterEach, item, ran, scraper, site } from "../../../test/web/scraper-world.js";
import type { BrowserProvider, JsonObject, RenderedPage, RenderRequest } from "../../kernel/index.js";

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

it.each<[JsonObject, RegExp]>([
  [{ timezone: "Mars/Base" }, /timezone is "Mars\/Base", which is no time zone\./],
  [{ locale: "no_language!" }, /locale is "no_language!", which is no code of a language\./],
])("%j is refused when it is posted and when it is run", async (wrong, message) => {
  const { kernel, id } = await scraper();
  const data = { ...RULES, urlsFile: ["https://a.test/"], ...wrong };
  expect((await kernel.tasks.notesOn(await kernel.tasks.patch(id, data), data)).join("\n")).toMatch(message);
  await kernel.tasks.run(id);
  expect((await kernel.tasks.settled(id)).error).toMatchObject({
    code: "bad-input",
    message: expect.stringMatching(message),
  });
});
