import { expect, it } from "vitest";
import { closesAfterEach, RULES, ran, scraper, shop, site } from "../../../test/web/scraper-world.js";

closesAfterEach();

it("the report counts lines, pages and rows, as the log does", async () => {
  const url = await site((request, response) => {
    if (request.url === "/blocked")
      response.writeHead(403, { "cf-mitigated": "challenge" }).end("<title>Just a moment...</title>");
    else shop()(request, response);
  });
  const { files, log } = await ran(await scraper(), {
    ...RULES,
    ...{ urlsFile: [`${url}/missing`, `${url}/blocked`, `${url}/`], nextSelector: "a.next", maxPages: 9 },
  });
  expect(JSON.parse(files.get("report.json")!)).toMatchObject({
    lines: { done: 1, failed: 2 },
    pages: { read: 3, failed: 2, blocked: { challenge: 1 }, rendered: {} },
    rows: { found: 5, empty: 0, failed: 2 },
  });
  expect(log).toContain("info: 5 rows with values, 0 without, from 3 pages; 2 pages could not be read.");
  expect(log).toContain("info: 1 of 3 lines are done, 2 failed.");
});

it("rows of a run with all are no new ones for a later run with changes, whatever its keyColumn", async () => {
  const prices: Record<string, string> = {};
  const url = await site((request, response) => shop(prices)(request, response));
  const one = await scraper();
  await ran(one, { ...RULES, urlsFile: [`${url}/`], mode: "all" });
  prices["Red"] = "8,00 €";
  const { rows, log } = await ran(one, { mode: "changes", keyColumn: "name" });
  expect(rows).toMatchObject([{ name: "Red mug", _change: "changed", _changed: "price" }]);
  expect(log.join("\n")).not.toContain("No rows of an earlier run");
});

it("a first run with changes says that there is nothing to compare with", async () => {
  const url = await site(shop());
  const { rows, log } = await ran(await scraper(), { ...RULES, urlsFile: [`${url}/`], mode: "changes" });
  expect(rows.map((row) => row["_change"])).toEqual(["new", "new"]);
  expect(log).toContain("info: No rows of an earlier run are there to compare with, so that every row is new.");
});
