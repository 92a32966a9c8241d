import { describe, expect, it } from "vitest";
import {
  closesAfterEach,
  item,
  names,
  RULES,
  ran,
  scraper,
  shop,
  site,
  WORDS,
} from "../../../test/web/scraper-world.js";

closesAfterEach();

describe("reading ends", () => {
  it("behind the last page of urlPattern, which is no warning", async () => {
    const url = await site(shop());
    const { log } = await ran(await scraper(), {
      ...{ ...RULES, urlsFile: [`${url}/`], urlPattern: "?page={page}", maxPages: 50 },
    });
    expect(log).toContain(`info: Page 4 of ${url}/ is not there, so that page 3 was the last one.`);
    expect(log.filter((entry) => entry.startsWith("warn: "))).toEqual([]);
  });

  it("at no page whose rows are only empty, as those of a wrong rule are", async () => {
    const url = await site(shop());
    const { rows, log } = await ran(await scraper(), {
      ...{ rowSelector: "li.mug", columns: [{ name: "name", css: "li" }] },
      ...{ urlsFile: [`${url}/`], nextSelector: "a.next", maxPages: 50 },
    });
    expect(rows).toHaveLength(5);
    expect(log.join("\n")).not.toContain("the same rows");
    expect(rows[0]!["_error"]).toMatch(/^No column has a value in this row\. Columns look inside the row/);
  });

  it("at a page with the rows of the one before", async () => {
    const url = await site((_, response) =>
      response.setHeader("content-type", "text/html").end(`<ul>${item("Blue")}</ul>${WORDS}`),
    );
    const { rows, log } = await ran(await scraper(), {
      ...{ ...RULES, urlsFile: [`${url}/`], urlPattern: "?page={page}", maxPages: 9, respectRobots: false },
    });
    expect(names(rows)).toBe("Blue");
    expect(log.join("\n")).toContain("info: Page 2 of ");
  });
});

it.each(["", "<html><head></head><body></body></html>"])(
  "a page that holds only %j is said to be empty",
  async (text) => {
    const url = await site((request, response) => {
      if (request.url === "/robots.txt") response.writeHead(404).end();
      else response.setHeader("content-type", "text/html").end(text);
    });
    const { rows, log, files } = await ran(await scraper(), { ...RULES, urlsFile: [`${url}/`] });
    const says = `${url}/ is an empty page: the answer holds no text. Check the address, and look at it in a browser.`;
    expect(rows).toMatchObject([{ name: "", _status: 200, _error: says }]);
    expect(log).toContain(`warn: ${says}`);
    expect(JSON.parse(files.get("report.json")!)).toMatchObject({
      pages: { read: 1, failed: 0 },
      rows: { found: 0, empty: 0, failed: 0, unusable: 1 },
    });
  },
);

it.each([
  ["?page={page}", "/cat?c=l%C3%A4mps&x", "/cat?c=l%C3%A4mps&x&page=2"],
  ["?page={page}", "/cat?page=1&c=lamps", "/cat?c=lamps&page=2"],
  ["/cat/{page}", "/cat?c=lamps", "/cat/2"],
])("urlPattern %s behind %s reads %s", async (urlPattern, first, second) => {
  const asked: string[] = [];
  const url = await site((request, response) => {
    if (request.url !== "/robots.txt") asked.push(request.url!);
    response.setHeader("content-type", "text/html").end(`<ul>${item(`Mug ${asked.length}`)}</ul>${WORDS}`);
  });
  const data = { ...RULES, urlsFile: [`${url}${first}`], urlPattern, maxPages: 2, respectRobots: false };
  await ran(await scraper(), data);
  expect(asked).toEqual([first, second]);
});
